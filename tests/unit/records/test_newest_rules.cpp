// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "records/newest_rules.hpp"

using namespace rlmdb::records;

namespace {

/// "newer by RULE", "older by RULE" or "same".
std::string told_order(const AgeOrder& order) {
  if (order.order == 0) return "same";
  return (order.order > 0 ? "newer by " : "older by ") + std::string(order.rule);
}

}  // namespace

TEST_SUITE("records::newest_rules") {
  TEST_CASE("the later time counts, then the further state, then the longer output") {
    const RecordAge running{1000, 2, 10};
    CHECK(told_order(compare_ages({1001, 1, 0}, running)) == "newer by the later time");
    CHECK(told_order(compare_ages({std::nullopt, 3, 99}, running)) == "older by the later time");
    CHECK(told_order(compare_ages({1000, 3, 0}, running)) == "newer by the further state");
    CHECK(told_order(compare_ages({1000, 1, 99}, running)) == "older by the further state");
    CHECK(told_order(compare_ages({1000, 2, 11}, running)) == "newer by the longer output");
    CHECK(told_order(compare_ages(running, running)) == "same");
  }

  TEST_CASE("in one file a time that only one of two has says nothing") {
    const RecordAge dated{1000, 1, 0};
    CHECK(told_order(compare_in_one_file(dated, {std::nullopt, 2, 0})) == "older by the further state");
    CHECK(told_order(compare_in_one_file(dated, {std::nullopt, 1, 0})) == "same");
    CHECK(told_order(compare_in_one_file({std::nullopt, 3, 0}, dated)) == "newer by the further state");
    CHECK(told_order(compare_in_one_file(dated, {999, 2, 0})) == "newer by the later time");
  }

  TEST_CASE("of one age the file written later counts, then the text that sorts last") {
    const CopyState here{"2026-02-09T10:00:00.000Z", "b"};
    CHECK(told_order(compare_copies({"2026-02-09T10:00:00.001Z", "a"}, here)) ==
          "newer by the file written later");
    CHECK(told_order(compare_copies({"", "c"}, here)) == "older by the file written later");
    CHECK(told_order(compare_copies({"2026-02-09T10:00:00.000Z", "c"}, here)) ==
          "newer by the text that sorts last");
    CHECK(told_order(compare_copies(here, here)) == "same");
  }

  TEST_CASE("a record says its latest time, its state and the length of its output") {
    TaskRecord record;
    CHECK_FALSE(age_of(record).latest_ms.has_value());
    CHECK(age_of(record).progress == 0);
    record.task[task_created_at] = Cell::of_text("1970-01-01T00:00:02.000Z");
    record.task[task_started_at] = Cell::of_text("1970-01-01T00:00:01.000Z");
    record.task[task_output] = Cell::of_text("four");
    CHECK(age_of(record).latest_ms == 2000);
    CHECK(age_of(record).output_bytes == 4);
    const auto progress = [&](std::string_view state) {
      record.task[task_state] = Cell::of_text(state);
      return age_of(record).progress;
    };
    CHECK(progress("queued") == 1);
    CHECK(progress("running") == 2);
    CHECK(progress("failed") == 3);
    CHECK(progress("cancelled") == 3);
    CHECK(progress("paused") == 0);
  }
}
