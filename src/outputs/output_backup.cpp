// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <optional>

#include "outputs/output_check.hpp"
#include "rlmdb/error.hpp"
#include "sources/home_rows.hpp"
#include "sources/import_rows.hpp"
#include "util/atomic_file.hpp"
#include "util/beneath.hpp"
#include "util/file_mark.hpp"
#include "util/foreign_file.hpp"
#include "util/own_names.hpp"
#include "util/private_file.hpp"

namespace rlmdb::outputs {

namespace {

constexpr int k_most_backups = 10'000;

enum class Candidate { free, ours, same_bytes, foreign };

util::FileDescriptor open_to_read(const util::OutputPlace& place, const std::string& name) {
  return util::open_foreign(util::path_in(place.directory, name),
                            O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
}

Candidate candidate(db::Connection& connection, const util::OutputPlace& place, const OutputCheck& check,
                    const std::string& name) {
  struct stat status {};
  if (::fstatat(place.directory.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno == ENOENT) return Candidate::free;
    util::throw_io("look at", name, errno);
  }
  // What came in from there is a legacy program's, whatever its name is.
  const std::filesystem::path real = check.real_path.parent_path() / name;
  if (!S_ISREG(status.st_mode) ||
      sources::ImportRows(connection).latest_of(sources::known_as(connection, real)))
    return Candidate::foreign;
  const util::FileDescriptor file = open_to_read(place, name);
  if (!file.valid()) return Candidate::foreign;
  const std::string sha256 = util::sha256_of_file(file.get(), name);
  if (!check.sha256.empty() && sha256 == check.sha256) return Candidate::same_bytes;
  return util::read_mark(file.get()) == mark_of(connection, sha256) ? Candidate::ours : Candidate::foreign;
}

/// Where the file cannot have a second name.
void copy_to(const util::OutputPlace& place, const OutputCheck& check, const std::string& name,
             util::Existing existing) {
  const util::FileDescriptor from = open_to_read(place, place.name);
  if (!from.valid()) util::throw_io("read", place.shown, errno);
  util::AtomicFile copy(util::path_in(place.directory, name), existing, name);
  std::string chunk(std::size_t{256} * 1024, '\0');
  for (off_t offset = 0;;) {
    const ssize_t count = ::pread(from.get(), chunk.data(), chunk.size(), offset);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) util::throw_io("read", place.shown, errno);
    if (count == 0) break;
    copy.write(std::string_view(chunk.data(), static_cast<std::size_t>(count)));
    offset += count;
  }
  (void)util::write_mark(copy.descriptor(), util::read_mark(from.get()));
  if (!check.sha256.empty()) (void)util::write_copy_mark(copy.descriptor(), check.sha256);
  copy.commit();
}

/// False where something has come to the name meanwhile.
bool link_to_free_name(const util::OutputPlace& place, const OutputCheck& check, const std::string& name) {
  const std::string to = util::path_in(place.directory, name).string();
  if (::link(place.path().c_str(), to.c_str()) == 0) return true;
  if (errno == EEXIST) return false;
  copy_to(place, check, name, util::Existing::refuse);
  return true;
}

void link_over(const util::OutputPlace& place, const OutputCheck& check, const std::string& name) {
  const std::filesystem::path to = util::path_in(place.directory, name);
  const std::filesystem::path between = util::private_path(place.path(), util::k_file_in_making);
  if (::link(place.path().c_str(), between.c_str()) != 0)
    return copy_to(place, check, name, util::Existing::replace);
  if (std::rename(between.c_str(), to.c_str()) == 0) return;
  const int error = errno;
  ::unlink(between.c_str());
  util::throw_io("replace", util::name_of_copy(place.shown.string(), 0), error);
}

/// It is a copy from here on. What this database knows it may let go one day; what it does not know stays for
/// ever.
void mark(db::Connection& connection, const util::OutputPlace& place, const OutputCheck& check) {
  const util::FileDescriptor file = open_to_read(place, place.name);
  if (!file.valid() || check.sha256.empty()) return;
  (void)util::write_copy_mark(file.get(), check.sha256);
  if (check.is_known) (void)util::write_mark(file.get(), mark_of(connection, check.sha256));
}

}  // namespace

void keep_backup(db::Connection& connection, const util::OutputPlace& place, const OutputCheck& check) {
  if (!check.keeps_backup || !place.found) return;
  mark(connection, place, check);
  for (int number = 0; number < k_most_backups; ++number) {
    const std::string name = util::name_of_copy(place.name, number);
    const Candidate found = candidate(connection, place, check, name);
    if (found == Candidate::foreign) continue;
    if (found == Candidate::free && !link_to_free_name(place, check, name)) continue;
    if (found == Candidate::ours) link_over(place, check, name);
    util::sync_parent_directory(place.path());
    return;
  }
  throw Error(ErrorCode::conflict, "no name is free for a copy of the file that is overwritten",
              place.shown.string(), "nothing was written; move its copies (.bak.N) away");
}

}  // namespace rlmdb::outputs
