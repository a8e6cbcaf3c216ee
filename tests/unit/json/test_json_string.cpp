// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "json/json_string.hpp"

using namespace rlmdb::json;
using namespace std::string_literals;

namespace {

std::string canonical(std::string_view raw) {
  std::string out;
  append_canonical_string(out, raw);
  return out;
}

struct Row {
  std::string raw;
  std::string canonical;
  std::string decoded;
  Exactness exactness;
};

const std::string k_fffd = "\xEF\xBF\xBD";

const std::vector<Row> k_rows = {
    {R"("")", R"("")", "", Exactness::exact},
    {R"("plain")", R"("plain")", "plain", Exactness::exact},
    {R"("\/")", R"("/")", "/", Exactness::exact},
    {R"("\b\f\n\r\t")", R"("\b\f\n\r\t")", "\b\f\n\r\t", Exactness::exact},
    {R"("\u0008\u000b\u001f\u001F")", R"("\b\u000b\u001f\u001f")", "\b\x0b\x1f\x1f", Exactness::exact},
    {R"("\u0041\u0022\u005C")", R"("A\"\\")", "A\"\\", Exactness::exact},
    {R"("\u007f\u0080")", "\"\x7F\xC2\x80\"", "\x7F\xC2\x80", Exactness::exact},
    {R"("\u2028\u2029\ufeff\ufffe\uffff")",
     "\"\xE2\x80\xA8\xE2\x80\xA9\xEF\xBB\xBF\xEF\xBF\xBE\xEF\xBF\xBF\"",
     "\xE2\x80\xA8\xE2\x80\xA9\xEF\xBB\xBF\xEF\xBF\xBE\xEF\xBF\xBF", Exactness::exact},
    {R"("\uD83D\uDE00")", "\"\xF0\x9F\x98\x80\"", "\xF0\x9F\x98\x80", Exactness::exact},
    {R"("\uD83D")", R"("\ud83d")", k_fffd, Exactness::inexact},
    {R"("\uDE00\uD83D")", R"("\ude00\ud83d")", k_fffd + k_fffd, Exactness::inexact},
    {R"("\uD83D\uD83D\uDE00")", "\"\\ud83d\xF0\x9F\x98\x80\"", k_fffd + "\xF0\x9F\x98\x80",
     Exactness::inexact},
    {R"("a\uD83Db")", R"("a\ud83db")", "a" + k_fffd + "b", Exactness::inexact},
    {R"("\uD83D\u0041")", R"("\ud83dA")", k_fffd + "A", Exactness::inexact},
    {R"("a\u0000b")", R"("a\u0000b")", "a" + k_fffd + "b", Exactness::inexact},
    {"\"\xFF\"", "\"" + k_fffd + "\"", k_fffd, Exactness::exact},
    {"\"\xC3(\"", "\"" + k_fffd + "(\"", k_fffd + "(", Exactness::exact},
    {"\"\xED\xA0\x80\"", "\"" + k_fffd + k_fffd + k_fffd + "\"", k_fffd + k_fffd + k_fffd, Exactness::exact},
    {"\"\xF0\x9F\x98x\"", "\"" + k_fffd + "x\"", k_fffd + "x", Exactness::exact},
    {"\"\xC0\x80\"", "\"" + k_fffd + k_fffd + "\"", k_fffd + k_fffd, Exactness::exact},
    {"\"\xF8\x88\x80\x80\x80\"", "\"" + k_fffd + k_fffd + k_fffd + k_fffd + k_fffd + "\"",
     k_fffd + k_fffd + k_fffd + k_fffd + k_fffd, Exactness::exact},
    {"\"\xF4\x90\x80\x80\"", "\"" + k_fffd + k_fffd + k_fffd + k_fffd + "\"",
     k_fffd + k_fffd + k_fffd + k_fffd, Exactness::exact},
    {"\"\xE2\x82\\n\"", "\"" + k_fffd + "\\n\"", k_fffd + "\n", Exactness::exact},
};

}  // namespace

TEST_SUITE("json::json_string") {
  TEST_CASE("escapes as JSON.stringify does, at every distance from the block size") {
    CHECK(escaped("") == "");
    CHECK(escaped("a\"b\\c\n\x01\x1f/\x7f") == R"(a\"b\\c\n\u0001\u001f/)"s + "\x7f");
    CHECK(escaped("\b\t\n\f\r"s + '\0') == R"(\b\t\n\f\r\u0000)");
    for (std::size_t before = 0; before < 40; ++before) {
      const std::string run(before, 'x');
      CHECK(escaped(run + "\"" + run) == run + "\\\"" + run);
      CHECK(escaped(run + "\xC3\xA9") == run + "\xC3\xA9");
    }
  }

  TEST_CASE("decodes and canonicalises every kind of text") {
    for (const Row& row : k_rows) {
      CAPTURE(row.raw);
      CHECK(canonical(row.raw) == row.canonical);
      std::string decoded;
      CHECK(decode_string(row.raw, decoded) == row.exactness);
      CHECK(decoded == row.decoded);
      std::string scratch;
      Exactness exactness = Exactness::exact;
      CHECK(decode_string_view(row.raw, scratch, exactness) == row.decoded);
      CHECK(exactness == row.exactness);
      CHECK(canonical(row.canonical) == row.canonical);
    }
  }

  TEST_CASE("views the source when nothing has to be decoded") {
    const std::string raw = "\"h\xC3\xA9llo, a text without escapes\"";
    std::string scratch;
    Exactness exactness = Exactness::inexact;
    const std::string_view text = decode_string_view(raw, scratch, exactness);
    CHECK(text.data() == raw.data() + 1);
    CHECK(text.size() == raw.size() - 2);
    CHECK(exactness == Exactness::exact);
  }

  TEST_CASE("tells where invalid UTF-8 was replaced first") {
    std::string out;
    CHECK(append_canonical_string(out, "\"ab\\n\xFFz\xFF\"") == std::size_t{5});
    CHECK_FALSE(append_canonical_string(out, "\"\\ud800\"").has_value());
  }
}
