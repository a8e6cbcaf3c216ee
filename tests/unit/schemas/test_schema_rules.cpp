// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "schemas/schema_rules.hpp"
#include "schemas/state_rules.hpp"

using namespace rlmdb::schemas;

namespace {

using Lines = std::vector<std::string>;

/// "POINTER ALLOWED" of each fault.
Lines faults(std::string_view object, MemberRules rules) {
  Lines lines;
  judge_members(object, rules, "",
                [&](const Fault& fault) { lines.push_back(fault.pointer + " " + fault.allowed); });
  return lines;
}

void check(bool (*holds)(std::string_view) noexcept, const Lines& good, const Lines& bad) {
  for (const std::string& text : good) CHECK_MESSAGE(holds(text), text);
  for (const std::string& text : bad) CHECK_MESSAGE(!holds(text), text);
}

const TextForm& form_of(MemberRules rules, std::string_view name) {
  const MemberRule* const rule = find_rule(rules, name);
  REQUIRE(rule != nullptr);
  REQUIRE(rule->form != nullptr);
  return *rule->form;
}

std::string words_of(MemberRules rules, std::string_view name) {
  const MemberRule* const rule = find_rule(rules, name);
  REQUIRE(rule != nullptr);
  std::string words;
  for (const std::string_view token : rule->tokens) words.append(words.empty() ? "" : " ").append(token);
  return words;
}

}  // namespace

TEST_SUITE("schemas::schema_rules") {
  TEST_CASE("ids are their prefix and eight lower-case hex digits") {
    check(k_tree_id_form.holds, {"tree-12345678", "tree-00c0ffee"},
          {"", "tree-", "tree-1234567", "tree-123456789", "tree-1234567g", "tree-1234567A", "task-12345678",
           "tree-001", " tree-12345678", "tree-12345678\n"});
    check(form_of(metadata_rules(), "node_id").holds, {"task-a1b2c3d4"},
          {"task-root001", "task-d4e5f6g7", "task-001", "tree-a1b2c3d4"});
  }

  TEST_CASE("a version is 1 and two numbers of any length") {
    check(form_of(outline_rules(), "version").holds, {"1.0.0", "1.12.345"},
          {"1", "1.0", "1.0.", "1..0", "2.0.0", "1.0.0-beta", "v1.0.0", "1.x.0"});
    CHECK(faults("{}", outline_rules()) == Lines{"/version required"});
  }

  TEST_CASE("a variable's name is a word of at most 128 characters") {
    check(k_variable_name_form.holds, {"a", "_", "doc_summary9", std::string(128, 'x')},
          {"", "9a", "a-b", "a b", "ä", std::string(129, 'x')});
  }

  TEST_CASE("a checkpoint's id has one of three forms") {
    check(form_of(checkpoint_rules(), "checkpoint_id").holds,
          {"ckpt-1770631200000", "ckpt-0a1b2c3d", "ckpt-001", "123e4567-e89b-12d3-a456-426614174000"},
          {"ckpt-", "ckpt-init001", "ckpt-iteration-5", "cp-001-multi-loop", "ckpt-0a1b2c3",
           "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400"});
  }

  TEST_CASE("a loop's id is ralph, words and eight hex digits") {
    check(k_loop_id_form.holds, {"ralph-fix-tests-a1b2c3d4", "ralph-x-00000000", "ralph---00000000"},
          {"", "ralph-a1b2c3d4", "ralph--a1b2c3d4", "ralph-typescript-e5f6g7h8", "my-api-refactor",
           "ralph-Fix-a1b2c3d4", "ralph-fix-A1B2C3D4", "ralph-fix-a1b2c3d"});
  }

  TEST_CASE("the words of a store and of a document are different ones, each as the schema has them") {
    CHECK(words_of(record_rules(), "state") == "queued running completed failed cancelled");
    CHECK(words_of(document_node_rules(), "status") == "pending running completed failed cancelled");
    CHECK(words_of(result_rules(), "status") == "success partial failed cancelled");
    CHECK(words_of(result_rules(), "output_type") == "text json markdown code file_path");
    CHECK(words_of(context_rules(), "type") == "full slice filtered summary none");
    CHECK(words_of(metadata_rules(), "decomposition_strategy") ==
          "parallel sequential conditional map-reduce");
    CHECK(words_of(metadata_rules(), "merge_strategy") == "concatenate summarize vote best-of-n");
    CHECK(words_of(level_rules(rlmdb::records::Level::variable), "type") ==
          "text number boolean null json array file_path file_content string object");
    CHECK(words_of(level_rules(rlmdb::records::Level::variable_metadata), "scope") ==
          "global session tree temporary");
  }

  TEST_CASE("a node needs its id, prompt and status") {
    CHECK(faults("{}", document_node_rules()) ==
          Lines{"/node_id required", "/prompt required", "/status required"});
  }

  TEST_CASE("a context's documents and filters") {
    CHECK(
        faults(R"({"type":"bogus","documents":[{"relevance_score":-0.1,"chunk_ids":[1]}],"size_tokens":"many",
      "filters":{"relevance_threshold":2,"date_range":{"start":"soon","end":"2026-02-02T21:15:00Z"}}})",
               context_rules()) ==
        Lines{"/type one of full, slice, filtered, summary, none", "/documents/0/doc_id required",
              "/documents/0/source required", "/documents/0/chunk_ids/0 a text",
              "/documents/0/relevance_score from 0 to 1", "/size_tokens a whole number",
              "/filters/date_range/start a time like 2026-02-02T21:15:00Z",
              "/filters/relevance_threshold from 0 to 1"});
  }

  TEST_CASE("ranges of a node") {
    CHECK(faults(R"({"node_id":"task-a1b2c3d4","prompt":"p","status":"pending","depth":-1,
      "result":{"confidence":1.7},"cost":{"input_tokens":-1,"total_cost_usd":-0.5,"cache_hits":1.5},
      "timestamps":{"duration_ms":-5},
      "execution_config":{"temperature":3,"max_tokens":0,"timeout_ms":999,"retry_policy":{"max_retries":-1}}})",
                 document_node_rules()) ==
          Lines{"/depth 0 or more", "/result/confidence from 0 to 1", "/cost/input_tokens 0 or more",
                "/cost/total_cost_usd 0 or more", "/cost/cache_hits a whole number",
                "/timestamps/duration_ms 0 or more", "/execution_config/temperature from 0 to 2",
                "/execution_config/max_tokens 1 or more", "/execution_config/timeout_ms 1000 or more",
                "/execution_config/retry_policy/max_retries 0 or more"});
    CHECK(faults(R"({"node_id":"task-a1b2c3d4","prompt":"","status":"pending","result":{"confidence":1},
      "cost":{"input_tokens":0},"execution_config":{"temperature":2,"max_tokens":1,"timeout_ms":1000}})",
                 document_node_rules())
              .empty());
  }

  TEST_CASE("a state document, and its variables but for bare values") {
    CHECK(faults("{}", state_rules()) ==
          Lines{"/version required", "/state_id required", "/variables required"});
    CHECK(faults(R"({"version":"1.0.0","state_id":"state-0a1b2c3d","variables":{"Final":null,"bare":5,
      "9":{"name":"x","value":1,"type":"colour"},"a/b":{"value":1},"n":{"name":"n","type":"text"}},
      "history":{"mutations":[{"mutation_id":"mut-1","operation":"set","variable_name":"x"}]},
      "metadata":{"completion_status":"half"}})",
                 state_rules()) ==
          Lines{"/variables/9 ^[a-zA-Z_][a-zA-Z0-9_]{0,127}$",
                "/variables/9/type one of text, number, boolean, null, json, array, file_path, file_content, "
                "string, object",
                "/variables/a~1b ^[a-zA-Z_][a-zA-Z0-9_]{0,127}$", "/variables/a~1b/name required",
                "/variables/a~1b/type required", "/variables/n/value required",
                "/history/mutations/0/mutation_id ^mut-[a-f0-9]{8}$",
                "/history/mutations/0/operation one of create, update, delete, rename",
                "/history/mutations/0/timestamp required",
                "/metadata/completion_status one of incomplete, complete, error, cancelled"});
  }

  TEST_CASE("every column whose member has a rule is judged by it") {
    const auto count = [](rlmdb::records::Level level) { return cell_rules(level).size(); };
    CHECK(count(rlmdb::records::Level::task) == 1);
    CHECK(count(rlmdb::records::Level::metadata) == 5);
    CHECK(count(rlmdb::records::Level::context) == 3);
    CHECK(count(rlmdb::records::Level::cost) == 9);
    CHECK(count(rlmdb::records::Level::variable) == 6);
    CHECK(count(rlmdb::records::Level::variable_metadata) == 3);
    CHECK(count(rlmdb::records::Level::checkpoint) == 5);
  }
}
