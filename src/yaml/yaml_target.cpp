// SPDX-License-Identifier: MIT
#include "yaml/yaml_target.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>
#include <vector>

#include "json/json_members.hpp"
#include "json/json_scan.hpp"
#include "json/json_string.hpp"
#include "json/member_index.hpp"
#include "json/object_text.hpp"
#include "rlmdb/error.hpp"
#include "yaml/yaml_emit.hpp"
#include "yaml/yaml_to_json.hpp"

namespace rlmdb::yaml {

namespace {

/// "name":value with the comma before it.
void append_member_json(std::string& out, std::string_view raw_name, std::string_view raw) {
  if (out.back() != '{') out += ',';
  out.append(raw_name).append(":").append(raw);
}

/// Whether a text member says this as text although JSON does not: a number, true, false.
bool is_bare(std::string_view raw) {
  return !raw.starts_with('"') && raw != "null" && raw != "{}" && raw != "[]" && !is_collection(raw);
}

std::string text_members_as_text(std::string_view raw, Member member, const TextMembers& text_members) {
  if (member == Member::text && is_bare(raw)) return json::quoted(raw);
  if (!is_collection(raw)) return std::string(raw);
  std::string out;
  if (raw.starts_with('[')) {
    std::vector<std::string_view> items;
    json::split_elements(raw, items);
    for (const std::string_view item : items) {
      out.append(out.empty() ? "[" : ",").append(text_members_as_text(item, member, text_members));
    }
    return out + ']';
  }
  std::vector<json::Member> members;
  json::split_members(raw, members);
  out = "{";
  for (const json::Member& one : members) {
    const Member kind = member_of(decoded_text(one.raw_name), text_members);
    append_member_json(out, one.raw_name, text_members_as_text(one.raw_value, kind, text_members));
  }
  return out + '}';
}

std::string merged_objects(std::string_view old, std::string_view patch) {
  const json::MemberIndex old_members(old);
  const json::MemberIndex patch_members(patch);
  std::string out = "{";
  for (const json::Member& member : old_members.members()) {
    const std::string_view change = patch_members.find(member.raw_name);
    if (change.starts_with('{') && member.raw_value.starts_with('{')) {
      append_member_json(out, member.raw_name, merged_objects(member.raw_value, change));
    } else {
      append_member_json(out, member.raw_name, change.empty() ? member.raw_value : change);
    }
  }
  for (const json::Member& member : patch_members.members()) {
    if (old_members.find(member.raw_name).empty()) {
      append_member_json(out, member.raw_name, member.raw_value);
    }
  }
  return out + '}';
}

[[noreturn]] void refuse_pointer(std::string_view json_pointer, const std::string& reason) {
  throw Error(ErrorCode::invalid_input, reason, std::string(json_pointer));
}

/// The first name of a pointer, unescaped, and the pointer behind it.
struct PointerStep {
  std::string name;
  std::string_view rest;
};

PointerStep first_step(std::string_view pointer) {
  const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
  PointerStep step{{}, pointer.substr(end)};
  for (std::size_t i = 1; i < end; ++i) {
    const bool is_escape = pointer[i] == '~' && i + 1 < end;
    step.name += is_escape ? (pointer[++i] == '1' ? '/' : '~') : pointer[i];
  }
  return step;
}

std::string with_element_replaced(const std::vector<std::string_view>& items, std::size_t index,
                                  const std::string& by) {
  std::string out;
  for (std::size_t i = 0; i < items.size(); ++i) {
    out.append(i == 0 ? "[" : ",").append(i == index ? std::string_view(by) : items[i]);
  }
  return out + ']';
}

/// Appends at `rest`, the end of the pointer `whole`.
std::string appended_at(std::string_view old, std::string_view rest, const std::string& item,
                        std::string_view whole) {
  const bool is_nothing = old.empty() || old == "null";
  if (rest.empty()) {
    if (!is_nothing && !old.starts_with('[')) refuse_pointer(whole, "this is no list");
    return json::with_elements(old, std::vector<std::string>{item});
  }
  const PointerStep step = first_step(rest);
  if (old.starts_with('[')) {
    std::vector<std::string_view> items;
    json::split_elements(old, items);
    std::size_t index = items.size();
    const char* const end = step.name.data() + step.name.size();
    const auto read = std::from_chars(step.name.data(), end, index);
    if (read.ec != std::errc() || read.ptr != end || index >= items.size()) {
      refuse_pointer(whole, "the list has no item of that number");
    }
    return with_element_replaced(items, index, appended_at(items[index], step.rest, item, whole));
  }
  if (!is_nothing && !old.starts_with('{'))
    refuse_pointer(whole, "there is no mapping on the way to the list");
  const std::string_view child = is_nothing ? "" : json::MemberIndex(old).find(json::quoted(step.name));
  return json::with_member(old, json::escaped(step.name), appended_at(child, step.rest, item, whole));
}

}  // namespace

std::string canonical_json(std::string_view json, std::size_t most_depth) {
  constexpr std::string_view k_space = " \t\r\n";
  json::ScanOptions options;
  options.layout = json::JsonLayout::compact;
  options.max_depth = static_cast<unsigned>(most_depth);
  const std::size_t begin = std::min(json.find_first_not_of(k_space), json.size());
  std::string canonical;
  const json::ScanResult scan = json::scan_value(json, begin, options, &canonical);
  if (scan.status != json::ScanStatus::complete) {
    throw Error(ErrorCode::invalid_input, "the JSON cannot be read: " + std::string(to_text(scan.fault)),
                "byte " + std::to_string(scan.fault_offset));
  }
  const std::size_t more = json.find_first_not_of(k_space, scan.end);
  if (more != std::string_view::npos) {
    throw Error(ErrorCode::invalid_input, "the JSON goes on behind its value",
                "byte " + std::to_string(more));
  }
  return canonical;
}

std::string merged_target(std::string_view old, std::string_view patch, const TextMembers& text_members) {
  return merged_objects(old, text_members_as_text(patch, Member::any, text_members));
}

std::string with_item_target(std::string_view old, std::string_view json_pointer, std::string_view item,
                             const TextMembers& text_members) {
  if (!json_pointer.empty() && json_pointer.front() != '/') {
    refuse_pointer(json_pointer, "a JSON pointer begins with \"/\"");
  }
  return text_members_as_text(appended_at(old, json_pointer, std::string(item), json_pointer), Member::any,
                              text_members);
}

bool is_extension(std::string_view old, const std::vector<json::Member>& target) {
  std::vector<json::Member> members;
  json::split_members(old, members);
  return members.size() <= target.size() &&
         std::equal(members.begin(), members.end(), target.begin(),
                    [](const json::Member& a, const json::Member& b) { return a.raw_name == b.raw_name; });
}

}  // namespace rlmdb::yaml
