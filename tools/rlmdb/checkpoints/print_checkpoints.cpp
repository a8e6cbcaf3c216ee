// SPDX-License-Identifier: MIT
#include "checkpoints/print_checkpoints.hpp"

#include <fmt/format.h>

#include "checkpoints/checkpoint_columns.hpp"
#include "checkpoints/checkpoint_options.hpp"
#include "format/units_text.hpp"
#include "rlmdb/json_text.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::string_view k_about_member = "a node of a tree; null for the state of the owner itself";

void add_variable_difference(JsonObject& object, const VariableDifference& variable) {
  object.add("kind", variable.kind)
      .add_or_null("member", variable.member, k_about_member)
      .add("name", variable.name)
      .add_array("values", variable.values, difference_rows(),
                 "the places that differ; none where only times, source or description changed");
}

void add_checkpoint_state(JsonObject& object, const CheckpointState& state) {
  object.add_or_null("member", state.member, k_about_member)
      .add("state", ObjectView{state.state.text}, "the variables as they are stored");
}

void add_set_back(JsonObject& object, const RollbackResult& result) {
  object.add("scope", scope_of(result.owner))
      .add("owner", id_of(result.owner), "null for the global state")
      .add("version", result.version, "the owner's, afterwards")
      .add("event_seq", result.event_seq)
      .add("undo_seq", result.undo_seq, "rollback --at this number undoes it")
      .add("variables", result.variables, "how many there are now");
}

void add_node(JsonObject& object, const std::pair<std::string, TaskId>& node) {
  object.add("from", node.first, "the node of the checkpoint").add("to", node.second, "its copy");
}

void add_kept_checkpoint(JsonObject& object, const std::pair<Checkpoint, KeptBecause>& kept) {
  object.add("because", kept.second, "resume: a node that has not ended starts from it")
      .add_object("checkpoint", kept.first, checkpoint_rows());
}

}  // namespace

std::string text_of(const CheckpointCreated& created, const Terminal& /*terminal*/) {
  return created.checkpoint_id + "\n";
}

std::string text_of(const std::vector<Checkpoint>& checkpoints, const Terminal& terminal) {
  return checkpoint_rows().text(checkpoints, terminal);
}

std::string text_of(const CheckpointContent& content, const Terminal& terminal) {
  std::vector<HeldVariable> held;
  for (const CheckpointState& state : content.states) {
    for (const JsonMember& variable : split_json_object(state.state.text, HalfPairs::stay_escaped)) {
      held.push_back({state.member, variable.name, std::string(variable.value)});
    }
  }
  return held_rows().text(held, terminal);
}

std::string text_of(const CheckpointDifference& difference, const Terminal& terminal) {
  std::vector<ChangedPlace> places;
  for (const VariableDifference& variable : difference.variables) {
    for (const ValueDifference& value : variable.values) {
      places.push_back({variable, value});
    }
    if (variable.values.empty()) {
      places.push_back({variable, {}});
    }
  }
  return changed_rows().text(places, terminal);
}

std::string text_of(const RollbackReport& report, const Terminal& terminal) {
  std::string lines;
  for (const RollbackResult& result : report.results) {
    const std::string owner = to_text(result.owner);
    lines +=
        terminal.is_terminal
            ? fmt::format("{} has {} again and is at version {}\n", shown(owner, terminal),
                          counted(static_cast<std::uint64_t>(result.variables), "variable", "variables"),
                          result.version)
            : tab_separated_line(
                  {{owner}, {std::to_string(result.version)}, {std::to_string(result.variables)}}, terminal);
  }
  for (const std::string& node : report.missing) {
    lines += terminal.is_terminal ? fmt::format("{} is gone since, and was left out\n", shown(node, terminal))
                                  : tab_separated_line({{"missing"}, {node}}, terminal);
  }
  return lines;
}

std::string text_undo(const RollbackReport& report, const Terminal& terminal) {
  if (report.results.empty()) {
    return {};
  }
  const CheckpointOwner owner =
      report.tree_id.has_value() ? CheckpointOwner(*report.tree_id) : report.results.front().owner;
  return fmt::format("undo: rlmdb checkpoint rollback --at {} {}\n", report.results.front().undo_seq,
                     shown(option_of(owner), terminal));
}

std::string text_of(const ForkReport& report, const Terminal& terminal) {
  return terminal.is_terminal
             ? fmt::format("{}: {}\n", shown(report.tree_id.text, terminal),
                           counted(report.nodes.size(), "node", "nodes"))
             : tab_separated_line({{report.tree_id.text}, {std::to_string(report.nodes.size())}}, terminal);
}

std::string text_of(const PruneReport& report, const Terminal& terminal) {
  std::vector<Pruned<Checkpoint>> pruned;
  for (const Checkpoint& checkpoint : report.removed) {
    pruned.push_back({report.applied ? "removed" : "goes", &checkpoint});
  }
  for (const auto& [checkpoint, reason] : report.kept) {
    pruned.push_back({"kept", &checkpoint, to_text(reason)});
  }
  return pruned_rows().text(pruned, terminal);
}

std::string text_removed(const CheckpointCreated& created) {
  return created.removed.empty()
             ? std::string{}
             : fmt::format("{} removed for it, as `rlmdb retention set checkpoints=N` asked\n",
                           counted(created.removed.size(), "older checkpoint", "older checkpoints"));
}

std::string text_summary(const PruneReport& report) {
  return fmt::format("{} {}, {} kept, {} of them recent\n",
                     counted(report.removed.size(), "checkpoint", "checkpoints"),
                     report.applied ? "removed" : "would go",
                     report.kept.size() + static_cast<std::size_t>(report.recent), report.recent);
}

std::string json_of(const CheckpointCreated& created) {
  return JsonObject()
      .add("checkpoint_id", created.checkpoint_id)
      .add("event_seq", created.event_seq, "of a tree that of its root")
      .add("variables", created.variables, "how many it holds")
      .add("new_contents", created.new_contents, "how many texts nothing held before")
      .add("snapshot_path", created.snapshot_path, "where an export writes it")
      .add_array("removed", created.removed, checkpoint_rows(),
                 "older ones that went for it, least recently used first")
      .text();
}

std::string json_of(const std::vector<Checkpoint>& checkpoints) {
  return checkpoint_rows().json("checkpoints", checkpoints);
}

std::string json_of(const CheckpointContent& content) {
  return JsonObject()
      .add_object("checkpoint", content.checkpoint, checkpoint_rows())
      .add_array("states", content.states, add_checkpoint_state)
      .text();
}

std::string json_of(const CheckpointDifference& difference) {
  return JsonObject()
      .add_object("before", difference.before, checkpoint_rows())
      .add_object("after", difference.after, checkpoint_rows(), "null where it is the present state")
      .add_array("variables", difference.variables, add_variable_difference)
      .text();
}

std::string json_of(const RollbackReport& report) {
  return JsonObject()
      .add_or_null("checkpoint_id", report.checkpoint_id, "null with --at")
      .add("tree_id", report.tree_id, "where a whole tree was set back")
      .add_array("results", report.results, add_set_back)
      .add("missing", report.missing, "nodes of the checkpoint that are gone since")
      .text();
}

std::string json_of(const ForkReport& report) {
  return JsonObject()
      .add("tree_id", report.tree_id)
      .add_or_null("root", report.root.text, "the id of its root")
      .add_array("nodes", report.nodes, add_node)
      .text();
}

std::string json_of(const PruneReport& report) {
  return JsonObject()
      .add_array("removed", report.removed, checkpoint_rows(), "least recently used first")
      .add_array("kept", report.kept, add_kept_checkpoint, "older ones that stay, and why")
      .add("recent", report.recent, "how many stay because they were used last")
      .add("applied", report.applied, "false with --dry-run")
      .text();
}

}  // namespace rlmdb::cli
