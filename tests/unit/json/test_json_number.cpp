// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "json/json_number.hpp"

using namespace rlmdb::json;

namespace {

std::string text_of(double value) {
  char buffer[k_number_text_size];
  return std::string(shortest_text(value, buffer));
}

}  // namespace

TEST_SUITE("json::json_number") {
  TEST_CASE("writes doubles as JavaScript does") {
    const std::vector<std::pair<const char*, const char*>> rows = {
        {"1.0", "1"},
        {"1.50", "1.5"},
        {"-0", "0"},
        {"-0.0", "0"},
        {"1E+2", "100"},
        {"42", "42"},
        {"-42.5", "-42.5"},
        {"1e20", "100000000000000000000"},
        {"1e21", "1e+21"},
        {"-1e21", "-1e+21"},
        {"123456789012345678901", "123456789012345680000"},
        {"9007199254740993", "9007199254740992"},
        {"18446744073709551615", "18446744073709552000"},
        {"12345678901234567890", "12345678901234567000"},
        {"0.000001", "0.000001"},
        {"1e-7", "1e-7"},
        {"0.00000123", "0.00000123"},
        {"123e-20", "1.23e-18"},
        {"0.10900000000000001", "0.10900000000000001"},
        {"5e-324", "5e-324"},
        {"1.7976931348623157e308", "1.7976931348623157e+308"},
        {"-2.2250738585072014e-308", "-2.2250738585072014e-308"},
        {"0.1", "0.1"},
        {"1e300", "1e+300"},
        {"999999999999999900000", "999999999999999900000"}};
    for (const auto& row : rows) {
      CAPTURE(row.first);
      CHECK(text_of(std::strtod(row.first, nullptr)) == row.second);
    }
    CHECK(text_of(std::numeric_limits<double>::infinity()) == "null");
    CHECK(text_of(-std::numeric_limits<double>::infinity()) == "null");
    CHECK(text_of(std::nan("")) == "null");
  }

  TEST_CASE("takes as integer only the integer's own text") {
    CHECK(exact_int64("0") == 0);
    CHECK(exact_int64("-7") == -7);
    CHECK(exact_int64("9223372036854775807") == std::numeric_limits<std::int64_t>::max());
    CHECK(exact_int64("-9223372036854775808") == std::numeric_limits<std::int64_t>::min());
    for (const char* token :
         {"-0", "1.0", "1e2", "9223372036854775808", "-9223372036854775809", "00", "-01", ""}) {
      CAPTURE(token);
      CHECK_FALSE(exact_int64(token).has_value());
    }
  }

  TEST_CASE("takes as double only the double's own shortest text") {
    CHECK(exact_double("0.010142") == 0.010142);
    CHECK(exact_double("1e+21") == 1e21);
    CHECK(exact_double("1.5") == 1.5);
    CHECK(exact_double("100") == 100.0);
    for (const char* token :
         {"1.50", "-0", "-0.0", "1e21", "1E+21", "1e400", "1e-400", "9007199254740993", "1.0", "null"}) {
      CAPTURE(token);
      CHECK_FALSE(exact_double(token).has_value());
    }
  }
}
