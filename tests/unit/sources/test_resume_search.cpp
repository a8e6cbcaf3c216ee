// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "random_seed.hpp"
#include "sources/resume_search.hpp"
#include "tasks_reading.hpp"

using namespace rlmdb::test;

namespace {

/// The elements that a salvage finds, and the bytes that it passes over, as "begin+bytes".
struct Salvaged {
  std::string elements;
  std::string unreadable;
};

Salvaged salvage(const std::string& text, std::size_t chunk_bytes = ByteSource::k_chunk_bytes) {
  const OpenText file(text);
  ByteSource source(file.descriptor(), {}, chunk_bytes);
  TasksReaderOptions options;
  options.damage = DamagePolicy::salvage;
  TasksReader reader(source, options);
  Salvaged salvaged;
  for (;;) {
    const TasksEvent& event = reader.next();
    if (event.kind == TasksEventKind::end) return salvaged;
    if (event.kind == TasksEventKind::element) salvaged.elements += std::string(event.raw_value);
    if (event.kind == TasksEventKind::damaged)
      salvaged.unreadable +=
          std::to_string(event.unreadable_begin) + "+" + std::to_string(event.unreadable_bytes) + " ";
  }
}

/// With a `~` a NUL byte.
std::string holed(std::string text) {
  std::replace(text.begin(), text.end(), '~', '\0');
  return text;
}

void check_salvage(const std::string& text, const std::string& elements, const std::string& unreadable) {
  CAPTURE(text);
  for (const std::size_t chunk_bytes : {ByteSource::k_chunk_bytes, std::size_t{1}, std::size_t{7}}) {
    const Salvaged salvaged = salvage(holed(text), chunk_bytes);
    CHECK(salvaged.elements == elements);
    CHECK(salvaged.unreadable == unreadable);
  }
}

/// How often the search reads each byte of a text in which it finds nothing.
double times_read(const std::string& text, bool has_tasks) {
  const OpenText file(text);
  ByteSource source(file.descriptor());
  InputWindow window(source);
  REQUIRE(window.fill() == InputWindow::Fill::more);
  BeforeDamage before;
  before.has_tasks = has_tasks;
  ResumeSearch search(window, before);
  CHECK(search.find(0) == Resumption::nothing);
  return static_cast<double>(search.examined_bytes()) / static_cast<double>(text.size());
}

std::string filled(const std::string& piece, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += piece;
  return text;
}

}  // namespace

TEST_SUITE("sources::resume_search") {
  TEST_CASE("goes on at the next record behind a hole") {
    check_salvage(R"({"tasks":[{"id":"a"},{"id":~~~},{"id":"c"}]})", R"({"id":"a"}{"id":"c"})", "21+11 ");
    check_salvage(R"({"tasks":[{"id":"a"}~{"id":"b"},{"id":"c"}]})", R"({"id":"a"}{"id":"b"}{"id":"c"})",
                  "20+1 ");
    check_salvage(R"({"tas~~":[{"id":"a"}]})", "", "1+21 ");
  }

  TEST_CASE("takes a record without any document around it where it looks like a task") {
    const std::string task = R"({"id":"a","state":"queued","prompt":"p"})";
    check_salvage("~~~~" + task + "]}", task, "0+4 ");
    check_salvage("~~~~" + task, task, "0+4 44+0 ");
    check_salvage(R"(~~~~{"id":"a"}]})", "", "0+16 ");
  }

  TEST_CASE("takes no object of a list inside a record that was cut open") {
    const std::string tail = R"({"id":"x","state":"s","prompt":"p"}],"m":1}},{"id":"b"}]})";
    check_salvage(R"({"tasks":[{"id":"a","s":{"l":[{"id":~~},)" + tail, R"({"id":"b"})", "10+75 ");
    const std::string lines =
        "{\n  \"tasks\": [\n    {\n      \"id\": \"a\"\n    },\n    {\n      \"id\": ~,\n      \"l\": [\n"
        "        {\n          \"id\": \"x\",\n          \"state\": 1,\n          \"prompt\": 2\n        }";
    check_salvage(lines, "{\n      \"id\": \"a\"\n    }", "48+114 ");
  }

  TEST_CASE("takes no inner object for a record where a cut left it the indentation of one") {
    const std::string newer = "{\n  \"tasks\": [\n    {\n      \"id\": \"a\"\n    }\n  ]\n}\n";
    const std::string inner = "{\n            \"id\": \"x\",\n            \"state\": 1\n          }";
    const std::string last = "{\n      \"id\": \"b\"\n    }";
    const std::string older = "    " + inner + ",\n          " + inner + "\n        ]\n      }\n    },\n    ";
    check_salvage(newer + older + last + "\n  ]\n}\n", "{\n      \"id\": \"a\"\n    }" + last,
                  std::to_string(newer.size() + 4) + "+" + std::to_string(older.size() - 4) + " ");
  }

  TEST_CASE("takes a record of one line of whose indentation the damage left a part") {
    const std::string newer = "{\n  \"tasks\": [\n    {\"id\":\"a\"}\n  ]\n}\n";
    const std::string whole = R"({"id":"b","l":[{"id":"x"},{"id":"y"}]})";
    check_salvage(newer + " " + whole + ",\n    {\"id\":\"c\"}\n  ]\n}\n",
                  R"({"id":"a"})" + whole + R"({"id":"c"})", std::to_string(newer.size() + 1) + "+0 ");
    const std::string cut_open = R"({"id":"x"},{"id":"y"}],"m":1})";
    check_salvage(newer + " " + cut_open + ",\n    {\"id\":\"c\"}\n  ]\n}\n", R"({"id":"a"}{"id":"c"})",
                  std::to_string(newer.size() + 1) + "+" + std::to_string(cut_open.size() + 6) + " ");
  }

  TEST_CASE("takes a string that lost its end for no more than it is") {
    check_salvage(R"({"tasks":[{"id":"a","p":"abc},{"id":"b"},{"id":"c"}]})", R"({"id":"b"}{"id":"c"})",
                  "10+20 ");
  }

  TEST_CASE("reads a second document, and what is left of an older one") {
    check_salvage(R"({"tasks":[{"id":"a"}]}{"v":2,"tasks":[{"id":"b"}]})", R"({"id":"a"}{"id":"b"})",
                  "22+0 ");
    check_salvage(R"({"tasks":[{"id":"a"}]}"x":1},{"id":"b"}]})", R"({"id":"a"}{"id":"b"})", "22+7 ");
    check_salvage("{\"tasks\":[{\"id\":\"a\"}]}\n~~~", R"({"id":"a"})", "23+3 ");
    check_salvage("\xEF\xBB\xBF{\"tasks\":[{\"id\":\"a\"}]}", R"({"id":"a"})", "");
  }

  TEST_CASE("says that a file is cut off between two values, where no byte is lost") {
    check_salvage(R"({"tasks":[{"id":"a"},)", R"({"id":"a"})", "21+0 ");
  }

  TEST_CASE("a search reads each byte a few times, however the text nests and whatever it repeats") {
    // Each of these read a byte once for every bracket before it, or every one of a thousand.
    for (const char* const piece :
         {R"([{"a":)", R"({"a":[)", "[", R"([{"id":"x"},{"a":)", R"([{"a":"b","c":[1,)", R"({"id":"x"},)",
          R"({"k":[{"id":"x"}],"n":[)", R"("k":[{"id":"x"}],)"}) {
      CAPTURE(piece);
      for (const bool has_tasks : {false, true}) {
        const double small = times_read(filled(piece, 100'000 / k_size_divisor), has_tasks);
        const double large = times_read(filled(piece, 3'000'000 / k_size_divisor), has_tasks);
        CHECK(small < 12);
        CHECK(large < 12);
      }
    }
  }

  TEST_CASE("what nests without an end hides no record that stands behind it") {
    const std::string task = R"({"id":"a","state":"queued","prompt":"p"})";
    const std::string nested = filled(R"([{"a":)", 60'000);
    CHECK(salvage(nested + "~" + task).elements == task);
  }

  TEST_CASE(
      "an inner record is not taken in place of its outer one, and takes none of the outer ones with it") {
    const std::string inner = R"({"id":"inner","state":"queued","prompt":"p"})";
    const std::string outer = R"({"id":"outer","state":"queued","prompt":"p"})";
    const auto check_outer = [](const std::string& text, const std::string& taken) {
      check_salvage(text, taken, "0+" + std::to_string(text.find(taken)) + " ");
    };
    // Nothing but the name of its list tells what the first one is; the second stands in the same list.
    check_outer("~~~ \"more\":[" + inner + "," + inner + "],\"tail\":~~},\n" + outer + "]}", outer);
    const auto deep = [](const std::string& id, const std::string& indentation) {
      return "{\n" + indentation + "  \"id\":\"" + id + "\",\n" + indentation + "  \"state\":1,\n" +
             indentation + "  \"prompt\":2\n" + indentation + "}";
    };
    // Its own step of two blanks says that it stands deeper than in the second level.
    check_outer("~~~,\n          " + deep("inner", "          ") + "\n        ], \"tail\":~~~\n    },\n    " +
                    deep("outer", "    ") + "\n  ]\n}",
                deep("outer", "    "));
  }

  TEST_CASE("records that stand farther out than those that were taken are found") {
    const std::string inner = "{\"id\":\"inner\",\"state\":1,\"prompt\":2}";
    const std::string outer = "{\"id\":\"outer\",\"state\":1,\"prompt\":2}";
    const Salvaged salvaged =
        salvage(holed("{\"tasks\":[\n        " + inner + ",\n        " + inner + "~~],\"tail\":~~},\n    " +
                      outer + ",\n    " + outer + "\n  ]\n}"));
    CHECK(salvaged.elements == inner + inner + outer + outer);
  }
}
