// SPDX-License-Identifier: MIT
#include "grid/print_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "format/json_writer.hpp"
#include "format/units_text.hpp"
#include "grid/grid_facts.hpp"
#include "grid/mission_columns.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

void add_changed_file(JsonObject& object, const GridChangedFile& file) {
  object.add("name", file.name).add("what", WordOf<k_grid_file_changes>{file.what});
}

void add_totals(JsonObject& object, const GridMission& all) {
  object.add("blocks_done", all.blocks_done)
      .add("blocks_planned", all.blocks_planned)
      .add("commits", all.commits)
      .add("decisions", all.decisions)
      .add("open_blockers", all.open_blockers)
      .add("warmth_items", all.warmth_items)
      .add("checkpoints", all.checkpoints)
      .add("energy_remaining", all.energy_remaining.value_or(0))
      .add("files", all.files);
}

std::string files_text(const std::vector<GridChangedFile>& files) {
  std::string text;
  for (const GridChangedFile& file : files) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", make_visible(file.name), file.what);
  }
  return text;
}

std::string size_of_work(const GridMission& mission) {
  return fmt::format(
      "{}, {}, {} learned, {}", counted(static_cast<std::uint64_t>(mission.commits), "commit", "commits"),
      counted(static_cast<std::uint64_t>(mission.decisions), "decision", "decisions"), mission.warmth_items,
      counted(static_cast<std::uint64_t>(mission.open_blockers), "open blocker", "open blockers"));
}

std::string or_nothing(const std::optional<std::int64_t>& number, std::string_view unit) {
  return number.has_value() ? fmt::format("{}{}", *number, unit) : std::string();
}

std::vector<GridFact> mission_facts(const GridMission& mission) {
  return {
      {"cluster", mission.cluster},
      {"status", mission.is_broken ? "unreadable: STATE.md is missing or damaged" : mission.status,
       tint_of_mission(mission)},
      {"position", mission.position},
      {"done", or_nothing(mission.progress_percent, " %")},
      {"energy", or_nothing(mission.energy_remaining, "")},
      {"blocks", fmt::format("{} of {} done", mission.blocks_done, mission.blocks_planned)},
      {"work", size_of_work(mission)},
      {"updated", mission.updated_at},
      {"version", std::to_string(mission.version)},
      {"directory", mission.directory},
      {"writing", mission.is_written_through ? "each change at once, to that directory" : ""},
  };
}

GridMission sum_of(const std::vector<GridMission>& missions) {
  GridMission sum;
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

std::string json_changed(const GridChanged& changed, Run run) {
  return JsonObject()
      .add("grid", changed.place)
      .add("version", changed.version, "after the change")
      .add("dry_run", run == Run::dry_run)
      .add("event", changed.event_seq == 0 ? std::nullopt : std::optional(changed.event_seq),
           "null with --dry-run, and where everything was so already")
      .add_array("files", changed.files, add_changed_file)
      .add("taken_in", changed.taken_in, "files that others had changed in the directory")
      .add("written_back", changed.written_back, "files that were written to the directory")
      .text();
}

std::string text_changed(const GridChanged& changed, const Terminal& terminal) {
  if (!terminal.is_terminal) {
    return tab_separated_line({{changed.place}, {std::to_string(changed.version)}}, terminal);
  }
  return fmt::format("{}: version {}\n", shown(changed.place, terminal), changed.version);
}

std::string text_files_changed(const GridChanged& changed, Run run) {
  const char* const would = run == Run::dry_run ? "would be " : "";
  std::string text;
  for (const std::string& name : changed.taken_in) {
    text += fmt::format("{} {}taken in first: others have changed it in the directory\n", name, would);
  }
  if (changed.files.empty()) {
    return text + "nothing to change: it is so already\n";
  }
  text += fmt::format("{}{}\n", run == Run::dry_run ? "would change: " : "", files_text(changed.files));
  if (!changed.written_back.empty()) {
    text += fmt::format("written back: {}\n", counted(changed.written_back.size(), "file", "files"));
  }
  return text;
}

std::string text_written_through(const GridChanged& changed, bool is_written_through) {
  if (!is_written_through) {
    return "changes stay in the database from here on\n";
  }
  std::string text;
  for (const std::string& name : changed.taken_in) {
    text += fmt::format("{} taken in: others have changed it in the directory\n", name);
  }
  return text + fmt::format("each change is written to its directory from here on; {} written now\n",
                            counted(changed.written_back.size(), "file", "files"));
}

std::string text_warmth(const std::vector<WarmthItem>& items, const Terminal& terminal) {
  constexpr std::size_t k_item_column = 4;
  std::string text;
  const std::string* category = nullptr;
  for (const WarmthItem& item : items) {
    if (category == nullptr || *category != item.category) {
      text += tinted(make_visible(item.category), Tint::bold, terminal) + "\n";
      category = &item.category;
    }
    text += "  - " + sentence_at(item.item, k_item_column, terminal) + "\n";
  }
  return text;
}

std::string json_mission(const GridMission& mission, const std::vector<GridFileText>& files) {
  JsonObject object;
  mission_rows()(object, mission);
  return object.add_array("content", files, mission_file_rows(), "its files").text();
}

std::string json_file(const GridFileText& file) {
  JsonObject object;
  mission_file_rows()(object, file);
  return object.add("text", file.text, "its bytes").text();
}

std::string text_mission(const GridMission& mission, const std::vector<GridFileText>& files,
                         const Terminal& terminal) {
  std::string text = text_facts(mission.place, mission_facts(mission), terminal);
  if (terminal.is_terminal) {
    return text + "\n" + mission_file_rows().text(files, terminal);
  }
  for (const GridFileText& file : files) {
    text += "file\t" + mission_file_rows().line(file, terminal);
  }
  return text;
}

std::string text_missions(const std::vector<GridMission>& missions, const Terminal& terminal) {
  if (!terminal.is_terminal || missions.size() < 2) {
    return mission_rows().text(missions, terminal);
  }
  const GridMission sum = sum_of(missions);
  const std::string line =
      fmt::format("{}: {} of {} blocks done, {}", counted(missions.size(), "mission", "missions"),
                  sum.blocks_done, sum.blocks_planned, size_of_work(sum));
  return mission_rows().text(missions, terminal) + sentence_at(line, 0, terminal) + "\n";
}

std::string json_missions(const std::vector<GridMission>& missions) {
  return JsonObject()
      .add_array("missions", missions, mission_rows())
      .add("count", missions.size())
      .add_object("totals", sum_of(missions), add_totals, "of all of them")
      .text();
}

}  // namespace rlmdb::cli
