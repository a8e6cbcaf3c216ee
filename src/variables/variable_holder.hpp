// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "rlmdb/change.hpp"
#include "variables/value_place.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::variables {

/// Whose variables a change is about: a task, or a state document. Names are decoded, texts compact.
class VariableHolder {
 public:
  VariableHolder() = default;
  VariableHolder(const VariableHolder&) = delete;
  VariableHolder& operator=(const VariableHolder&) = delete;
  virtual ~VariableHolder() = default;

  /// In errors: "task-0001", "session:sess-1".
  [[nodiscard]] virtual const std::string& label() const = 0;
  /// What `rlmdb var` takes for it: "--task task-0001".
  [[nodiscard]] virtual std::string option() const = 0;
  /// Whether its prompt may not change any more.
  [[nodiscard]] virtual bool has_started() const = 0;
  /// Whose files its values have. REQUIRES: it is there.
  [[nodiscard]] virtual ValueOwner value_owner() const = 0;
  [[nodiscard]] virtual db::Connection& connection() = 0;
  /// What new variables say as their scope; "": nothing.
  [[nodiscard]] virtual std::string_view scope() const = 0;

  /// "" where there is none of that name.
  [[nodiscard]] virtual std::string find(const std::string& name) = 0;
  [[nodiscard]] virtual std::size_t count() = 0;

  /// One variable, new or changed.
  [[nodiscard]] virtual ChangeResult put(const std::string& name, const std::string& variable,
                                         const writing::Cause& cause) = 0;
  /// One variable that is there, only its count of reads another: no work on the holder.
  [[nodiscard]] virtual ChangeResult put_count(const std::string& name, const std::string& variable,
                                               const writing::Cause& cause) = 0;
  [[nodiscard]] virtual ChangeResult remove(const std::string& name, const writing::Cause& cause) = 0;
  [[nodiscard]] virtual ChangeResult rename(const std::string& name, const std::string& new_name,
                                            const writing::Cause& cause) = 0;
};

}  // namespace rlmdb::variables
