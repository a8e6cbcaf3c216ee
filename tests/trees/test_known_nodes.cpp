// SPDX-License-Identifier: MIT
// A node that a record, a tree document and a node file describe is one node: what is known of it is one set
// of members, whoever asks, and a change changes that (docs/decisions/042). RLMDB_FIRST_TREE and RLMDB_TREES
// choose the first random tree and how many there are.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>

#include "json_schema.hpp"
#include "known_place.hpp"
#include "random_seed.hpp"
#include "rlmdb/progress.hpp"
#include "rlmdb/tree.hpp"
#include "rlmdb/tree_settings.hpp"
#include "rlmdb/verify.hpp"
#include "tree_documents/tree_source.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

const Object k_document_cost = {{"input_tokens", 11},    {"output_tokens", 22},      {"total_tokens", 33},
                                {"input_cost_usd", 0.5}, {"output_cost_usd", 1.5},   {"total_cost_usd", 2.0},
                                {"cache_hits", 4},       {"cache_savings_usd", 0.25}};
const Object k_document_config = {{"model", "small"}, {"temperature", 0.7}, {"seed", 42}};
const Object k_document_context = {{"type", "slice"},
                                   {"source", "src/"},
                                   {"documents", {{{"doc_id", "d1"}, {"source", "a.md"}}}},
                                   {"size_tokens", 100},
                                   {"filters", {{"file_patterns", {"*.md"}}, {"relevance_threshold", 0.5}}}};

/// One node that its document knows more of than its record.
void fill_with_one(KnownPlace& place, const Object& config = k_document_config) {
  place.write_store({record(0, -1), record(1, 0)});
  Object node = document_node(1, 0);
  node["context"] = k_document_context;
  node["cost"] = k_document_cost;
  node["execution_config"] = config;
  place.write_tree({document_node(0, -1), node});
  place.import();
}

/// Semantics alone: the order of members, and what an export adds, do not count.
nlohmann::json core(const Object& node) {
  auto json = nlohmann::json::parse(node.dump());
  for (const char* name : {"children", "timestamps", "parent_id"}) json.erase(name);
  if (json.contains("cost")) json["cost"].erase("subtree_total_cost_usd");
  if (json.contains("cost") && json["cost"].empty()) json.erase("cost");
  return json;
}

}  // namespace

TEST_SUITE("trees::known_nodes") {
  TEST_CASE("a cost is added to what the document says") {
    KnownPlace place;
    fill_with_one(place);
    Store store = place.open();
    RunCost cost;
    cost.input_tokens = 3;
    cost.total_cost_usd = 1.0;
    (void)store.change({TaskId{store_id(1)}, AddCost{cost}});
    const Object expected = {{"input_tokens", 14},    {"output_tokens", 22},      {"total_tokens", 36},
                             {"input_cost_usd", 0.5}, {"output_cost_usd", 1.5},   {"total_cost_usd", 3},
                             {"cache_hits", 4},       {"cache_savings_usd", 0.25}};
    CHECK(node_of(store, 1).at("cost") == expected);
    (void)export_project(store, place.dir / "out");
    const Object tree = place.exported(place.dir / "out", k_tree_file);
    CHECK(find_node(tree.at("root_task"), node_id(1)).at("cost") == expected);
    const Object tasks = place.exported(place.dir / "out", k_tasks_file);
    CHECK(tasks.at("tasks").at(1).at("metadata").at("cost_tracking") == expected);
    CHECK(value_of(place.database,
                   "SELECT cost_input_tokens || ' ' || cost_output_tokens || ' ' || cost_total_tokens "
                   "|| ' ' || cost_cache_hits FROM tree_nodes WHERE node_id = '" +
                       node_id(1) + "'") == "14 22 36 4");
  }

  TEST_CASE("a dotted name changes one member, an object replaces all of them") {
    KnownPlace place;
    fill_with_one(place);
    Store store = place.open();
    set(store, 1, "metadata.execution_config.temperature", 1.5);
    CHECK(node_of(store, 1).at("execution_config") ==
          Object{{"model", "small"}, {"temperature", 1.5}, {"seed", 42}});
    set(store, 1, "metadata.context_reference.filters.relevance_threshold", 0.9);
    Object context = k_document_context;
    context["filters"]["relevance_threshold"] = 0.9;
    CHECK(node_of(store, 1).at("context") == context);
    CHECK(value_of(place.database,
                   "SELECT exec_model || ' ' || exec_temperature || ' ' || exec_seed || ' ' || "
                   "context_relevance_threshold FROM node_details WHERE node_id = '" +
                       node_id(1) + "'") == "small 1.5 42 0.9");
    set(store, 1, "metadata.execution_config", {{"model", "large"}});
    set(store, 1, "metadata.context_reference", {{"type", "full"}, {"source", "lib/"}});
    CHECK(node_of(store, 1).at("execution_config") == Object{{"model", "large"}});
    CHECK(node_of(store, 1).at("context") == Object{{"type", "full"}, {"source", "lib/"}});
    (void)export_project(store, place.dir / "out");
    const Object tree = place.exported(place.dir / "out", k_tree_file);
    CHECK(find_node(tree.at("root_task"), node_id(1)).at("context") ==
          Object{{"type", "full"}, {"source", "lib/"}});
    CHECK(value_of(place.database, "SELECT count(*) FROM context_documents") == "0");
  }

  TEST_CASE("what an object that was given anew lacks is gone, whoever asks") {
    KnownPlace place;
    fill_with_one(place, {{"model", "small"}, {"timeout_ms", 5000}, {"retry_policy", {{"max_retries", 7}}}});
    Store store = place.open();
    const auto retries = [&] {
      return value_of(place.database,
                      "SELECT exec_max_retries FROM node_details WHERE node_id = '" + node_id(1) + "'");
    };
    const TreeId tree{k_known_tree};
    CHECK(limits_of_tree(store, tree).own_timeouts.size() == 1);
    CHECK(retries() == "7");
    set(store, 1, "metadata.execution_config", {{"model", "large"}});
    CHECK(limits_of_tree(store, tree).own_timeouts.empty());
    CHECK(retries() == "NULL");
    const Object cost = {{"input_tokens", 1}};
    set(store, 1, "metadata.cost_tracking", cost);
    CHECK(node_of(store, 1).at("cost") == cost);
    CHECK_FALSE(cost_of_tree(store, tree, CostBy::node).total_cost_usd.has_value());
    RunCost more;
    more.input_tokens = 2;
    (void)store.change({TaskId{store_id(1)}, AddCost{more}});
    CHECK(node_of(store, 1).at("cost") == Object{{"input_tokens", 3}});
    CHECK(value_of(place.database, "SELECT output_tokens FROM node_own_costs WHERE node_id = '" + node_id(1) +
                                       "'") == "NULL");
  }

  TEST_CASE("a move shows in both documents, at home and after a fresh import") {
    KnownPlace place;
    place.write_store({record(0, -1), record(1, 0), record(2, 0)});
    place.write_tree({document_node(0, -1), document_node(1, 0), document_node(2, 0)});
    place.import();
    Store store = place.open();
    const std::string before = read_all(place.root / k_tree_file);
    (void)export_project(store, place.dir / "unchanged");
    CHECK(read_all(place.dir / "unchanged" / k_tree_file) == before);
    set(store, 2, "metadata.parent_id", store_id(1));
    (void)export_project(store, place.dir / "out");
    const Object root = place.exported(place.dir / "out", k_tree_file).at("root_task");
    CHECK(root.at("children").size() == 1);
    const Object parent = find_node(root, node_id(1));
    REQUIRE(parent.at("children").size() == 1);
    CHECK(parent.at("children").at(0).at("node_id") == node_id(2));
    CHECK(parent.at("children").at(0).at("parent_id") == node_id(1));
    CHECK(place.exported(place.dir / "out", k_tasks_file).at("tasks").at(2).at("metadata").at("parent_id") ==
          store_id(1));
    const ImportReport fresh = import_files(place.dir / "fresh.db", {place.dir / "out"}, quick());
    for (const SourceReport& source : fresh.sources)
      for (const Finding& warning : source.warnings)
        CHECK_MESSAGE(false, warning.where, " ", warning.message);
  }

  TEST_CASE("the total of a tree that its document gives is not lowered by work without a cost") {
    KnownPlace place;
    place.write_store({record(0, -1), record(1, 0)});
    place.write_tree({document_node(0, -1), document_node(1, 0)},
                     {{"total_cost_usd", 0.15}, {"total_tokens", 900}});
    place.import();
    Store store = place.open();
    const auto totals = [&](const char* directory) {
      (void)export_project(store, place.dir / directory);
      return place.exported(place.dir / directory, k_tree_file).at("metadata");
    };
    (void)store.change({TaskId{store_id(1)}, StartTask{}});
    (void)store.change({TaskId{store_id(1)}, CompleteTask{std::string("done")}});
    CHECK(totals("one").at("total_cost_usd") == 0.15);
    CHECK(totals("one").at("total_tokens") == 900);
    RunCost cost;
    cost.input_tokens = 60;
    cost.output_tokens = 40;
    cost.total_cost_usd = 0.25;
    (void)store.change({TaskId{store_id(1)}, AddCost{cost}});
    CHECK(totals("two").at("total_cost_usd") == 0.4);
    CHECK(totals("two").at("total_tokens") == 1000);
    // a sum that nobody gave.
    const Object root = place.exported(place.dir / "two", k_tree_file).at("root_task");
    CHECK(find_node(root, node_id(1)).at("cost").at("total_tokens") == 100);
  }

  TEST_CASE("an inner node made here without a cost of its own says what all below it cost") {
    KnownPlace place;
    place.write_store({record(0, -1), record(1, 0)});
    place.import();
    Store store = place.open();
    RunCost cost;
    cost.total_cost_usd = 0.25;
    (void)store.change({TaskId{store_id(1)}, AddCost{cost}});
    std::string text;
    (void)export_tree(store, TreeId{k_known_tree}, std::nullopt,
                      [&](std::string_view bytes) { text += bytes; });
    CHECK(Object::parse(text).at("root_task").at("cost") == Object{{"subtree_total_cost_usd", 0.25}});
    CHECK(value_of(place.database, "SELECT subtree_total_cost_usd FROM node_costs WHERE node_id = '" +
                                       node_id(0) + "'") == "0.25");
  }

  TEST_CASE("random nodes in one, two or three sources are one node after random changes") {
    const unsigned first = number_from_environment("RLMDB_FIRST_TREE", 0);
    const unsigned count = number_from_environment("RLMDB_TREES", 200);
    for (unsigned number = first; number < first + count; ++number) {
      CAPTURE(number);
      std::mt19937 random(40'000 + number);
      const auto one_in = [&](unsigned n) { return random() % n == 0; };
      const auto some = [&](Object all) {
        Object chosen = Object::object();
        for (const auto& [name, value] : all.items())
          if (!one_in(3)) chosen[name] = value;
        return chosen;
      };
      const auto config = [&] {
        return some({{"model", one_in(2) ? "small" : "large"},
                     {"temperature", 0.5 + 0.25 * static_cast<double>(random() % 3)},
                     {"seed", static_cast<int>(random() % 3)},
                     {"retry_policy",
                      some({{"max_retries", 1 + static_cast<int>(random() % 2)}, {"backoff_ms", 100}})}});
      };
      const auto context = [&] {
        return some({{"type", one_in(2) ? "slice" : "full"},
                     {"source", one_in(2) ? "src/" : "lib/"},
                     {"documents", {{{"doc_id", "d" + std::to_string(random() % 3)}, {"source", "a.md"}}}},
                     {"size_tokens", static_cast<int>(random() % 3)},
                     {"filters", some({{"relevance_threshold", 0.5}, {"file_patterns", {"*.md"}}})}});
      };
      const auto cost = [&] {
        return some({{"input_tokens", static_cast<int>(random() % 50)},
                     {"output_tokens", static_cast<int>(random() % 50)},
                     {"total_cost_usd", 0.25 * static_cast<double>(random() % 9)}});
      };
      const int nodes = 2 + static_cast<int>(random() % 3);
      KnownPlace place;
      std::vector<Object> records;
      std::vector<Object> in_tree;
      for (int i = 0; i < nodes; ++i) {
        const int parent = i == 0 ? -1 : 0;
        Object& in_store = records.emplace_back(record(i, parent));
        Object node = document_node(i, parent);
        Object file = node;
        if (one_in(2)) in_store["metadata"]["execution_config"] = config();
        if (one_in(2)) in_store["metadata"]["context_reference"] = context();
        if (one_in(2)) in_store["metadata"]["cost_tracking"] = cost();
        for (Object* document : {&node, &file}) {
          if (one_in(2)) (*document)["execution_config"] = config();
          if (one_in(2)) (*document)["context"] = context();
          if (one_in(2)) (*document)["cost"] = cost();
        }
        if (i == 0 || !one_in(4)) in_tree.push_back(node);
        if (one_in(3)) place.write_node(i, file);
      }
      place.write_store(records);
      if (!one_in(5)) place.write_tree(in_tree);
      place.import();
      Store store = place.open();
      const auto given = content_below(place.root);
      (void)export_project(store, place.dir / "unchanged");
      for (const auto& entry : content_below(place.dir / "unchanged")) {
        const auto& [name, bytes] = entry;
        CAPTURE(entry.first);
        CHECK(bytes == given.at(name));
      }
      for (int change = 0; change < 6; ++change) {
        const int i = static_cast<int>(random() % static_cast<unsigned>(nodes));
        const Object before = node_of(store, i);
        RunCost more;
        more.input_tokens = 5;
        more.total_cost_usd = 0.5;
        switch (random() % 7) {
          case 0: {
            (void)store.change({TaskId{store_id(i)}, AddCost{more}});
            const Object after = node_of(store, i).at("cost");
            const Object was = before.value("cost", Object::object());
            CHECK(after.at("input_tokens").get<int>() == was.value("input_tokens", 0) + 5);
            CHECK(after.at("total_cost_usd").get<double>() == was.value("total_cost_usd", 0.0) + 0.5);
            CHECK(after.value("output_tokens", -1) == was.value("output_tokens", -1));
            break;
          }
          case 1: {
            set(store, i, "metadata.execution_config.seed", 7);
            Object expected = before.value("execution_config", Object::object());
            expected["seed"] = 7;
            CHECK(core(node_of(store, i).at("execution_config")) == core(expected));
            break;
          }
          case 2: {
            set(store, i, "metadata.context_reference.source", "doc/");
            Object expected = before.value("context", Object::object());
            expected["source"] = "doc/";
            CHECK(core(node_of(store, i).at("context")) == core(expected));
            break;
          }
          case 3: {
            const Object replacing = {{"type", "full"}, {"source", "all/"}};
            set(store, i, "metadata.context_reference", replacing);
            CHECK(core(node_of(store, i).at("context")) == core(replacing));
            break;
          }
          case 4: {
            const Object replacing = {{"model", "other"}};
            set(store, i, "metadata.execution_config", replacing);
            CHECK(core(node_of(store, i).at("execution_config")) == core(replacing));
            break;
          }
          case 5: {
            const Object replacing = {{"input_tokens", 3}};
            set(store, i, "metadata.cost_tracking", replacing);
            CHECK(core(node_of(store, i).at("cost")) == core(replacing));
            break;
          }
          default:
            if (i > 0 && store.find_task(TaskId{store_id(i)})->state == TaskState::queued) {
              (void)store.change({TaskId{store_id(i)}, StartTask{}});
              CompleteTask complete;
              complete.result = std::string("done");
              if (one_in(3)) complete.result = JsonText{R"({"risks":[1]})"};
              if (one_in(3)) complete.result = JsonText{R"({"output":"text","confidence":0.25})"};
              if (one_in(2)) complete.details.confidence = 0.5;
              (void)store.change({TaskId{store_id(i)}, complete});
            }
        }
      }
      if (one_in(3)) {
        NewTask task;
        task.prompt = "new";
        task.parent = TaskId{store_id(0)};
        if (store.find_task(*task.parent)->state != TaskState::completed) (void)store.change({{}, task});
      }
      (void)export_project(store, place.dir / "out");
      for (const auto& entry : content_below(place.dir / "out")) {
        const auto& [name, bytes] = entry;
        CAPTURE(entry.first);
        if (name.ends_with("tree.json")) CHECK(check_against_file(bytes, "data/schemas/tree.json") == "");
        if (name.find("/nodes/") != std::string::npos)
          CHECK(check_against_file(bytes, "data/schemas/node.json") == "");
      }
      (void)import_files(place.dir / "fresh.db", {place.dir / "out"}, quick());
      const Store fresh = Store::open(place.dir / "fresh.db", Access::read_only);
      double usd = 0;
      for (int i = 0; i < nodes; ++i) {
        CAPTURE(i);
        const Object node = node_of(store, i);
        CHECK(core(node_of(fresh, i)) == core(node));
        const std::string details =
            "SELECT json_object('model', exec_model, 'temperature', exec_temperature, 'seed', exec_seed, "
            "'retries', "
            "exec_max_retries, 'threshold', context_relevance_threshold) FROM node_details WHERE node_id = "
            "'" +
            node_id(i) + "'";
        const Object wanted = node.value("execution_config", Object::object());
        const Object filters = node.value("context", Object::object()).value("filters", Object::object());
        const auto member = [](const Object& object, const char* name) {
          return object.contains(name) ? object.at(name) : Object();
        };
        const Object expected = {{"model", member(wanted, "model")},
                                 {"temperature", member(wanted, "temperature")},
                                 {"seed", member(wanted, "seed")},
                                 {"retries", member(member(wanted, "retry_policy"), "max_retries")},
                                 {"threshold", member(filters, "relevance_threshold")}};
        CHECK(Object::parse(value_of(place.database, details)) == expected);
        CHECK(value_of(place.dir / "fresh.db", details) == value_of(place.database, details));
        const std::string costs =
            "SELECT json_object('input', input_tokens, 'output', output_tokens, 'usd', total_cost_usd) FROM "
            "node_own_costs WHERE node_id = '" +
            node_id(i) + "'";
        const Object cost_of_node = node.value("cost", Object::object());
        const Object expected_cost = {{"input", member(cost_of_node, "input_tokens")},
                                      {"output", member(cost_of_node, "output_tokens")},
                                      {"usd", member(cost_of_node, "total_cost_usd")}};
        CHECK(core(Object::parse(value_of(place.database, costs))) == core(expected_cost));
        usd += cost_of_node.value("total_cost_usd", 0.0);
      }
      const TreeId tree_id{k_known_tree};
      const double told = cost_of_tree(store, tree_id, CostBy::node).total_cost_usd.value_or(0);
      CHECK(told == doctest::Approx(usd));
      CHECK(std::stod(value_of(place.database, "SELECT total(total_cost_usd) FROM tree_cost")) ==
            doctest::Approx(usd));
    }
  }
}
