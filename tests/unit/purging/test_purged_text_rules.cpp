// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "purging/purged_text_rules.hpp"

namespace {

using namespace rlmdb;
using purging::PurgedText;
using purging::ValueForm;

std::string purged(std::string_view value, ValueForm form, const std::string& text = "SECRET") {
  return purging::without(value, PurgedText(text).find(value, form), "[purged]");
}

TEST_SUITE("purging::purged_text_rules") {
  TEST_CASE("a text goes wherever it stands, and what is around it stays") {
    CHECK(purged("a SECRET and SECRET", ValueForm::text) == "a [purged] and [purged]");
    CHECK(purged("SECRET", ValueForm::text) == "[purged]");
    CHECK(purged("SECRE", ValueForm::text) == "SECRE");
    CHECK(purged("SECSECRETRET", ValueForm::text) == "SEC[purged]RET");
    CHECK(purged("", ValueForm::text).empty());
  }

  TEST_CASE("in JSON it goes out of strings, names and numbers, and the rest stays JSON") {
    CHECK(purged(R"({"SECRET":["aSECRETb"]})", ValueForm::json) == R"({"[purged]":["a[purged]b"]})");
    CHECK(purged(R"({"n":412345678,"m":1})", ValueForm::json, "1234567") == R"({"n":"[purged]","m":1})");
    CHECK(purged("-1234567e5", ValueForm::json, "1234567") == R"("[purged]")");
  }

  TEST_CASE("every spelling of an escape counts, and escapes inside escapes") {
    CHECK(purged(R"("\u0053ECR\u0045T")", ValueForm::json) == R"("[purged]")");
    CHECK(purged(R"("a\"b\\c\n/d")", ValueForm::json, "a\"b\\c\n/d") == R"("[purged]")");
    CHECK(purged(R"("\u00e4\u20ac\ud83d\ude00x")", ValueForm::json, "ä€😀") == R"("[purged]x")");
    CHECK(purged(R"("{\"k\":\"a\\\"b\"}")", ValueForm::json, "a\"b") == R"("{\"k\":\"[purged]\"}")");
    CHECK(purged(R"({"k":"{\"l\":\"\\u0053ECRET\"}"})", ValueForm::json) ==
          R"({"k":"{\"l\":\"[purged]\"}"})");
    CHECK(purged(R"(log: {"k":"a\"bc"})", ValueForm::text, "a\"bc") == R"(log: {"k":"[purged]"})");
    CHECK(purged(R"(na\u0053ECRETme)", ValueForm::json_inside) == "na[purged]me");
  }

  TEST_CASE("a text that begins in the middle of an escape is another text") {
    CHECK(purged(R"("\nabc")", ValueForm::json, "nabc") == R"("\nabc")");
    CHECK(purged(R"("\\nabc")", ValueForm::json, "nabc") == R"("\\[purged]")");
    CHECK(purged(R"("\u12345678")", ValueForm::json, "5678") == R"("\u1234[purged]")");
  }

  TEST_CASE("as a JSON pointer has it") {
    CHECK(purged("/metadata/a~1b~0c/x", ValueForm::text, "a/b~c") == "/metadata/[purged]/x");
  }

  TEST_CASE("across the punctuation of JSON it cannot be replaced") {
    const std::string json = R"({"user":"bob","age":7})";
    const PurgedText across(R"("user":"bob")");
    CHECK(across.is_across(json, across.find(json, ValueForm::json)));
    const PurgedText inside("{bob}");
    CHECK_FALSE(inside.is_across(R"(["{bob}"])", inside.find(R"(["{bob}"])", ValueForm::json)));
  }

  TEST_CASE("a place is where it was, counted without what went") {
    const std::string value = "ab SECRET cd SECRET";
    const auto found = PurgedText("SECRET").find(value, ValueForm::text);
    CHECK(purging::place_without(0, found, "[purged]") == 0);
    CHECK(purging::place_without(3, found, "[purged]") == 3);
    CHECK(purging::place_without(5, found, "[purged]") == 11);  // in the middle: behind the mark
    CHECK(purging::place_without(9, found, "[purged]") == 11);
    CHECK(purging::place_without(10, found, "[purged]") == 12);
    CHECK(purging::place_without(value.size(), found, "[purged]") ==
          purging::without(value, found, "[purged]").size());
  }

  TEST_CASE("each purge has a mark of its own") {
    CHECK(purging::mark_after(0) == "[purged]");
    CHECK(purging::mark_after(1) == "[purged-2]");
    CHECK(purging::newest_mark_in("nothing [purge]") == 0);
    CHECK(purging::newest_mark_in("[purged] x [purged-12] [purged-3]") == 12);
    CHECK(purging::newest_mark_in("[purged-] [purged-x] [purged-999999999999]") == 0);
  }
}

}  // namespace
