// SPDX-License-Identifier: MIT
/// What of loops is printed in rows.
#pragma once

#include <string>

#include "format/rows.hpp"
#include "loops/print_loops.hpp"
#include "rlmdb/loop.hpp"

namespace rlmdb::cli {

[[nodiscard]] const Rows<Loop>& loop_rows();
[[nodiscard]] const Rows<BestIteration>& best_rows();
[[nodiscard]] const Rows<LoopIteration>& iteration_rows();
[[nodiscard]] const Rows<LoopRegression>& regression_rows();
[[nodiscard]] const Rows<LoopRecovery>& recovery_rows();
[[nodiscard]] const Rows<LoopReinforcement>& level_rows();
[[nodiscard]] const Rows<LoopPattern>& pattern_rows();
[[nodiscard]] const Rows<ComparedFact>& compared_rows();

/// The colour of a loop's status.
[[nodiscard]] Tint tint_of_status(std::string_view status);
/// "+25", "-15", "0"
[[nodiscard]] std::string delta_text(const std::optional<double>& delta);

}  // namespace rlmdb::cli
