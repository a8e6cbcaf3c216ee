// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "format/html_text.hpp"
#include "format/markdown_text.hpp"
#include "reports/print_report.hpp"
#include "reports/report_words.hpp"
#include "transcript.hpp"

using namespace rlmdb::cli;
using rlmdb::TaskState;
using rlmdb::TreeReport;

using cli_tests::count_of;

namespace {

std::string name_of(TaskState state) {
  return state == TaskState::completed ? "completed" : state == TaskState::failed ? "failed" : "queued";
}

/// A root above `children`; every tenth of them failed, the others completed.
TreeReport fan(std::size_t children) {
  TreeReport report;
  report.made_at = "2026-02-09T12:00:00.000Z";
  report.tree.id.text = "tree-fan";
  report.tree.nodes.resize(children + 1);
  report.times.resize(children + 1);
  for (std::size_t index = 0; index <= children; ++index) {
    rlmdb::TreeNode& node = report.tree.nodes[index];
    node.task_id = rlmdb::TaskId{"task-" + std::to_string(index)};
    node.depth = index == 0 ? 0 : 1;
    node.state = index % 10 == 9 ? TaskState::failed : TaskState::completed;
    node.state_text = name_of(*node.state);
    node.prompt = "prompt of " + id_text(node.task_id);
    node.duration_ms = 1'000;
    const auto start = static_cast<std::int64_t>(index) * 1'000;
    report.times[index] = {start, start + 1'000};
    if (node.state == TaskState::failed && report.failures.size() < 50) {
      report.failures.push_back(
          {index, "error of " + id_text(node.task_id), 0, "failed; run it again from its beginning"});
    }
  }
  report.failure_count = (children + 1) / 10;
  report.progress.total = static_cast<std::int64_t>(children + 1);
  report.progress.failed = static_cast<std::int64_t>(report.failure_count);
  report.progress.completed = report.progress.total - report.progress.failed;
  report.progress.percentage = 90;
  report.first_ms = 0;
  report.last_ms = static_cast<std::int64_t>(children + 1) * 1'000;
  return report;
}

/// A line of the summary; "absent" where it is not there.
std::string fact(const TreeReport& report, const std::string& name) {
  for (const auto& [key, text] : facts_of(report)) {
    if (key == name) {
      return text;
    }
  }
  return "absent";
}

}  // namespace

TEST_SUITE("cli::report") {
  TEST_CASE("Markdown shows text as it is") {
    CHECK_EQ(markdown_text("a *b* _c_ `d` [e](f) <g> #h | ~i~ & \\ ! $j$ @k"),
             "a \\*b\\* \\_c\\_ \\`d\\` \\[e\\](f) \\<g\\> \\#h \\| \\~i\\~ \\& \\\\ ! \\$j\\$ \\@k");
    CHECK_EQ(markdown_text("https://x.org www.x.org"), "https\\://x.org www\\.x.org");
    CHECK_EQ(markdown_line("1. a"), "1\\. a");
    CHECK_EQ(markdown_line("12) a"), "12\\) a");
    CHECK_EQ(markdown_line("- a - b"), "\\- a - b");
    CHECK_EQ(markdown_line("1 a"), "1 a");
    CHECK_EQ(markdown_line("12"), "12");
    CHECK_EQ(markdown_name("task-0001"), "`task-0001`");
    CHECK_EQ(markdown_name("a`b"), "a\\`b");
    CHECK_EQ(markdown_name(""), "");
  }

  TEST_CASE("no line of a block ends it") {
    CHECK_EQ(markdown_block("a\n```\n````\nb", "  "), "  `````text\n  a\n  ```\n  ````\n  b\n  `````\n");
    CHECK_EQ(markdown_block("tab\there\r\n\x1b[0m\n", ""), "```text\ntab\there\\r\n\\u001b[0m\n```\n");
  }

  TEST_CASE("HTML shows text as it is") {
    CHECK_EQ(html_text("<a href=\"x\">'&'</a>"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
    CHECK_EQ(html_isolated("a<"), "<bdi>a&lt;</bdi>");
  }

  TEST_CASE("an excerpt ends between characters and says what is missing") {
    CHECK_EQ(excerpt_of("日本語", 9).left_out_bytes, 0);
    CHECK_EQ(excerpt_of("日本語", 8).text, "日本");
    CHECK_EQ(excerpt_of("日本語", 8).left_out_bytes, 3);
  }

  TEST_CASE("times before 1970 and far away are moments like others") {
    CHECK_EQ(moment_text(0), "1970-01-01 00:00:00 UTC");
    CHECK_EQ(moment_text(-1), "1969-12-31 23:59:59 UTC");
    CHECK_EQ(moment_text(1'770'631'200'999), "2026-02-09 10:00:00 UTC");
    CHECK_EQ(moment_text(std::nullopt), "-");
  }

  TEST_CASE("short spans are told apart") {
    CHECK_EQ(span_text(-5), "0s");
    CHECK_EQ(span_text(0), "0s");
    CHECK_EQ(span_text(850), "850ms");
    CHECK_EQ(span_text(4'200), "4.2s");
    CHECK_EQ(span_text(44'000), "44s");
    CHECK_EQ(span_text(225'000), "3m 45s");
  }

  TEST_CASE("bars stand where the nodes ran, and one that has not ended is open") {
    TreeReport report = fan(3);
    report.tree.nodes[2].state = TaskState::running;
    report.times[2].ended_ms.reset();
    report.times[3] = {3'000, 2'000};  // ended before it began
    const Timeline timeline = timeline_of(report, 10);
    REQUIRE_EQ(timeline.bars.size(), 4);
    CHECK_EQ(timeline.span_ms, 4'000);
    CHECK_EQ(timeline.bars[1].begin, 0.25);
    CHECK_EQ(timeline.bars[1].end, 0.5);
    CHECK_FALSE(timeline.bars[1].is_open);
    CHECK(timeline.bars[2].is_open);
    CHECK_EQ(timeline.bars[2].end, 1.0);
    CHECK_EQ(timeline.bars[3].begin, 0.75);
    CHECK_EQ(timeline.bars[3].end, 0.75);
  }

  TEST_CASE("where not all bars find room, failed ones and then the longest do") {
    TreeReport report = fan(20);
    report.times[4].ended_ms = *report.times[4].started_ms + 1'500;
    const Timeline timeline = timeline_of(report, 3);
    REQUIRE_EQ(timeline.bars.size(), 3);
    CHECK_EQ(timeline.bars[0].node, 4);
    CHECK_EQ(timeline.bars[1].node, 9);
    CHECK_EQ(timeline.bars[2].node, 19);
    CHECK_EQ(timeline.started, 21);
  }

  TEST_CASE("all that ran at one moment is drawn at the beginning") {
    TreeReport report = fan(0);
    report.times[0] = {5'000, 5'000};
    report.first_ms = report.last_ms = 5'000;
    const Timeline timeline = timeline_of(report, 10);
    REQUIRE_EQ(timeline.bars.size(), 1);
    CHECK_EQ(timeline.bars[0].begin, 0.0);
    CHECK_EQ(timeline.bars[0].end, 0.0);
    TreeReport never = fan(0);
    never.times[0] = {};
    CHECK(timeline_of(never, 10).bars.empty());
  }

  TEST_CASE("a report of 100,001 nodes is a page, and says what it leaves out") {
    const TreeReport report = fan(100'000);
    const std::string markdown = markdown_report(report);
    CHECK_LT(markdown.size(), 100'000);
    CHECK_EQ(count_of(markdown, "\n  - "), 299);
    CHECK_NE(markdown.find("*300 of 100,001 nodes, upper levels first; 99,701 are left out*"),
             std::string::npos);
    CHECK_NE(markdown.find("*… and 9,950 more failures*"), std::string::npos);
    CHECK_NE(markdown.find("*99,901 nodes are left out*"), std::string::npos);
    CHECK_NE(markdown.find("(+99,701 below)"), std::string::npos);
    const std::string html = html_report(report);
    CHECK_LT(html.size(), 300'000);
    CHECK_EQ(count_of(html, "<div class=\"bar "), 200);
    CHECK_EQ(count_of(html, "<li><p>"), 299);
    CHECK_NE(html.find("200 of 100,001 nodes with a start"), std::string::npos);
    CHECK_NE(html.find("300 of 100,001 nodes, upper levels first; 99,701 are left out"), std::string::npos);
  }

  TEST_CASE("a share of all is never rounded to all or to nothing") {
    TreeReport report = fan(0);
    report.progress.percentage = 99.96;
    CHECK_NE(headline_of(report).find("(99.9 %)"), std::string::npos);
    report.progress.percentage = 0.02;
    CHECK_NE(headline_of(report).find("(0.1 %)"), std::string::npos);
    report.progress.percentage = 100;
    CHECK_NE(headline_of(report).find("(100 %)"), std::string::npos);
    report.progress.percentage = 66.6;
    CHECK_NE(headline_of(report).find("(67 %)"), std::string::npos);
  }

  TEST_CASE("what a tree will have cost is said while something is left to run") {
    TreeReport report = fan(0);
    const auto cost = [&report] { return fact(report, "Cost"); };
    report.cost.total_cost_usd = 0.5;
    report.cost.projected_total_usd = 0.75;
    CHECK_EQ(cost(), "$0.5000");
    report.progress.remaining_tasks = 1;
    CHECK_EQ(cost(), "$0.5000 so far, about $0.7500 once the rest has run");
    report.cost.projected_total_usd.reset();
    CHECK_EQ(cost(), "$0.5000");
  }

  TEST_CASE("the likely estimate, a budget and limits are told where there are any") {
    TreeReport report = fan(0);
    CHECK_EQ(fact(report, "Likely"), "absent");
    report.progress.remaining_tasks = 2;
    report.estimate.reason = "nobody knows";
    CHECK_EQ(fact(report, "Likely"), "unknown (nobody knows)");
    report.estimate = {60'000, 90'000, 3, 0, 2, ""};
    CHECK_EQ(fact(report, "Likely"),
             "~1m 0s, nine times of ten within 1m 30s (2 at once; 3 durations of this tree)");
    CHECK_EQ(fact(report, "Budget"), "absent");
    report.budget = {{}, 2.5, 1, 1.5, false};
    CHECK_EQ(fact(report, "Budget"), "$2.5000, $1.0000 spent, $1.5000 left");
    report.budget = {{}, 2.5, 2.75, -0.25, true};
    CHECK_EQ(fact(report, "Budget"), "$2.5000, $2.7500 spent, $0.2500 over; nothing of the tree is claimed");
    CHECK_EQ(fact(report, "Limits"), "absent");
    report.limits.limits.action = rlmdb::LimitAction::refuse;
    CHECK_EQ(fact(report, "Limits"), "the usual ones; a new node beyond them is refused");
    report.limits.uses = {
        {"max_depth", 5, rlmdb::LimitSource::project, 5, rlmdb::Standing::at, rlmdb::TaskId{"a"}},
        {"max_nodes", 1'000, rlmdb::LimitSource::tree, 20, rlmdb::Standing::below, {}},
        {"timeout_ms", 60'000, rlmdb::LimitSource::tree, 61'000, rlmdb::Standing::over, rlmdb::TaskId{"a"}}};
    CHECK_EQ(fact(report, "Limits"),
             "max_nodes 1,000 (20, below), timeout 1m 0s (1m 1s, over); a new node beyond them is refused");
  }

  TEST_CASE("an HTML page closes every list that it opens") {
    TreeReport report = fan(5);
    report.tree.nodes[2].depth = 2;
    report.tree.nodes[3].depth = 3;
    report.tree.nodes[4].depth = 0;
    const std::string html = html_report(report);
    for (const char* const element : {"ul", "li", "details", "section", "table", "tr", "div"}) {
      CAPTURE(element);
      CHECK_EQ(
          count_of(html, std::string("<") + element + ">") + count_of(html, std::string("<") + element + " "),
          count_of(html, std::string("</") + element + ">"));
    }
    CHECK_EQ(count_of(html, "<details open>"), 4);
  }
}
