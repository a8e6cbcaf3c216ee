// SPDX-License-Identifier: MIT
/// A loop state document as an outline and its lists.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "loops/loop_list.hpp"

namespace rlmdb::loops {

struct LoopDocument {
  std::string outline;  ///< compact: the lists stand as []
  /// By LoopList: the entries, compact, in order.
  std::array<std::vector<std::string>, k_members_of<LoopList>.size()> lists;

  [[nodiscard]] std::vector<std::string>& list(LoopList of) { return lists.at(static_cast<std::size_t>(of)); }
  [[nodiscard]] const std::vector<std::string>& list(LoopList of) const {
    return lists.at(static_cast<std::size_t>(of));
  }
};

/// Takes `compact` apart, a JSON object in canonical compact text. A member of a list's name that is no array
/// stays in the outline as it is. Linear.
[[nodiscard]] LoopDocument split_loop_document(std::string_view compact);

/// The compact text again. A list that has entries and no place in the outline gets one, last.
[[nodiscard]] std::string join_loop_document(const LoopDocument& document);

}  // namespace rlmdb::loops
