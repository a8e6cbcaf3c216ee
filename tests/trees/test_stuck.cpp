// SPDX-License-Identifier: MIT
// What is stuck: a task that a plain model leaves queued, however often everything that may run is completed.
// RLMDB_FIRST_TREE and RLMDB_TREES choose the first random tree and how many there are.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "order_place.hpp"
#include "random_seed.hpp"
#include "rlmdb/totals.hpp"
#include "rlmdb/work_left.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

/// The running ones that nobody runs any more, and that no lease gives back.
std::set<std::string> abandoned(const OrderPlace& place) {
  std::set<std::string> ids;
  for (const TreePlan& plan : place.place().recover({}, RecoverRun::dry_run).trees)
    for (const NodePlan& node : plan.nodes)
      if (node.state == "running" && node.decision != Decision::refuse) ids.insert(id_text(node.task_id));
  return ids;
}

std::vector<std::string> left_over(OrderModel model, const std::set<std::string>& gone) {
  for (OrderNode& node : model.nodes)
    if (node.state == "running" && !gone.contains(node.id)) node.state = "completed";
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
      if (!model.may_run(i)) continue;
      model.nodes[i].state = "completed";
      goes_on = true;
    }
  }
  std::vector<std::string> ids;
  for (const OrderNode& node : model.nodes)
    if (node.state == "queued") ids.push_back(node.id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

/// Whether nothing but what SQL can tell holds anything up.
bool is_told_by_data(const Stuck& stuck) {
  return std::none_of(stuck.causes.begin(), stuck.causes.end(), [](const StuckCause& cause) {
    return cause.code == "stuck_process_gone" || cause.code == "order_cycle";
  });
}

/// Whoever reads the rows for something else finds the same.
void check_shown(const Store& store, const Stuck& stuck) {
  const StoreProgress progress = progress_of_store(store);
  CHECK(progress.stuck.tasks == stuck.tasks);
  CHECK(progress.stuck.causes.size() == stuck.causes.size());
  for (const TreeProgress& tree : progress.unfinished) {
    CHECK(tree.stuck == stuck.tasks);
    CHECK(status_of_tree(store, tree.tree_id).progress.stuck == stuck.tasks);
  }
  for (const TreeProgress& tree : progress_of_trees(store)) CHECK(tree.stuck == stuck.tasks);
  for (const TreeSummary& tree : list_trees(store)) CHECK(tree.progress.stuck == stuck.tasks);
}

std::size_t check_stuck(OrderPlace& place) {
  const std::set<std::string> gone = abandoned(place);
  const std::vector<std::string> expected = left_over(place.model(), gone);
  const std::string tree = described(place.model());
  CAPTURE(tree);
  const Stuck stuck = find_stuck_tasks(place.store());
  CHECK(stuck.tasks == static_cast<std::int64_t>(expected.size()));
  CHECK(stuck.causes.empty() == expected.empty());
  const Stuck recovered = find_stuck_tasks(place.store(), {}, Interrupted::recovered);
  const std::vector<std::string> once_recovered = left_over(place.model(), {});
  CHECK(recovered.tasks == static_cast<std::int64_t>(once_recovered.size()));
  check_shown(place.store(), recovered);
  for (const StuckCause& cause : stuck.causes) {
    CHECK(cause.waiting > 0);
    for (const TaskId& id : cause.first_waiting)
      CHECK(std::binary_search(expected.begin(), expected.end(), id.text));
  }
  const std::vector<std::string> in_view =
      place.place().rows("SELECT legacy_id FROM stuck_tasks ORDER BY legacy_id");
  if (is_told_by_data(recovered)) {
    CHECK(rlmdb::test::joined(in_view) == rlmdb::test::joined(once_recovered));
  } else {
    CHECK(std::includes(once_recovered.begin(), once_recovered.end(), in_view.begin(), in_view.end()));
  }
  return expected.size();
}

}  // namespace

TEST_SUITE("trees::stuck") {
  TEST_CASE("what stays queued when everything that may run was run") {
    const unsigned first = number_from_environment("RLMDB_FIRST_TREE", 0);
    const unsigned count = number_from_environment("RLMDB_TREES", 150);
    std::size_t stuck = 0;
    for (unsigned number = first; number < first + count; ++number) {
      CAPTURE(number);
      OrderPlace place(90'000 + number);
      stuck += check_stuck(place);
      for (unsigned step = 0; step < 8; ++step) {
        if (const std::optional<Claim> claim = place.store().claim()) place.end(*claim);
        place.disturb();
      }
      stuck += check_stuck(place);
    }
    CHECK(stuck > count);
  }
}
