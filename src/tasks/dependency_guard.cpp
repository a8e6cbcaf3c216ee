// SPDX-License-Identifier: MIT
// From each new dependency on, what it leads to is walked, until the task is met. After many steps that a
// call takes altogether, all dependencies are read once instead, so that many changes at once cost no square.
#include "tasks/dependency_guard.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rlmdb/error.hpp"
#include "trees/relation_rows.hpp"

namespace rlmdb::tasks {

namespace {

constexpr std::size_t k_most_looked_at = 10'000;

bool may_name_dependencies(const TaskAction& action) {
  if (std::holds_alternative<ChangeDependencies>(action)) return true;
  const auto* set = std::get_if<SetMembers>(&action);
  return set != nullptr && std::any_of(set->members.begin(), set->members.end(), [](const auto& member) {
           return member.first == "metadata" || member.first.starts_with("metadata.depends_on");
         });
}

/// `task`: "" for one that is not there yet, and gets no id in what is refused.
Error unknown_dependency(const std::string& name, const std::string& task) {
  const std::string hint = "nothing was changed; `rlmdb list` shows the ids there are";
  return Error(ErrorCode::not_found,
               (task.empty() ? "a new task" : "task " + task) + " cannot depend on " + name +
                   ", an id that no task has",
               task,
               task.empty() ? hint
                            : hint +
                                  "; --force sets it as given, and the task waits until there is one of "
                                  "that id");
}

}  // namespace

void DependencyGuard::remember(const TaskChange& change) {
  if (change.only_if.force == Force::yes || !may_name_dependencies(change.action)) return;
  const auto head = m_writer.heads().find(change.id.text, change.only_if.token);
  if (!head || m_watched.contains(head->id)) return;
  Watched& task = m_watched[head->id];
  task.name = head->legacy_id;
  for (trees::Blocker& named : trees::named_dependencies(m_writer.connection(), head->id))
    task.before.insert(std::move(named.name));
}

void DependencyGuard::remember_added(const TaskChange& change, const ChangeResult& result) {
  const auto* task = std::get_if<NewTask>(&change.action);
  if (task == nullptr || change.only_if.force == Force::yes || !task->metadata) return;
  if (const auto head = m_writer.heads().find(result.id.text))
    m_watched[head->id] = {head->legacy_id, true, {}};
}

void DependencyGuard::require_sound() {
  for (const auto& [id, task] : m_watched) require_sound(id, task);
}

void DependencyGuard::require_sound(std::int64_t id, const Watched& task) {
  for (const trees::Blocker& named : trees::unfinished_dependencies(m_writer.connection(), id)) {
    if (task.before.contains(named.name)) continue;
    if (named.id == 0) throw unknown_dependency(named.name, task.is_new ? std::string() : task.name);
    if (const std::string circle = circle_over({id, task.name}, named); !circle.empty())
      throw Error(ErrorCode::conflict, "task " + task.name + " would depend on itself: " + circle, task.name,
                  "nothing was changed; take another of these dependencies out first; --force sets it as "
                  "given, and none of these tasks can run");
  }
}

std::string DependencyGuard::circle_over(const trees::Blocker& task, const trees::Blocker& added) {
  std::unordered_map<std::int64_t, std::size_t> seen = {{added.id, 0}};
  std::vector<std::pair<trees::Blocker, std::size_t>> reached = {{added, 0}};  // each with where it was met
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (reached[i].first.id == task.id) {
      std::vector<trees::Blocker> circle = {task};
      for (std::size_t at = i; at != 0;) circle.push_back(reached[at = reached[at].second].first);
      std::reverse(circle.begin() + 1, circle.end());
      return trees::text_of_circle(circle);
    }
    if (++m_looked_at > k_most_looked_at) {
      std::string circle = m_faults.circle_of(task.id);
      return m_faults.circle_of(added.id) == circle ? circle : std::string();
    }
    for (trees::Blocker& next : trees::unfinished_dependencies(m_writer.connection(), reached[i].first.id))
      if (next.id != 0 && seen.emplace(next.id, i).second) reached.emplace_back(std::move(next), i);
  }
  return {};
}

}  // namespace rlmdb::tasks
