// SPDX-License-Identifier: MIT
#include "tasks/print_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "format/json_writer.hpp"
#include "format/state_look.hpp"
#include "format/units_text.hpp"
#include "rlmdb/json_text.hpp"
#include "rlmdb/words.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

std::string readable_change(const ChangeResult& result, const Terminal& terminal) {
  const std::string until = result.lease_expires_at.has_value()
                                ? fmt::format("  lease until {}\n", second_of(*result.lease_expires_at))
                                : "";
  return fmt::format("{}: {}, version {}\n{}", shown(result.id.text, terminal),
                     tinted(shown(result.state, terminal), tint_of(state_named(result.state)), terminal),
                     result.version, until);
}

std::string piped_change(const ChangeResult& result, const Terminal& terminal) {
  std::vector<TableCell> cells{
      {result.id.text}, {result.state, tint_of(state_named(result.state))}, {std::to_string(result.version)}};
  if (result.lease_expires_at.has_value()) {
    cells.push_back({*result.lease_expires_at});
  }
  return tab_separated_line(cells, terminal);
}

constexpr std::string_view k_about_applied = "false with --dry-run";
constexpr std::string_view k_about_repeated = "the request was answered before; nothing was changed now";

void add_result(JsonObject& object, const ChangeResult& result) {
  object.add("id", result.id)
      .add("state", result.state)
      .add("version", result.version)
      .add("event_seq", result.event_seq, "of the event that tells of the change; 0 in a dry run")
      .add_if_any("lease_expires_at", result.lease_expires_at)
      .add_if_any("tree_id", result.tree, "of a new task");
}

/// A label and as much of `value` as its line holds.
std::string labelled(std::string_view label, std::string_view value, const Terminal& terminal) {
  constexpr std::size_t k_label_columns = 10;
  const std::size_t room = terminal.width > k_label_columns ? terminal.width - k_label_columns : 1;
  return tinted(label, Tint::bold, terminal) + std::string(k_label_columns - label.size(), ' ') +
         cut_to_width(make_visible(value), room, ellipsis_of(terminal)) + "\n";
}

}  // namespace

std::string prompt_of(const Claim& claim) {
  const std::string_view prompt = find_json_member(claim.record_json, "prompt").value_or("");
  return json_string_text(prompt, HalfPairs::stay_escaped).value_or(std::string(prompt));
}

std::string text_added(const ChangeReport& report, bool names_trees, const Terminal& terminal) {
  std::string lines;
  for (const ChangeResult& result : report.results) {
    const bool shows_tree = names_trees && result.tree.has_value();
    lines += shown(result.id.text, terminal) + (shows_tree ? "\t" + shown(result.tree->text, terminal) : "") +
             "\n";
  }
  return lines;
}

std::string text_changes(const ChangeReport& report, const Terminal& terminal) {
  std::string lines;
  for (const ChangeResult& result : report.results) {
    lines += terminal.is_terminal ? readable_change(result, terminal) : piped_change(result, terminal);
  }
  return lines;
}

void add_changes(JsonObject& object, const ChangeReport& report) {
  object.add_array("results", report.results, add_result).add("repeated", report.repeated, k_about_repeated);
}

std::string json_changes(const ChangeReport& report) {
  JsonObject object;
  add_changes(object, report);
  return object.text();
}

std::string json_changes(const ChangeReport& report, bool applied) {
  JsonObject object;
  add_changes(object, report);
  return object.add("applied", applied, k_about_applied).text();
}

std::string json_added(const ChangeReport& report) {
  constexpr std::size_t k_most = 1000;
  std::vector<Finding> warnings = warnings_of(report);
  const auto count = static_cast<std::int64_t>(warnings.size());
  warnings.resize(std::min(warnings.size(), k_most));
  return JsonObject()
      .add_array("results", report.results, add_result)
      .add("repeated", report.repeated, k_about_repeated)
      .add_array(
          "warnings", warnings, add_finding_of<k_new_task_warnings>,
          "what limits of their trees the new tasks go beyond, and what is unlike the schema; the first "
          "1,000")
      .add("warning_count", count, "how many there are")
      .text();
}

std::string json_removed(const RemoveReport& report) {
  std::vector<std::string> trees;
  std::transform(report.trees.begin(), report.trees.end(), std::back_inserter(trees),
                 [](const TreeId& tree) { return tree.text; });
  return JsonObject()
      .add_array("results", report.results, add_result)
      .add("repeated", report.repeated, k_about_repeated)
      .add("trees", trees, "those that go whole, with what belongs to them")
      .add("project_files", report.project_files,
           "places of files that were removed from the project; none with --dry-run")
      .add("applied", report.applied, k_about_applied)
      .text();
}

std::string text_hold(const HoldReport& report, const Terminal& terminal) {
  if (!terminal.is_terminal) {
    return tab_separated_line(
        {{report.owner}, {std::to_string(report.held)}, {report.lease_expires_at.value_or("")}}, terminal);
  }
  if (report.held == 0) return fmt::format("{} holds no task\n", shown(report.owner, terminal));
  return fmt::format("{} holds {} until {}\n", shown(report.owner, terminal),
                     counted(static_cast<std::uint64_t>(report.held), "task", "tasks"),
                     second_of(report.lease_expires_at.value_or("")));
}

std::string json_hold(const HoldReport& report) {
  return JsonObject()
      .add("owner", report.owner)
      .add("held", report.held, "how many tasks the owner holds now")
      .add("lease_expires_at", report.lease_expires_at, "of all of them; null where there are none")
      .text();
}

std::vector<Finding> warnings_of(const ChangeReport& report) {
  std::vector<Finding> warnings;
  for (const ChangeResult& result : report.results) {
    warnings.insert(warnings.end(), result.warnings.begin(), result.warnings.end());
  }
  return warnings;
}

std::string_view text_repeated(bool repeated) noexcept {
  return repeated ? "this request was answered before; nothing was changed now\n" : "";
}

std::string text_claim(const Claim& claim, const Terminal& terminal) {
  const std::string token = std::to_string(claim.token);
  if (!terminal.is_terminal) {
    return tab_separated_line(
        {{claim.id.text}, {token}, {claim.lease_expires_at}, {claim.resume_checkpoint_id.value_or("")}},
        terminal);
  }
  std::string lines = labelled("id", claim.id.text, terminal) + labelled("token", token, terminal) +
                      labelled("lease", second_of(claim.lease_expires_at), terminal);
  if (claim.attempts > 0) {
    lines += labelled("attempts", std::to_string(claim.attempts), terminal);
  }
  if (claim.resume_checkpoint_id.has_value()) {
    lines += labelled("resume", *claim.resume_checkpoint_id, terminal);
  }
  if (!claim.redecompose) {
    lines += labelled("children", "are done: merge their results", terminal);
  }
  return lines + labelled("prompt", prompt_of(claim), terminal);
}

std::string json_claim(const std::optional<Claim>& claim, const std::optional<JsonText>& node,
                       const std::optional<std::string>& why_none) {
  const auto add_claim = [&](JsonObject& object, const Claim& one) {
    object.add("id", one.id)
        .add("token", one.token, "what changes of the task have to give")
        .add("lease_expires_at", one.lease_expires_at)
        .add("version", one.version)
        .add("event_seq", one.event_seq)
        .add("attempts", one.attempts, "those lost or failed before")
        .add("resume_checkpoint_id", one.resume_checkpoint_id, "the checkpoint to start from")
        .add("redecompose", one.redecompose,
             "false where the task's children are done and it has only to merge their results")
        .add("timeout_ms",
             one.timeout.has_value() ? std::optional(std::int64_t{one.timeout->count()}) : std::nullopt,
             "how long its execution_config lets it run; the store ends nothing for it")
        .add("task", ObjectView{one.record_json}, "the record exactly as stored")
        .add("node", object_in(node), "all that is known of it as a node of its tree");
  };
  return JsonObject()
      .add_object("claim", claim, add_claim, "null where no task is ready")
      .add("reason", why_none, "why none is; null where one was claimed")
      .text();
}

}  // namespace rlmdb::cli
