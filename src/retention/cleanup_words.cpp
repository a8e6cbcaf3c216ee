// SPDX-License-Identifier: MIT
#include "retention/cleanup_words.hpp"

#include <array>

namespace rlmdb::retention {

namespace {

using std::chrono::milliseconds;

/// In the largest unit that leaves no rest.
std::string duration_text(milliseconds duration) {
  struct Unit {
    milliseconds length;
    const char* name;
  };
  static constexpr std::array<Unit, 4> k_units = {{{std::chrono::days(1), " d"},
                                                   {std::chrono::hours(1), " h"},
                                                   {std::chrono::minutes(1), " min"},
                                                   {std::chrono::seconds(1), " s"}}};
  for (const Unit& unit : k_units) {
    if (duration.count() != 0 && duration % unit.length == milliseconds::zero())
      return std::to_string(duration / unit.length) + unit.name;
  }
  return std::to_string(duration.count()) + " ms";
}

std::string share(std::int64_t part, std::int64_t nodes) {
  return nodes == 1 ? "its node" : std::to_string(part) + " of its " + std::to_string(nodes) + " nodes";
}

}  // namespace

std::string unfinished_words(std::int64_t unfinished, std::int64_t nodes) {
  return share(unfinished, nodes) + (unfinished == 1 ? " is" : " are") + " not finished";
}

std::string unreviewed_words(std::int64_t unreviewed, std::int64_t nodes) {
  return share(unreviewed, nodes) + " failed, and nobody reviewed " + (unreviewed == 1 ? "it" : "them");
}

std::string younger_words(std::int64_t young, std::int64_t nodes) {
  return share(young, nodes) + " ended too recently, or nobody knows when";
}

std::string age_words(const RetentionPolicy& policy, std::string_view state, bool is_node) {
  milliseconds kept = policy.completed.value_or(milliseconds::zero());
  if (state == "failed" && policy.failed) kept = *policy.failed;
  if (state == "cancelled" && policy.cancelled) kept = *policy.cancelled;
  return (is_node ? "its tree ended more than " : std::string(state) + " more than ") + duration_text(kept) +
         " ago";
}

}  // namespace rlmdb::retention
