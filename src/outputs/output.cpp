// SPDX-License-Identifier: MIT
#include "outputs/output.hpp"

#include "db/connections.hpp"
#include "rlmdb/error.hpp"
#include "util/file_identity.hpp"
#include "util/file_mark.hpp"
#include "util/file_time.hpp"
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
               util::Existing existing)
    : m_connection(connection),
      m_overwrite(overwrite),
      m_check(check_output(connection, place, overwrite)),
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

ExportReport export_to_file(const Store& store, const std::filesystem::path& file, Overwrite overwrite,
                            const std::function<ExportReport(const ByteSink&)>& write) {
  const auto use = store.connections().use();
  Output output(use.connection(), file, overwrite);
  ExportReport report = write([&](std::string_view bytes) { output.write(bytes); });
  output.commit(report.sha256);
  return report;
}

}  // namespace rlmdb::outputs
