// SPDX-License-Identifier: MIT
// Random tree documents, sound and damaged, in all shapes: they come back byte for byte, every node is drawn
// exactly once in every picture and planned exactly once, and what is changed here comes back from the
// exported document in a fresh database.
// RLMDB_PROPERTY_SEED and RLMDB_PROPERTY_TREES choose the first seed and the number of documents.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "document_place.hpp"
#include "random_document.hpp"
#include "reports/print_report.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/verify.hpp"
#include "sound_databases.hpp"
#include "trees/node_label.hpp"
#include "trees/print_pictures.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

const std::string k_random_tree = "tree-0000abcd";

unsigned number_from(const char* variable, unsigned otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

/// A directory in memory where there is one: nothing here has to survive.
void use_memory_for_temporary_files() {
  if (::access("/dev/shm", W_OK) == 0) ::setenv("TMPDIR", "/dev/shm", 1);
}

std::size_t count_of(std::string_view text, std::string_view what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + what.size()))
    ++count;
  return count;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

const std::string& name_of(const TreeNode& node) {
  return node.task_id ? node.task_id->text : node.node_id;
}

std::string joined(const std::multiset<std::string>& ids) {
  std::string text;
  for (const std::string& id : ids) text += id + "\n";
  return text;
}

/// What has to be the same in a database that the exported document came into.
struct Kept {
  std::string node_id;
  std::string parent_id;
  std::string state;
  std::string prompt;
  friend bool operator==(const Kept&, const Kept&) = default;
};

std::vector<Kept> kept(const Tree& tree) {
  std::vector<Kept> nodes;
  for (const TreeNode& node : tree.nodes)
    nodes.push_back({node.node_id, id_text(node.parent_id), node.state_text, node.prompt});
  return nodes;
}

/// When `verify` is asked. It takes longer than a verb: some documents ask after each.
enum class Asked { after_every_verb, at_the_end };
constexpr unsigned k_asked = 10;  ///< of the documents

class DocumentCheck {
 public:
  DocumentCheck(unsigned seed, Asked asked)
      : m_random(seed), m_asked(asked), m_made(RandomDocument(seed, k_random_tree).make()) {}

  void run() {
    const SourceReport report = m_place.import_text(m_made.text);
    REQUIRE(report.proof.has_value());
    CHECK(report.proof->identical());
    CHECK((m_place.tree(k_random_tree) == m_made.text));
    check_drawings();
    check_answers();
    check_recovery();
    change_some();
    check_second_place();
  }

  [[nodiscard]] bool found_damage() const { return m_found_damage; }
  [[nodiscard]] std::size_t changes() const { return m_changes; }
  [[nodiscard]] const MadeDocument& made() const { return m_made; }

 private:
  [[nodiscard]] Tree tree() const {
    return load_tree(Store::open(m_place.database, Access::read_only), TreeId{k_random_tree});
  }

  /// Every node once, in the order of load_tree.
  void check_drawings() {
    const Tree tree = this->tree();
    std::map<std::string, std::size_t> ids;
    for (const TreeNode& node : tree.nodes) ++ids[node.node_id];
    CHECK((ids == m_made.ids));
    m_found_damage = !tree.findings.empty();
    const std::vector<std::string> lines = lines_of(cli::text_tree(tree, {}, cli::Terminal{}));
    REQUIRE(lines.size() == tree.nodes.size());
    for (std::size_t i = 0; i < lines.size(); ++i)
      CHECK_MESSAGE(lines[i].find(cli::node_name(tree.nodes[i])) != std::string::npos, lines[i]);
    const cli::TreePick all = cli::pick_nodes(tree, {});
    const std::string mermaid = cli::mermaid_of(tree, all, cli::Costs::shown);
    CHECK(count_of(mermaid, "\"]:::") == tree.nodes.size());
    const std::string dot = cli::dot_of(tree, all, cli::Costs::shown);
    CHECK(count_of(dot, " [label=\"") == tree.nodes.size());
    const auto roots = static_cast<std::size_t>(std::count_if(
        tree.nodes.begin(), tree.nodes.end(), [](const TreeNode& node) { return node.depth == 0; }));
    CHECK(count_of(mermaid, " --> n") == tree.nodes.size() - roots);
    CHECK(count_of(dot, " -> n") == tree.nodes.size() - roots);
    CHECK((roots == 1 || !tree.findings.empty()));
  }

  void check_answers() const {
    const Store store = Store::open(m_place.database, Access::read_only);
    const TreeId id{k_random_tree};
    const TreeProgress progress = progress_of_tree(store, id);
    CHECK(progress.total == static_cast<std::int64_t>(m_made.nodes));
    const TreeReport report = report_of_tree(store, id);
    CHECK(report.tree.nodes.size() == m_made.nodes);
    CHECK(cli::markdown_report(report).starts_with("# Tree"));
    CHECK(cli::html_report(report).ends_with("</html>\n"));
    const TreeCost cost = cost_of_tree(store, id, CostBy::node);
    CHECK(cost.lines.size() == m_made.nodes);
    CHECK(verify(store).finding_count == 0);
  }

  /// Every node is planned once; what the plan calls ready once it is applied is what `ready` lists.
  void check_recovery() {
    Store store = m_place.writer();
    const TreeId id{k_random_tree};
    const TreePlan plan = recover(store, id, RecoverRun::dry_run).trees.at(0);
    std::map<std::string, std::size_t> ids;
    for (const NodePlan& node : plan.nodes) ++ids[node.node_id];
    CHECK((ids == m_made.ids));
    if (m_random.below(2) == 0) return;
    (void)recover(store, id);
    expect_sound();
    // Nodes of one id are told apart by no parent_id: which of them has the children is anybody's guess.
    if (m_made.ids.size() < m_made.nodes) return;
    std::multiset<std::string> ready;
    const TreePlan after = recover(store, id, RecoverRun::dry_run).trees.at(0);
    for (const NodePlan& node : after.nodes)
      if (node.decision == Decision::ready) ready.insert(id_text(node.task_id));
    std::multiset<std::string> listed;
    for (const TaskSummary& task : store.ready()) listed.insert(task.id.text);
    CHECK(joined(listed) == joined(ready));
  }

  void change_some() {
    Store store = m_place.writer();
    for (const TreeNode& node : tree().nodes) {
      const auto known = m_made.ids.find(node.node_id);
      if (m_random.below(4) != 0 || known->second > 1) continue;
      Precondition only_if;
      only_if.force = Force::yes;
      (void)store.change({TaskId{name_of(node)}, any_action(), only_if});
      expect_sound();
      ++m_changes;
    }
  }

  void expect_sound() const {
    if (m_asked == Asked::after_every_verb) REQUIRE(unsound_in(m_place.database) == "");
  }

  TaskAction any_action() {
    switch (m_random.below(4)) {
      case 0:
        return FailTask{"no"};
      case 1:
        return CancelTask{};
      case 2:
        return SetMembers{{{"prompt", JsonText{"\"another \\\"prompt\\\"\""}}}};
      default:
        return CompleteTask{JsonText{"\"done\""}};
    }
  }

  void check_second_place() const {
    const std::string text = m_place.tree(k_random_tree);
    REQUIRE(RandomDocument::Json::accept(text));
    const DocumentPlace second;
    const SourceReport report = second.import_text(text);
    CHECK(report.proof->identical());
    CHECK(report.records.added == m_made.nodes);
    const Tree again = load_tree(Store::open(second.database, Access::read_only), TreeId{k_random_tree});
    CHECK((kept(again) == kept(tree())));
    CHECK((second.tree(k_random_tree) == text));
  }

  RandomTree m_random;
  Asked m_asked;
  MadeDocument m_made;
  DocumentPlace m_place;
  bool m_found_damage = false;
  std::size_t m_changes = 0;
};

}  // namespace

TEST_SUITE("trees::random_documents") {
  TEST_CASE("random tree documents come back, are drawn whole, and carry changes over") {
    use_memory_for_temporary_files();
    const unsigned first = number_from("RLMDB_PROPERTY_SEED", 1);
    const unsigned count = number_from("RLMDB_PROPERTY_TREES", 90);
    std::set<Nesting> shapes;
    std::size_t damaged = 0;
    std::size_t changes = 0;
    for (unsigned seed = first; seed < first + count; ++seed) {
      INFO("again: RLMDB_PROPERTY_TREES=1 RLMDB_PROPERTY_SEED=" << seed);
      DocumentCheck check(seed, seed < first + k_asked ? Asked::after_every_verb : Asked::at_the_end);
      check.run();
      shapes.insert(check.made().nesting);
      if (check.found_damage()) ++damaged;
      changes += check.changes();
    }
    if (count < 90) return;
    CHECK(shapes.size() == 3);
    CHECK(damaged > count / 5);
    CHECK(damaged < count);
    CHECK(changes > 2 * count);
  }

  TEST_CASE("a node without an id refuses the document, and nothing of it comes in") {
    const DocumentPlace place;
    (void)place.import_text(R"({"root_task":{"node_id":"a"},"metadata":{"tree_id":"tree-1"}})");
    const auto refused = [&](const std::string& text) {
      try {
        (void)place.import_text(text, "other.json");
      } catch (const Error& error) {
        return error.code() == ErrorCode::invalid_input;
      }
      return false;
    };
    CHECK(refused(R"({"root_task":{"node_id":"b","children":[{"prompt":"x"}]}})"));
    CHECK(refused(R"({"nodes":[{"node_id":"b"},{"node_id":7}]})"));
    CHECK(place.rows("SELECT count(*) FROM tasks") == std::vector<std::string>{"1"});
  }
}
