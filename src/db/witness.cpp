// SPDX-License-Identifier: MIT
#include "db/witness.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "db/gate_file.hpp"
#include "util/digest128.hpp"

namespace rlmdb::db {

namespace {

constexpr std::array<char, 8> k_witness_mark{'r', 'l', 'm', 'd', 'b', 'n', 'u', 'm'};

/// In one sector, so that a power cut cannot tear it.
struct WitnessRecord {
  std::array<char, 8> mark = k_witness_mark;
  std::uint64_t gate_inode = 0;  ///< of the file that holds this: a copy of it knows of other files
  std::uint64_t inode = 0;       ///< of the database
  std::int64_t born_ns = 0;      ///< of the database: an inode number is used again
  std::int64_t reached_disk = 0;
  std::array<char, 40> boot_id{};
  Numbers last;
  Numbers pending;
  util::Digest128 digest{};  ///< of all before it
};

constexpr std::size_t k_sector_bytes = 512;
static_assert(sizeof(WitnessRecord) <= k_sector_bytes && k_witness_offset % k_sector_bytes == 0);
static_assert(std::has_unique_object_representations_v<WitnessRecord>);

util::Digest128 digest_of(const WitnessRecord& record) {
  return util::digest128({reinterpret_cast<const char*>(&record), offsetof(WitnessRecord, digest)});
}

std::optional<WitnessRecord> read_witness_record(int gate) {
  WitnessRecord record;
  if (::pread(gate, &record, sizeof record, k_witness_offset) != static_cast<ssize_t>(sizeof record) ||
      record.mark != k_witness_mark || record.digest != digest_of(record))
    return std::nullopt;
  return record;
}

}  // namespace

std::optional<WitnessPlace> find_witness_place(int gate, const std::filesystem::path& database) noexcept {
  struct stat own {};
  struct stat file {};
  if (::fstat(gate, &own) != 0 || ::stat(database.c_str(), &file) != 0) return std::nullopt;
  return WitnessPlace{gate, own.st_ino, file.st_ino, birth_ns(database)};
}

std::optional<Witness> read_witness(const WitnessPlace& place, WitnessOf whose) {
  const auto record = read_witness_record(place.gate);
  if (!record || record->gate_inode != place.gate_inode) return std::nullopt;
  if (whose == WitnessOf::this_file && (record->inode != place.inode || record->born_ns != place.born_ns))
    return std::nullopt;
  const char* const boot_id = record->boot_id.data();
  return Witness{record->last, record->pending, record->reached_disk != 0 ? Reached::disk : Reached::memory,
                 std::string(boot_id, ::strnlen(boot_id, record->boot_id.size()))};
}

std::optional<Witness> read_witness_beside(const std::filesystem::path& database, WitnessOf whose) {
  const util::FileDescriptor gate = open_companion(database.string() + "-gate", O_RDONLY);
  if (!gate.valid()) return std::nullopt;
  struct stat file {};
  if (::fstat(gate.get(), &file) != 0) return std::nullopt;
  const auto place = find_witness_place(gate.get(), database);
  if (!place && whose == WitnessOf::this_file) return std::nullopt;
  return read_witness(place.value_or(WitnessPlace{gate.get(), file.st_ino, 0, 0}), whose);
}

bool write_witness(const WitnessPlace& place, const Witness& witness) noexcept {
  WitnessRecord record;
  record.gate_inode = place.gate_inode;
  record.inode = place.inode;
  record.born_ns = place.born_ns;
  record.reached_disk = witness.reached == Reached::disk ? 1 : 0;
  std::copy_n(witness.boot_id.begin(), std::min(witness.boot_id.size(), record.boot_id.size()),
              record.boot_id.begin());
  record.last = witness.last;
  record.pending = witness.pending;
  record.digest = digest_of(record);
  return ::pwrite(place.gate, &record, sizeof record, k_witness_offset) ==
         static_cast<ssize_t>(sizeof record);
}

void forget_witness(const std::filesystem::path& database) noexcept {
  const util::FileDescriptor gate = open_companion(database.string() + "-gate", O_WRONLY);
  constexpr std::array<char, sizeof(WitnessRecord)> k_none{};
  if (gate.valid() && ::lseek(gate.get(), 0, SEEK_END) > k_witness_offset) [[maybe_unused]]
    const auto written = ::pwrite(gate.get(), k_none.data(), k_none.size(), k_witness_offset);
}

}  // namespace rlmdb::db
