// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "frame/answers.hpp"
#include "grid/mission_columns.hpp"
#include "rlmdb/grid.hpp"
#include "rlmdb/grid_resume.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

[[nodiscard]] std::string json_changed(const GridChanged& changed, Run run);
/// The mission and its version; the files stand in text_files_changed().
[[nodiscard]] std::string text_changed(const GridChanged& changed, const Terminal& terminal);
/// A remark for people: what became of which file.
[[nodiscard]] std::string text_files_changed(const GridChanged& changed, Run run);

/// A remark for people: what happens to changes from here on.
[[nodiscard]] std::string text_written_through(const GridChanged& changed, bool is_written_through);
/// For a screen: what was learned, by category, in full.
[[nodiscard]] std::string text_warmth(const std::vector<WarmthItem>& items, const Terminal& terminal);

[[nodiscard]] std::string json_mission(const GridMission& mission, const std::vector<GridFileText>& files);
/// One file with its text.
[[nodiscard]] std::string json_file(const GridFileText& file);
[[nodiscard]] std::string text_mission(const GridMission& mission, const std::vector<GridFileText>& files,
                                       const Terminal& terminal);
/// Missions and, on a screen, what they come to.
[[nodiscard]] std::string text_missions(const std::vector<GridMission>& missions, const Terminal& terminal);
[[nodiscard]] std::string json_missions(const std::vector<GridMission>& missions);

[[nodiscard]] std::string json_context(const GridContext& context, const GridPlans& plans,
                                       std::size_t most_bytes = k_whole_prompt);
/// Where the mission stands, for people.
[[nodiscard]] std::string text_status(const GridContext& context, const Terminal& terminal);
[[nodiscard]] std::string json_validation(const GridContext& context);
[[nodiscard]] std::string text_validation(const GridContext& context, const Terminal& terminal);
/// Plans that were written to `output`.
[[nodiscard]] std::string json_plan_file(const GridPlans& plans, const std::string& output);
/// A remark for people: what can be done, and how.
[[nodiscard]] std::string text_plans(const GridPlans& plans);

/// What `rlmdb grid` prints with --json.
[[nodiscard]] Answers grid_answers();

}  // namespace rlmdb::cli
