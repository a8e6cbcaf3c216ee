// SPDX-License-Identifier: MIT
#include "retention/cleanup_words.hpp"

#include <array>

namespace rlmdb::retention {

namespace {

using std::chrono::milliseconds;

struct Unit {
  milliseconds length;
  const char* word;    ///< in a sentence
  const char* option;  ///< in an argument
};

/// The largest that leaves no rest.
const Unit& unit_of(milliseconds duration) {
  static constexpr std::array<Unit, 5> k_units = {{{std::chrono::days(1), " d", "d"},
                                                   {std::chrono::hours(1), " h", "h"},
                                                   {std::chrono::minutes(1), " min", "m"},
                                                   {std::chrono::seconds(1), " s", "s"},
                                                   {milliseconds(1), " ms", "ms"}}};
  for (const Unit& unit : k_units) {
    if (duration.count() != 0 && duration % unit.length == milliseconds::zero()) return unit;
  }
  return k_units.back();
}

std::string duration_text(milliseconds duration) {
  const Unit& unit = unit_of(duration);
  return std::to_string(duration / unit.length) + unit.word;
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

std::string setting_words(RetentionKind kind, const Retained& kept) {
  const std::string name = std::string(to_text(kind)) + "=";
  if (const auto* count = std::get_if<std::int64_t>(&kept)) return name + std::to_string(*count);
  const milliseconds duration = std::get<milliseconds>(kept);
  const Unit& unit = unit_of(duration);
  return name + std::to_string(duration / unit.length) + unit.option;
}

}  // namespace rlmdb::retention
