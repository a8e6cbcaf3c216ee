// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/variable.hpp"
#include "variables/state_rows.hpp"

namespace rlmdb::variables {

/// The changes of a state document's variables that were made here and whose events are kept, oldest first.
[[nodiscard]] std::vector<VariableMutation> state_mutations(db::Connection& connection,
                                                            const StateHead& head);

/// Those of the log that came with the document, but for what `ours` say: an export of this database has
/// them.
[[nodiscard]] std::vector<VariableMutation> imported_mutations(db::Connection& connection,
                                                               const StateHead& head,
                                                               const std::vector<VariableMutation>& ours);

/// Those since its last import: what was before is in the log that came with the document.
[[nodiscard]] std::vector<VariableMutation> mutations_since_import(db::Connection& connection,
                                                                   const StateHead& head);

/// Mutations as entries of the schema's log, compact. Ids follow from the events' numbers.
[[nodiscard]] std::vector<std::string> mutation_entries(const std::vector<VariableMutation>& mutations);

}  // namespace rlmdb::variables
