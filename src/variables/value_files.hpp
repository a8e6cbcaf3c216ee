// SPDX-License-Identifier: MIT
/// Values that have a copy in a file: the rows hold the value, whatever is written
/// for legacy programs says "file:" and the place of the copy instead.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/variable.hpp"
#include "variables/state_document.hpp"
#include "variables/value_file_rows.hpp"

namespace rlmdb::variables {

/// The path behind "file:" of a variable that says so itself, raw JSON; "": its value is its own.
[[nodiscard]] std::string referred_place(std::string_view variable);

/// The files of one snapshot. Loads the rows of `value_files`; record_text() and refer() use no connection.
class ValueFiles {
 public:
  explicit ValueFiles(db::Connection& connection);

  [[nodiscard]] bool has_any() const noexcept { return !m_files.empty(); }
  /// The record, canonical and laid out for depth 2, with references for the values that have a file;
  /// nullopt: none has.
  [[nodiscard]] std::optional<std::string> record_text(std::int64_t task_id, std::string_view record) const;
  /// The same of a state document. True: one has.
  bool refer(StateDocument& document, std::int64_t state_id) const;

 private:
  std::map<std::int64_t, std::vector<ValueFile>> m_files;  ///< by owner, those that have a variable
};

/// The value that the file has to have, compact; nullopt: its variable is gone, or names a file itself.
[[nodiscard]] std::optional<std::string> value_of(db::Connection& connection, const ValueFile& file);

/// Those whose variable is there with a value of its own, by place.
[[nodiscard]] std::vector<ValueFile> live_value_files(db::Connection& connection);

/// The variable of a task or a state document, raw; "": there is none. `owner_id`: tasks.id or states.id.
[[nodiscard]] std::string variable_text(db::Connection& connection, std::int64_t owner_id,
                                        const std::string& name);

/// Says of each variable of that owner where its copy lies.
void add_files(db::Connection& connection, std::int64_t owner_id, std::span<Variable> variables);

}  // namespace rlmdb::variables
