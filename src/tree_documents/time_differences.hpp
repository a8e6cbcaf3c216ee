// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/json_string.hpp"
#include "json/object_view.hpp"
#include "records/shown_value.hpp"
#include "tree_documents/tree_node.hpp"
#include "util/instant.hpp"

namespace rlmdb::tree_documents {

/// The times in which documents and the tasks of their nodes differ, for one warning that lists them. A time
/// that only one of the two has is no difference: a document is written earlier or later than its task. Nor
/// is one moment in two spellings.
class TimeDifferences {
 public:
  /// Takes the differences that are of times out of `differences`, which are of the task `task`.
  void take_from(std::vector<NodeDifference>& differences, std::string_view task) {
    std::erase_if(differences, [&](const NodeDifference& difference) {
      if (difference.path.front() != "timestamps") return false;
      if (!is_one_moment(difference)) add(difference, task);
      return true;
    });
  }

  [[nodiscard]] bool empty() const noexcept { return m_count == 0; }

  /// "1 time of a node in the document is not that of its task, which stays as it is: task-0001
  /// /timestamps/started_at "…", in the task "…"". REQUIRES: not empty().
  [[nodiscard]] std::string text() const {
    const std::string more = m_count > k_most_listed
                                 ? "; and " + std::to_string(m_count - k_most_listed) + " more"
                                 : std::string();
    return (m_count == 1 ? "1 time of a node in the document is not that of its task, which stays as it is: "
                         : std::to_string(m_count) +
                               " times of nodes in the document are not those of "
                               "their tasks, which stay as they are: ") +
           m_listed + more;
  }

 private:
  static constexpr std::size_t k_most_listed = 10;

  /// Or only one of them is given.
  static bool is_one_moment(const NodeDifference& difference) {
    if (json::is_nothing(difference.in_node) || json::is_nothing(difference.in_task)) return true;
    const auto moment = [](std::string_view raw) {
      return util::instant_ms(json::text_of(raw).value_or(""));
    };
    const auto in_node = moment(difference.in_node);
    return in_node && in_node == moment(difference.in_task);
  }

  void add(const NodeDifference& difference, std::string_view task) {
    if (++m_count > k_most_listed) return;
    m_listed += std::string(m_listed.empty() ? "" : "; ") + std::string(task) + " " + pointer_of(difference) +
                " " + records::shown_value(difference.in_node) + ", in the task " +
                records::shown_value(difference.in_task);
  }

  std::size_t m_count = 0;
  std::string m_listed;
};

}  // namespace rlmdb::tree_documents
