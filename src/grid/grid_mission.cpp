// SPDX-License-Identifier: MIT
#include "grid/grid_mission.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "grid/grid_values.hpp"
#include "grid/grid_words.hpp"
#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::grid {

namespace {

constexpr std::int64_t k_ns_per_ms = 1'000'000;

GridPosition read_position(std::string_view raw) {
  return {integer_in(raw, "phase"),      integer_in(raw, "phase_total"), text_in(raw, "phase_name"),
          text_in(raw, "block"),         integer_in(raw, "block_total"), integer_in(raw, "wave"),
          integer_in(raw, "wave_total"), text_in(raw, "thread"),         integer_in(raw, "thread_total"),
          text_in(raw, "thread_name")};
}

std::vector<GridCompletedThread> read_completed_threads(const GridFile& file,
                                                        const std::string& block_of_file) {
  std::vector<GridCompletedThread> threads;
  for (const std::string_view raw : elements_in(file.document, "completed_threads")) {
    const std::string id = text_in(raw, "id");
    const std::string block = block_of_thread(id);
    threads.push_back({id, block.empty() ? block_of_file : block, text_in(raw, "name"),
                       text_in(raw, "commit"), text_in(raw, "status"), texts_in(raw, "files"), file.name});
  }
  return threads;
}

bool is_complete_in(const std::vector<GridCompletedThread>& threads, std::string_view block,
                    std::string_view thread) {
  return std::any_of(threads.begin(), threads.end(), [&](const GridCompletedThread& done) {
    return is_thread_done(done.status) == Done::yes && is_same_block(done.block, block) &&
           thread_number(done.id) == thread_number(thread);
  });
}

std::optional<std::int64_t> moment_in(const GridFile& file, std::string_view member) {
  return moment_of(text_in(file.document, member), file.utc_offset_minutes);
}

std::vector<GridThread> read_threads(std::string_view document, std::string_view name) {
  std::vector<GridThread> threads;
  for (const std::string_view raw : elements_in(document, name))
    threads.push_back({text_in(raw, "id"), text_in(raw, "name")});
  return threads;
}

std::optional<MissionState> read_state(const GridSnapshot& snapshot) {
  const GridFile* const file = snapshot.find("STATE.md");
  if (file == nullptr) return std::nullopt;
  const std::string_view document = file->document;
  MissionState state{.file = file,
                     .cluster = text_in(document, "cluster"),
                     .status = text_in(document, "status"),
                     .updated_ms = moment_in(*file, "updated_at"),
                     .created_ms = moment_in(*file, "created_at"),
                     .position = read_position(json::find_member(document, "position"))};
  const auto updated = time_of(text_in(document, "updated_at"));
  if (updated && !updated->has_zone && updated->ms != state.updated_ms) state.updated_as_utc_ms = updated->ms;
  state.completed_threads = read_completed_threads(*file, state.position.block);
  state.open_threads = read_threads(document, "open_threads");
  if (const auto status = mission_status_of(state.status); !status.empty()) state.status = status;
  if (state.status.empty()) return std::nullopt;
  return state;
}

std::string block_in(std::string_view document, const GridFile& file) {
  std::string block = text_in(document, "block");
  return block.empty() ? block_of_name(file.name) : block;
}

GridSummary read_summary(const GridFile& file) {
  const std::string_view document = file.document;
  GridSummary summary{.file = &file,
                      .block = block_in(document, file),
                      .status = text_in(document, "status"),
                      .completed_at = text_in(document, "completed_at"),
                      .completed_ms = moment_in(file, "completed_at")};
  for (const std::string_view raw : elements_in(document, "threads")) {
    const std::string thread = text_in(raw, "id");
    if (thread.empty()) continue;
    const std::string status = text_in(raw, "status");
    summary.commits.push_back({.id = thread_id(two_digits(summary.block), thread),
                               .block = summary.block,
                               .name = text_in(raw, "name"),
                               .commit = text_in(raw, "commit"),
                               .status = status.empty() ? "complete" : status,
                               .files = texts_in(raw, "files"),
                               .file = file.name});
  }
  for (const std::string_view raw : elements_in(document, "commits")) {
    const std::string thread = text_in(raw, "thread");
    const std::string hash = raw.starts_with('{') ? text_in(raw, "hash") : text_in(raw);
    if (hash.empty() && thread.empty() && text_in(raw, "message").empty()) continue;  // it says nothing
    const auto is_of_thread = [&](const GridCompletedThread& done) {
      return !hash.empty() && done.commit == hash;
    };
    if (std::any_of(summary.commits.begin(), summary.commits.end(), is_of_thread)) continue;
    summary.commits.push_back({.id = thread_id(two_digits(summary.block), thread),
                               .block = summary.block,
                               .name = text_in(raw, "message"),
                               .commit = hash,
                               .status = "complete",
                               .files = texts_in(raw, "files"),
                               .file = file.name});
  }
  return summary;
}

std::vector<std::string> partial_files(std::string_view work) {
  std::vector<std::string> files = texts_in(work, "files_created");
  for (std::string& name : texts_in(work, "files_modified")) files.push_back(std::move(name));
  return files;
}

/// The error of a failure stands at the top, or among what is said of its type.
std::string error_in(std::string_view document) {
  std::string error = text_in(document, "error");
  return error.empty() ? text_in(json::find_member(document, "checkpoint_details"), "error") : error;
}

/// A decision's options: a list of texts or objects, or an object of texts.
std::vector<GridOption> options_in(std::string_view document) {
  std::vector<GridOption> options;
  const std::string_view details = json::find_member(document, "checkpoint_details");
  const std::string_view holder = json::find_member(details, "options").empty() ? document : details;
  for (const std::string_view raw : elements_in(holder, "options")) {
    GridOption option;
    for (const char* const name : {"key", "id", "option", "name"}) {
      if (option.key.empty()) option.key = text_in(raw, name);
    }
    for (const char* const name : {"text", "description"}) {
      if (option.text.empty()) option.text = text_in(raw, name);
    }
    if (option.key.empty()) option.key = text_in(raw);
    if (!option.key.empty()) options.push_back(std::move(option));
  }
  const std::string_view map = json::find_member(holder, "options");
  if (!map.starts_with('{')) return options;
  std::vector<json::Member> members;
  json::split_members(map, members);
  for (const json::Member& member : members)
    options.push_back({json::text_of(member.raw_name).value_or(""), text_in(member.raw_value)});
  return options;
}

/// Texts, and lists of texts as lines.
std::vector<GridInstruction> instructions_in(std::string_view document) {
  std::vector<GridInstruction> instructions;
  const std::string_view details = json::find_member(document, "checkpoint_details");
  std::vector<json::Member> members;
  if (details.starts_with('{')) json::split_members(details, members);
  for (const json::Member& member : members) {
    const std::string name = json::text_of(member.raw_name).value_or("");
    std::string text = text_in(member.raw_value);
    for (const std::string& line : texts_in(member.raw_value)) text += (text.empty() ? "" : "\n") + line;
    if (!text.empty() && name != "options" && name != "error")
      instructions.push_back({name, std::move(text)});
  }
  if (const std::string question = text_in(document, "question"); !question.empty())
    instructions.insert(instructions.begin(), {"question", question});
  return instructions;
}

/// Where one is missing they are the same, too.
bool is_same_number(std::string_view left, std::string_view right) {
  return left.empty() || right.empty() || thread_number(left) == thread_number(right);
}

GridCheckpointFile read_checkpoint(const GridFile& file) {
  const std::string_view document = file.document;
  const std::string_view current = json::find_member(document, "current_thread");
  const std::string_view work = json::find_member(current, "partial_work");
  GridCheckpointFile read;
  GridCheckpoint& shown = read.shown;
  shown.file = file.name;
  shown.type = text_in(document, "type");
  if (const auto type = checkpoint_type_of(shown.type); !type.empty()) shown.type = type;
  shown.timestamp = text_in(document, "timestamp");
  shown.expires = text_in(document, "expires");
  shown.block = text_in(document, "block");
  shown.thread = text_in(current, "id");
  if (shown.thread.empty()) shown.thread = thread_id(shown.block, text_in(document, "thread"));
  if (shown.block.empty()) shown.block = block_of_thread(shown.thread);
  const std::string name_of_asked = text_in(document, "thread_name");
  shown.thread_name = text_in(current, "name");
  if (shown.thread_name.empty() && is_same_number(shown.thread, text_in(document, "thread")))
    shown.thread_name = name_of_asked;
  shown.awaiting = text_in(document, "awaiting");
  shown.user_response = said_answer(text_in(document, "user_response"));
  shown.error = error_in(document);
  shown.last_action = text_in(work, "last_action");
  shown.partial_work = partial_files(work);
  shown.instructions = instructions_in(document);
  shown.options = options_in(document);
  shown.document = file.document;
  read.cluster = text_in(document, "cluster");
  read.wave = integer_in(document, "wave");
  read.threads_total = integer_in(json::find_member(document, "progress"), "threads_total");
  read.pending_threads = read_threads(document, "pending_threads");
  read.completed_threads = read_completed_threads(file, shown.block);
  read.asked_thread = thread_id(shown.block, text_in(document, "thread"));
  read.taken_ms = moment_in(file, "timestamp");
  read.written_ms = moment_in(file, "answered_at");
  if (!read.written_ms) read.written_ms = read.taken_ms;
  read.expires_ms = moment_of(shown.expires, file.utc_offset_minutes);
  read.asked_name = name_of_asked;
  if (read.asked_thread.empty()) read.asked_thread = shown.thread;
  return read;
}

/// Blocks by the waves of the plans' summaries, in their order.
struct PlannedBlocks {
  std::vector<std::string> blocks;
  std::map<std::int64_t, std::int64_t> waves;  ///< by block
};

PlannedBlocks read_planned_blocks(const GridSnapshot& snapshot) {
  PlannedBlocks planned;
  for (const GridFile& file : snapshot.files) {
    if (file.kind != GridFileKind::plan_summary) continue;
    for (const std::string_view wave : elements_in(file.document, "waves")) {
      for (const std::string& block : texts_in(wave, "blocks")) {
        planned.blocks.push_back(block);
        const auto number = integer_in(wave, "wave");
        if (number && number_of(block) >= 0) planned.waves.emplace(number_of(block), *number);
      }
    }
  }
  return planned;
}

/// A block's plan, and the copy of it among the phases where the plan itself is gone.
std::vector<GridPlanFile> read_plans(const GridSnapshot& snapshot, const PlannedBlocks& planned) {
  std::vector<GridPlanFile> plans;
  for (const GridFileKind kind : {GridFileKind::plan, GridFileKind::phase_plan}) {
    for (const GridFile& file : snapshot.files) {
      if (file.kind != kind) continue;
      GridPlanFile plan{&file, block_in(file.document, file), integer_in(file.document, "wave"),
                        read_threads(file.document, "threads")};
      const auto is_same = [&](const GridPlanFile& other) { return is_same_block(other.block, plan.block); };
      if (std::any_of(plans.begin(), plans.end(), is_same)) continue;
      const auto wave = planned.waves.find(number_of(plan.block));
      if (wave != planned.waves.end()) plan.wave = wave->second;
      plans.push_back(std::move(plan));
    }
  }
  std::stable_sort(plans.begin(), plans.end(), [](const GridPlanFile& left, const GridPlanFile& right) {
    constexpr std::int64_t k_last = std::numeric_limits<std::int64_t>::max();
    return std::pair(left.wave.value_or(k_last), number_of(left.block)) <
           std::pair(right.wave.value_or(k_last), number_of(right.block));
  });
  return plans;
}

void read_scratchpad(const GridSnapshot& snapshot, GridMission& mission) {
  const GridFile* const file = snapshot.find("SCRATCHPAD.md");
  if (file == nullptr) return;
  std::optional<std::int64_t> last_ms;
  for (const std::string_view raw : elements_in(file->document, "entries")) {
    const std::string thread = text_in(raw, "thread");
    std::string block = text_in(raw, "block");
    const auto ms = moment_of(text_in(raw, "at"), file->utc_offset_minutes);
    if (ms) last_ms = std::max(last_ms.value_or(*ms), *ms);
    if (block.empty()) block = block_of_thread(thread);
    if (block.empty()) continue;
    // Newest first is an order, too.
    if (mission.last_scratch && mission.last_scratch->ms && ms && *ms < *mission.last_scratch->ms) continue;
    const std::vector<std::string> notes = texts_in(raw, "notes");
    mission.last_scratch = {text_in(raw, "at"), ms, block, thread_id(block, thread),
                            notes.empty() ? "" : notes.back()};
  }
  // An entry of ours may say no place; one with a heading of another form says nothing that can be read.
  const std::vector<std::string_view> entries = elements_in(file->document, "entries");
  const bool has_text =
      file->text.find("\n#") != std::string::npos || file->text.find("\n-") != std::string::npos;
  mission.is_scratchpad_unread =
      has_text && std::all_of(entries.begin(), entries.end(),
                              [](std::string_view raw) { return !text_in(raw, "heading").empty(); });
  if (file->modified_ns > 0) {
    mission.scratchpad_ms = file->modified_ns / k_ns_per_ms;
  } else {
    mission.scratchpad_ms = last_ms;
  }
}

std::vector<GridDecision> read_decision_log(const GridSnapshot& snapshot) {
  std::vector<GridDecision> decisions;
  const GridFile* const file = snapshot.find("DECISIONS.md");
  if (file == nullptr) return decisions;
  for (const std::string_view raw : elements_in(file->document, "decisions")) {
    GridDecision decision{text_in(raw, "number"), text_in(raw, "at"),        text_in(raw, "question"), {},
                          text_in(raw, "choice"), text_in(raw, "rationale"), text_in(raw, "affects")};
    for (const std::string_view option : elements_in(raw, "options"))
      decision.options.push_back({text_in(option, "key"), text_in(option, "text")});
    decisions.push_back(std::move(decision));
  }
  return decisions;
}

/// The first file that names one, those first that are written for the mission as a whole.
std::string find_cluster(const GridMission& mission) {
  if (mission.state && !mission.state->cluster.empty()) return mission.state->cluster;
  for (const GridFileKind kind :
       {GridFileKind::state, GridFileKind::checkpoint, GridFileKind::summary, GridFileKind::plan_summary,
        GridFileKind::plan, GridFileKind::warmth, GridFileKind::decisions, GridFileKind::blockers}) {
    for (const GridFile& file : mission.snapshot->files) {
      if (file.kind != kind) continue;
      if (std::string cluster = text_in(file.document, "cluster"); !cluster.empty()) return cluster;
    }
  }
  // "plans/quarry-block-01.md"
  for (const GridFile& file : mission.snapshot->files) {
    const std::size_t begin = file.name.rfind('/') + 1;
    const std::size_t end = file.name.rfind("-block-");
    if (file.kind == GridFileKind::plan && end != std::string::npos && end > begin)
      return file.name.substr(begin, end - begin);
  }
  return {};
}

/// Blocks that STATE.md ticks off and that have no summary.
void take_ticked_blocks(GridMission& mission) {
  if (!mission.state) return;
  const GridFile& file = *mission.state->file;
  for (const std::string_view raw : elements_in(file.document, "blocks")) {
    const std::string block = text_in(raw, "block");
    const auto is_same = [&](const GridSummary& summary) { return is_same_block(summary.block, block); };
    if (json::find_member(raw, "is_complete") != "true" || block.empty() ||
        std::any_of(mission.summaries.begin(), mission.summaries.end(), is_same))
      continue;
    mission.summaries.push_back(
        {.file = &file, .block = block, .status = "complete", .completed_at = {}, .completed_ms = {}});
  }
}

void read_files(const GridSnapshot& snapshot, GridMission& mission) {
  for (const GridFile& file : snapshot.files) {
    if (file.kind == GridFileKind::checkpoint && file.document.starts_with('{'))
      mission.checkpoints.push_back(read_checkpoint(file));
    if (file.kind != GridFileKind::summary) continue;
    if (file.document.starts_with('{')) {
      mission.summaries.push_back(read_summary(file));
    } else {
      mission.lost_summaries.push_back(&file);
    }
  }
  take_ticked_blocks(mission);
  std::stable_sort(mission.summaries.begin(), mission.summaries.end(),
                   [](const GridSummary& left, const GridSummary& right) {
                     return number_of(left.block) < number_of(right.block);
                   });
  const auto time = [](const GridCheckpointFile& checkpoint) {
    return checkpoint.taken_ms.value_or(std::numeric_limits<std::int64_t>::min());
  };
  std::stable_sort(mission.checkpoints.begin(), mission.checkpoints.end(),
                   [&](const GridCheckpointFile& left, const GridCheckpointFile& right) {
                     return time(left) > time(right);
                   });
}

void find_unknown_words(GridMission& mission) {
  const auto add = [&](const std::string& file, const char* member, const std::string& text, bool is_known) {
    if (!is_known && !text.empty()) mission.unknown_words.push_back({file, member, text});
  };
  if (mission.state)
    add("STATE.md", "status", mission.state->status, !mission_status_of(mission.state->status).empty());
  for (const GridCheckpointFile& checkpoint : mission.checkpoints)
    add(checkpoint.shown.file, "type", checkpoint.shown.type,
        !checkpoint_type_of(checkpoint.shown.type).empty());
  for (const GridSummary& summary : mission.summaries)
    add(summary.file->name, "status", summary.status, is_block_done(summary.status) != Done::unknown);
}

}  // namespace

bool GridCheckpointFile::asks() const {
  return asks_the_user(shown.type);
}

bool GridCheckpointFile::is_approved() const {
  const bool is_of_another_kind = shown.type == "human_action" || shown.type == "decision";
  return asks() && !is_of_another_kind && is_approval(shown.user_response);
}

const GridSummary* GridMission::complete_summary(std::string_view block) const {
  const auto found = std::find_if(summaries.begin(), summaries.end(), [&](const GridSummary& summary) {
    return !block.empty() && summary.is_complete() && is_same_block(summary.block, block);
  });
  return found == summaries.end() ? nullptr : &*found;
}

const GridPlanFile* GridMission::plan(std::string_view block) const {
  const auto found = std::find_if(plans.begin(), plans.end(), [&](const GridPlanFile& candidate) {
    return !block.empty() && is_same_block(candidate.block, block);
  });
  return found == plans.end() ? nullptr : &*found;
}

bool GridMission::is_done(std::string_view block, std::string_view thread) const {
  if (thread.empty()) return false;
  if (state && is_complete_in(state->completed_threads, block, thread)) return true;
  return std::any_of(checkpoints.begin(), checkpoints.end(), [&](const GridCheckpointFile& checkpoint) {
    const bool is_asked = is_same_block(checkpoint.shown.block, block) &&
                          thread_number(checkpoint.asked_thread) == thread_number(thread);
    return is_complete_in(checkpoint.completed_threads, block, thread) ||
           (is_asked && checkpoint.is_approved());
  });
}

std::string GridMission::thread_named(std::string_view block, std::string_view name) const {
  const std::string wanted = util::fold_word(name);
  std::vector<GridThread> threads;
  if (const GridPlanFile* const file = plan(block)) threads = file->threads;
  for (const GridCheckpointFile& checkpoint : checkpoints) {
    if (!is_same_block(checkpoint.shown.block, block)) continue;
    threads.insert(threads.end(), checkpoint.pending_threads.begin(), checkpoint.pending_threads.end());
    threads.push_back({checkpoint.shown.thread, checkpoint.shown.thread_name});
  }
  std::string found;
  for (const GridThread& thread : threads) {
    if (thread.id.empty() || util::fold_word(thread.name) != wanted) continue;
    if (!found.empty() && thread_number(found) != thread_number(thread.id)) return {};
    found = thread_id(two_digits(block), thread.id);
  }
  return found;
}

GridMission read_mission(const GridSnapshot& snapshot) {
  GridMission mission;
  mission.snapshot = &snapshot;
  mission.state = read_state(snapshot);
  read_files(snapshot, mission);
  PlannedBlocks planned = read_planned_blocks(snapshot);
  mission.plans = read_plans(snapshot, planned);
  mission.planned_blocks = std::move(planned.blocks);
  read_scratchpad(snapshot, mission);
  mission.decisions = read_decision_log(snapshot);
  mission.cluster = find_cluster(mission);
  find_unknown_words(mission);
  return mission;
}

}  // namespace rlmdb::grid
