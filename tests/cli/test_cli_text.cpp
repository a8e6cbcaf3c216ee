// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <map>

#include "format/units_text.hpp"
#include "frame/progress_line.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

using namespace rlmdb::cli;

TEST_SUITE("cli::text") {
  TEST_CASE("what moves the cursor, hides or reorders is written out") {
    CHECK_EQ(make_visible("a\x1b[31mb", LineBreaks::escape), "a\\u001b[31mb");
    CHECK_EQ(make_visible("a\nb\tc\r", LineBreaks::escape), "a\\nb\\tc\\r");
    CHECK_EQ(make_visible("a\nb\r", LineBreaks::keep), "a\nb\\r");
    CHECK_EQ(make_visible("x\u202Ey\u2066\u200B", LineBreaks::escape), "x\\u202ey\\u2066\\u200b");
    CHECK_EQ(make_visible("\u0085\U000E0041", LineBreaks::escape), "\\u0085\\u{e0041}");
    CHECK_EQ(make_visible("ok \xff\xfe", LineBreaks::escape), "ok \\xff\\xfe");
    CHECK_EQ(make_visible("a\u034Fb\u115F\u1160\u3164\uFFA0\u17B4\u2064\u206F\uFFF8\U0001BCA0\U000E0100"),
             "a\\u034fb\\u115f\\u1160\\u3164\\uffa0\\u17b4\\u2064\\u206f\\ufff8\\u{1bca0}\\u{e0100}");
    CHECK_EQ(make_visible("\u200Dx\u200D\u200Dy\uFE0F\uFE0E z\uFE00\u200C"),
             "\\u200dx\u200D\\u200dy\uFE0F\\ufe0e z\uFE00\u200C");
    CHECK_EQ(visible_json("\"\u034F\u3164\U000E0100\""), "\"\\u034f\\u3164\\udb40\\udd00\"");
    CHECK_EQ(make_visible("❤\uFE0F\u200D🔥"), "❤\uFE0F\u200D🔥");
    CHECK_EQ(make_visible("日本 e\u0301 👩\u200D💻", LineBreaks::escape), "日本 e\u0301 👩\u200D💻");
  }

  TEST_CASE("width counts columns, and cutting keeps characters whole") {
    CHECK_EQ(display_width("abc"), 3);
    CHECK_EQ(display_width("日本"), 4);
    CHECK_EQ(display_width("e\u0301"), 1);
    CHECK_EQ(cut_to_width("abcdef", 6), "abcdef");
    CHECK_EQ(cut_to_width("abcdef", 5), "abcd…");
    CHECK_EQ(cut_to_width("日本語", 5), "日本…");
    CHECK_EQ(cut_to_width("日本語", 4), "日…");
    CHECK_EQ(cut_to_width("ae\u0301bc", 3), "ae\u0301…");
    CHECK_EQ(cut_to_width("abc", 0), "");
  }

  TEST_CASE("a table fits the terminal and is whole elsewhere") {
    const Terminal terminal{true, false, 20};
    TextTable narrow({{"ID"}, {"TEXT"}}, terminal);
    narrow.add_row({{"task-1"}, {"a text that is too long"}});
    CHECK_EQ(narrow.take(), "ID      TEXT\ntask-1  a text that…\n");
    TextTable wide({{"ID"}, {"N", Align::right}}, Terminal{});
    wide.add_row({{"日"}, {"10"}});
    wide.add_row({{"abc"}, {"7"}});
    CHECK_EQ(wide.take(), "ID    N\n日   10\nabc   7\n");
    wide.add_row({{"later"}, {"1"}});
    CHECK_EQ(wide.take(), "later   1\n");
  }

  TEST_CASE("colours are for terminals that have them") {
    CHECK_EQ(tinted("x", Tint::red, Terminal{true, true, 80}), "\x1b[31mx\x1b[0m");
    CHECK_EQ(tinted("x", Tint::red, Terminal{true, false, 80}), "x");
    CHECK_EQ(tab_separated_line({{""}, {"a\tb\\"}, {"c\nd"}}, Terminal{}), "\ta\\tb\\\\\tc\\nd\n");
  }

  TEST_CASE("numbers carry units") {
    CHECK_EQ(count_text(0), "0");
    CHECK_EQ(count_text(1234567), "1,234,567");
    CHECK_EQ(counted(1, "task", "tasks"), "1 task");
    CHECK_EQ(bytes_text(999), "999 B");
    CHECK_EQ(bytes_text(14359), "14.4 kB");
    CHECK_EQ(bytes_text(999'999), "1.0 MB");
    CHECK_EQ(duration_text(std::chrono::milliseconds(850)), "850 ms");
    CHECK_EQ(duration_text(std::chrono::milliseconds(245'000)), "4 min 05 s");
  }

  TEST_CASE("progress tells bytes, records, rate and what is left") {
    using std::chrono::milliseconds;
    const rlmdb::ImportProgress progress{"a/tasks.json", "read", 50'000'000,
                                         200'000'000,    20'000, milliseconds(3'000)};
    CHECK_EQ(progress_text(progress, {"a/tasks.json", "read", milliseconds(1'000)}),
             "read tasks.json  25 %  50.0 MB of 200.0 MB  20,000 records  10,000/s  ETA 6.0 s");
    rlmdb::ImportProgress wait;
    wait.path = "a/tasks.json";
    wait.phase = "wait";
    wait.files = 200;
    wait.left = milliseconds(2'000);
    CHECK_EQ(progress_text(wait, {}),
             "wait for 200 files that may still be written (tasks.json)  2.0 s at most");
  }
}
