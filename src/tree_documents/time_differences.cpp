// SPDX-License-Identifier: MIT
#include "tree_documents/time_differences.hpp"

#include "json/json_difference.hpp"
#include "json/json_string.hpp"
#include "json/object_view.hpp"
#include "util/instant.hpp"

namespace rlmdb::tree_documents {

namespace {

constexpr std::size_t k_most_listed = 10;

/// Or only one of them is given.
bool is_one_moment(const NodeDifference& difference) {
  if (json::is_nothing(difference.in_node) || json::is_nothing(difference.in_task)) return true;
  const auto moment = [](std::string_view raw) { return util::instant_ms(json::text_of(raw).value_or("")); };
  const auto in_node = moment(difference.in_node);
  return in_node && in_node == moment(difference.in_task);
}

}  // namespace

void TimeDifferences::take_from(std::vector<NodeDifference>& differences, std::string_view task) {
  std::erase_if(differences, [&](const NodeDifference& difference) {
    if (difference.path.front() != "timestamps") return false;
    if (!is_one_moment(difference)) add(difference, task);
    return true;
  });
}

std::string TimeDifferences::text() const {
  const std::string more =
      m_count > k_most_listed ? "; and " + std::to_string(m_count - k_most_listed) + " more" : std::string();
  const std::string what =
      m_count == 1
          ? "1 time of a node in the document is not that of its task, which stays as it is: "
          : std::to_string(m_count) +
                " times of nodes in the document are not those of their tasks, which stay as they are: ";
  return what + m_listed + more;
}

void TimeDifferences::add(const NodeDifference& difference, std::string_view task) {
  if (++m_count > k_most_listed) return;
  m_listed += std::string(m_listed.empty() ? "" : "; ") + std::string(task) + " " + pointer_of(difference) +
              " " + json::shown_value(difference.in_node) + ", in the task " +
              json::shown_value(difference.in_task);
}

}  // namespace rlmdb::tree_documents
