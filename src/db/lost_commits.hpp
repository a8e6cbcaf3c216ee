// SPDX-License-Identifier: MIT
/// Keeps the witness of a database, and finds out when the file is behind it (decision 045).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "db/witness.hpp"
#include "rlmdb/event_kind.hpp"

namespace rlmdb::db {

/// Commits that were done and are not there.
struct LostCommits {
  Numbers here{};
  Numbers witnessed{};
  /// They were not synced, and the machine was started again since: what Durability::normal allows.
  bool is_allowed = false;

  /// "events 8 to 27, task number 12": of those that it is behind in
  [[nodiscard]] std::string words() const;
};

/// Raises the numbers above `floor` by the counters and by one event of `kind`, whose reason says which were
/// given out. A database that is above it already is left alone. REQUIRES: a write transaction.
void raise_numbers(Connection& connection, const Numbers& floor, EventKind kind);

/// Writes down that these were given out, as if by a commit. REQUIRES: the gate is held; opened for writing.
void witness_numbers(Connection& connection, const Numbers& numbers);

/// Of one connection, opened by open_connection().
class WitnessKeeper {
 public:
  /// Reads the witness, then the numbers, so that nothing that is committed meanwhile looks lost. The log is
  /// told of lost commits (warning).
  explicit WitnessKeeper(Connection& connection);

  /// What the file was found to lack; nullopt again once its numbers were raised.
  [[nodiscard]] const std::optional<LostCommits>& lost() const noexcept { return m_lost; }

  // Around one write transaction, behind the gate.
  /// After it began. In a database that is behind its witness the numbers are raised: a part of this
  /// transaction, so that is over once it is committed.
  void begin(Connection& connection);
  /// Before the commit.
  void announce(Connection& connection);
  /// After the commit.
  void confirm(Connection& connection) noexcept;

 private:
  [[nodiscard]] std::optional<LostCommits> compare(const Witness& witness, const Numbers& here) const;

  std::optional<WitnessPlace> m_place;  ///< nullopt: this connection writes no witness
  std::optional<LostCommits> m_lost;
  Reached m_reached;
  // Of the transaction that is open:
  Witness m_before{};
  Numbers m_at_begin{};
  std::optional<Witness> m_announced;
  std::int64_t m_changes_before = 0;
  bool m_is_readable = false;
  /// Of the file after the last commit of this connection, of which m_before tells then.
  std::optional<std::uint32_t> m_data_version;
};

}  // namespace rlmdb::db
