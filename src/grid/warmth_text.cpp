// SPDX-License-Identifier: MIT
#include "grid/warmth_text.hpp"

#include <algorithm>
#include <unordered_map>

#include "grid/labelled_text.hpp"
#include "json/json_members.hpp"
#include "json/object_text.hpp"

namespace rlmdb::grid {

namespace {

std::string category_of(std::string_view heading) {
  const std::string name = snake_case(heading.substr(0, heading.find('(')));
  return find_warmth_category(name) != nullptr ? name : snake_case(heading);
}

std::vector<std::string> quoted_items(const std::vector<std::string>& items) {
  std::vector<std::string> raw;
  raw.reserve(items.size());
  for (const std::string& item : items) raw.push_back(json::quoted(item));
  return raw;
}

}  // namespace

const WarmthCategory* find_warmth_category(std::string_view name) {
  const auto* const found =
      std::find_if(k_warmth_categories.begin(), k_warmth_categories.end(),
                   [&](const WarmthCategory& category) { return category.name == name; });
  return found == k_warmth_categories.end() ? nullptr : found;
}

std::vector<WarmthSection> read_warmth_sections(std::string_view text, std::size_t begin) {
  std::vector<WarmthSection> sections;
  SectionReader reader(text, begin);
  for (Section section; reader.next(section);) {
    if (section.level != 2) continue;
    WarmthSection warmth;
    warmth.category = category_of(section.heading);
    warmth.end = section.last_piece_end();
    for (const Piece& piece : section.pieces) {
      if (piece.kind == PieceKind::bullet) warmth.items.push_back(unquoted(piece.value));
    }
    sections.push_back(std::move(warmth));
  }
  return sections;
}

std::string warmth_json(std::string_view yaml_json, const std::vector<WarmthSection>& sections) {
  std::vector<json::Member> of_yaml;
  if (yaml_json.starts_with('{')) json::split_members(yaml_json, of_yaml);
  std::vector<std::string> names;
  std::unordered_map<std::string, std::vector<std::string>> items;
  for (const WarmthSection& section : sections) {
    const auto [list, is_new] = items.try_emplace(section.category);
    if (is_new) names.push_back(section.category);
    const std::vector<std::string> more = quoted_items(section.items);
    list->second.insert(list->second.end(), more.begin(), more.end());
  }
  json::ObjectText object;
  for (const json::Member& member : of_yaml) {
    const std::string name(member.raw_name.substr(1, member.raw_name.size() - 2));
    const auto list = items.find(name);
    const bool is_list =
        list != items.end() && (member.kind == json::JsonKind::array || member.raw_value == "null");
    object.add(name,
               is_list ? json::with_elements(member.raw_value, list->second) : std::string(member.raw_value));
    if (list != items.end()) items.erase(list);
  }
  for (const std::string& name : names) {
    if (const auto list = items.find(name); list != items.end()) object.add(name, as_array(list->second));
  }
  return object.finish();
}

std::string warmth_bullets(const std::vector<std::string>& items, std::string_view line_end) {
  std::string lines;
  for (const std::string& item : items)
    lines.append("- ").append(as_value(item, Quotes::always, line_end)).append(line_end);
  return lines;
}

}  // namespace rlmdb::grid
