// SPDX-License-Identifier: MIT
/// What a run used and says of its result, as options and as members of a line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "format/line_members.hpp"
#include "frame/options.hpp"
#include "rlmdb/run.hpp"

namespace rlmdb::cli {

/// "--cost-usd" of cost_usd.
[[nodiscard]] std::string option_of_field(std::string_view field);

/// Of `complete`, `fail` and `cost`.
void add_cost_options(Options& options, RunCost& cost);
/// Of `complete` and `fail`.
void add_detail_options(Options& options, RunDetails& details, std::vector<std::string>& artifacts);

[[nodiscard]] RunDetails with_artifacts(RunDetails details, const std::vector<std::string>& paths);

[[nodiscard]] RunCost cost_of(LineMembers& line);
[[nodiscard]] RunDetails details_of(LineMembers& line);

}  // namespace rlmdb::cli
