// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <random>
#include <set>

#include "agent.hpp"
#include "mcp/cut_answer.hpp"
#include "rlmdb/json_text.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {
namespace {

using cli::AnswerPlace;
using cli::fit_answer;
using cli::FittedAnswer;
using cli::Shape;

/// {"data": {"tasks": [{"id", "text", "kept"}], "total"}}, as tools have it: `kept` is JSON of others.
Shape shape_of_tasks() {
  Shape task(Shape::Kind::object);
  task.members = {{"id", Shape(Shape::Kind::text)}, {"text", Shape(Shape::Kind::text)}, {"kept", Shape()}};
  Shape data(Shape::Kind::object);
  data.members = {{"tasks", Shape::list_of(task)}, {"total", Shape(Shape::Kind::integer)}};
  Shape whole(Shape::Kind::object);
  whole.members = {{"data", data}};
  return whole;
}

Json tasks(const std::vector<Json>& all) {
  return {{"data", {{"tasks", all}, {"total", all.size()}}}};
}

/// Follows every cursor, and puts together what was left out; `most_bytes` holds for every piece.
std::string put_together(const std::string& json, const Shape& shape, std::size_t most_bytes) {
  Json whole;
  std::vector<AnswerPlace> places = {{}};
  for (std::size_t done = 0; done < places.size(); ++done) {
    const FittedAnswer piece = fit_answer(json, shape, most_bytes, places[done]);
    CHECK(piece.json.size() <= most_bytes);
    REQUIRE(is_json(piece.json));
    const Json part = Json::parse(piece.json);
    const AnswerPlace& place = places[done];
    if (place.at.empty()) {
      whole = part;
    } else {
      Json::json_pointer pointer(place.at);
      // Elements on the way there have lost those before them.
      std::string here;
      for (std::size_t begin = 1; begin <= place.at.size();) {
        const std::size_t end = std::min(place.at.find('/', begin), place.at.size());
        const std::string step = place.at.substr(begin, end - begin);
        here += "/" + (part.at(Json::json_pointer(here)).is_array() ? std::string("0") : step);
        begin = end + 1;
      }
      const Json& rest = part.at(Json::json_pointer(here));
      Json& target = whole[pointer];
      if (rest.is_string()) {
        target = target.get<std::string>() + rest.get<std::string>();
      } else if (rest.is_array()) {
        for (std::size_t index = 0; index < rest.size(); ++index) {
          target[place.from + index] = rest[index];
        }
      } else {
        for (const auto& [name, value] : rest.items()) target[name] = value;
      }
    }
    for (const cli::LeftOut& left : piece.left_out) {
      CHECK(left.count > 0);
      if (std::find(places.begin(), places.end(), left.rest) == places.end()) places.push_back(left.rest);
    }
    REQUIRE(places.size() < 10'000);
  }
  return whole.dump();
}

}  // namespace

TEST_SUITE("mcp::cut_answers") {
  TEST_CASE("what is short enough stays as it is") {
    const std::string json = tasks({{{"id", "a"}, {"text", "x"}, {"kept", {{"b", 1}}}}}).dump();
    const FittedAnswer answer = fit_answer(json, shape_of_tasks(), 1000);
    CHECK(answer.json == json);
    CHECK(answer.left_out.empty());
  }

  TEST_CASE("a list ends earlier, with whole elements") {
    std::vector<Json> all;
    for (int number = 0; number < 100; ++number) {
      all.push_back({{"id", std::to_string(number)}, {"text", std::string(50, 'x')}, {"kept", nullptr}});
    }
    const FittedAnswer answer = fit_answer(tasks(all).dump(), shape_of_tasks(), 1000);
    const Json data = Json::parse(answer.json).at("data");
    CHECK(data.at("total") == 100);
    const std::size_t count = data.at("tasks").size();
    CHECK(count == 11);
    CHECK(data.at("tasks").back() == all[count - 1]);
    REQUIRE(answer.left_out.size() == 1);
    CHECK(answer.left_out[0].rest == AnswerPlace{"/data/tasks", count});
    CHECK(answer.left_out[0].count == 100 - count);
    CHECK(!answer.left_out[0].is_text);
  }

  TEST_CASE("a text ends at the end of a character, and short texts beside it stay whole") {
    const std::string emoji = R"(\ud83d\ude00)";
    std::string text;
    for (int count = 0; count < 500; ++count) text += "a\xc3\xa4" + emoji + R"(\n\\)";
    const std::string json =
        R"({"data":{"tasks":[{"id":"the id","text":")" + text + R"(","kept":1}],"total":1}})";
    for (std::size_t most = 1000; most < 1020; ++most) {
      const FittedAnswer answer = fit_answer(json, shape_of_tasks(), most);
      CHECK(answer.json.size() <= most);
      CHECK(answer.json.size() > most - 20);
      REQUIRE(is_json(answer.json));
      const Json task = Json::parse(answer.json).at("data").at("tasks").at(0);
      CHECK(task.at("id") == "the id");
      REQUIRE(answer.left_out.size() == 1);
      CHECK(answer.left_out[0].is_text);
      const std::size_t from = answer.left_out[0].rest.from;
      CHECK(from + answer.left_out[0].count == text.size());
      const FittedAnswer rest = fit_answer(json, shape_of_tasks(), 100'000, answer.left_out[0].rest);
      CHECK(task.at("text").get<std::string>() +
                Json::parse(rest.json).at("data").at("tasks").at(0).at("text").get<std::string>() ==
            Json::parse("\"" + text + "\"").get<std::string>());
    }
  }

  TEST_CASE("JSON of others that names a member twice is text where it is too long") {
    const std::string kept = R"({"a":1,"a":")" + std::string(2000, 'x') + "\"}";
    const std::string json = R"({"data":{"tasks":[{"id":"a","text":"b","kept":)" + kept + R"(}],"total":1}})";
    const FittedAnswer answer = fit_answer(json, shape_of_tasks(), 1000);
    const Json task = Json::parse(answer.json).at("data").at("tasks").at(0);
    CHECK(task.at("kept").get<std::string>().starts_with(R"({"a":1,"a":"xxx)"));
    CHECK(answer.json.size() <= 1000);
  }

  TEST_CASE("random answers: all pieces are short, of their shape, and together the whole") {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      CAPTURE(seed);
      std::mt19937_64 random(seed);
      std::vector<Json> all;
      for (std::uint64_t count = random() % 30; count > 0; --count) {
        Json kept = Json::object();
        for (std::uint64_t members = random() % 20; members > 0; --members) {
          kept["name/~" + std::to_string(members)] = std::string(random() % 200, 'k');
        }
        if (random() % 3 == 0) kept = Json::array({kept, std::string(random() % 3000, 'e'), 1.5});
        all.push_back(
            {{"id", std::to_string(count)}, {"text", std::string(random() % 2500, 't')}, {"kept", kept}});
      }
      const std::string json = tasks(all).dump();
      CHECK(put_together(json, shape_of_tasks(), 1000 + random() % 3000) == json);
    }
  }

  TEST_CASE("cursors are of one call, and of the newest answers") {
    const Shape shape = shape_of_tasks();
    cli::CutAnswers answers(1000, [](const cli::CutAnswer& answer) { return answer.json.size(); });
    const std::string json =
        tasks({{{"id", "a"}, {"text", std::string(5000, 'x')}, {"kept", nullptr}}}).dump();
    const auto cursor_of = [](const cli::CutAnswer& answer) {
      return Json::parse(answer.json).at("next_cursor").get<std::string>();
    };
    const std::string cursor = cursor_of(answers.first("show\n{\"id\":1}", json, shape));
    CHECK(cursor_of(answers.next(cursor, "show\n{\"id\":1}")) == cursor_of(answers.next(cursor, "show")));
    CHECK_THROWS_AS(static_cast<void>(answers.next(cursor, "show\n{\"id\":2}")), Error);
    CHECK_THROWS_AS(static_cast<void>(answers.next(cursor, "list")), Error);
    CHECK_THROWS_AS(static_cast<void>(answers.next(cursor, "sho")), Error);
    for (const char* const none : {"", "-", "x", "0", "0-", "0-99", "99-0", "-1-0", "0-0x", "0x-0"}) {
      CAPTURE(none);
      CHECK_THROWS_AS(static_cast<void>(answers.next(none, "show")), Error);
    }
    for (std::size_t count = 0; count < cli::CutAnswers::k_most_answers; ++count) {
      static_cast<void>(answers.first("list", json, shape));
    }
    CHECK_THROWS_AS(static_cast<void>(answers.next(cursor, "show")), Error);
  }

  TEST_CASE("an agent gets a long list and a long text in pieces") {
    const TestDir directory;
    REQUIRE(run_rlmdb(directory / "x.db", {"init"}).code == 0);
    Agent agent(directory.path(), {"--most-bytes", "4000"});
    std::set<std::string> ids;
    for (int count = 0; count < 60; ++count) {
      ids.insert(agent.data("task_add", {{"prompt", "p"}}).at("results").at(0).at("id").get<std::string>());
    }
    std::set<std::string> listed;
    Json arguments = {{"state", "queued"}};
    int pieces = 0;
    while (true) {
      const Json result = agent.call("list", arguments);
      const Json& answer = result.at("structuredContent");
      ++pieces;
      CHECK(result.dump().size() <= 4000);
      for (const Json& task : answer.at("data").at("tasks")) {
        CHECK(listed.insert(task.at("id").get<std::string>()).second);
      }
      if (!answer.contains("next_cursor")) break;
      CHECK(result.at("content").at(1).at("text").get<std::string>().find("next_cursor: ") !=
            std::string::npos);
      arguments["cursor"] = answer.at("next_cursor");
    }
    CHECK(pieces > 3);
    CHECK(listed == ids);
    // A change in between is not in the pieces of what was asked before.
    static_cast<void>(agent.data("list"));
    const std::string prompt(10'000, 'p');
    const Json id = agent.data("task_add", {{"prompt", prompt}}).at("results").at(0).at("id");
    std::string text;
    arguments = {{"id", {id}}};
    do {
      const Json answer = agent.call("show", arguments).at("structuredContent");
      text += answer.at("data").at("tasks").at(0).at("task").at("prompt");
      arguments["cursor"] = answer.value("next_cursor", Json());
    } while (!arguments["cursor"].is_null());
    CHECK(text == prompt);
    const std::string gone = agent.failure("list", {{"cursor", "77-0"}});
    CHECK(gone.find("make the call again without a cursor") != std::string::npos);
  }
}

}  // namespace rlmdb::test
