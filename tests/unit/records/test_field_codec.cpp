// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "records/field_codec.hpp"

using namespace rlmdb;
using namespace rlmdb::json;
using namespace rlmdb::records;
using records::Cell;
using records::FieldKind;

namespace {

const std::string k_replaced = "\xEF\xBF\xBD";

/// A cell as text: type, then value.
std::string shown(const Cell& cell) {
  switch (cell.type) {
    case records::CellType::null:
      return "null";
    case records::CellType::integer:
      return "integer " + std::to_string(cell.integer);
    case records::CellType::real: {
      char digits[40];
      std::snprintf(digits, sizeof digits, "real %.17g", cell.real);
      return digits;
    }
    case records::CellType::text:
      return "text " + std::string(cell.text);
  }
  return "?";
}

struct CodecRow {
  FieldKind kind;
  std::string raw;
  std::string cell;
  Exactness exactness;
};

constexpr Exactness k_exact = Exactness::exact;
constexpr Exactness k_inexact = Exactness::inexact;

const std::vector<CodecRow> k_codec_rows = {
    {FieldKind::text, R"("a")", "text a", k_exact},
    {FieldKind::text, R"("\u00e9\/")", "text \xC3\xA9/", k_exact},
    {FieldKind::text, R"("")", "text ", k_exact},
    {FieldKind::text, "null", "null", k_exact},
    {FieldKind::text, R"("a\u0000b")", "text a" + k_replaced + "b", k_inexact},
    {FieldKind::text, R"("\ud83d")", "text " + k_replaced, k_inexact},
    {FieldKind::text, "\"\xFF\"", "text " + k_replaced, k_exact},
    {FieldKind::text, "1.0", "text 1.0", k_inexact},
    {FieldKind::text, "true", "text true", k_inexact},
    {FieldKind::text, "{}", "null", k_inexact},
    {FieldKind::text, "[1]", "null", k_inexact},
    {FieldKind::key, R"("a")", "text a", k_exact},
    {FieldKind::key, "5", "null", k_inexact},
    {FieldKind::state, R"("queued")", "text queued", k_exact},
    {FieldKind::state, R"("\u0071ueued")", "text queued", k_exact},
    {FieldKind::state, R"("unknown")", "text unknown", k_inexact},
    {FieldKind::state, R"("Paused")", "text unknown", k_inexact},
    {FieldKind::state, "5", "text unknown", k_inexact},
    {FieldKind::state, "null", "null", k_exact},
    {FieldKind::integer, "0", "integer 0", k_exact},
    {FieldKind::integer, "-12", "integer -12", k_exact},
    {FieldKind::integer, "9223372036854775807", "integer 9223372036854775807", k_exact},
    {FieldKind::integer, "-9223372036854775808", "integer -9223372036854775808", k_exact},
    {FieldKind::integer, "9223372036854775808", "null", k_inexact},
    {FieldKind::integer, "-0", "integer 0", k_inexact},
    {FieldKind::integer, "1e2", "integer 100", k_inexact},
    {FieldKind::integer, "2.0", "integer 2", k_inexact},
    {FieldKind::integer, "2.5", "null", k_inexact},
    {FieldKind::integer, "9.2e18", "integer 9200000000000000000", k_inexact},
    {FieldKind::integer, "\"7\"", "null", k_inexact},
    {FieldKind::real, "0.1", "real 0.10000000000000001", k_exact},
    {FieldKind::real, "0.10900000000000001", "real 0.10900000000000001", k_exact},
    {FieldKind::real, "1e21", "real 1e+21", k_inexact},
    {FieldKind::real, "1e+21", "real 1e+21", k_exact},
    {FieldKind::real, "3", "real 3", k_exact},
    {FieldKind::real, "3.0", "real 3", k_inexact},
    {FieldKind::real, "-0", "real -0", k_inexact},
    {FieldKind::real, "1e400", "null", k_inexact},
    {FieldKind::real, "true", "null", k_inexact},
    {FieldKind::number, "3", "integer 3", k_exact},
    {FieldKind::number, "2.5", "real 2.5", k_exact},
    {FieldKind::number, "2.50", "real 2.5", k_inexact},
    {FieldKind::number, "100000000000000000000", "real 1e+20", k_exact},
    {FieldKind::number, "9.2e18", "integer 9200000000000000000", k_inexact},
    {FieldKind::number, "9.3e18", "real 9.3e+18", k_inexact},
    {FieldKind::number, "-9.3e18", "real -9.3e+18", k_inexact},
    {FieldKind::number, "\"high\"", "null", k_inexact},
    {FieldKind::boolean, "true", "integer 1", k_exact},
    {FieldKind::boolean, "false", "integer 0", k_exact},
    {FieldKind::boolean, "1", "null", k_inexact},
    {FieldKind::any, R"("a")", "text a", k_exact},
    {FieldKind::any, R"("\ud83d")", R"(text "\ud83d")", k_exact},
    {FieldKind::any, "{ \"b\" : [1.0, {}] }", R"(text {"b":[1.0,{}]})", k_exact},
    {FieldKind::any, "1.50", "text 1.50", k_exact},
    {FieldKind::any, "null", "null", k_exact},
};

std::string written(FieldKind kind, const Cell& cell, const Cell& type = {}, unsigned depth = 0) {
  std::string out;
  append_cell(out, kind, cell, type, depth);
  return out;
}

}  // namespace

TEST_SUITE("records::field_codec") {
  TEST_CASE("every kind of member as its column") {
    for (const CodecRow& row : k_codec_rows) {
      CAPTURE(row.raw);
      records::TextArena arena;
      const DecodedField decoded = decode_field(row.kind, row.raw, arena);
      CHECK(shown(decoded.cell) == row.cell);
      CHECK((decoded.exactness == row.exactness));
      const bool is_json = row.kind == FieldKind::any && row.raw != "null" && row.raw != R"("a")";
      CHECK(shown(decoded.type) == (is_json ? "text json" : "null"));
    }
  }

  TEST_CASE("what is exact is written as the canonical bytes again") {
    for (const CodecRow& row : k_codec_rows) {
      if (row.exactness == k_inexact) continue;
      CAPTURE(row.raw);
      records::TextArena arena;
      const DecodedField decoded = decode_field(row.kind, row.raw, arena);
      const std::string again = written(row.kind, decoded.cell, decoded.type);
      const DecodedField twice = decode_field(row.kind, again, arena);
      CHECK((twice.cell == decoded.cell));
      CHECK((twice.exactness == k_exact));
    }
    CHECK(written(FieldKind::text, Cell::of_text("a\"\n\xC3\xA9/")) == "\"a\\\"\\n\xC3\xA9/\"");
    CHECK(written(FieldKind::real, Cell::of_real(1e21)) == "1e+21");
    CHECK(written(FieldKind::boolean, Cell::of_integer(1)) == "true");
    CHECK(written(FieldKind::any, Cell::of_text("[1,{}]"), Cell::of_text("json"), 1) ==
          "[\n    1,\n    {}\n  ]");
  }

  TEST_CASE("a value that somebody put into a column is written as what it is") {
    CHECK(written(FieldKind::text, Cell::of_integer(7)) == "7");
    CHECK(written(FieldKind::integer, Cell::of_text("seven")) == "\"seven\"");
    CHECK(written(FieldKind::boolean, Cell::of_integer(2)) == "2");
    CHECK(written(FieldKind::any, Cell::of_text("{oops"), Cell::of_text("json")) == "\"{oops\"");
    CHECK(written(FieldKind::any, Cell::of_text("1 2"), Cell::of_text("json")) == "\"1 2\"");
    CHECK(written(FieldKind::any, Cell{}, Cell::of_text("json")) == "null");
  }

  TEST_CASE("a key is its text; keys that no text can hold never meet") {
    records::TextArena arena;
    const auto key = [&](std::string_view raw) {
      Exactness exactness = k_exact;
      const std::string text(column_key(raw, arena, exactness));
      return text + (exactness == k_exact ? "" : " (inexact)");
    };
    CHECK(key(R"("task-\u0030001")") == "task-0001");
    CHECK(key("\"\xFF\"") == k_replaced);
    CHECK(key(R"("\ufffd")") == k_replaced);
    CHECK(key(R"("\ud83d")").starts_with(k_replaced + "~"));
    CHECK(key(R"("\ud83d")").ends_with(" (inexact)"));
    CHECK(key(R"("\ud83d")") == key(R"("\uD83D")"));
    CHECK(key(R"("\ud83d")") != key(R"("\ud83e")"));
    CHECK(key(R"("\u0000")") != key(R"("\ud83d")"));
  }
}
