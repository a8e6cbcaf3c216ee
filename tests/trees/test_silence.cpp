// SPDX-License-Identifier: MIT
// What no source contradicts counts everywhere until a verb gives another: each member of a node is absent, null or
// given in its record, in the tree's document and in its node file; the sources come in together or one by one in
// any order; then verbs. RLMDB_FIRST_TREE and RLMDB_TREES choose the first random tree and how many there are.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "known_place.hpp"
#include "random_seed.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/report.hpp"
#include "rlmdb/tree.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;

namespace {

/// Where a member stands in a node, in a record and in SQL.
struct KnownMember {
  const char* name;
  const char* in_node;
  const char* in_record;
  const char* in_sql;  ///< of tasks t, tree_nodes n
};

constexpr std::array k_known_members{
    KnownMember{"output", "/result/output", "/result", "t.result"},
    KnownMember{"error", "/result/errors/0/message", "/error", "t.error"},
    KnownMember{"started", "/timestamps/started_at", "/startedAt", "t.started_at"},
    KnownMember{"ended", "/timestamps/completed_at", "/completedAt", "t.completed_at"},
    KnownMember{"created", "/timestamps/created_at", "/createdAt", "t.created_at"},
    KnownMember{"depth", "/depth", "/metadata/depth", "n.depth"},
    KnownMember{"decomposition", "/decomposition_strategy", "/metadata/decomposition_strategy",
                "n.decomposition_strategy"},
    KnownMember{"merge", "/merge_strategy", "/metadata/merge_strategy", "n.merge_strategy"},
};

using Members = std::map<std::string, Object>;

/// Of the nodes 0 (the root), 1 and 2 (below it), 3 (below 2).
constexpr std::array k_parents{-1, 0, 0, 2};

int parent_of(int i) {
  return k_parents.at(static_cast<std::size_t>(i));
}

Object member_at(const Object& object, const char* pointer) {
  const Object::json_pointer place(pointer);
  return object.contains(place) ? object.at(place) : Object();
}

enum class Nodes { all, of_the_store };

class SilentTree {
 public:
  explicit SilentTree(unsigned number) : m_random(70'000 + number) {
    for (std::size_t i = 0; i < k_parents.size(); ++i) make_node(static_cast<int>(i));
    write_all_files();
    import_all();
  }

  [[nodiscard]] bool one_in(unsigned n) { return m_random() % n == 0; }

  [[nodiscard]] TaskId id(int i) const { return TaskId{m_has_record.contains(i) ? store_id(i) : node_id(i)}; }
  [[nodiscard]] Object shown(const Store& store, int i) const {
    return Object::parse(node_of_task(store, id(i)).value().json.text);
  }

  /// What every source together says.
  Members& expected(int i) { return m_expected[static_cast<std::size_t>(i)]; }

  void check(const fs::path& database, Nodes nodes = Nodes::all) {
    const Store store = Store::open(database, Access::read_only);
    const Object rows = rows_of(database);
    for (int i = 0; i < static_cast<int>(k_parents.size()); ++i) {
      if (nodes == Nodes::of_the_store && !m_has_record.contains(i)) continue;
      CAPTURE(i);
      const Object node = shown(store, i);
      const Object row = rows.at(node_id(i));
      for (const KnownMember& member : k_known_members) {
        CAPTURE(std::string(member.name));
        const Object wanted = expected(i)[member.name];
        CHECK(member_at(node, member.in_node) == wanted);
        CHECK(row.at(member.name) == wanted);
      }
      CHECK(row.at("parent") == (i == 0 ? Object() : Object(node_id(parent_of(i)))));
      const bool has_output = !expected(i)["output"].is_null() &&
                              expected(i)["output"] == m_output.at(static_cast<std::size_t>(i));
      CHECK(row.at("confidence") == (has_output && m_has_confidence.contains(i) ? Object(0.75) : Object()));
    }
  }

  /// The queue hands out what a recovery calls ready, and a report tells the same of each node.
  void check_readers(const Store& store, const fs::path& database) {
    std::vector<std::string> ready;
    for (const TaskSummary& task : store.ready()) ready.push_back(task.id.text);
    std::sort(ready.begin(), ready.end());
    CHECK(ready == rlmdb::test::rows_of(
                       database, "SELECT legacy_id FROM recovery_plan WHERE decision = 'ready' ORDER BY 1"));
    const TreeReport report = report_of_tree(store, TreeId{k_known_tree});
    const bool has_ended_well = store.find_task(id(0))->state == TaskState::completed;
    CHECK(text_or_null(report.result) == (has_ended_well ? expected(0)["output"] : Object()));
    for (const NodeFailure& failure : report.failures)
      CHECK(failure.error == text_of(expected(index_of(report, failure.node))["error"]));
    for (std::size_t at = 0; at < report.tree.nodes.size(); ++at) {
      const int i = index_of(report, at);
      CAPTURE(i);
      const TreeNode& node = report.tree.nodes[at];
      CHECK((node.parent_id ? node.parent_id->text : "none") == (i == 0 ? "none" : id(parent_of(i)).text));
      CHECK(node.stored_depth.has_value() == !expected(i)["depth"].is_null());
      CHECK(report.times[at].started_ms.value_or(k_started_ms) == k_started_ms);
      CHECK(report.times[at].started_ms.has_value() == !expected(i)["started"].is_null());
      CHECK(report.times[at].ended_ms.value_or(k_ended_ms) == k_ended_ms);
      CHECK(report.times[at].ended_ms.has_value() == !expected(i)["ended"].is_null());
    }
  }

  /// In documents that have the node: what rlmdb changed there is what it shows.
  void check_exports(const Store& store, const std::set<int>& changed) {
    fs::remove_all(place.dir / "out");
    (void)export_project(store, place.dir / "out");
    if (!fs::exists(place.dir / "out" / k_tree_file)) return;
    const Object tree = place.exported(place.dir / "out", k_tree_file).at("root_task");
    for (const int i : changed) {
      CAPTURE(i);
      const Object node = find_node(tree, node_id(i));
      if (node.is_null()) continue;
      const fs::path file = place.dir / "out" / node_file(i);
      for (const KnownMember& member : k_known_members) {
        CAPTURE(std::string(member.name));
        CHECK(member_at(node, member.in_node) == expected(i)[member.name]);
        if (m_has_file.contains(i))
          CHECK(member_at(Object::parse(read_all(file)), member.in_node) == expected(i)[member.name]);
      }
    }
  }

  /// Another project that has the new store beside the old documents.
  void put_store_beside_old_documents() {
    const fs::path beside = place.dir / "beside";
    fs::remove_all(beside);
    fs::create_directories(beside / ".aiwg");
    fs::copy(place.root / ".aiwg/rlm", beside / ".aiwg/rlm", fs::copy_options::recursive);
    fs::create_directories(beside / ".aiwg/daemon");
    if (fs::exists(place.dir / "out" / k_tasks_file))
      fs::copy_file(place.dir / "out" / k_tasks_file, beside / k_tasks_file);
    fs::remove(place.dir / "beside.db");
    (void)import_files(place.dir / "beside.db", {beside}, quick());
  }

  KnownPlace place;

 private:
  static std::string node_file(int i) {
    return ".aiwg/rlm/trees/" + k_known_tree + "/nodes/" + node_id(i) + ".json";
  }
  static constexpr std::int64_t k_started_ms = 1770631260000;
  static constexpr std::int64_t k_ended_ms = k_started_ms + 60'000;

  static std::string text_of(const Object& value) {
    return value.is_string() ? value.get<std::string>() : "";
  }
  static Object text_or_null(const std::optional<std::string>& text) {
    return text ? Object(*text) : Object();
  }
  static int index_of(const TreeReport& report, std::size_t node) {
    return report.tree.nodes.at(node).node_id.back() - '0';
  }
  /// What SQL says, by node id.
  static Object rows_of(const fs::path& database) {
    std::string members;
    for (const KnownMember& member : k_known_members)
      members += "'" + std::string(member.name) + "', " + member.in_sql + ", ";
    return Object::parse(value_of(
        database,
        "SELECT json_group_object(n.node_id, json_object(" + members +
            "'parent', (SELECT m.node_id FROM node_parents p JOIN tree_nodes m ON m.task_id = "
            "p.parent_task_id WHERE p.task_id = t.id), 'confidence', (SELECT d.result_confidence FROM "
            "node_details d WHERE d.task_id = t.id))) FROM tree_nodes n JOIN tasks t ON t.id = n.task_id"));
  }

  void make_node(int i) {
    constexpr std::array k_states{"queued", "running", "completed", "failed"};
    const std::string state = k_states[m_random() % 4];
    const bool has_ended = state == "completed" || state == "failed";
    Members& given = m_given.emplace_back();
    m_output.push_back("out " + std::to_string(i));
    if (has_ended) given["output"] = m_output.back();
    if (state == "failed") given["error"] = "boom";
    if (state != "queued") given["started"] = "2026-02-09T10:01:00.000Z";
    if (has_ended) given["ended"] = "2026-02-09T10:02:00.000Z";
    given["created"] = "2026-02-09T10:00:00.000Z";
    given["depth"] = i == 0 ? 0 : i == 3 ? 2 : 1;
    given["decomposition"] = "sequential";
    given["merge"] = "vote";
    m_state.push_back(state);
    m_expected.emplace_back();
    if (!one_in(4)) m_has_record.insert(i);
    if (one_in(3)) m_has_file.insert(i);
  }

  /// Absent, null or given. `expected` is what counts of it.
  void put(int i, Object& source, const KnownMember& member, const char* pointer) {
    const auto given = m_given[static_cast<std::size_t>(i)].find(member.name);
    const unsigned draw = m_random() % 3;
    // Only a list of errors has a first one.
    const bool may_be_null = std::string(pointer).find("errors") == std::string::npos;
    if (draw == 0 || (given == m_given[static_cast<std::size_t>(i)].end() && !may_be_null)) return;
    const bool is_given = draw == 1 && given != m_given[static_cast<std::size_t>(i)].end();
    if (!is_given && !may_be_null) return;
    if (!is_given && std::string(pointer) == "/result/output") return;
    source[Object::json_pointer(pointer)] = is_given ? given->second : Object();
    if (is_given) expected(i)[member.name] = given->second;
  }

  [[nodiscard]] std::string status_of(int i) const {
    const std::string& state = m_state[static_cast<std::size_t>(i)];
    return state == "queued" ? "pending" : state;
  }

  Object document_node_of(int i) {
    Object node = {
        {"node_id", node_id(i)},
        {"prompt", "p"},
        {"status", m_state[static_cast<std::size_t>(i)] == "queued" ? "pending"
                                                                    : m_state[static_cast<std::size_t>(i)]}};
    if (i > 0) node["parent_id"] = node_id(parent_of(i));
    for (const KnownMember& member : k_known_members) put(i, node, member, member.in_node);
    if (member_at(node, "/result/output").is_string() && one_in(2)) {
      node["result"]["confidence"] = 0.75;
      m_has_confidence.insert(i);
    }
    return node;
  }

  Object record_of(int i) {
    Object one = {{"id", store_id(i)},
                  {"prompt", "p"},
                  {"state", m_state[static_cast<std::size_t>(i)]},
                  {"metadata", {{"tree_id", k_known_tree}, {"node_id", node_id(i)}}}};
    const bool has_parent = i > 0 && m_has_record.contains(parent_of(i)) && one_in(2);
    if (has_parent) one["metadata"]["parent_id"] = store_id(parent_of(i));
    for (const KnownMember& member : k_known_members) put(i, one, member, member.in_record);
    return one;
  }

  void write_all_files() {
    std::vector<Object> records;
    std::vector<Object> nodes;
    for (int i = 0; i < static_cast<int>(k_parents.size()); ++i) {
      if (m_has_record.contains(i)) records.push_back(record_of(i));
      nodes.push_back(document_node_of(i));
      if (m_has_file.contains(i)) place.write_node(i, document_node_of(i));
    }
    nodes[2]["children"] = Object::array({nodes[3]});
    place.write_tree({nodes[0], nodes[1], nodes[2]});
    if (!records.empty()) place.write_store(records);
  }

  void import_all() {
    if (one_in(2)) return place.import();
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(place.root))
      if (entry.is_regular_file()) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::shuffle(files.begin(), files.end(), m_random);
    for (const fs::path& file : files) (void)import_files(place.database, {file}, quick());
  }

  std::mt19937 m_random;
  std::vector<Members> m_given;
  std::vector<Members> m_expected;
  std::vector<std::string> m_state;
  std::vector<std::string> m_output;
  std::set<int> m_has_record;
  std::set<int> m_has_file;
  std::set<int> m_has_confidence;
};

/// A verb on one node; what it gives and takes is noted in what is expected. False: it has no place here.
bool change_one(SilentTree& tree, Store& store, int i, unsigned verb) {
  Members& known = tree.expected(i);
  const TaskId id = tree.id(i);
  const auto set_member = [&](const char* name, const Object& value) {
    (void)store.change({id, SetMembers{{{name, JsonText{value.dump()}}}}});
    return true;
  };
  const TaskState state = store.find_task(id)->state.value_or(TaskState::unknown);
  switch (verb) {
    case 0:
      return set_member("prompt", "another");
    case 1: {
      RunCost cost;
      cost.total_cost_usd = 0.5;
      (void)store.change({id, AddCost{cost}});
      return true;
    }
    case 2:
      known["merge"] = "summarize";
      return set_member("metadata.merge_strategy", "summarize");
    case 3:
      known["output"] = Object();
      return set_member("result", Object());
    case 4:
      known["started"] = Object();
      return set_member("startedAt", Object());
    case 5:
      if (state != TaskState::failed) return false;
      (void)store.change({id, RetryTask{}});
      known["ended"] = Object();
      return true;
    case 6:
      known["error"] = Object();
      return set_member("error", Object());
    default:
      known["decomposition"] = "parallel";
      return set_member("metadata.decomposition_strategy", "parallel");
  }
}

}  // namespace

TEST_SUITE("trees::silence") {
  TEST_CASE("what no source contradicts counts everywhere until a verb gives another") {
    const unsigned first = number_from_environment("RLMDB_FIRST_TREE", 0);
    const unsigned count = number_from_environment("RLMDB_TREES", 40);
    for (unsigned number = first; number < first + count; ++number) {
      CAPTURE(number);
      SilentTree tree(number);
      tree.check(tree.place.database);
      Store store = tree.place.open();
      tree.check_readers(store, tree.place.database);
      std::set<int> changed;
      for (int step = 0; step < 4; ++step) {
        const int i = static_cast<int>(number + static_cast<unsigned>(step) * 3) % 4;
        const unsigned verb = (number / 4 + static_cast<unsigned>(step) * 5) % 8;
        CAPTURE(verb);
        if (change_one(tree, store, i, verb)) changed.insert(i);
        tree.check(tree.place.database);
        tree.check_readers(store, tree.place.database);
      }
      tree.check_exports(store, changed);
      (void)import_files(tree.place.dir / "fresh.db", {tree.place.dir / "out"}, quick());
      tree.check(tree.place.dir / "fresh.db");
      tree.put_store_beside_old_documents();
      // What was done to a node that only documents have stands in no store.
      tree.check(tree.place.dir / "beside.db", Nodes::of_the_store);
    }
  }

  TEST_CASE("a node goes below its parent that comes in later, from a store that calls it otherwise") {
    KnownPlace place;
    place.write_node(1, document_node(1, 0));
    place.import();
    place.write_store({record(0, -1)});
    place.import();
    const TreeReport report = report_of_tree(place.open(), TreeId{k_known_tree});
    CHECK(report.tree.findings.empty());
    CHECK(report.tree.nodes.at(1).node_id == node_id(1));
    CHECK(report.tree.nodes.at(1).parent_id.value().text == store_id(0));
  }
}
