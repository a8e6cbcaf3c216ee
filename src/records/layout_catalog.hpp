// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "db/connection.hpp"
#include "records/layout_rows.hpp"
#include "records/record.hpp"

namespace rlmdb::records {

/// Where a record's layouts as objects and as `layouts` ids meet. Keeps at most `k_most` of each in memory.
class LayoutCatalog {
 public:
  static constexpr std::size_t k_most = 16384;

  explicit LayoutCatalog(db::Connection& connection) : m_rows(connection) {}

  /// Layouts that resolve() has handed out; they live as long as somebody holds this.
  using Layouts = std::unordered_map<std::int64_t, Layout>;

  /// Fills in the layouts of a record that the store has read; they belong to what is returned.
  std::shared_ptr<const Layouts> resolve(TaskRecord& record);
  /// Fills in the ids of a record that was taken apart, writing layouts that are new. `forget` drops what is
  /// remembered of objects that are about to go.
  void assign(TaskRecord& record);
  void forget(const Layout* layout) { m_ids.erase(layout); }
  /// Layouts written by assign().
  [[nodiscard]] std::uint64_t added() const noexcept { return m_added; }

 private:
  void resolve(LayoutRef& reference);
  void assign(LayoutRef& reference);

  LayoutRows m_rows;
  std::shared_ptr<Layouts> m_layouts = std::make_shared<Layouts>();
  std::unordered_map<const Layout*, std::int64_t> m_ids;
  std::uint64_t m_added = 0;
};

}  // namespace rlmdb::records
