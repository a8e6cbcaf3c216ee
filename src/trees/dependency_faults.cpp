// SPDX-License-Identifier: MIT
#include "trees/dependency_faults.hpp"

#include <utility>

#include "trees/circle_rules.hpp"
#include "trees/relation_rows.hpp"

namespace rlmdb::trees {

namespace {

/// The tasks with open dependencies, in store order. What has none is in no circle.
struct Graph {
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

}  // namespace

const std::vector<UnknownDependency>& DependencyFaults::unknown() {
  read();
  return m_unknown;
}

const std::vector<DependencyCircle>& DependencyFaults::circles() {
  read();
  return m_circles;
}

std::string DependencyFaults::circle_of(std::int64_t task_id) {
  read();
  const auto found = m_circle_of.find(task_id);
  return found == m_circle_of.end() ? std::string() : m_circles[found->second].text;
}

void DependencyFaults::read() {
  if (std::exchange(m_is_read, true)) return;
  Graph graph;
  for_each_open_dependency(m_connection, [&](OpenDependency& open) {
    if (open.on.id != 0) return graph.add(open);
    m_unknown.push_back(
        {std::move(open.task), std::move(open.on.name), std::move(open.pointer), open.import_id});
  });
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
