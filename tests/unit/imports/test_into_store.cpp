// SPDX-License-Identifier: MIT
// Imports into a Store that is open: of files, of texts, and as a part of a transaction.
#include <doctest/doctest.h>

#include <array>

#include "db/connections.hpp"
#include "legacy_documents.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/import.hpp"
#include "rlmdb/transaction.hpp"
#include "rlmdb/verify.hpp"
#include "store_files.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

namespace fs = std::filesystem;

const fs::path k_legacy = fs::path(RLMDB_SOURCE_DIR) / "data/legacy";
const fs::path k_small = k_legacy / "tasks-small.json";
const fs::path k_tree = k_legacy / "trees/tree-00c0ffee/tree.json";

/// Of no other file's task.
constexpr std::string_view k_one_task =
    R"({"tasks":[{"id":"task-9999","state":"queued","prompt":"p"}],"taskIdCounter":10000})";

ImportOptions dry() {
  ImportOptions options;
  options.run = Run::dry_run;
  return options;
}

std::int64_t total(TaskPlace& place) {
  return place.store().stats().total;
}

bool looks_up_references(TaskPlace& place) {
  const auto use = db::connections_of(place.store()).use();
  return db::get_int64(use.connection().cached("PRAGMA foreign_keys")) == 1;
}

}  // namespace

TEST_SUITE("imports::into_store") {
  TEST_CASE("files come into an open Store, and the Store goes on") {
    TaskPlace place;
    const ImportReport report = import_files(place.store(), {k_small, k_tree});
    REQUIRE(report.sources.size() == 2);
    CHECK(report.sources[0].proof.value().identical());
    CHECK(report.sources[1].proof.value().identical());
    CHECK(report.database == place.database());
    CHECK_FALSE(report.database_created);
    const std::int64_t imported = total(place);
    CHECK(imported > 0);
    (void)place.add();
    CHECK(total(place) == imported + 1);
    CHECK(looks_up_references(place));
    CHECK(import_files(place.store(), {k_small}).sources[0].already_imported);
    CHECK(export_text(place.database()).size() > read_all(k_small).size());
  }

  TEST_CASE("inside of a transaction it is a part of that") {
    TaskPlace place;
    {
      const Transaction taken_back(place.store());
      CHECK(import_files(place.store(), {k_small, k_tree}).sources[1].proof.value().identical());
      CHECK(total(place) > 0);
    }
    CHECK(total(place) == 0);
    Transaction transaction(place.store());
    (void)import_texts(place.store(), std::array{SourceText{"one.json", k_one_task}});
    write_all(place.file("tasks.json"), "{\"tasks\": [");
    CHECK(code_of([&] { (void)import_files(place.store(), {place.file("tasks.json")}); }) == "invalid_input");
    CHECK(import_files(place.store(), {k_tree}, dry()).sources[0].records.added > 0);
    CHECK(total(place) == 1);
    (void)import_files(place.store(), {k_small});
    (void)import_files(place.store(), {k_tree});
    const std::int64_t all = total(place);
    transaction.commit();
    CHECK(total(place) == all);
    CHECK(looks_up_references(place));
  }

  TEST_CASE("a rehearsal changes nothing, with one source and with copies") {
    TaskPlace place;
    (void)import_texts(place.store(), std::array{SourceText{"one.json", k_one_task}});
    ImportOptions copies = dry();
    copies.copies = Copies::newest;
    const std::array both{dry(), copies};
    for (const ImportOptions& options : both) {
      CHECK(import_files(place.store(), {k_small}, options).sources[0].records.added > 0);
      CHECK(total(place) == 1);
      CHECK(looks_up_references(place));
    }
  }

  TEST_CASE("a text comes in as the file would that says it, and goes out the same") {
    TaskPlace place;
    const std::string bytes = read_all(k_small);
    const std::string tree = read_all(k_tree);
    const fs::path at = place.file("project/.aiwg/daemon/tasks.json");
    const std::array sources{SourceText{at, bytes}, SourceText{place.file("project/tree.json"), tree}};
    const ImportReport report = import_texts(place.store(), sources);
    CHECK_FALSE(fs::exists(place.file("project")));
    CHECK(report.sources.at(0).proof.value().identical());
    CHECK(report.sources.at(0).path == at);
    CHECK(report.sources.at(1).kind == "tree-json");
    std::string again;
    (void)export_tree(place.store(), TreeId{"tree-00c0ffee"}, std::nullopt,
                      [&](std::string_view part) { again += part; });
    CHECK(again == tree);
    CHECK(import_texts(place.store(), sources).sources.at(0).already_imported);
    // The file that it would be is the same source.
    fs::create_directories(at.parent_path());
    write_all(at, bytes);
    CHECK(import_files(place.store(), {at}).sources.at(0).already_imported);
  }

  TEST_CASE("many texts, empty and damaged ones, and files of a mission") {
    TaskPlace place;
    std::vector<std::string> texts;
    for (int i = 0; i < 150; ++i) texts.push_back(R"({"n":)" + std::to_string(i) + "}\n");
    std::vector<SourceText> sources;
    for (std::size_t i = 0; i < texts.size(); ++i)
      sources.push_back({place.file("p/.aiwg/ralph/notes/" + std::to_string(i) + ".json"), texts[i]});
    const ImportReport report = import_texts(place.store(), sources);
    CHECK(report.sources.size() == 150);
    CHECK(place.rows("SELECT count(*) FROM files") == std::vector<std::string>{"150"});
    const std::array empty{SourceText{"tasks.json", ""}};
    CHECK(code_of([&] { (void)import_texts(place.store(), empty); }) == "invalid_input");
    const std::string text = read_all(k_small);
    const std::array cut{SourceText{"tasks.json", std::string_view(text).substr(0, text.size() / 2)}};
    CHECK(code_of([&] { (void)import_texts(place.store(), cut); }) == "invalid_input");
    ImportOptions salvage;
    salvage.damage = Damage::salvage;
    CHECK(import_texts(place.store(), cut, salvage).sources.at(0).is_salvaged);
    const std::array note{SourceText{place.file("g/.grid/NOTES.md"), "a note\n"}};
    CHECK(import_texts(place.store(), note).sources.at(0).kind == "grid-file");
  }

  TEST_CASE("the Store's owner and clock are those of the import") {
    TaskPlace place;
    StoreOptions options = TaskPlace::options();
    options.owner = "importer";
    options.clock = [] { return std::chrono::system_clock::time_point(std::chrono::hours(24)); };
    Store store = Store::open(place.database(), Access::read_write, options);
    (void)import_files(store, {k_small});
    CHECK(place.rows("SELECT actor, at FROM events LIMIT 1") ==
          std::vector<std::string>{"importer|1970-01-02T00:00:00.000Z"});
    const Store reader = Store::open(place.database(), Access::read_only, options);
    CHECK(verify(reader).finding_count == 0);
  }
}
