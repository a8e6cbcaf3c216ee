// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "records/value_rules.hpp"

using namespace rlmdb::records;

namespace {

const ValueRule& rule_of(std::span<const CellRule> rules, std::string_view pointer) {
  for (const CellRule& rule : rules)
    if (rule.pointer == pointer) return *rule.rule;
  FAIL("no rule for ", pointer);
  return tree_id_rule();
}

const ValueRule& rule_of(std::span<const MemberRule> rules, std::string_view pointer) {
  for (const MemberRule& rule : rules)
    if (rule.pointer == pointer) return *rule.rule;
  FAIL("no rule for ", pointer);
  return tree_id_rule();
}

using Texts = std::vector<std::string>;

void check(const ValueRule& rule, const Texts& good, const Texts& bad) {
  CAPTURE(to_text(rule));
  for (const std::string& text : good) CHECK_MESSAGE(follows(rule, text), text);
  for (const std::string& text : bad) CHECK_MESSAGE(!follows(rule, text), text);
}

}  // namespace

TEST_SUITE("records::value_rules") {
  TEST_CASE("ids are their prefix and eight lower-case hex digits") {
    check(tree_id_rule(), {"tree-12345678", "tree-00c0ffee"},
          {"", "tree-", "tree-1234567", "tree-123456789", "tree-1234567g", "tree-1234567A", "task-12345678",
           "tree-001", " tree-12345678", "tree-12345678\n"});
    check(rule_of(node_cell_rules(), "/metadata/node_id"), {"task-a1b2c3d4"},
          {"task-root001", "task-d4e5f6g7", "task-001", "tree-a1b2c3d4"});
  }

  TEST_CASE("a version is 1 and two numbers of any length") {
    check(rule_of(outline_rules(), "/version"), {"1.0.0", "1.12.345"},
          {"1", "1.0", "1.0.", "1..0", "2.0.0", "1.0.0-beta", "v1.0.0", "1.x.0"});
  }

  TEST_CASE("a variable's name is a word of at most 128 characters") {
    check(rule_of(variable_cell_rules(), ""), {"a", "_", "doc_summary9", std::string(128, 'x')},
          {"", "9a", "a-b", "a b", "ä", std::string(129, 'x')});
  }

  TEST_CASE("a checkpoint's id has one of three forms") {
    check(rule_of(checkpoint_cell_rules(), "/checkpoint_id"),
          {"ckpt-1770631200000", "ckpt-0a1b2c3d", "ckpt-001", "123e4567-e89b-12d3-a456-426614174000"},
          {"ckpt-", "ckpt-init001", "ckpt-iteration-5", "cp-001-multi-loop", "ckpt-0a1b2c3",
           "123e4567e89b12d3a456426614174000"});
  }

  TEST_CASE("the words of a store and of a document are different ones") {
    check(rule_of(task_cell_rules(), "/state"), {"queued", "running", "completed", "failed", "cancelled"},
          {"", "pending", "unknown", "Queued", "queued "});
    check(rule_of(document_node_rules(), "/status"),
          {"pending", "running", "completed", "failed", "cancelled"}, {"queued", "PENDING"});
    check(rule_of(document_node_rules(), "/result/status"), {"success", "partial", "failed", "cancelled"},
          {"completed"});
  }

  TEST_CASE("every enum follows the schema, word for word") {
    Texts words;
    for (const auto& rule : document_node_rules()) words.push_back(to_text(*rule.rule));
    for (const auto& rule : variable_cell_rules()) words.push_back(to_text(*rule.rule));
    words.push_back(to_text(rule_of(outline_rules(), "/metadata/execution_mode")));
    CHECK(words ==
          Texts{"^task-[a-f0-9]{8}$", "^task-[a-f0-9]{8}$",
                "one of pending, running, completed, failed, cancelled",
                "one of parallel, sequential, conditional, map-reduce",
                "one of concatenate, summarize, vote, best-of-n",
                "one of full, slice, filtered, summary, none", "one of success, partial, failed, cancelled",
                "one of text, json, markdown, code, file_path", "one of stop, length, tool_use, error",
                "^[a-zA-Z_][a-zA-Z0-9_]{0,127}$",
                "one of text, number, boolean, null, json, array, file_path, file_content, string, object",
                "one of global, session, tree, temporary", "one of strict, seeded, logged, default"});
  }
}
