// SPDX-License-Identifier: MIT
// 1. Which state it is: by its place, else by what it says.
// 2. A state that is new is written; one that is known is replaced, or stays as it is here.
// 3. Put together again from the rows, it must be the source.
#include "variables/state_import.hpp"

#include <algorithm>

#include "events/previous_values.hpp"
#include "json/json_members.hpp"
#include "json/object_text.hpp"
#include "records/task_rows.hpp"
#include "sources/home_rows.hpp"
#include "sources/rlm_place.hpp"
#include "util/instant.hpp"
#include "variables/state_text.hpp"
#include "variables/value_files.hpp"
#include "variables/variable_edit.hpp"

namespace rlmdb::variables {

namespace {

std::string last_updated_at(std::string_view outline) {
  return json::text_member(json::find_member(outline, "metadata"), "last_updated_at").value_or("");
}

std::string tree_of(const StateHead& head) {
  return head.scope == to_text(StateScope::tree) ? head.name : std::string();
}

}  // namespace

StateImport::StateImport(db::Connection& connection, const sources::SourceFile& source,
                         const ImportOptions& options)
    : sources::DocumentImport(connection, source, options, sources::SourceKind::state),
      m_states(connection) {}

void StateImport::write() {
  sources::DocumentSource read =
      sources::read_document_of_kind(m_source, sources::SourceKind::state, m_options.max_depth);
  m_compact = std::move(read.compact);
  m_document = split_state_document(m_compact);
  m_report.oddity_count = read.oddity_count;
  for (const Finding& remark : read.remarks) m_findings.warn(remark.where, remark.code, remark.message);
  begin(read);
  find_name();
  if (m_scope != to_text(StateScope::global) && sources::has_no_file_name(m_source.real_path, m_name))
    m_findings.warn(
        m_source.given_path, "no_file_name",
        "the id of the state cannot be the name of a file: an export of the project leaves it out");
  auto here = m_states.find(m_scope, m_name);
  if (auto before = m_states.find_by_source(m_path); before && (!here || here->id != before->id))
    detach(*std::move(before));
  if (here) {
    update_known(*std::move(here));
  } else {
    insert();
  }
  finish(m_is_held);
}

void StateImport::find_name() {
  const auto set = [this](StateScope scope, std::string name) {
    m_scope = to_text(scope);
    m_name = std::move(name);
  };
  if (const auto place = sources::place_of(m_source.real_path);
      place && place->file == sources::RlmFile::state && place->owner)
    return set(place->owner->scope, place->owner->id);
  if (auto id = json::text_member(m_document.outline, "tree_id"))
    return set(StateScope::tree, *std::move(id));
  if (auto id = json::text_member(m_document.outline, "session_id"))
    return set(StateScope::session, *std::move(id));
  if (auto id = json::text_member(m_document.outline, "state_id"))
    return set(StateScope::state, *std::move(id));
  set(StateScope::state, "state-" + canonical_sha256().substr(0, 8));
  m_findings.warn(m_source.given_path, "no_state_id",
                  "neither the document nor its place names a state; it goes by " + m_name + " here");
}

void StateImport::insert() {
  records::TaskRows ids(m_connection);
  StateHead head;
  head.id = ids.next_id();
  ids.use_ids(head.id + 1);
  head.scope = m_scope;
  head.name = m_name;
  head.outline = m_document.outline;
  m_states.insert(head);
  ++m_report.records.added;
  take(std::move(head), {});
}

/// A state that is known: by this source, or by another one or none.
void StateImport::update_known(StateHead head) {
  const std::string ours = text_here(head);
  const bool is_ours = head.source_path == m_path;
  const bool changed_here = head.version != head.source_version;
  const std::string label = "state " + (m_name.empty() ? m_scope : m_scope + ":" + m_name);
  if (ours == m_compact || (is_ours && is_unchanged_there() && !changed_here)) {
    ++m_report.records.unchanged;
    if (is_ours || !head.source_path) return take(std::move(head), ours);
    return write_event({.tree_id = tree_of(head)});
  }
  bool is_taken = is_ours && !changed_here;
  if (!is_taken && !(is_ours && is_unchanged_there())) {
    is_taken = wins_conflict(
        is_ours ? label + " changed both here and in the source since the last import"
                : label + " already belongs to " +
                      sources::text_of_known(m_connection, head.source_path).value_or("this database") +
                      " with other content",
        util::is_later(last_updated_at(m_document.outline), last_updated_at(head.outline)));
  }
  if (!is_taken) {
    ++m_report.records.kept;
    return write_event({.tree_id = tree_of(head)});
  }
  ++m_report.records.changed;
  ++head.version;
  take(std::move(head), ours);
}

/// The rows become the document's. `before`: what the document was here; "": nothing.
void StateImport::take(StateHead head, const std::string& before) {
  write_event({.tree_id = tree_of(head), .prev_seq = head.last_event_seq.value_or(0), .state_id = head.id});
  if (!before.empty() && before != m_compact)
    m_report.tables["event_changes"] =
        events::keep_previous_values(m_events, m_event_seq, head.id, before, m_compact);
  head.source_path = m_path;
  head.import_id = m_import_id;
  head.source_version = head.version;
  head.last_event_seq = m_event_seq;
  head.outline = m_document.outline;
  m_states.update(head);
  m_id = head.id;
  store_rows();
  m_is_held = true;
}

void StateImport::store_rows() {
  VariableEdit variables(m_connection);
  if (!m_is_referring) variables.replace_all({.state_id = m_id}, json::find_member(m_compact, "variables"));
  m_states.replace_mutations(m_id, m_document.mutations);
  m_states.remove_checkpoints(m_id);
  m_report.tables["states"] = 1;
  m_report.tables["variables"] = m_document.variables.size();
  m_report.tables["layouts"] = variables.layouts_added();
  m_report.tables["state_mutations"] = m_document.mutations.size();
  std::erase_if(m_report.tables, [](const auto& table) { return table.second == 0; });
}

/// The file names another state now. The one it named before stays, as a state that no source has.
void StateImport::detach(StateHead head) {
  m_findings.warn(m_source.given_path, "other_state",
                  "the file was state " + head.scope + ":" + head.name + " before; that one stays as it is");
  head.source_path.reset();
  head.source_version.reset();
  m_states.update(head);
  ++m_report.records.missing;
}

std::string StateImport::bytes_of_rows() {
  const auto head = m_states.find(m_scope, m_name);
  return head ? sources::pretty(text_here(*head)) : std::string();
}

/// With references to the files of values, where the source has it so.
std::string StateImport::text_here(const StateHead& head) {
  StateDocument document = state_document(m_connection, head);
  std::string text = join_state_document(document);
  if (text == m_compact || !ValueFiles(m_connection).refer(document, head.id)) return text;
  std::string referring = join_state_document(document);
  m_is_referring = referring == m_compact;
  return m_is_referring ? referring : text;
}

}  // namespace rlmdb::variables
