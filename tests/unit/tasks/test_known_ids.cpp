// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "rlmdb/checkpoint.hpp"
#include "rlmdb/grid.hpp"
#include "rlmdb/known_ids.hpp"
#include "rlmdb/loop.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Ids = std::vector<std::string>;

Ids ids_of(TaskPlace& place, IdOf of, std::string_view begin, std::size_t most = 10) {
  return known_ids(place.store(), of, begin, most);
}

}  // namespace

TEST_SUITE("tasks::known_ids") {
  TEST_CASE("tasks and trees that begin so, in order, each once, not more than wanted") {
    TaskPlace place;
    for (const char* const tree : {"tree-b", "tree-a", "tree-a2"}) {
      NewTask task;
      task.prompt = "work";
      task.tree = TreeId{tree};
      (void)place.add(task);
    }
    NewTask below;
    below.prompt = "below";
    below.parent = TaskId{"task-0000"};
    (void)place.add(below);
    CHECK(ids_of(place, IdOf::task, "task-000") == Ids{"task-0000", "task-0001", "task-0002", "task-0003"});
    CHECK(ids_of(place, IdOf::task, "", 2) == Ids{"task-0000", "task-0001"});
    CHECK(ids_of(place, IdOf::task, "task-0003") == Ids{"task-0003"});
    CHECK(ids_of(place, IdOf::task, "task-1").empty());
    CHECK(ids_of(place, IdOf::tree, "tree-a") == Ids{"tree-a", "tree-a2"});
    CHECK(ids_of(place, IdOf::tree, "tree-") == Ids{"tree-a", "tree-a2", "tree-b"});
  }

  TEST_CASE("checkpoints, loops and missions") {
    TaskPlace place;
    (void)place.add();
    NewCheckpoint checkpoint;
    checkpoint.owner = TaskId{"task-0000"};
    checkpoint.name = "one";
    const std::string id = create_checkpoint(place.store(), checkpoint).checkpoint_id;
    CHECK(ids_of(place, IdOf::checkpoint, "ckpt-") == Ids{id});
    CHECK(ids_of(place, IdOf::checkpoint, "x").empty());
    NewLoop loop;
    loop.task = "words";
    loop.loop_id = "ralph-1";
    (void)start_loop(place.store(), loop);
    CHECK(ids_of(place, IdOf::loop, "ralph") == Ids{"ralph-1"});
    NewGrid grid;
    grid.cluster = "blog";
    (void)init_grid(place.store(), {}, grid);
    CHECK(ids_of(place, IdOf::mission, "") == Ids{".grid"});
  }
}
