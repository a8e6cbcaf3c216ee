// SPDX-License-Identifier: MIT
// Every id and name that an import takes is sound: with characters that no text of SQLite can hold, verify finds
// nothing, a backup is made and comes back, and an export gives the bytes.
#include <doctest/doctest.h>

#include <filesystem>

#include "project_files.hpp"
#include "rlmdb/backup.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/import.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/verify.hpp"
#include "store_files.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

struct OddPlace {
  const char* file;
  const char* text;  ///< @ is what is tried
};

constexpr OddPlace k_odd_places[] = {
    {".aiwg/daemon/tasks.json",
     R"({"version":1,"tasks":[{"id":"@","prompt":"p","state":"queued","createdAt":"2026-01-01T00:00:00.000Z"}]})"},
    {".aiwg/daemon/tasks.json",
     R"({"version":1,"tasks":[{"id":"task-0000","prompt":"@","agent":"@","state":"queued","result":"@","error":"@","output":"@"}]})"},
    {".aiwg/daemon/tasks.json",
     R"({"version":1,"tasks":[{"id":"task-0000","prompt":"p","state":"queued","metadata":{"tree_id":"@","node_id":"@","parent_id":"@","depends_on":["@"],"rlm_state":{"@":"@"}}}]})"},
    {".aiwg/rlm/trees/tree-aaaa1111/tree.json",
     R"({"version":"1.0.0","tree_id":"@","nodes":[{"node_id":"@","depth":0,"prompt":"@","status":"@","children":[]}]})"},
    {".aiwg/rlm/trees/tree-aaaa1111/tree.json",
     R"({"version":"1.0.0","metadata":{"tree_id":"tree-aaaa1111"},"root_task":{"node_id":"task-1","prompt":"p","status":"pending","children":[{"node_id":"@","parent_id":"task-1","prompt":"p","status":"pending"}]}})"},
    {".aiwg/rlm/trees/tree-bbbb2222/nodes/task-00000002.json",
     R"({"node_id":"@","tree_id":"@","parent_id":null,"depth":0,"prompt":"q","status":"completed"})"},
    {".aiwg/rlm/trees/tree-bbbb2222/nodes/task-00000003.json",
     R"({"node_id":"task-00000003","tree_id":"tree-bbbb2222","parent_id":"@","depth":1,"prompt":"r","status":"pending"})"},
    {".aiwg/rlm/global-state.json",
     R"({"state_id":"@","scope":"global","variables":{"@":{"type":"string","value":"@"}}})"},
    {".aiwg/rlm/checkpoints/11111111-2222-4333-8444-555555555555.json",
     R"({"checkpoint_id":"@","label":"@","created_at":"2026-01-01T00:00:00.000Z","state":{"variables":{"@":1}}})"},
    {".aiwg/ralph/current-loop.json",
     R"({"loopId":"@","task":"@","status":"@","currentIteration":2,"maxIterations":10})"},
    {".aiwg/ralph/loops/l-2/state.json",
     R"({"loop_id":"@","iteration":3,"max_iterations":5,"task":"@","iteration_history":[{"iteration":1,"timestamp":"@"}]})"},
};

constexpr const char* k_odd_texts[] = {R"(a\u0000b)",
                                       R"(\u0000)",
                                       R"(task-\ud800)",
                                       R"(\udc00x)",
                                       R"(\ud800\ud800)",
                                       R"(a\nb)",
                                       R"(a\u001bb)",
                                       R"(\ufffe)",
                                       R"(\ufeffa)",
                                       "a/../b",
                                       ""};

std::string with_text(std::string text, const std::string& odd) {
  for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@', at + odd.size()))
    text.replace(at, 1, odd);
  return text;
}

}  // namespace

TEST_SUITE("verify::odd_texts") {
  TEST_CASE("what an import takes is sound, whatever its texts are") {
    for (const OddPlace& place : k_odd_places) {
      for (const char* odd : k_odd_texts) {
        CAPTURE(std::string(place.text));
        CAPTURE(std::string(odd));
        const TestDir dir;
        const std::filesystem::path file = dir / "project" / place.file;
        std::filesystem::create_directories(file.parent_path());
        write_all(file, with_text(place.text, odd));
        try {
          (void)import_files(dir / "x.db", {dir / "project"}, quick());
        } catch (const Error& error) {
          CHECK(error.code() == ErrorCode::invalid_input);
          continue;
        }
        const Store store = Store::open(dir / "x.db", Access::read_only);
        const VerifyReport report = verify(store);
        CHECK(report.finding_count == 0);
        if (report.finding_count > 0) CHECK(report.findings.front().message == "");
        CHECK(store.backup(dir / "b.db").verified.finding_count == 0);
        CHECK(restore(dir / "restored.db", dir / "b.db").verified.finding_count == 0);
      }
    }
  }
}
