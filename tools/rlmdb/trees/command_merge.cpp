// SPDX-License-Identifier: MIT
#include <optional>
#include <string>
#include <vector>

#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "rlmdb/merge.hpp"
#include "rlmdb/words.hpp"
#include "trees/print_merge.hpp"

namespace rlmdb::cli {
namespace {

class MergeCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "merge",
        "bring the results of a node's children together",
        "NODE [options]",
        "Gives what the node's merge strategy makes of its children's results, in store\n"
        "order: concatenate joins them, vote takes the one that more than half of them\n"
        "are, best-of-n the one with the highest confidence. A tie decides nothing. For\n"
        "summarize, which needs a model, and without a strategy it gives the inputs.\n"
        "In a pipe standard output is the bare text. It only reads. Exit 3 when there is\n"
        "no result, 7 while a child is not finished.",
        {"rlmdb merge task-0004", "# and store it",
         "rlmdb merge task-0004 | rlmdb task complete task-0004 --result -", "# what a model is to summarize",
         "rlmdb merge task-0004 --strategy summarize >inputs.md"},
        {{0, "there is a result"},
         {3, "there is no result: a tie, no confidence, a model is needed, no strategy, no inputs"},
         {4, "there is no such database or node"},
         {7, "a child is not finished, there is no child, or several nodes have that node id"}},
        {"task", "tree", "recover", "work"}};
    return k_text;
  }

  [[nodiscard]] Effect effect() const override { return Effect::writes; }

  void setup(Options& options) override {
    options.words("NODE", m_nodes, 1, 1, "its store id, or the node id of a node that has none");
    options.choice("--strategy", {k_words_of<MergeStrategy>.begin(), k_words_of<MergeStrategy>.end()},
                   m_options.strategy, "instead of the node's own merge_strategy");
    options.choice("--vote",
                   {{to_text(VoteRule::majority), VoteRule::majority},
                    {to_text(VoteRule::consensus), VoteRule::consensus},
                    {to_text(VoteRule::plurality), VoteRule::plurality}},
                   m_options.vote,
                   "what decides a vote: more than half, all, or more than any other; default {}");
    options.text("--separator", m_separator, "TEXT", "between the results (default: an empty line)");
  }

  [[nodiscard]] Answers answers() const override {
    return {"What came of the results of a node's children.",
            {{"", "", shape_of([] { return json_merge({}); })}}};
  }

  ExitCode run(Context& context) override {
    if (m_separator.has_value()) {
      m_options.separator = *m_separator;
    }
    const Merge merge = merge_node(open_database(context, Access::read_only), m_nodes.front(), m_options);
    if (context.wants_json()) {
      write_success(context.out, "merge", json_merge(merge));
    } else if (context.terminal.is_terminal) {
      context.out.write(text_merge(merge, context.terminal));
    } else {
      context.out.write(bare_text(merge));
      context.out.flush();
      if (!merge.result.has_value()) {
        context.talk("no result: " + merge.reason + "\n");
      }
    }
    return merge.result.has_value() ? ExitCode::done : ExitCode::findings;
  }

 private:
  /// The result; where a model has to make it, what the model needs.
  static std::string bare_text(const Merge& merge) {
    const bool decides_here =
        merge.strategy == MergeStrategy::vote || merge.strategy == MergeStrategy::best_of_n;
    return merge.result.value_or(decides_here ? "" : merge.joined);
  }

  std::vector<std::string> m_nodes;
  std::optional<std::string> m_separator;
  MergeOptions m_options;
};

}  // namespace

CommandPtr make_merge_command() {
  return std::make_unique<MergeCommand>();
}

}  // namespace rlmdb::cli
