// SPDX-License-Identifier: MIT
/// Where the files of loops and the checkpoints of workflows lie. Nothing here looks at a
/// file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace rlmdb::sources {

enum class RalphFile {
  loop,              ///< the state document of a loop
  checkpoint,        ///< a checkpoint of a workflow, by its name
  maybe_checkpoint,  ///< one, where its content says so
  stray_checkpoint,  ///< the same among checkpoints: also one where its content is damaged
  other,             ///< what a loop has beside its state
};

struct RalphPlace {
  RalphFile file = RalphFile::other;
  std::string family = "ralph";  ///< ralph, ralph-external
  std::string owner;             ///< the name of the loop's directory; "": it lies in none
  bool is_archived = false;
};

/// What the path says of a file beneath `.aiwg/ralph/`, `.aiwg/ralph-external/` or `.aiwg/checkpoints/`;
/// nullopt: it lies elsewhere.
[[nodiscard]] std::optional<RalphPlace> ralph_place_of(const std::filesystem::path& file);

/// The name of the loop's directory in which the file lies; "": it lies in none.
[[nodiscard]] std::string directory_of_loop(const std::filesystem::path& file);

/// What the name of a checkpoint's file says.
struct CheckpointName {
  std::optional<std::int64_t> iteration;
  std::optional<std::string> created_at;   ///< UTC, "2026-01-25T15:00:00Z"
  std::optional<std::string> workflow_id;  ///< what stands before the time
};

/// "iteration-007.json.gz" with any number of digits, "checkpoint-2.json.gz",
/// "checkpoint-2-1770066120000.json.gz", and "ID-2026-01-25T15-00-00Z-TRIGGER.json.gz", whose ID may have
/// dashes; each also as ".json" and
/// ".json.lz4". nullopt: another name.
[[nodiscard]] std::optional<CheckpointName> parse_checkpoint_name(std::string_view name);

}  // namespace rlmdb::sources
