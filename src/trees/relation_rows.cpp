// SPDX-License-Identifier: MIT
// A cycle is cut above its first node in store order (trees/tree_build). Of a parent's children at most one
// can have been cut off, and it stands before its parent: only where a child does, the cycle is looked for.
#include "trees/relation_rows.hpp"

#include <algorithm>
#include <unordered_set>

#include "db/sql_text.hpp"
#include "relation_rows.sql.hpp"
#include "util/clock.hpp"

namespace rlmdb::trees {

namespace {

/// A sibling or child with its place in store order.
struct Placed {
  Blocker node;
  std::int64_t position = 0;
};

Placed read_placed(const db::Statement& row) {
  return {{row.column_int64(0), std::string(row.column_text(1))}, row.column_int64(2)};
}

OpenDependency read_open_dependency(const db::Statement& row) {
  return {{row.column_int64(0), std::string(row.column_text(1))},
          {row.column_int64(2), std::string(row.column_text(3))},
          std::string(row.column_text(4)),
          row.column_int64(5),
          row.column_int64(6)};
}

std::vector<Blocker> in_store_order(std::vector<Placed> children) {
  std::sort(children.begin(), children.end(),
            [](const Placed& left, const Placed& right) { return left.position < right.position; });
  std::vector<Blocker> nodes;
  nodes.reserve(children.size());
  for (Placed& child : children) nodes.push_back(std::move(child.node));
  return nodes;
}

}  // namespace

std::vector<Blocker> unfinished_dependencies(db::Connection& connection, std::int64_t task_id, Look look) {
  std::vector<Blocker> dependencies;
  const std::int64_t most = look == Look::first ? 1 : -1;
  db::for_each_row(connection.cached(db::sql_named(k_relation_rows_sql, "select_unfinished_dependencies"))
                       .bind_all(task_id, most),
                   [&](const db::Statement& row) {
                     const std::int64_t id = row.column_int64(0);
                     const std::string_view name = row.column_text(1);
                     const bool is_repeated = std::any_of(
                         dependencies.begin(), dependencies.end(),
                         [&](const Blocker& other) { return other.id == id && other.name == name; });
                     if (!is_repeated) dependencies.push_back({id, std::string(name)});
                   });
  return dependencies;
}

std::vector<Blocker> named_dependencies(db::Connection& connection, std::int64_t task_id) {
  std::vector<Blocker> named;
  db::for_each_row(
      connection.cached(db::sql_named(k_relation_rows_sql, "select_named_dependencies")).bind_all(task_id),
      [&](const db::Statement& row) {
        named.push_back({row.column_int64(0), std::string(row.column_text(1))});
      });
  return named;
}

std::vector<OpenDependency> open_dependencies_of(db::Connection& connection, std::int64_t task_id) {
  std::vector<OpenDependency> open;
  db::for_each_row(
      connection.cached(db::sql_named(k_relation_rows_sql, "select_open_dependencies_of")).bind_all(task_id),
      [&](const db::Statement& row) { open.push_back(read_open_dependency(row)); });
  return open;
}

void for_each_open_dependency(db::Connection& connection, const std::function<void(OpenDependency&)>& use) {
  db::for_each_row(connection.cached(db::sql_named(k_relation_rows_sql, "select_open_dependencies")),
                   [&](const db::Statement& row) {
                     OpenDependency open = read_open_dependency(row);
                     use(open);
                   });
}

std::optional<std::int64_t> parent_of(db::Connection& connection, std::int64_t task_id) {
  db::Statement& statement = connection.cached(db::sql_named(k_relation_rows_sql, "select_parent"));
  return db::get_maybe(statement.bind_all(task_id),
                       [](const db::Statement& row) { return row.column_int64(1); });
}

const Waiting* TurnsAbove::find(std::int64_t node) const {
  static const Waiting k_nothing;
  const auto waits = m_waits.find(node);
  if (waits == m_waits.end()) return nullptr;
  return waits->second == 0 ? &k_nothing : &m_turns.at(waits->second);
}

void TurnsAbove::remember(const std::vector<std::int64_t>& nodes, const Waiting& waiting) {
  if (waiting.above) m_turns.try_emplace(waiting.above->id, waiting);
  for (const std::int64_t node : nodes) m_waits.emplace(node, waiting.above ? waiting.above->id : 0);
}

std::optional<StoredRelations::Link> StoredRelations::link_of(std::int64_t id) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_relation_rows_sql, "select_parent"));
  return db::get_maybe(statement.bind_all(id), [](const db::Statement& row) {
    return Link{row.column_int64(0), row.column_int64(1), row.column_int64(2),
                std::string(row.column_text(3))};
  });
}

/// The child of `parent` that was cut off because the two are on a cycle; 0 where there is none, or none at
/// or after `least_position`.
std::int64_t StoredRelations::cut_child(std::int64_t parent, std::int64_t least_position) {
  std::unordered_set<std::int64_t> seen;
  std::optional<std::int64_t> smallest;
  for (std::int64_t at = parent; seen.insert(at).second;) {
    const std::optional<Link> link = link_of(at);
    if (!link || link->position < least_position) return 0;
    smallest = std::min(smallest.value_or(link->position), link->position);
    if (link->parent == parent) return link->position == *smallest ? at : 0;
    at = link->parent;
  }
  return 0;
}

/// The node above, after cycles were cut.
std::optional<std::int64_t> StoredRelations::parent_of(std::int64_t id) {
  const std::optional<Link> link = link_of(id);
  if (!link || link->parent == id) return std::nullopt;
  if (link->position < link->parent_position && cut_child(link->parent, link->position) == id)
    return std::nullopt;
  return link->parent;
}

std::vector<Blocker> StoredRelations::unfinished_children() {
  if (m_head.tree_id.empty()) return {};
  // One more than is wanted, because one may have been cut off.
  const std::int64_t most = m_look == Look::first ? 2 : -1;
  std::vector<Placed> children;
  std::optional<std::int64_t> first_before_parent;
  db::for_each_row(m_connection.cached(db::sql_named(k_relation_rows_sql, "select_unfinished_children"))
                       .bind_all(m_head.id, most),
                   [&](const db::Statement& row) {
                     children.push_back(read_placed(row));
                     const std::int64_t position = children.back().position;
                     if (position < row.column_int64(3))
                       first_before_parent = std::min(first_before_parent.value_or(position), position);
                   });
  if (first_before_parent) {
    const std::int64_t cut = cut_child(m_head.id, *first_before_parent);
    std::erase_if(children, [&](const Placed& child) { return child.node.id == cut; });
  }
  if (m_look == Look::first && children.size() > 1) children.pop_back();
  return in_store_order(std::move(children));
}

Strategy StoredRelations::strategy_above() {
  if (m_head.tree_id.empty()) return Strategy::parallel;
  m_link = link_of(m_head.id);
  m_cut_child = 0;
  if (!m_link) return Strategy::parallel;
  if (m_link->parent == m_head.id) {
    m_link.reset();
    return Strategy::parallel;
  }
  if (m_link->position < m_link->parent_position) m_cut_child = cut_child(m_link->parent, m_link->position);
  return m_cut_child == m_head.id ? Strategy::parallel : strategy_named(m_link->strategy);
}

bool StoredRelations::is_last_sibling() {
  if (!m_link) return true;
  db::Statement& statement = m_connection.cached(db::sql_named(k_relation_rows_sql, "select_later_sibling"));
  statement.bind_all(m_head.id, m_link->position, m_link->parent, m_cut_child);
  return !db::get_maybe(statement, [](const db::Statement& row) { return row.column_int64(0); });
}

/// By id where that is the store order: siblings lie in the order of their ids, so that the first one found
/// ends the search.
std::string_view StoredRelations::earlier_sibling_sql() {
  const bool has_positions =
      db::get_int64(m_connection.cached(db::sql_named(k_relation_rows_sql, "has_positions"))) != 0;
  if (m_look == Look::first)
    return has_positions ? db::sql_named(k_relation_rows_sql, "select_some_earlier_sibling")
                         : db::sql_named(k_relation_rows_sql, "select_some_earlier_sibling_by_id");
  return has_positions ? db::sql_named(k_relation_rows_sql, "select_first_earlier_sibling")
                       : db::sql_named(k_relation_rows_sql, "select_first_earlier_sibling_by_id");
}

std::optional<Blocker> StoredRelations::earlier_sibling() {
  if (!m_link) return std::nullopt;
  const std::string_view sql = earlier_sibling_sql();
  const auto look = [&] {
    return db::get_maybe(
        m_connection.cached(sql).bind_all(m_head.id, m_link->position, m_link->parent, m_cut_child),
        read_placed);
  };
  std::optional<Placed> sibling = look();
  if (sibling && m_cut_child == 0 && sibling->position < m_link->parent_position) {
    m_cut_child = cut_child(m_link->parent, sibling->position);
    if (m_cut_child == sibling->node.id) sibling = look();
  }
  return sibling ? std::optional(std::move(sibling->node)) : std::nullopt;
}

std::vector<Blocker> StoredRelations::unfinished_dependencies() {
  // Dependencies have no column of their own: a plain record has none.
  if (m_head.is_plain || m_head.state == "completed" || m_head.state == "cancelled") return {};
  return trees::unfinished_dependencies(m_connection, m_head.id, m_dependencies);
}

std::string StoredRelations::dependency_circle() {
  return m_faults == nullptr || m_look == Look::first ? std::string() : m_faults->circle_of(m_head.id);
}

std::optional<records::NotBefore> StoredRelations::scheduled() {
  const bool is_ahead = m_head.state == "queued" && m_head.not_before && m_head.not_before->is_scheduled &&
                        m_head.not_before->time > util::utc_now_text();
  return is_ahead ? m_head.not_before : std::nullopt;
}

bool StoredRelations::is_above(const Blocker& task) {
  std::optional<std::int64_t> at = parent_of(task.id);
  while (at && *at != m_head.id) at = parent_of(*at);
  return at.has_value();
}

Waiting StoredRelations::turn_above() {
  TurnsAbove own;
  TurnsAbove& turns = m_turns == nullptr ? own : *m_turns;
  std::vector<std::int64_t> passed;
  Waiting waiting;
  for (std::optional<std::int64_t> at = parent_of(m_head.id); at; at = parent_of(*at)) {
    if (const Waiting* known = turns.find(*at)) {
      waiting = *known;
      break;
    }
    passed.push_back(*at);
    const records::TaskHead head = records::TaskHeads(m_connection).get(*at);
    if (has_begun(head.state.value_or(""))) break;
    StoredRelations above(m_connection, head, m_look, &turns, m_faults);
    above.m_dependencies = Look::all;  // the first may be one that does not count
    waiting = find_turn(above);
    if (waiting.what == WaitsFor::nothing) continue;
    waiting.above = Blocker{head.id, head.legacy_id};
    break;
  }
  turns.remember(passed, waiting);
  return waiting;
}

bool StoredRelations::has_children() {
  if (m_head.tree_id.empty()) return false;
  std::size_t found = 0;
  std::int64_t only_child = 0;
  std::optional<std::int64_t> before_parent;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_relation_rows_sql, "select_two_children")).bind_all(m_head.id),
      [&](const db::Statement& row) {
        ++found;
        only_child = row.column_int64(0);
        if (row.column_int64(1) < row.column_int64(2)) before_parent = row.column_int64(1);
      });
  if (found != 1 || !before_parent) return found > 0;
  return cut_child(m_head.id, *before_parent) != only_child;
}

std::vector<std::int64_t> StoredRelations::children() {
  std::vector<std::int64_t> children;
  if (m_head.tree_id.empty()) return children;
  std::optional<std::int64_t> first_before_parent;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_relation_rows_sql, "select_children")).bind_all(m_head.id),
      [&](const db::Statement& row) {
        children.push_back(row.column_int64(0));
        if (!first_before_parent && row.column_int64(1) < row.column_int64(2))
          first_before_parent = row.column_int64(1);
      });
  if (first_before_parent) std::erase(children, cut_child(m_head.id, *first_before_parent));
  return children;
}

}  // namespace rlmdb::trees
