// SPDX-License-Identifier: MIT
#include "records/layout_pool.hpp"

#include <algorithm>

#include "json/json_scan.hpp"
#include "json/json_string.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::records {

namespace {

void add_member(Layout& layout, std::string_view raw_name) {
  Layout::Member& member = layout.members.emplace_back();
  json::append_canonical_string(member.name_json, raw_name);
  std::string scratch;
  json::Exactness exactness = json::Exactness::exact;
  const std::string_view name = json::decode_string_view(raw_name, scratch, exactness);
  member.field = exactness == json::Exactness::exact ? find_field(layout.level, name) : nullptr;
}

void finish(Layout& layout) {
  layout.members_json = "[";
  for (const auto& member : layout.members) {
    if (layout.members_json.size() > 1) layout.members_json += ',';
    layout.members_json += member.name_json;
  }
  layout.members_json += ']';
  for (const Field& field : fields_of(layout.level)) {
    const bool named = std::any_of(layout.members.begin(), layout.members.end(),
                                   [&](const auto& member) { return member.field == &field; });
    if (!named) layout.absent.push_back(&field);
  }
}

}  // namespace

Layout parse_layout(Level level, std::string_view members_json) {
  const json::ScanResult scan = json::scan_value(members_json, 0, json::ScanOptions{}, nullptr);
  if (scan.status != json::ScanStatus::complete || scan.end != members_json.size() ||
      members_json.front() != '[') {
    throw Error(ErrorCode::corrupt, "a layout is no JSON array of member names", "layouts.members",
                "run `rlmdb verify`, then restore the newest backup");
  }
  std::vector<std::string_view> names;
  json::split_elements(members_json, names);
  Layout layout;
  layout.level = level;
  for (const std::string_view name : names) {
    if (json::kind_of(name) != json::JsonKind::string) {
      throw Error(ErrorCode::corrupt, "a layout names a member that is no string", "layouts.members",
                  "run `rlmdb verify`, then restore the newest backup");
    }
    add_member(layout, name);
  }
  finish(layout);
  return layout;
}

const Layout* LayoutPool::intern(Level level, std::span<const json::Member> members, Overflow& overflow) {
  m_key.assign(1, static_cast<char>('0' + static_cast<int>(level)));
  for (const json::Member& member : members) m_key += member.raw_name;
  if (const auto found = m_layouts.find(m_key); found != m_layouts.end()) return found->second.get();

  auto layout = std::make_unique<Layout>();
  layout->level = level;
  for (const json::Member& member : members) add_member(*layout, member.raw_name);
  finish(*layout);
  const Layout* result = layout.get();
  if (m_layouts.size() < k_most_layouts) {
    m_layouts.emplace(m_key, std::move(layout));
  } else {
    overflow.push_back(std::move(layout));
  }
  return result;
}

}  // namespace rlmdb::records
