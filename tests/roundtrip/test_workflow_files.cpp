// SPDX-License-Identifier: MIT
// The files of the checkpoints of workflows: names, packings, damage.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "loop_files.hpp"
#include "rlmdb/backup.hpp"
#include "rlmdb/verify.hpp"
#include "rlmdb/workflow.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

TEST_SUITE("roundtrip::workflow checkpoints") {
  TEST_CASE("a workflow's checkpoint is known by five names, and has two contents") {
    const LoopPlace place;
    (void)place.import_all();
    CHECK(place.rows("SELECT replace(replace(place, '.aiwg/', ''), owner, '%'), kind, owner, compression, "
                     "created_at, iteration, defect FROM workflow_checkpoints ORDER BY place") ==
          Texts{"checkpoints/"
                "%-2026-01-20T09-00-00Z-phase_boundary.json.gz|workflow|flow-inception|gzip|2026-01-20T09:00:"
                "00Z|1|NULL",
                "checkpoints/"
                "%-2026-01-25T15-00-00Z-iteration.json.gz|workflow|ralph-research-impl|gzip|2026-01-25T15:00:"
                "00Z|3|NULL",
                "checkpoints/"
                "%-2026-01-25T16-00-00Z-iteration.json.gz|workflow|ralph-research-impl|gzip|2026-01-25T16:00:"
                "00Z|4|NULL",
                "checkpoints/"
                "%-2026-01-25T16-30-00Z-error_recovery.json.gz|workflow|ralph-research-impl|gzip|2026-01-"
                "25T16:30:00Z|4|NULL",
                "ralph/loops/%/checkpoints/"
                "checkpoint-1-1770066060000.json.gz|loop-state|ralph-fix-all-typescript-errors-81abb93b|gzip|"
                "2026-02-02T21:01:00.000Z|1|NULL",
                "ralph/loops/%/checkpoints/"
                "checkpoint-2-1770066120000.json.gz|loop-state|ralph-fix-all-typescript-errors-81abb93b|gzip|"
                "2026-02-02T21:02:00.000Z|2|NULL",
                "ralph/loops/%/checkpoints/"
                "checkpoint-3-1770066180000.json.gz|loop-state|ralph-fix-all-typescript-errors-81abb93b|gzip|"
                "2026-02-02T21:03:00.000Z|3|NULL",
                "ralph/loops/%/checkpoints/"
                "iteration-001.json.gz|workflow|ralph-fix-tests-a1b2c3d4|gzip|2026-02-02T21:01:00Z|1|NULL",
                "ralph/loops/%/checkpoints/"
                "iteration-002.json.gz|workflow|ralph-fix-tests-a1b2c3d4|gzip|2026-02-02T21:02:00Z|2|NULL",
                "ralph/loops/%/checkpoints/"
                "iteration-005.json.gz|workflow|ralph-fix-tests-a1b2c3d4|gzip|2026-02-02T21:05:00Z|5|NULL",
                "ralph/loops/%/checkpoints/"
                "iteration-007.json.gz|workflow|ralph-fix-tests-a1b2c3d4|gzip|2026-02-02T21:07:00Z|7|NULL"});
  }

  TEST_CASE("a damaged checkpoint keeps nothing out: it is kept as it is, listed, and exported so") {
    const LoopPlace place;
    const TestDir out;
    const std::string folder = "ralph/loops/x/checkpoints/";
    const std::string gzip = json::gzip(workflow_record("a"));
    const std::string lz4 = json::lz4(workflow_record("b"));
    const std::string json = workflow_record("c");
    const std::map<std::string, std::string> damaged{
        {"iteration-001.json.gz", gzip.substr(0, gzip.size() - 9)},
        {"checkpoint-2-1770066120000.json.lz4", lz4.substr(0, lz4.size() / 2)},
        {"iteration-003.json", json.substr(0, json.size() / 2)},
        {"iteration-004.json", "[]"}};
    for (const auto& [name, bytes] : damaged) place.write(folder + name, bytes);
    std::size_t warned = 0;
    for (const SourceReport& source : place.import_all().sources) {
      for (const Finding& warning : source.warnings) warned += warning.code == "damaged_checkpoint" ? 1U : 0U;
    }
    CHECK(warned == damaged.size());
    CHECK(
        place.rows("SELECT kind, owner, compression, iteration, created_at, defect FROM workflow_checkpoints "
                   "WHERE place LIKE '%/x/%' ORDER BY place") ==
        Texts{
            "loop-state|x|lz4|2|2026-02-02T21:02:00.000Z|its file is damaged: the LZ4 frame is cut off",
            "workflow|x|gzip|1|NULL|its file is damaged: the gzip stream is cut off",
            "workflow|x|none|3|NULL|its file is damaged: the input ends inside a value",
            "workflow|x|none|4|NULL|its file is damaged: the checkpoint of a workflow has to be an object"});
    Store store = Store::open(place.database, Access::read_write);
    std::size_t listed = 0;
    for (const WorkflowCheckpoint& one :
         workflow_checkpoints_of(store, WorkflowOwner{WorkflowKind::loop, "x"}))
      listed += one.defect.value_or("").starts_with("its file is damaged: ") ? 1U : 0U;
    CHECK(listed == damaged.size());
    CHECK(verify(store).findings.empty());
    CHECK(place.export_to(out / "copy").left_out.empty());
    for (const auto& [name, bytes] : damaged) CHECK(read_all(out / "copy/.aiwg" / (folder + name)) == bytes);
    for (const SourceReport& source : place.import_all().sources) CHECK(source.already_imported);
  }

  TEST_CASE(
      "a cut file of any name among checkpoints is listed as invalid, what is another whole one is "
      "not") {
    const LoopPlace place(LoopPlace::Files::none);
    const TestDir out;
    const std::string json = workflow_record("c");
    const std::string folder = "ralph/loops/x/checkpoints/";
    const std::map<std::string, std::string> cut{
        {folder + "before-deploy.json", json.substr(0, json.size() / 2)},
        {folder + "empty.json", ""},
        {folder + "packed.json", json::gzip(json).substr(0, 30)},
        {"checkpoints/mine.json", json.substr(0, 1)}};
    for (const auto& [name, bytes] : cut) place.write(name, bytes);
    place.write(folder + "notes.json", "{\"a\":1}");
    place.write("checkpoints/manifest.json", "{\"a\":1");
    (void)place.import_all();
    CHECK(place.rows("SELECT place FROM workflow_checkpoints WHERE defect IS NOT NULL ORDER BY place") ==
          Texts{".aiwg/checkpoints/mine.json", ".aiwg/ralph/loops/x/checkpoints/before-deploy.json",
                ".aiwg/ralph/loops/x/checkpoints/empty.json", ".aiwg/ralph/loops/x/checkpoints/packed.json"});
    CHECK(place.rows("SELECT count(*) FROM workflow_checkpoints") == Texts{"4"});
    Store store = Store::open(place.database, Access::read_write);
    const auto of_loop = workflow_checkpoints_of(store, WorkflowOwner{WorkflowKind::loop, "x"});
    REQUIRE(of_loop.size() == 3);
    for (const WorkflowCheckpoint& one : of_loop)
      CHECK(one.defect.value_or("").starts_with("its file is damaged: "));
    CHECK(place.export_to(out / "copy").left_out.empty());
    for (const auto& [name, bytes] : cut) CHECK(read_all(out / "copy/.aiwg" / name) == bytes);
    CHECK(read_all(out / "copy/.aiwg/checkpoints/manifest.json") == "{\"a\":1");
  }

  TEST_CASE("a damaged checkpoint whose file is repaired becomes a whole one, and the other way round") {
    const LoopPlace place(LoopPlace::Files::none);
    const std::string name = "ralph/loops/x/checkpoints/iteration-001.json.gz";
    const std::string packed = json::gzip(workflow_record("a"));
    CHECK(place.import_bytes(name, packed + "x").warnings.at(0).message ==
          "the checkpoint is damaged: data stands after the end of the packed content; it is kept as it is, "
          "byte "
          "for byte, and cannot be restored");
    CHECK(place.import_bytes(name, packed + json::gzip("\n") + std::string(512, '\0')).records.changed == 1);
    CHECK(place.rows("SELECT checkpoint_id, defect FROM workflow_checkpoints") == Texts{"a|NULL"});
    const std::string zeros = json::gzip(std::string(std::size_t{65} << 20, ' '));
    CHECK(place.import_bytes(name, zeros).records.changed == 1);
    CHECK(place.rows("SELECT checkpoint_id, defect FROM workflow_checkpoints") ==
          Texts{"NULL|its file is damaged: the file holds more than 64 MiB unpacked"});
  }

  TEST_CASE("a file that is no checkpoint for a while, and one again, is written as it is now") {
    const LoopPlace place(LoopPlace::Files::none);
    const TestDir out;
    const std::string name = "checkpoints/flow-x/phase-concept.json";
    const std::string whole = nlohmann::ordered_json::parse(workflow_record("a")).dump(2);
    int number = 0;
    for (const std::string& bytes : {whole, whole.substr(0, 40), whole, whole.substr(0, 50)}) {
      (void)place.import_bytes(name, bytes);
      const fs::path copy = out / std::to_string(++number);
      (void)place.export_to(copy);
      CHECK(read_all(copy / ".aiwg" / name) == bytes);
      CHECK(verify(Store::open(place.database, Access::read_only)).finding_count == 0);
    }
  }

  TEST_CASE("a damaged packed file that lies in no project is refused: nothing says what it is") {
    const TestDir dir;
    const std::string packed = json::gzip(workflow_record("a"));
    write_all(dir / "a.gz", packed.substr(0, packed.size() - 9));
    CHECK(refusal_of([&] { (void)import_one(dir / "x.db", dir / "a.gz"); }) ==
          std::pair<std::string, std::string>("the gzip stream is cut off",
                                              "a.gz: byte " + std::to_string(packed.size() - 9)));
  }

  TEST_CASE("a checkpoint that is damaged in the database is left out of a project's export" * damages) {
    const LoopPlace place;
    const TestDir out;
    (void)place.import_all();
    edit_in_shell(place.database,
                  "UPDATE contents SET body = '{' WHERE id = (SELECT content_id FROM "
                  "workflow_checkpoints WHERE place LIKE '%iteration-002.json.gz')");
    const ProjectExport report = place.export_to(out / "copy");
    REQUIRE(report.left_out.size() == 1);
    CHECK(report.left_out[0].code == "unreadable");
    CHECK(report.left_out[0].where.ends_with("/iteration-002.json.gz"));
    CHECK(unpacked_below(out / "copy").size() + 1 == unpacked_below(place.root).size());
  }

  TEST_CASE("names and packings of checkpoints") {
    const LoopPlace place(LoopPlace::Files::none);
    const TestDir out;
    const std::string loop = "ralph/loops/one/checkpoints/";
    for (const char* name : {"iteration-7.json.gz", "iteration-007.json.gz", "iteration-1000.json.gz",
                             "checkpoint-1.json.gz", "odd-name.json.gz"})
      place.write(loop + name, json::gzip(workflow_record(name)));
    place.write(loop + "iteration-002.json.lz4", json::lz4(workflow_record("lz4")));
    place.write(loop + "iteration-003.json", workflow_record("plain"));
    place.write(loop + "iteration-004.json.gz", workflow_record("plain under a packed name"));
    place.write("ralph/archive/old/checkpoints/checkpoint-2.json", k_loop_text);
    place.write("checkpoints/ralph-one/iteration-001.json.gz", json::gzip(workflow_record("dir")));
    place.write("checkpoints/flow-a/phase-concept.json.gz", json::gzip(workflow_record("phase")));
    place.write("checkpoints/flow-a/manifest.json", "{\n  \"checkpoints\": []\n}");
    place.write("checkpoints/flow-a/odd.json", "{\n  \"checkpoint_id\": \"odd\"\n}");
    place.write("checkpoints/my-flow-2026-01-25T15-00-00-123Z-manual.json.gz",
                json::gzip("{\"loop_id\":null,\"currentIteration\":4}"));
    const ImportReport report = place.import_all();
    for (const SourceReport& source : report.sources) CHECK(source.proof.value().identical());
    CHECK(place.rows("SELECT replace(place, '.aiwg/', ''), kind, owner, compression, iteration, created_at "
                     "FROM workflow_checkpoints WHERE kind = 'loop-state' ORDER BY place") ==
          Texts{"checkpoints/my-flow-2026-01-25T15-00-00-123Z-manual.json.gz|loop-state|my-flow|gzip|4|"
                "2026-01-25T15:00:00.123Z",
                "ralph/archive/old/checkpoints/checkpoint-2.json|loop-state|old|none|2|NULL"});
    CHECK(place.rows("SELECT replace(place, '.aiwg/ralph/loops/one/checkpoints/', ''), compression, owner "
                     "FROM workflow_checkpoints "
                     "WHERE place LIKE '%/loops/%' ORDER BY place") ==
          Texts{"checkpoint-1.json.gz|gzip|one", "iteration-002.json.lz4|lz4|one",
                "iteration-003.json|none|one", "iteration-004.json.gz|none|one",
                "iteration-007.json.gz|gzip|one", "iteration-1000.json.gz|gzip|one",
                "iteration-7.json.gz|gzip|one", "odd-name.json.gz|gzip|one"});
    CHECK(place.rows("SELECT owner, defect FROM workflow_checkpoints WHERE checkpoint_id = 'odd'") ==
          Texts{"flow-a|/workflow_id is missing"});
    CHECK(place.rows("SELECT place FROM files") == Texts{".aiwg/checkpoints/flow-a/manifest.json"});
    CHECK(place.rows("SELECT DISTINCT path, hash, status FROM workflow_artifacts") ==
          Texts{"src/a.ts|ff|modified"});
    (void)place.export_to(out / "copy");
    CHECK(unpacked_below(out / "copy") == unpacked_below(place.root));
    CHECK(json::packing_of(read_all(out / "copy/.aiwg" / (loop + "iteration-002.json.lz4"))) ==
          json::Packing::lz4);
    CHECK(json::packing_of(read_all(out / "copy/.aiwg" / (loop + "iteration-004.json.gz"))) ==
          json::Packing::none);
  }

  TEST_CASE("a packed checkpoint that is written by any hand comes out byte for byte") {
    const LoopPlace place(LoopPlace::Files::none);
    const TestDir out;
    const std::string record = workflow_record("a");
    const std::vector<std::string> texts{"\xEF\xBB\xBF" + record, record + "\n \n",
                                         "{\"note\" : 1.0e2,\"note\":2," + record.substr(1),
                                         "{\"note\":\"\\u0041\\/\xFF\"," + record.substr(1)};
    std::map<std::string, std::string> files;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      files["iteration-00" + std::to_string(i) + ".json.gz"] = json::gzip(texts[i]);
      files["iteration-01" + std::to_string(i) + ".json.lz4"] = json::lz4(texts[i]);
    }
    for (const auto& [name, bytes] : files) place.write("ralph/loops/x/checkpoints/" + name, bytes);
    for (const SourceReport& source : place.import_all().sources) CHECK(source.proof.value().identical());
    (void)place.export_to(out.path());
    for (const auto& file : files) {
      CAPTURE(file.first);
      CHECK((read_all(out / (".aiwg/ralph/loops/x/checkpoints/" + file.first)) == file.second));
    }
    CHECK(verify(Store::open(place.database, Access::read_only)).finding_count == 0);
  }

  TEST_CASE("a checkpoint that is packed otherwise the next time comes out as it is by then") {
    const LoopPlace place(LoopPlace::Files::none);
    const TestDir out;
    const std::string name = "ralph/loops/x/checkpoints/iteration-001.json.gz";
    const std::string record = workflow_record("a");
    for (const std::string& bytes : {json::gzip(record), json::gzip(record + " "), json::lz4(record), record,
                                     json::lz4(" " + record), json::gzip(record)}) {
      place.write(name, bytes);
      CHECK(place.import_all().sources.at(0).proof.value().identical());
      std::filesystem::remove_all(out / ".aiwg");
      (void)place.export_to(out.path());
      CHECK((read_all(out / (".aiwg/" + name)) == bytes));
      CHECK(verify(Store::open(place.database, Access::read_only)).finding_count == 0);
    }
  }

  TEST_CASE("a checkpoint that cannot be restored comes in, and says why") {
    const LoopPlace place(LoopPlace::Files::none);
    const std::string loop = "ralph/loops/one/checkpoints/";
    const SourceReport report = place.import_bytes(loop + "iteration-001.json", R"({"checkpoint_id":"a"})");
    CHECK(report.warnings.at(0).code == "defective_checkpoint");
    CHECK(report.warnings.at(0).message == "the checkpoint cannot be restored: /workflow_id is missing");
    CHECK(place.import_bytes(loop + "iteration-002.json", "{}").warning_count == 1);
    CHECK(place.rows("SELECT kind, defect FROM workflow_checkpoints ORDER BY place") ==
          Texts{"workflow|/workflow_id is missing", "workflow|/checkpoint_id is missing"});
    CHECK(place.import_bytes(loop + "iteration-003.json", "[]").warnings.at(0).code == "damaged_checkpoint");
  }

  TEST_CASE("what a packed file loses has its place in what the file holds, and that is no damage") {
    const LoopPlace place(LoopPlace::Files::none);
    const std::string name = "checkpoints/flow-a-b-2026-01-25T15-00-00Z-manual.json.gz";
    std::string text = workflow_record("a");
    text.replace(text.rfind('}'), 1, ",\"pad\":\"" + std::string(3'000, 'x') + R"(","twice":1,"twice":2})");
    const std::string packed = json::gzip(text);
    CHECK(place.import_bytes(name, packed).records.added == 1);
    const VerifyReport verified = verify(Store::open(place.database, Access::read_only));
    CHECK(verified.finding_count == 0);
    CHECK(place.value("SELECT byte_offset FROM import_losses") == std::to_string(text.find("1,\"twice\"")));
    CHECK(packed.size() < 1'000);
    CHECK(Store::open(place.database, Access::read_only).backup(place.root / "b.db").verified.finding_count ==
          0);
    CHECK(restore(place.root / "again.db", place.root / "b.db").tasks == 0);
  }

  TEST_CASE("a checkpoint whose file changed is replaced, and another file of its place is a conflict") {
    const LoopPlace place(LoopPlace::Files::none);
    const std::string name = "ralph/loops/one/checkpoints/iteration-001.json.gz";
    CHECK(place.import_bytes(name, json::gzip(workflow_record("a"))).records.added == 1);
    const std::string spaced = workflow_record("a") + "\n";
    CHECK(place.import_bytes(name, json::gzip(spaced)).records.unchanged == 1);
    CHECK(place.import_bytes(name, json::lz4(workflow_record("b"))).records.changed == 1);
    CHECK(place.rows("SELECT checkpoint_id, compression FROM workflow_checkpoints") == Texts{"b|lz4"});
    const fs::path other = place.root / "other/.aiwg" / name;
    fs::create_directories(other.parent_path());
    write_all(other, json::gzip(workflow_record("b")));
    CHECK(import_one(place.database, other).records.unchanged == 1);
    write_all(other, json::gzip(workflow_record("c")));
    CHECK_THROWS_AS((void)import_one(place.database, other), Error);
    ImportOptions options = quick();
    options.on_conflict = OnConflict::skip;
    CHECK(import_one(place.database, other, options).records.kept == 1);
    options.on_conflict = OnConflict::replace;
    CHECK(import_one(place.database, other, options).records.changed == 1);
    CHECK(place.rows("SELECT checkpoint_id, compression FROM workflow_checkpoints") == Texts{"c|gzip"});
  }
}
