// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "loops/loop_edit.hpp"

namespace rlmdb::loops {

/// Where the files of an iteration are when nobody says: beside the loop, for a loop outside of a directory
/// of its own in the one of the legacy layout.
[[nodiscard]] std::string snapshot_path_of(const LoopHead& head, std::int64_t iteration);

/// The iteration that the loop stands at, which a restore sets back; nullopt: its document says none.
[[nodiscard]] std::optional<std::int64_t> current_iteration(const LoopEdit& edit);
/// The same where it has later ones in its iteration_history: it went back, and goes on from there. nullopt:
/// it stands at the last.
[[nodiscard]] std::optional<std::int64_t> gone_back_to(LoopEdit& edit);

/// Those of `scored` that were not rolled back: behind each no other of its number or of a lower one, and
/// none beyond `current`, where the loop stands.
[[nodiscard]] std::vector<ScoredEntry> standing(std::vector<ScoredEntry> scored,
                                                const std::optional<std::int64_t>& current);
/// The same of a loop's iteration_history. It follows from the document, and so also where that came in anew.
[[nodiscard]] std::vector<ScoredEntry> standing(LoopEdit& edit);

/// The member best_iteration for the best of those; nullopt: none has a score. `at`: the time of one that has
/// none.
[[nodiscard]] std::optional<std::string> best_text(const std::vector<ScoredEntry>& scored,
                                                   const std::string& at);

/// Makes the best of those, which stand, best_iteration, unless the one that is there is as good and was not
/// rolled back. Whether it was changed.
bool keep_best(LoopEdit& edit, const std::vector<ScoredEntry>& stand);

}  // namespace rlmdb::loops
