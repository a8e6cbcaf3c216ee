// SPDX-License-Identifier: MIT
#include "variables/state_document.hpp"

#include "json/object_text.hpp"
#include "records/content_rows.hpp"
#include "records/variable_text.hpp"

namespace rlmdb::variables {

namespace {

std::string_view without_quotes(std::string_view raw_name) {
  return raw_name.substr(1, raw_name.size() - 2);
}

}  // namespace

StateDocument split_state_document(std::string_view compact) {
  StateDocument document;
  document.outline = compact;
  const std::string_view variables = json::find_member(compact, "variables");
  if (variables.starts_with('{')) {
    std::vector<json::Member> members;
    json::split_members(variables, members);
    for (const json::Member& member : members)
      document.variables.emplace_back(without_quotes(member.raw_name), member.raw_value);
    document.outline = json::with_member(document.outline, "variables", "{}");
  }
  const std::string_view history = json::find_member(compact, "history");
  if (const std::string_view mutations = json::find_member(history, "mutations");
      mutations.starts_with('[')) {
    std::vector<std::string_view> elements;
    json::split_elements(mutations, elements);
    document.mutations.assign(elements.begin(), elements.end());
    document.outline =
        json::with_member(document.outline, "history", json::with_member(history, "mutations", "[]"));
  }
  return document;
}

std::string join_state_document(const StateDocument& document) {
  std::string compact = document.outline;
  if (!document.variables.empty()) {
    json::ObjectText variables;
    for (const auto& [name, json] : document.variables) variables.add(name, json);
    compact = json::with_member(compact, "variables", variables.finish());
  }
  const auto append_to = [&](std::string_view name, const std::vector<std::string>& elements) {
    if (elements.empty()) return;
    const std::string_view history = json::find_member(compact, "history");
    compact = json::with_member(
        compact, "history",
        json::with_member(history, name, json::with_elements(json::find_member(history, name), elements)));
  };
  append_to("mutations", document.mutations);
  append_to("checkpoints", document.later_checkpoints);
  return compact;
}

SplitVariable split_large_value(std::string_view raw) {
  if (raw.size() <= records::k_most_inline_bytes) return {std::string(raw), {}};
  const records::VariableText text = records::read_variable_text(raw);
  if (text.value.size() <= records::k_most_inline_bytes) return {std::string(raw), {}};
  std::string value(text.value);
  return {text.is_bare ? "null" : json::with_member(raw, "value", "null"), std::move(value)};
}

std::string join_large_value(std::string_view json, std::string_view value) {
  if (value.empty()) return std::string(json);
  return json == "null" ? std::string(value) : json::with_member(json, "value", value);
}

}  // namespace rlmdb::variables
