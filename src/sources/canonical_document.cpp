// SPDX-License-Identifier: MIT
#include "sources/document.hpp"

#include <vector>

#include "json/json_members.hpp"
#include "json/json_string.hpp"

namespace rlmdb::sources {

namespace {

constexpr std::string_view k_updated_at = "\"updatedAt\"";
constexpr std::string_view k_tasks = "\"tasks\"";

}  // namespace

void write_document(
    CanonicalDocument& document, std::string_view top_level, const std::optional<std::string>& updated_at,
    const std::function<void(const std::function<void(std::string_view)>& element)>& write_elements) {
  std::vector<json::Member> members;
  json::split_members(top_level, members);
  bool has_updated_at = !updated_at;
  for (const json::Member& member : members)
    has_updated_at = has_updated_at || member.raw_name == k_updated_at;
  std::string value;
  const json::TextStyle& style = document.style();
  for (const json::Member& member : members) {
    if (member.raw_name == k_tasks) {
      if (!has_updated_at) document.member(k_updated_at, json::quoted(*updated_at));
      document.begin_tasks();
      write_elements([&](std::string_view element) { document.element(element); });
      document.end_tasks();
    } else if (updated_at && member.raw_name == k_updated_at) {
      document.member(member.raw_name, json::quoted(*updated_at));
    } else {
      value.clear();
      json::append_styled(value, member.raw_value, style, style.newline.empty() ? "" : style.indent);
      document.member(member.raw_name, value);
    }
  }
  document.finish();
}

}  // namespace rlmdb::sources
