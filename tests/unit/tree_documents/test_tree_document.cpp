// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <random>
#include <string>

#include "tree_documents/tree_document.hpp"

using namespace rlmdb::tree_documents;

namespace {

std::string joined(std::string_view compact, TreeDocumentKind kind = TreeDocumentKind::tree) {
  return join_tree_document(split_tree_document(compact, kind));
}

/// A node with random members before and after its children.
std::string random_node(std::mt19937& random, unsigned depth) {
  const auto pick = [&](unsigned most) { return std::uniform_int_distribution<unsigned>(0, most)(random); };
  std::string json = R"({"node_id":"n)" + std::to_string(pick(9)) + '"';
  if (pick(1) == 0) json += R"(,"context":{"children":[{"a":1}],"x":"}]\"{"})";
  if (pick(3) > 0) {
    json += R"(,"children":[)";
    const unsigned children = depth == 0 ? 0 : pick(3);
    for (unsigned i = 0; i < children; ++i) json += (i > 0 ? "," : "") + random_node(random, depth - 1);
    json += ']';
  } else if (pick(1) == 0) {
    json += R"(,"children":["n1","n2"])";
  }
  if (pick(1) == 0) json += R"(,"status":"pending")";
  return json + '}';
}

}  // namespace

TEST_SUITE("tree_documents::tree_document") {
  TEST_CASE("a document is an outline and nodes, parents before their children") {
    const TreeDocument document = split_tree_document(
        R"({"version":"1.0.0","root_task":{"node_id":"a","children":[{"node_id":"b","children":[{"node_id":"c"}]},{"node_id":"d"}],"status":"x"},"metadata":{}})",
        TreeDocumentKind::tree);
    CHECK(document.outline == R"({"version":"1.0.0","root_task":{},"metadata":{}})");
    REQUIRE(document.nodes.size() == 4);
    CHECK(document.nodes[0].json == R"({"node_id":"a","children":[],"status":"x"})");
    CHECK(document.nodes[1].json == R"({"node_id":"b","children":[]})");
    CHECK(document.nodes[1].level == 1);
    CHECK(document.nodes[2].level == 2);
    CHECK(document.nodes[3].json == R"({"node_id":"d"})");
    CHECK(document.nodes[3].ordinal == 1);
    CHECK(pointer_of_node(document, 0) == "/root_task");
    CHECK(pointer_of_node(document, 2) == "/root_task/children/0/children/0");
    CHECK(pointer_of_node(document, 3) == "/root_task/children/1");
  }

  TEST_CASE("what is taken apart is put together again") {
    for (const std::string_view text :
         {R"({"root_task":{"node_id":"a"}})", R"({"root_task":{"node_id":"a","children":[]},"nodes":[]})",
          R"({"nodes":[{"node_id":"a"},{"node_id":"b","parent_id":"a"}],"version":"1"})",
          R"({"root_task":null,"nodes":[{"node_id":"a"}]})",
          R"({"nodes":[{"node_id":"a"}],"root_task":{"node_id":"b"}})",
          R"({"root_task":{"node_id":"a","children":["b","c"]}})"}) {
      CAPTURE(text);
      CHECK(joined(text) == text);
    }
    CHECK(joined(R"({"node_id":"a","children":[{"node_id":"b"}]})", TreeDocumentKind::node) ==
          R"({"node_id":"a","children":[{"node_id":"b"}]})");
  }

  TEST_CASE("random trees are put together again") {
    for (unsigned seed = 0; seed < 2000; ++seed) {
      CAPTURE(seed);
      std::mt19937 random(seed);
      const std::string node = random_node(random, 5);
      const std::string text = R"({"x":[],"root_task":)" + node + R"(,"y":{"root_task":{}}})";
      CHECK(joined(text) == text);
      CHECK(joined(node, TreeDocumentKind::node) == node);
    }
  }

  TEST_CASE("nodes that are new are written last among the children, also where there were none") {
    TreeDocument document = split_tree_document(
        R"({"root_task":{"node_id":"a","children":[{"node_id":"b"}]}})", TreeDocumentKind::tree);
    document.nodes.push_back({2, 0, R"({"node_id":"c"})"});
    document.nodes.push_back({1, 1, R"({"node_id":"d"})"});
    CHECK(
        join_tree_document(document) ==
        R"({"root_task":{"node_id":"a","children":[{"node_id":"b","children":[{"node_id":"c"}]},{"node_id":"d"}]}})");
  }

  TEST_CASE("a chain of 100,000 nodes needs no stack") {
    constexpr std::size_t k_nodes = 100'000;
    std::string text = R"({"root_task":)";
    for (std::size_t i = 1; i < k_nodes; ++i) text += R"({"node_id":"a","children":[)";
    text += R"({"node_id":"a"})";
    for (std::size_t i = 1; i < k_nodes; ++i) text += "]}";
    text += '}';
    const TreeDocument document = split_tree_document(text, TreeDocumentKind::tree);
    CHECK(document.nodes.size() == k_nodes);
    CHECK(document.nodes.back().level == k_nodes - 1);
    CHECK(join_tree_document(document) == text);
  }

  TEST_CASE("something else among the children is refused with its place") {
    try {
      (void)split_tree_document(R"({"root_task":{"node_id":"a","children":[{"node_id":"b"},7]}})",
                                TreeDocumentKind::tree);
      FAIL("nothing was thrown");
    } catch (const TreeDocumentFault& fault) {
      CHECK(fault.pointer == "/root_task/children/1");
    }
    CHECK_THROWS_AS((void)split_tree_document(R"({"root_task":7})", TreeDocumentKind::tree),
                    TreeDocumentFault);
    CHECK_THROWS_AS((void)split_tree_document("[]", TreeDocumentKind::tree), TreeDocumentFault);
  }

  TEST_CASE("the kind is known by the names at the top") {
    bool more = false;
    const auto kind = [&](std::string_view text) { return find_tree_document_kind(text, more); };
    CHECK(kind(R"( {"version":"1.0.0","root_task":{)") == TreeDocumentKind::tree);
    CHECK(kind(R"({"node_id": "a"})") == TreeDocumentKind::node);
    CHECK(kind(R"({"nodes":[]})") == TreeDocumentKind::tree);
    CHECK_FALSE(kind(R"({"version":1,"tasks":[)").has_value());
    CHECK_FALSE(more);
    CHECK_FALSE(kind(R"({"version":"a long te)").has_value());
    CHECK(more);
    CHECK_FALSE(kind(R"({"metadata":{"a":1)").has_value());
    CHECK(more);
    CHECK_FALSE(kind(R"({"a":1})").has_value());
    CHECK_FALSE(more);
    CHECK_FALSE(kind("").has_value());
    CHECK_FALSE(kind("[1]").has_value());
    CHECK_FALSE(more);
  }
}
