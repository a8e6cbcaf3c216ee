// SPDX-License-Identifier: MIT
// Every document that came in stays as it was when its file is torn later: emptied, cut off, or full of zero
// bytes as a crash leaves it. The import tells it, and everything else comes in.
#include <doctest/doctest.h>

#include "promised.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/verify.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

struct Document {
  const char* place;
  const char* text;
};

constexpr Document k_documents[] = {
    {".aiwg/rlm/trees/tree-aaaa1111/tree.json",
     R"({"version":"1.0.0","tree_id":"tree-aaaa1111","nodes":[{"node_id":"task-00000001","depth":0,"prompt":"p","status":"pending","children":[]}]})"},
    {".aiwg/rlm/trees/tree-bbbb2222/nodes/task-00000002.json",
     R"({"node_id":"task-00000002","tree_id":"tree-bbbb2222","parent_id":null,"depth":0,"prompt":"q","status":"completed"})"},
    {".aiwg/rlm/trees/tree-bbbb2222/nodes/task-00000003.json",
     R"({"node_id":"task-00000003","tree_id":"tree-bbbb2222","parent_id":"task-00000002","depth":1,"prompt":"r","status":"pending"})"},
    {".aiwg/rlm/global-state.json",
     R"({"state_id":"s","scope":"global","variables":{"a":{"type":"number","value":1}}})"},
    {".aiwg/rlm/checkpoints/11111111-2222-4333-8444-555555555555.json",
     R"({"checkpoint_id":"11111111-2222-4333-8444-555555555555","created_at":"2026-01-01T00:00:00.000Z","state":{"variables":{}}})"},
    {".aiwg/ralph/current-loop.json",
     R"({"loopId":"ralph-a-00000001","currentIteration":2,"maxIterations":10})"},
    {".aiwg/ralph/loops/l-2/state.json", R"({"loop_id":"l-2","iteration":3,"max_iterations":5,"task":"t"})"},
};

std::vector<std::string> torn_forms(const std::string& text) {
  return {"",
          "{",
          "\n",
          std::string(200, '\0'),
          text.substr(0, text.size() / 2),
          text.substr(0, text.size() - 1)};
}

void write_all_of(const Promised& project) {
  for (const Document& document : k_documents) project.write(document.place, document.text);
}

std::size_t count_damaged(const ImportReport& report) {
  std::size_t damaged = 0;
  for (const SourceReport& source : report.sources)
    for (const Finding& warning : source.warnings) damaged += warning.code == "damaged_document" ? 1U : 0U;
  return damaged;
}

/// Every document as it was written, the torn one too.
void check_all_there(const Promised& project) {
  const Store store = Store::open(project.database(), Access::read_only);
  CHECK(verify(store).finding_count == 0);
  std::filesystem::remove_all(project.elsewhere());
  (void)export_project(store, project.elsewhere());
  for (const Document& document : k_documents) {
    CAPTURE(std::string(document.place));
    CHECK(read_all(project.elsewhere() / document.place) == std::string(document.text));
  }
}

}  // namespace

TEST_SUITE("roundtrip::torn_documents") {
  TEST_CASE("a document whose file is torn later stays as it came in, and holds nothing back") {
    const Promised project;
    write_all_of(project);
    (void)import_files(project.database(), {project.root()}, quick());
    check_all_there(project);
    for (const Document& document : k_documents) {
      for (const std::string& torn : torn_forms(document.text)) {
        CAPTURE(std::string(document.place));
        CAPTURE(torn);
        project.write(document.place, torn);
        CHECK(count_damaged(import_files(project.database(), {project.root()}, quick())) == 1);
        check_all_there(project);
      }
      project.write(document.place, document.text);
    }
    CHECK(count_damaged(import_files(project.database(), {project.root()}, quick())) == 0);
  }

  TEST_CASE(
      "a node's file that is torn when it comes in first is told of, kept, and read once it is mended") {
    for (const std::string& torn : torn_forms(k_documents[2].text)) {
      CAPTURE(torn);
      const Promised project;
      write_all_of(project);
      project.write(k_documents[2].place, torn);
      CHECK(count_damaged(import_files(project.database(), {project.root()}, quick())) == 1);
      (void)export_project(Store::open(project.database(), Access::read_only), project.elsewhere());
      CHECK(read_all(project.elsewhere() / k_documents[2].place) == torn);
      project.write(k_documents[2].place, k_documents[2].text);
      (void)import_files(project.database(), {project.root()}, quick());
      check_all_there(project);
    }
  }

  TEST_CASE("a torn file by itself changes nothing of what came in from it") {
    const Promised project;
    write_all_of(project);
    (void)import_files(project.database(), {project.root()}, quick());
    for (const Document& document : k_documents) {
      for (const std::string& torn : torn_forms(document.text)) {
        CAPTURE(std::string(document.place));
        CAPTURE(torn);
        project.write(document.place, torn);
        try {
          CHECK(count_damaged(import_files(project.database(), {project.root() / document.place}, quick())) ==
                1);
        } catch (const Error& error) {
          CHECK(error.code() == ErrorCode::invalid_input);
        }
        check_all_there(project);
      }
      project.write(document.place, document.text);
    }
  }
}
