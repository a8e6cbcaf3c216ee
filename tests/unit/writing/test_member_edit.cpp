// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>

#include "rlmdb/history.hpp"
#include "rlmdb/verify.hpp"
#include "task_place.hpp"
#include "util/digest128.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Lines = std::vector<std::string>;

constexpr std::size_t k_large_bytes = 2'000'000;

TaskAction setting(const std::string& member, const std::string& json) {
  return SetMembers{{{member, JsonText{json}}}};
}

/// Text of lines, with what JSON has to escape.
std::string output_of(std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += "\"a\\b\"\t\x1f é\n";
  return text;
}

std::string running_with_output(TaskPlace& place, const std::string& output) {
  const std::string id = place.add();
  (void)place.change(id, StartTask{});
  (void)place.change(id, AppendOutput{output});
  (void)place.change(id, AppendOutput{"and the end"});
  return id;
}

Lines chunks(const TaskPlace& place) {
  return place.rows("SELECT id, end_bytes, length(CAST(chunk AS BLOB)) FROM output_chunks ORDER BY id");
}

std::uintmax_t wal_bytes(const TaskPlace& place) {
  return std::filesystem::file_size(place.database().string() + "-wal");
}

/// Imports one task that runs, with `members` besides.
void import_task(TaskPlace& place, const std::string& members) {
  const std::filesystem::path source = place.file("tasks.json");
  write_all(source, R"({"version":"1.0.0","createdAt":"2026-01-01T00:00:00.000Z",)"
                    R"("updatedAt":"2026-01-01T00:00:00.000Z","tasks":[{"id":"task-0000","prompt":"p",)"
                    R"("state":"running",)" +
                        members + "}]}");
  (void)import_one(place.database(), source);
}

/// Changes a task, and expects its history to tell each record before byte for byte.
class Told {
 public:
  Told(TaskPlace& place, std::string id) : m_place(place), m_id(std::move(id)) {
    m_texts.emplace_back(std::stoll(place.rows("SELECT max(seq) FROM events").at(0)), place.text(m_id));
  }

  Json change(const TaskAction& action) {
    const ChangeResult result = m_place.force(m_id, action);
    m_texts.emplace_back(result.event_seq, m_place.text(m_id));
    for (const auto& [seq, text] : m_texts)
      CHECK(task_json_at(m_place.store(), TaskId{m_id}, Moment(seq)) == text);
    CHECK(Json::parse(export_text(m_place.database()))["tasks"][0] == Json::parse(m_texts.back().second));
    CHECK(verify(m_place.store()).finding_count == 0);
    return Json::parse(m_texts.back().second);
  }

 private:
  TaskPlace& m_place;
  std::string m_id;
  std::vector<std::pair<std::int64_t, std::string>> m_texts;
};

}  // namespace

TEST_SUITE("writing::member_edit") {
  TEST_CASE("a change of other members writes nothing of a long output") {
    TaskPlace place;
    const std::string output = output_of(k_large_bytes);
    const std::string id = running_with_output(place, output);
    const Lines rows = chunks(place);
    REQUIRE(rows.size() == 2);
    constexpr std::uintmax_t k_most_written = 1 << 20;
    const std::vector<TaskAction> changes{
        setting("priority", "7"),
        setting("metadata.note", R"("n")"),
        AddCost{RunCost{.input_tokens = 5}},
        SetVariable{.name = "first", .value = JsonText{"1"}},
        DeleteVariable{"first", ""},
        CompleteTask{std::string("done")},
        setting("agent", R"("a")"),
    };
    Json expected = place.record(id);
    for (const TaskAction& change : changes) {
      place.close();  // ends with an empty -wal
      place.reopen();
      (void)place.change(id, change);
      CHECK(wal_bytes(place) < k_most_written);
      CHECK(chunks(place) == rows);
    }
    const Json record = place.record(id);
    CHECK(record["output"] == output + "and the end");
    CHECK(record["priority"] == 7);
    CHECK(record["metadata"]["note"] == "n");
    CHECK(record["result"] == "done");
    CHECK(place.rows("SELECT count(*) FROM event_changes WHERE member = '/output' AND old_form IS NULL") ==
          Lines{"0"});
    CHECK(verify(place.store()).finding_count == 0);
  }

  TEST_CASE("an output that is set takes the place of its chunks, and what it was is kept") {
    TaskPlace place;
    const std::string output = output_of(10'000);
    const std::string id = running_with_output(place, output);
    Told task(place, id);
    CHECK(task.change(setting("priority", "1"))["output"] == output + "and the end");
    CHECK(task.change(setting("output", R"("new")"))["output"] == "new");
    CHECK(place.rows("SELECT output FROM tasks") == Lines{"new"});
    CHECK(chunks(place).empty());
    CHECK(task.change(AppendOutput{"er"})["output"] == "newer");
  }

  TEST_CASE("a long output that came in with its record leaves the row at the first change") {
    TaskPlace place;
    const std::string output = output_of(10'000);
    import_task(place, R"("priority":1,"output":)" + Json(output).dump());
    CHECK(place.rows("SELECT length(output) > 4096 FROM tasks") == Lines{"1"});
    Told task(place, "task-0000");
    SUBCASE("of its state") {
      (void)task.change(CompleteTask{});
    }
    SUBCASE("of a member") {
      (void)task.change(setting("priority", "2"));
    }
    SUBCASE("of its output") {
      (void)task.change(AppendOutput{"x"});
    }
    CHECK(place.rows("SELECT output FROM tasks") == Lines{""});
    CHECK(place.rows("SELECT min(end_bytes) FROM output_chunks") == Lines{std::to_string(output.size())});
    CHECK(task.change(setting("note", "1"))["output"].get<std::string>().starts_with(output));
  }

  TEST_CASE("a record without a place for its output says it all the same") {
    TaskPlace place;
    SUBCASE("no member") {
      import_task(place, R"("priority":1)");
    }
    SUBCASE("null") {
      import_task(place, R"("output":null,"priority":1)");
    }
    SUBCASE("no text") {
      import_task(place, R"("output":{"a":1},"priority":1)");
    }
    Told task(place, "task-0000");
    const std::string output = output_of(10'000);
    (void)task.change(AppendOutput{output});
    (void)task.change(AppendOutput{"end"});
    const Json record = task.change(setting("other", "2"));
    CHECK(record["output"] == output + "end");
    CHECK(std::prev(record.end()).key() == "other");
    CHECK(task.change(setting("metadata", R"({"a":1})"))["output"] == output + "end");
  }

  TEST_CASE("an output that is no Unicode keeps its own text") {
    TaskPlace place;
    const std::string output = R"("output":"\ud800)" + std::string(10'000, 'x') + '"';
    import_task(place, output);
    (void)place.force("task-0000", StartTask{});
    CHECK(place.rows("SELECT count(*) FROM output_chunks") == Lines{"1"});
    (void)place.force("task-0000", setting("other", "2"));
    const std::string text = place.text("task-0000");
    CHECK(text.find(R"("output": "\ud800xxx)") != std::string::npos);
    CHECK(text.find("\"other\": 2") != std::string::npos);
  }

  TEST_CASE("a record that is kept as a whole text loses nothing of its output") {
    TaskPlace place;
    const std::string id = running_with_output(place, "a" + output_of(10'000));
    const util::Digest128 digest = util::digest128(place.text(id));
    Json whole = place.record(id);
    whole["output"] = "b" + whole["output"].get<std::string>().substr(1);
    std::string hex;
    for (const unsigned char byte : digest) hex += fmt::format("{:02x}", byte);
    place.edit(fmt::format("UPDATE tasks SET verbatim = '{}', verbatim_digest = x'{}'", whole.dump(), hex));
    REQUIRE(place.record(id) == whole);
    Told task(place, id);
    SUBCASE("and is changed as one") {
      CHECK(task.change(setting("other", "2"))["output"] == whole["output"]);
    }
    SUBCASE("until its row says something else") {
      CHECK(task.change(CompleteTask{})["output"] != whole["output"]);
    }
  }
}
