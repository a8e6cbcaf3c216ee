// SPDX-License-Identifier: MIT
// verify_project: 1. what an export would write, each file against the one at its place. 2. What an import
// would take and no export writes.
#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "checks/compare_tasks.hpp"
#include "checks/verify_notes.hpp"
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "exports/project_plan.hpp"
#include "imports/project_sources.hpp"
#include "json/json_difference.hpp"
#include "json/json_string.hpp"
#include "json/packed.hpp"
#include "rlmdb/import.hpp"
#include "rlmdb/verify.hpp"
#include "sources/document_import.hpp"
#include "sources/document_source.hpp"
#include "sources/ralph_kind.hpp"
#include "util/beneath.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb {

namespace {

namespace fs = std::filesystem;
using sources::SourceKind;

/// A file that is written while it is read is read again so many times.
constexpr int k_most_readings = 5;

bool is_json(SourceKind kind) {
  return kind != SourceKind::history && kind != SourceKind::kept_text && kind != SourceKind::grid;
}

/// Why nothing can be held against a place; "" where something can.
std::string reason_of(util::BeneathFault fault) {
  switch (fault) {
    case util::BeneathFault::absent:
      return "the database has it, the directory does not";
    case util::BeneathFault::outside:
      return "a symbolic link stands there or on the way, and none is followed";
    case util::BeneathFault::not_regular:
      return "something that is no regular file stands there";
    default:
      return "";
  }
}

/// What import reads of such a file: packing, white space and what reading JSON drops make no difference.
std::string content_of(SourceKind kind, const std::string& bytes, const std::string& name) {
  if (kind == SourceKind::history) return json::with_valid_utf8(bytes);
  if (!is_json(kind)) return bytes;
  const bool may_be_packed = kind == SourceKind::workflow;
  const std::string text = may_be_packed ? json::unpack(bytes, json::k_most_unpacked_bytes, name) : bytes;
  sources::SourceFile named;
  named.given_path = name;
  std::vector<sources::KeptText> losses;
  std::string compact;
  sources::scan_document(named, text, 0, losses, compact);
  return compact;
}

class ProjectComparison {
 public:
  ProjectComparison(db::Connection& connection, const fs::path& directory, ProjectOptions options,
                    checks::VerifyNotes& notes)
      : m_connection(connection),
        m_options(std::move(options)),
        m_directory(directory),
        m_in_project(imports::find_in_project(directory)),
        m_notes(notes) {}

  /// Returns how many files there are, here or there.
  std::uint64_t compare() {
    ProjectExport report;
    const auto files = exports::plan_project(m_connection, m_options, report);
    for (const auto& [place, file] : files) {
      if (!is_within(place)) continue;
      ++m_files;
      m_notes.guarded(shown(place), [&, &name = place, &planned = file] { compare_file(name, planned); });
    }
    for (const Finding& finding : report.left_out) {
      const bool has_no_place = finding.code == "no_place" || finding.code == "no_file_name";
      if (has_no_place && is_whole()) m_notes.add(finding.where, finding.code, finding.message);
    }
    const auto [found, left_aside] =
        imports::sources_beneath(m_in_project.root / m_in_project.place, m_connection.path());
    for (const Finding& link : left_aside) {
      const std::string place = fs::path(link.where).lexically_relative(m_in_project.root).string();
      const auto next = files.lower_bound(place);
      const bool is_missed =
          next != files.end() && (next->first == place || next->first.starts_with(place + "/"));
      if (link.code == "link_outside" && !is_missed) m_notes.add(shown(place), link.code, link.message);
    }
    const std::set<std::string> removed = exports::removed_places(m_connection);
    for (const imports::FoundSource& source : found) {
      const std::string place = source.path.lexically_relative(m_in_project.root).string();
      if (const auto here = files.find(place); here != files.end()) {
        note_damaged(place, *source.kind, here->second.kind);
        continue;
      }
      ++m_files;
      if (removed.contains(place)) {
        m_notes.add(shown(place), "removed_here", "the file was removed here, and is still there");
      } else {
        m_notes.add(shown(place), "missing_here",
                    "an import would take the file; the database does not have it");
      }
    }
    return m_files;
  }

 private:
  [[nodiscard]] bool is_root() const { return m_in_project.place.empty(); }
  [[nodiscard]] bool is_whole() const { return is_root() || m_in_project.place == ".aiwg"; }
  [[nodiscard]] bool is_within(const std::string& place) const {
    return is_root() || place.starts_with(m_in_project.place + "/");
  }

  /// As somebody who named the directory would name the file.
  [[nodiscard]] std::string shown(const std::string& place) const {
    const fs::path rest =
        is_root() ? fs::path(place) : fs::path(place).lexically_relative(m_in_project.place);
    return (m_directory / rest).lexically_normal().string();
  }

  /// The same bytes on both sides, and on neither what the place or the name promises.
  void note_damaged(const std::string& place, SourceKind promised, SourceKind here) {
    if (promised == here || here != SourceKind::kept_text) {
      if (const auto damage = m_damages.find(place); damage != m_damages.end())
        m_notes.add(damage->second.where, damage->second.code, damage->second.message);
      return;
    }
    m_notes.add(shown(place), "damaged_document",
                "the file is no " + std::string(to_text(promised)) +
                    ": the database has its bytes alone; mend it, then import it again");
  }

  void compare_file(const std::string& place, const exports::PlannedFile& file) {
    const bool is_tasks = file.kind == SourceKind::tasks;
    util::BeneathFile there = is_tasks ? util::look_beneath(m_in_project.root, place) : read(place);
    if (const std::string reason = reason_of(there.fault); !reason.empty())
      return m_notes.add(shown(place), "missing_there", reason);
    if (there.fault == util::BeneathFault::changed)
      return m_notes.add(shown(place), "not_checked", "the file is written all the time");
    if (there.fault == util::BeneathFault::too_large)
      return m_notes.add(shown(place), "differs", "the file is larger than 1 GiB, which no import takes");
    is_tasks ? compare_tasks(place) : compare_bytes(place, file, there.bytes);
  }

  [[nodiscard]] util::BeneathFile read(const std::string& place) const {
    util::BeneathFile file;
    for (int reading = 0; reading < k_most_readings; ++reading) {
      file = util::read_beneath(m_in_project.root, place, sources::k_most_document_bytes);
      if (file.fault != util::BeneathFault::changed) break;
    }
    return file;
  }

  void compare_tasks(const std::string& place) {
    try {
      sources::SourceFile source = sources::open_source(m_in_project.root / place, LiveSource::snapshot);
      source.given_path = shown(place);
      m_notes.report().tasks_checked +=
          checks::compare_tasks(m_connection, source, [this](const checks::TaskDifference& difference) {
            const auto& [where, code, message] = difference.finding;
            m_notes.add(where, code, message);
          });
    } catch (const Error& error) {
      if (error.code() == ErrorCode::busy)
        return m_notes.add(shown(place), "not_checked", "the file is written all the time");
      if (error.code() != ErrorCode::invalid_input) throw;
      m_notes.add(error.where(), "differs", "the file is damaged: " + std::string(error.what()));
    }
  }

  void compare_bytes(const std::string& place, const exports::PlannedFile& file, const std::string& there) {
    std::string here;
    (void)file.write([&here](std::string_view piece) { here.append(piece); });
    if (here == there) return find_damage(place, file.kind, there);
    std::string content_here;
    std::string content_there;
    try {
      content_here = content_of(file.kind, here, shown(place));
    } catch (const Error&) {
      // A damaged checkpoint is kept as the bytes it came in as.
      return note_bytes(place, here, there);
    }
    try {
      content_there = content_of(file.kind, there, shown(place));
    } catch (const Error& error) {
      return m_notes.add(error.where(), "differs", "the file is damaged: " + std::string(error.what()));
    }
    if (content_here == content_there) return;
    if (!is_json(file.kind)) return note_bytes(place, content_here, content_there);
    const auto differences = json::differences(content_there, content_here);
    m_notes.add(shown(place) + (differences.empty() || differences.front().pointer.empty()
                                    ? ""
                                    : " " + differences.front().pointer),
                "differs", "the document differs between the directory and the database");
  }

  /// What an import says of bytes that are kept as they are because nothing can be read of them.
  void find_damage(const std::string& place, SourceKind kind, const std::string& bytes) {
    if (kind == SourceKind::kept_text) {
      if (auto damage = sources::damage_of_kept(shown(place), bytes)) m_damages[place] = *std::move(damage);
    } else if (kind == SourceKind::workflow) {
      sources::SourceFile source = sources::source_of_text(m_in_project.root / place, bytes);
      source.given_path = shown(place);
      for (Finding& remark : sources::read_document_of_kind(source, kind, ImportOptions{}.max_depth).remarks)
        if (remark.code == "damaged_checkpoint") m_damages[place] = std::move(remark);
    }
  }

  void note_bytes(const std::string& place, const std::string& here, const std::string& there) {
    const auto [at, in_there] = std::mismatch(here.begin(), here.end(), there.begin(), there.end());
    m_notes.add(util::byte_place(shown(place), static_cast<std::uint64_t>(at - here.begin())), "differs",
                "the file differs from there on between the directory and the database");
  }

  db::Connection& m_connection;
  ProjectOptions m_options;
  const fs::path& m_directory;
  imports::DirectoryOfProject m_in_project;
  std::uint64_t m_files = 0;
  std::map<std::string, Finding> m_damages;  ///< by place
  checks::VerifyNotes& m_notes;
};

}  // namespace

VerifyReport verify_project(const Store& store, const fs::path& directory,
                            const std::function<std::string(const TreeReport&)>& report_text) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  VerifyReport report;
  checks::VerifyNotes notes(report);
  const db::ReadTransaction snapshot(connection);
  ProjectOptions options;
  options.report_text = report_text;
  report.files_checked = ProjectComparison(connection, directory, options, notes).compare();
  return report;
}

}  // namespace rlmdb
