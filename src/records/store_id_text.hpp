// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace rlmdb::records {

/// The record's canonical text, of whatever layout, with `legacy_id` as its `id`. REQUIRES: it has one.
[[nodiscard]] std::string with_store_id(std::string_view record_text, std::string_view legacy_id);

/// Records of one source that go by another store id here, and what that source's records name them by.
class FollowedIds {
 public:
  /// `old_id` is of a record of the source that goes by `new_id` here; the same where it keeps its own.
  void add(std::string_view old_id, std::string_view new_id);
  /// Whether there is anything to follow. An id that the source has more than once is not followed.
  [[nodiscard]] bool empty() const noexcept { return m_followed.empty(); }
  /// The id that a record goes by here; "" where it is not followed.
  [[nodiscard]] std::string_view find(std::string_view old_id) const;
  /// The record's canonical text with the new ids where it names others: in `parent_id`, `depends_on`,
  /// `children` and the like, its own and those of its metadata. All else stays.
  [[nodiscard]] std::string text(std::string record) const;

 private:
  [[nodiscard]] std::string with_new_ids(std::string_view raw_value) const;

  std::unordered_map<std::string, std::string> m_followed;
  std::unordered_set<std::string> m_seen;
};

}  // namespace rlmdb::records
