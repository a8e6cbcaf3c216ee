// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "grid/grid_markdown.hpp"
#include "rlmdb/error.hpp"

using namespace rlmdb::grid;

namespace {

std::string shown(std::string_view text) {
  std::string all;
  SectionReader reader(text, 0);
  for (Section section; reader.next(section);) {
    all += "{" + std::to_string(section.level) + ":" + std::string(section.heading) + "}";
    for (const Piece& piece : section.pieces) {
      all += piece.kind == PieceKind::label ? "L" : piece.kind == PieceKind::bullet ? "B" : "P";
      all += "(" + std::string(piece.label) + "=" + piece.value + ")";
    }
  }
  return all;
}

const std::vector<std::string>& nasty_texts() {
  static const std::vector<std::string> k_texts = {
      "plain",
      "two\nlines",
      "a\n\nb",
      "a\n   \nb",
      "\nleading",
      "trailing\n",
      " spaces ",
      "\ttab\t",
      "---",
      "a\n---\nb",
      "## Decision 9: x",
      "a\n## Decision 9: x",
      "a\n# b\n## c",
      "**Question:** x",
      "a\n**Question:** x",
      "- dash",
      "a\n- dash\n  - deeper",
      "* star\n+ plus",
      "\"quoted\"",
      "'single'",
      "say \"hi\" to",
      "\"a\" or \"b\"",
      "back\\slash",
      "\\",
      "\"",
      "'",
      "a\\\"b",
      "C:\\temp\\new",
      "key: value",
      "a: b: c",
      "a #b",
      "```",
      "a\n```\n## x\n```",
      "~~~\nx",
      "a  \nb",
      "a\n\n\n\nb",
      "a\n\tb",
      "a\n    b",
      "{\"json\": [1]}",
      "ünïcode ☃\n😀",
      "|",
      ">",
      "- ",
      "1. one\n2. two",
      "<b>\n</warmth>",
      "a\n\"",
      "\"\n\"",
  };
  return k_texts;
}

}  // namespace

TEST_SUITE("grid::grid_markdown") {
  TEST_CASE("sections, labels, bullets and what follows them") {
    CHECK(shown("") == "{0:}");
    CHECK(shown("text") == "{0:}P(=text)");
    CHECK(shown("# A\n\n## B\n**X:** 1\n**Y**: 2\n- b\n* c\nlazy\n  more\n\nnew") ==
          "{0:}{1:A}{2:B}L(X=1)L(Y=2)B(=b)B(=c\nlazy\nmore)P(=new)");
    CHECK(shown("### deep\n####### x\n#no\n") == "{0:}P(=### deep\n####### x\n#no)");
    CHECK(shown("## A\r\n- x\r\n\r\n  y\r\n") == "{0:}{2:A}B(=x\n\ny)");
    CHECK(shown("**X:**\n  - a: 1\n  - b\n    c\n") == "{0:}L(X=)B(=a: 1)B(=b\nc)");
    CHECK(shown("**X:** v\n  - a\n") == "{0:}L(X=v\n- a)");
    CHECK(shown("- a\n  - b\n") == "{0:}B(=a\n- b)");
    CHECK(shown("**bold** text: x") == "{0:}P(=**bold** text: x)");
  }

  TEST_CASE("what is fenced begins nothing; a fence that nothing closes is none") {
    CHECK(shown("- a\n```\n## x\n- y\n\n```\n## B") == "{0:}B(=a\n```\n## x\n- y\n\n```){2:B}");
    CHECK(shown("a\n\n~~~\n## x\n~~~ \n## B") == "{0:}P(=a)P(=~~~\n## x\n~~~){2:B}");
    CHECK(shown("```\n## x") == "{0:}P(=```){2:x}");
  }

  TEST_CASE("texts come back as they were, behind labels and bullets, with either line end") {
    for (const std::string& text : nasty_texts()) {
      for (const std::string_view line_end : {"\n", "\r\n"}) {
        for (const Quotes quotes : {Quotes::always, Quotes::where_needed}) {
          CAPTURE(text);
          const std::string value = as_value(text, quotes, line_end);
          std::string document;
          for (const std::string& line : {std::string("## H"), "**L:** " + value, "- " + value,
                                          std::string("**M:** m"), std::string("## I")})
            document.append(line).append(line_end);
          SectionReader reader(document, 0);
          Section section;
          REQUIRE(reader.next(section));
          REQUIRE(reader.next(section));
          REQUIRE(section.pieces.size() == 3);
          CHECK(unquoted(section.pieces[0].value) == text);
          CHECK(unquoted(section.pieces[1].value) == text);
          CHECK(section.pieces[2].value == "m");
          REQUIRE(reader.next(section));
          CHECK(section.heading == "I");
        }
      }
    }
  }

  TEST_CASE("quotes are taken off where they are around all of it") {
    CHECK(unquoted("\"a\"") == "a");
    CHECK(unquoted("\"a\" or \"b\"") == "\"a\" or \"b\"");
    CHECK(unquoted("\"C:\\temp\"") == "C:\\temp");
    CHECK(unquoted("\"C:\\\"") == "\"C:\\\"");
    CHECK(unquoted("'it'") == "it");
    CHECK(unquoted("'it's'") == "'it's'");
    CHECK(unquoted("\"") == "\"");
  }

  TEST_CASE("what Markdown cannot keep is refused") {
    for (const std::string& text : {std::string("a\rb"), std::string("a\0b", 3), std::string("\x1b[1m"),
                                    std::string("\xff"), std::string("\x7f")})
      CHECK_THROWS_AS(require_plain(text, "question"), rlmdb::Error);
    for (const char* text : {"", " a", "a|b", "a\nb"})
      CHECK_THROWS_AS(require_heading_part(text, "program"), rlmdb::Error);
  }

  TEST_CASE("a paragraph is set off by one blank line") {
    CHECK(with_paragraph("", "x\n") == "x\n");
    CHECK(with_paragraph("a", "x\n") == "a\n\nx\n");
    CHECK(with_paragraph("a\n\n", "x\n") == "a\n\nx\n");
    CHECK(with_paragraph("a\r\nb", "x\r\n") == "a\r\nb\r\n\r\nx\r\n");
  }

  TEST_CASE("words become names") {
    CHECK(snake_case("Almost Did (Rejected)") == "almost_did_rejected");
    CHECK(snake_case("  Foo--Bar 2 ") == "foo_bar_2");
    CHECK(snake_case("\"{}\"") == "unnamed");
  }
}
