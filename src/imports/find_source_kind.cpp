// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>

#include "imports/source_kinds.hpp"
#include "loops/loop_facts.hpp"
#include "sources/document_source.hpp"
#include "sources/grid_place.hpp"
#include "sources/ralph_kind.hpp"
#include "sources/rlm_place.hpp"
#include "sources/top_level.hpp"
#include "tree_documents/tree_source.hpp"

namespace rlmdb::imports {

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
  bool max_iterations = false;
  bool any = false;

  [[nodiscard]] bool say_state() const noexcept { return state_id && variables; }
  [[nodiscard]] bool say_checkpoint() const noexcept { return checkpoint_id && state && !workflow_id; }
  [[nodiscard]] bool say_workflow() const noexcept { return checkpoint_id && workflow_id; }
  /// As programs write them, or with the members of the seed.
  [[nodiscard]] bool say_loop() const noexcept { return iteration && (max_iterations || loop_id); }
};

bool is_spelling_of(loops::LoopFact fact, std::string_view raw_name) {
  const std::string_view name = raw_name.substr(1, raw_name.size() - 2);
  const auto spellings = loops::spellings_of(fact);
  return std::any_of(spellings.begin(), spellings.end(), [&](const loops::MemberPlace& place) {
    return place.holder.empty() && place.name == name;
  });
}

Names names_in(std::string_view beginning, bool& more) {
  Names names;
  sources::TopLevelReader reader(beginning);
  while (const auto member = reader.next()) {
    const std::string_view name = member->raw_name;
    names.any = true;
    names.tasks = names.tasks || name == "\"tasks\"";
    names.root_object = names.root_object || (name == "\"root_task\"" && member->value.front() == '{');
    names.state_id = names.state_id || name == "\"state_id\"";
    names.variables = names.variables || name == "\"variables\"";
    names.checkpoint_id = names.checkpoint_id || name == "\"checkpoint_id\"";
    names.state = names.state || name == "\"state\"";
    names.workflow_id = names.workflow_id || name == "\"workflow_id\"";
    names.loop_id = names.loop_id || name == "\"loop_id\"" || name == "\"loopId\"";
    names.iteration = names.iteration || is_spelling_of(loops::LoopFact::iteration, name);
    names.max_iterations = names.max_iterations || is_spelling_of(loops::LoopFact::max_iterations, name);
    if (names.tasks) break;
  }
  more = !names.tasks && reader.needs_more();
  return names;
}

Names look_into(const sources::SourceFile& source) {
  const std::uint64_t most = std::min(source.bytes, sources::k_most_document_bytes);
  for (std::uint64_t bytes = std::min(most, k_first_look_bytes);; bytes = std::min(most, bytes * 8)) {
    bool more = false;
    const Names names = names_in(source.read_at(0, bytes), more);
    if (!more || bytes == most) return names;
  }
}

/// A file whose place says something of it, and which is no tasks.json.
sources::SourceKind kind_by_place(const sources::RlmPlace& place, const Names& names,
                                  const std::optional<tree_documents::TreeDocumentKind>& tree) {
  switch (place.file) {
    case sources::RlmFile::history:
      return sources::SourceKind::history;
    case sources::RlmFile::value:
      return tree ? source_kind_of(*tree) : sources::SourceKind::value;
    case sources::RlmFile::checkpoint:
      if (place.is_below_rlm || names.say_checkpoint()) return sources::SourceKind::checkpoint;
      if (names.say_workflow() || names.say_loop()) return sources::SourceKind::workflow;
      return tree ? source_kind_of(*tree) : sources::SourceKind::tasks;
    case sources::RlmFile::state:
      break;
  }
  const bool is_tree = tree && names.root_object && !names.say_state();
  return is_tree ? source_kind_of(*tree) : sources::SourceKind::state;
}

}  // namespace

sources::SourceKind find_source_kind(const sources::SourceFile& source) {
  if (sources::grid_place_of(source.real_path)) return sources::SourceKind::grid;
  if (const auto kind = sources::find_ralph_kind(source)) return *kind;
  const auto place = sources::place_of(source.real_path);
  if (place && place->file == sources::RlmFile::value && place->is_below_rlm)
    return sources::SourceKind::value;
  const auto tree = tree_documents::find_tree_kind(source);
  if (tree && !place) return source_kind_of(*tree);
  const Names names = look_into(source);
  if (names.tasks) return tree ? source_kind_of(*tree) : sources::SourceKind::tasks;
  if (place) return kind_by_place(*place, names, tree);
  if (names.say_state()) return sources::SourceKind::state;
  if (names.say_workflow()) return sources::SourceKind::workflow;
  const auto in_project = sources::path_in_project(source.real_path);
  // Where a project has its loops the place has told; elsewhere in it members alone make none.
  const bool may_be_loop = !in_project || in_project->starts_with(".aiwg/ralph");
  if (may_be_loop && names.say_loop()) return sources::SourceKind::loop;
  if (names.say_checkpoint()) return sources::SourceKind::checkpoint;
  const bool may_be_tasks = source.real_path.filename().string().starts_with("tasks.json");
  const bool is_of_tree = in_project && in_project->starts_with(".aiwg/rlm/trees/");
  if (is_of_tree && source.real_path.filename() == "tree.json") return sources::SourceKind::tree;
  // Other documents may lie beside the nodes; what has no member at all is a node whose writing was cut off.
  if (is_of_tree && !names.any && source.real_path.extension() == ".json" &&
      source.real_path.parent_path().filename() == "nodes")
    return sources::SourceKind::node;
  const bool is_other = !may_be_tasks && in_project;
  return is_other ? sources::kind_of_kept(source) : sources::SourceKind::tasks;
}

}  // namespace rlmdb::imports
