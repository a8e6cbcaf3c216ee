// SPDX-License-Identifier: MIT
#include "trees/dependency_faults.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "trees/circle_rules.hpp"
#include "trees/relation_rows.hpp"

namespace rlmdb::trees {

/// Tasks with open dependencies, in store order. What has none is in no circle.
struct DependencyFaults::Graph {
  std::vector<Blocker> tasks;
  std::vector<std::int64_t> imports;
  std::unordered_map<std::int64_t, std::size_t> numbers;
  std::vector<std::pair<std::size_t, std::int64_t>> edges;  ///< the task, and the tasks.id that it names

  void add(OpenDependency& open) {
    const auto [entry, is_new] = numbers.try_emplace(open.task.id, tasks.size());
    if (is_new) {
      tasks.push_back(std::move(open.task));
      imports.push_back(open.import_id);
    }
    edges.emplace_back(entry->second, open.on.id);
  }

  [[nodiscard]] Names names() const {
    Names names(tasks.size());
    for (const auto& [task, on] : edges)
      if (const auto found = numbers.find(on); found != numbers.end()) names[task].push_back(found->second);
    return names;
  }
};

const std::vector<UnknownDependency>& DependencyFaults::unknown() {
  read();
  return m_unknown;
}

const std::vector<DependencyCircle>& DependencyFaults::circles() {
  read();
  return m_circles;
}

std::string DependencyFaults::circle_of(std::int64_t task_id) {
  if (!m_is_read) follow(task_id);
  const auto found = m_circle_of.find(task_id);
  return found == m_circle_of.end() ? std::string() : m_circles[found->second].text;
}

void DependencyFaults::read() {
  if (std::exchange(m_is_read, true)) return;
  m_circles.clear();
  m_circle_of.clear();
  Graph graph;
  for_each_open_dependency(m_connection, [&](OpenDependency& open) {
    if (open.on.id != 0) return graph.add(open);
    m_unknown.push_back(
        {std::move(open.task), std::move(open.on.name), std::move(open.pointer), open.import_id});
  });
  find_circles(graph);
}

/// What was followed before leads to nothing new, so that no circle goes through both.
void DependencyFaults::follow(std::int64_t task_id) {
  std::vector<OpenDependency> reached;
  std::vector<std::int64_t> to_do{task_id};
  while (!to_do.empty()) {
    const std::int64_t task = to_do.back();
    to_do.pop_back();
    if (!m_followed.insert(task).second) continue;
    for (OpenDependency& open : open_dependencies_of(m_connection, task)) {
      if (open.on.id == 0) continue;
      to_do.push_back(open.on.id);
      reached.push_back(std::move(open));
    }
  }
  std::stable_sort(
      reached.begin(), reached.end(),
      [](const OpenDependency& left, const OpenDependency& right) { return left.position < right.position; });
  Graph graph;
  for (OpenDependency& open : reached) graph.add(open);
  find_circles(graph);
}

void DependencyFaults::find_circles(const Graph& graph) {
  const Names names = graph.names();
  for (const Knot& knot : find_knots(names)) {
    DependencyCircle& circle = m_circles.emplace_back();
    circle.import_id = graph.imports[knot.front()];
    for (const std::size_t i : circle_in(knot, names)) circle.tasks.push_back(graph.tasks[i]);
    circle.text = text_of_circle(circle.tasks);
    for (const std::size_t i : knot) {
      circle.all.push_back(graph.tasks[i]);
      m_circle_of.emplace(graph.tasks[i].id, m_circles.size() - 1);
    }
  }
}

}  // namespace rlmdb::trees
