// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tree_documents/tree_node.hpp"

namespace rlmdb::tree_documents {

/// The times in which documents and the tasks of their nodes differ, for one warning that lists them. A time
/// that only one of the two has is no difference: a document is written earlier or later than its task. Nor
/// is one moment in two spellings.
class TimeDifferences {
 public:
  /// Takes the differences that are of times out of `differences`, which are of the task `task`.
  void take_from(std::vector<NodeDifference>& differences, std::string_view task);

  [[nodiscard]] bool empty() const noexcept { return m_count == 0; }

  /// "1 time of a node in the document is not that of its task, which stays as it is: task-0001
  /// /timestamps/started_at "…", in the task "…"". REQUIRES: not empty().
  [[nodiscard]] std::string text() const;

 private:
  void add(const NodeDifference& difference, std::string_view task);

  std::size_t m_count = 0;
  std::string m_listed;
};

}  // namespace rlmdb::tree_documents
