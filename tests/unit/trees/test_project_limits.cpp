// SPDX-License-Identifier: MIT
// Limits out of a project's own file: which file, what it says, and what is told of one that cannot be read.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "rlmdb/tree_settings.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Words = std::vector<std::string>;

/// A project's directory with a database where it belongs.
class ProjectPlace {
 public:
  ProjectPlace() { std::filesystem::create_directories(m_dir / ".aiwg/daemon"); }
  [[nodiscard]] Store store() const {
    return Store::create(m_dir / ".aiwg/daemon/rlm.db", TaskPlace::options());
  }
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((m_dir / name).parent_path());
    write_all(m_dir / name, text);
  }
  [[nodiscard]] static std::string seed() {
    return read_all(std::filesystem::path(RLMDB_SOURCE_DIR) / "data/schemas/rlm-task-tree.yaml");
  }

 private:
  TestDir m_dir;
};

Words sources_of(const Store& store) {
  Words sources;
  for (const LimitUse& use : limits_of_tree(store, TreeId{"tree-1"}).uses)
    sources.push_back(use.name + " " + std::to_string(use.limit) + " " + std::string(to_text(use.source)));
  return sources;
}

/// A node below `parent`, the root where that is "".
ChangeResult add_node(Store& store, const std::string& parent = "", const std::string& context = "") {
  NewTask task;
  task.prompt = "p";
  if (parent.empty()) task.tree = TreeId{"tree-1"};
  if (!parent.empty()) task.parent = TaskId{parent};
  if (!context.empty()) task.context = JsonText{context};
  return store.change({TaskId{}, std::move(task), {}});
}

Words warned(const ChangeResult& result) {
  Words codes;
  for (const Finding& warning : result.warnings) codes.push_back(warning.code + " " + warning.where);
  return codes;
}

}  // namespace

TEST_SUITE("trees::project_limits") {
  TEST_CASE("the soft limits come from a project's rlm-task-tree.yaml, and each says where it comes from") {
    const ProjectPlace project;
    Store store = project.store();
    const std::string root = add_node(store).id.text;
    CHECK(sources_of(store) == Words{"max_depth 5 default", "max_children 10 default",
                                     "max_nodes 100 default", "max_context_tokens 100000 default",
                                     "timeout_ms 300000 default"});
    project.write("rlm-task-tree.yaml", "limits:\n  max_depth: 9\n  max_children_per_node: 1\n");
    CHECK(warned(add_node(store, root)).empty());
    CHECK(warned(add_node(store, root)) == Words{"max_children task-0002"});
    project.write(".aiwg/rlm/rlm-task-tree.yaml",
                  "limits:  # ours\n  max_depth: 7\n  max_total_nodes: 3\n  max_context_tokens_per_node: 10\n"
                  "  timeout_per_node_ms: 60000\n");
    CHECK(warned(add_node(store, root, R"({"size_tokens":11})")) ==
          Words{"max_nodes task-0003", "max_context_tokens task-0003"});
    LimitChange change;
    change.max_nodes = 100;
    CHECK(set_tree_limits(store, TreeId{"tree-1"}, change).project.place == ".aiwg/rlm/rlm-task-tree.yaml");
    CHECK(sources_of(store) == Words{"max_depth 7 project", "max_children 10 default", "max_nodes 100 tree",
                                     "max_context_tokens 10 project", "timeout_ms 60000 project"});
    change.max_nodes = 3;
    (void)set_tree_limits(store, TreeId{"tree-1"}, change);
    CHECK(sources_of(store).at(2) == "max_nodes 3 project");
    project.write(".aiwg/rlm/rlm-task-tree.yaml", project.seed());
    CHECK(sources_of(store) == Words{"max_depth 5 project", "max_children 10 project",
                                     "max_nodes 100 project", "max_context_tokens 100000 project",
                                     "timeout_ms 300000 project"});
  }

  TEST_CASE("a project's file of limits that cannot be read is told, and the defaults count") {
    const ProjectPlace project;
    Store store = project.store();
    const std::string root = add_node(store).id.text;
    const std::vector<std::pair<std::string, std::string>> broken{
        {"limits: [", "did not find expected node content"},
        {"limits:\n  max_depth: -1\n", "limits/max_depth is no whole number from 0"},
        {"limits:\n  max_total_nodes: 0\n", "limits/max_total_nodes is no whole number from 1"},
        {"limits:\n  max_depth: deep\n", "limits/max_depth is no whole number from 0"}};
    for (const auto& [text, why] : broken) {
      project.write("rlm-task-tree.yaml", text);
      CHECK(limits_of_tree(store, TreeId{"tree-1"}).project.fault.find(why) != std::string::npos);
      const ChangeResult child = add_node(store, root);
      CHECK(warned(child) == Words{"limits_unread " + child.id.text});
      CHECK(limits_of_tree(store, TreeId{"tree-1"}).limits == TreeLimits{});
    }
    project.write("rlm-task-tree.yaml", "just a text");
    CHECK(warned(add_node(store, root)).empty());
  }
}
