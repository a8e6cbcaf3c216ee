// SPDX-License-Identifier: MIT
// Recovery looks at every node that is not completed; what a cancelled one counts as is the same for all
// that count: recover, progress, status, trees, totals, reports in three forms, and the views.
#include <doctest/doctest.h>

#include <set>

#include "reports/print_report.hpp"
#include "rlmdb/report.hpp"
#include "rlmdb/totals.hpp"
#include "tree_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Lines = std::vector<std::string>;

std::string node(int number, const std::string& parent, const std::string& state) {
  const bool has_ended = state == "completed" || state == "cancelled" || state == "failed";
  const std::string id = "task-000" + std::to_string(number);
  return R"({"id":")" + id + R"(","prompt":"p","state":")" + state +
         R"(","createdAt":"2026-01-01T00:00:00.000Z","startedAt":null,"completedAt":)" +
         (has_ended ? R"("2026-01-01T00:00:09.000Z")" : "null") +
         R"(,"metadata":{"tree_id":"t","parent_id":)" + (parent.empty() ? "null" : '"' + parent + '"') + "}}";
}

std::string tree_of(const Lines& states) {
  std::string text = R"({"version":1,"updatedAt":"2026-01-01T00:00:00.000Z","tasks":[)";
  for (std::size_t i = 0; i < states.size(); ++i)
    text += (i == 0 ? "" : ",") + node(static_cast<int>(i), i == 0 ? "" : "task-0000", states[i]);
  return text + "]}";
}

/// "total/done/pending/cancelled", as recover has it.
std::string counts(std::int64_t total, std::int64_t done, std::int64_t cancelled) {
  return std::to_string(total) + "/" + std::to_string(done) + "/" + std::to_string(total - done - cancelled) +
         "/" + std::to_string(cancelled);
}

std::string counts(const TreeProgress& progress) {
  return counts(progress.total, progress.completed, progress.cancelled);
}

Lines counted(const TreePlace& place) {
  const Store store = place.reader();
  const TreePlan plan = place.recover("t", RecoverRun::dry_run).trees.front();
  const StoreProgress all = progress_of_store(store);
  Lines lines{
      std::to_string(plan.total) + "/" + std::to_string(plan.done) + "/" + std::to_string(plan.pending) +
          "/" + std::to_string(plan.cancelled),
      counts(progress_of_tree(store, TreeId{"t"})),
      counts(status_of_tree(store, TreeId{"t"}).progress),
      counts(report_of_tree(store, TreeId{"t"}).progress),
      counts(list_trees(store).front().progress),
      counts(all.totals.in_trees.tasks, all.totals.in_trees.completed, all.totals.in_trees.cancelled)};
  const Lines sql = place.rows(
      "SELECT total || '/' || completed || '/' || (running + queued + failed) || '/' || cancelled "
      "FROM tree_progress");
  lines.insert(lines.end(), sql.begin(), sql.end());
  return lines;
}

/// Whether there is work left, by all that say so.
std::set<bool> is_unfinished(const TreePlace& place) {
  const Store store = place.reader();
  return {place.recover("", RecoverRun::dry_run).trees.size() == 1,
          progress_of_store(store).unfinished.size() == 1,
          progress_of_store(store).totals.unfinished_trees == 1,
          place.rows("SELECT tree_id FROM incomplete_trees").size() == 1,
          place.rows("SELECT 1 FROM trees WHERE completed_at IS NULL").size() == 1};
}

}  // namespace

TEST_SUITE("trees::cancelled_nodes") {
  TEST_CASE("whoever counts a cancelled node counts it as ended, as not completed, and in the whole") {
    const std::vector<std::pair<Lines, std::string>> trees{
        {{"running", "completed", "cancelled", "queued", "failed"}, "5/1/3/1"},
        {{"completed", "cancelled"}, "2/1/0/1"},
        {{"cancelled", "cancelled"}, "2/0/0/2"},
        {{"cancelled", "queued", "completed", "cancelled"}, "4/1/1/2"}};
    for (const auto& [states, expected] : trees) {
      const TreePlace place{std::string_view(tree_of(states))};
      for (const std::string& line : counted(place)) CHECK(line == expected);
      const bool has_work = expected.find("/0/", 3) == std::string::npos;
      CHECK(is_unfinished(place) == std::set<bool>{has_work});
    }
  }

  TEST_CASE("the per cent are those of completed nodes, of which a cancelled one is none") {
    const TreePlace place{std::string_view(tree_of({"completed", "cancelled", "completed", "cancelled"}))};
    const Store store = place.reader();
    CHECK(progress_of_tree(store, TreeId{"t"}).percentage == 50);
    CHECK(report_of_tree(store, TreeId{"t"}).progress.percentage == 50);
    CHECK(place.rows("SELECT percentage FROM tree_progress") == Lines{"50.0"});
    CHECK(progress_of_tree(store, TreeId{"t"}).remaining_tasks == 0);
    const TreeReport report = report_of_tree(store, TreeId{"t"});
    const std::string headline = "2 of 4 nodes completed (50 %), 2 cancelled";
    CHECK(cli::markdown_report(report).find(headline) != std::string::npos);
    CHECK(cli::html_report(report).find(headline) != std::string::npos);
    CHECK(place.rows("SELECT remaining_tasks FROM tree_progress") == Lines{"0"});
  }

  TEST_CASE("recovery looks at every node that is not completed, and leaves a cancelled one as it is") {
    const TreePlace place{
        std::string_view(tree_of({"queued", "completed", "cancelled", "queued", "failed", "running"}))};
    const auto before = place.tasks();
    CHECK(decisions(place.recover("t", RecoverRun::dry_run).trees.front()) ==
          "0 task-0000 wait after task-0003 task-0004 task-0005\n"
          "1 task-0001 skip\n1 task-0002 skip\n1 task-0003 ready\n1 task-0004 retry\n1 task-0005 resume\n");
    (void)place.recover("t");
    CHECK(place.tasks().at("task-0002") == before.at("task-0002"));
    CHECK(place.rows("SELECT legacy_id, decision FROM recovery_plan ORDER BY legacy_id") ==
          Lines{"task-0000|wait", "task-0001|skip", "task-0002|skip", "task-0003|ready", "task-0004|ready",
                "task-0005|ready"});
  }
}
