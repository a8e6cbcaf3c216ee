// SPDX-License-Identifier: MIT
#include "loops/loop_document.hpp"

#include "json/object_text.hpp"

namespace rlmdb::loops {

LoopDocument split_loop_document(std::string_view compact) {
  LoopDocument document;
  document.outline = compact;
  for (const LoopList of : k_members_of<LoopList>) {
    const std::string_view entries = json::find_member(compact, to_text(of));
    if (!entries.starts_with('[')) continue;
    std::vector<std::string_view> elements;
    json::split_elements(entries, elements);
    if (elements.empty()) continue;
    document.list(of).assign(elements.begin(), elements.end());
    document.outline = json::with_member(document.outline, to_text(of), "[]");
  }
  return document;
}

std::string join_loop_document(const LoopDocument& document) {
  std::string compact = document.outline;
  for (const LoopList of : k_members_of<LoopList>) {
    if (document.list(of).empty()) continue;
    std::string list = "[";
    for (const std::string& entry : document.list(of)) {
      if (list.size() > 1) list += ',';
      list += entry;
    }
    list += ']';
    compact = json::with_member(compact, to_text(of), list);
  }
  return compact;
}

}  // namespace rlmdb::loops
