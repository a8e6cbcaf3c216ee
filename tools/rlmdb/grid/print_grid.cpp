// SPDX-License-Identifier: MIT
#include "grid/print_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "format/json_writer.hpp"
#include "format/units_text.hpp"
#include "grid/mission_rows.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

using Fact = std::pair<std::string, std::string>;

std::string files_text(const std::vector<GridChangedFile>& files) {
  std::string text;
  for (const GridChangedFile& file : files) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", make_visible(file.name), file.what);
  }
  return text;
}

std::vector<Fact> facts_of(const GridMission& mission) {
  std::vector<Fact> facts{
      {"cluster", mission.cluster},
      {"status", mission.is_broken ? "unreadable: STATE.md is missing or damaged" : mission.status},
      {"position", mission.position}};
  if (mission.progress_percent.has_value()) {
    facts.emplace_back("done", std::to_string(*mission.progress_percent) + " %");
  }
  if (mission.energy_remaining.has_value()) {
    facts.emplace_back("energy", std::to_string(*mission.energy_remaining));
  }
  facts.emplace_back("blocks", fmt::format("{} of {} done", mission.blocks_done, mission.blocks_planned));
  facts.emplace_back("work",
                     fmt::format("{} commits, {} decisions, {} learned, {} open blockers", mission.commits,
                                 mission.decisions, mission.warmth_items, mission.open_blockers));
  facts.emplace_back("updated", mission.updated_at);
  facts.emplace_back("version", std::to_string(mission.version));
  facts.emplace_back("directory",
                     mission.directory + (mission.is_written_through ? " (written through)" : ""));
  std::erase_if(facts, [](const Fact& fact) { return fact.second.empty(); });
  return facts;
}

GridMission sum_of(const std::vector<GridMission>& missions) {
  GridMission sum;
  sum.place = "total";
  for (const GridMission& mission : missions) {
    sum.blocks_done += mission.blocks_done;
    sum.blocks_planned += mission.blocks_planned;
    sum.commits += mission.commits;
    sum.decisions += mission.decisions;
    sum.open_blockers += mission.open_blockers;
    sum.warmth_items += mission.warmth_items;
    sum.checkpoints += mission.checkpoints;
    sum.files += mission.files;
    sum.energy_remaining = sum.energy_remaining.value_or(0) + mission.energy_remaining.value_or(0);
  }
  return sum;
}

}  // namespace

std::string text_facts(const std::string& title, const std::vector<Fact>& facts, const Terminal& terminal) {
  std::string text = terminal.is_terminal ? shown(title, terminal) + "\n"
                                          : tab_separated_line({{"grid"}, {title}}, terminal);
  std::size_t width = 0;
  for (const Fact& fact : facts) {
    width = std::max(width, fact.first.size());
  }
  for (const auto& [name, value] : facts) {
    text += terminal.is_terminal ? fmt::format("  {:<{}}  {}\n", name, width, shown(value, terminal))
                                 : tab_separated_line({{name}, {value}}, terminal);
  }
  return text;
}

std::string json_changed(const GridChanged& changed, Run run) {
  JsonObject object;
  object.add("grid", changed.place)
      .add("version", changed.version)
      .add("dry_run", run == Run::dry_run)
      .add("event", changed.event_seq == 0 ? std::nullopt : std::optional(changed.event_seq))
      .add_array("files", changed.files,
                 [](JsonObject& one, const GridChangedFile& file) {
                   one.add("name", file.name).add("what", file.what);
                 })
      .add("written_back", changed.written_back);
  return object.text();
}

std::string text_changed(const GridChanged& changed, const Terminal& terminal) {
  if (!terminal.is_terminal) {
    return tab_separated_line({{changed.place}, {std::to_string(changed.version)}}, terminal);
  }
  return fmt::format("{}: version {}\n", shown(changed.place, terminal), changed.version);
}

std::string text_files_changed(const GridChanged& changed, Run run) {
  if (changed.files.empty()) {
    return "nothing to change: it is so already\n";
  }
  std::string text =
      fmt::format("{}{}\n", run == Run::dry_run ? "would change: " : "", files_text(changed.files));
  if (!changed.written_back.empty()) {
    text += fmt::format("written back: {}\n", counted(changed.written_back.size(), "file", "files"));
  }
  return text;
}

std::string json_mission(const GridMission& mission, const std::vector<GridFileText>& files) {
  JsonObject object;
  mission_rows()(object, mission);
  object.add_array("content", files, mission_file_rows());
  return object.text();
}

std::string text_mission(const GridMission& mission, const std::vector<GridFileText>& files,
                         const Terminal& terminal) {
  return text_facts(mission.place, facts_of(mission), terminal) + mission_file_rows().text(files, terminal);
}

std::string text_missions(const std::vector<GridMission>& missions, const Terminal& terminal) {
  if (!terminal.is_terminal || missions.size() < 2) {
    return mission_rows().text(missions, terminal);
  }
  Sheet sheet = mission_rows().sheet(missions, terminal);
  Cells sum = mission_rows().sheet(std::vector{sum_of(missions)}, terminal).rows.front();
  std::for_each(sum.begin(), sum.end(), [](TableCell& cell) { cell.tint = Tint::bold; });
  sheet.rows.push_back(std::move(sum));
  return sheet.table(terminal);
}

std::string json_missions(const std::vector<GridMission>& missions) {
  const GridMission sum = sum_of(missions);
  JsonObject object;
  object.add_array("missions", missions, mission_rows()).add("count", missions.size());
  object.add_object("totals", sum, [](JsonObject& totals, const GridMission& all) {
    totals.add("blocks_done", all.blocks_done)
        .add("blocks_planned", all.blocks_planned)
        .add("commits", all.commits)
        .add("decisions", all.decisions)
        .add("open_blockers", all.open_blockers)
        .add("warmth_items", all.warmth_items)
        .add("checkpoints", all.checkpoints)
        .add("energy_remaining", all.energy_remaining)
        .add("files", all.files);
  });
  return object.text();
}

}  // namespace rlmdb::cli
