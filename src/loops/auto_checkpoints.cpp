// SPDX-License-Identifier: MIT
#include "loops/auto_checkpoints.hpp"

#include <algorithm>

#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"

namespace rlmdb::loops {

bool asks_for(std::string_view outline, AutoCheckpoint at) {
  const std::string_view asked =
      json::find_member(json::find_member(outline, "configuration"), "auto_checkpoints");
  if (!asked.starts_with('[')) return false;
  std::vector<std::string_view> words;
  json::split_elements(asked, words);
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return json::text_of(word) == to_text(at); });
}

std::string auto_checkpoints_text(const std::vector<AutoCheckpoint>& at) {
  std::string text;
  for (const AutoCheckpoint one : k_members_of<AutoCheckpoint>)
    if (std::find(at.begin(), at.end(), one) != at.end())
      text += (text.empty() ? "" : ",") + json::quoted(to_text(one));
  return "[" + text + "]";
}

}  // namespace rlmdb::loops
