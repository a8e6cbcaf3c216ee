// SPDX-License-Identifier: MIT
#include "records/store_id_text.hpp"

#include <vector>

#include "json/json_members.hpp"
#include "json/json_string.hpp"

namespace rlmdb::records {

std::string with_store_id(std::string_view record_text, std::string_view legacy_id) {
  std::vector<json::Member> members;
  json::split_members(record_text, members);
  const std::string_view old_id = json::find_member(members, "id");
  const std::size_t begin = static_cast<std::size_t>(old_id.data() - record_text.data());
  std::string text(record_text.substr(0, begin));
  text += json::quoted(legacy_id);
  return text += record_text.substr(begin + old_id.size());
}

}  // namespace rlmdb::records
