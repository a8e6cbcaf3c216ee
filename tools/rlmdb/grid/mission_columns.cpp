// SPDX-License-Identifier: MIT
#include "grid/mission_columns.hpp"

#include <string>
#include <string_view>

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_least_for_text = 16;

std::string mission_status_text(const GridMission& mission) {
  return mission.is_broken ? "unreadable" : mission.status;
}

std::string mission_blocks_text(const GridMission& mission) {
  return std::to_string(mission.blocks_done) + "/" + std::to_string(mission.blocks_planned);
}

std::string mission_progress_text(const GridMission& mission) {
  return mission.progress_percent.has_value() ? std::to_string(*mission.progress_percent) + " %" : "";
}

/// What the position says of `name`: "2/3" of the wave in "phase 2/4, wave 2/3".
std::string part_of(const GridMission& mission, std::string_view name) {
  const std::string all = ", " + mission.position;
  const std::string before = ", " + std::string(name) + " ";
  const std::size_t found = all.find(before);
  if (found == std::string::npos) {
    return {};
  }
  const std::size_t start = found + before.size();
  return all.substr(start, all.find(", ", start) - start);
}

auto position_part(std::string_view name) {
  return [name](const GridMission& mission) { return part_of(mission, name); };
}

std::size_t bytes_of(const GridFileText& file) {
  return file.text.size();
}

JsonText document_of(const GridFileText& file) {
  return {file.document};
}

JsonText before_of(const GridDifference& difference) {
  return {difference.before};
}

JsonText after_of(const GridDifference& difference) {
  return {difference.after};
}

}  // namespace

Tint tint_of_mission(const GridMission& mission) {
  if (mission.is_broken || mission.status == "failed") {
    return Tint::red;
  }
  if (mission.status == "completed") {
    return Tint::green;
  }
  return mission.status == "active" ? Tint::blue : Tint::yellow;
}

const Rows<GridMission>& mission_rows() {
  static const Rows<GridMission> k_rows(
      {{"grid", about("where it lies, from the project's root", &GridMission::place), {"GRID"}},
       {"cluster", unless_empty(&GridMission::cluster), {"CLUSTER", k_least_for_text}},
       {"status", about("STATE.md's word", unless_empty(&GridMission::status))},
       {"is_broken", about("STATE.md is missing or cannot be read", &GridMission::is_broken)},
       {"position",
        about("\"phase 2/4, wave 2/3, block 1/3, thread 3/5\"", unless_empty(&GridMission::position))},
       {"progress_percent", &GridMission::progress_percent},
       {"energy_remaining", &GridMission::energy_remaining},
       {"updated_at",
        about("as STATE.md has it", unless_empty(&GridMission::updated_at)),
        {"UPDATED", k_least_for_text}},
       {"blocks_done", about("with a summary that says complete", &GridMission::blocks_done)},
       {"blocks_planned", &GridMission::blocks_planned},
       {"commits", about("that summaries claim", &GridMission::commits), {"COMMITS"}},
       {"decisions", &GridMission::decisions},
       {"open_blockers", &GridMission::open_blockers, {"BLOCKERS"}},
       {"warmth_items", &GridMission::warmth_items},
       {"checkpoints", about("that were ever written", &GridMission::checkpoints)},
       {"files", &GridMission::files},
       {"version", &GridMission::version},
       {"directory",
        about("where it came from, or is written back to", unless_empty(&GridMission::directory))},
       {"is_written_through",
        about("each change is written to that directory at once", &GridMission::is_written_through)}},
      {{"state", mission_status_text, {"STATUS", 12}, tint_of_mission},
       {"phase", position_part("phase"), {"PHASE"}},
       {"wave", position_part("wave"), {"WAVE"}},
       {"block", position_part("block"), {"BLOCK"}},
       {"thread", position_part("thread"), {"THREAD"}},
       {"blocks", mission_blocks_text, {"SUMMARIES"}},
       {"progress", mission_progress_text, {"DONE", 5, 0, Align::right}}},
      {.screen =
           "grid cluster state phase wave block thread progress blocks open_blockers commits updated_at",
       .lines = "grid cluster state position blocks_done blocks_planned progress_percent energy_remaining "
                "open_blockers commits decisions warmth_items checkpoints updated_at version",
       .gives_way = "updated_at commits open_blockers blocks thread"});
  return k_rows;
}

const Rows<GridMoment>& moment_rows() {
  static const Rows<GridMoment> k_rows(
      {{"event",
        about("its number, as show --at, diff and restore take it", &GridMoment::event_seq),
        {"EVENT"}},
       {"at", as_time(&GridMoment::at), {"AT"}},
       {"kind",
        about("of the event; null where that is gone", unless_empty(&GridMoment::kind)),
        {"WHAT", k_least_for_text}},
       {"by", unless_empty(&GridMoment::by), {"BY", k_least_for_text}},
       {"files", about("how many it wrote", &GridMoment::files), {"FILES"}}});
  return k_rows;
}

const Rows<GridDifference>& changed_member_rows() {
  static const Rows<GridDifference> k_rows(
      {{"file", &GridDifference::name, {"FILE", k_least_for_text}},
       {"what", word_of<k_grid_file_changes>(&GridDifference::what), {"WHAT"}},
       {"pointer",
        about("of the member (RFC 6901); null for the file as a whole",
              unless_empty(&GridDifference::pointer)),
        {"MEMBER", k_least_for_text}},
       {"before",
        about("null where there was none, and for a text that is no document", before_of),
        {"BEFORE", k_least_for_text, k_least_for_text}},
       {"after",
        about("null where there is none, and for a text that is no document", after_of),
        {"AFTER", k_least_for_text, k_least_for_text}}},
      {}, {.may_lack = "pointer before after"});
  return k_rows;
}

const Rows<GridFound>& found_line_rows() {
  static const Rows<GridFound> k_rows(
      {{"grid", &GridFound::place, {"GRID"}},
       {"file", &GridFound::name, {"FILE", k_least_for_text}},
       {"line", about("its number, from 1", &GridFound::line), {"LINE"}},
       {"text", about("of the line", &GridFound::text), {"TEXT", k_least_for_text, k_least_for_text}}});
  return k_rows;
}

const Rows<WarmthItem>& warmth_rows() {
  static const Rows<WarmthItem> k_rows(
      {{"category", &WarmthItem::category, {"CATEGORY", k_least_for_text}},
       {"item", &WarmthItem::item, {"ITEM", k_least_for_text, k_least_for_text}}});
  return k_rows;
}

const Rows<GridFileText>& mission_file_rows() {
  static const Rows<GridFileText> k_rows(
      {{"name", &GridFileText::name, {"FILE", k_least_for_text}},
       {"kind", &GridFileText::kind, {"KIND"}},
       {"bytes", as_bytes(bytes_of), {"SIZE"}},
       {"modified_at", as_time(&GridFileText::modified_at), {"WRITTEN"}},
       {"document", about("what it says; null where it says nothing that is read", document_of)}},
      {},
      {.screen = "name kind bytes modified_at",
       .lines = "name kind bytes modified_at",
       .gives_way = "kind modified_at"});
  return k_rows;
}

}  // namespace rlmdb::cli
