// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "records/task_head.hpp"
#include "trees/waiting.hpp"

namespace rlmdb::trees {

/// How much an answer says. `first`: some blocker, the one that is likely to end last and so is looked at
/// least often. `all`: every blocker, in store order.
enum class Look { first, all };

/// The unfinished tasks that metadata.depends_on of a task names, in that order and each once; itself and ids
/// that no task has are left out.
[[nodiscard]] std::vector<Blocker> unfinished_dependencies(db::Connection& connection, std::int64_t task_id,
                                                           Look look = Look::all);

/// The relations of one node, read as they are asked for: rows of its children, of its siblings, and of the
/// tasks it depends on; its ancestors only where a child stands before its parent in store order, which is
/// where a cycle may have been cut. REQUIRES: an open transaction as long as it lives.
class StoredRelations final : public Relations {
 public:
  StoredRelations(db::Connection& connection, const records::TaskHead& head, Look look)
      : m_connection(connection), m_head(head), m_look(look) {}

  [[nodiscard]] std::vector<Blocker> unfinished_children() override;
  [[nodiscard]] Strategy strategy_above() override;
  [[nodiscard]] bool is_last_sibling() override;
  [[nodiscard]] std::optional<Blocker> earlier_sibling() override;
  [[nodiscard]] std::vector<Blocker> unfinished_dependencies() override;

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
  [[nodiscard]] std::int64_t cut_child(std::int64_t parent, std::int64_t least_position);
  [[nodiscard]] std::string_view earlier_sibling_sql();

  db::Connection& m_connection;
  const records::TaskHead& m_head;
  Look m_look;
  std::optional<Link> m_link;    ///< set by strategy_above(); nullopt without a parent
  std::int64_t m_cut_child = 0;  ///< of its parent; 0: none that matters
};

}  // namespace rlmdb::trees
