// SPDX-License-Identifier: MIT
/// What callers give, held against the schemas.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/finding.hpp"
#include "schemas/value_rules.hpp"

namespace rlmdb::writing {

/// Refuses what `after` newly breaks: Error invalid_input for a type, a word outside an enum, a number
/// outside its range, with the pointer beneath `where` ("change.context"). What is missing or has not the
/// form of an id is allowed, as the seeds' own examples have it, and is given back as warnings
/// (unlike_schema). What `before` ("": nothing) says as well is no matter of this change. Both are canonical
/// objects.
[[nodiscard]] std::vector<Finding> checked_by_schema(std::string_view before, std::string_view after,
                                                     schemas::MemberRules rules, const std::string& where);

/// What of a value that is there breaks `rule`, whatever it breaks: warnings (unlike_schema) that name
/// `where`, and the member as `place` with the pointer beneath it.
[[nodiscard]] std::vector<Finding> warnings_by_rule(std::string_view raw, const schemas::MemberRule& rule,
                                                    const std::string& where, const std::string& place);

}  // namespace rlmdb::writing
