// SPDX-License-Identifier: MIT
#include "command_eta.hpp"

#include <string>
#include <vector>

#include "context.hpp"
#include "locate_database.hpp"
#include "print_json.hpp"
#include "print_trees.hpp"

namespace rlmdb::cli {
namespace {

class EtaCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "eta",
        "estimate when a tree will be done",
        "ID [options]",
        "The average duration of the tree's completed nodes, times its queued and\n"
        "running nodes: a simple estimate for nodes that run one after the other. Only\n"
        "nodes with a start and an end are averaged; without one it is unknown.",
        {"rlmdb eta tree-12345678", "rlmdb eta tree-12345678 --json"}};
    return k_text;
  }

  void setup(CLI::App& app) override { add_words(app, "ID", m_ids, 1, 1, "the tree"); }

  ExitCode run(Context& context) override {
    const Store store = open_database(context, Access::read_only);
    const TreeProgress progress = progress_of_tree(store, TreeId{m_ids.front()});
    context.out.write(context.wants_json() ? json_success("eta", json_eta(progress)) : text_eta(progress));
    return ExitCode::done;
  }

 private:
  std::vector<std::string> m_ids;
};

}  // namespace

CommandPtr make_eta_command() {
  return std::make_unique<EtaCommand>();
}

}  // namespace rlmdb::cli
