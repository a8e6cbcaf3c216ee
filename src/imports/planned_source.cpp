// SPDX-License-Identifier: MIT
#include "imports/planned_source.hpp"

#include "checkpoints/checkpoint_import.hpp"
#include "loops/loop_import.hpp"
#include "sources/file_import.hpp"
#include "tree_documents/tree_import.hpp"
#include "variables/state_import.hpp"
#include "workflows/workflow_import.hpp"

namespace rlmdb::imports {

namespace {

/// Sources that may be open at a time.
constexpr std::size_t k_most_open = 100;

/// A private copy could not be opened again.
bool may_close(const PlannedSource& source, const ImportOptions& options) {
  return source.kind != sources::SourceKind::tasks && options.live == LiveSource::refuse;
}

tree_documents::TreeDocumentKind tree_kind_of(sources::SourceKind kind) {
  return kind == sources::SourceKind::tree ? tree_documents::TreeDocumentKind::tree
                                           : tree_documents::TreeDocumentKind::node;
}

sources::SourcePlan plan_tree(const sources::SourceFile& source, tree_documents::TreeDocumentKind kind,
                              const ImportOptions& options) {
  const tree_documents::TreeSource read = tree_documents::read_tree_source(source, kind, options.max_depth);
  sources::SourcePlan plan;
  plan.report = sources::new_report(source, sources::to_text(source_kind_of(kind)));
  plan.report.sha256 = read.sha256;
  plan.records = plan.report.records.read = read.document.nodes.size();
  sources::Findings findings(source, options, plan.report);
  findings.add_losses(read.losses);
  findings.check();
  return plan;
}

sources::SourcePlan plan_of(const PlannedSource& source, const ImportOptions& options) {
  switch (source.kind) {
    case sources::SourceKind::tasks:
      return plan_with_progress(source.file, options);
    case sources::SourceKind::tree:
    case sources::SourceKind::node:
      return plan_tree(source.file, tree_kind_of(source.kind), options);
    default:
      return sources::plan_document(source.file, source.kind, options);
  }
}

}  // namespace

sources::SourcePlan plan_with_progress(const sources::SourceFile& source, const ImportOptions& options) {
  sources::Pulse pulse(options, source);
  return sources::plan_source(
      source, options, [&](std::uint64_t bytes, std::uint64_t records) { pulse("read", bytes, records); });
}

std::vector<PlannedSource> plan_all(const std::vector<std::filesystem::path>& paths,
                                    const ImportOptions& options) {
  std::vector<PlannedSource> planned;
  for (const std::filesystem::path& path : paths) {
    PlannedSource& source = planned.emplace_back();
    try {
      source.file = sources::open_source(path, options.live);
      source.kind = find_source_kind(source.file);
      if (paths.size() == 1 && options.run == Run::apply) continue;
      source.plan = plan_of(source, options);
      source.closes_when_idle = paths.size() > k_most_open && may_close(source, options);
      if (source.closes_when_idle) source.file.close();
    } catch (const Error& error) {
      if (options.after_refusal == AfterRefusal::stop) throw;
      source.refused = refused_report(path, source.kind, error);
    }
  }
  return planned;
}

std::unique_ptr<sources::SourceWriter> make_writer(db::Connection& connection, const PlannedSource& source,
                                                   const ImportOptions& options, sources::Rebuild rebuild) {
  switch (source.kind) {
    case sources::SourceKind::tree:
    case sources::SourceKind::node:
      return std::make_unique<tree_documents::TreeImport>(connection, source.file, options,
                                                          tree_kind_of(source.kind));
    case sources::SourceKind::state:
      return std::make_unique<variables::StateImport>(connection, source.file, options);
    case sources::SourceKind::checkpoint:
      return std::make_unique<checkpoints::CheckpointImport>(connection, source.file, options);
    case sources::SourceKind::loop:
      return std::make_unique<loops::LoopImport>(connection, source.file, options);
    case sources::SourceKind::workflow:
      return std::make_unique<workflows::WorkflowImport>(connection, source.file, options);
    case sources::SourceKind::history:
    case sources::SourceKind::value:
    case sources::SourceKind::ralph_json:
    case sources::SourceKind::ralph_text:
      return std::make_unique<sources::FileImport>(connection, source.file, options, source.kind);
    case sources::SourceKind::tasks:
      break;
  }
  const sources::Foresight* foresight = source.plan ? &source.plan->foresight : nullptr;
  return std::make_unique<SourceImport>(connection, source.file, options, foresight, rebuild);
}

SourceReport refused_report(const std::filesystem::path& path, sources::SourceKind kind, const Error& error) {
  SourceReport report;
  report.path = path.string();
  report.kind = sources::to_text(kind);
  report.error = error;
  return report;
}

}  // namespace rlmdb::imports
