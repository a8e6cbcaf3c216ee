// SPDX-License-Identifier: MIT
#include "grid/blockers_text.hpp"

#include <algorithm>

#include "grid/labelled_text.hpp"
#include "json/object_text.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::grid {

namespace {

std::string in_lower_case(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

BlockerText read_blocker(std::string_view text, const Section& section, const NumberedHeading& heading) {
  BlockerText blocker;
  const std::string_view word = heading.rest.substr(0, heading.rest.find_first_of(" \t"));
  blocker.number = heading.number;
  blocker.status = in_lower_case(word);
  const char* const place = word.empty() ? section.heading.data() + section.heading.size() : word.data();
  blocker.status_begin = static_cast<std::size_t>(place - text.data());
  blocker.status_size = word.size();
  blocker.end = section.last_piece_end();
  MemberList members;
  members.set("number", json::quoted(heading.number));
  if (!word.empty()) members.set("status", json::quoted(blocker.status));
  for (const LabelledValue& label : labels_of(section)) {
    if (label.name != "number" && label.name != "status")
      members.set(label.name, json::quoted(text_of(label)));
  }
  blocker.json = members.finish();
  return blocker;
}

struct LabelOfBlocker {
  std::string_view label;
  std::string_view member;
  std::string_view text;
};

std::vector<LabelOfBlocker> labels_of_new(const NewGridBlocker& blocker, std::string_view at) {
  std::vector<LabelOfBlocker> labels = {
      {"Block", "block", blocker.block},
      {"Thread", "thread", blocker.thread},
      {"Type", "type", blocker.type},
      {"Description", "description", blocker.description},
      {"Waiting For", "waiting_for", blocker.waiting_for},
      {"Created At", "created_at", at},
  };
  std::erase_if(labels, [](const LabelOfBlocker& label) { return label.text.empty(); });
  return labels;
}

}  // namespace

std::vector<BlockerText> read_blockers(std::string_view text, std::size_t begin) {
  std::vector<BlockerText> blockers;
  SectionReader reader(text, begin);
  for (Section section; reader.next(section);) {
    if (const auto heading = numbered_heading(section, "Blocker"))
      blockers.push_back(read_blocker(text, section, *heading));
  }
  return blockers;
}

std::string blocker_section(const NewGridBlocker& blocker, std::int64_t number, std::string_view at,
                            std::string_view line_end) {
  if (blocker.description.empty())
    throw Error(ErrorCode::invalid_input, "a blocker needs a description", "description",
                "nothing was changed; say what blocks");
  std::string section = "## Blocker " + std::to_string(number) + ": ACTIVE";
  section += line_end;
  for (const LabelOfBlocker& label : labels_of_new(blocker, at)) {
    require_plain(label.text, std::string(label.member));
    section += label_line(label.label, label.text, Quotes::where_needed, line_end);
  }
  return section;
}

std::string blocker_json(const NewGridBlocker& blocker, std::int64_t number, std::string_view at) {
  json::ObjectText object;
  object.add("number", json::quoted(std::to_string(number)));
  object.add("status", json::quoted("active"));
  for (const LabelOfBlocker& label : labels_of_new(blocker, at))
    object.add(label.member, json::quoted(label.text));
  return object.finish();
}

}  // namespace rlmdb::grid
