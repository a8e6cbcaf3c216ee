// SPDX-License-Identifier: MIT
// What a node cost, with each of total, input and output absent, null, a number, no number or negative, said by
// its record or by its document: the total that is given, else both parts together, else unknown. Whoever asks
// hears the same, before and after a verb added to it, and after an export into an empty database.
#include <doctest/doctest.h>

#include <array>
#include <map>
#include <optional>

#include "known_place.hpp"
#include "rlmdb/history.hpp"
#include "rlmdb/progress.hpp"
#include "rlmdb/report.hpp"
#include "rlmdb/subtree_cost.hpp"
#include "rlmdb/totals.hpp"
#include "rlmdb/tree.hpp"
#include "rlmdb/tree_settings.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Usd = std::optional<double>;

const TreeId k_cost_tree{k_known_tree};
constexpr std::array k_members = {"total_cost_usd", "input_cost_usd", "output_cost_usd"};
constexpr int k_ways = 5;
constexpr int k_combinations = k_ways * k_ways * k_ways;
/// Node 0 is the root; then come those that their records tell of, then those that the document does.
constexpr int k_nodes = 1 + 2 * k_combinations;

/// A discarded value: absent. Sums of these are exact.
Object value_in_way(int way, double number) {
  switch (way) {
    case 0:
      return Object(Object::value_t::discarded);
    case 1:
      return nullptr;
    case 2:
      return number;
    case 3:
      return "3.5";
    default:
      return -number / 4;
  }
}

/// What is said of the node's cost.
Object said_of(int i) {
  int ways = (i - 1) % k_combinations;
  Object cost = Object::object();
  for (std::size_t member = 0; member < k_members.size(); ++member, ways /= k_ways) {
    const Object value = value_in_way(ways % k_ways, std::array{8.0, 1.0, 2.5}.at(member));
    if (!value.is_discarded()) cost[k_members.at(member)] = value;
  }
  return cost;
}

Usd number_in(const Object& cost, const char* name) {
  return cost.contains(name) && cost.at(name).is_number() ? Usd(cost.at(name).get<double>()) : Usd();
}

Usd expected_cost(const Object& cost) {
  const Usd input = number_in(cost, "input_cost_usd");
  const Usd output = number_in(cost, "output_cost_usd");
  if (const Usd total = number_in(cost, "total_cost_usd")) return total;
  return input && output ? Usd(*input + *output) : Usd();
}

enum class Root { completed, queued };
enum class Documents { one, none };

double said_by_document() {
  double sum = 0;
  for (int i = k_combinations + 1; i < k_nodes; ++i) sum += expected_cost(said_of(i)).value_or(0);
  return sum;
}

/// Without a document records tell of all nodes.
void write_place(KnownPlace& place, Root root, Documents documents) {
  std::vector<Object> records;
  std::vector<Object> nodes;
  for (int i = 0; i < k_nodes; ++i) {
    records.push_back(record(i, i == 0 ? -1 : 0));
    nodes.push_back(document_node(i, i == 0 ? -1 : 0));
    if (i > 0 || root == Root::completed) {
      records.back()["state"] = "completed";
      records.back()["startedAt"] = "2026-02-09T10:00:01.000Z";
      records.back()["completedAt"] = "2026-02-09T10:00:02.000Z";
    }
    if (i == 0) {
      nodes.back()["cost"] = {{"subtree_total_cost_usd", said_by_document()}};
    } else if (i > k_combinations && documents == Documents::one) {
      nodes.back()["cost"] = said_of(i);
    } else {
      records.back()["metadata"]["cost_tracking"] = said_of(i);
    }
  }
  place.write_store(records);
  if (documents == Documents::one) place.write_tree(nodes, {{"total_cost_usd", said_by_document()}});
}

using Costs = std::map<std::string, Usd>;

Costs expected_costs() {
  Costs costs = {{store_id(0), Usd()}};
  for (int i = 1; i < k_nodes; ++i) costs[store_id(i)] = expected_cost(said_of(i));
  return costs;
}

Usd sum_of(const Costs& costs) {
  Usd sum;
  for (const auto& [id, usd] : costs)
    if (usd) sum = sum.value_or(0) + *usd;
  return sum;
}

std::int64_t unknown_among(const Costs& costs, Root root) {
  std::int64_t count = root == Root::completed ? 1 : 0;
  for (const auto& [id, usd] : costs) count += id != store_id(0) && !usd ? 1 : 0;
  return count;
}

Costs costs_in_view(const std::filesystem::path& database, const std::string& view) {
  Costs costs;
  const std::string sql = "SELECT t.legacy_id || '=' || coalesce(v.total_cost_usd, '') FROM " + view +
                          " v JOIN tasks t ON t.id = v.task_id";
  for (const std::string& row : rows_of(database, sql)) {
    const auto at = row.find('=');
    costs[row.substr(0, at)] = at + 1 == row.size() ? Usd() : Usd(std::stod(row.substr(at + 1)));
  }
  return costs;
}

void check_nodes(const Store& store, const std::filesystem::path& database, const Costs& expected) {
  Costs lines;
  for (const CostLine& line : cost_of_tree(store, k_cost_tree, CostBy::node).lines)
    lines[line.key] = line.cost_usd;
  CHECK(lines == expected);
  Costs own;
  for (const SubtreeCost& cost : subtree_costs_of_tree(store, k_cost_tree))
    own[cost.task_id.text] = cost.own_usd;
  CHECK(own == expected);
  Costs drawn;
  for (const TreeNode& node : load_tree(store, k_cost_tree).nodes)
    drawn[node.task_id.value().text] = node.cost_usd;
  CHECK(drawn == expected);
  CHECK(costs_in_view(database, "node_own_costs") == expected);
  CHECK(costs_in_view(database, "node_costs") == expected);
}

void check_sums(Store& store, const std::filesystem::path& database, const Costs& expected, Root root) {
  const Usd sum = sum_of(expected);
  const std::int64_t unknown = unknown_among(expected, root);
  const TreeCost cost = cost_of_tree(store, k_cost_tree, CostBy::depth);
  CHECK(cost.total_cost_usd == sum);
  CHECK(cost.nodes_without_cost == unknown);
  CHECK(status_of_tree(store, k_cost_tree).total_cost_usd == sum);
  CHECK(status_of_tree(store, k_cost_tree).nodes_without_cost == unknown);
  CHECK(list_trees(store).at(0).total_cost_usd == sum);
  CHECK(list_trees(store).at(0).nodes_without_cost == unknown);
  CHECK(totals_of(store).in_trees.cost_usd == sum);
  CHECK(totals_of(store).in_trees.without_cost == unknown);
  CHECK(report_of_tree(store, k_cost_tree).cost.total_cost_usd == sum);
  CHECK(budget_of_tree(store, k_cost_tree).spent_usd == sum);
  CHECK(std::stod(value_of(database, "SELECT total_cost_usd FROM tree_cost")) == sum);
  CHECK(std::stod(value_of(database, "SELECT subtree_total_cost_usd FROM node_costs WHERE node_id = '" +
                                         node_id(0) + "'")) == sum);
}

void check_everywhere(Store& store, const std::filesystem::path& database, const Costs& expected, Root root) {
  check_nodes(store, database, expected);
  check_sums(store, database, expected, root);
}

/// What the run adds to each member; a node with text in one of them takes nothing in.
Object with_run(Object cost) {
  for (const auto& [name, value] : cost.items())
    if (value.is_string()) return cost;
  const Usd known = expected_cost(cost);
  const bool has_total = known.has_value();
  cost["input_cost_usd"] = number_in(cost, "input_cost_usd").value_or(0) + 0.5;
  cost["output_cost_usd"] = number_in(cost, "output_cost_usd").value_or(0) + 0.25;
  if (has_total) cost["total_cost_usd"] = *known + 0.75;
  return cost;
}

Costs add_run_to_all(Store& store) {
  RunCost run;
  run.input_cost_usd = 0.5;
  run.output_cost_usd = 0.25;
  Costs expected = {{store_id(0), Usd()}};
  for (int i = 1; i < k_nodes; ++i) {
    const Object before = said_of(i);
    const Object after = with_run(before);
    expected[store_id(i)] = expected_cost(after);
    const auto add = [&] { (void)store.change({TaskId{store_id(i)}, AddCost{run}}); };
    CAPTURE(before.dump());
    if (before == after) {
      CHECK_THROWS_AS(add(), Error);
    } else {
      CHECK_NOTHROW(add());
    }
  }
  return expected;
}

void check_then(const Store& store, std::int64_t seq, int nodes) {
  Costs then;
  for (const TreeNode& node : tree_at(store, k_cost_tree, Moment{seq}).nodes)
    then[node.task_id.value().text] = node.cost_usd;
  for (int i = 1; i < nodes; ++i) {
    CAPTURE(said_of(i).dump());
    CHECK(then.at(store_id(i)) == expected_cost(said_of(i)));
  }
}

/// As it was before and after the verb; no sum counts anything twice.
void check_verb_and_export(KnownPlace& place, Store& store, Root root, Documents documents) {
  const std::int64_t before = std::stoll(value_of(place.database, "SELECT max(seq) FROM events"));
  const Costs after = add_run_to_all(store);
  check_everywhere(store, place.database, after, root);
  check_then(store, before, documents == Documents::one ? 1 + k_combinations : k_nodes);
  (void)export_project(store, place.dir / "later");
  if (documents == Documents::one) {
    const Object tree = place.exported(place.dir / "later", k_tree_file);
    CHECK(tree.at("metadata").at("total_cost_usd") == sum_of(after));
    CHECK(tree.at("root_task").at("cost").at("subtree_total_cost_usd") == sum_of(after));
  }
  (void)import_files(place.dir / "fresh.db", {place.dir / "later"}, quick());
  Store fresh = Store::open(place.dir / "fresh.db", Access::read_write);
  check_everywhere(fresh, place.dir / "fresh.db", after, root);
}

void check_place(Root root, Documents documents) {
  CAPTURE(static_cast<int>(root));
  CAPTURE(static_cast<int>(documents));
  KnownPlace place;
  write_place(place, root, documents);
  place.import();
  Store store = place.open();
  check_everywhere(store, place.database, expected_costs(), root);
  (void)export_project(store, place.dir / "out");
  CHECK(read_all(place.dir / "out" / k_tasks_file) == read_all(place.root / k_tasks_file));
  if (documents == Documents::one)
    CHECK(read_all(place.dir / "out" / k_tree_file) == read_all(place.root / k_tree_file));
  check_verb_and_export(place, store, root, documents);
}

}  // namespace

TEST_SUITE("trees::known_costs") {
  TEST_CASE("every cost is its total, else both of its parts, else unknown") {
    for (const Root root : {Root::completed, Root::queued})
      for (const Documents documents : {Documents::one, Documents::none}) check_place(root, documents);
  }
}
