// SPDX-License-Identifier: MIT
#include "imports/source_kinds.hpp"

#include <array>

#include "checkpoints/checkpoint_import.hpp"
#include "checkpoints/snapshot_rows.hpp"
#include "grid/grid_import.hpp"
#include "imports/source_import.hpp"
#include "loops/loop_import.hpp"
#include "loops/loop_rows.hpp"
#include "sources/file_import.hpp"
#include "sources/file_rows.hpp"
#include "tree_documents/document_rows.hpp"
#include "tree_documents/tree_import.hpp"
#include "variables/state_import.hpp"
#include "variables/state_rows.hpp"
#include "variables/value_import.hpp"
#include "workflows/workflow_import.hpp"
#include "workflows/workflow_rows.hpp"

namespace rlmdb::imports {

namespace {

using sources::SourceKind;
using Writer = std::unique_ptr<sources::SourceWriter>;

sources::SourcePlan plan_tasks(const PlannedSource& source, const ImportOptions& options) {
  return plan_with_progress(source.file, options);
}

Writer write_tasks(db::Connection& connection, const PlannedSource& source, const ImportOptions& options,
                   sources::Rebuild rebuild) {
  const sources::Foresight* foresight = source.plan ? &source.plan->foresight : nullptr;
  return std::make_unique<SourceImport>(connection, source.file, options, foresight, rebuild);
}

template <tree_documents::TreeDocumentKind Kind>
sources::SourcePlan plan_tree(const PlannedSource& source, const ImportOptions& options) {
  const tree_documents::TreeSource read =
      tree_documents::read_tree_source(source.file, Kind, options.max_depth);
  sources::SourcePlan plan;
  plan.report = sources::new_report(source.file, to_text(source.kind));
  plan.report.sha256 = read.sha256;
  plan.report.oddity_count = read.oddity_count;
  plan.records = plan.report.records.read = read.document.nodes.size();
  sources::Findings findings(source.file, options, plan.report);
  findings.add_losses(read.losses);
  findings.check();
  return plan;
}

template <tree_documents::TreeDocumentKind Kind>
Writer write_tree(db::Connection& connection, const PlannedSource& source, const ImportOptions& options,
                  sources::Rebuild /*rebuild*/) {
  return std::make_unique<tree_documents::TreeImport>(connection, source.file, options, Kind);
}

std::optional<bool> has_tree(db::Connection& connection, const std::string& path,
                             const sources::ImportOutcome& outcome) {
  tree_documents::DocumentRows documents(connection);
  const auto stored = documents.find(path);
  if (!stored) return std::nullopt;
  return static_cast<std::int64_t>(documents.nodes(stored->id).size()) == outcome.records_read;
}

sources::SourcePlan plan_document(const PlannedSource& source, const ImportOptions& options) {
  return sources::plan_document(source.file, source.kind, options);
}

template <class Import>
Writer write_document(db::Connection& connection, const PlannedSource& source, const ImportOptions& options,
                      sources::Rebuild /*rebuild*/) {
  return std::make_unique<Import>(connection, source.file, options);
}

template <class Rows>
std::optional<bool> has_document(db::Connection& connection, const std::string& path,
                                 const sources::ImportOutcome& /*outcome*/) {
  const bool is_here = Rows(connection).find_by_source(path) || sources::FileRows(connection).find(path);
  return is_here ? std::optional(true) : std::nullopt;
}

Writer write_file(db::Connection& connection, const PlannedSource& source, const ImportOptions& options,
                  sources::Rebuild /*rebuild*/) {
  return std::make_unique<sources::FileImport>(connection, source.file, options, source.kind);
}

std::optional<bool> has_file(db::Connection& connection, const std::string& path,
                             const sources::ImportOutcome& /*outcome*/) {
  return sources::FileRows(connection).find(path) ? std::optional(true) : std::nullopt;
}

std::optional<bool> has_grid_file(db::Connection& connection, const std::string& path,
                                  const sources::ImportOutcome& /*outcome*/) {
  return grid::has_grid_file(connection, path);
}

/// In the order of SourceKind.
constexpr std::array<KindOfSource, k_source_kinds.size()> k_kinds{{
    {SourceKind::tasks, plan_tasks, write_tasks, nullptr},
    {SourceKind::tree, plan_tree<tree_documents::TreeDocumentKind::tree>,
     write_tree<tree_documents::TreeDocumentKind::tree>, has_tree},
    {SourceKind::node, plan_tree<tree_documents::TreeDocumentKind::node>,
     write_tree<tree_documents::TreeDocumentKind::node>, has_tree},
    {SourceKind::state, plan_document, write_document<variables::StateImport>,
     has_document<variables::StateRows>},
    {SourceKind::checkpoint, plan_document, write_document<checkpoints::CheckpointImport>,
     has_document<checkpoints::SnapshotRows>},
    {SourceKind::value, plan_document, write_document<variables::ValueImport>, has_file},
    {SourceKind::history, plan_document, write_file, has_file},
    {SourceKind::loop, plan_document, write_document<loops::LoopImport>, has_document<loops::LoopRows>},
    {SourceKind::workflow, plan_document, write_document<workflows::WorkflowImport>,
     has_document<workflows::WorkflowRows>},
    {SourceKind::grid, plan_document, write_document<grid::GridImport>, has_grid_file},
    {SourceKind::kept_json, plan_document, write_file, has_file},
    {SourceKind::kept_text, plan_document, write_file, has_file},
}};

constexpr bool is_in_order() {
  for (std::size_t place = 0; place < k_kinds.size(); ++place) {
    if (sources::order_of(k_kinds[place].kind) != place) return false;
  }
  return true;
}
static_assert(is_in_order());

}  // namespace

const KindOfSource& find_kind(SourceKind kind) {
  return k_kinds[sources::order_of(kind)];
}

}  // namespace rlmdb::imports
