// SPDX-License-Identifier: MIT
#include "grid/scratchpad_text.hpp"

#include <algorithm>
#include <utility>

#include "grid/labelled_text.hpp"
#include "json/object_text.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::grid {

namespace {

struct ScratchHeading {
  std::string_view at;
  std::string_view program;
  std::string_view block;
  std::string_view thread;
  bool is_known = true;  ///< false: there is more in it than these
};

bool begins_with_date(std::string_view text) {
  constexpr std::string_view k_form = "dddd-dd-dd";
  if (text.size() < k_form.size()) return false;
  return std::equal(k_form.begin(), k_form.end(), text.begin(),
                    [](char form, char c) { return form == 'd' ? c >= '0' && c <= '9' : c == form; });
}

std::string_view behind_word(std::string_view part, std::string_view word) {
  if (part.size() <= word.size() || part[word.size()] != ' ') return {};
  const bool is_it = std::equal(word.begin(), word.end(), part.begin(),
                                [](char w, char c) { return c == w || c == w - 'a' + 'A'; });
  return is_it ? trimmed(part.substr(word.size())) : std::string_view();
}

void take_part(ScratchHeading& heading, std::string_view part) {
  const std::string_view block = behind_word(part, "block");
  const std::string_view thread = behind_word(part, "thread");
  std::string_view& place = !block.empty()           ? heading.block
                            : !thread.empty()        ? heading.thread
                            : begins_with_date(part) ? heading.at
                                                     : heading.program;
  if (!place.empty()) heading.is_known = false;
  if (place.empty()) place = !block.empty() ? block : !thread.empty() ? thread : part;
}

/// What stands between the parts of a heading: a bar, else a dash.
std::string_view separator_in(std::string_view text) {
  for (const std::string_view separator : {"|", " - ", " \xe2\x80\x93 ", " \xe2\x80\x94 "})
    if (text.find(separator) != std::string_view::npos) return separator;
  return "|";
}

ScratchHeading heading_parts(std::string_view text) {
  ScratchHeading heading;
  const std::string_view separator = separator_in(text);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view part = trimmed(text.substr(0, end));
    if (!part.empty()) take_part(heading, part);
    text.remove_prefix(std::min(end + separator.size(), text.size()));
  }
  const bool is_named_only = heading.at.empty() && heading.block.empty() && heading.thread.empty();
  if (!is_named_only) return heading;
  ScratchHeading unknown;
  unknown.is_known = false;
  return unknown;
}

void add_text(json::ObjectText& object, std::string_view name, std::string_view text) {
  if (!text.empty()) object.add(name, json::quoted(text));
}

std::string note_of(const Piece& piece) {
  if (piece.kind != PieceKind::label) return unquoted(piece.value);
  std::string note = "**";
  return note.append(piece.label).append(":** ").append(piece.value);
}

std::string entry_json(const Section& section) {
  const ScratchHeading heading = section.level == 2 ? heading_parts(section.heading) : ScratchHeading{};
  json::ObjectText object;
  if (!heading.is_known) object.add("heading", json::quoted(section.heading));
  add_text(object, "at", heading.at);
  add_text(object, "program", heading.program);
  add_text(object, "block", heading.block);
  add_text(object, "thread", heading.thread);
  std::vector<std::string> notes;
  for (const Piece& piece : section.pieces) notes.push_back(json::quoted(note_of(piece)));
  object.add("notes", as_array(notes));
  return object.finish();
}

bool is_entry(const Section& section) {
  if (section.level == 2) return true;
  return std::any_of(section.pieces.begin(), section.pieces.end(),
                     [](const Piece& piece) { return piece.kind == PieceKind::bullet; });
}

void require_part(const std::string& part, const std::string& where) {
  if (!part.empty()) require_heading_part(part, where);
}

void require_entry(const NewScratchEntry& entry) {
  require_part(entry.program, "program");
  require_part(entry.block, "block");
  require_part(entry.thread, "thread");
  if (begins_with_date(entry.program) || !behind_word(entry.program, "block").empty() ||
      !behind_word(entry.program, "thread").empty())
    throw Error(ErrorCode::invalid_input, "a program's name cannot be told from a date, a block or a thread",
                "program", "nothing was changed; give it another name");
  if (entry.notes.empty())
    throw Error(ErrorCode::invalid_input, "an entry needs a note", "notes", "nothing was changed");
  for (std::size_t i = 0; i < entry.notes.size(); ++i) {
    const std::string where = "notes/" + std::to_string(i);
    require_plain(entry.notes[i], where);
    if (entry.notes[i].empty())
      throw Error(ErrorCode::invalid_input, "a note is empty", where, "nothing was changed");
  }
}

}  // namespace

std::vector<ScratchEntry> read_scratchpad(std::string_view text, std::size_t begin) {
  std::vector<ScratchEntry> entries;
  SectionReader reader(text, begin);
  for (Section section; reader.next(section);) {
    if (is_entry(section)) entries.push_back({entry_json(section), section.begin, section.end});
  }
  return entries;
}

std::string scratch_section(const NewScratchEntry& entry, std::string_view at, std::string_view line_end) {
  require_entry(entry);
  std::string section = "## ";
  section.append(at);
  if (!entry.program.empty()) section.append(" | ").append(entry.program);
  if (!entry.block.empty()) section.append(" | block ").append(entry.block);
  if (!entry.thread.empty()) section.append(" | thread ").append(entry.thread);
  section += line_end;
  for (const std::string& note : entry.notes)
    section.append("- ").append(as_value(note, Quotes::where_needed, line_end)).append(line_end);
  return section;
}

std::string scratch_json(const NewScratchEntry& entry, std::string_view at) {
  json::ObjectText object;
  add_text(object, "at", at);
  add_text(object, "program", entry.program);
  add_text(object, "block", entry.block);
  add_text(object, "thread", entry.thread);
  std::vector<std::string> notes;
  for (const std::string& note : entry.notes) notes.push_back(json::quoted(note));
  object.add("notes", as_array(notes));
  return object.finish();
}

}  // namespace rlmdb::grid
