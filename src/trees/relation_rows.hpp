// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "db/connection.hpp"
#include "records/task_head.hpp"
#include "trees/dependency_faults.hpp"
#include "trees/waiting.hpp"

namespace rlmdb::trees {

/// How much an answer says. `first`: some blocker, the one that is likely to end last and so is looked at
/// least often. `all`: every blocker, in store order.
enum class Look { first, all };

/// The unfinished tasks that metadata.depends_on of a task names, in that order and each once; an id that no
/// task has is one of tasks.id 0.
[[nodiscard]] std::vector<Blocker> unfinished_dependencies(db::Connection& connection, std::int64_t task_id,
                                                           Look look = Look::all);

/// All that it names there, finished or not.
[[nodiscard]] std::vector<Blocker> named_dependencies(db::Connection& connection, std::int64_t task_id);

/// A dependency of an unfinished task on one that is unfinished or that there is not.
struct OpenDependency {
  Blocker task;
  Blocker on;                  ///< id 0: no task has that id
  std::string pointer;         ///< into metadata: "/depends_on/0"
  std::int64_t import_id = 0;  ///< of the task; 0: it was made here
  std::int64_t position = 0;   ///< of the task, in store order
};

/// Those of one task, which has none once it is completed or cancelled, in the order of metadata.depends_on.
[[nodiscard]] std::vector<OpenDependency> open_dependencies_of(db::Connection& connection,
                                                               std::int64_t task_id);

/// All of them, in store order. Reads every unfinished task whose residue names dependencies.
void for_each_open_dependency(db::Connection& connection, const std::function<void(OpenDependency&)>& use);

/// tasks.id of the node above; nullopt for a root, and where its tree has no node of that id.
[[nodiscard]] std::optional<std::int64_t> parent_of(db::Connection& connection, std::int64_t task_id);

/// What was found out about the turn of nodes with others below them, so that it is asked once of each. As
/// long as no state, dependency or shape changes: an object is for one transaction, and for one Look.
class TurnsAbove {
 public:
  /// The turn of the node that all below `node` wait for, as find() was told it; nullptr: it is not known.
  [[nodiscard]] const Waiting* find(std::int64_t node) const;
  /// The same of all of `nodes`. `waiting` names the node that waits as `above`, or is for nothing.
  void remember(const std::vector<std::int64_t>& nodes, const Waiting& waiting);

 private:
  std::unordered_map<std::int64_t, std::int64_t> m_waits;  ///< which node waits, above or itself; 0: none
  std::unordered_map<std::int64_t, Waiting> m_turns;       ///< of those
};

/// The relations of one node, read as they are asked for: rows of its children, of its siblings, of the tasks
/// it depends on, and the same of its ancestors one by one, unless `turns` knows it of one. Of circles it
/// knows what `faults` says, without which there are none.
/// REQUIRES: an open transaction as long as it lives.
class StoredRelations final : public Relations {
 public:
  StoredRelations(db::Connection& connection, const records::TaskHead& head, Look look,
                  TurnsAbove* turns = nullptr, DependencyFaults* faults = nullptr)
      : m_connection(connection), m_head(head), m_look(look), m_turns(turns), m_faults(faults) {}

  [[nodiscard]] std::vector<Blocker> unfinished_children() override;
  [[nodiscard]] Strategy strategy_above() override;
  [[nodiscard]] bool is_last_sibling() override;
  [[nodiscard]] std::optional<Blocker> earlier_sibling() override;
  [[nodiscard]] std::vector<Blocker> unfinished_dependencies() override;
  [[nodiscard]] std::string dependency_circle() override;
  [[nodiscard]] std::optional<records::NotBefore> scheduled() override;
  [[nodiscard]] bool is_above(const Blocker& task) override;
  [[nodiscard]] Waiting turn_above() override;

  /// A few index entries, however many there are.
  [[nodiscard]] bool has_children();
  /// tasks.id of all of them, in store order.
  [[nodiscard]] std::vector<std::int64_t> children();

 private:
  /// A node and the parent that it names.
  struct Link {
    std::int64_t position = 0;  ///< of the node in store order
    std::int64_t parent = 0;    ///< tasks.id
    std::int64_t parent_position = 0;
    std::string strategy;  ///< of the parent
  };

  [[nodiscard]] std::optional<Link> link_of(std::int64_t id);
  [[nodiscard]] std::optional<std::int64_t> parent_of(std::int64_t id);
  [[nodiscard]] std::int64_t cut_child(std::int64_t parent, std::int64_t least_position);
  [[nodiscard]] std::string_view earlier_sibling_sql();

  db::Connection& m_connection;
  const records::TaskHead& m_head;
  Look m_look;
  Look m_dependencies = m_look;  ///< of the unfinished ones
  TurnsAbove* m_turns;
  DependencyFaults* m_faults;
  std::optional<Link> m_link;    ///< set by strategy_above(); nullopt without a parent
  std::int64_t m_cut_child = 0;  ///< of its parent; 0: none that matters
};

}  // namespace rlmdb::trees
