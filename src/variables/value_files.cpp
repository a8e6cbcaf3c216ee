// SPDX-License-Identifier: MIT
#include "variables/value_files.hpp"

#include "json/json_layout.hpp"
#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "records/record_rows.hpp"
#include "records/variable_text.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/reference.hpp"
#include "variables/state_reader.hpp"
#include "variables/state_text.hpp"
#include "variables/variable_edit.hpp"

namespace rlmdb::variables {

namespace {

constexpr std::string_view k_scheme = "file:";

/// A bare value becomes a variable, which alone can say that its value is in a file.
std::string with_reference(std::string_view variable, const ValueFile& file) {
  const std::string reference = json::quoted(std::string(k_scheme) + file.place);
  if (!records::read_variable_text(variable).is_bare)
    return json::with_member(json::with_member(variable, "value", reference), "type", R"("file_path")");
  json::ObjectText made;
  made.add("name", json::quoted(*file.name));
  made.add("value", reference);
  made.add("type", R"("file_path")");
  return made.finish();
}

/// The object of variables with references; "": nothing of it has a file.
std::string with_references(std::string_view state, const std::vector<ValueFile>& files) {
  std::string changed;
  for (const ValueFile& file : files) {
    const std::string name = json::escaped(*file.name);
    const std::string_view variable = json::find_member(changed.empty() ? state : changed, name);
    if (variable.empty() || !referred_place(variable).empty()) continue;
    changed = json::with_member(changed.empty() ? state : changed, name, with_reference(variable, file));
  }
  return changed;
}

}  // namespace

std::string referred_place(std::string_view variable) {
  const records::VariableText text = records::read_variable_text(variable);
  if (text.is_bare || text.type != R"("file_path")") return {};
  const std::string value = json::text_of(text.value).value_or("");
  return value.starts_with(k_scheme) ? value.substr(k_scheme.size()) : std::string();
}

ValueFiles::ValueFiles(db::Connection& connection) {
  for (ValueFile& file : ValueFileRows(connection).all())
    if (file.name) m_files[file.owner_id].push_back(std::move(file));
}

std::optional<std::string> ValueFiles::record_text(std::int64_t task_id, std::string_view record) const {
  const auto files = m_files.find(task_id);
  if (files == m_files.end()) return std::nullopt;
  std::string compact;
  json::append_compact(compact, record);
  const std::string_view metadata = json::find_member(compact, "metadata");
  const std::string state = with_references(json::find_member(metadata, "rlm_state"), files->second);
  if (state.empty()) return std::nullopt;
  constexpr unsigned k_depth = 2;
  std::string text;
  json::append_pretty(
      text, json::with_member(compact, "metadata", json::with_member(metadata, "rlm_state", state)), k_depth);
  return text;
}

bool ValueFiles::refer(StateDocument& document, std::int64_t state_id) const {
  const auto files = m_files.find(state_id);
  if (files == m_files.end()) return false;
  bool is_changed = false;
  for (const ValueFile& file : files->second) {
    const std::string wanted = json::escaped(*file.name);
    for (auto& [name, variable] : document.variables) {
      if (name != wanted || !referred_place(variable).empty()) continue;
      variable = with_reference(variable, file);
      is_changed = true;
    }
  }
  return is_changed;
}

std::optional<std::string> value_of(db::Connection& connection, const ValueFile& file) {
  if (!file.name) return std::nullopt;
  const std::string variable = variable_text(connection, file.owner_id, *file.name);
  if (variable.empty() || !referred_place(variable).empty()) return std::nullopt;
  return std::string(records::read_variable_text(variable).value);
}

std::vector<ValueFile> live_value_files(db::Connection& connection) {
  std::vector<ValueFile> files = ValueFileRows(connection).all();
  std::erase_if(files, [&](const ValueFile& file) {
    try {
      return !value_of(connection, file);
    } catch (const Error& error) {
      // Whoever writes the file finds that out.
      if (error.code() != ErrorCode::corrupt) throw;
      return false;
    }
  });
  return files;
}

std::string variable_text(db::Connection& connection, std::int64_t owner_id, const std::string& name) {
  // Rows of a task do not say it where a text of its record is kept, nor names that no column holds.
  const bool is_in_rows = !records::has_verbatim(connection, owner_id);
  if (is_in_rows)
    if (std::string variable = VariableEdit(connection).find({owner_id, owner_id}, name); !variable.empty())
      return variable;
  for (const StoredVariable& variable : StateReader(connection).of_task(owner_id))
    if (decoded_name(variable) == name) return text_of(variable);
  return {};
}

void add_files(db::Connection& connection, std::int64_t owner_id, std::span<Variable> variables) {
  const std::vector<ValueFile> files = ValueFileRows(connection).of_owner(owner_id);
  for (Variable& variable : variables) {
    if (is_reference(variable)) continue;
    for (const ValueFile& file : files)
      if (file.name == variable.name) variable.file = file.place;
  }
}

}  // namespace rlmdb::variables
