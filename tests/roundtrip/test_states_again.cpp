// SPDX-License-Identifier: MIT
// State documents that come in again: changed there, changed here, changed on both sides.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <span>

#include "rlmdb/change.hpp"
#include "rlmdb/checkpoint.hpp"
#include "rlmdb/variable.hpp"
#include "state_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

const StateName k_global{StateScope::global, ""};

/// A global state with one variable, in canonical bytes.
std::string global_state(const std::string& value, const std::string& updated = "2026-02-09T11:00:00.000Z") {
  return "{\n  \"state_id\": \"state-00000001\",\n  \"variables\": {\n    \"a\": " + value +
         "\n  },\n  \"history\": {\n    \"mutations\": []\n  },\n  \"metadata\": {\n    \"last_updated_at\": "
         "\"" +
         updated + "\"\n  }\n}";
}

/// What a change made here leaves behind: another value and a higher version.
void change_here(const ProjectPlace& place, const std::string& json) {
  edit_in_shell(place.database, "UPDATE variables SET value = '" + json +
                                    "' WHERE name = 'a'; UPDATE states SET version = version + 1");
}

}  // namespace

TEST_SUITE("roundtrip::states again") {
  TEST_CASE("a document that changed in its file is replaced, and its history says what it was") {
    const ProjectPlace place;
    (void)place.import_text("global-state.json", global_state("1"));
    const SourceReport report = place.import_text("global-state.json", global_state("2"));
    CHECK(report.records.changed == 1);
    CHECK(report.tables.at("event_changes") == 1);
    CHECK(exported(place, k_global) == global_state("2"));
    CHECK(place.rows("SELECT version, source_version, last_event_seq FROM states") ==
          std::vector<std::string>{"2|2|2"});
    CHECK(place.rows("SELECT owner_id, member, old_value FROM event_changes") ==
          std::vector<std::string>{"1|/variables|{\"a\":1}"});
    CHECK(place.rows("SELECT prev_seq FROM events WHERE seq = 2") == std::vector<std::string>{"1"});
    // The same content in another layout is no change.
    CHECK(place.import_text("global-state.json", global_state("2") + "\n").records.unchanged == 1);
    CHECK(place.rows("SELECT version FROM states") == std::vector<std::string>{"2"});
  }

  TEST_CASE("one that changed only here stays; one that changed on both sides is a conflict") {
    const ProjectPlace place;
    (void)place.import_text("global-state.json", global_state("1"));
    change_here(place, "5");
    CHECK(place.import_text("global-state.json", global_state("1") + "\n").records.kept == 1);
    CHECK(exported(place, k_global) == global_state("5"));
    const Error error = thrown_by([&] { (void)place.import_text("global-state.json", global_state("2")); });
    CHECK(error.code() == ErrorCode::conflict);
    CHECK(std::string(error.what()) ==
          "state global changed both here and in the source since the last import");
    CHECK(place.import(place.rlm / "global-state.json", on_conflict(OnConflict::skip)).records.kept == 1);
    CHECK(exported(place, k_global) == global_state("5"));
    CHECK(place.import(place.rlm / "global-state.json").already_imported);
    const std::string older = global_state("3", "2026-02-08T11:00:00.000Z");
    CHECK(place.import_text("global-state.json", older, on_conflict(OnConflict::newer)).records.kept == 1);
    const std::string newer = global_state("3", "2026-02-10T11:00:00.000Z");
    const SourceReport taken = place.import_text("global-state.json", newer, on_conflict(OnConflict::newer));
    CHECK(taken.records.changed == 1);
    CHECK(taken.proof.value().identical());
    CHECK(exported(place, k_global) == newer);
    CHECK(place.rows("SELECT version, source_version FROM states") == std::vector<std::string>{"3|3"});
    change_here(place, "7");
    const SourceReport replaced =
        place.import_text("global-state.json", global_state("4"), on_conflict(OnConflict::replace));
    CHECK(replaced.records.changed == 1);
    CHECK(exported(place, k_global) == global_state("4"));
  }

  TEST_CASE("the file that says what is here by now is no conflict") {
    const ProjectPlace place;
    (void)place.import_text("global-state.json", global_state("1"));
    change_here(place, "5");
    const SourceReport report = place.import_text("global-state.json", global_state("5"));
    CHECK(report.records.unchanged == 1);
    CHECK(report.proof.value().identical());
    CHECK(place.rows("SELECT version, source_version FROM states") == std::vector<std::string>{"2|2"});
  }

  TEST_CASE("changes of states and imports of documents leave a tasks.json as it is") {
    const ProjectPlace place;
    const std::filesystem::path tasks = place.root / ".aiwg/daemon/tasks.json";
    (void)place.import(tasks);
    Store store = Store::open(place.database, Access::read_write);
    const StateChange change{k_global, SetVariable{.name = "a", .value = {"1"}}, {}};
    (void)change_states(store, std::span(&change, 1));
    CHECK(export_text(place.database) == read_all(tasks));
    const TaskChange done{TaskId{"task-0004"}, SetMembers{{{"prompt", JsonText{"\"p\""}}}}, {}};
    (void)store.change(done);
    const std::string changed = export_text(place.database);
    CHECK(changed != read_all(tasks));
    (void)place.import(place.rlm / "sessions/sess-12345678/state.json");
    CHECK(export_text(place.database) == changed);
  }

  TEST_CASE("the log of a document goes on with what is changed here, and an import begins anew") {
    const ProjectPlace place;
    (void)place.import_text("global-state.json", global_state("1"));
    Store store = Store::open(place.database, Access::read_write);
    const StateChange change{k_global, SetVariable{.name = "a", .value = {"2"}}, {}};
    (void)change_states(store, std::span(&change, 1));
    const std::string with_log = exported(place, k_global);
    CHECK(with_log.find("\"operation\": \"update\"") != std::string::npos);
    // The export of one database is the file of another, and of this one.
    CHECK(place.import_text("global-state.json", with_log).records.unchanged == 1);
    CHECK(exported(place, k_global) == with_log);
    CHECK(place.rows("SELECT operation, variable_name FROM state_mutations") ==
          std::vector<std::string>{"update|a"});
    (void)place.import_text("global-state.json", global_state("3"));
    CHECK(exported(place, k_global) == global_state("3"));
    const std::vector<VariableMutation> history = variable_history(store, k_global, std::string("a"));
    REQUIRE(history.size() == 2);
    CHECK(history[0].old_value.value().text == "1");
    CHECK(history[1].new_value.value().text == "3");
  }

  TEST_CASE("checkpoints taken here come behind those that the list had, and an import takes them over") {
    const ProjectPlace place;
    const std::string lists =
        "SELECT json_array_length(outline, '$.history.checkpoints'), "
        "(SELECT count(*) FROM state_checkpoints) FROM states";
    const auto document = [](const std::string& list) {
      return R"({"state_id":"state-00000001","variables":{"a":1},"history":{"checkpoints":[)" + list + "]}}";
    };
    (void)place.import_text("global-state.json", document(R"({"checkpoint_id":"ckpt-1"})"));
    Store store = Store::open(place.database, Access::read_write);
    const std::string second = create_checkpoint(store, {k_global, "second"}).checkpoint_id;
    const std::string third = create_checkpoint(store, {k_global, "third"}).checkpoint_id;
    const auto ids = [&] {
      std::string text;
      const auto whole = nlohmann::json::parse(exported(place, k_global));
      for (const auto& one : whole["history"]["checkpoints"])
        text += one["checkpoint_id"].get<std::string>() + " ";
      return text;
    };
    CHECK(ids() == "ckpt-1 " + second + " " + third + " ");
    CHECK(checkpoints_of(store, k_global).size() == 3);
    CHECK(place.rows(lists) == std::vector<std::string>{"1|2"});
    const std::string text = exported(place, k_global);
    CHECK(place.import_text("global-state.json", text).records.unchanged == 1);
    CHECK(exported(place, k_global) == text);
    CHECK(place.rows(lists) == std::vector<std::string>{"3|0"});
    (void)create_checkpoint(store, {k_global, "fourth"});
    CHECK(place.rows(lists) == std::vector<std::string>{"3|1"});
    (void)place.import_text("global-state.json", document(""), on_conflict(OnConflict::replace));
    CHECK(ids().empty());
    CHECK(place.rows(lists) == std::vector<std::string>{"0|0"});
  }

  TEST_CASE("a state of that name from another file is a conflict, unless both say the same") {
    const ProjectPlace place;
    (void)place.import_text("states/s/state.json", global_state("1"));
    const std::string first = (place.rlm / "states/s/state.json").string();
    const std::string other = "../../copy/states/s/state.json";
    CHECK(place.import_text(other, global_state("1")).records.unchanged == 1);
    const Error error = thrown_by([&] { (void)place.import_text(other, global_state("2")); });
    CHECK(error.code() == ErrorCode::conflict);
    CHECK(std::string(error.what()) == "state state:s already belongs to " + first + " with other content");
    CHECK(place.import_text(other, global_state("2"), on_conflict(OnConflict::skip)).records.kept == 1);
    CHECK(place.rows("SELECT source_path FROM states") ==
          std::vector<std::string>{".aiwg/rlm/states/s/state.json"});
    CHECK(place.import_text(other, global_state("2"), on_conflict(OnConflict::replace)).records.changed == 1);
    CHECK(exported(place, {StateScope::state, "s"}) == global_state("2"));
    CHECK(place.rows("SELECT source_path LIKE '%/copy/states/s/state.json' FROM states") ==
          std::vector<std::string>{"1"});
  }

  TEST_CASE("a file that names another state than before leaves the one it named") {
    const ProjectPlace place;
    const auto text = [](const std::string& id) {
      return "{\n  \"state_id\": \"" + id + "\",\n  \"variables\": {}\n}";
    };
    (void)place.import_text("../x.json", text("state-1"));
    const SourceReport report = place.import_text("../x.json", text("state-2"));
    CHECK(report.records.added == 1);
    CHECK(report.records.missing == 1);
    REQUIRE(report.warnings.size() == 1);
    CHECK(report.warnings[0].code == "other_state");
    CHECK(place.rows("SELECT name, source_path IS NULL FROM states ORDER BY name") ==
          std::vector<std::string>{"state-1|1", "state-2|0"});
  }

  TEST_CASE("a dry run says what would happen and writes nothing") {
    const ProjectPlace place;
    (void)place.import_text("global-state.json", global_state("1"));
    ImportOptions dry = quick();
    dry.run = Run::dry_run;
    CHECK(place.import_text("global-state.json", global_state("2"), dry).records.changed == 1);
    CHECK(place.import_text("states/s/state.json", global_state("2"), dry).records.added == 1);
    CHECK(exported(place, k_global) == global_state("1"));
    CHECK(place.rows("SELECT count(*) FROM imports") == std::vector<std::string>{"1"});
  }

  TEST_CASE("several documents go in together or not at all") {
    const ProjectPlace place;
    write_all(place.rlm / "states/bad.json", "{\"state_id\":\"b\",\"variables\":{}");
    CHECK_THROWS_AS(
        (void)import_files(place.database, {place.rlm / "global-state.json", place.rlm / "states/bad.json"},
                           quick()),
        Error);
    CHECK_FALSE(std::filesystem::exists(place.database));
  }
}
