// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "rlmdb/list_page.hpp"
#include "task_place.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Ids = std::vector<std::string>;

/// The same list by parts of `limit`.
Ids by_parts(Store& store, TaskFilter filter, std::int64_t limit) {
  filter.limit = limit;
  Ids ids;
  std::optional<TaskId> after;
  do {
    const TaskPage page = list_page(store, filter, after);
    CHECK(static_cast<std::int64_t>(page.tasks.size()) <= limit);
    for (const TaskSummary& task : page.tasks) ids.push_back(task.id.text);
    after = page.next;
  } while (after.has_value());
  return ids;
}

Ids at_once(Store& store, const TaskFilter& filter) {
  Ids ids;
  for (const TaskSummary& task : store.list(filter)) ids.push_back(task.id.text);
  return ids;
}

Ids ids_of(const TaskPage& page) {
  Ids ids;
  for (const TaskSummary& task : page.tasks) ids.push_back(task.id.text);
  return ids;
}

/// 23 tasks: several of one time, some without one that can be read, every third of a tree.
void fill(TaskPlace& place) {
  for (int count = 0; count < 23; ++count) {
    NewTask task;
    task.prompt = "p" + std::to_string(count);
    if (count % 3 == 0) task.tree = TreeId{"tree-1"};
    if (count % 3 == 0 && count > 0) {
      task.tree.reset();
      task.parent = TaskId{"task-0000"};
    }
    const std::string id = place.add(task);
    const std::string time = count % 5 == 0 ? "soon"
                             : count % 5 == 1
                                 ? "2026-01-02T00:00:00.000Z"
                                 : "2026-01-0" + std::to_string(1 + count % 5) + "T00:00:00.000Z";
    place.set(id, "createdAt", "\"" + time + "\"");
  }
}

}  // namespace

TEST_SUITE("tasks::task_list") {
  TEST_CASE("a list by parts is the list, in either order, filtered or not") {
    TaskPlace place;
    fill(place);
    Store& store = place.store();
    TaskFilter tree;
    tree.tree = TreeId{"tree-1"};
    TaskFilter where;
    where.where = "t.id % 2 = 0";
    TaskFilter agent;
    agent.agent = "nobody";
    TaskFilter state;
    state.state = "queued";
    const auto check = [&](std::size_t size) {
      for (TaskFilter filter : {TaskFilter{}, tree, where, agent, state}) {
        for (const TaskOrder order : {TaskOrder::newest, TaskOrder::oldest}) {
          filter.order = order;
          for (const std::int64_t limit : {1, 2, 5, 22, 23, 24}) {
            CHECK(by_parts(store, filter, limit) == at_once(store, filter));
          }
        }
      }
      CHECK(at_once(store, {}).size() == size);
    };
    check(23);
    // A search that begins at a time is for a store where every task has one.
    for (const std::string& id : at_once(store, {})) {
      if (place.record(id).at("createdAt") == "soon")
        place.set(id, "createdAt", "\"2026-01-03T00:00:00.000Z\"");
    }
    CHECK(place.rows("SELECT count(*) FROM tasks WHERE created_at_ms IS NULL") ==
          std::vector<std::string>{"0"});
    check(23);
  }

  TEST_CASE("a state is a word that rlmdb knows, unknown for all others, or one of these") {
    TaskPlace place;
    for (int count = 0; count < 6; ++count) (void)place.add();
    for (const std::string word : {"waiting", "paused"}) {
      place.edit("UPDATE tasks SET state = 'unknown', residue = json_object('task', json_object('state', '" +
                 word + "')) WHERE legacy_id = '" + (word == "waiting" ? "task-0001" : "task-0002") + "'");
    }
    place.set("task-0003", "state", "\"failed\"");
    const auto in = [&](const std::string& state) {
      TaskFilter filter;
      filter.state = state;
      Ids ids = at_once(place.store(), filter);
      std::sort(ids.begin(), ids.end());
      return ids;
    };
    CHECK(in("queued") == Ids{"task-0000", "task-0004", "task-0005"});
    CHECK(in("failed") == Ids{"task-0003"});
    CHECK(in("unknown") == Ids{"task-0001", "task-0002"});
    CHECK(in("waiting") == Ids{"task-0001"});
    CHECK(in("completed").empty());
    CHECK(in("nothing").empty());
  }

  TEST_CASE("next is there only where there is more") {
    TaskPlace place;
    for (int count = 0; count < 3; ++count) (void)place.add();
    Store& store = place.store();
    const Ids all = at_once(store, {});
    CHECK(list_page(store, {}).next == std::nullopt);
    CHECK(list_page(store, {.limit = 3}).next == std::nullopt);
    CHECK(list_page(store, {.limit = std::numeric_limits<std::int64_t>::max()}).next == std::nullopt);
    CHECK(list_page(store, {.limit = 2}).next->text == all[1]);
    CHECK(list_page(store, {.limit = -1}).next->text == all[1]);
    CHECK(list_page(store, {.limit = -3}).next == std::nullopt);
    CHECK(list_page(store, {.limit = -3}).tasks.empty());
    CHECK(ids_of(list_page(store, {}, TaskId{all[0]})) == Ids{all[1], all[2]});
    CHECK(ids_of(list_page(store, {.limit = -1}, TaskId{all[0]})) == Ids{all[1]});
    CHECK(list_page(store, {}, TaskId{all[2]}).tasks.empty());
  }

  TEST_CASE("a part begins behind a task that is not in the list any more, and not at one that is gone") {
    TaskPlace place;
    for (int count = 0; count < 4; ++count) (void)place.add();
    Store& store = place.store();
    const TaskFilter queued{.state = "queued", .limit = 2};
    const TaskPage first = list_page(store, queued);
    (void)place.change(first.tasks[0].id.text, CancelTask{});
    (void)place.change(first.next->text, CancelTask{});
    (void)place.add();
    const Ids rest = ids_of(list_page(store, queued, first.next));
    CHECK(rest.size() >= 2);
    CHECK(std::find(rest.begin(), rest.end(), first.next->text) == rest.end());
    CHECK(code_of([&] { (void)list_page(store, queued, TaskId{"task-9999"}); }) == "not_found");
  }

  TEST_CASE("times choose tasks: from a beginning, and before an end") {
    TaskPlace place;
    // 2026-01-01T00:00:00.000Z
    constexpr std::int64_t k_first_ms = 1'767'225'600'000;
    const auto set = [&](const std::string& created, const std::string& started, const std::string& ended) {
      const std::string id = place.add();
      place.set(id, "createdAt", "\"" + created + "\"");
      if (!started.empty()) place.set(id, "startedAt", "\"" + started + "\"");
      if (!ended.empty()) place.set(id, "completedAt", "\"" + ended + "\"");
    };
    set("2026-01-01T00:00:00.000Z", "2026-01-01T00:00:01.000Z", "2026-01-01T00:00:02.000Z");
    set("2026-01-01T01:00:00.001+01:00", "2026-01-01T00:00:02.000Z", "");
    set("2026-01-01T00:00:00.002Z", "", "");
    set("soon", "soon", "soon");
    Store& store = place.store();
    const auto created = [&](const TimeSpan& span) { return at_once(store, {.created = span}); };
    CHECK(created({}) == Ids{"task-0002", "task-0001", "task-0000", "task-0003"});
    CHECK(created({k_first_ms, {}}) == Ids{"task-0002", "task-0001", "task-0000"});
    CHECK(created({k_first_ms + 1, {}}) == Ids{"task-0002", "task-0001"});
    CHECK(created({{}, k_first_ms + 2}) == Ids{"task-0001", "task-0000"});
    CHECK(created({k_first_ms, k_first_ms + 1}) == Ids{"task-0000"});
    CHECK(created({k_first_ms + 3, k_first_ms + 9}).empty());
    CHECK(at_once(store, {.started = {k_first_ms + 1'000, k_first_ms + 1'001}}) == Ids{"task-0000"});
    CHECK(at_once(store, {.started = {{}, k_first_ms + 2'001}}) == Ids{"task-0001", "task-0000"});
    CHECK(at_once(store, {.ended = {k_first_ms + 2'000, {}}}) == Ids{"task-0000"});
    CHECK(at_once(store, {.ended = {{}, k_first_ms + 2'000}}).empty());
    TaskFilter all;
    all.created = {k_first_ms, {}};
    all.started = {k_first_ms, {}};
    all.ended = {{}, k_first_ms + 5'000};
    CHECK(at_once(store, all) == Ids{"task-0000"});
    all.where = "priority >= 0";
    CHECK(at_once(store, all) == Ids{"task-0000"});
    all.where = "priority > 0";
    CHECK(at_once(store, all).empty());
    CHECK(by_parts(store, {.order = TaskOrder::oldest, .created = {k_first_ms, {}}}, 2) ==
          Ids{"task-0000", "task-0001", "task-0002"});
    CHECK(at_once(store, {.limit = -1, .created = {k_first_ms, {}}}) == Ids{"task-0002", "task-0001"});
  }

  TEST_CASE("an expression names what lists show as well as columns") {
    TaskPlace place;
    NewTask root;
    root.prompt = "root";
    root.tree = TreeId{"tree-1"};
    (void)place.add(root);
    NewTask child;
    child.prompt = "child";
    child.parent = TaskId{"task-0000"};
    (void)place.add(child);
    (void)place.add("alone");
    place.set("task-0002", "createdAt", "\"2026-01-02T00:00:00.000Z\"");
    (void)place.change("task-0002", StartTask{});
    Store& store = place.store();
    const auto where = [&](const std::string& expression) {
      TaskFilter filter;
      filter.where = expression;
      filter.order = TaskOrder::oldest;
      return at_once(store, filter);
    };
    CHECK(where("id = 'task-0001'") == Ids{"task-0001"});
    CHECK(where("id IN ('task-0001', 'task-0002') AND state = 'queued'") == Ids{"task-0001"});
    CHECK(where("id = (SELECT t2.id FROM tasks t2 WHERE t2.prompt = 'child')") == Ids{"task-0001"});
    CHECK(where("tree = 'tree-1' AND parent = 'task-0000'") == Ids{"task-0001"});
    CHECK(where("parent IS NULL AND tree IS NOT NULL") == Ids{"task-0000"});
    CHECK(where("created < '2026-01-03'") == Ids{"task-0002"});
    CHECK(where("started IS NOT NULL AND ended IS NULL") == Ids{"task-0002"});
    CHECK(where("created = created_at AND tree IS tree_id").size() == 3);
    CHECK(where("claimed_by IS NULL AND claimed_until IS NULL").size() == 3);
    const auto error = error_of([&] { (void)where("creatd > 1"); });
    REQUIRE(error);
    CHECK(error->code() == ErrorCode::usage);
    CHECK(std::string(error->what()) == "the SQL is refused: no such column: creatd");
    CHECK(error->hint().starts_with(
        "names that are shown: id (beside a text), state, agent, priority, created, started, ended, tree, "
        "parent, prompt, error, result, claimed_by, claimed_until, scheduled_for; columns of tasks and "
        "tree_nodes: id, "
        "legacy_id, state, "));
    CHECK(error->hint().ends_with(", cost_cache_savings_usd"));
    CHECK(error_of([&] { (void)where("state ="); })->hint().empty());
  }
}
