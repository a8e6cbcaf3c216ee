// SPDX-License-Identifier: MIT
// Random stores, documents and verbs, then a cleanup: nothing dangles in any table, a tree is there whole or
// not at all, exports work, verify is silent, and whatever is unfinished still has all that it waits for.
// RLMDB_CLEANUP_SEED chooses one seed.
#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <random>

#include "checked_references.hpp"
#include "document_place.hpp"
#include "restored_backup.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/checkpoint.hpp"
#include "rlmdb/cleanup.hpp"
#include "rlmdb/tree_settings.hpp"
#include "rlmdb/variable.hpp"
#include "rlmdb/verify.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Names = std::vector<std::string>;

class OldProject {
 public:
  explicit OldProject(unsigned seed) : m_random(seed) {
    const std::size_t tasks = 5 + below(40);
    std::string records;
    for (std::size_t i = 0; i < tasks; ++i) records += (i == 0 ? "" : ",") + record(i);
    m_store = R"({"version":1,"updatedAt":"2020-01-03T00:00:00.000Z","tasks":[)" + records + "]}";
    (void)m_place.import_text(m_store, "tasks.json");
    for (const char* name : {"tree-1", "tree-2", "tree-5"})
      if (below(2) == 0)
        (void)m_place.import_text(document(name), ".aiwg/rlm/trees/" + std::string(name) + "/tree.json");
    Store store = m_place.writer();
    for (const std::string& tree : trees()) use(store, tree);
  }

  [[nodiscard]] const DocumentPlace& place() const { return m_place; }
  [[nodiscard]] const std::string& store_text() const { return m_store; }
  [[nodiscard]] Names trees() const {
    return m_place.rows("SELECT DISTINCT tree_id FROM tree_nodes WHERE tree_id IS NOT NULL ORDER BY 1");
  }
  [[nodiscard]] Names nodes_of(const std::string& tree) const {
    return m_place.rows("SELECT task_id FROM tree_nodes WHERE tree_id = '" + tree + "' ORDER BY 1");
  }
  /// What unfinished tasks name and there is: dependencies and parents.
  [[nodiscard]] Names needed() const {
    return m_place.rows(
        "SELECT t.legacy_id || ' needs ' || d.legacy_id FROM tasks t JOIN json_each(coalesce(t.residue, "
        "'{}'), "
        "'$.metadata.depends_on') j JOIN tasks d ON d.legacy_id = j.value WHERE t.state NOT IN ('completed', "
        "'cancelled') UNION SELECT t.legacy_id || ' needs ' || p.legacy_id FROM tasks t JOIN tree_nodes n ON "
        "n.task_id = t.id JOIN tasks p ON p.legacy_id = n.parent_ref WHERE t.state NOT IN ('completed', "
        "'cancelled') ORDER BY 1");
  }

 private:
  std::size_t below(std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most - 1)(m_random);
  }
  template <class... Texts>
  std::string any(Texts... texts) {
    const Names all{texts...};
    return all[below(all.size())];
  }

  std::string record(std::size_t number) {
    const std::string id = "task-" + std::to_string(number);
    const bool is_old = below(4) != 0;
    const std::string end = is_old ? "\"2020-01-02T00:00:00.000Z\"" : "\"2998-01-01T00:00:00.000Z\"";
    std::string metadata = R"({"node_id":"node-)" + std::to_string(number) + "\"";
    if (const std::size_t tree = below(6); tree < 4)
      metadata += R"(,"tree_id":"tree-)" + std::to_string(tree + 1) + "\"";
    if (number > 0 && below(2) == 0)
      metadata += R"(,"parent_id":"task-)" + std::to_string(below(number)) + "\"";
    if (number > 0 && below(5) == 0)
      metadata += R"(,"depends_on":["task-)" + std::to_string(below(number)) + "\"]";
    return R"({"id":")" + id + R"(","prompt":"p","state":")" +
           any("completed", "completed", "completed", "completed", "completed", "completed", "completed",
               "cancelled", "failed", "queued") +
           R"(","priority":0,"createdAt":"2020-01-01T00:00:00.000Z","completedAt":)" + end +
           R"(,"metadata":)" + metadata + "}}";
  }

  std::string document(const std::string& tree) {
    const std::string child =
        R"({"node_id":"node-child","parent_id":"node-root","depth":1,"prompt":"q","status":")" +
        any("completed", "pending") + R"(","children":[]})";
    return R"({"tree_id":")" + tree +
           R"(","version":"1.0.0","root_task":{"node_id":"node-root","depth":0,"prompt":"p",)" +
           R"("status":"completed","children":[)" + child +
           R"(]},"metadata":{"completed_at":"2020-01-02T00:00:00.000Z"}})";
  }

  void use(Store& store, const std::string& tree) {
    if (below(2) == 0) (void)set_tree_budget(store, TreeId{tree}, 2.5);
    if (below(2) == 0) {
      const std::vector<StateChange> changes{
          {{StateScope::tree, tree},
           SetVariable{"v", JsonText{"\"" + std::string(below(2) * 20'000, 'x') + "\""}},
           {}}};
      (void)change_states(store, changes);
    }
    NewCheckpoint checkpoint;
    checkpoint.owner = TreeId{tree};
    checkpoint.name = "c";
    checkpoint.is_pinned = below(8) == 0;
    if (below(2) == 0) (void)create_checkpoint(store, checkpoint);
  }

  std::mt19937 m_random;
  DocumentPlace m_place;
  std::string m_store;
};

/// Rows that still name the tree, in any table that has a column of that name; the history may.
Names traces_of(const DocumentPlace& place, const std::string& tree) {
  Names traces;
  for (const std::string& table :
       place.rows("SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c ON c.name = 'tree_id' "
                  "WHERE m.type = 'table' AND m.name NOT IN ('events', 'removed_sources')")) {
    if (place.rows("SELECT count(*) FROM \"" + table + "\" WHERE tree_id = '" + tree + "'").at(0) != "0")
      traces.push_back(table);
  }
  if (place
          .rows("SELECT (SELECT count(*) FROM states WHERE scope = 'tree' AND name = '" + tree +
                "') + (SELECT count(*) FROM snapshots WHERE owner = '" + tree + "')")
          .at(0) != "0")
    traces.emplace_back("by name");
  return traces;
}

void check_trees(const OldProject& project, const std::map<std::string, Names>& before) {
  for (const auto& entry : before) {
    const auto& [tree, nodes] = entry;
    CAPTURE(entry.first);
    const Names left = project.nodes_of(tree);
    CHECK((left.empty() || left == nodes));
    if (left.empty()) CHECK(traces_of(project.place(), tree) == Names{});
  }
}

void check_seed(unsigned seed) {
  const OldProject project(seed);
  std::map<std::string, Names> before;
  for (const std::string& tree : project.trees()) before[tree] = project.nodes_of(tree);
  const Names needed = project.needed();
  Store store = project.place().writer();
  const CleanupReport report = cleanup(store);
  CHECK(report.applied);
  CHECK(report.removed == static_cast<std::int64_t>(report.tasks.size()));
  CHECK(project.needed() == needed);
  check_trees(project, before);
  CHECK(dangling_rows(project.place().database) == Names{});
  const VerifyReport verified = verify(store);
  std::string found;
  for (const Finding& finding : verified.findings) found += finding.where + " " + finding.code + "; ";
  INFO(found);
  CHECK(verified.finding_count == 0);
  CHECK(unsound_when_restored(project.place().database) == "");
  const TestDir out;
  (void)export_project(store, out / "project");
  const auto again = project.place().import_text(project.store_text() + " ", "tasks.json");
  CHECK(again.records.added == 0);
  CHECK(again.records.removed ==
        std::stoull(project.place().rows("SELECT count(*) FROM removed_records").at(0)));
}

}  // namespace

TEST_SUITE("trees::cleanup") {
  TEST_CASE("random projects survive a cleanup whole") {
    const char* chosen = std::getenv("RLMDB_CLEANUP_SEED");
    const unsigned first = chosen != nullptr ? static_cast<unsigned>(std::stoul(chosen)) : 1;
    const unsigned last = chosen != nullptr ? first : 40;
    for (unsigned seed = first; seed <= last; ++seed) {
      INFO("again: RLMDB_CLEANUP_SEED=" << seed);
      check_seed(seed);
    }
  }
}
