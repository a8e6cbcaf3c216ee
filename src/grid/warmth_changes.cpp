// SPDX-License-Identifier: MIT
#include <algorithm>
#include <unordered_set>

#include "grid/grid_changes.hpp"
#include "grid/grid_markdown.hpp"
#include "grid/grid_yaml.hpp"
#include "grid/warmth_change.hpp"
#include "grid/warmth_text.hpp"
#include "json/json_members.hpp"
#include "json/object_text.hpp"

namespace rlmdb::grid {

namespace {

constexpr std::string_view k_learnings_file = "LEARNINGS.md";

/// The texts of a list; other elements are passed over.
std::vector<std::string> texts_of(std::string_view list) {
  std::vector<std::string> texts;
  for (const std::string_view element : elements_of(list)) {
    if (auto text = json::text_of(element)) texts.push_back(std::move(*text));
  }
  return texts;
}

/// What of `lessons` the document does not say yet, each item once.
std::vector<GridLessons> new_lessons(std::string_view document, const std::vector<GridLessons>& lessons) {
  std::vector<GridLessons> fresh;
  for (const GridLessons& lesson : lessons) {
    const std::vector<std::string> known = texts_of(json::find_member(document, lesson.category));
    std::unordered_set<std::string> seen(known.begin(), known.end());
    GridLessons more{lesson.category, {}};
    for (const std::string& item : lesson.items) {
      if (seen.insert(item).second) more.items.push_back(item);
    }
    if (!more.items.empty()) fresh.push_back(std::move(more));
  }
  return fresh;
}

/// "Foo Bar" of "foo_bar"; the seed's own heading of the six.
std::string heading_of(const std::string& category) {
  if (const WarmthCategory* const known = find_warmth_category(category)) return std::string(known->heading);
  std::string heading = category;
  bool is_first = true;
  for (char& c : heading) {
    if (is_first && c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    is_first = c == '_';
    if (c == '_') c = ' ';
  }
  return heading;
}

/// Lists in YAML stay YAML; a file that has neither gets sections.
bool is_in_yaml(const TextParts& parts, std::string_view document, std::string_view text) {
  if (parts.yaml.empty()) return false;
  if (parts.before.empty()) return true;
  if (!read_warmth_sections(text, body_begin(parts, text)).empty()) return false;
  return std::any_of(
      k_warmth_categories.begin(), k_warmth_categories.end(),
      [&](const WarmthCategory& category) { return !json::find_member(document, category.name).empty(); });
}

std::string with_section_items(const std::string& text, const GridLessons& lesson) {
  const std::string_view line_end = line_end_of(text);
  const TextParts parts = split(GridFileKind::warmth, text);
  const std::string bullets = warmth_bullets(lesson.items, line_end);
  const std::vector<WarmthSection> sections = read_warmth_sections(text, body_begin(parts, text));
  const auto last = std::find_if(sections.rbegin(), sections.rend(), [&](const WarmthSection& section) {
    return section.category == lesson.category;
  });
  if (last == sections.rend()) {
    std::string section = "## " + heading_of(lesson.category);
    return with_paragraph(text, section.append(line_end).append(bullets));
  }
  std::string result = text.substr(0, last->end);
  if (!result.ends_with('\n')) result += line_end;
  return result.append(bullets).append(text.substr(last->end));
}

std::string with_yaml_items(std::string text, const GridLessons& lesson) {
  for (const std::string& item : lesson.items)
    text = with_list_item(GridFileKind::warmth, text, "/" + lesson.category, json::quoted(item));
  return text;
}

std::string with_note_of_change(const GridFile& file, const std::string& text, std::string_view document,
                                std::string_view from, std::string_view now) {
  if (split(GridFileKind::warmth, text).yaml.empty()) return text;
  const std::string before = json::text_member(document, "last_updated").value_or("");
  json::ObjectText patch;
  patch.add("last_updated", json::quoted(time_like(before, now, file.utc_offset_minutes)));
  std::string noted = with_members(GridFileKind::warmth, text, patch.finish());
  const std::vector<std::string> known = texts_of(json::find_member(document, "accumulated_from"));
  const bool is_new = !from.empty() && std::find(known.begin(), known.end(), from) == known.end();
  return is_new ? with_list_item(GridFileKind::warmth, noted, "/accumulated_from", json::quoted(from))
                : noted;
}

std::string new_warmth(const GridSnapshot& grid, std::string_view from, std::string_view now) {
  const GridFile* const state = grid.find("STATE.md");
  const std::string cluster =
      state == nullptr ? std::string() : json::text_member(state->document, "cluster").value_or("");
  std::vector<std::string> sources;
  if (!from.empty()) sources.push_back(json::quoted(from));
  json::ObjectText front;
  if (!cluster.empty()) front.add("cluster", json::quoted(cluster));
  front.add("accumulated_from", json::with_elements("[]", sources));
  front.add("last_updated", json::quoted(now));
  return yaml_file(front.finish());
}

/// The new text has each list as it was, with what is new behind it.
void require_lists(std::string_view before, const std::vector<GridLessons>& fresh, const std::string& text) {
  const GridDocument after = read_document(GridFileKind::warmth, text);
  require_said(k_warmth_file, "", after.fault);
  for (const WarmthCategory& category : k_warmth_categories) {
    std::vector<std::string> expected = texts_of(json::find_member(before, category.name));
    for (const GridLessons& lesson : fresh) {
      if (lesson.category == category.name)
        expected.insert(expected.end(), lesson.items.begin(), lesson.items.end());
    }
    if (expected != texts_of(json::find_member(after.json, category.name)))
      require_said(k_warmth_file, category.name, "");
  }
}

}  // namespace

void require_lessons(const std::vector<GridLessons>& lessons) {
  for (const GridLessons& lesson : lessons) {
    if (find_warmth_category(lesson.category) == nullptr)
      refuse_input("category",
                   "has to be one of codebase_patterns, gotchas, user_preferences, decisions_made, "
                   "almost_did, fragile_areas");
    for (const std::string& item : lesson.items) {
      require_plain(item, lesson.category);
      if (item.empty()) refuse_input(lesson.category, "has an empty item");
    }
  }
}

std::optional<GridFileEdit> warmth_edit(const GridSnapshot& grid, const std::vector<GridLessons>& lessons,
                                        std::string_view from, std::string_view now) {
  require_plain(from, "from");
  const GridFile* const file = find_readable(grid, k_warmth_file);
  std::string text = file == nullptr ? new_warmth(grid, from, now) : file->text;
  const std::string before = read_document(GridFileKind::warmth, text).json;
  const std::vector<GridLessons> fresh = new_lessons(before, lessons);
  if (fresh.empty()) return std::nullopt;
  const bool is_yaml = is_in_yaml(split(GridFileKind::warmth, text), before, text);
  for (const GridLessons& lesson : fresh)
    text = is_yaml ? with_yaml_items(std::move(text), lesson) : with_section_items(text, lesson);
  if (file != nullptr) text = with_note_of_change(*file, text, before, from, now);
  require_lists(before, fresh, text);
  return GridFileEdit{std::string(k_warmth_file), std::move(text)};
}

std::optional<GridFileEdit> archived_warmth(const GridSnapshot& grid, std::string_view cluster,
                                            std::string_view now) {
  const GridFile* const warmth = find_readable(grid, k_warmth_file);
  if (warmth == nullptr) return std::nullopt;
  const GridFile* const learnings = grid.find(k_learnings_file);
  const std::string before = learnings == nullptr ? "# Learnings\n" : learnings->text;
  const std::string line_end(line_end_of(before));
  std::string lessons;
  for (const WarmthCategory& category : k_warmth_categories) {
    const std::vector<std::string> items = texts_of(json::find_member(warmth->document, category.name));
    if (items.empty()) continue;
    lessons.append(line_end).append("### ").append(category.heading).append(line_end);
    lessons += warmth_bullets(items, line_end);
  }
  if (lessons.empty()) return std::nullopt;
  std::string mission(cluster);
  std::replace(mission.begin(), mission.end(), '\n', ' ');
  const std::string section = "## " + mission + ": " + std::string(now) + line_end + lessons;
  return GridFileEdit{std::string(k_learnings_file), with_paragraph(before, section)};
}

GridEdits warmth_edits(const GridSnapshot& grid, std::string_view category,
                       const std::vector<std::string>& items, std::string_view from, std::string_view now) {
  const std::vector<GridLessons> lessons = {{std::string(category), items}};
  require_lessons(lessons);
  GridEdits edits;
  if (auto edit = warmth_edit(grid, lessons, from, now)) edits.push_back(std::move(*edit));
  return edits;
}

GridEdits aggregate_edits(const GridSnapshot& grid, std::string_view name, std::string_view from,
                          std::string_view now) {
  const GridFile& summary = readable_file(grid, name);
  const std::string_view learned = json::find_member(summary.document, "lessons_learned");
  std::vector<GridLessons> lessons;
  for (const WarmthCategory& category : k_warmth_categories)
    lessons.push_back({std::string(category.name), texts_of(json::find_member(learned, category.name))});
  std::erase_if(lessons, [](const GridLessons& lesson) { return lesson.items.empty(); });
  require_lessons(lessons);
  GridEdits edits;
  if (auto edit = warmth_edit(grid, lessons, from, now)) edits.push_back(std::move(*edit));
  return edits;
}

}  // namespace rlmdb::grid
