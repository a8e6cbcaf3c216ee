// SPDX-License-Identifier: MIT
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "format/rest_of_list.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "frame/stuck_lines.hpp"
#include "trees/print_totals.hpp"
#include "trees/print_trees.hpp"

namespace rlmdb::cli {
namespace {

class StatusCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "status",
        "show what a tree is doing, and its cost",
        "[ID] [options]",
        "Nodes by state, the total cost and the tasks that run now, with the first 60\n"
        "characters of their prompts. Without ID the unfinished tree, or where there are\n"
        "several how far they are together, a short block for each and a line for all\n"
        "trees; one for the tasks outside trees. --depth draws the tree below it.",
        {"rlmdb status", "# with the tree's first two levels and their cost",
         "rlmdb status tree-12345678 --depth 1 --cost"},
        {{4, "there is no such database or tree; the hint names trees with work left"}},
        {"progress", "tree", "cost"}};
    return k_text;
  }

  void setup(Options& options) override {
    options.words("ID", m_ids, 0, 1, "a tree, finished or not");
    options.number(
        "--depth", {},
        [this](std::int64_t depth) {
          m_look.depth = depth;
          m_draws = true;
        },
        "draw the tree below, N levels under its root");
    options.toggle(
        "--cost",
        [this] {
          m_look.costs = Costs::shown;
          m_draws = true;
        },
        "draw the tree below with the cost of each node and all below it");
  }

  [[nodiscard]] bool has_long_lists() const override { return true; }

  [[nodiscard]] Answers answers() const override {
    return {"What trees do now; nodes and findings are there with --depth or --cost.",
            {{"tree", "With ID.", shape_of_status()},
             {"drawn_tree", "With ID and --depth or --cost.", shape_of_drawn_status()},
             {"trees", "Without ID: every unfinished tree.",
              shape_of([] { return json_statuses({}, {}, {}, {}); })}}};
  }

  ExitCode run(Context& context) override {
    const Store& store = open_database(context, Access::read_only);
    if (!m_ids.empty()) {
      print_one(store, TreeId{m_ids.front()}, context);
      return ExitCode::done;
    }
    const auto [trees, totals, stuck] = progress_of_store(store);
    if (context.wants_json()) {
      std::vector<std::string> statuses;
      for (const TreeProgress& tree : trees) {
        statuses.push_back(json_of(store, tree.tree_id));
      }
      write_success(context.out, "status", json_statuses(statuses, trees, totals, stuck));
    } else if (trees.size() == 1) {
      context.out.write(text_stuck(stuck, context.terminal));
      context.out.write(text_status(status_of_tree(store, trees.front().tree_id), context.terminal) +
                        below(drawing_of(store, trees.front().tree_id, context)));
    } else {
      std::string text = text_stuck(stuck, context.terminal) + text_together(trees, context.terminal);
      for (const TreeProgress& tree : trees) {
        text += text_short_status(status_of_tree(store, tree.tree_id), context.terminal) +
                drawing_of(store, tree.tree_id, context);
      }
      context.out.write(first_lines(std::move(text), context.terminal));
    }
    if (!context.wants_json()) context.out.write(text_totals(totals, context.terminal));
    context.out.flush();
    if (trees.empty()) {
      context.talk("no unfinished trees\n");
    }
    return ExitCode::done;
  }

 private:
  void print_one(const Store& store, const TreeId& id, Context& context) const {
    if (context.wants_json()) {
      write_success(context.out, "status", json_of(store, id));
      return;
    }
    const TreeStatus status = status_of_tree(store, id);
    context.out.write(text_stuck(status.stuck, context.terminal) + text_status(status, context.terminal) +
                      below(drawing_of(store, id, context)));
  }

  [[nodiscard]] static std::string below(const std::string& drawing) {
    return drawing.empty() ? drawing : "\n" + drawing;
  }

  [[nodiscard]] std::string json_of(const Store& store, const TreeId& id) const {
    const std::optional<Tree> tree = m_draws ? std::optional(load_tree(store, id)) : std::nullopt;
    return json_status(status_of_tree(store, id), tree.has_value() ? &*tree : nullptr, m_look);
  }

  [[nodiscard]] std::string drawing_of(const Store& store, const TreeId& id, const Context& context) const {
    return m_draws ? text_tree(load_tree(store, id), m_look, context.terminal) : std::string{};
  }

  std::vector<std::string> m_ids;
  TreeLook m_look;
  bool m_draws = false;
};

}  // namespace

CommandPtr make_status_command() {
  return std::make_unique<StatusCommand>();
}

}  // namespace rlmdb::cli
