// SPDX-License-Identifier: MIT
// Checkpoint files: each comes back byte for byte, also an odd one.
#include <doctest/doctest.h>

#include "project_files.hpp"
#include "rlmdb/backup.hpp"
#include "rlmdb/checkpoint.hpp"
#include "rlmdb/verify.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

std::string exported(const ProjectPlace& place, const std::string& id,
                     const std::optional<TreeId>& tree = std::nullopt) {
  std::string text;
  const Store store = Store::open(place.database, Access::read_only);
  (void)export_checkpoint(store, id, tree, [&](std::string_view bytes) { text += bytes; });
  return text;
}

}  // namespace

TEST_SUITE("roundtrip::checkpoint files") {
  TEST_CASE("every checkpoint file comes back byte for byte") {
    const ProjectPlace place;
    int count = 0;
    for (const std::string tree : {"tree-12345678", "tree-9f8e7d6c"}) {
      for (const auto& entry :
           std::filesystem::directory_iterator(place.rlm / "trees" / tree / "checkpoints")) {
        CAPTURE(entry.path());
        const SourceReport report = place.import(entry.path());
        CHECK(report.kind == "checkpoint-json");
        CHECK(report.records.added == 1);
        CHECK(report.warning_count == 0);
        CHECK(report.proof.value().sha256 == report.sha256);
        CHECK(exported(place, entry.path().stem(), TreeId{tree}) == read_all(entry.path()));
        CHECK(place.import(entry.path()).already_imported);
        ++count;
      }
    }
    CHECK(count == 16);
    CHECK(place.rows("SELECT scope, owner, name, timestamp, tree_id FROM snapshots "
                     "WHERE checkpoint_id = 'ckpt-1768899600000'") ==
          std::vector<std::string>{
              "task|task-0001|before_decomposition|2026-01-20T09:00:00.000Z|tree-12345678"});
    CHECK(verify(Store::open(place.database, Access::read_only)).finding_count == 0);
  }

  TEST_CASE("odd checkpoint files come back byte for byte") {
    const std::vector<std::string> texts = {
        "{}",
        "{\n  \"checkpoint_id\": 3,\n  \"state\": []\n}",
        "{\n  \"checkpoint_id\": \"x\",\n  \"state\": null,\n  \"name\": {\n    \"a\": 1\n  }\n}",
        "{\n  \"state\": {\n    \"10\": 1,\n    \"\": 2,\n    \"\\ud83d\": 3,\n    \"a\\\"\": {\n      "
        "\"value\": \"" +
            std::string(10'241, 'y') + "\"\n    }\n  },\n  \"more\": 1.50\n}",
    };
    const ProjectPlace place;
    int number = 0;
    for (const std::string& text : texts) {
      const std::string file = "odd-" + std::to_string(number++);
      const SourceReport report = place.import_text("states/s/checkpoints/" + file + ".json", text);
      CHECK(report.proof.value().identical());
      CHECK(exported(place, number == 3 ? "x" : file) == text);
    }
    CHECK(place.rows("SELECT DISTINCT scope || owner FROM snapshots") == std::vector<std::string>{"states"});
    CHECK(verify(Store::open(place.database, Access::read_only)).finding_count == 0);
  }

  TEST_CASE("a checkpoint of a workflow is none of these") {
    const ProjectPlace place;
    const std::string workflow = R"({"checkpoint_id":"c","workflow_id":"w","state":{}})";
    CHECK(place.import_text("../checkpoints/c.json", workflow).kind == "workflow-json");
    CHECK(place.import_text("../../checkpoints/c.json", workflow).kind == "workflow-json");
    CHECK(place.import_text("checkpoints/c.json", workflow).kind == "checkpoint-json");
    // Outside of a project a checkpoint without a workflow_id is a state's.
    CHECK(place.import_text("../../checkpoints/d.json", R"({"checkpoint_id":"d","state":{}})").kind ==
          "checkpoint-json");
  }

  TEST_CASE("a changed file replaces what is known; one of the same id and owner elsewhere is a conflict") {
    const ProjectPlace place;
    const auto text = [](const std::string& value) {
      return "{\n  \"checkpoint_id\": \"c\",\n  \"task_id\": \"t\",\n  \"state\": {\n    \"a\": " + value +
             "\n  }\n}";
    };
    (void)place.import_text("checkpoints/c.json", text("1"));
    CHECK(place.import_text("checkpoints/c.json", text("2")).records.changed == 1);
    CHECK(exported(place, "c") == text("2"));
    CHECK(place.import_text("checkpoints/d.json", text("2")).records.unchanged == 1);
    CHECK(code_of([&] { (void)place.import_text("checkpoints/d.json", text("3")); }) == "conflict");
    ImportOptions replace = quick();
    replace.on_conflict = OnConflict::replace;
    CHECK(place.import_text("checkpoints/d.json", text("3"), replace).records.changed == 1);
    CHECK(exported(place, "c") == text("3"));
    CHECK(place.rows("SELECT count(*) FROM snapshots") == std::vector<std::string>{"1"});
  }

  TEST_CASE("files of checkpoints that were pruned leave a sound database, and a backup that comes back") {
    const ProjectPlace place;
    (void)import_files(place.database, {place.root}, quick());
    PruneOptions options;
    options.keep = 1;
    {
      Store store = Store::open(place.database, Access::read_write);
      CHECK(prune_checkpoints(store, options).removed.size() == 13);
    }
    CHECK(place.rows("SELECT count(*) FROM removed_sources") == std::vector<std::string>{"13"});
    const Store store = Store::open(place.database, Access::read_only);
    CHECK(verify(store).finding_count == 0);
    const std::filesystem::path file = place.root / "b.db";
    CHECK(store.backup(file).verified.finding_count == 0);
    CHECK(restore(place.root / "again.db", file).verified.finding_count == 0);
  }

  TEST_CASE("one of several with an id is picked by its tree") {
    const ProjectPlace place;
    (void)place.import_text("trees/a/checkpoints/c.json",
                            "{\n  \"checkpoint_id\": \"c\",\n  \"state\": {}\n}");
    (void)place.import_text("trees/b/checkpoints/c.json",
                            "{\n  \"checkpoint_id\": \"c\",\n  \"state\": 1\n}");
    CHECK(code_of([&] { (void)exported(place, "c"); }) == "conflict");
    CHECK(code_of([&] { (void)exported(place, "d"); }) == "not_found");
    CHECK(exported(place, "c", TreeId{"b"}) == "{\n  \"checkpoint_id\": \"c\",\n  \"state\": 1\n}");
  }
}
