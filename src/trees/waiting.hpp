// SPDX-License-Identifier: MIT
/// What a node waits for: THE rule, which `claim`, `ready` and `recover` all ask, and the words for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "records/task_head.hpp"
#include "rlmdb/tree.hpp"

namespace rlmdb::trees {

/// An unfinished task that another one waits for.
struct Blocker {
  std::int64_t id = 0;  ///< tasks.id; 0: a dependency on an id that no task has
  std::string name;     ///< its store id
};

/// `unknown`: among its dependencies is an id that no task has. `circle`: they depend on it in turn. Neither
/// ends of itself. `time`: only of a node above.
enum class WaitsFor { nothing, children, sibling, dependencies, unknown, circle, time };

struct Waiting {
  WaitsFor what = WaitsFor::nothing;
  std::vector<Blocker> blockers;             ///< empty for nothing and a time; exactly one for a sibling
  Strategy strategy = Strategy::parallel;    ///< of a sibling: why it comes first
  std::string circle{};                      ///< of a circle: Relations::dependency_circle()
  std::optional<Blocker> above{};            ///< the node above that waits; nullopt: the node itself does
  std::optional<records::NotBefore> time{};  ///< of a time: when it is over
};

/// What the rule may ask about one node. Finished is completed or cancelled; a parent, child or sibling is
/// one of the same tree, after cycles were cut. Whoever answers reads only what is asked.
class Relations {
 public:
  Relations() = default;
  Relations(const Relations&) = delete;
  Relations& operator=(const Relations&) = delete;
  virtual ~Relations() = default;

  /// In store order: all of them, or the first where the caller wants no more than to know that it waits.
  [[nodiscard]] virtual std::vector<Blocker> unfinished_children() = 0;
  /// The strategy of its parent; parallel without one.
  [[nodiscard]] virtual Strategy strategy_above() = 0;
  /// No sibling comes after it in store order.
  [[nodiscard]] virtual bool is_last_sibling() = 0;
  /// The first unfinished sibling before it in store order.
  [[nodiscard]] virtual std::optional<Blocker> earlier_sibling() = 0;
  /// Of metadata.depends_on, in its order; itself and ids that no task has are among them. None of a node
  /// that is finished.
  [[nodiscard]] virtual std::vector<Blocker> unfinished_dependencies() = 0;
  /// text_of_circle() of unfinished tasks each of which depends on the next, where the node is in such a
  /// circle; "" where it is in none, or the caller wants no more than to know that it waits.
  [[nodiscard]] virtual std::string dependency_circle() = 0;
  /// For when it is scheduled, where it is queued and that time is still to come.
  [[nodiscard]] virtual std::optional<records::NotBefore> scheduled() = 0;
  /// Whether `task` lies below it in its tree, at any depth.
  [[nodiscard]] virtual bool is_above(const Blocker& task) = 0;
  /// find_turn() of the nearest node above it that waits for its turn, which `above` names. Those above it
  /// are asked one by one, up to the first that has_begun().
  [[nodiscard]] virtual Waiting turn_above() = 0;
};

/// 1. A node waits for its unfinished children. 2. Under a sequential or conditional parent it waits for
/// every earlier sibling, the last child of a map-reduce parent for all the others; the first unfinished one
/// is named. A failed sibling is unfinished: what depends on its result waits until it was tried again, or
/// cancelled. 3. It waits for its unfinished dependencies. 4. Its turn is not before that of any node above
/// it: what find_turn() says of the nearest one that waits.
[[nodiscard]] Waiting find_waiting(Relations& node);

/// What holds up all that is below `node`: 2 and 3, and the time that it is scheduled for. Its children hold
/// only itself up, and so does a dependency on what lies below it.
[[nodiscard]] Waiting find_turn(Relations& node);

/// Whether the turn of a node in `state` has come before, and so that of all above it: it runs, or is
/// completed.
[[nodiscard]] bool has_begun(std::string_view state) noexcept;

/// The strategy that `text` names; any other text is parallel.
[[nodiscard]] Strategy strategy_named(std::string_view text) noexcept;

/// "task-0000 → task-0001 → task-0000", of tasks each of which depends on the next; a long one is cut.
[[nodiscard]] std::string text_of_circle(const std::vector<Blocker>& circle);

/// "waits for 1 of its 2 children before it can merge: task-0003", "lies below task-0002, which waits for
/// task-0001, which comes before it (sequential)"…; `waiting` is not for nothing.
/// `all_children` counts the finished ones too.
[[nodiscard]] std::string reason_of(const Waiting& waiting, std::size_t all_children);

/// The checkpoint that a node starts from.
struct ResumeCheckpoint {
  std::string id{};  ///< "" without one
  std::string name{};
  bool is_held = true;          ///< it can be gone back to; false: its file was never imported
  std::string snapshot_path{};  ///< that file, where the node's list names it
};

/// Where a node that waits for nothing begins.
struct Start {
  bool has_children = false;
  ResumeCheckpoint checkpoint = {};
  bool was_started = false;  ///< it runs again, rather than for the first time
};

/// "all its children are finished, it can merge", "resume from checkpoint …", "ready to run"…
[[nodiscard]] std::string reason_of(const Start& start);

/// "scheduled for TIME", "waits until TIME after a lost attempt"
[[nodiscard]] std::string reason_of(const records::NotBefore& not_before);

}  // namespace rlmdb::trees
