// SPDX-License-Identifier: MIT
#include "tree_documents/known_members_rules.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "json/json_layout.hpp"
#include "json/json_members.hpp"
#include "json/object_text.hpp"
#include "json/object_view.hpp"
#include "tree_documents/tree_node.hpp"

namespace rlmdb::tree_documents {

namespace {

struct SharedObject {
  std::string_view in_record;  ///< in metadata
  std::string_view in_node;
};
constexpr std::array k_shared_objects = {SharedObject{"context_reference", "context"},
                                         SharedObject{"execution_config", "execution_config"},
                                         SharedObject{"cost_tracking", "cost"}};

const SharedObject* find_shared(std::string_view name) {
  const auto* const found =
      std::find_if(k_shared_objects.begin(), k_shared_objects.end(),
                   [&](const SharedObject& object) { return object.in_record == name; });
  return found == k_shared_objects.end() ? nullptr : found;
}

std::string_view name_of(const json::Member& member) {
  return member.raw_name.substr(1, member.raw_name.size() - 2);
}

/// What the documents say of it together, without sums over a subtree.
std::string in_documents(const SharedObject& shared, std::span<const std::string> nodes) {
  std::string object;
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node)
    object = merge_patch(object, json::find_member(*node, shared.in_node));
  return object.starts_with('{') ? json::with_member(object, "subtree_total_cost_usd", {}) : object;
}

/// What is in `known` and not in `given` is null there.
std::string with_nulls(std::string_view known, std::string_view given) {
  std::string object(given);
  std::vector<json::Member> members;
  json::split_members(known, members);
  for (const json::Member& member : members) {
    const std::string_view name = name_of(member);
    const std::string value(json::find_member(object, name));
    if (value.empty()) {
      object = json::with_member(object, name, "null");
    } else if (value.starts_with('{') && member.raw_value.starts_with('{')) {
      object = json::with_member(object, name, with_nulls(member.raw_value, value));
    }
  }
  return object;
}

/// An object without its members that are null: in a document they say nothing yet.
std::string without_nulls(std::string_view object) {
  std::string said(object);
  std::vector<json::Member> members;
  json::split_members(object, members);
  for (const json::Member& member : members)
    if (member.raw_value == "null") said = json::with_member(said, name_of(member), {});
  return said;
}

std::string without_silence(std::string_view node) {
  std::string said = without_nulls(node);
  const std::string_view times = json::find_member(said, "timestamps");
  return times.starts_with('{') ? json::with_member(said, "timestamps", without_nulls(times)) : said;
}

}  // namespace

bool is_shared_object(std::string_view name) {
  return find_shared(name) != nullptr;
}

std::string merge_patch(std::string_view target, std::string_view patch) {
  if (patch.empty()) return std::string(target);
  if (!patch.starts_with('{')) return patch == "null" ? std::string() : std::string(patch);
  std::string merged(target.starts_with('{') ? target : "{}");
  std::vector<json::Member> members;
  json::split_members(patch, members);
  for (const json::Member& member : members) {
    const std::string_view name = name_of(member);
    merged = json::with_member(merged, name, merge_patch(json::find_member(merged, name), member.raw_value));
  }
  return merged;
}

std::string known_object(std::string_view name, std::string_view in_record,
                         std::span<const std::string> nodes) {
  const SharedObject* shared = find_shared(name);
  const bool is_open = in_record.empty() || in_record == "null" || in_record.starts_with('{');
  if (shared == nullptr || !is_open || nodes.empty()) return std::string(in_record);
  const std::string known = in_documents(*shared, nodes);
  if (!known.starts_with('{')) return std::string(in_record);
  return in_record.starts_with('{') ? merge_patch(known, in_record) : known;
}

std::string replacing_object(std::string_view name, std::string_view given,
                             std::span<const std::string> nodes) {
  const SharedObject* shared = find_shared(name);
  if (shared == nullptr || !given.starts_with('{')) return std::string(given);
  const std::string known = in_documents(*shared, nodes);
  return known.starts_with('{') ? with_nulls(known, given) : std::string(given);
}

std::string with_known_members(std::string_view node, std::span<const std::string> nodes) {
  std::string text(node);
  if (nodes.size() < 2) return text;
  const std::string known = known_node(nodes);
  std::vector<json::Member> members;
  json::split_members(known, members);
  for (const json::Member& member : members) {
    const std::string_view name = name_of(member);
    if (name != "node_id" && name != "parent_id" && name != "children")
      text = json::with_member(text, name, member.raw_value);
  }
  return text;
}

std::string known_result(std::span<const std::string> nodes, std::string_view record) {
  const std::string node = nodes.empty() ? std::string(record) : with_record(known_node(nodes), record);
  const std::string_view result = json::find_member(node, "result");
  std::string compact;
  if (!json::is_nothing(result)) json::append_compact(compact, result);
  return compact;
}

std::string known_node(std::span<const std::string> nodes) {
  std::string node;
  for (auto one = nodes.rbegin(); one != nodes.rend(); ++one) node = merge_patch(node, without_silence(*one));
  return node;
}

}  // namespace rlmdb::tree_documents
