// SPDX-License-Identifier: MIT
#include "yaml/yaml_text.hpp"

#include <array>
#include <optional>

#include "json/json_members.hpp"
#include "json/json_scan.hpp"
#include "json/member_index.hpp"
#include "json/object_text.hpp"
#include "rlmdb/error.hpp"
#include "yaml/yaml_edit.hpp"
#include "yaml/yaml_emit.hpp"
#include "yaml/yaml_reader.hpp"
#include "yaml/yaml_source.hpp"
#include "yaml/yaml_target.hpp"
#include "yaml/yaml_to_json.hpp"

namespace rlmdb::yaml {

namespace {

const Limits k_limits;

/// From what keeps most of the text to what keeps least, but never more than the one member is written anew.
constexpr std::array<EditForm, 6> k_attempts = {{{k_all_the_way_down, Care::usual},
                                                 {k_all_the_way_down, Care::quoted},
                                                 {3, Care::usual},
                                                 {2, Care::usual},
                                                 {1, Care::usual},
                                                 {1, Care::quoted}}};

bool says(std::string_view yaml, std::string_view json, const TextMembers& text_members) {
  try {
    return to_json(yaml, text_members) == json;
  } catch (const Error&) {
    return false;
  }
}

/// The text as it says `target`, proved by reading it again.
std::optional<std::string> attempted(const NodeTree& tree, std::string_view target,
                                     const TextMembers& text_members, const EditForm& form) {
  std::optional<std::string> text = edited_text(tree, target, text_members, form);
  if (text && !says(*text, target, text_members)) text.reset();
  return text;
}

/// `where`: a JSON pointer of what changes.
std::string with_member_changed(std::string_view yaml, std::string_view target,
                                const TextMembers& text_members, const std::string& where) {
  const NodeTree tree = read_nodes(yaml, k_limits);
  for (const EditForm& form : k_attempts) {
    if (std::optional<std::string> text = attempted(tree, target, text_members, form)) return *text;
  }
  throw Error(ErrorCode::invalid_input, "this YAML has no place where the change can be written", where,
              "write \"name: value\" there, on one line, and try again");
}

std::string member_by_member(std::string_view yaml, std::string_view target,
                             const TextMembers& text_members) {
  std::string text(yaml);
  std::vector<json::Member> members;
  if (target.starts_with('{')) json::split_members(target, members);
  for (const json::Member& member : members) {
    const std::string now = to_json(text, text_members);
    if (json::MemberIndex(now).find(member.raw_name) == member.raw_value) continue;
    const std::string_view name = member.raw_name.substr(1, member.raw_name.size() - 2);
    std::string where;
    json::append_pointer_name(where, decoded_text(member.raw_name));
    text = with_member_changed(text, json::with_member(now, name, member.raw_value), text_members, where);
  }
  if (says(text, target, text_members)) return text;
  return with_member_changed(text, target, text_members, {});
}

std::string changed_to(const NodeTree& tree, std::string_view target, const TextMembers& text_members) {
  if (std::optional<std::string> text = attempted(tree, target, text_members, EditForm{})) return *text;
  return member_by_member(tree.yaml, target, text_members);
}

std::string written(std::string_view canonical, Care care) {
  const EmitForm form{"\n", care};
  return (is_collection(canonical) ? block_text(canonical, 0, form) : std::string(canonical)) + "\n";
}

}  // namespace

std::string to_json(std::string_view yaml, const TextMembers& text_members, const Limits& limits) {
  return json_of(read_nodes(yaml, limits), text_members);
}

std::vector<std::string> repeated_members(std::string_view yaml) {
  return repeated_members_of(read_nodes(yaml, k_limits));
}

std::string merged(std::string_view yaml, std::string_view patch_json, const TextMembers& text_members) {
  const std::string patch = canonical_json(patch_json, k_limits.most_depth);
  if (!patch.starts_with('{')) throw Error(ErrorCode::invalid_input, "the change is no JSON object");
  const NodeTree tree = read_nodes(yaml, k_limits);
  const std::string old = json_of(tree, text_members);
  if (!old.starts_with('{')) refuse(yaml, 0, "the YAML is no mapping");
  const std::string target = merged_target(old, patch, text_members);
  return old == target ? std::string(yaml) : changed_to(tree, target, text_members);
}

std::string with_item(std::string_view yaml, std::string_view json_pointer, std::string_view item_json,
                      const TextMembers& text_members) {
  const std::string item = canonical_json(item_json, k_limits.most_depth);
  const NodeTree tree = read_nodes(yaml, k_limits);
  const std::string old = json_of(tree, text_members);
  if (!old.starts_with('{') && !old.starts_with('[')) refuse(yaml, 0, "the YAML is no mapping");
  return changed_to(tree, with_item_target(old, json_pointer, item, text_members), text_members);
}

std::string from_json(std::string_view object_json) {
  const std::string canonical = canonical_json(object_json, k_limits.most_depth);
  if (!canonical.starts_with('{')) throw Error(ErrorCode::invalid_input, "the value is no JSON object");
  for (const Care care : {Care::usual, Care::quoted}) {
    std::string yaml = written(canonical, care);
    if (says(yaml, canonical, {})) return yaml;
  }
  throw Error(ErrorCode::invalid_input, "the value is too large for YAML", {},
              "keep it in a file of its own");
}

}  // namespace rlmdb::yaml
