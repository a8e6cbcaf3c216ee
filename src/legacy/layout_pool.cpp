// SPDX-License-Identifier: MIT
#include "legacy/layout_pool.hpp"

#include <algorithm>

#include "legacy/json_scan.hpp"
#include "legacy/json_string.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::legacy {

namespace {

void add_member(model::Layout& layout, std::string_view raw_name) {
  model::Layout::Member& member = layout.members.emplace_back();
  append_canonical_string(member.name_json, raw_name);
  std::string scratch;
  Exactness exactness = Exactness::exact;
  const std::string_view name = decode_string_view(raw_name, scratch, exactness);
  member.field = exactness == Exactness::exact ? model::find_field(layout.level, name) : nullptr;
}

void finish(model::Layout& layout) {
  layout.members_json = "[";
  for (const auto& member : layout.members) {
    if (layout.members_json.size() > 1) layout.members_json += ',';
    layout.members_json += member.name_json;
  }
  layout.members_json += ']';
  for (const model::Field& field : model::fields_of(layout.level)) {
    const bool named = std::any_of(layout.members.begin(), layout.members.end(),
                                   [&](const auto& member) { return member.field == &field; });
    if (!named) layout.absent.push_back(&field);
  }
}

}  // namespace

model::Layout parse_layout(model::Level level, std::string_view members_json) {
  const ScanResult scan = scan_value(members_json, 0, ScanOptions{}, nullptr);
  if (scan.status != ScanStatus::complete || scan.end != members_json.size() || members_json.front() != '[') {
    throw Error(ErrorCode::corrupt, "a layout is no JSON array of member names", "layouts.members",
                "run `rlmdb verify`, then restore the newest backup");
  }
  std::vector<std::string_view> names;
  split_elements(members_json, names);
  model::Layout layout;
  layout.level = level;
  for (const std::string_view name : names) {
    if (kind_of(name) != JsonKind::string) {
      throw Error(ErrorCode::corrupt, "a layout names a member that is no string", "layouts.members",
                  "run `rlmdb verify`, then restore the newest backup");
    }
    add_member(layout, name);
  }
  finish(layout);
  return layout;
}

const model::Layout* LayoutPool::intern(model::Level level, std::span<const Member> members,
                                        Overflow& overflow) {
  m_key.assign(1, static_cast<char>('0' + static_cast<int>(level)));
  for (const Member& member : members) m_key += member.raw_name;
  if (const auto found = m_layouts.find(m_key); found != m_layouts.end()) return found->second.get();

  auto layout = std::make_unique<model::Layout>();
  layout->level = level;
  for (const Member& member : members) add_member(*layout, member.raw_name);
  finish(*layout);
  const model::Layout* result = layout.get();
  if (m_layouts.size() < k_most_layouts) {
    m_layouts.emplace(m_key, std::move(layout));
  } else {
    overflow.push_back(std::move(layout));
  }
  return result;
}

}  // namespace rlmdb::legacy
