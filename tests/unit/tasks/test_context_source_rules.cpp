// SPDX-License-Identifier: MIT
// What the texts of a context refer to.
#include <doctest/doctest.h>

#include "tasks/context_source_rules.hpp"

using namespace rlmdb::tasks;

namespace {

/// "file a|b"
std::string read(std::string_view text) {
  const ContextSource source = read_context_source(text, "/w/p");
  std::string words;
  switch (source.what) {
    case SourceNames::unknown:
      return "unknown";
    case SourceNames::variable:
      words = "variable ";
      break;
    case SourceNames::file:
      words = "file ";
      break;
    case SourceNames::task:
      words = "task ";
      break;
    case SourceNames::parent_result:
      return "parent";
  }
  for (const std::string& reading : source.readings)
    words += (&reading == source.readings.data() ? "" : "|") + reading;
  return words;
}

}  // namespace

TEST_SUITE("tasks::context_source_rules") {
  TEST_CASE("a source names a variable, a file, a task, or the parent's result") {
    CHECK(read("variable:doc_summary") == "variable doc_summary");
    CHECK(read("variable:my-notes") == "variable my-notes");
    CHECK(read("variable:") == "variable ");
    CHECK(read("parent_result") == "parent");
    CHECK(read("task:task-0001") == "task task-0001");
    CHECK(read("node:task-a1b2c3d4") == "task task-a1b2c3d4");
    CHECK(read("task-a1b2c3d4") == "task task-a1b2c3d4");
    CHECK(read("file:src/auth/login.ts") == "file src/auth/login.ts");
    CHECK(read("file:Makefile") == "file Makefile");
    CHECK(read("file:docs/my notes.md") == "file docs/my notes.md");
    CHECK(read("file:") == "file ");
    CHECK(read("src/auth/login.ts") == "file src/auth/login.ts");
    CHECK(read("README.md") == "file README.md");
    CHECK(read(".github/ci.yml") == "file .github/ci.yml");
    CHECK(read("../other/a.md") == "file ../other/a.md");
  }

  TEST_CASE("a place in a file, and a pattern, are read in several ways") {
    CHECK(read("file:a.md#usage") == "file a.md#usage|a.md");
    CHECK(read("src/a.ts:10-20") == "file src/a.ts:10-20|src/a.ts");
    CHECK(read("file:src/a.ts:10:5") == "file src/a.ts:10:5|src/a.ts");
    CHECK(read("file:src/**/*.ts") == "file src/**/*.ts|src");
    CHECK(read("file:app/[id].tsx") == "file app/[id].tsx|app");
    CHECK(read("file:*.ts") == "unknown");
  }

  TEST_CASE("an absolute path counts inside the project alone") {
    CHECK(read("file:/w/p/src/a.ts") == "file src/a.ts");
    CHECK(read("file:///w/p/src/a.ts") == "file src/a.ts");
    CHECK(read("/w/p/a.md") == "file a.md");
    CHECK(read("/w/pq/a.md") == "unknown");
    CHECK(read("/etc/passwd.txt") == "unknown");
    CHECK(read("file://host/a.ts") == "unknown");
    CHECK(read("file:~/a.ts") == "unknown");
    CHECK(read_context_source("/a.md", "").what == SourceNames::unknown);
  }

  TEST_CASE("what nobody here can look at is unknown") {
    for (const char* text :
         {"", "retrieved_documents", "https://example.org/a.html", "s3:bucket/a.md", "doi:10.1/x.y",
          "docs.example.org/a.html", "example.com", "wiki/Authentication", "the notes of a.md", "src\\a.ts",
          "file:a%20b.md", "variable:global:x", "variable:a.b", "task:Fix the build", "task-X", "10.1000/a.b",
          ".hidden", "version 3.2", "git:main:a.md"}) {
      CAPTURE(text);
      CHECK(read(text) == "unknown");
    }
  }

  TEST_CASE("where a pattern of files can match") {
    CHECK(place_of_pattern("src/auth/*.ts") == "src/auth");
    CHECK(place_of_pattern("src/a*/b/*.ts") == "src");
    CHECK(place_of_pattern("src/a.ts") == "src/a.ts");
    CHECK(place_of_pattern("a.ts").empty());
    CHECK(place_of_pattern("*.ts").empty());
    CHECK(place_of_pattern("**/a.ts").empty());
    CHECK(place_of_pattern("!src/a.ts").empty());
    CHECK(place_of_pattern("/abs/a.ts").empty());
    CHECK(place_of_pattern("").empty());
  }
}
