// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "loops/loop_list.hpp"

namespace rlmdb::loops {

/// A `loops` row. What the document says is read out of the outline by insert() and update().
struct LoopHead {
  std::int64_t id = 0;
  std::string place;
  std::string family;  ///< ralph, ralph-external
  std::string loop_id;
  bool is_archived = false;
  std::optional<std::string> source_path;
  std::optional<std::int64_t> import_id;
  std::int64_t version = 1;
  std::optional<std::int64_t> source_version;
  std::optional<std::int64_t> last_event_seq;
  std::string outline;
};

/// The writer of `loops` and of the tables of its lists.
class LoopRows {
 public:
  explicit LoopRows(db::Connection& connection) : m_connection(connection) {}

  [[nodiscard]] std::optional<LoopHead> find(std::int64_t id);
  [[nodiscard]] std::optional<LoopHead> find_by_place(std::string_view place);
  [[nodiscard]] std::optional<LoopHead> find_by_source(std::string_view source_path);
  /// Those that go by that id: archived ones last, Ralph's own before external ones.
  [[nodiscard]] std::vector<LoopHead> find_by_loop(std::string_view loop_id);
  /// By place.
  [[nodiscard]] std::vector<LoopHead> all();
  /// Ralph's own loops that are under way; archived ones are not.
  [[nodiscard]] std::int64_t count_active();
  void insert(const LoopHead& head);
  /// Everything but id and place.
  void update(const LoopHead& head);
  /// With its lists; its events stay.
  void remove(std::int64_t id);

  /// In order, compact.
  [[nodiscard]] std::vector<std::string> entries(std::int64_t id, LoopList list);
  [[nodiscard]] std::int64_t count(std::int64_t id, LoopList list);
  void append(std::int64_t id, LoopList list, std::string_view json);
  /// The entry at `position`, which is there, becomes `json`.
  void put(std::int64_t id, LoopList list, std::int64_t position, std::string_view json);
  void replace(std::int64_t id, LoopList list, const std::vector<std::string>& entries);

 private:
  void clear(std::int64_t id, LoopList list);
  db::Connection& m_connection;
};

}  // namespace rlmdb::loops
