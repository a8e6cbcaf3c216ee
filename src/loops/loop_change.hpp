// SPDX-License-Identifier: MIT
/// What each verb that changes a loop is made of.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "json/object_text.hpp"
#include "loops/loop_edit.hpp"
#include "rlmdb/loop.hpp"

namespace rlmdb::loops {

/// `apply` in a transaction of its own; it gets the edit of the loop, and its answer is returned.
template <class Apply>
LoopChanged change_once(Store& store, const LoopId& loop, const LoopCondition& condition, Apply apply) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  LoopChanged changed;
  {
    db::WriteTransaction transaction(connection);
    LoopEdit edit(connection, loop, condition);
    changed = apply(edit);
    transaction.commit();
  }
  db::keep_wal_short(connection);
  return changed;
}

/// `object` with all members of `members` set; where it is none, those alone.
[[nodiscard]] inline std::string with_members(std::string_view object, std::string_view members) {
  std::vector<json::Member> all;
  json::split_members(members, all);
  std::string text = object.starts_with('{') ? std::string(object) : "{}";
  for (const json::Member& member : all)
    text = json::with_member(text, member.raw_name.substr(1, member.raw_name.size() - 2), member.raw_value);
  return text;
}

/// Error conflict of a loop that has ended.
inline void require_not_ended(const LoopEdit& edit, const std::string& wish) {
  if (is_ended(edit.status())) refuse_status(edit, wish);
}

}  // namespace rlmdb::loops
