// SPDX-License-Identifier: MIT
#include "outputs/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "db/connections.hpp"
#include "rlmdb/error.hpp"
#include "util/beneath.hpp"
#include "util/file_identity.hpp"
#include "util/file_mark.hpp"
#include "util/file_time.hpp"
#include "util/foreign_file.hpp"
#include "util/private_file.hpp"

namespace rlmdb::outputs {

namespace {

util::OutputPlace without_leftovers(util::OutputPlace place) {
  if (place.is_replaceable()) (void)util::remove_leftovers(util::parent_directory(place.path()));
  return place;
}

}  // namespace

Output::Output(db::Connection& connection, const std::filesystem::path& file, Overwrite overwrite)
    : Output(connection, without_leftovers(util::find_output_place(file)), overwrite) {}

Output::Output(db::Connection& connection, util::OutputPlace place, Overwrite overwrite,
               util::Existing existing, Before before)
    : m_connection(connection),
      m_overwrite(overwrite),
      m_check(check_output(connection, place, overwrite, before)),
      m_file(std::move(place), existing) {}

/// Mode, owner and group of the legacy file that it replaces; any other output is the caller's alone.
void Output::take_identity() {
  if (!m_check.is_legacy) return;
  const util::OutputPlace& place = m_file.place();
  if (m_file.new_file() < 0 || !place.found || !S_ISREG(place.found->st_mode)) return;
  const util::IdentityLoss loss = util::take_identity(m_file.new_file(), *place.found, place.path());
  if (!loss.owner && !loss.group) return;
  const std::string what = std::string("the new file cannot keep the ") + (loss.owner ? "owner" : "group") +
                           " of the one that it replaces";
  if (loss.shuts_out && m_overwrite == Overwrite::if_unchanged)
    throw Error(ErrorCode::conflict, what + ", and who could read it no longer could", place.shown.string(),
                "nothing was written; run it as the file's owner, or give --force");
  m_connection.log(LogLevel::warning, place.shown.string() + ": " + what);
}

void Output::commit(const std::string& sha256) {
  take_identity();
  m_file.prepare();
  if (m_modified_ns && m_file.new_file() >= 0) util::set_modified(m_file.new_file(), *m_modified_ns);
  if (m_check.is_legacy) {
    if (!util::is_as_it_was(m_file.place()))
      throw Error(ErrorCode::conflict, "the file was changed while its successor was written",
                  m_file.place().shown.string(), "nothing was overwritten; import it again first");
    (void)util::write_mark(m_file.new_file(), mark_of(m_connection, sha256));
    keep_backup(m_connection, m_file.place(), m_check);
  }
  m_file.commit();
}

OwnFile remove_own_file(db::Connection& connection, const std::filesystem::path& root,
                        const std::string& place, const std::string& sha256) {
  const std::filesystem::path path(place);
  const util::FileDescriptor folder = util::find_directory_beneath(root, path.parent_path());
  if (!folder.valid()) return OwnFile::absent;
  const std::filesystem::path in_folder = util::path_in(folder, path.filename().string());
  const util::FileDescriptor found =
      util::open_foreign(in_folder, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  if (!found.valid()) return errno == ENOENT ? OwnFile::absent : OwnFile::of_others;
  struct stat status {};
  if (::fstat(found.get(), &status) != 0 || !S_ISREG(status.st_mode)) return OwnFile::of_others;
  const std::string there = util::sha256_of_file(found.get(), (root / path).string());
  const bool is_own = there == sha256 || util::read_mark(found.get()) == mark_of(connection, there);
  if (!is_own) return OwnFile::of_others;
  if (::unlink(in_folder.c_str()) != 0) util::throw_io("remove", root / path, errno);
  util::sync_parent_directory(in_folder);
  return OwnFile::removed;
}

ExportReport export_to_file(const Store& store, const std::filesystem::path& file, Overwrite overwrite,
                            const std::function<ExportReport(const ByteSink&)>& write) {
  const auto use = db::connections_of(store).use();
  Output output(use.connection(), file, overwrite);
  ExportReport report = write([&](std::string_view bytes) { output.write(bytes); });
  output.commit(report.sha256);
  return report;
}

}  // namespace rlmdb::outputs
