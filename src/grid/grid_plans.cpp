// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>

#include "grid/grid_context.hpp"
#include "grid/grid_document.hpp"
#include "grid/grid_values.hpp"
#include "grid/grid_yaml.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "util/clock.hpp"
#include "yaml/yaml_text.hpp"

namespace rlmdb::grid {

namespace {

constexpr std::string_view k_state = "STATE.md";
constexpr std::string_view k_checkpoint = "CHECKPOINT.md";

std::string json_list(const std::vector<std::string>& texts) {
  std::string out = "[";
  for (const std::string& text : texts) out += (out.size() > 1 ? "," : "") + json::quoted(text);
  return out + "]";
}

/// A JSON object made of texts and raw values, without those that are empty.
class Members {
 public:
  Members& text(std::string_view name, std::string_view value) {
    if (!value.empty()) m_object.add(name, json::quoted(json::with_valid_utf8(value)));
    return *this;
  }
  Members& raw(std::string_view name, std::string_view value) {
    m_object.add_if_there(name, value);
    return *this;
  }
  Members& number(std::string_view name, std::optional<std::int64_t> value) {
    return value && *value >= 0 ? raw(name, std::to_string(*value)) : *this;
  }
  [[nodiscard]] std::string finish() const { return m_object.finish(); }

 private:
  json::ObjectText m_object;
};

std::string front_matter(const std::string& object) {
  return "---\n" + yaml::from_json(object) + "---\n";
}

/// The file with `patch` merged into what it says.
GridFileEdit merged_file(const GridFile& file, const std::string& patch) {
  return {file.name, with_members(file.kind, file.text, patch)};
}

/// Plans of one mission at one moment.
class Planner {
 public:
  Planner(const GridSnapshot& snapshot, const GridContext& context, const GridSurroundings& surroundings)
      : m_snapshot(snapshot),
        m_context(context),
        m_git(surroundings.git),
        m_now(util::utc_text(surroundings.now)),
        m_file_time(util::utc_file_text(surroundings.now)) {}

  [[nodiscard]] GridPlan resume() const {
    GridPlan plan{.option = "resume",
                  .what = "Writes down where the session died, as " + std::string(k_checkpoint) +
                          ", and sets STATE.md to interrupted. " + point().what};
    if (!point().block.empty()) replace(k_checkpoint, front_matter(death_checkpoint()), plan);
    Members patch;
    patch.text("status", "interrupted").text("updated_at", m_now);
    if (!point().block.empty())
      patch.text("last_checkpoint", m_context.place + "/" + std::string(k_checkpoint));
    plan.edits.push_back(merged_file(*m_snapshot.find(k_state), patch.finish()));
    return plan;
  }

  [[nodiscard]] GridPlan rebuild() const {
    GridPlan plan{.option = "rebuild",
                  .what = "Writes STATE.md anew from what is left, with " +
                          std::string(to_text(m_context.confidence)) + " confidence. " + point().what};
    replace(k_state, front_matter(rebuilt_state()), plan);
    return plan;
  }

  [[nodiscard]] std::vector<GridPlan> after_failure() const {
    const std::string thread = point().thread.empty() ? "the failed thread" : "thread " + point().thread;
    GridPlan rollback{
        .option = "rollback",
        .what = "Takes the partial work of " + thread + " back; it then begins again from the last commit."};
    plan_rollback(thread, rollback);
    GridPlan retry{.option = "retry",
                   .what = "Begins " + thread + " again on top of its partial work, with the error in view."};
    GridPlan manual{.option = "manual",
                    .what = "Waits until you have repaired it by hand; answer the checkpoint then, and " +
                            thread + " goes on."};
    std::vector<GridPlan> plans{std::move(rollback), std::move(retry), std::move(manual)};
    for (GridPlan& plan : plans) answer(plan);
    return plans;
  }

 private:
  [[nodiscard]] const GridResumePoint& point() const { return m_context.resume_point; }

  /// Writes the whole file; what stood there goes to the archive.
  void replace(std::string_view name, std::string text, GridPlan& plan) const {
    const GridFile* const old = m_snapshot.find(name);
    if (old != nullptr && !old->text.empty()) {
      const std::string stem(name.substr(0, name.find('.')));
      const std::string kept = "archive/" + stem + "-" + m_file_time + ".md";
      plan.edits.push_back({kept, old->text});
      plan.what += " The old " + std::string(name) + " is kept as " + kept + ".";
    }
    plan.edits.push_back({std::string(name), std::move(text)});
  }

  /// Whether the file is work: not one in which the mission or rlmdb keeps its own state.
  [[nodiscard]] bool is_work(const std::string& file) const {
    return !file.starts_with(m_context.place + "/") && !file.starts_with(".aiwg/");
  }
  [[nodiscard]] std::vector<std::string> work_among(const std::vector<std::string>& files) const {
    constexpr std::size_t k_most = 1000;
    std::vector<std::string> work;
    for (const std::string& file : files) {
      if (is_work(file) && work.size() < k_most) work.push_back(file);
    }
    return work;
  }

  [[nodiscard]] std::string completed_threads() const {
    std::string list = "[";
    for (const GridCompletedThread& thread : m_context.completed_threads) {
      if (thread.id.empty() || !is_same_block(thread.block, point().block)) continue;
      Members members;
      members.text("id", thread.id).text("name", thread.name).text("commit", thread.commit);
      members.raw("files", thread.files.empty() ? "" : json_list(thread.files));
      members.text("status", thread.status.empty() ? "complete" : thread.status);
      list += (list.size() > 1 ? "," : "") + members.finish();
    }
    return list + "]";
  }

  [[nodiscard]] std::string partial_work() const {
    const bool is_known = m_git.state == GitState::ready && m_git.uncommitted_fault.empty();
    const auto mission = read_mission(m_snapshot);
    const bool is_scratched =
        mission.last_scratch && thread_number(mission.last_scratch->thread) == thread_number(point().thread);
    Members members;
    members.raw("files_created", is_known ? json_list(work_among(m_git.untracked)) : "");
    members.raw("files_modified", is_known ? json_list(work_among(m_git.uncommitted)) : "");
    members.raw("staged_changes", !is_known ? "" : m_git.has_staged ? "true" : "false");
    members.text("last_action", is_scratched ? mission.last_scratch->last_note : "");
    return members.finish();
  }

  [[nodiscard]] std::string death_checkpoint() const {
    Members current;
    current.text("id", point().thread).text("name", point().thread_name).text("status", "in_progress");
    current.raw("partial_work", partial_work());
    Members members;
    members.text("type", "session_death").text("timestamp", m_now).raw("synthetic", "true");
    members.text("confidence", to_text(m_context.confidence)).raw("rests_on", json_list(m_context.rests_on));
    members.text("cluster", m_context.cluster).text("block", point().block).number("wave", point().wave);
    members.number("thread", thread_number(point().thread)).text("thread_name", point().thread_name);
    members.raw("completed_threads", completed_threads()).raw("current_thread", current.finish());
    return members.finish();
  }

  /// The earliest time that is known of the mission.
  [[nodiscard]] std::string begun_at() const {
    std::string earliest = m_now;
    for (const GridCompletedBlock& block : m_context.completed_blocks) {
      const auto known = time_of(block.completed_at);
      const auto least = time_of(earliest);
      if (known && least && known->ms < least->ms) earliest = block.completed_at;
    }
    return earliest;
  }

  [[nodiscard]] std::string rebuilt_state() const {
    const GridPosition& found = m_context.position;
    const std::int64_t block = number_of(found.block);
    const auto done = static_cast<std::int64_t>(m_context.completed_blocks.size());
    const std::int64_t total = done + static_cast<std::int64_t>(m_context.pending_plans.size());
    std::vector<std::string> blocks;
    for (const GridCompletedBlock& complete : m_context.completed_blocks) blocks.push_back(complete.block);
    Members position;
    position.number("block", block).number("block_total", std::max(total, block)).number("wave", found.wave);
    position.number("thread", thread_number(found.thread)).text("thread_name", found.thread_name);
    Members members;
    members.text("cluster", m_context.cluster).text("session_id", m_now + "-recovered");
    members.text("status", rebuilt_status()).text("created_at", begun_at()).text("updated_at", m_now);
    members.raw("position", position.finish());
    constexpr std::int64_t k_all = 100;
    members.number("progress_percent", total > 0 ? done * k_all / total : 0);
    members.raw("recovered", "true").text("confidence", to_text(m_context.confidence));
    members.raw("rests_on", json_list(m_context.rests_on)).raw("completed_blocks", json_list(blocks));
    return members.finish();
  }
  [[nodiscard]] std::string_view rebuilt_status() const {
    if (!m_context.checkpoint) return "interrupted";
    if (m_context.checkpoint->type == "failure") return "failed";
    return point().next == GridNext::go_on ? "interrupted" : "checkpoint";
  }

  void plan_rollback(const std::string& thread, GridPlan& plan) const {
    if (m_git.state != GitState::ready || !m_git.uncommitted_fault.empty()) {
      const std::string& fault = m_git.fault.empty() ? m_git.uncommitted_fault : m_git.fault;
      plan.what += " What is not committed is not known (" + (fault.empty() ? "git was not asked" : fault) +
                   "): take back yourself ";
      const auto files =
          m_context.checkpoint ? m_context.checkpoint->partial_work : std::vector<std::string>();
      if (files.empty()) plan.what += "what it had changed.";
      for (const std::string& file : files) plan.what += file + (&file == &files.back() ? "." : ", ");
      return;
    }
    std::vector<std::string> files = work_among(m_git.uncommitted);
    // Of new files only those that the thread says it made: others may be anything.
    for (const std::string& file :
         m_context.checkpoint ? m_context.checkpoint->partial_work : std::vector<std::string>()) {
      if (std::find(m_git.untracked.begin(), m_git.untracked.end(), file) != m_git.untracked.end() &&
          is_work(file))
        files.push_back(file);
    }
    if (files.empty()) {
      plan.what += " Nothing is uncommitted, so there is nothing to take back.";
      return;
    }
    std::string stash =
        "git stash push --include-untracked --message " + in_shell("partial work of " + thread) + " --";
    for (const std::string& file : files) stash += " " + in_shell(":(literal)" + file);
    plan.commands.push_back(std::move(stash));
    if (m_git.commits.empty()) return;
    plan.what +=
        " The command puts it aside (`git stash drop` forgets it). To forget all that is not committed at "
        "once, "
        "also beneath " +
        m_context.place + " where git keeps that: `git reset --hard " + m_git.commits.front().hash + "`.";
  }
  /// One word of a POSIX shell.
  [[nodiscard]] static std::string in_shell(const std::string& text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
  }

  /// Writes the choice down as the checkpoint's answer; a failure without one gets its checkpoint.
  void answer(GridPlan& plan) const {
    const GridFile* const file = m_context.checkpoint && m_context.checkpoint->type == "failure"
                                     ? m_snapshot.find(m_context.checkpoint->file)
                                     : nullptr;
    if (file != nullptr) {
      plan.edits.push_back(merged_file(*file, Members().text("user_response", plan.option).finish()));
    } else {
      Members members;
      members.text("type", "failure").text("timestamp", m_now).text("cluster", m_context.cluster);
      members.text("block", point().block).number("thread", thread_number(point().thread));
      members.text("thread_name", point().thread_name).text("error", m_context.error);
      members.text("user_response", plan.option);
      replace(k_checkpoint, front_matter(members.finish()), plan);
    }
    const std::string_view status = plan.option == "manual" ? "checkpoint" : "interrupted";
    plan.edits.push_back(merged_file(*m_snapshot.find(k_state),
                                     Members().text("status", status).text("updated_at", m_now).finish()));
  }

  const GridSnapshot& m_snapshot;
  const GridContext& m_context;
  const GitFacts& m_git;
  std::string m_now;
  std::string m_file_time;
};

}  // namespace

std::vector<GridPlan> plans_of(const GridSnapshot& snapshot, const GridContext& context,
                               const GridSurroundings& surroundings) {
  const Planner planner(snapshot, context, surroundings);
  switch (context.scenario) {
    case GridScenario::session_death:
      return {planner.resume()};
    case GridScenario::corrupted:
      return {planner.rebuild()};
    case GridScenario::failure:
      if (context.resume_point.next == GridNext::choose) return planner.after_failure();
      return {};
    default:
      return {};
  }
}

}  // namespace rlmdb::grid
