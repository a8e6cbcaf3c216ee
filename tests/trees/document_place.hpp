// SPDX-License-Identifier: MIT
/// Tree documents in a database of their own.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "rlmdb/export.hpp"
#include "tree_place.hpp"

namespace rlmdb::test {

inline constexpr const char* k_tree = "tree-9f8e7d6c";

inline std::filesystem::path source_dir() {
  return std::filesystem::path(RLMDB_SOURCE_DIR) / "data/legacy";
}

inline std::filesystem::path tree_file(const std::string& tree) {
  return source_dir() / "trees" / tree / "tree.json";
}

/// A database that documents come into.
class DocumentPlace {
  TestDir m_dir;

 public:
  std::filesystem::path database = m_dir / "rlm.db";

  SourceReport import(const std::filesystem::path& file, const ImportOptions& options = quick()) const {
    return import_one(database, file, options);
  }
  /// From a text, as trees/x/tree.json in the test's directory.
  SourceReport import_text(const std::string& text, const std::string& name = "trees/tree-x/tree.json",
                           const ImportOptions& options = quick()) const {
    const std::filesystem::path file = m_dir / name;
    std::filesystem::create_directories(file.parent_path());
    write_all(file, text);
    return import(file, options);
  }
  [[nodiscard]] std::string tree(const std::string& id) const { return text_of(id, std::nullopt); }
  [[nodiscard]] std::string node(const std::string& id, const std::string& node) const {
    return text_of(id, node);
  }
  void edit(const std::string& sql) const { edit_in_shell(database, sql); }
  [[nodiscard]] std::vector<std::string> rows(const std::string& sql) const { return rows_of(database, sql); }
  [[nodiscard]] Store writer() const {
    StoreOptions options;
    options.durability = Durability::normal;
    return Store::open(database, Access::read_write, options);
  }

 private:
  [[nodiscard]] std::string text_of(const std::string& id, const std::optional<std::string>& node) const {
    std::string text;
    const Store store = Store::open(database, Access::read_only);
    (void)export_tree(store, TreeId{id}, node, [&](std::string_view bytes) { text += bytes; });
    return text;
  }
};

}  // namespace rlmdb::test
