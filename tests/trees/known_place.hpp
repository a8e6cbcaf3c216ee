// SPDX-License-Identifier: MIT
/// A project of a legacy store, a tree document and node files, whose nodes are known from one or more of
/// them.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "project_files.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/store.hpp"
#include "sources/document_source.hpp"
#include "store_files.hpp"

namespace rlmdb::test {

using Object = nlohmann::ordered_json;

inline const std::string k_known_tree = "tree-0000000a";
inline const std::string k_tree_file = ".aiwg/rlm/trees/" + k_known_tree + "/tree.json";
inline const std::string k_tasks_file = ".aiwg/daemon/tasks.json";

inline std::string node_id(int i) {
  return "task-0000000" + std::to_string(i);
}
inline std::string store_id(int i) {
  return "task-000" + std::to_string(i);
}

/// A record of the legacy store for node `i`.
inline Object record(int i, int parent) {
  Object metadata = {{"tree_id", k_known_tree},
                     {"node_id", node_id(i)},
                     {"parent_id", nullptr},
                     {"depth", parent < 0 ? 0 : 1}};
  if (parent >= 0) metadata["parent_id"] = store_id(parent);
  return {{"id", store_id(i)},    {"prompt", "p"},          {"agent", nullptr},
          {"priority", 0},        {"state", "queued"},      {"createdAt", "2026-02-09T10:00:00.000Z"},
          {"startedAt", nullptr}, {"completedAt", nullptr}, {"pid", nullptr},
          {"result", nullptr},    {"error", nullptr},       {"output", ""},
          {"metadata", metadata}};
}

inline Object document_node(int i, int parent) {
  Object node = {{"node_id", node_id(i)},       {"parent_id", nullptr},
                 {"depth", parent < 0 ? 0 : 1}, {"prompt", "p"},
                 {"status", "pending"},         {"timestamps", {{"created_at", "2026-02-09T10:00:00.000Z"}}}};
  if (parent >= 0) node["parent_id"] = node_id(parent);
  return node;
}

/// A project of a store, a tree document and node files, as they are given.
class KnownPlace {
 public:
  void write_store(const std::vector<Object>& records) {
    write(k_tasks_file, {{"version", 1}, {"updatedAt", "2026-02-09T10:00:00.000Z"}, {"tasks", records}});
  }
  /// The first one is the root, the others are its children.
  void write_tree(const std::vector<Object>& nodes, Object metadata = Object::object()) {
    metadata["tree_id"] = k_known_tree;
    Object top = nodes.front();
    top["children"] = Object::array();
    for (std::size_t i = 1; i < nodes.size(); ++i) top["children"].push_back(nodes[i]);
    write_tree_of(top, metadata);
  }
  void write_tree_of(const Object& root_task, const Object& metadata = {{"tree_id", k_known_tree}}) {
    write(k_tree_file, {{"version", "1.0.0"}, {"metadata", metadata}, {"root_task", root_task}});
  }
  void write_node(int i, const Object& node) {
    write(".aiwg/rlm/trees/" + k_known_tree + "/nodes/" + node_id(i) + ".json", node);
  }
  void import() { (void)import_files(database, {root}, quick()); }
  [[nodiscard]] Store open() const { return Store::open(database, Access::read_write); }
  [[nodiscard]] Object exported(const std::filesystem::path& directory, const std::string& file) const {
    return Object::parse(read_all(directory / file));
  }

  TestDir dir;
  std::filesystem::path root = dir / "project";
  std::filesystem::path database = dir / "project/.aiwg/rlm.db";

 private:
  void write(const std::string& file, const Object& document) const {
    std::filesystem::create_directories((root / file).parent_path());
    write_all(root / file, sources::pretty(document.dump()));
  }
};

inline Object node_of(const Store& store, int i) {
  return Object::parse(node_of_task(store, TaskId{store_id(i)}).value().json.text);
}

inline void set(Store& store, int i, const std::string& member, const Object& value) {
  (void)store.change({TaskId{store_id(i)}, SetMembers{{{member, JsonText{value.dump()}}}}});
}

/// The node of that id in a tree document, wherever it stands; null: it is not there.
inline Object find_node(const Object& node, const std::string& id) {
  if (node.value("node_id", "") == id) return node;
  for (const Object& child : node.value("children", Object::array())) {
    if (const Object found = child.is_object() ? find_node(child, id) : Object(); !found.is_null())
      return found;
  }
  return {};
}

}  // namespace rlmdb::test
