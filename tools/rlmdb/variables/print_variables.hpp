// SPDX-License-Identifier: MIT
/// What `rlmdb var` prints. Texts are whole lines unless a comment says otherwise; JSON is the `data` of a
/// document, with values as they stand.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "format/rows.hpp"
#include "frame/owner_options.hpp"
#include "rlmdb/variable.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// The value as JSON text.
[[nodiscard]] std::string text_value(const Variable& variable, const Terminal& terminal);
/// The text that the value is: bare, without a line feed behind it unless on a terminal. Error invalid_input
/// for a value that is no text.
[[nodiscard]] std::string text_of_value(const Variable& variable, const Terminal& terminal);
/// `content`: what stands in the file that the value names.
[[nodiscard]] std::string json_variable(const Variable& variable, const std::optional<JsonText>& content);

/// `ended`: why a Final went no further up, where it was to go up.
[[nodiscard]] std::string json_variable_changes(const ChangeReport& report,
                                                const std::optional<std::string>& ended = std::nullopt);

/// In a pipe name, type, value, when it was last changed, and `expired` for one that is.
[[nodiscard]] const Rows<Variable>& variable_rows();
[[nodiscard]] std::string json_variables(const VariableOwner& owner, const std::vector<Variable>& variables);

[[nodiscard]] const Rows<VariableMutation>& mutation_rows();
/// {"NAME": VALUE, …} on one line.
[[nodiscard]] std::string text_dump(const std::vector<Variable>& variables, const Terminal& terminal);
[[nodiscard]] std::string json_dump(const VariableOwner& owner, const std::vector<Variable>& variables);
[[nodiscard]] std::string json_history(const VariableOwner& owner,
                                       const std::vector<VariableMutation>& mutations);

/// Those of `rlmdb var states`.
[[nodiscard]] const Rows<StateSummary>& state_rows();
[[nodiscard]] std::string json_states(const std::vector<StateSummary>& states);
/// The same, and whether they are gone now.
[[nodiscard]] std::string json_dropped(const std::vector<StateSummary>& states, bool is_dropped);

}  // namespace rlmdb::cli
