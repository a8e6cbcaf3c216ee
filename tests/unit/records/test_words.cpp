// SPDX-License-Identifier: MIT
// Each list of words is written down once, in rlmdb/words.hpp. What repeats one, because it is no C++, is
// held to it: JSON schemas, CHECKs, pages.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "legacy_fixtures.hpp"
#include "records/tokens.hpp"
#include "rlmdb/state.hpp"
#include "rlmdb/task.hpp"
#include "rlmdb/words.hpp"
#include "sources/source_kind.hpp"

using namespace rlmdb;
using rlmdb::tests::read_whole_file;

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
  static const std::regex k_check(R"(CHECK \((\w+) = '[^']*'( OR \1 = '[^']*'|\s+OR \1 = '[^']*')+)");
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

bool names_all(const std::string& text, Words words) {
  return std::all_of(words.begin(), words.end(), [&](std::string_view word) {
    const bool is_there = text.find(word) != std::string::npos;
    if (!is_there) MESSAGE("does not name ", word);
    return is_there;
  });
}

}  // namespace

TEST_SUITE("records::words") {
  TEST_CASE("enums have the order of their words") {
    CHECK(to_text(StateScope::global) == k_state_scopes.front());
    CHECK(to_text(StateScope::temporary) == "temporary");
    CHECK(to_text(StateScope::state) == k_state_scopes.back());
    CHECK(records::to_text(TaskState::queued) == "queued");
    CHECK(records::to_text(TaskState::cancelled) == k_task_states.back());
    CHECK(sources::to_text(sources::SourceKind::tasks) == "tasks-json");
    CHECK(sources::to_text(sources::SourceKind::value) == "value-json");
    CHECK(sources::to_text(sources::SourceKind::history) == "history-jsonl");
    CHECK(sources::to_text(sources::SourceKind::kept_text) == k_source_kinds.back());
  }

  TEST_CASE("JSON schemas list what C++ lists") {
    const std::vector<Set> enums = enums_of_schemas();
    CHECK(count_of(enums, set_of(k_source_kinds)) >= 3);
    CHECK(count_of(enums, set_of(k_state_scopes)) >= 1);
    for (const Set& list : enums) {
      CAPTURE(nlohmann::json(list).dump());
      // A list with two words of a closed one is that list, or names a part of it on purpose with words of
      // its own.
      const bool tells_kinds = list.contains("tasks-json") && list.contains("node-json");
      if (tells_kinds) CHECK(list == set_of(k_source_kinds));
      if (list.contains("parallel") && list.contains("sequential"))
        CHECK(list == set_of(k_decomposition_strategies));
      if (list.contains("critical") && list.contains("medium")) CHECK(list == set_of(k_severities));
      Set owners = list;
      owners.erase("task");  // what has variables or checkpoints: a task, or a state of one of the scopes
      if (list.contains("session") && list.contains("temporary")) CHECK(owners == set_of(k_state_scopes));
    }
  }

  TEST_CASE("CHECKs of the schema list what C++ lists") {
    const std::vector<Set> lists = lists_of_checks();
    REQUIRE(lists.size() >= 8);
    CHECK(count_of(lists, set_of(k_state_scopes)) == 1);
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

  TEST_CASE("pages name every word") {
    CHECK(names_all(read_whole_file(k_root / "docs/cli.md"), k_source_kinds));
    CHECK(names_all(read_whole_file(k_root / "docs/FORMAT.md"), k_source_kinds));
    CHECK(names_all(read_whole_file(k_root / "docs/cli.md"), k_decomposition_strategies));
    CHECK(names_all(read_whole_file(k_root / "docs/cli.md"), k_merge_strategies));
    CHECK(names_all(read_whole_file(k_root / "docs/cli.md"), k_task_states));
  }
}
