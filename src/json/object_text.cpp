// SPDX-License-Identifier: MIT
#include "json/object_text.hpp"

namespace rlmdb::json {

std::optional<std::string> text_member(std::string_view object, std::string_view name) {
  return text_of(find_member(object, name));
}

std::string with_elements(std::string_view array, std::span<const std::string> elements) {
  std::string text(array.starts_with('[') ? array.substr(0, array.size() - 1) : "[");
  for (const std::string& element : elements) {
    if (text.size() > 1) text += ',';
    text += element;
  }
  return text + ']';
}

std::string with_member(std::string_view object, std::string_view name, std::string_view raw) {
  std::vector<Member> members;
  if (object.starts_with('{')) split_members(object, members);
  ObjectText text(object.size() + raw.size());
  bool is_there = false;
  for (const Member& member : members) {
    const std::string_view inside = member.raw_name.substr(1, member.raw_name.size() - 2);
    const bool is_it = inside == name;
    is_there = is_there || is_it;
    text.add_if_there(inside, is_it ? raw : member.raw_value);
  }
  if (!is_there) text.add_if_there(name, raw);
  return std::move(text).finish();
}

}  // namespace rlmdb::json
