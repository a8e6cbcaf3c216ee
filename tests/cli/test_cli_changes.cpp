// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "frame/input_file.hpp"
#include "tasks/append_input.hpp"
#include "tasks/print_changes.hpp"
#include "tasks/task_lines.hpp"
#include "transcript.hpp"

using namespace rlmdb;
using namespace rlmdb::cli;

namespace {

/// "WHERE: MESSAGE" of the invalid_input that `call` throws, or "".
template <class Call>
std::string refusal_of(Call call) {
  try {
    static_cast<void>(call());
  } catch (const Error& error) {
    CHECK_EQ(error.code(), ErrorCode::invalid_input);
    return error.where() + ": " + error.what();
  }
  return {};
}

/// A file of lines in a directory of its own.
class LinesFile {
 public:
  explicit LinesFile(const std::string& text) : m_path(m_sandbox.path() / "lines.ndjson") {
    std::ofstream(m_path, std::ios::binary) << text;
  }

  [[nodiscard]] TaskLines read(TaskVerb verb) const {
    return read_task_lines(verb, InputFile(m_path.string()));
  }
  /// The refusal, with the path as FILE.
  [[nodiscard]] std::string refusal(TaskVerb verb) const {
    std::string text = refusal_of([&] { return read(verb); });
    if (text.starts_with(m_path.string())) {
      text.replace(0, m_path.string().size(), "FILE");
    }
    return text;
  }

 private:
  cli_tests::Sandbox m_sandbox;
  std::filesystem::path m_path;
};

std::string line_refusal(TaskVerb verb, const std::string& line) {
  return LinesFile(line).refusal(verb);
}

}  // namespace

TEST_SUITE("cli::changes") {
  TEST_CASE("a line becomes a change, its JSON untouched") {
    const LinesFile file(
        "{\"id\":\"task-0001\",\"result\":{\"b\":1e400,\"a\":\"\\udc00\"},\"if_version\":4,\"token\":7}\n"
        "\n"
        "{\"force\":true,\"id\":\"x\\ny\"}\r\n");
    const TaskLines lines = file.read(TaskVerb::complete);
    REQUIRE_EQ(lines.changes.size(), 2);
    CHECK_EQ(lines.numbers, std::vector<std::size_t>{1, 3});
    const TaskChange& first = lines.changes[0];
    CHECK_EQ(first.id.text, "task-0001");
    CHECK_EQ(std::get<JsonText>(std::get<CompleteTask>(first.action).result).text,
             "{\"b\":1e400,\"a\":\"\\udc00\"}");
    CHECK_EQ(first.only_if.if_version, 4);
    CHECK_EQ(first.only_if.token, 7);
    CHECK_EQ(first.only_if.force, Force::no);
    const TaskChange& second = lines.changes[1];
    CHECK_EQ(second.id.text, "x\ny");
    CHECK(std::holds_alternative<std::monostate>(std::get<CompleteTask>(second.action).result));
    CHECK_EQ(second.only_if.if_version, std::nullopt);
    CHECK_EQ(second.only_if.token, std::nullopt);
    CHECK_EQ(second.only_if.force, Force::yes);
  }

  TEST_CASE("a line for a new task") {
    const LinesFile file(
        "{\"prompt\":[1.50],\"agent\":\"a\",\"priority\":-0,\"metadata\":{\"k\":1},\"parent\":\"p\",\"tree\":"
        "\"t\","
        "\"depends_on\":[\"x\",\"y\"],\"max_attempts\":5,\"backoff_ms\":250}");
    const TaskLines lines = file.read(TaskVerb::add);
    REQUIRE_EQ(lines.changes.size(), 1);
    const auto& task = std::get<NewTask>(lines.changes[0].action);
    CHECK_EQ(std::get<JsonText>(task.prompt).text, "[1.50]");
    CHECK_EQ(task.agent, "a");
    CHECK_EQ(task.priority->text, "-0");
    CHECK_EQ(task.metadata->text, "{\"k\":1}");
    CHECK_EQ(task.parent, TaskId{"p"});
    CHECK_EQ(task.tree->text, "t");
    CHECK_EQ(task.depends_on, std::vector<TaskId>{{"x"}, {"y"}});
    CHECK_EQ(task.max_attempts, 5);
    CHECK_EQ(task.backoff, std::chrono::milliseconds(250));
  }

  TEST_CASE("lines for the other verbs") {
    const auto action = [](TaskVerb verb, const std::string& line) {
      return LinesFile(line).read(verb).changes.at(0).action;
    };
    CHECK_EQ(std::get<StartTask>(action(TaskVerb::start, R"({"id":"a","pid":42})")).pid, 42);
    CHECK_EQ(std::get<StartTask>(action(TaskVerb::start, R"({"id":"a"})")).pid, std::nullopt);
    CHECK_EQ(std::get<FailTask>(action(TaskVerb::fail, R"({"id":"a","error":"\u00e9"})")).error, "é");
    CHECK_EQ(std::get<AppendOutput>(action(TaskVerb::append, R"({"id":"a","chunk":"x\n"})")).chunk, "x\n");
    CHECK(std::holds_alternative<CancelTask>(action(TaskVerb::cancel, R"({"id":"a"})")));
    CHECK(std::holds_alternative<RetryTask>(action(TaskVerb::retry, R"({"id":"a"})")));
    const auto set = std::get<SetMembers>(action(TaskVerb::set, R"({"id":"a","set":{"b":1e5,"a":"x"}})"));
    REQUIRE_EQ(set.members.size(), 2);
    CHECK_EQ(set.members[0].first, "b");
    CHECK_EQ(set.members[0].second.text, "1e5");
    CHECK_EQ(set.members[1].second.text, "\"x\"");
  }

  TEST_CASE("a bad line is refused at its line and byte") {
    using enum TaskVerb;
    CHECK_EQ(LinesFile("{\"id\":\"a\"}\n\n{\"id\":}").refusal(cancel), "FILE:3:7: a value should stand here");
    CHECK_EQ(line_refusal(cancel, "{}"), "FILE:1:1: 'id' is missing");
    CHECK_EQ(line_refusal(add, R"({"agent":"a"})"), "FILE:1:1: 'prompt' is missing");
    CHECK_EQ(line_refusal(fail, R"({"id":"a"})"), "FILE:1:1: 'error' is missing");
    CHECK_EQ(line_refusal(append, R"({"id":"a"})"), "FILE:1:1: 'chunk' is missing");
    CHECK_EQ(line_refusal(set, R"({"id":"a"})"), "FILE:1:1: 'set' is missing");
    CHECK_EQ(line_refusal(set, R"({"id":"a","set":[1]})"), "FILE:1:17: 'set': a JSON object begins with {");
    CHECK_EQ(line_refusal(cancel, R"({"id":7})"), "FILE:1:7: 'id' is no string of whole characters");
    CHECK_EQ(line_refusal(cancel, R"({"id":"\ud83d"})"), "FILE:1:7: 'id' is no string of whole characters");
    CHECK_EQ(line_refusal(cancel, R"({"id":"a","result":1})"),
             "FILE:1:20: 'result' is no member of a line for task cancel");
    CHECK_EQ(line_refusal(add, R"({"prompt":1,"token":1})"),
             "FILE:1:21: 'token' is no member of a line for task add");
    CHECK_EQ(line_refusal(add, R"({"prompt":1,"depends_on":["a",1]})"),
             "FILE:1:26: 'depends_on' is no array of strings");
    CHECK_EQ(line_refusal(cancel, R"({"id":"a","force":1})"), "FILE:1:19: 'force' is neither true nor false");
    for (const std::string value : {"null", "\"7\"", "1.0", "1e3", "007", "9223372036854775808", "true"}) {
      CAPTURE(value);
      CHECK_EQ(line_refusal(cancel, R"({"id":"a","token":)" + value + "}"),
               "FILE:1:19: 'token' is no whole number of 64 bits");
    }
  }

  TEST_CASE("a file that is not there or is a directory") {
    const cli_tests::Sandbox sandbox;
    try {
      const InputFile file((sandbox.path() / "none").string());
      FAIL("it was opened");
    } catch (const Error& error) {
      CHECK_EQ(error.code(), ErrorCode::not_found);
    }
    try {
      static_cast<void>(read_all(InputFile(sandbox.path().string())));
      FAIL("it was read");
    } catch (const Error& error) {
      CHECK_EQ(error.code(), ErrorCode::io);
    }
  }

  TEST_CASE("the library's places become those of the command line") {
    const TaskLines lines{"FILE", {}, {2, 5}};
    const auto place = [](const Error& error, const TaskLines* of) {
      const Error placed = in_place(error, of);
      return placed.where() + ": " + placed.what();
    };
    const Error one(ErrorCode::invalid_input, "change.result is no JSON value", "change.result:5");
    CHECK_EQ(place(one, nullptr), "result:5: result is no JSON value");
    CHECK_EQ(place(one, &lines), "FILE:2 result:5: result is no JSON value");
    const Error many(ErrorCode::invalid_input, "changes[1].result is no JSON value", "changes[1].result:5");
    CHECK_EQ(place(many, &lines), "FILE:5 result:5: result is no JSON value");
    CHECK_EQ(place(Error(ErrorCode::usage, "a pid is positive", "changes[1]"), &lines),
             "FILE:5: a pid is positive");
    CHECK_EQ(place(Error(ErrorCode::not_found, "there is no task 'change.1'", "change.1"), &lines),
             "change.1: there is no task 'change.1'");
  }

  TEST_CASE("bytes are cut behind whole characters") {
    CHECK_EQ(whole_characters(""), 0);
    CHECK_EQ(whole_characters("aé日😀"), 10);
    CHECK_EQ(whole_characters("a\xC3"), 1);
    CHECK_EQ(whole_characters("a\xE6\x97"), 1);
    CHECK_EQ(whole_characters("a\xF0\x9F\x98"), 1);
    CHECK_EQ(whole_characters("a\xFF"
                              "b"),
             1);
    CHECK_EQ(whole_characters("\xED\xA0\x80"), 0);
    CHECK_EQ(whole_characters(std::string_view("a\0b", 3)), 3);
  }

  TEST_CASE("a cut character may still be ended, a wrong byte never") {
    for (const std::string_view rest : {"\xC3", "\xE6", "\xE6\x97", "\xF0", "\xF0\x9F", "\xF0\x9F\x98"}) {
      CAPTURE(rest);
      CHECK(is_cut_character(rest));
    }
    for (const std::string_view rest : {"", "\x80", "\xC1", "\xF5", "\xFF", "\xC3z", "\xE6z", "\xE6\x97z"}) {
      CAPTURE(rest);
      CHECK_FALSE(is_cut_character(rest));
    }
  }

  TEST_CASE("a claim fits a narrow terminal") {
    Claim claim;
    claim.id = {"task-0001"};
    claim.token = 17;
    claim.lease_expires_at = "2026-02-09T10:15:00.000Z";
    claim.record_json =
        "{\n  \"id\": \"task-0001\",\n  \"prompt\": \"one\\ntwo three four five six seven\"\n}";
    CHECK_EQ(text_claim(claim, Terminal{true, false, 40}),
             "id        task-0001\ntoken     17\nlease     2026-02-09 10:15:00Z\n"
             "prompt    one\\ntwo three four five six …\n");
    claim.attempts = 2;
    claim.resume_checkpoint_id = "ckpt-1";
    claim.redecompose = false;
    CHECK_EQ(text_claim(claim, Terminal{true, false, 120}),
             "id        task-0001\ntoken     17\nlease     2026-02-09 10:15:00Z\nattempts  2\n"
             "resume    ckpt-1\nchildren  are done: merge their results\n"
             "prompt    one\\ntwo three four five six seven\n");
    CHECK_EQ(text_claim(claim, Terminal{}), "task-0001\t17\t2026-02-09T10:15:00.000Z\tckpt-1\n");
  }
}
