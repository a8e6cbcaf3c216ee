// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "checkpoints/checkpoint_find.hpp"
#include "rlmdb/checkpoint.hpp"
#include "variables/state_rows.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::checkpoints {

/// Replaces the variables of owners, with one event each. `reason` is kept with it.
class SetBack {
 public:
  SetBack(writing::TaskWriter& writer, const Precondition& only_if, std::string reason)
      : m_writer(writer), m_only_if(only_if), m_reason(std::move(reason)) {}

  /// `state`: the text of an object; "": the task had none. Without force Error conflict where that would
  /// change a read-only variable, or the prompt of a task that was started.
  [[nodiscard]] RollbackResult task(const records::TaskHead& head, std::string state);
  [[nodiscard]] RollbackResult document(const StateName& name, const std::string& state);

 private:
  [[nodiscard]] writing::Cause cause() const;
  void require_writable(const std::string& owner, bool has_started, std::string_view before,
                        std::string_view after) const;

  writing::TaskWriter& m_writer;
  const Precondition& m_only_if;
  std::string m_reason;
};

/// Error conflict where the checkpoint came from a file whose `state` is no object: going back to it would
/// leave no variable.
void require_state(const FoundCheckpoint& checkpoint);

/// What a task that starts again from a checkpoint has as variables.
struct ResumeState {
  std::string json;
  std::int64_t differing = 0;               ///< variables that are others now, or are there alone
  std::optional<std::int64_t> taken_at_ms;  ///< nullopt: it does not say
};

/// Of the checkpoint of that task, or of its tree. Error not_found, conflict or corrupt where it cannot be
/// gone back to.
[[nodiscard]] ResumeState resume_state(db::Connection& connection, const records::TaskHead& task,
                                       const std::string& checkpoint_id);

}  // namespace rlmdb::checkpoints
