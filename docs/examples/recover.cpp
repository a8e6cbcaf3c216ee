// SPDX-License-Identifier: MIT
// recover DATABASE TREE: after a crash, says what will happen to each node of a tree, and lets it happen.
#include "rlmdb/recover.hpp"

#include <iostream>

#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/words.hpp"

int main(int count, char** words) try {
  if (count != 3) {
    std::cerr << "usage: recover DATABASE TREE\n";
    return 2;
  }
  rlmdb::Store store = rlmdb::Store::open(words[1], rlmdb::Access::read_write);
  const rlmdb::TreeId tree{words[2]};
  const rlmdb::SavedRecovery plan = rlmdb::save_recovery_plan(store, tree);
  for (const rlmdb::NodePlan& node : plan.report.trees.at(0).nodes) {
    std::cout << rlmdb::id_text(node.task_id) << '\t' << rlmdb::to_text(node.decision) << '\t' << node.reason
              << '\n';
  }
  // Exactly what was shown, or an error: a node that changed meanwhile is not touched.
  const auto applied = rlmdb::apply_recovery_plan(store, plan.text);
  std::cout << applied.report.changed << " changed\n";
} catch (const rlmdb::Error& error) {
  std::cerr << error.where() << ": " << error.what() << "\n  " << error.hint() << '\n';
  return 1;
}
