// SPDX-License-Identifier: MIT
// Rows are described once: what is printed of them.
#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

#include "format/rows.hpp"
#include "format/units_text.hpp"

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
