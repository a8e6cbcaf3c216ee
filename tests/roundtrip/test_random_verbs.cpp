// SPDX-License-Identifier: MIT
// Random histories of verbs: what was made here goes out as a project, comes back with the same answers, and
// goes out again the same, byte for byte. RLMDB_VERBS_SEED and RLMDB_VERBS_ROUNDS choose others.
#include <doctest/doctest.h>

#include <cstdlib>
#include <random>

#include "project_files.hpp"
#include "random_seed.hpp"
#include "restored_backup.hpp"
#include "rlmdb/checkpoint.hpp"
#include "rlmdb/progress.hpp"
#include "rlmdb/variable.hpp"
#include "rlmdb/verify.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;

namespace {

const std::vector<std::string> k_jsons = {
    "1", "-0.25", "null", "true", "\"a text\"", "[1,2]", "\"\"", "{\"b\":1.5}", "\"ü \\u0001 \\n\""};
const std::vector<std::string> k_names = {"Final", "a", "b_2", "risk_count"};

/// Does random things to a store; what the store refuses is left at that.
class Worker {
 public:
  Worker(Store& store, unsigned seed) : m_store(store), m_random(seed) {}

  void step() {
    try {
      do_something();
    } catch (const Error& error) {
      if (error.code() == ErrorCode::internal || error.code() == ErrorCode::corrupt) throw;
    }
  }
  [[nodiscard]] const std::vector<StateName>& states() const { return m_states; }

 private:
  std::size_t below(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(m_random);
  }
  template <class Values>
  const auto& one_of(const Values& values) {
    return values[below(values.size())];
  }
  bool maybe() { return below(2) == 0; }

  void do_something() {
    if (m_tasks.empty() || below(12) == 0) return add_root();
    switch (below(14)) {
      case 0:
      case 1:
        return add_child();
      case 2:
      case 3:
        return change(StartTask{});
      case 4:
      case 5:
        return complete();
      case 6:
        return fail();
      case 7:
        return change(maybe() ? TaskAction(RetryTask{}) : TaskAction(CancelTask{}));
      case 8:
        return change(AppendOutput{"line\n"});
      case 9:
        return change(AddCost{cost()});
      case 10:
        return change(variable());
      case 11:
        return change_state();
      case 12:
        return take_checkpoint();
      default:
        return change(SetMembers{{{"metadata.note", JsonText{one_of(k_jsons)}}}});
    }
  }

  void add(NewTask task) { m_tasks.push_back(m_store.change({TaskId{}, std::move(task), {}}).id.text); }

  void add_root() {
    NewTask task;
    task.prompt = "root";
    if (maybe()) task.agent = "planner";
    task.makes_tree = below(4) != 0;
    if (task.makes_tree && maybe()) task.session_id = "sess-0000000a";
    if (task.makes_tree && maybe()) task.execution_mode = "seeded";
    add(std::move(task));
  }

  void add_child() {
    NewTask task;
    task.prompt = JsonText{one_of(k_jsons)};
    task.parent = TaskId{one_of(m_tasks)};
    if (maybe()) task.config = JsonText{R"({"model":"opus","temperature":0.70})"};
    if (maybe()) task.context = JsonText{R"({"type":"slice","source":"file:a.md","size_tokens":12})"};
    if (maybe()) task.merge_strategy = "vote";
    add(std::move(task));
  }

  RunCost cost() {
    RunCost cost;
    if (maybe()) cost.input_tokens = static_cast<std::int64_t>(below(1000));
    if (maybe()) cost.output_tokens = static_cast<std::int64_t>(below(100));
    cost.total_cost_usd = static_cast<double>(below(1000)) / 1000;
    return cost;
  }

  RunDetails details() {
    RunDetails details;
    if (maybe()) details.confidence = 0.5;
    if (maybe()) details.model = "opus";
    if (maybe()) details.artifacts.push_back({"a.md", std::nullopt, "what it is"});
    return details;
  }

  void complete() {
    CompleteTask action;
    if (maybe()) action.result = JsonText{one_of(k_jsons)};
    if (maybe()) action.details = details();
    if (maybe()) action.cost = cost();
    change(action);
  }

  void fail() {
    FailTask action{"it broke"};
    if (maybe()) action.code = "E1";
    if (maybe()) action.details = details();
    change(action);
  }

  SetVariable variable() {
    SetVariable set;
    set.name = one_of(k_names);
    set.value.text = one_of(k_jsons);
    if (maybe()) set.description = "what it holds";
    set.reason = maybe() ? "because" : "";
    return set;
  }

  void change_state() {
    const StateName state = below(3) == 0 ? StateName{} : StateName{StateScope::session, "sess-0000000a"};
    StateChange change{state, variable(), {}};
    if (below(5) == 0) change.action = DeleteVariable{one_of(k_names), ""};
    if (below(5) == 0) change.action = RenameVariable{one_of(k_names), "c", "why"};
    if (below(8) == 0) change.action = SetCompletion{"error", "no quota"};
    (void)change_states(m_store, std::span(&change, 1));
    const auto is_it = [&](const StateName& known) { return known.scope == state.scope; };
    if (std::none_of(m_states.begin(), m_states.end(), is_it)) m_states.push_back(state);
  }

  void take_checkpoint() {
    NewCheckpoint taken;
    taken.name = "here";
    if (m_states.empty() || maybe()) {
      taken.owner = TaskId{one_of(m_tasks)};
    } else {
      taken.owner = one_of(m_states);
    }
    (void)create_checkpoint(m_store, taken);
  }

  void change(TaskAction action) { (void)m_store.change({TaskId{one_of(m_tasks)}, std::move(action), {}}); }

  Store& m_store;
  std::mt19937 m_random;
  std::vector<std::string> m_tasks;
  std::vector<StateName> m_states;
};

std::string text_of(const std::optional<JsonText>& json) {
  return json ? json->text : "-";
}

std::vector<std::string> answers(const Store& store, const std::vector<StateName>& states) {
  std::vector<std::string> lines;
  for (const TreeSummary& tree : list_trees(store)) {
    lines.push_back(tree.progress.tree_id.text + " " + std::to_string(tree.progress.completed) + " " +
                    tree.session_id.value_or("-") + " " + tree.execution_mode.value_or("-"));
    for (const TreeNode& node : load_tree(store, tree.progress.tree_id).nodes)
      lines.push_back(id_text(node.task_id) + " " + node.node_id + " " + node.state_text + " " + node.prompt +
                      " " + std::to_string(node.subtree_cost_usd.value_or(-1)));
    for (const CostLine& line : cost_of_tree(store, tree.progress.tree_id, CostBy::model).lines)
      lines.push_back(line.key + " " + std::to_string(line.nodes) + " " +
                      std::to_string(line.cost_usd.value_or(-1)));
  }
  for (const StateName& state : states) {
    for (const Variable& variable : variables_of_state(store, state))
      lines.push_back(variable.name + " " + variable.value.text + " " + variable.description.value_or("-"));
    for (const VariableMutation& mutation : variable_history(store, state))
      lines.push_back(std::string(to_text(mutation.operation)) + " " + mutation.old_name + " " +
                      mutation.name + " " + text_of(mutation.old_value) + " " + text_of(mutation.new_value) +
                      " " + mutation.reason);
  }
  return lines;
}

/// When `verify` is asked. It takes longer than a verb: one round asks after each.
enum class Asked { after_every_verb, at_the_end };

void check_round(unsigned seed, Asked asked) {
  const TestDir dir;
  constexpr int k_steps = 80;
  StoreOptions options;
  options.durability = Durability::normal;
  std::vector<StateName> states;
  {
    Store store = Store::create(dir / "a.db", options);
    Worker worker(store, seed);
    for (int i = 0; i < k_steps; ++i) {
      worker.step();
      if (asked == Asked::after_every_verb) REQUIRE(unsound_in(dir / "a.db") == "");
    }
    states = worker.states();
  }
  const Store store = Store::open(dir / "a.db", Access::read_only);
  CHECK(verify(store).finding_count == 0);
  CHECK(unsound_when_restored(dir / "a.db") == "");
  CHECK(export_project(store, dir / "one").left_out.empty());
  const ImportReport report = import_files(dir / "b.db", {dir / "one"}, quick());
  for (const SourceReport& source : report.sources) {
    CAPTURE(source.path);
    CAPTURE((source.warnings.empty() ? std::string() : source.warnings.front().message));
    CHECK(source.warnings.empty());
  }
  const Store other = Store::open(dir / "b.db", Access::read_only);
  CHECK(verify(other).finding_count == 0);
  const std::vector<std::string> said = answers(store, states);
  const std::vector<std::string> says = answers(other, states);
  const auto differ = std::mismatch(said.begin(), said.end(), says.begin(), says.end());
  CHECK((differ.first == said.end() ? "" : *differ.first) ==
        (differ.second == says.end() ? "" : *differ.second));
  (void)export_project(other, dir / "two");
  CHECK(content_below(dir / "two") == content_below(dir / "one"));
}

}  // namespace

TEST_SUITE("roundtrip::random_verbs") {
  TEST_CASE("a store that only our verbs made comes back from its project, whatever they were") {
    const unsigned first = number_from_environment("RLMDB_VERBS_SEED", std::random_device()());
    for (unsigned i = 0; i < number_from_environment("RLMDB_VERBS_ROUNDS", 10); ++i) {
      const unsigned seed = first + i;
      CAPTURE(seed);
      check_round(seed, i == 0 ? Asked::after_every_verb : Asked::at_the_end);
    }
  }
}
