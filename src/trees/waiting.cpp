// SPDX-License-Identifier: MIT
#include "trees/waiting.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace rlmdb::trees {

namespace {

constexpr std::size_t k_most_blockers_named = 3;
constexpr std::size_t k_most_of_circle_named = 10;

bool is_unknown(const Blocker& blocker) {
  return blocker.id == 0;
}

std::string names_of(const std::vector<Blocker>& blockers) {
  std::string text;
  for (std::size_t i = 0; i < std::min(blockers.size(), k_most_blockers_named); ++i)
    text += (i == 0 ? "" : ", ") + blockers[i].name;
  if (blockers.size() > k_most_blockers_named) text += ", …";
  return text;
}

std::string reason_of_children(const std::vector<Blocker>& unfinished, std::size_t all) {
  std::string which = "its child";
  if (all > 1) which = "its " + std::to_string(all) + " children";
  if (unfinished.size() < all) which.insert(0, std::to_string(unfinished.size()) + " of ");
  return "waits for " + which + " before it can merge: " + names_of(unfinished);
}

std::string reason_of_sibling(const std::string& name, Strategy strategy) {
  if (strategy == Strategy::map_reduce)
    return "waits for " + name + ", one of the parts it gathers (map-reduce)";
  if (strategy == Strategy::conditional)
    return "waits for " + name + ", whose result it depends on (conditional)";
  return "waits for " + name + ", which comes before it (sequential)";
}

std::string reason_of_dependencies(const std::vector<Blocker>& unfinished) {
  if (unfinished.size() == 1) return "waits for " + unfinished.front().name + ", which it depends on";
  return "waits for " + std::to_string(unfinished.size()) +
         " tasks that it depends on: " + names_of(unfinished);
}

std::string reason_of_unknown(const std::vector<Blocker>& unfinished) {
  std::vector<Blocker> unknown;
  std::copy_if(unfinished.begin(), unfinished.end(), std::back_inserter(unknown), is_unknown);
  if (unknown.size() == 1) return "depends on " + unknown.front().name + ", an id that no task has";
  return "depends on " + std::to_string(unknown.size()) + " ids that no task has: " + names_of(unknown);
}

Waiting waiting_for(std::vector<Blocker> dependencies, Relations& node) {
  if (std::any_of(dependencies.begin(), dependencies.end(), is_unknown))
    return {WaitsFor::unknown, std::move(dependencies)};
  std::string circle = node.dependency_circle();
  const WaitsFor what = circle.empty() ? WaitsFor::dependencies : WaitsFor::circle;
  return {what, std::move(dependencies), Strategy::parallel, std::move(circle)};
}

bool waits_for_siblings(Strategy strategy, Relations& node) {
  if (strategy == Strategy::map_reduce) return node.is_last_sibling();
  return strategy == Strategy::sequential || strategy == Strategy::conditional;
}

Waiting waiting_for_sibling(Relations& node) {
  const Strategy strategy = node.strategy_above();
  if (waits_for_siblings(strategy, node)) {
    if (std::optional<Blocker> sibling = node.earlier_sibling())
      return {WaitsFor::sibling, {*std::move(sibling)}, strategy};
  }
  return {};
}

std::string reason_of_own(const Waiting& waiting, std::size_t all_children) {
  switch (waiting.what) {
    case WaitsFor::children:
      return reason_of_children(waiting.blockers, all_children);
    case WaitsFor::sibling:
      return reason_of_sibling(waiting.blockers.front().name, waiting.strategy);
    case WaitsFor::dependencies:
      return reason_of_dependencies(waiting.blockers);
    case WaitsFor::unknown:
      return reason_of_unknown(waiting.blockers);
    case WaitsFor::circle:
      return "waits in a circle of dependencies: " + waiting.circle;
    case WaitsFor::time:
      return "is " + reason_of(*waiting.time);
    case WaitsFor::nothing:
      break;
  }
  return {};
}

}  // namespace

Waiting find_waiting(Relations& node) {
  if (std::vector<Blocker> children = node.unfinished_children(); !children.empty())
    return {WaitsFor::children, std::move(children)};
  if (Waiting waiting = waiting_for_sibling(node); waiting.what != WaitsFor::nothing) return waiting;
  if (std::vector<Blocker> dependencies = node.unfinished_dependencies(); !dependencies.empty())
    return waiting_for(std::move(dependencies), node);
  return node.turn_above();
}

Waiting find_turn(Relations& node) {
  if (Waiting waiting = waiting_for_sibling(node); waiting.what != WaitsFor::nothing) return waiting;
  std::vector<Blocker> dependencies = node.unfinished_dependencies();
  std::erase_if(dependencies, [&](const Blocker& task) { return !is_unknown(task) && node.is_above(task); });
  if (!dependencies.empty()) return waiting_for(std::move(dependencies), node);
  Waiting waiting;
  if (waiting.time = node.scheduled(); waiting.time) waiting.what = WaitsFor::time;
  return waiting;
}

bool has_begun(std::string_view state) noexcept {
  return state == "running" || state == "completed";
}

Strategy strategy_named(std::string_view text) noexcept {
  if (text == "sequential") return Strategy::sequential;
  if (text == "conditional") return Strategy::conditional;
  if (text == "map-reduce") return Strategy::map_reduce;
  return Strategy::parallel;
}

std::string text_of_circle(const std::vector<Blocker>& circle) {
  std::string text;
  for (std::size_t i = 0; i < std::min(circle.size(), k_most_of_circle_named); ++i)
    text += circle[i].name + " → ";
  if (circle.size() > k_most_of_circle_named) text += "… → ";
  return text + circle.front().name;
}

std::string reason_of(const Waiting& waiting, std::size_t all_children) {
  std::string text = reason_of_own(waiting, all_children);
  if (waiting.above) text.insert(0, "lies below " + waiting.above->name + ", which ");
  return text;
}

std::string reason_of(const Start& start) {
  if (start.has_children) return "all its children are finished, it can merge";
  if (!start.checkpoint.id.empty()) {
    std::string text = "resume from checkpoint " + start.checkpoint.id;
    if (!start.checkpoint.name.empty()) text.append(" '").append(start.checkpoint.name).append("'");
    if (start.checkpoint.is_held) return text;
    return text + (start.checkpoint.snapshot_path.empty()
                       ? ", of which only the name is known"
                       : ", once its file is imported: " + start.checkpoint.snapshot_path);
  }
  return start.was_started ? "run it again from its beginning" : "ready to run";
}

std::string reason_of(const records::NotBefore& not_before) {
  if (not_before.is_scheduled) return "scheduled for " + not_before.time;
  return "waits until " + not_before.time + " after a lost attempt";
}

}  // namespace rlmdb::trees
