// SPDX-License-Identifier: MIT
// What prune keeps, packs and removes, held against the plain words of the rule.
#include <doctest/doctest.h>

#include <random>

#include "util/clock.hpp"
#include "workflow_place.hpp"
#include "workflows/workflow_retention.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using workflows::AgedCheckpoint;
using workflows::KeptWorkflow;
using workflows::WorkflowFate;
using workflows::WorkflowOutcome;
using workflows::WorkflowRetention;

constexpr std::int64_t k_day = 86'400'000;

AgedCheckpoint random_checkpoint(std::mt19937& random) {
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  AgedCheckpoint checkpoint;
  // Often right at a boundary.
  if (below(10) > 0) checkpoint.age_ms = below(40) * k_day + below(3) - 1;
  if (below(3) == 0) checkpoint.days = below(40);
  checkpoint.is_tagged = below(5) == 0;
  checkpoint.is_whole = below(4) > 0;
  checkpoint.is_restored = below(10) == 0;
  checkpoint.is_packed = below(4) == 0;
  return checkpoint;
}

/// The rule, word by word, for the one at `at`.
WorkflowFate expected(const std::vector<AgedCheckpoint>& all, std::size_t at, const WorkflowRetention& rule) {
  const AgedCheckpoint& one = all[at];
  std::int64_t days = 30;
  if (one.days) days = *one.days;
  if (rule.days) days = *rule.days;
  const bool past_days = one.age_ms && *one.age_ms > days * k_day;
  bool is_newest_whole = one.is_whole;
  for (std::size_t i = 0; i < at; ++i) is_newest_whole = is_newest_whole && !all[i].is_whole;
  bool goes = static_cast<std::int64_t>(at) >= rule.keep && past_days;
  if (rule.outcome == WorkflowOutcome::success) goes = true;
  const bool nobody_knows = !goes && !one.age_ms && static_cast<std::int64_t>(at) >= rule.keep;
  WorkflowFate fate;
  if (nobody_knows) fate.kept = KeptWorkflow::undated;
  if (goes || nobody_knows) {
    if (at == 0 || is_newest_whole) fate.kept = KeptWorkflow::newest;
    if (one.is_restored) fate.kept = KeptWorkflow::restored;
    if (one.is_tagged) fate.kept = KeptWorkflow::tagged;
    if (fate.kept == KeptWorkflow::no) return {WorkflowFate::What::removed, KeptWorkflow::no};
  }
  const bool untouched = rule.outcome == WorkflowOutcome::failure && !past_days;
  if (one.age_ms && *one.age_ms > 7 * k_day && !one.is_packed && !untouched)
    fate.what = WorkflowFate::What::packed;
  return fate;
}

}  // namespace

TEST_SUITE("tasks::workflow_retention") {
  TEST_CASE("random ages, tags and counts against the plain rule") {
    std::mt19937 random(7);
    std::size_t removed = 0;
    std::size_t kept = 0;
    for (int round = 0; round < 20'000; ++round) {
      WorkflowRetention rule;
      rule.keep = static_cast<std::int64_t>(random() % 8);
      if (random() % 3 == 0) rule.days = static_cast<std::int64_t>(random() % 40);
      rule.outcome = static_cast<WorkflowOutcome>(random() % 3);
      std::vector<AgedCheckpoint> all;
      for (std::size_t i = random() % 12; i > 0; --i) all.push_back(random_checkpoint(random));
      const std::vector<WorkflowFate> fates = workflows::fates_of(all, rule);
      REQUIRE(fates.size() == all.size());
      for (std::size_t i = 0; i < all.size(); ++i) {
        CAPTURE(round);
        CAPTURE(i);
        REQUIRE((fates[i] == expected(all, i, rule)));
        removed += fates[i].what == WorkflowFate::What::removed ? 1U : 0U;
        kept += fates[i].kept != KeptWorkflow::no ? 1U : 0U;
      }
    }
    CHECK(removed > 10'000);
    CHECK(kept > 10'000);
  }

  TEST_CASE("prune removes what is beyond the number and its days, and says what it keeps") {
    WorkflowPlace place;
    std::vector<std::string> ids;
    const auto now = util::now();
    const auto add = [&](const std::string& owner, int days, const std::string& tags) {
      const std::string time = util::utc_text(now - std::chrono::hours(24 * days + 1));
      ids.push_back(
          place
              .take(workflow(owner), R"({"created_at":")" + time +
                                         R"(","state":{"phase":"p","progress":{},"variables":{"d":)" +
                                         std::to_string(days) + R"(}},"metadata":{"tags":)" + tags + "}}")
              .id);
    };
    for (const int days : {100, 80, 60, 40, 20, 6, 3, 1})
      add("w", days, days == 80 ? R"(["release"])" : "[]");
    add("v", 100, "[]");
    RestoreOptions options = place.restoring(workflow("w"), RestoreStrategy::select);
    options.id = ids[2];
    REQUIRE(place.restore(options).is_restored);
    const std::string before = place.content();
    WorkflowPruneOptions asked;
    asked.run = WorkflowPruneRun::dry_run;
    const auto summary = [&](const WorkflowPruneReport& report) {
      std::string text;
      for (const auto& one : report.removed) text += "-" + one.id + " ";
      for (const auto& one : report.packed) text += "z" + one.id + " ";
      for (const auto& [one, reason] : report.kept)
        text += "+" + one.id + ":" + std::string(to_text(reason)) + " ";
      for (std::size_t i = 0; i < ids.size(); ++i)
        for (std::size_t at; (at = text.find(ids[i])) != std::string::npos;)
          text.replace(at, ids[i].size(), std::to_string(i));
      return text + std::to_string(report.recent);
    };
    CHECK(summary(prune_workflow_checkpoints(place.store(), asked)) ==
          "-0 z8 z4 z3 z2 z1 +2:restored +1:tagged 6");
    CHECK(place.content() == before);
    asked.run = WorkflowPruneRun::apply;
    asked.owner = workflow("w");
    CHECK(prune_workflow_checkpoints(place.store(), asked).applied);
    CHECK(place.rows("SELECT count(*), count(packed), count(content_id) FROM workflow_checkpoints") ==
          std::vector<std::string>{"8|4|4"});
    CHECK(place.rows("SELECT count(*) FROM contents") == std::vector<std::string>{"4"});
    CHECK(place.rows("SELECT reason FROM events WHERE kind = 'workflow:pruned'") ==
          std::vector<std::string>{"5"});
    asked.end = WorkflowEnd::success;
    CHECK(summary(prune_workflow_checkpoints(place.store(), asked)) ==
          "-6 -5 -4 -3 +7:newest +2:restored +1:tagged 0");
    CHECK(error_of([&] {
            (void)prune_workflow_checkpoints(place.store(), {.owner = workflow("none")});
          })->code() == ErrorCode::not_found);
  }
}
