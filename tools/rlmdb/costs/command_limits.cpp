// SPDX-License-Identifier: MIT

#include <string>
#include <vector>

#include "costs/print_tree_settings.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/duration.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "frame/warnings.hpp"
#include "rlmdb/error.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

class LimitsCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "limits",
        "show how far a tree may grow, and set it",
        "[ID] [options]",
        "Each limit with what comes nearest to it: the deepest node, the one with the\n"
        "most children, the number of nodes, the largest context, the node that has been\n"
        "running longest; and nodes that run longer than the time-out. With options the\n"
        "limits are set first. What is not set for a tree comes from the project's\n"
        "rlm-task-tree.yaml, else it is the default. A new node beyond a limit is added\n"
        "with a warning, or, after --refuse, not at all. Nothing is ended for running too\n"
        "long, but for a node with a timeout_ms of its own, which `rlmdb work` ends.",
        {"rlmdb limits tree-12345678", "# never more than 50 nodes",
         "rlmdb limits tree-12345678 --max-nodes 50 --refuse", "# which limits are reached",
         "rlmdb limits tree-12345678 | awk '$1 == \"limit\" && $5 != \"below\"'"},
        {{0, "done, also where a limit is reached"},
         {4, "there is no such database or tree; the hint names trees with work left"}},
        {"task", "budget", "tree"}};
    return k_text;
  }

  [[nodiscard]] Effect effect() const override { return Effect::changes; }

  void setup(Options& options) override {
    const TreeLimits defaults;
    options.words("ID", m_ids, 0, 1, "the tree; default: the unfinished one");
    add_limit(options, "--max-depth", 0, m_change.max_depth, defaults.max_depth,
              "deepest level of a node, root 0; default {}");
    add_limit(options, "--max-children", 0, m_change.max_children, defaults.max_children,
              "children of one node; default {}");
    add_limit(options, "--max-nodes", 1, m_change.max_nodes, defaults.max_nodes,
              "nodes of the tree; default {}");
    add_limit(options, "--max-context-tokens", 0, m_change.max_context_tokens, defaults.max_context_tokens,
              "size_tokens of one node's context; default {}");
    options
        .duration(
            "--timeout",
            [this](std::chrono::milliseconds timeout) {
              m_change.timeout = timeout;
              m_sets = true;
            },
            "how long one node may run; default {}")
        .initially(duration_option(defaults.timeout));
    options.toggle("--refuse", m_refuses, "refuse a new node beyond a limit");
    options.toggle("--warn", m_warns, "add it with a warning; default");
  }

  [[nodiscard]] Answers answers() const override {
    return {
        "The limits of a tree, each with what comes nearest to it, and the nodes that run longer than the "
        "time-out.",
        {{"", "", shape_of([] { return json_limits({}); })}}};
  }

  ExitCode run(Context& context) override {
    if (m_refuses && m_warns) {
      throw Error(ErrorCode::usage, "--refuse and --warn exclude each other", {}, "leave one of them out");
    }
    if (m_refuses || m_warns) {
      m_change.action = m_refuses ? LimitAction::refuse : LimitAction::warn;
      m_sets = true;
    }
    const LimitReport report = m_sets ? set(context) : show(context);
    warn_unread(context, report.project);
    context.out.write(context.wants_json()
                          ? json_success("limits", json_limits(report))
                          : wrapped(text_limits(report, context.terminal), context.terminal));
    return ExitCode::done;
  }

 private:
  static void warn_unread(Context& context, const ProjectLimits& project) {
    if (project.fault.empty()) return;
    const Finding warning{"", "limits_unread", project.fault};
    if (context.wants_json()) {
      keep_warning(warning);
    } else {
      context.talk(text_warnings({warning}, context.error_terminal));
    }
  }

  void add_limit(Options& options, const std::string& name, std::int64_t least,
                 std::optional<std::int64_t>& limit, std::int64_t otherwise, std::string help) {
    const auto take = [this, &limit](std::int64_t number) {
      limit = number;
      m_sets = true;
    };
    options.number(name, {least}, take, std::move(help)).initially(std::to_string(otherwise));
  }

  [[nodiscard]] LimitReport show(const Context& context) const {
    const Store& store = open_database(context, Access::read_only);
    return limits_of_tree(store, tree_meant(store, m_ids));
  }

  [[nodiscard]] LimitReport set(Context& context) const {
    context.out.require_writable();
    Store& store = open_database(context, Access::read_write);
    LimitReport report = set_tree_limits(store, tree_meant(store, m_ids), m_change);
    context.out.set_failure_hint("the limits themselves are set");
    return report;
  }

  std::vector<std::string> m_ids;
  LimitChange m_change;
  bool m_sets = false;
  bool m_refuses = false;
  bool m_warns = false;
};

}  // namespace

CommandPtr make_limits_command() {
  return std::make_unique<LimitsCommand>();
}

}  // namespace rlmdb::cli
