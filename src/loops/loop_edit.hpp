// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loops/loop_detail_rows.hpp"
#include "loops/loop_facts.hpp"
#include "loops/loop_quality.hpp"
#include "loops/loop_rows.hpp"
#include "loops/loop_status.hpp"
#include "rlmdb/event_kind.hpp"
#include "rlmdb/loop.hpp"

namespace rlmdb::loops {

/// One change of one loop: members of its outline and new entries of its lists, the event, and the previous
/// value of each member. REQUIRES: an open write transaction.
class LoopEdit {
 public:
  /// A loop that is there. Errors not_found; conflict: it is archived, or at another version; invalid_input:
  /// the condition's time is none.
  LoopEdit(db::Connection& connection, const LoopId& loop, const LoopCondition& condition);
  /// A new one of that id and outline. Error conflict where one is there.
  LoopEdit(db::Connection& connection, const std::string& loop_id, std::string outline);

  [[nodiscard]] const LoopHead& head() const noexcept { return m_head; }
  [[nodiscard]] LoopDetailRows& rows() noexcept { return m_details; }
  [[nodiscard]] db::Connection& connection() noexcept { return m_connection; }
  /// The time that the change is told to be made at.
  [[nodiscard]] const std::string& at() const noexcept { return m_at; }
  /// Which changes it allows.
  [[nodiscard]] LoopStatus status() const;
  [[nodiscard]] std::string status_text() const;
  /// The reinforcement level; MINIMAL where the document says none.
  [[nodiscard]] std::string level() const;
  /// The number of its newest iteration, at least 1: what an entry that names none is of.
  [[nodiscard]] std::int64_t iteration() const;

  /// The raw member; "": absent.
  [[nodiscard]] std::string_view get(std::string_view name) const;
  [[nodiscard]] std::optional<std::int64_t> number(LoopFact fact) const;
  void set(std::string_view name, const std::string& raw);
  /// Wherever the document says it; in one that does not, by its first spelling.
  void set(LoopFact fact, const std::string& raw);
  void set_if_there(LoopFact fact, const std::string& raw);

  void append(LoopList list, std::string_view json);
  /// The entry that is there becomes `json`.
  void replace(LoopList list, const ListEntry& entry, const std::string& json);
  /// The flag of that iteration's entry becomes true, where it has an entry.
  void mark_iteration(std::int64_t iteration, std::string_view flag);

  /// Changes the level and notes it in the history.
  void escalate(const Escalation& escalation, std::int64_t iteration, const std::string& time);

  /// Sets last_updated and writes it all, with an event of that kind. What is changed afterwards is another
  /// change, with an event and a version of its own.
  [[nodiscard]] LoopChanged finish(EventKind kind, std::string_view reason = {});

 private:
  struct Previous {
    std::string member;
    std::optional<std::string> json;
  };

  void set_at(const MemberPlace& place, const std::string& raw);
  void note(std::string pointer, std::optional<std::string> before);
  [[nodiscard]] std::int64_t write_event(EventKind kind, std::string_view reason);

  db::Connection& m_connection;
  LoopRows m_rows;
  LoopDetailRows m_details;
  LoopHead m_head;
  std::string m_at;
  std::string m_old_status;
  std::string m_escalation;
  std::vector<Previous> m_previous;
};

/// Error conflict, which says what the loop is and what would be needed.
[[noreturn]] void refuse_status(const LoopEdit& edit, const std::string& wish);

/// Appends the iteration and finishes the edit: what record_iteration() promises, but for the checkpoint.
[[nodiscard]] LoopChanged append_iteration(LoopEdit& edit, const JsonText& iteration);

/// Gives persistence_metrics the counts of the detected patterns.
void count_patterns(LoopEdit& edit);

/// Appends the regression, a checked entry, and finishes the edit: what add_regression() promises.
[[nodiscard]] LoopChanged append_regression(LoopEdit& edit, const std::string& regression);

}  // namespace rlmdb::loops
