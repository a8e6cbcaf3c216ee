// SPDX-License-Identifier: MIT
// The five trees that the seeds draw: what recovery decides, what applying it changes, and that it changes
// nothing else.
#include <doctest/doctest.h>

#include "tree_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

/// A node that recovery puts back into the queue.
struct Restarted {
  std::string id;
  std::string state;  ///< before
  std::string pid;    ///< JSON text before
  std::string checkpoint;
  std::string end{};  ///< completedAt before; "": none
};

struct SeedTree {
  std::string name;
  std::string tree;
  std::string counts;  ///< "root: total = done + pending + cancelled"
  std::string first;   ///< decisions of the first run
  std::vector<Restarted> restarted;
  std::string second;       ///< decisions of the second run
  std::string merge_ready;  ///< of both runs
};

const std::vector<SeedTree>& seed_trees() {
  static const std::vector<SeedTree> k_seed_trees = {
      {"crash-recovery",
       "tree-12345678",
       "task-0001: 6 = 3 + 3 + 0",
       "0 task-0001 skip\n"
       "1 task-0002 skip\n"
       "1 task-0003 skip\n"
       "1 task-0004 resume from ckpt-1770631291515 after task-0005 task-0006\n"
       "2 task-0005 ready\n"
       "2 task-0006 wait after task-0005\n",
       {{"task-0004", "running", "12004", "ckpt-1770631291515"}},
       "0 task-0001 skip\n"
       "1 task-0002 skip\n"
       "1 task-0003 skip\n"
       "1 task-0004 wait from ckpt-1770631291515 after task-0005 task-0006\n"
       "2 task-0005 ready\n"
       "2 task-0006 wait after task-0005\n",
       ""},
      {"mapping",
       "tree-12345678",
       "task-0001: 6 = 0 + 6 + 0",
       "0 task-0001 wait after task-0002 task-0003 task-0006\n"
       "1 task-0002 ready\n"
       "1 task-0003 wait after task-0004 task-0005\n"
       "2 task-0004 ready\n"
       "2 task-0005 ready\n"
       "1 task-0006 ready\n",
       {},
       "0 task-0001 wait after task-0002 task-0003 task-0006\n"
       "1 task-0002 ready\n"
       "1 task-0003 wait after task-0004 task-0005\n"
       "2 task-0004 ready\n"
       "2 task-0005 ready\n"
       "1 task-0006 ready\n",
       ""},
      {"partial-parallel",
       "tree-0a1b2c3d",
       "task-0001: 4 = 2 + 2 + 0",
       "0 task-0001 resume after task-0004\n"
       "1 task-0002 skip\n"
       "1 task-0003 skip\n"
       "1 task-0004 retry\n",
       {{"task-0001", "running", "13001", ""},
        {"task-0004", "failed", "null", "", "2026-02-09T12:01:40.164Z"}},
       "0 task-0001 wait after task-0004\n"
       "1 task-0002 skip\n"
       "1 task-0003 skip\n"
       "1 task-0004 ready\n",
       ""},
      {"partial-sequential",
       "tree-89abcdef",
       "task-0001: 4 = 1 + 3 + 0",
       "0 task-0001 resume after task-0003 task-0004\n"
       "1 task-0002 skip\n"
       "1 task-0003 resume from ckpt-1770642180034\n"
       "1 task-0004 wait after task-0003\n",
       {{"task-0001", "running", "14001", ""}, {"task-0003", "running", "14003", "ckpt-1770642180034"}},
       "0 task-0001 wait after task-0003 task-0004\n"
       "1 task-0002 skip\n"
       "1 task-0003 ready from ckpt-1770642180034\n"
       "1 task-0004 wait after task-0003\n",
       ""},
      {"progress-15",
       "tree-12345678",
       "task-0001: 15 = 10 + 5 + 0",
       "0 task-0001 skip\n1 task-0002 skip\n1 task-0003 skip\n1 task-0004 skip\n1 task-0005 skip\n"
       "1 task-0006 skip\n1 task-0007 skip\n1 task-0008 skip\n1 task-0009 skip\n1 task-0010 skip\n"
       "1 task-0011 resume\n1 task-0012 resume\n1 task-0013 ready\n1 task-0014 ready\n1 task-0015 ready\n",
       {{"task-0011", "running", "15010", ""}, {"task-0012", "running", "15011", ""}},
       "0 task-0001 skip\n1 task-0002 skip\n1 task-0003 skip\n1 task-0004 skip\n1 task-0005 skip\n"
       "1 task-0006 skip\n1 task-0007 skip\n1 task-0008 skip\n1 task-0009 skip\n1 task-0010 skip\n"
       "1 task-0011 ready\n1 task-0012 ready\n1 task-0013 ready\n1 task-0014 ready\n1 task-0015 ready\n",
       ""},
  };
  return k_seed_trees;
}

std::string counts(const TreePlan& plan) {
  return id_text(plan.root) + ": " + std::to_string(plan.total) + " = " + std::to_string(plan.done) + " + " +
         std::to_string(plan.pending) + " + " + std::to_string(plan.cancelled);
}

std::string quoted(const std::string& text) {
  return text.empty() ? "NULL" : "'" + text + "'";
}

/// What `differences` says of the tasks after recovery.
std::string expected_differences(const SeedTree& seed) {
  std::string text;
  for (const Restarted& node : seed.restarted) {
    text += node.id + ".attempts: 0 -> 1\n";
    if (!node.end.empty()) text += node.id + ".completed_at: '" + node.end + "' -> NULL\n";
    if (node.pid != "null") text += node.id + ".pid: " + node.pid + " -> NULL\n";
    if (!node.checkpoint.empty())
      text += node.id + ".resume_checkpoint_id: NULL -> " + quoted(node.checkpoint) + "\n";
    text += node.id + ".state: '" + node.state + "' -> 'queued'\n";
    text += node.id + ".version: 1 -> 2\n";
  }
  return text;
}

/// Every table but the ones that recovery writes.
std::string untouched_tables(const TreePlace& place) {
  std::string text;
  for (const std::string& table :
       place.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('tasks', 'events', "
                  "'event_changes') ORDER BY name")) {
    text += table + "\n";
    for (const std::string& row : place.rows("SELECT * FROM " + table + " ORDER BY 1, 2"))
      text += "  " + row + "\n";
  }
  return text;
}

void replace_after(std::string& text, std::size_t from, const std::string& old_line,
                   const std::string& new_line) {
  const std::size_t at = text.find(old_line, from);
  REQUIRE(at != std::string::npos);
  text.replace(at, old_line.size(), new_line);
}

std::string updated_at_line(const std::string& document) {
  const std::size_t begin = document.find("  \"updatedAt\"");
  return document.substr(begin, document.find('\n', begin) - begin);
}

/// The document as it must be after recovery, its date taken from `after`.
std::string expected_export(const SeedTree& seed, std::string before, const std::string& after) {
  for (const Restarted& node : seed.restarted) {
    const std::size_t record = before.find("\"id\": \"" + node.id + "\"");
    replace_after(before, record, "\"state\": \"" + node.state + "\"", "\"state\": \"queued\"");
    if (!node.end.empty())
      replace_after(before, record, "\"completedAt\": \"" + node.end + "\"", "\"completedAt\": null");
    replace_after(before, record, "\"pid\": " + node.pid, "\"pid\": null");
  }
  replace_after(before, 0, updated_at_line(before), updated_at_line(after));
  return before;
}

std::vector<std::string> expected_events(const SeedTree& seed) {
  std::vector<std::string> events;
  for (const Restarted& node : seed.restarted)
    events.push_back("task:recovered|" + node.id + "|" + seed.tree + "|NULL|" + node.state + "|queued|NULL|" +
                     (node.state == "running" ? "process_gone" : "failed"));
  return events;
}

std::vector<std::string> expected_changes(const SeedTree& seed) {
  std::vector<std::string> changes;
  for (const Restarted& node : seed.restarted) {
    changes.push_back(node.id + "|/state|\"" + node.state + "\"");
    if (node.pid != "null") changes.push_back(node.id + "|/pid|" + node.pid);
    if (!node.end.empty()) changes.push_back(node.id + "|/completedAt|\"" + node.end + "\"");
  }
  return changes;
}

std::vector<std::string> events(const TreePlace& place) {
  return place.rows(
      "SELECT kind, t.legacy_id, tree_id, e.import_id, old_state, new_state, e.token, "
      "e.reason FROM events e "
      "LEFT JOIN tasks t ON t.id = e.task_id WHERE kind <> 'import:finished' ORDER BY seq");
}

std::vector<std::string> changes(const TreePlace& place) {
  return place.rows(
      "SELECT t.legacy_id, member, old_value FROM event_changes c JOIN events e ON e.seq = c.event_seq AND "
      "e.task_id = c.owner_id JOIN tasks t ON t.id = c.owner_id ORDER BY c.event_seq, c.member DESC");
}

}  // namespace

TEST_SUITE("trees::seed_trees") {
  TEST_CASE("recovery decides as the seeds draw it, and a dry run writes nothing") {
    for (const SeedTree& seed : seed_trees()) {
      CAPTURE(seed.name);
      const TreePlace place(seed_tree(seed.name));
      const std::string before = content_of(place.database());
      const RecoveryReport report = place.recover(seed.tree, RecoverRun::dry_run);
      CHECK(!report.applied);
      CHECK(report.changed == 0);
      REQUIRE(report.trees.size() == 1);
      CHECK(report.trees[0].tree_id.text == seed.tree);
      CHECK(counts(report.trees[0]) == seed.counts);
      CHECK(decisions(report.trees[0]) == seed.first);
      CHECK(joined(report.trees[0].merge_ready) == seed.merge_ready);
      CHECK(report.trees[0].findings.empty());
      CHECK(decisions(place.recover("", RecoverRun::dry_run).trees.at(0)) == seed.first);
      CHECK((content_of(place.database()) == before));
    }
  }

  TEST_CASE("applying changes the recovered nodes and nothing else, one event a node") {
    for (const SeedTree& seed : seed_trees()) {
      CAPTURE(seed.name);
      const TreePlace place(seed_tree(seed.name));
      const auto tasks_before = place.tasks();
      const std::string rest_before = untouched_tables(place);
      const RecoveryReport report = place.recover(seed.tree);
      CHECK(report.applied);
      CHECK(report.changed == seed.restarted.size());
      CHECK(decisions(report.trees.at(0)) == seed.first);
      CHECK(differences(tasks_before, place.tasks()) == expected_differences(seed));
      CHECK((untouched_tables(place) == rest_before));
      CHECK(joined(events(place)) == joined(expected_events(seed)));
      CHECK(joined(changes(place)) == joined(expected_changes(seed)));
    }
  }

  TEST_CASE("a second run finds the same trees, their nodes queued, and changes nothing") {
    for (const SeedTree& seed : seed_trees()) {
      CAPTURE(seed.name);
      const TreePlace place(seed_tree(seed.name));
      (void)place.recover("");
      const std::string after_first = content_of(place.database());
      const RecoveryReport second = place.recover("");
      CHECK(second.applied);
      CHECK(second.changed == 0);
      REQUIRE(second.trees.size() == 1);
      CHECK(second.trees[0].tree_id.text == seed.tree);
      CHECK(counts(second.trees[0]) == seed.counts);
      CHECK(decisions(second.trees[0]) == seed.second);
      CHECK((content_of(place.database()) == after_first));
    }
  }

  TEST_CASE("the export differs in the recovered members and the date, in no other byte") {
    for (const SeedTree& seed : seed_trees()) {
      CAPTURE(seed.name);
      const TreePlace place(seed_tree(seed.name));
      const std::string before = export_text(place.database());
      CHECK((before == read_all(seed_tree(seed.name))));
      (void)place.recover(seed.tree);
      const std::string after = export_text(place.database());
      CHECK((after == expected_export(seed, before, after)));
      CHECK((updated_at_line(after) == updated_at_line(before)) == seed.restarted.empty());
    }
  }

  TEST_CASE("each decision says why in a sentence") {
    const TreePlace crash(seed_tree("crash-recovery"));
    const TreePlan plan = crash.recover("tree-12345678", RecoverRun::dry_run).trees.at(0);
    CHECK(plan.nodes.at(0).reason == "completed; its result is kept");
    CHECK(plan.nodes.at(3).reason ==
          "was running, its process 12004 is gone; waits for its 2 children before it can merge: "
          "task-0005, "
          "task-0006");
    CHECK(plan.nodes.at(4).reason == "ready to run");
    CHECK(plan.nodes.at(5).reason == "waits for task-0005, which comes before it (sequential)");
    const TreePlace sequential(seed_tree("partial-sequential"));
    const TreePlan steps = sequential.recover("tree-89abcdef", RecoverRun::dry_run).trees.at(0);
    CHECK(steps.nodes.at(2).reason ==
          "was running, its process 14003 is gone; resume from checkpoint ckpt-1770642180034 'login_done', "
          "once "
          "its file is imported: .aiwg/rlm/trees/tree-89abcdef/checkpoints/ckpt-1770642180034.json");
    const TreePlace parallel(seed_tree("partial-parallel"));
    const TreePlan retried = parallel.recover("tree-0a1b2c3d", RecoverRun::dry_run).trees.at(0);
    CHECK(retried.nodes.at(3).reason == "failed; run it again from its beginning");
  }

  TEST_CASE("an unknown tree is an error that names trees with work left") {
    const TreePlace place(seed_tree("crash-recovery"));
    try {
      (void)place.recover("tree-00000000");
      FAIL("no error");
    } catch (const Error& error) {
      CHECK((error.code() == ErrorCode::not_found));
      CHECK(std::string(error.what()) == "No tasks found for tree tree-00000000: there is no such tree");
      CHECK(error.hint() == "trees with work left: tree-12345678");
    }
  }
}
