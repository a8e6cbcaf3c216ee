// SPDX-License-Identifier: MIT
#include "grid/grid_validate.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "grid/grid_document.hpp"
#include "grid/grid_state_rules.hpp"
#include "grid/grid_values.hpp"
#include "json/json_members.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::grid {

namespace {

/// One check while it is made.
class Check {
 public:
  explicit Check(std::string name) : m_check{.name = std::move(name)} {}

  void fail(std::string where, std::string code, std::string message) {
    m_check.result = GridCheckResult::failed;
    remark(std::move(where), std::move(code), std::move(message));
  }
  void remark(std::string where, std::string code, std::string message) {
    m_check.findings.push_back({std::move(where), std::move(code), std::move(message)});
  }
  void leave_unchecked(std::string code, std::string message) {
    if (m_check.result != GridCheckResult::failed) m_check.result = GridCheckResult::unchecked;
    remark({}, std::move(code), std::move(message));
  }
  [[nodiscard]] GridCheck finish() { return std::move(m_check); }

 private:
  GridCheck m_check;
};

std::string in_quotes(std::string_view text) {
  return "\"" + std::string(text) + "\"";
}

void remark_unknown_word(Check& check, const GridUnknownWord& word) {
  check.remark(word.file + " /" + word.member, "unknown_word",
               in_quotes(word.text) + " is none of the words that the Grid has for " + word.member);
}

void remark_unknown_words(Check& check, const GridMission& mission, std::string_view file) {
  for (const GridUnknownWord& word : mission.unknown_words)
    if (word.file == file) remark_unknown_word(check, word);
}

/// "UTC", "UTC+02:00".
std::string offset_text(std::optional<std::int64_t> minutes) {
  constexpr std::int64_t k_hour = 60;
  if (minutes.value_or(0) == 0) return "UTC";
  const auto two = [](std::int64_t number) { return block_text(number); };
  const std::int64_t size = *minutes < 0 ? -*minutes : *minutes;
  return std::string("UTC") + (*minutes < 0 ? "-" : "+") + two(size / k_hour) + ":" + two(size % k_hour);
}

void remark_time(Check& check, const GridFile& file, std::string_view member, GridTime now) {
  const std::string text = text_in(file.document, member);
  const std::string where = file.name + " /" + std::string(member);
  if (text.empty()) return;
  const auto time = time_of(text);
  if (!time) {
    check.remark(where, "not_a_time", "it is no time that can be compared");
  } else if (!time->has_zone) {
    check.remark(where, "time_without_zone",
                 "the time says no zone and is taken for one at " + offset_text(file.utc_offset_minutes) +
                     ", where the file was read");
  }
  constexpr std::int64_t k_clock_difference_ms = 60'000;
  const auto moment = moment_of(text, file.utc_offset_minutes);
  if (moment && *moment > now.ms + k_clock_difference_ms)
    check.remark(where, "time_in_future", "the time has not come yet");
}

GridCheck check_state(const GridMission& mission, GridTime now) {
  Check check("state");
  const GridFile* const file = mission.snapshot->find("STATE.md");
  if (file == nullptr) {
    check.fail("STATE.md", "state_missing", "there is no STATE.md");
  } else if (!file->document.starts_with('{')) {
    const std::string reason = file->fault.empty() ? "it holds no YAML mapping" : file->fault;
    check.fail("STATE.md", "state_unreadable", "STATE.md cannot be read: " + reason);
  } else if (!mission.state) {
    check.fail("STATE.md /status", "state_without_status", "STATE.md does not say the mission's status");
  } else {
    if (is_markdown(file->document))
      check.remark("STATE.md", "markdown", "it is Markdown where YAML is usual, and was read by its labels");
    for (const char* const member : {"cluster", "session_id", "position"}) {
      if (json::find_member(file->document, member).empty())
        check.remark(std::string("STATE.md /") + member, "member_missing", "the member is missing");
    }
    remark_unknown_words(check, mission, file->name);
    if (const std::string mode = util::fold_word(text_in(file->document, "mode"));
        !mode.empty() && std::find(k_state_modes.begin(), k_state_modes.end(), mode) == k_state_modes.end())
      remark_unknown_word(check, {file->name, "mode", text_in(file->document, "mode")});
    remark_time(check, *file, "created_at", now);
    remark_time(check, *file, "updated_at", now);
  }
  for (const GridSummary& summary : mission.summaries)
    if (summary.file != file) remark_unknown_words(check, mission, summary.file->name);
  for (const GridFile* const lost : mission.lost_summaries)
    check.remark(lost->name, "summary_unreadable",
                 "the summary cannot be read and is skipped: " +
                     (lost->fault.empty() ? std::string("it holds no YAML mapping") : lost->fault));
  return check.finish();
}

/// What cannot be read cannot be looked up: that is said first, and not passed over. Those that can be.
std::vector<GridClaim> readable(Check& check, std::vector<GridClaim> claims) {
  std::erase_if(claims, [&](const GridClaim& claim) {
    constexpr std::size_t k_most_shown = 60;
    if (!claim.is_readable)
      check.fail(claim.where, "claim_unreadable",
                 "nobody can say what it claims: " + claim.text.substr(0, k_most_shown));
    return !claim.is_readable;
  });
  return claims;
}

GridCheck check_commits(const GridMission& mission, const GitFacts& git) {
  Check check("commits");
  const std::vector<GridClaim> claims = readable(check, claimed_commits(*mission.snapshot));
  if (claims.empty()) return check.finish();
  if (git.state != GitState::ready) {
    check.leave_unchecked(
        "commits_unchecked",
        "no commit was looked up: " + (git.fault.empty() ? std::string("git was not asked") : git.fault));
    return check.finish();
  }
  for (const GridClaim& claim : claims) {
    const auto known = git.claims.find(claim.text);
    if (known == git.claims.end()) {
      check.remark(claim.where, "commit_unchecked", "git was not asked for " + in_quotes(claim.text));
    } else if (known->second == CommitClaim::missing) {
      check.fail(claim.where, "commit_missing", "there is no commit " + in_quotes(claim.text));
    } else if (known->second == CommitClaim::no_hash) {
      check.fail(claim.where, "not_a_hash", in_quotes(claim.text) + " is no commit's hash");
    } else if (known->second == CommitClaim::ambiguous) {
      check.fail(claim.where, "commit_ambiguous",
                 in_quotes(claim.text) + " may be several commits, or is a branch");
    }
  }
  return check.finish();
}

void check_artifact(Check& check, const GridClaim& claim, const DiskFile& file) {
  switch (file.claim) {
    case DiskClaim::missing:
      return check.fail(claim.where, "file_missing", "there is no file " + in_quotes(claim.text));
    case DiskClaim::outside:
      return check.fail(claim.where, "file_outside",
                        in_quotes(claim.text) + " leads out of the project, or through a symbolic link");
    case DiskClaim::not_a_file:
      return check.fail(claim.where, "not_a_file", in_quotes(claim.text) + " is no regular file");
    case DiskClaim::exists:
      break;
  }
  if (claim.lines && file.lines && *claim.lines != *file.lines)
    check.remark(claim.where, "other_lines",
                 in_quotes(claim.text) + " was to have " + std::to_string(*claim.lines) + " lines and has " +
                     std::to_string(*file.lines));
}

GridCheck check_files(const GridMission& mission, const DiskFacts& disk) {
  Check check("files");
  const std::vector<GridClaim> claims = readable(check, claimed_artifacts(*mission.snapshot));
  if (claims.empty()) return check.finish();
  if (!disk.is_known) {
    check.leave_unchecked("files_unchecked", "no file was looked at: it is not known where the project is");
    return check.finish();
  }
  for (const GridClaim& claim : claims) {
    const auto known = disk.files.find(claim.text);
    if (known != disk.files.end()) {
      check_artifact(check, claim, known->second);
    } else {
      check.remark(claim.where, "file_unchecked", "nobody looked for " + in_quotes(claim.text));
    }
  }
  return check.finish();
}

void check_one_checkpoint(Check& check, const GridMission& mission, const GridCheckpointFile& checkpoint,
                          const GridFile& file, GridTime now) {
  remark_unknown_words(check, mission, file.name);
  remark_time(check, file, "timestamp", now);
  if (checkpoint.expires_ms && *checkpoint.expires_ms < now.ms)
    check.fail(file.name + " /expires", "checkpoint_expired",
               "the checkpoint was good until " + checkpoint.shown.expires);
  if (mission.state && !mission.state->cluster.empty() && !checkpoint.cluster.empty() &&
      checkpoint.cluster != mission.state->cluster)
    check.fail(file.name + " /cluster", "other_cluster",
               "the checkpoint is of " + in_quotes(checkpoint.cluster) + ", STATE.md of " +
                   in_quotes(mission.state->cluster));
  if (mission.state && mission.state->status == "completed") {
    check.remark(file.name, "checkpoint_left", "the mission is completed, and its checkpoint is still there");
  } else if (!checkpoint.shown.block.empty() && mission.complete_summary(checkpoint.shown.block) == nullptr) {
    check.remark(
        file.name + " /block", "partial_state",
        "block " + checkpoint.shown.block + " has a checkpoint and no complete summary: it was left inside");
  }
}

GridCheck check_checkpoint(const GridMission& mission, GridTime now) {
  Check check("checkpoint");
  std::vector<std::string> names;
  for (const GridFile& file : mission.snapshot->files) {
    if (file.kind != GridFileKind::checkpoint) continue;
    names.push_back(file.name);
    if (!file.document.starts_with('{'))
      check.fail(file.name, "checkpoint_unreadable",
                 "the checkpoint cannot be read: " +
                     (file.fault.empty() ? std::string("it holds no YAML mapping") : file.fault));
  }
  if (names.size() > 1) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    check.fail(names.back(), "several_checkpoints", "there are several checkpoints: " + list);
  }
  if (names.empty() && mission.state && mission.state->status == "checkpoint")
    check.fail("STATE.md /status", "checkpoint_missing", "STATE.md waits at a checkpoint, and there is none");
  for (const GridCheckpointFile& checkpoint : mission.checkpoints) {
    const GridFile* const file = mission.snapshot->find(checkpoint.shown.file);
    if (file != nullptr) check_one_checkpoint(check, mission, checkpoint, *file, now);
  }
  return check.finish();
}

GridCheck check_plans(const GridMission& mission) {
  Check check("plans");
  if (mission.state && mission.state->status == "completed") return check.finish();
  const auto lacks_plan = [&](const std::string& block) {
    return mission.complete_summary(block) == nullptr && mission.plan(block) == nullptr;
  };
  for (const std::string& block : mission.planned_blocks) {
    if (lacks_plan(block))
      check.fail("plans", "plan_missing", "block " + block + " is still to come and has no plan");
  }
  if (!mission.checkpoints.empty()) {
    const GridCheckpoint& newest = mission.checkpoints.front().shown;
    const auto is_same = [&](const std::string& block) { return is_same_block(block, newest.block); };
    const bool is_said = std::any_of(mission.planned_blocks.begin(), mission.planned_blocks.end(), is_same);
    if (!newest.block.empty() && !is_said && lacks_plan(newest.block))
      check.fail(newest.file + " /block", "plan_missing",
                 "block " + newest.block + " is not finished and has no plan");
  }
  if (mission.state && !mission.plans.empty()) {
    const std::string& block = mission.state->position.block;
    const bool is_said =
        !mission.checkpoints.empty() && is_same_block(mission.checkpoints.front().shown.block, block);
    if (!block.empty() && !is_said && lacks_plan(block))
      check.fail("STATE.md /position/block", "plan_missing",
                 "block " + block + " is under way and has no plan");
  }
  if (mission.plans.empty() && mission.planned_blocks.empty() && mission.checkpoints.empty())
    check.fail("plans", "no_plans", "there is no plan at all, and the mission is not completed");
  for (const GridPlanFile& plan : mission.plans) {
    if (!plan.file->fault.empty())
      check.remark(
          plan.file->name, "plan_unreadable",
          "the plan is handed on as it is; what it says of its threads cannot be read: " + plan.file->fault);
  }
  return check.finish();
}

/// `name` of `object`, which stands at `pointer`, is at least 0 and not beyond `total`.
void check_number(Check& check, const std::string& pointer, std::string_view object, std::string_view name,
                  std::string_view total_name) {
  const std::string_view raw = json::find_member(object, name);
  if (raw.empty() || raw == "null") return;
  const auto value = integer_in(object, name);
  const auto total = integer_in(object, total_name);
  const std::string where = pointer + "/" + std::string(name);
  if (!value || *value < 0) {
    check.fail(where, "not_a_number", "it is no whole number from 0 on");
  } else if (total && *value > *total) {
    check.fail(where, "beyond_total",
               std::string(name) + " is " + std::to_string(*value) + " of " + std::to_string(*total));
  }
}

GridCheck check_position(const GridMission& mission) {
  Check check("position");
  if (mission.state) {
    const std::string_view document = mission.state->file->document;
    const std::string_view position = json::find_member(document, "position");
    for (const char* const name : {"phase", "block", "wave", "thread"})
      check_number(check, "STATE.md /position", position, name, std::string(name) + "_total");
    const std::string_view raw = json::find_member(document, "progress_percent");
    const auto percent = integer_in(document, "progress_percent");
    constexpr std::int64_t k_all = 100;
    if (!raw.empty() && raw != "null" && (!percent || *percent < 0 || *percent > k_all))
      check.fail("STATE.md /progress_percent", "not_a_percentage", "it is no whole number from 0 to 100");
  } else {
    check.leave_unchecked("position_unchecked",
                          "no position was looked at: STATE.md does not say where the mission stands");
  }
  for (const GridCheckpointFile& checkpoint : mission.checkpoints) {
    const std::string_view progress = json::find_member(checkpoint.shown.document, "progress");
    const std::string pointer = checkpoint.shown.file + " /progress";
    check_number(check, pointer, progress, "blocks_complete", "blocks_total");
    check_number(check, pointer, progress, "threads_complete", "threads_total");
  }
  return check.finish();
}

/// Which of two values somebody meant nobody can say.
GridCheck check_members(const GridMission& mission) {
  Check check("members");
  for (const GridFile& file : mission.snapshot->files)
    for (const std::string& pointer : repeated_members(file.kind, file.text))
      check.fail(file.name + " " + pointer, "duplicate_member",
                 "the member stands there more than once; the last one counts");
  return check.finish();
}

}  // namespace

GridValidation validate(const GridMission& mission, const GridSurroundings& surroundings) {
  const GridTime now{
      std::chrono::floor<std::chrono::milliseconds>(surroundings.now.time_since_epoch()).count()};
  return {{check_state(mission, now), check_commits(mission, surroundings.git),
           check_files(mission, surroundings.disk), check_checkpoint(mission, now), check_plans(mission),
           check_position(mission), check_members(mission)}};
}

}  // namespace rlmdb::grid
