// SPDX-License-Identifier: MIT
// Rows are described once: what is printed of them.
#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

#include "format/rows.hpp"
#include "format/units_text.hpp"
#include "rlmdb/error.hpp"

namespace {

using namespace rlmdb;
using namespace rlmdb::cli;

struct Item {
  std::string name;
  double usd = 0;
  std::int64_t size = 0;
  std::optional<std::string> at;
};

const Rows<Item>& item_rows() {
  static const Rows<Item> k_rows({{"name", &Item::name, {"NAME"}},
                                  {"usd", as_money(&Item::usd), {"COST"}},
                                  {"size", as_bytes(&Item::size), {"SIZE"}},
                                  {"at", as_time(&Item::at), {"AT"}}},
                                 {}, {.lines = "name at size usd", .gives_way = "size", .may_lack = "at"});
  return k_rows;
}

const std::vector<Item> k_items{{"a,\"b\"\n", 7.540000000000019, 1500, std::nullopt}};

Terminal lines_as(LineForm form) {
  Terminal pipe;
  pipe.lines = form;
  return pipe;
}

}  // namespace

TEST_SUITE("cli::rows") {
  TEST_CASE("one description gives a table, lines, CSV and JSON") {
    CHECK_EQ(item_rows().text(k_items, Terminal{true, false, 80}),
             "NAME        COST    SIZE\na,\"b\"\\n  $7.5400  1.5 kB\n");
    CHECK_EQ(item_rows().text(k_items, Terminal{true, false, 20}), "NAME        COST\na,\"b\"\\n  $7.5400\n");
    CHECK_EQ(item_rows().text(k_items, {}), "a,\"b\"\\n\t\t1500\t7.54\n");
    CHECK_EQ(item_rows().text(k_items, lines_as(LineForm::headed)),
             "name\tat\tsize\tusd\na,\"b\"\\n\t\t1500\t7.54\n");
    CHECK_EQ(item_rows().text(k_items, lines_as(LineForm::csv)),
             "name,at,size,usd\n\"a,\"\"b\"\"\n\",,1500,7.54\n");
    CHECK_EQ(item_rows().json("items", k_items),
             "{\"items\":[{\"name\":\"a,\\\"b\\\"\\n\",\"usd\":7.540000000000019,\"size\":1500,\"at\":null}],"
             "\"count\":1}");
  }

  TEST_CASE("without rows there is no table, and only the names where they were asked for") {
    const std::vector<Item> none;
    CHECK_EQ(item_rows().text(none, Terminal{true, false, 80}), "");
    CHECK_EQ(item_rows().text(none, {}), "");
    CHECK_EQ(item_rows().text(none, lines_as(LineForm::csv)), "name,at,size,usd\n");
  }

  TEST_CASE("a screen gets as many rows as it takes, and a line that says how many are left") {
    const std::vector<Item> items(1203, {"a", 1, 2, std::nullopt});
    Terminal screen{true, false, 80};
    screen.most_rows = 2;
    const std::string table = "NAME     COST  SIZE\na     $1.0000   2 B\na     $1.0000   2 B\n";
    CHECK_EQ(item_rows().text(items, screen), table + "… 1,201 more (--all)\n");
    screen.has_utf8 = false;
    screen.shows_all = "--limit N, --all";
    CHECK_EQ(item_rows().text(items, screen), table + "... 1,201 more (--limit N, --all)\n");
    screen.most_rows = 1203;
    CHECK_EQ(item_rows().text(items, screen).size(), 20 + 1203 * 20);
    Terminal pipe;
    pipe.most_rows = 2;
    CHECK_EQ(item_rows().text(items, pipe).size(), 1203 * 7);
  }

  TEST_CASE("columns that are asked for stand in that order, on a screen, in lines and as CSV") {
    Terminal screen{true, false, 80};
    screen.columns = {"size", "NAME"};
    CHECK_EQ(item_rows().text(k_items, screen), "  SIZE  NAME\n1.5 kB  a,\"b\"\\n\n");
    Terminal pipe = lines_as(LineForm::csv);
    pipe.columns = {"usd", "cost", "at"};
    CHECK_EQ(item_rows().text(k_items, pipe), "usd,usd,at\n7.54,7.54,\n");
    CHECK_EQ(item_rows().text(std::vector<Item>{}, pipe), "usd,usd,at\n");
    pipe.columns = {"nmae"};
    CHECK_THROWS_WITH_AS((void)item_rows().head(pipe), "there is no column 'nmae'", Error);
  }

  TEST_CASE("text of lines is cut the same way") {
    Terminal screen{true, false, 80};
    screen.most_rows = 2;
    CHECK_EQ(first_lines("a\nb\nc\n\nd\n", screen), "a\nb\n… 3 more lines (--all)\n");
    CHECK_EQ(first_lines("a\nb\n", screen), "a\nb\n");
    CHECK_EQ(first_lines("", screen), "");
    screen.most_rows.reset();
    CHECK_EQ(first_lines("a\nb\nc\n", screen), "a\nb\nc\n");
    CHECK_EQ(rest_of_list(std::nullopt, screen), "… more (--all)\n");
  }

  TEST_CASE("money for programs has six decimals at most") {
    CHECK_EQ(money_text(7.540000000000019), "7.54");
    CHECK_EQ(money_text(0.1 + 0.2), "0.3");
    CHECK_EQ(money_text(0.0000014), "0.000001");
    CHECK_EQ(money_text(-0.0000001), "0");
    CHECK_EQ(money_text(-2.5), "-2.5");
    CHECK_EQ(money_text(1e300), "1e+300");
    CHECK_EQ(money_text(std::numeric_limits<double>::infinity()), "inf");
  }

  TEST_CASE("a column that does not exist is a mistake of the program's") {
    CHECK_THROWS_AS(Rows<Item>({{"name", &Item::name}}, {}, {.screen = "nmae"}), std::logic_error);
  }
}
