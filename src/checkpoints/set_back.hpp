// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

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

}  // namespace rlmdb::checkpoints
