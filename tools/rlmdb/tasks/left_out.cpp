// SPDX-License-Identifier: MIT
#include "tasks/left_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "format/units_text.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

/// Of more it is said that they are more.
constexpr std::size_t k_most_counted = 1'000;

std::string count_of(std::size_t count) {
  return count > k_most_counted ? "more than " + count_text(k_most_counted) : count_text(count);
}

/// "(none) 5, coder 2", the most first.
std::string agents_of(const std::vector<TaskSummary>& tasks) {
  constexpr std::size_t k_most_agents = 5;
  std::map<std::string, std::size_t> counts;
  for (const TaskSummary& task : tasks) ++counts[task.agent.value_or("(none)")];
  std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& left, const auto& right) { return left.second > right.second; });
  std::string text;
  for (std::size_t i = 0; i < std::min(sorted.size(), k_most_agents); ++i)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", make_visible(sorted[i].first), sorted[i].second);
  return sorted.size() > k_most_agents ? text + ", …" : text;
}

std::vector<TaskSummary> some(const Store& store, TaskFilter filter) {
  filter.limit = static_cast<std::int64_t>(k_most_counted) + 1;
  filter.offset = 0;
  return store.list(filter);
}

/// A filter by itself.
struct FilterPart {
  std::string words;  ///< "--agent claude"
  TaskFilter filter{};
};

std::vector<FilterPart> parts_of(const TaskFilter& filter) {
  std::vector<FilterPart> parts;
  const auto add = [&](bool is_given, std::string words, auto TaskFilter::*member) {
    if (!is_given) return;
    parts.push_back({std::move(words), {}});
    parts.back().filter.*member = filter.*member;
  };
  add(filter.state.has_value(), "--state " + filter.state.value_or(""), &TaskFilter::state);
  add(filter.agent.has_value(), "--agent " + filter.agent.value_or(""), &TaskFilter::agent);
  add(filter.tree.has_value(), "--tree " + filter.tree.value_or(TreeId{}).text, &TaskFilter::tree);
  add(filter.where.has_value(), "--where", &TaskFilter::where);
  add(!filter.created.is_all(), "the time of creation", &TaskFilter::created);
  add(!filter.started.is_all(), "--started", &TaskFilter::started);
  add(!filter.ended.is_all(), "--ended", &TaskFilter::ended);
  return parts;
}

/// "; task-0000 is running", "; 3 are running"
std::string running_of(const Store& store, const ReadyFilter& filter) {
  const std::vector<TaskSummary> running =
      some(store, {.state = "running", .agent = filter.agent, .tree = filter.tree});
  if (running.empty()) return {};
  return running.size() == 1 ? fmt::format("; {} is running", running.front().id.text)
                             : fmt::format("; {} are running", count_of(running.size()));
}

}  // namespace

std::string nothing_in_list(const Store& store, const TaskFilter& filter) {
  const std::int64_t all = store.stats().total;
  if (all == 0) return "there is no task";
  const std::vector<FilterPart> parts = parts_of(filter);
  std::string alone;
  for (const FilterPart& part : parts) {
    const std::size_t left = some(store, part.filter).size();
    alone += fmt::format("{} {}{} leaves {}", alone.empty() ? "" : ",", make_visible(part.words),
                         parts.size() > 1 ? " alone" : "", left == 0 ? "none" : count_of(left));
    if (left == 0 && part.filter.agent.has_value())
      alone += fmt::format(" (agents: {})", agents_of(some(store, {})));
  }
  return fmt::format("no task matches; of {}{}", counted(static_cast<std::uint64_t>(all), "task", "tasks"),
                     alone.empty() ? " none stands there" : alone);
}

std::string left_out_of_queue(const Store& store, const ReadyFilter& filter) {
  if (!filter.agent.has_value() && !filter.tree.has_value()) return {};
  const std::string of = (filter.agent.has_value() ? " for the agent " + make_visible(*filter.agent) : "") +
                         (filter.tree.has_value() ? " in " + make_visible(filter.tree->text) : "");
  ReadyFilter others;
  others.limit = static_cast<std::int64_t>(k_most_counted) + 1;
  const std::vector<TaskSummary> ready = store.ready(others);
  if (!ready.empty())
    return fmt::format("none{}; {} {} ready: {}", of,
                       ready.size() == 1 ? "1 other" : count_of(ready.size()) + " others",
                       ready.size() == 1 ? "is" : "are", agents_of(ready));
  const std::vector<TaskSummary> queued = some(store, {.state = "queued"});
  if (queued.empty()) return {};
  return fmt::format("none{}, nor any other of {} that are queued: {}", of, count_of(queued.size()),
                     agents_of(queued));
}

std::string why_none_is_ready(const Store& store, const ReadyFilter& filter) {
  constexpr std::int64_t k_most_asked = 20;  // of a long queue not every task is asked
  constexpr std::string_view k_more = "`rlmdb ready --explain --limit 20` says for what each of them waits";
  TaskFilter queued{.state = "queued", .agent = filter.agent, .tree = filter.tree};
  queued.limit = k_most_asked + 1;
  const auto count = static_cast<std::int64_t>(store.list(queued).size());
  if (count == 0) {
    std::string left_out = left_out_of_queue(store, filter);
    if (left_out.empty())
      left_out =
          filter.agent.has_value() || filter.tree.has_value() ? "none of these is queued" : "none is queued";
    return left_out + running_of(store, filter);
  }
  if (count > k_most_asked) return fmt::format("more than {} wait; {}", k_most_asked, k_more);
  const std::vector<Readiness> waiting = store.explain_ready({filter.agent, filter.tree});
  if (waiting.empty()) return "what was queued is taken";
  const std::string first = fmt::format("{}: {}", waiting.front().task.id.text, waiting.front().reason);
  return waiting.size() == 1 ? first : fmt::format("{}; {} more wait, {}", first, waiting.size() - 1, k_more);
}

}  // namespace rlmdb::cli
