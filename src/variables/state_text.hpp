// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "db/connection.hpp"
#include "rlmdb/state.hpp"
#include "variables/state_document.hpp"
#include "variables/state_rows.hpp"

namespace rlmdb::variables {

/// The row of a variable, whose large value is kept apart. `name` as a JSON string without its quotes.
[[nodiscard]] StoredVariable stored_variable(std::string_view name, std::string_view compact);
/// Error corrupt where its name or a text of it is broken; `where` names the row.
void require_kept_variable(const StoredVariable& variable, const std::string& where);
/// Its compact text again.
[[nodiscard]] std::string text_of(const StoredVariable& variable);

/// Its name as UTF-8 text.
[[nodiscard]] std::string decoded_name(const StoredVariable& variable);

/// Error not_found where there is none.
[[nodiscard]] StateHead get_state(db::Connection& connection, const StateName& state);
/// "global", "session:sess-1".
[[nodiscard]] std::string label_of(const StateHead& state);

/// A state document as it is now: outline, variables, and the log: what came with it, then one entry for each
/// change made here that is still kept; of more than 10,000 entries the newest, or as many as came with it.
[[nodiscard]] StateDocument state_document(db::Connection& connection, const StateHead& head);

}  // namespace rlmdb::variables
