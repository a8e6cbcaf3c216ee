// SPDX-License-Identifier: MIT
// The files of loops: their states, and all that lies beside them.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include "loop_files.hpp"
#include "rlmdb/verify.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

TEST_SUITE("roundtrip::loops") {
  TEST_CASE("everything that loops have comes in and comes out, file for file") {
    const LoopPlace place;
    const TestDir out;
    const ImportReport report = place.import_all();
    CHECK(report.sources.size() == 59);
    CHECK(report.left_aside.empty());
    std::map<std::string, int> kinds;
    for (const SourceReport& source : report.sources) {
      CAPTURE(source.path);
      CHECK(source.proof.value().identical());
      CHECK(source.records.added == 1);
      ++kinds[source.kind];
    }
    CHECK(kinds == std::map<std::string, int>{
                       {"loop-json", 8}, {"workflow-json", 11}, {"kept-json", 33}, {"kept-text", 7}});
    const ProjectExport exported = place.export_to(out / "copy");
    CHECK(exported.left_out.empty());
    CHECK(unpacked_below(out / "copy") == unpacked_below(place.root));
    for (const auto& entry : fs::recursive_directory_iterator(out / "copy")) {
      if (!entry.is_regular_file()) continue;
      const bool is_gzip = json::packing_of(read_all(entry.path())) == json::Packing::gzip;
      CHECK(is_gzip == (entry.path().extension() == ".gz"));
    }
    for (const SourceReport& source : place.import_all().sources) CHECK(source.already_imported);
    CHECK(verify(Store::open(place.database, Access::read_only)).finding_count == 0);
  }

  TEST_CASE("what came out comes in again and says nothing new") {
    const LoopPlace place;
    const TestDir out;
    (void)place.import_all();
    (void)place.export_to(out / "one");
    for (const SourceReport& source :
         import_files(place.database, {out / "one"}, on_conflict(OnConflict::skip)).sources) {
      CAPTURE(source.path);
      const bool is_kept_whole = source.kind.starts_with("kept-");
      CHECK(source.records.unchanged == (is_kept_whole ? 0 : 1));
    }
    const fs::path second = out / "second.db";
    (void)import_files(second, {out / "one"}, quick());
    (void)export_project(Store::open(second, Access::read_only), out / "two");
    CHECK(unpacked_below(out / "two") == unpacked_below(place.root));
  }

  TEST_CASE("where a loop is known from") {
    const LoopPlace place;
    (void)place.import_all();
    CHECK(
        place.rows("SELECT replace(place, '.aiwg/', ''), family, loop_id, is_archived, status, iteration, "
                   "max_iterations FROM loops ORDER BY place") ==
        Texts{"ralph-external/archive/ralph-tidy-18b0fa74/"
              "session-state.json|ralph-external|ralph-tidy-18b0fa74|1|completed|0|10",
              "ralph-external/loops/ralph-document-every-public-function-4472e6c2/"
              "session-state.json|ralph-external|ralph-document-every-public-function-4472e6c2|0|paused|2|8",
              "ralph-external/"
              "session-state.json|ralph-external|97778784-ba3a-434c-8db5-d407d9b7ac44|0|running|0|5",
              "ralph/archive/ralph-old-finished-work-85da43fa/"
              "state.json|ralph|ralph-old-finished-work-85da43fa|1|success|2|10",
              "ralph/current-loop.json|ralph|current-loop|0|running|2|10",
              "ralph/loops/ralph-berpr-fe-document-die-api-ffea8746/"
              "state.json|ralph|ralph-berpr-fe-document-die-api-ffea8746|0|aborted|0|10",
              "ralph/loops/ralph-fix-all-typescript-errors-81abb93b/"
              "state.json|ralph|ralph-fix-all-typescript-errors-81abb93b|0|recovering|3|200",
              "ralph/loops/ralph-fix-tests-a1b2c3d4/"
              "state.json|ralph|ralph-fix-tests-a1b2c3d4|0|running|7|200"});
  }

  TEST_CASE("an exported loop is the file it came from") {
    const LoopPlace place;
    (void)place.import_all();
    const Store store = Store::open(place.database, Access::read_only);
    std::string text;
    const ExportReport report =
        export_loop(store, "ralph-fix-tests-a1b2c3d4", [&](std::string_view bytes) { text += bytes; });
    CHECK(text == read_all(place.aiwg / "ralph/loops/ralph-fix-tests-a1b2c3d4/state.json"));
    CHECK(report.format == ExportFormat::loop);
    CHECK(report.bytes == text.size());
    CHECK_THROWS_AS((void)export_loop(store, "none", place.database), Error);
  }

  TEST_CASE("a file by itself is known by its members") {
    const LoopPlace place(LoopPlace::Files::none);
    const fs::path outside = place.root / "outside";
    fs::create_directories(outside);
    const auto import_outside = [&](const std::string& name, const std::string& bytes) {
      write_all(outside / name, bytes);
      return import_one(place.database, outside / name);
    };
    const SourceReport finished = import_one(
        place.database, fs::path(RLMDB_SOURCE_DIR) / "data/legacy/project-current-loop-finished.json");
    CHECK(finished.kind == "loop-json");
    CHECK(finished.warnings.at(0).code == "no_loop_id");
    CHECK(import_outside("state.json", k_loop_text).kind == "loop-json");
    CHECK(import_outside("x.json", R"({"loop_id":"two","iteration":0,"objective":"o"})").kind == "loop-json");
    CHECK(import_outside("a.json", workflow_record("a")).kind == "workflow-json");
    CHECK(import_outside("checkpoint-2-1770066120000.json.gz", json::gzip(k_loop_text)).kind ==
          "workflow-json");
    CHECK(place.rows("SELECT place FROM loops ORDER BY place") ==
          Texts{".aiwg/ralph-external/loops/two/session-state.json", ".aiwg/ralph/loops/one/state.json",
                ".aiwg/ralph/loops/project-current-loop-finished/state.json"});
    CHECK(place.rows(
              "SELECT place, kind, owner, created_at, iteration FROM workflow_checkpoints ORDER BY place") ==
          Texts{".aiwg/checkpoints/a.json|workflow|flow-a-b|2026-01-25T15:00:00Z|NULL",
                ".aiwg/ralph/loops/one/checkpoints/checkpoint-2-1770066120000.json.gz|loop-state|one|"
                "2026-02-02T21:02:00.000Z|2"});
    CHECK(refusal_of([&] { (void)import_outside("odd.json.gz", json::gzip("{\"a\":1}")); }) ==
          std::pair<std::string, std::string>("the file holds neither a checkpoint nor the state of a loop",
                                              "odd.json.gz: byte 0"));
    CHECK(refusal_of([&] { (void)import_outside("odd.json.gz", json::gzip("{\"a\":}")); }).second ==
          "odd.json.gz: byte 5 (line 1, column 6) /a");
  }

  TEST_CASE("a loop that changed there is replaced, and one that changed here too is a conflict") {
    const LoopPlace place(LoopPlace::Files::none);
    const std::string name = "ralph/loops/one/state.json";
    CHECK(place.import_bytes(name, k_loop_text).records.added == 1);
    const std::string next = R"({"loopId":"one","task":"t","currentIteration":3,"iterations":[]})";
    const SourceReport changed = place.import_bytes(name, next);
    CHECK(changed.records.changed == 1);
    CHECK(place.rows("SELECT version, source_version, iteration FROM loops") == Texts{"2|2|3"});
    CHECK(place.rows("SELECT member, old_value FROM event_changes WHERE member LIKE '%currentIteration'") ==
          Texts{"/currentIteration|2"});
    edit_in_shell(place.database,
                  "UPDATE loops SET version = version + 1, outline = "
                  "json_set(outline, '$.task', 'here')");
    CHECK(place.import_bytes(name, next + "\n").records.kept == 1);
    const TestDir out;
    (void)place.export_to(out / "copy");
    CHECK(read_all(out / "copy/.aiwg/ralph/loops/one/state.json") ==
          R"({"loopId":"one","task":"here","currentIteration":3,"iterations":[]})"
          "\n");
    const std::string third = R"({"loopId":"one","task":"there","currentIteration":4})";
    CHECK_THROWS_AS((void)place.import_bytes(name, third), Error);
    ImportOptions options = quick();
    options.on_conflict = OnConflict::replace;
    CHECK(place.import_bytes(name, third, options).records.changed == 1);
    CHECK(place.value("SELECT outline FROM loops") == third);
  }

  TEST_CASE("what lies beside a loop is kept byte for byte, whatever it is") {
    const LoopPlace place(LoopPlace::Files::none);
    const TestDir out;
    const std::string binary("\x89PNG\0\xff\n", 7);
    place.write("ralph/loops/one/state.json", k_loop_text);
    place.write("ralph/loops/one/best/shot.png", binary);
    place.write("ralph/loops/one/packed.txt.gz", json::gzip("text"));
    place.write("ralph/loops/one/cut.json.gz", json::gzip("{}").substr(0, 12));
    place.write("ralph/notes.json", "{ \"a\" : 1 }\n");
    place.write("ralph/twice.json", "{\n  \"a\": 1,\n  \"a\": 2\n}");
    place.write("ralph/broken.json", "{\"a\":1");
    place.write("ralph/two.json", "{}{}");
    place.write("ralph/empty.log", "");
    place.write("ralph/\xC3\xA4 b.md", "# \xC3\xA4\r\n");
    place.write("ralph-external/session-state.json.bak", "{\n  \"a\": 1\n}");
    const ImportReport report = place.import_all();
    Texts warnings;
    for (const SourceReport& source : report.sources) {
      CHECK(source.proof.value().identical());
      for (const Finding& finding : source.warnings)
        warnings.push_back(fs::path(finding.where).filename().string() + " " + finding.code + " " +
                           finding.message);
    }
    const std::string damaged = " the file is kept byte for byte, but it is damaged: ";
    CHECK(warnings ==
          Texts{"broken.json: byte 6 damaged_json" + damaged + "the input ends inside a value",
                "cut.json.gz: byte 12 damaged_pack" + damaged + "the gzip stream is cut off",
                "two.json: byte 2 damaged_json" + damaged + "data stands after the end of the document"});
    CHECK(place.rows("SELECT place FROM files WHERE kind = 'kept-json'") ==
          Texts{".aiwg/ralph-external/session-state.json.bak"});
    (void)place.export_to(out / "copy");
    for (const auto& entry : fs::recursive_directory_iterator(place.root)) {
      if (!entry.is_regular_file()) continue;
      CAPTURE(entry.path().string());
      CHECK(read_all(out / "copy" / entry.path().lexically_relative(place.root)) == read_all(entry.path()));
    }
    CHECK(verify(Store::open(place.database, Access::read_only)).finding_count == 0);
  }

  TEST_CASE("what a program needed while it wrote is left aside, and a link comes in once") {
    const LoopPlace place;
    fs::remove(place.aiwg / "ralph/current-loop.json");
    fs::create_symlink("loops/ralph-fix-tests-a1b2c3d4/state.json", place.aiwg / "ralph/current-loop.json");
    place.write("ralph/registry.json.lock", "{}");
    place.write("ralph-external/session-state.json.tmp", "{");
    ::mkfifo((place.aiwg / "ralph/pipe.json").c_str(), 0600);
    fs::create_directories(place.aiwg / "ralph/empty");
    const ImportReport report = place.import_all();
    CHECK(report.sources.size() == 58);
    Texts aside;
    for (const Finding& finding : report.left_aside)
      aside.push_back(fs::path(finding.where).filename().string() + " " + finding.code);
    CHECK(aside == Texts{"session-state.json.tmp leftover", "current-loop.json symbolic_link",
                         "pipe.json no_file", "registry.json.lock leftover"});
    CHECK(place.value("SELECT count(*) FROM loops WHERE loop_id = 'ralph-fix-tests-a1b2c3d4'") == "1");
    CHECK(import_one(place.database, place.aiwg / "ralph/current-loop.json").already_imported);
  }
}
