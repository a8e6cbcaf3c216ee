// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include "grid/grid_document.hpp"
#include "grid_files.hpp"
#include "random_seed.hpp"

using namespace rlmdb;
using grid::GridFileKind;
using grid::read_document;
using grid::split;
using test::file_of;
using test::grid_fixture;

namespace {

std::string said(GridFileKind kind, std::string_view text) {
  const grid::GridDocument document = read_document(kind, text);
  return document.fault.empty() ? document.json : "fault: " + document.fault;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST_SUITE("grid::grid_document") {
  TEST_CASE("STATE.md") {
    const grid::GridSnapshot grid = grid_fixture("interrupted");
    CHECK(
        file_of(grid, "STATE.md").document ==
        R"j({"cluster":"james-weatherhead-blog","session_id":"2026-01-23T14:30:00Z-blog",)j"
        R"j("status":"interrupted","created_at":"2026-01-23T14:00:00Z","updated_at":"2026-01-23T15:45:00Z",)j"
        R"j("position":{"phase":2,"phase_total":4,"phase_name":"Authentication","block":"1","block_total":3,)j"
        R"j("wave":2,"wave_total":3,"thread":"3","thread_total":5,"thread_name":"Implement JWT refresh"},)j"
        R"j("progress_percent":45,"energy_remaining":7500,"mode":"guided"})j");
    CHECK(file_of(grid_fixture("failure"), "STATE.md").document.ends_with(R"j("error":"missing API key"})j"));
    CHECK(file_of(grid_fixture("clean-checkpoint"), "STATE.md")
              .document.ends_with(R"j("last_checkpoint":".grid/CHECKPOINT.md"})j"));
  }

  TEST_CASE("summaries and plans; a block is a text, a hash is never a number") {
    const grid::GridSnapshot grid = grid_fixture("interrupted");
    CHECK(
        file_of(grid, "phases/08-extra/08-SUMMARY.md").document ==
        R"j({"cluster":"james-weatherhead-blog","block":"08","status":"partial","completed_at":null,)j"
        R"j("commits":[{"hash":"12e45678","message":"fix(08): quote the \"hash\" that looks like a float",)j"
        R"j("files":[]}],"artifacts_created":[]})j");
    const std::string& summary = file_of(grid, "phases/01-foundation/01-SUMMARY.md").document;
    CHECK(summary.find(R"j("artifacts_created":[{"path":"package.json","lines":45,"verified":true},)j") !=
          std::string::npos);
    CHECK(summary.ends_with(R"j("almost_did":["Considered MDX but stuck with plain MD for simplicity"]}})j"));
    CHECK(
        file_of(grid, "plans/blog-block-06.md").document ==
        R"j({"cluster":"james-weatherhead-blog","block":"06","wave":3,"type":"auto","threads":[)j"
        R"j({"id":"06.1","name":"First thread of block 06"},{"id":"06.2","name":"Second thread of block 06"}]})j");
    CHECK(file_of(grid, "plans/blog-PLAN-SUMMARY.md").document.find(R"j({"wave":1,"blocks":["01"]})j") !=
          std::string::npos);
    CHECK(
        said(GridFileKind::summary, "---\nblock: 08\ncommits:\n  - hash: 00123\n  - hash: 12e45678\n---\n") ==
        R"j({"block":"08","commits":[{"hash":"00123"},{"hash":"12e45678"}]})j");
  }

  TEST_CASE("CHECKPOINT.md") {
    const std::string died = file_of(grid_fixture("interrupted"), "CHECKPOINT.md").document;
    CHECK(died.starts_with(R"j({"type":"session_death","timestamp":"2026-01-23T15:45:00Z",)j"
                           R"j("cluster":"james-weatherhead-blog","block":"02","thread":"3",)j"));
    CHECK(died.ends_with(R"j("pending_threads":[{"id":"02.4","name":"CHECKPOINT: Human verification",)j"
                         R"j("status":"pending"}]})j"));
    const std::string waits = file_of(grid_fixture("clean-checkpoint"), "CHECKPOINT.md").document;
    CHECK(waits.find(
              R"j("expires":null,"cluster":"james-weatherhead-blog","block":"02","wave":2,"thread":"4",)j") !=
          std::string::npos);
    CHECK(waits.find(R"j("expected_behavior":"- Toggle switches between light/dark\n- Theme persists after )j"
                     R"j(page reload\n- No flash of wrong theme (FOUC)\n")j") != std::string::npos);
    CHECK(waits.find(R"j("user_response":"approved","warmth":{"codebase_patterns":[)j") != std::string::npos);
    CHECK(file_of(grid_fixture("failure"), "CHECKPOINT.md")
              .document.find(
                  R"j("error":"Error: missing API key\n  at deploy (scripts/deploy.mjs:12:9)\n")j") !=
          std::string::npos);
  }

  TEST_CASE("WARMTH.md says the same as sections and as YAML") {
    const std::string markdown = file_of(grid_fixture("interrupted"), "WARMTH.md").document;
    CHECK(
        markdown ==
        R"j({"cluster":"james-weatherhead-blog","accumulated_from":["executor-01 (block 01)",)j"
        R"j("executor-02 (block 02)","executor-03 (block 02 parallel)"],"last_updated":"2026-01-23T15:40:00Z",)j"
        R"j("codebase_patterns":["This project uses Astro content collections for blog posts",)j"
        R"j("Dark mode uses class strategy with localStorage",)j"
        R"j("Tailwind typography plugin required for prose styling"],)j"
        R"j("gotchas":["Astro config must use .mjs extension for ESM",)j"
        R"j("Shiki syntax highlighting is build-time only","Content collection schema in src/content/config.ts"],)j"
        R"j("user_preferences":["User prefers minimal dependencies","User wants dark mode as default",)j"
        R"j("No unnecessary abstractions"],)j"
        R"j("decisions_made":["Chose serverless adapter over static for future flexibility",)j"
        R"j("Using Shiki over Prism for better VS Code parity"],)j"
        R"j("almost_did":["Considered MDX but stuck with plain MD for simplicity",)j"
        R"j("Considered Zustand for state but localStorage sufficient"],)j"
        R"j("fragile_areas":["Theme script must stay inlined in <head>"]})j");
    const std::string yaml =
        "cluster: x\ngotchas:\n  - \"a: b\"\n  - c\nalmost_did: []\nfragile_areas:\n  - d\n";
    const std::string expected =
        R"j({"cluster":"x","gotchas":["a: b","c"],"almost_did":[],"fragile_areas":["d"]})j";
    CHECK(said(GridFileKind::warmth, yaml) == expected);
    CHECK(said(GridFileKind::warmth, "---\n" + yaml + "---\n") == expected);
    CHECK(said(GridFileKind::warmth,
               "---\ngotchas: [a]\n---\n## Gotchas\n- b\n## My Notes!\n- c\n## Gotchas\n- d\n") ==
          R"j({"gotchas":["a","b","d"],"my_notes":["c"]})j");
  }

  TEST_CASE("DECISIONS.md") {
    CHECK(file_of(grid_fixture("interrupted"), "DECISIONS.md").document ==
          R"j({"cluster":"james-weatherhead-blog","decisions":[{"number":"1","at":"2026-01-23T14:15:00Z",)j"
          R"j("question":"Deploy to Vercel or Netlify?","options":[)j"
          R"j({"key":"vercel","text":"Native Astro support, edge functions"},)j"
          R"j({"key":"netlify","text":"Simpler config, build plugins"}],"choice":"vercel",)j"
          R"j("rationale":"Already have Vercel account",)j"
          R"j("affects":"Block 01 (adapter choice), Block 06 (deploy config)"},)j"
          R"j({"number":"2","at":"2026-01-23T14:30:00Z","question":"Dark mode default state?","options":[)j"
          R"j({"key":"light","text":"Traditional default"},{"key":"dark","text":"Modern preference"},)j"
          R"j({"key":"system","text":"Respect OS setting"}],"choice":"dark",)j"
          R"j("rationale":"Developer blog, dark is expected","affects":"Block 02 (toggle default)"}]})j");
    CHECK(said(GridFileKind::decisions,
               "## Decision 3\n**Question**: \"a\" or \"b\"\n**Options:**\n- a\n- b:\n") ==
          R"j({"decisions":[{"number":"3","question":"\"a\" or \"b\"","options":[{"key":"a","text":""},)j"
          R"j({"key":"b","text":""}]}]})j");
    CHECK(said(GridFileKind::decisions, "## Decision x\n## Decisions 1\n# Decision 1\n") ==
          R"j({"decisions":[]})j");
  }

  TEST_CASE("BLOCKERS.md") {
    CHECK(
        file_of(grid_fixture("interrupted"), "BLOCKERS.md").document ==
        R"j({"cluster":"james-weatherhead-blog","blockers":[{"number":"1","status":"resolved","block":"02",)j"
        R"j("thread":"02.3","type":"dependency_missing",)j"
        R"j("description":"@tailwindcss/typography not installed",)j"
        R"j("resolution":"Added dependency in thread 02.1","resolved_at":"2026-01-23T14:20:00Z"},)j"
        R"j({"number":"2","status":"active","block":"06","thread":"06.3","type":"human_action_required",)j"
        R"j("description":"Vercel CLI authentication needed","waiting_for":"User to run `vercel login`",)j"
        R"j("created_at":"2026-01-23T16:00:00Z"}]})j");
    CHECK(said(GridFileKind::blockers, "## Blocker 7: Postponed for now\n**Odd Label:** x\n## Blocker 8\n") ==
          R"j({"blockers":[{"number":"7","status":"postponed","odd_label":"x"},{"number":"8"}]})j");
  }

  TEST_CASE("the scratchpad's entries, also with parts missing") {
    CHECK(
        file_of(grid_fixture("interrupted"), "SCRATCHPAD.md").document ==
        R"j({"entries":[{"at":"2026-01-23T15:30:00Z","program":"executor-02","block":"02","thread":"02.2",)j"
        R"j("notes":["Header needs the theme toggle slot"]},)j"
        R"j({"at":"2026-01-23T15:44:10Z","program":"executor-02","block":"02","thread":"02.3",)j"
        R"j("notes":["Writing localStorage persistence logic","FOUC when the script is deferred"]}]})j");
    CHECK(said(GridFileKind::scratchpad,
               "# Pad\n- loose\n## Ideas\ntext\n\n**N:** 1\n## Block 3 | Thread 03.1\n"
               "## 2026-01-23 | a | b\n- x\n") ==
          R"j({"entries":[{"notes":["loose"]},{"heading":"Ideas","notes":["text","**N:** 1"]},)j"
          R"j({"block":"3","thread":"03.1","notes":[]},)j"
          R"j({"heading":"2026-01-23 | a | b","at":"2026-01-23","program":"a","notes":["x"]}]})j");
  }

  TEST_CASE("a text is the three parts that it is split into") {
    for (const char* name : {"interrupted", "corrupted", "failure", "clean-checkpoint", "session-death"}) {
      for (const grid::GridFile& file : grid_fixture(name).files) {
        const grid::TextParts parts = split(file.kind, file.text);
        CHECK(std::string(parts.before) + std::string(parts.yaml) + std::string(parts.body) == file.text);
      }
    }
    const grid::TextParts parts = split(GridFileKind::state, "\n# .grid/STATE.md\n\n--- \na: 1\n---\nrest");
    CHECK(parts.before == "\n# .grid/STATE.md\n\n--- \n");
    CHECK(parts.yaml == "a: 1\n");
    CHECK(parts.body == "---\nrest");
    CHECK(split(GridFileKind::decisions, "text\n---\na: 1\n---\n").yaml.empty());
    CHECK(split(GridFileKind::plan, "# Block 01\n\nFull plan.\n").body == "# Block 01\n\nFull plan.\n");
  }

  TEST_CASE("comments above, CRLF, a byte order mark, no newline at the end, no closing line") {
    const std::string plain = file_of(grid_fixture("interrupted"), "STATE.md").text;
    const std::string expected = said(GridFileKind::state, plain);
    REQUIRE(expected.starts_with('{'));
    const std::string inside = plain.substr(4, plain.size() - 8);
    CHECK(said(GridFileKind::state, "# .grid/STATE.md\n\n" + plain) == expected);
    CHECK(said(GridFileKind::state, replaced(plain, "\n", "\r\n")) == expected);
    CHECK(said(GridFileKind::state, "\xEF\xBB\xBF" + plain) == expected);
    CHECK(said(GridFileKind::state, "\xEF\xBB\xBF" + inside) == expected);
    CHECK(said(GridFileKind::state, plain.substr(0, plain.size() - 1)) == expected);
    CHECK(said(GridFileKind::state, inside) == expected);
    CHECK(said(GridFileKind::state, "---\n" + inside) == expected);
    for (const char* name : {"WARMTH.md", "DECISIONS.md", "BLOCKERS.md", "SCRATCHPAD.md"}) {
      const grid::GridSnapshot snapshot = grid_fixture("interrupted");
      const grid::GridFile& file = file_of(snapshot, name);
      CHECK(said(file.kind, replaced(file.text, "\n", "\r\n")) == file.document);
      CHECK(said(file.kind, "\xEF\xBB\xBF" + file.text) == file.document);
      CHECK(said(file.kind, "# " + std::string(name) + "\n" + file.text) == file.document);
      CHECK(said(file.kind, file.text.substr(0, file.text.size() - 1)) == file.document);
    }
  }

  TEST_CASE("what cannot be read says why and where") {
    const grid::GridSnapshot grid = grid_fixture("corrupted");
    const grid::GridFile& state = file_of(grid, "STATE.md");
    CHECK(state.document.empty());
    CHECK(!state.fault.empty());
    const grid::GridDocument document = read_document(GridFileKind::state, "---\na: 1\nb: [1\n---\n");
    CHECK(document.json.empty());
    CHECK(document.fault_offset >= 9);
    CHECK(said(GridFileKind::state, "") == "fault: it says nothing");
    CHECK(said(GridFileKind::state, "---\n---\n") == "fault: it says nothing");
    CHECK(said(GridFileKind::state, "just words") == "fault: it says no names and values");
    CHECK(said(GridFileKind::summary, "# Done\n") == "fault: it says nothing");
    CHECK(said(GridFileKind::plan, "# Block 01\n\nFull plan.\n") == "{}");
    CHECK(said(GridFileKind::scratchpad, "") == R"j({"entries":[]})j");
    const grid::GridDocument bytes = read_document(GridFileKind::scratchpad, "- a\n- \xff\n");
    CHECK(bytes.fault == "bytes that are no UTF-8");
    CHECK(bytes.fault_offset == 6);
    CHECK(read_document(GridFileKind::other, "---\na: [\n").fault.empty());
  }

  TEST_CASE("hostile texts cost linear time and never throw") {
    constexpr std::size_t k_many = 100'000 / test::k_size_divisor;
    CHECK(said(GridFileKind::decisions, repeated("## Decision 1: x\n", k_many)).size() > k_many * 20);
    CHECK(said(GridFileKind::warmth, repeated("## Gotchas\n- x\n", k_many)).size() > k_many * 4);
    std::string sections;
    std::string labels = "## Blocker 1: A\n";
    for (std::size_t i = 0; i < k_many; ++i) {
      sections += "## c" + std::to_string(i) + "\n";
      labels += "**l" + std::to_string(i) + ":** x\n";
    }
    CHECK(said(GridFileKind::warmth, sections).size() > k_many * 5);
    CHECK(said(GridFileKind::scratchpad, sections).size() > k_many * 20);
    CHECK(said(GridFileKind::blockers, labels).size() > k_many * 5);
    for (const GridFileKind kind : {GridFileKind::state, GridFileKind::warmth, GridFileKind::decisions,
                                    GridFileKind::blockers, GridFileKind::scratchpad, GridFileKind::plan}) {
      CHECK_NOTHROW((void)said(kind, repeated("x", 100 * k_many)));
      CHECK_NOTHROW((void)said(kind, std::string(10 * k_many, '\0')));
      CHECK_NOTHROW((void)said(kind, repeated("---\n", k_many)));
      CHECK_NOTHROW((void)said(kind, repeated("```\n", k_many)));
      CHECK_NOTHROW((void)said(kind, repeated("- \n\n", k_many)));
      CHECK_NOTHROW((void)said(kind, repeated("**", k_many)));
      CHECK_NOTHROW((void)said(kind, "## " + repeated("| ", k_many)));
      CHECK_NOTHROW((void)said(kind, repeated("[", k_many)));
    }
    CHECK(said(GridFileKind::scratchpad, std::string("- a\0b\n", 6)) ==
          R"j({"entries":[{"notes":["a\u0000b"]}]})j");
  }
}
