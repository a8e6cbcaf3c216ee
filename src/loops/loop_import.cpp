// SPDX-License-Identifier: MIT
// 1. Which loop it is: by its place, else by what it says.
// 2. A loop that is new is written; one that is known is replaced, or stays as it is here.
// 3. Put together again from the rows, it must be the source.
#include "loops/loop_import.hpp"

#include <algorithm>

#include "events/previous_values.hpp"
#include "json/json_members.hpp"
#include "json/object_text.hpp"
#include "loops/loop_facts.hpp"
#include "loops/loop_text.hpp"
#include "records/task_rows.hpp"
#include "sources/home_rows.hpp"
#include "sources/ralph_place.hpp"
#include "sources/rlm_place.hpp"
#include "util/instant.hpp"

namespace rlmdb::loops {

namespace {

constexpr std::string_view k_external = "ralph-external";

std::string last_updated(std::string_view outline) {
  return find_text(outline, LoopFact::last_updated).value_or("");
}

std::string own_id(std::string_view outline) {
  return find_text(outline, LoopFact::loop_id).value_or("");
}

/// Where external Ralph keeps the state of a loop.
std::string place_of_external(const std::string& loop_id) {
  return ".aiwg/ralph-external/loops/" + loop_id + "/session-state.json";
}

}  // namespace

LoopImport::LoopImport(db::Connection& connection, const sources::SourceFile& source,
                       const ImportOptions& options)
    : sources::DocumentImport(connection, source, options, sources::SourceKind::loop), m_loops(connection) {}

void LoopImport::write() {
  sources::DocumentSource read =
      sources::read_document_of_kind(m_source, sources::SourceKind::loop, m_options.max_depth);
  m_compact = std::move(read.compact);
  m_document = split_loop_document(m_compact);
  m_report.oddity_count = read.oddity_count;
  begin(read);
  find_name();
  auto here = m_loops.find_by_place(m_named.place);
  if (auto before = m_loops.find_by_source(m_path); before && (!here || here->id != before->id))
    detach(*std::move(before));
  if (here) {
    update_known(*std::move(here));
  } else {
    insert();
  }
  finish(m_is_held);
}

void LoopImport::find_name() {
  const auto place = sources::ralph_place_of(m_source.real_path);
  if (!place || place->file != sources::RalphFile::loop) return name_by_itself();
  m_named.place = sources::path_in_project(m_source.real_path).value_or("");
  m_named.family = place->family;
  m_named.is_archived = place->is_archived;
  m_named.loop_id = place->owner.empty() ? own_id(m_document.outline) : place->owner;
  if (m_named.loop_id.empty()) m_named.loop_id = m_source.real_path.stem().string();
}

/// It lies where no loop does.
void LoopImport::name_by_itself() {
  m_named.loop_id = own_id(m_document.outline);
  if (m_named.loop_id.empty()) {
    m_named.loop_id = m_source.real_path.stem().string();
    m_findings.warn(
        m_source.given_path, "no_loop_id",
        "neither the document nor its place names a loop; it goes by " + m_named.loop_id + " here");
  }
  const bool is_external = !json::find_member(m_document.outline, "objective").empty();
  m_named.family = is_external ? k_external : "ralph";
  m_named.place = is_external ? place_of_external(m_named.loop_id) : place_of_loop(m_named.loop_id);
}

void LoopImport::insert() {
  records::TaskRows ids(m_connection);
  LoopHead head = m_named;
  head.id = ids.next_id();
  ids.use_ids(head.id + 1);
  head.outline = m_document.outline;
  m_loops.insert(head);
  ++m_report.records.added;
  take(std::move(head), {});
}

/// A loop that is known: by this source, or by another one or none.
void LoopImport::update_known(LoopHead head) {
  const std::string ours = join_loop_document(loop_document(m_connection, head));
  const bool is_ours = head.source_path == m_path;
  const bool changed_here = head.version != head.source_version;
  if (ours == m_compact || (is_ours && is_unchanged_there() && !changed_here)) {
    ++m_report.records.unchanged;
    if (is_ours || !head.source_path) return take(std::move(head), ours);
    return write_event({});
  }
  bool is_taken = is_ours && !changed_here;
  if (!is_taken && !(is_ours && is_unchanged_there())) is_taken = wins_over(head);
  if (!is_taken) {
    ++m_report.records.kept;
    return write_event({});
  }
  ++m_report.records.changed;
  ++head.version;
  take(std::move(head), ours);
}

bool LoopImport::wins_over(const LoopHead& head) {
  const std::string label = "loop " + head.loop_id;
  return wins_conflict(
      head.source_path == m_path
          ? label + " changed both here and in the source since the last import"
          : label + " at " + head.place + " already belongs to " +
                sources::text_of_known(m_connection, head.source_path).value_or("this database") +
                " with other content",
      util::is_later(last_updated(m_document.outline), last_updated(head.outline)));
}

/// The rows become the document's. `before`: what the document was here; "": nothing.
void LoopImport::take(LoopHead head, const std::string& before) {
  write_event({.prev_seq = head.last_event_seq.value_or(0), .loop_id = head.id});
  if (!before.empty() && before != m_compact)
    m_report.tables["event_changes"] =
        events::keep_previous_values(m_events, m_event_seq, head.id, before, m_compact);
  head.family = m_named.family;
  head.loop_id = m_named.loop_id;
  head.is_archived = m_named.is_archived;
  head.source_path = m_path;
  head.import_id = m_import_id;
  head.source_version = head.version;
  head.last_event_seq = m_event_seq;
  m_id = head.id;
  store_loop(m_connection, head, m_document);
  count_rows();
  m_is_held = true;
}

void LoopImport::count_rows() {
  const auto entries = [this](LoopList list) { return m_document.list(list).size(); };
  m_report.tables["loops"] = 1;
  m_report.tables["loop_iterations"] = entries(LoopList::iteration_history) + entries(LoopList::iterations);
  m_report.tables["loop_regressions"] = entries(LoopList::regression_events);
  m_report.tables["loop_reinforcements"] = entries(LoopList::reinforcement_history);
  m_report.tables["loop_recoveries"] = entries(LoopList::recovery_history);
  m_report.tables["loop_patterns"] = entries(LoopList::detected_patterns);
  std::erase_if(m_report.tables, [](const auto& table) { return table.second == 0; });
}

/// The file names another loop now. The one it named before stays, as a loop that no source has.
void LoopImport::detach(LoopHead head) {
  m_findings.warn(m_source.given_path, "other_loop",
                  "the file was loop " + head.loop_id + " before; that one stays as it is");
  head.source_path.reset();
  head.source_version.reset();
  m_loops.update(head);
  ++m_report.records.missing;
}

std::string LoopImport::bytes_of_rows() {
  const auto head = m_loops.find(m_id);
  return head ? sources::pretty(join_loop_document(loop_document(m_connection, *head))) : std::string();
}

}  // namespace rlmdb::loops
