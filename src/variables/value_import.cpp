// SPDX-License-Identifier: MIT
#include "variables/value_import.hpp"

#include "sources/document_source.hpp"
#include "sources/rlm_place.hpp"
#include "util/sha256.hpp"
#include "variables/change_variables.hpp"
#include "variables/state_rows.hpp"
#include "variables/state_variables.hpp"
#include "variables/task_variables.hpp"
#include "variables/value_files.hpp"

namespace rlmdb::variables {

namespace {

std::optional<StateHead> find_state_of(db::Connection& connection, std::int64_t owner_id) {
  for (StateHead& head : StateRows(connection).all())
    if (head.id == owner_id) return std::move(head);
  return std::nullopt;
}

}  // namespace

bool ValueImport::takes(const std::string& compact) {
  const auto file = ValueFileRows(m_connection).find(m_path);
  const auto value = file ? value_of(m_connection, *file) : std::nullopt;
  if (!value || *value == compact) return true;
  if (is_unchanged_there()) return false;
  const bool is_taken =
      is_as_written(*file, *value) ||
      wins_conflict(
          "variable " + *file->name + " changed here, and the file that has a copy of it changed too", false);
  if (is_taken) set_value(*file, compact);
  return is_taken;
}

/// Whether the value here is the one that the file had when it was written, or imported, last.
bool ValueImport::is_as_written(const ValueFile& file, const std::string& value) {
  const std::string sha256 = util::sha256_hex(sources::pretty(value));
  return file.sha256 == sha256 || m_imports.latest_taken_of(m_path) == sha256;
}

void ValueImport::set_value(const ValueFile& file, const std::string& value) {
  SetVariable set;
  set.name = *file.name;
  set.value.text = value;
  set.reason = "imported from its file";
  set.in_file = file.sha256.has_value();
  Precondition always;
  always.force = Force::yes;
  writing::TaskWriter writer(m_connection);
  const VariableChange change{always, writer.now(), file.place};
  if (const auto state = find_state_of(m_connection, file.owner_id)) {
    const StateName name{sources::to_state_scope(state->scope).value_or(StateScope::state), state->name};
    StateVariables holder(writer, name, always);
    (void)set_variable(holder, set, change);
    return;
  }
  const records::TaskHead head = writer.heads().get(file.owner_id);
  TaskVariables holder(writer, head);
  (void)set_variable(holder, set, change);
}

}  // namespace rlmdb::variables
