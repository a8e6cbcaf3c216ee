// SPDX-License-Identifier: MIT
/// Trees and tasks by address, `rlmdb://tree/ID` and `rlmdb://task/ID`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "mcp/tools.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb::cli {

struct Resource {
  enum class Kind { tree, task };

  Kind kind = Kind::tree;
  std::string id;

  /// Its address. Bytes that an address cannot have are written %XX.
  [[nodiscard]] std::string uri() const;
  /// nullopt: no address of ours.
  [[nodiscard]] static std::optional<Resource> named(std::string_view uri);
};

/// `resources/list`: trees with work left first, else newest first, 100 of them from place `from` on.
[[nodiscard]] std::string list_resources(const Store& store, const McpRights& rights, std::size_t from);

/// `resources/templates/list`.
[[nodiscard]] std::string list_resource_templates();

}  // namespace rlmdb::cli
