// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "records/record.hpp"
#include "schemas/value_rules.hpp"

namespace rlmdb::schemas {

/// Gives what of a record breaks record_rules() to `use`. Not the form of a tree's id that is a column: a
/// tree goes by its id everywhere, so that is judged once a tree. `text` is the record as JSON in any layout.
/// A record whose columns and residue all follow costs some comparisons and no reading of its text.
void judge_record(const records::TaskRecord& record, std::string_view text, const UseFault& use);

}  // namespace rlmdb::schemas
