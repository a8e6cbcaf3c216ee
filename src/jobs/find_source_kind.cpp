// SPDX-License-Identifier: MIT
#include "jobs/find_source_kind.hpp"

#include <algorithm>
#include <optional>

#include "jobs/document_source.hpp"
#include "jobs/ralph_kind.hpp"
#include "jobs/rlm_place.hpp"
#include "jobs/tree_source.hpp"
#include "legacy/top_level.hpp"

namespace rlmdb::jobs {

namespace {

constexpr std::uint64_t k_first_look_bytes = 64 * 1024;

/// Top-level names that tell one document from another.
struct Names {
  bool tasks = false;
  bool root_object = false;  ///< "root_task" with an object
  bool state_id = false;
  bool variables = false;
  bool checkpoint_id = false;
  bool state = false;
  bool workflow_id = false;
  bool loop_id = false;
  bool iteration = false;
  bool current_iteration = false;
  bool max_iterations = false;

  [[nodiscard]] bool say_state() const noexcept { return state_id && variables; }
  [[nodiscard]] bool say_checkpoint() const noexcept { return checkpoint_id && state && !workflow_id; }
  [[nodiscard]] bool say_workflow() const noexcept { return checkpoint_id && workflow_id; }
  /// As programs write them, or with the members of the seed.
  [[nodiscard]] bool say_loop() const noexcept {
    return (current_iteration && max_iterations) || (loop_id && iteration);
  }
};

Names names_in(std::string_view beginning, bool& more) {
  Names names;
  legacy::TopLevelReader reader(beginning);
  while (const auto member = reader.next()) {
    const std::string_view name = member->raw_name;
    names.tasks = names.tasks || name == "\"tasks\"";
    names.root_object = names.root_object || (name == "\"root_task\"" && member->value.front() == '{');
    names.state_id = names.state_id || name == "\"state_id\"";
    names.variables = names.variables || name == "\"variables\"";
    names.checkpoint_id = names.checkpoint_id || name == "\"checkpoint_id\"";
    names.state = names.state || name == "\"state\"";
    names.workflow_id = names.workflow_id || name == "\"workflow_id\"";
    names.loop_id = names.loop_id || name == "\"loop_id\"";
    names.iteration = names.iteration || name == "\"iteration\"";
    names.current_iteration = names.current_iteration || name == "\"currentIteration\"";
    names.max_iterations = names.max_iterations || name == "\"maxIterations\"";
    if (names.tasks) break;
  }
  more = !names.tasks && reader.needs_more();
  return names;
}

Names look_into(const SourceFile& source) {
  const std::uint64_t most = std::min(source.bytes, k_most_document_bytes);
  for (std::uint64_t bytes = std::min(most, k_first_look_bytes);; bytes = std::min(most, bytes * 8)) {
    bool more = false;
    const Names names = names_in(source.read_at(0, bytes), more);
    if (!more || bytes == most) return names;
  }
}

SourceKind kind_of(legacy::TreeDocumentKind kind) {
  return kind == legacy::TreeDocumentKind::tree ? SourceKind::tree : SourceKind::node;
}

/// A file whose place says something of it, and which is no tasks.json.
SourceKind kind_by_place(const RlmPlace& place, const Names& names,
                         const std::optional<legacy::TreeDocumentKind>& tree) {
  switch (place.file) {
    case RlmFile::history:
      return SourceKind::history;
    case RlmFile::value:
      return tree ? kind_of(*tree) : SourceKind::value;
    case RlmFile::checkpoint:
      if (place.is_below_rlm || names.say_checkpoint()) return SourceKind::checkpoint;
      if (names.say_workflow() || names.say_loop()) return SourceKind::workflow;
      return tree ? kind_of(*tree) : SourceKind::tasks;
    case RlmFile::state:
      break;
  }
  const bool is_tree = tree && names.root_object && !names.say_state();
  return is_tree ? kind_of(*tree) : SourceKind::state;
}

}  // namespace

SourceKind find_source_kind(const SourceFile& source) {
  if (const auto kind = find_ralph_kind(source)) return *kind;
  const auto place = place_of(source.real_path);
  if (place && place->file == RlmFile::value && place->is_below_rlm) return SourceKind::value;
  const auto tree = find_tree_kind(source);
  if (tree && !place) return kind_of(*tree);
  const Names names = look_into(source);
  if (names.tasks) return tree ? kind_of(*tree) : SourceKind::tasks;
  if (place) return kind_by_place(*place, names, tree);
  if (names.say_state()) return SourceKind::state;
  if (names.say_workflow()) return SourceKind::workflow;
  if (names.say_loop()) return SourceKind::loop;
  return names.say_checkpoint() ? SourceKind::checkpoint : SourceKind::tasks;
}

}  // namespace rlmdb::jobs
