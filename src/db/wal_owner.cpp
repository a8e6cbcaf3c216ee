// SPDX-License-Identifier: MIT
#include "db/wal_owner.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "db/gate_file.hpp"
#include "rlmdb/error.hpp"
#include "util/digest128.hpp"

namespace rlmdb::db {

namespace {

constexpr std::array<char, 8> k_mark{'r', 'l', 'm', 'd', 'b', 'w', 'a', 'l'};

struct WalRecord {
  std::array<char, 8> mark = k_mark;
  std::uint64_t salts = 0;       ///< of the -wal: every one has others
  std::uint64_t gate_inode = 0;  ///< of the file that holds this: a copy of it knows of other files
  std::int64_t wal_born_ns = 0;  ///< a -wal that was copied there later came with its file
  std::uint64_t inode = 0;
  std::int64_t changed_s = 0;
  std::int64_t changed_ns = 0;
  std::int64_t bytes = 0;
  std::int64_t is_moving = 0;  ///< 1: a checkpoint is on its way, so the file may be any mixture
  util::Digest128 digest{};    ///< of all before it: of a record that was written in part nothing is known

  bool operator==(const WalRecord&) const = default;
};

util::Digest128 digest_of_record(const WalRecord& record) {
  return util::digest128({reinterpret_cast<const char*>(&record), offsetof(WalRecord, digest)});
}

constexpr std::size_t k_wal_header_bytes = 32;
constexpr std::size_t k_frame_header_bytes = 24;
using WalHeader = std::array<unsigned char, k_wal_header_bytes>;

std::uint32_t big_endian(const unsigned char* bytes) {
  return std::uint32_t{bytes[0]} << 24U | std::uint32_t{bytes[1]} << 16U | std::uint32_t{bytes[2]} << 8U |
         std::uint32_t{bytes[3]};
}

std::uint64_t salts_at(const unsigned char* bytes) {
  return std::uint64_t{big_endian(bytes)} << 32U | big_endian(bytes + 4);
}

std::uint64_t salts_of(const WalHeader& header) {
  return salts_at(header.data() + 16);
}

/// What a record of now would say; nullopt when one of the files cannot be seen.
std::optional<WalRecord> describe(const std::filesystem::path& database, int gate, std::uint64_t salts) {
  struct stat file {};
  struct stat own {};
  if (::stat(database.c_str(), &file) != 0 || ::fstat(gate, &own) != 0) return std::nullopt;
  WalRecord record;
  record.salts = salts;
  record.gate_inode = own.st_ino;
  record.wal_born_ns = birth_ns(database.string() + "-wal");
  record.inode = file.st_ino;
  record.changed_s = file.st_mtim.tv_sec;
  record.changed_ns = file.st_mtim.tv_nsec;
  record.bytes = file.st_size;
  return record;
}

std::optional<WalRecord> read_record(int gate) {
  WalRecord record;
  if (::pread(gate, &record, sizeof record, k_wal_record_offset) != static_cast<ssize_t>(sizeof record) ||
      record.mark != k_mark || record.digest != digest_of_record(record))
    return std::nullopt;
  record.digest = {};
  return record;
}

/// Of the -wal that SQLite has open; nullopt when it is empty.
std::optional<std::uint64_t> open_salts(sqlite3* handle) {
  sqlite3_file* file = nullptr;
  WalHeader header{};
  if (sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file) != SQLITE_OK ||
      file == nullptr || file->pMethods == nullptr ||
      file->pMethods->xRead(file, header.data(), static_cast<int>(header.size()), 0) != SQLITE_OK)
    return std::nullopt;
  return salts_of(header);
}

/// Whether a page of the database is one that the -wal holds: then a checkpoint has moved it there.
bool holds_page_of(sqlite3* look, int wal, const WalHeader& header) {
  sqlite3_file* file = nullptr;
  if (sqlite3_file_control(look, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || file == nullptr ||
      file->pMethods == nullptr)
    return false;
  const std::size_t page_bytes = big_endian(header.data() + 8);
  if (page_bytes < 512 || page_bytes > 65'536) return false;
  std::vector<unsigned char> frame(k_frame_header_bytes + page_bytes);
  std::vector<unsigned char> page(page_bytes);
  for (off_t at = k_wal_header_bytes;; at += static_cast<off_t>(frame.size())) {
    if (::pread(wal, frame.data(), frame.size(), at) != static_cast<ssize_t>(frame.size())) return false;
    const std::uint32_t number = big_endian(frame.data());
    if (salts_at(frame.data() + 8) != salts_of(header) || number == 0) return false;
    const auto place = static_cast<sqlite3_int64>(number - 1) * static_cast<sqlite3_int64>(page_bytes);
    if (file->pMethods->xRead(file, page.data(), static_cast<int>(page_bytes), place) == SQLITE_OK &&
        std::memcmp(page.data(), frame.data() + k_frame_header_bytes, page_bytes) == 0)
      return true;
  }
}

/// The record that speaks of this -wal and of another file; nullopt when all is well or nothing is known.
std::optional<WalRecord> contradiction(const std::filesystem::path& database, sqlite3* look) {
  const util::FileDescriptor wal = open_companion(database.string() + "-wal", O_RDONLY);
  const util::FileDescriptor gate = open_companion(database.string() + "-gate", O_RDONLY);
  WalHeader header{};
  if (!wal.valid() || !gate.valid() ||
      ::pread(wal.get(), header.data(), header.size(), 0) != static_cast<ssize_t>(header.size()))
    return std::nullopt;
  const auto record = read_record(gate.get());
  const auto now = describe(database, gate.get(), salts_of(header));
  if (!record || !now || record->is_moving != 0 || *record == *now) return std::nullopt;
  if (record->salts != now->salts || record->gate_inode != now->gate_inode ||
      record->wal_born_ns != now->wal_born_ns)
    return std::nullopt;
  if (holds_page_of(look, wal.get(), header)) return std::nullopt;
  return record;
}

void write_record(int gate, WalRecord record) {
  record.digest = digest_of_record(record);
  [[maybe_unused]] const auto written = ::pwrite(gate, &record, sizeof record, k_wal_record_offset);
}

/// Of the file -wal; nullopt when there is none or it is empty.
std::optional<std::uint64_t> salts_beside(const std::filesystem::path& database) {
  const util::FileDescriptor wal = open_companion(database.string() + "-wal", O_RDONLY);
  WalHeader header{};
  if (!wal.valid() ||
      ::pread(wal.get(), header.data(), header.size(), 0) != static_cast<ssize_t>(header.size()))
    return std::nullopt;
  return salts_of(header);
}

}  // namespace

void remember_wal(const Connection& connection, FileChange change) noexcept {
  try {
    const auto salts = open_salts(connection.handle());
    if (!salts) return;
    const util::FileDescriptor gate = open_companion(connection.path().string() + "-gate", O_RDWR);
    if (!gate.valid()) return;
    const auto known = read_record(gate.get());
    auto now = describe(connection.path(), gate.get(), *salts);
    const bool is_known = known && known->salts == *salts && known->is_moving == 0;
    if (!now || (is_known && change == FileChange::none)) return;
    now->is_moving = change == FileChange::moving ? 1 : 0;
    write_record(gate.get(), *now);
  } catch (const std::exception& error) {
    connection.log(LogLevel::debug, error.what());
  }
}

void remember_what_is_left(const std::filesystem::path& database) noexcept {
  try {
    const util::FileDescriptor gate = open_companion(database.string() + "-gate", O_RDWR);
    if (!gate.valid()) return;
    const auto known = read_record(gate.get());
    const auto salts = salts_beside(database);
    if (!known || known->is_moving == 0 || !salts || known->salts != *salts) return;
    if (const auto now = describe(database, gate.get(), *salts)) write_record(gate.get(), *now);
  } catch (const std::exception&) {
    // Only memory can give out here; then a wrong -wal will not be recognised.
  }
}

void require_own_wal(const std::filesystem::path& database, sqlite3* look) {
  struct stat wal {};
  const std::string wal_path = database.string() + "-wal";
  if (::stat(wal_path.c_str(), &wal) != 0 || wal.st_size == 0) return;
  // Twice the same, because others may be at work meanwhile.
  const auto first = contradiction(database, look);
  if (!first || contradiction(database, look) != first) return;
  throw Error(ErrorCode::conflict,
              database.string() +
                  " is not the file that its -wal was written for: it was replaced while its "
                  "newest commits stood there",
              database.string(),
              "if you put this file back, move " + wal_path +
                  " to another place and go on with what the file holds; if it is the same file and was only "
                  "touched, remove " +
                  database.filename().string() +
                  "-gate, and the commits count; otherwise put back the file that was here before");
}

}  // namespace rlmdb::db
