// SPDX-License-Identifier: MIT
// Each list of words is written down once, in rlmdb/words.hpp. What repeats one, because it is no C++, is
// held to it: JSON schemas, CHECKs, pages.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "legacy_fixtures.hpp"
#include "records/tokens.hpp"
#include "rlmdb/event_kind.hpp"
#include "rlmdb/recover.hpp"
#include "rlmdb/retention.hpp"
#include "rlmdb/state.hpp"
#include "rlmdb/task.hpp"
#include "rlmdb/words.hpp"
#include "sources/source_kind.hpp"

using namespace rlmdb;
using rlmdb::tests::read_whole_file;

// Not in an anonymous namespace, whose name compilers write in parentheses as they do numbers.
namespace words_test {

enum class WhollyWorded { first, last };
enum class PartlyWorded { first, last };

}  // namespace words_test

using words_test::PartlyWorded;
using words_test::WhollyWorded;

namespace {

using Words = std::span<const std::string_view>;
using Set = std::set<std::string, std::less<>>;

const std::filesystem::path k_root = RLMDB_SOURCE_DIR;

Set set_of(Words words) {
  return {words.begin(), words.end()};
}

/// Every "enum" of a JSON schema.
void collect_enums(const nlohmann::json& schema, std::vector<Set>& enums) {
  if (schema.is_object() && schema.contains("enum") && schema["enum"].is_array()) {
    Set words;
    for (const auto& word : schema["enum"])
      if (word.is_string()) words.insert(word.get<std::string>());
    enums.push_back(std::move(words));
  }
  if (!schema.is_structured()) return;
  for (const auto& part : schema) collect_enums(part, enums);
}

std::vector<Set> enums_of_schemas() {
  std::vector<Set> enums;
  for (const auto& entry : std::filesystem::directory_iterator(k_root / "docs/schema"))
    collect_enums(nlohmann::json::parse(read_whole_file(entry.path())), enums);
  return enums;
}

/// The words of every CHECK of the schema that lists some.
std::vector<Set> lists_of_checks() {
  static const std::regex k_check(
      R"(CHECK \((\w+) (= '[^']*'( OR \1 = '[^']*'|\s+OR \1 = '[^']*')+|IN \('[^)]*'\)))");
  static const std::regex k_word("'([^']*)'");
  const std::string text = read_whole_file(k_root / "migrations/schema.sql");
  std::vector<Set> lists;
  for (std::sregex_iterator check(text.begin(), text.end(), k_check), end; check != end; ++check) {
    const std::string list = check->str();
    Set words;
    for (std::sregex_iterator word(list.begin(), list.end(), k_word); word != end; ++word)
      words.insert((*word)[1].str());
    lists.push_back(std::move(words));
  }
  return lists;
}

std::size_t count_of(const std::vector<Set>& lists, const Set& words) {
  return static_cast<std::size_t>(std::count(lists.begin(), lists.end(), words));
}

/// What `form` finds in a text: of each place its first group.
Set found_in(const std::string& text, const std::regex& form) {
  Set found;
  for (std::sregex_iterator match(text.begin(), text.end(), form), end; match != end; ++match)
    found.insert((*match)[1].str());
  return found;
}

/// The same of all files of these folders that end so, but for the table of the kinds itself.
Set found_in_files(const std::vector<std::string>& folders, const std::set<std::string>& endings,
                   const std::regex& form) {
  Set found;
  for (const std::string& folder : folders) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(k_root / folder)) {
      const std::filesystem::path& file = entry.path();
      if (!endings.contains(file.extension().string()) || file.filename() == "event_kind.hpp") continue;
      // Comments may show an example.
      const std::string text = std::regex_replace(read_whole_file(file), std::regex("//[^\n]*"), "");
      found.merge(found_in(text, form));
    }
  }
  return found;
}

/// "task_failed" of "task:failed".
Set enumerators_of(Words words) {
  Set names;
  for (std::string name : set_of(words)) {
    std::replace(name.begin(), name.end(), ':', '_');
    names.insert(std::move(name));
  }
  return names;
}

bool names_all(const std::string& text, Words words) {
  return std::all_of(words.begin(), words.end(), [&](std::string_view word) {
    const bool is_there = text.find(word) != std::string::npos;
    if (!is_there) MESSAGE("does not name ", word);
    return is_there;
  });
}

}  // namespace

template <>
inline constexpr std::array<std::string_view, 2> rlmdb::k_words_of<WhollyWorded>{"first", "last"};
template <>
inline constexpr std::array<std::string_view, 1> rlmdb::k_words_of<PartlyWorded>{"first"};

TEST_SUITE("records::words") {
  TEST_CASE("a member without a word is seen when it is compiled") {
    CHECK(details::k_has_all_words<WhollyWorded>);
    CHECK_FALSE(details::k_has_all_words<PartlyWorded>);
    CHECK(details::k_has_all_words<EventKind>);
  }

  TEST_CASE("enums have the order of their words") {
    CHECK(to_text(StateScope::global) == k_words_of<StateScope>.front());
    CHECK(to_text(StateScope::temporary) == "temporary");
    CHECK(to_text(StateScope::state) == k_words_of<StateScope>.back());
    CHECK(rlmdb::to_text(TaskState::queued) == "queued");
    CHECK(rlmdb::to_text(TaskState::cancelled) == k_task_states.back());
    CHECK(rlmdb::to_text(sources::SourceKind::tasks) == "tasks-json");
    CHECK(rlmdb::to_text(sources::SourceKind::value) == "value-json");
    CHECK(rlmdb::to_text(sources::SourceKind::history) == "history-jsonl");
    CHECK(rlmdb::to_text(sources::SourceKind::kept_text) == k_source_kinds.back());
  }

  TEST_CASE("JSON schemas list what C++ lists") {
    const std::vector<Set> enums = enums_of_schemas();
    CHECK(count_of(enums, set_of(k_source_kinds)) >= 3);
    CHECK(count_of(enums, set_of(k_words_of<StateScope>)) >= 1);
    for (const Set& list : enums) {
      CAPTURE(nlohmann::json(list).dump());
      // A list with two words of a closed one is that list, or names a part of it on purpose with words of
      // its own.
      const bool tells_kinds = list.contains("tasks-json") && list.contains("node-json");
      if (tells_kinds) CHECK(list == set_of(k_source_kinds));
      if (list.contains("parallel") && list.contains("sequential"))
        CHECK(list == set_of(k_decomposition_strategies));
      if (list.contains("give_up")) CHECK(list == set_of(k_words_of<Decision>));
      if (list.contains("requests")) CHECK(list == set_of(k_words_of<RetentionKind>));
      if (list.contains("file_content")) CHECK(list == set_of(k_variable_types));
      if (list.contains("critical") && list.contains("medium")) CHECK(list == set_of(k_severities));
      Set owners = list;
      owners.erase("task");  // what has variables or checkpoints: a task, or a state of one of the scopes
      if (list.contains("session") && list.contains("temporary"))
        CHECK(owners == set_of(k_words_of<StateScope>));
    }
  }

  TEST_CASE("CHECKs of the schema list what C++ lists") {
    const std::vector<Set> lists = lists_of_checks();
    REQUIRE(lists.size() >= 8);
    CHECK(count_of(lists, set_of(k_words_of<StateScope>)) == 1);
    CHECK(count_of(lists, set_of(k_words_of<RetentionKind>)) == 1);
    Set states = set_of(k_task_states);
    states.insert("unknown");
    CHECK(count_of(lists, states) == 1);
    for (const Set& list : lists) {
      CAPTURE(nlohmann::json(list).dump());
      const auto is_kind = [](const std::string& word) {
        return std::find(k_source_kinds.begin(), k_source_kinds.end(), word) != k_source_kinds.end();
      };
      if (std::any_of(list.begin(), list.end(), is_kind))
        CHECK(std::all_of(list.begin(), list.end(), is_kind));
    }
  }

  TEST_CASE("every kind of event is written by somebody, and told in docs/FORMAT.md") {
    const Set kinds = set_of(k_words_of<EventKind>);
    const Set written =
        found_in_files({"src", "include"}, {".cpp", ".hpp"}, std::regex(R"(\bEventKind::(\w+))"));
    CHECK(written == enumerators_of(k_words_of<EventKind>));

    const std::string format = read_whole_file(k_root / "docs/FORMAT.md");
    const std::size_t begin = format.find("| Kind | When |");
    REQUIRE(begin != std::string::npos);
    const std::string table = format.substr(begin, format.find("\n\n", begin) - begin);
    Set told;
    for (const std::string& row : found_in(table, std::regex(R"(\n\| ([^|]*) \|)")))
      told.merge(found_in(row, std::regex("`([^`]*)`")));
    CHECK(told == kinds);
  }

  TEST_CASE("a kind of event is an enumerator in C++, and in SQL one that there is") {
    const Set kinds = set_of(k_words_of<EventKind>);
    const std::regex literal(R"re("([a-z]+:[a-z_]+)")re");
    for (const std::string& text :
         found_in_files({"src", "include", "tools/rlmdb"}, {".cpp", ".hpp"}, literal)) {
      CAPTURE(text);
      CHECK_FALSE(kinds.contains(text));
    }
    Set of_sql = found_in_files({"src", "migrations"}, {".sql"}, std::regex("'([a-z%]+:[a-z_%]+)'"));
    CHECK(of_sql.erase("file:%") == 1);  // the beginning of a value
    CHECK(of_sql.size() > 20);
    for (const std::string& text : of_sql) {
      CAPTURE(text);
      const std::regex form(std::regex_replace(text, std::regex("%"), "[a-z_]+"));
      CHECK(std::any_of(kinds.begin(), kinds.end(),
                        [&](const std::string& kind) { return std::regex_match(kind, form); }));
    }
  }

  TEST_CASE("pages name every word") {
    CHECK(names_all(read_whole_file(k_root / "docs/cli.md"), k_source_kinds));
    CHECK(names_all(read_whole_file(k_root / "docs/FORMAT.md"), k_source_kinds));
    CHECK(names_all(read_whole_file(k_root / "docs/cli.md"), k_decomposition_strategies));
    CHECK(names_all(read_whole_file(k_root / "docs/cli.md"), k_words_of<MergeStrategy>));
    CHECK(names_all(read_whole_file(k_root / "docs/cli.md"), k_task_states));
    CHECK(names_all(read_whole_file(k_root / "docs/cli.md"), k_variable_types));
    CHECK(names_all(read_whole_file(k_root / "docs/cli.md"), k_words_of<RetentionKind>));
  }
}
