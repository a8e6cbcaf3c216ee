// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "db/connection.hpp"
#include "records/state_document.hpp"
#include "records/state_rows.hpp"
#include "rlmdb/state.hpp"

namespace rlmdb::variables {

/// The row of a variable, whose large value is kept apart. `name` as a JSON string without its quotes.
[[nodiscard]] records::StoredVariable stored_variable(std::string_view name, std::string_view compact);
/// Error corrupt where its name or a text of it is broken; `where` names the row.
void require_kept_variable(const records::StoredVariable& variable, const std::string& where);
/// Its compact text again.
[[nodiscard]] std::string text_of(const records::StoredVariable& variable);

/// Its name as UTF-8 text.
[[nodiscard]] std::string decoded_name(const records::StoredVariable& variable);

/// Error not_found where there is none.
[[nodiscard]] records::StateHead get_state(db::Connection& connection, const StateName& state);
/// "global", "session:sess-1".
[[nodiscard]] std::string label_of(const records::StateHead& state);

/// A state document as it is now: outline, variables, and the log: what came with it, then one entry for each
/// change made here that is still kept; of more than 10,000 entries the newest.
[[nodiscard]] records::StateDocument state_document(db::Connection& connection,
                                                    const records::StateHead& head);

}  // namespace rlmdb::variables
