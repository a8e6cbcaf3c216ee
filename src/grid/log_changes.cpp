// SPDX-License-Identifier: MIT
// What is only added to: decisions, blockers, the scratchpad.
#include <algorithm>

#include "grid/grid_changes.hpp"
#include "grid/grid_markdown.hpp"
#include "grid/grid_yaml.hpp"
#include "grid/labelled_text.hpp"
#include "json/json_members.hpp"
#include "json/object_text.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::grid {

namespace {

constexpr std::string_view k_archive = "SCRATCHPAD_ARCHIVE.md";

/// The file's text, or that of a new one, with the mission's name at its beginning.
std::string log_text(const GridSnapshot& grid, std::string_view name) {
  if (const GridFile* const file = find_readable(grid, name)) return file->text;
  const GridFile* const state = grid.find("STATE.md");
  const auto cluster = state == nullptr ? std::nullopt : json::text_member(state->document, "cluster");
  if (!cluster) return {};
  json::ObjectText front;
  front.add("cluster", json::quoted(*cluster));
  return yaml_file(front.finish());
}

/// A file of numbered or dated sections: which, and the member of its document that lists them.
struct Log {
  std::string_view name;
  GridFileKind kind;
  std::string_view list;
};
constexpr Log k_decisions{"DECISIONS.md", GridFileKind::decisions, "decisions"};
constexpr Log k_blockers{"BLOCKERS.md", GridFileKind::blockers, "blockers"};
constexpr Log k_scratchpad{"SCRATCHPAD.md", GridFileKind::scratchpad, "entries"};

std::string document_in(const Log& log, const std::string& text) {
  GridDocument document = read_document(log.kind, text);
  require_said(log.name, "", document.fault);
  return std::move(document.json);
}

/// Highest number of the sections, plus one.
std::int64_t next_number_in(const Log& log, const std::string& text) {
  const std::string document = document_in(log, text);
  std::int64_t highest = 0;
  for (const std::string_view section : elements_of(json::find_member(document, log.list)))
    highest = std::max(highest, number_in(json::find_member(section, "number")));
  return highest + 1;
}

/// The new text says what the old one does, but for `sections`.
void require_sections(const Log& log, const std::string& before, const std::string& after,
                      const std::string& sections) {
  require_said(log.name, json::with_member(document_in(log, before), log.list, sections),
               document_in(log, after));
}

/// One more section, which has to be read back as `json`, behind what there was.
GridEdits with_section(const Log& log, const std::string& text, const std::string& section,
                       const std::string& json) {
  GridFileEdit edit{std::string(log.name), with_paragraph(text, section)};
  const std::string before = document_in(log, text);
  require_sections(log, text, edit.text,
                   json::with_elements(json::find_member(before, log.list), std::vector{json}));
  return {std::move(edit)};
}

/// The one blocker of that number which is not resolved.
const BlockerText& find_blocker(const std::vector<BlockerText>& blockers, std::int64_t number) {
  const BlockerText* open = nullptr;
  bool is_known = false;
  for (const BlockerText& blocker : blockers) {
    if (number_of(blocker.number) != number) continue;
    is_known = true;
    if (blocker.status == "resolved") continue;
    if (open != nullptr)
      refuse_now(std::string(k_blockers.name),
                 "several open blockers have the number " + std::to_string(number),
                 "give each a number of its own in the file");
    open = &blocker;
  }
  if (!is_known)
    throw Error(ErrorCode::not_found, "there is no blocker " + std::to_string(number),
                std::string(k_blockers.name),
                "nothing was changed; `rlmdb grid show BLOCKERS.md` lists those there are");
  if (open == nullptr)
    refuse_now(std::string(k_blockers.name), "blocker " + std::to_string(number) + " is resolved already",
               {});
  return *open;
}

/// The blocker's section, resolved; what is around it stays.
std::string resolved_text(const std::string& text, const BlockerText& blocker, std::string_view resolution,
                          std::string_view now) {
  const std::string_view line_end = line_end_of(text);
  std::string resolved = text.substr(0, blocker.status_begin);
  resolved += blocker.status_size == 0 ? ": RESOLVED" : "RESOLVED";
  const std::size_t rest = blocker.status_begin + blocker.status_size;
  resolved += text.substr(rest, blocker.end - rest);
  if (!resolved.ends_with('\n')) resolved += line_end;
  resolved += label_line("Resolution", resolution, Quotes::where_needed, line_end);
  resolved += label_line("Resolved At", now, Quotes::where_needed, line_end);
  return resolved + text.substr(blocker.end);
}

/// What the blocker is to say then.
std::string resolved_json(const BlockerText& blocker, std::string_view resolution, std::string_view now) {
  MemberList members;
  members.set("number", json::quoted(blocker.number));
  members.set("status", json::quoted("resolved"));
  std::vector<json::Member> before;
  json::split_members(blocker.json, before);
  for (const json::Member& member : before) {
    const std::string name(member.raw_name.substr(1, member.raw_name.size() - 2));
    if (name != "status") members.set(name, std::string(member.raw_value));
  }
  members.set("resolution", json::quoted(resolution));
  members.set("resolved_at", json::quoted(now));
  return members.finish();
}

}  // namespace

GridEdits decide_edits(const GridSnapshot& grid, const NewGridDecision& decision, std::string_view now) {
  const std::string text = log_text(grid, k_decisions.name);
  const std::int64_t number = next_number_in(k_decisions, text);
  return with_section(k_decisions, text, decision_section(decision, number, now, line_end_of(text)),
                      decision_json(decision, number, now));
}

GridEdits blocker_edits(const GridSnapshot& grid, const NewGridBlocker& blocker, std::string_view now) {
  const std::string text = log_text(grid, k_blockers.name);
  const std::int64_t number = next_number_in(k_blockers, text);
  return with_section(k_blockers, text, blocker_section(blocker, number, now, line_end_of(text)),
                      blocker_json(blocker, number, now));
}

GridEdits resolve_blocker_edits(const GridSnapshot& grid, std::int64_t number, std::string_view resolution,
                                std::string_view now) {
  const GridFile& file = readable_file(grid, k_blockers.name);
  require_plain(resolution, "resolution");
  if (resolution.empty()) refuse_input("resolution", "is empty", "say how it was resolved");
  const TextParts parts = split(GridFileKind::blockers, file.text);
  const std::vector<BlockerText> blockers = read_blockers(file.text, body_begin(parts, file.text));
  const BlockerText& blocker = find_blocker(blockers, number);
  std::vector<std::string> expected;
  for (const BlockerText& other : blockers)
    expected.push_back(&other == &blocker ? resolved_json(blocker, resolution, now) : other.json);
  std::string text = resolved_text(file.text, blocker, resolution, now);
  require_sections(k_blockers, file.text, text, as_array(expected));
  return {{file.name, std::move(text)}};
}

GridEdits scratch_edits(const GridSnapshot& grid, const NewScratchEntry& entry, std::string_view now) {
  const GridFile* const file = find_readable(grid, k_scratchpad.name);
  const std::string text = file == nullptr ? "# Scratchpad\n" : file->text;
  return with_section(k_scratchpad, text, scratch_section(entry, now, line_end_of(text)),
                      scratch_json(entry, now));
}

GridEdits scratch_archive_edits(const GridSnapshot& grid) {
  const GridFile& file = readable_file(grid, k_scratchpad.name);
  const TextParts parts = split(GridFileKind::scratchpad, file.text);
  const std::vector<ScratchEntry> entries = read_scratchpad(file.text, body_begin(parts, file.text));
  const auto first = std::find_if(entries.begin(), entries.end(), [&](const ScratchEntry& entry) {
    return std::string_view(file.text).substr(entry.begin).starts_with("## ");
  });
  if (first == entries.end()) return {};
  const GridFile* const archive = grid.find(k_archive);
  return {{file.name, file.text.substr(0, first->begin)},
          {std::string(k_archive), with_paragraph(archive == nullptr ? "# Archive\n" : archive->text,
                                                  file.text.substr(first->begin))}};
}

}  // namespace rlmdb::grid
