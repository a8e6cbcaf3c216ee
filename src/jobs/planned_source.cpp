// SPDX-License-Identifier: MIT
#include "jobs/planned_source.hpp"

#include "jobs/checkpoint_import.hpp"
#include "jobs/file_import.hpp"
#include "jobs/loop_import.hpp"
#include "jobs/state_import.hpp"
#include "jobs/tree_import.hpp"
#include "jobs/workflow_import.hpp"

namespace rlmdb::jobs {

namespace {

/// Sources that may be open at a time.
constexpr std::size_t k_most_open = 100;

/// A private copy could not be opened again.
bool may_close(const PlannedSource& source, const ImportOptions& options) {
  return source.kind != SourceKind::tasks && options.live == LiveSource::refuse;
}

legacy::TreeDocumentKind tree_kind_of(SourceKind kind) {
  return kind == SourceKind::tree ? legacy::TreeDocumentKind::tree : legacy::TreeDocumentKind::node;
}

SourcePlan plan_tree(const SourceFile& source, legacy::TreeDocumentKind kind, const ImportOptions& options) {
  const TreeSource read = read_tree_source(source, kind, options.max_depth);
  SourcePlan plan;
  plan.report = new_report(source, to_text(kind));
  plan.report.sha256 = read.sha256;
  plan.records = plan.report.records.read = read.document.nodes.size();
  Findings findings(source, options, plan.report);
  findings.add_losses(read.losses);
  findings.check();
  return plan;
}

SourcePlan plan_of(const PlannedSource& source, const ImportOptions& options) {
  switch (source.kind) {
    case SourceKind::tasks:
      return plan_with_progress(source.file, options);
    case SourceKind::tree:
    case SourceKind::node:
      return plan_tree(source.file, tree_kind_of(source.kind), options);
    default:
      return plan_document(source.file, source.kind, options);
  }
}

}  // namespace

SourcePlan plan_with_progress(const SourceFile& source, const ImportOptions& options) {
  Pulse pulse(options, source);
  return plan_source(source, options,
                     [&](std::uint64_t bytes, std::uint64_t records) { pulse("read", bytes, records); });
}

std::vector<PlannedSource> plan_all(const std::vector<std::filesystem::path>& paths,
                                    const ImportOptions& options) {
  std::vector<PlannedSource> planned;
  for (const std::filesystem::path& path : paths) {
    PlannedSource& source = planned.emplace_back();
    try {
      source.file = open_source(path, options.live);
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

std::unique_ptr<SourceWriter> make_writer(db::Connection& connection, const PlannedSource& source,
                                          const ImportOptions& options, Rebuild rebuild) {
  switch (source.kind) {
    case SourceKind::tree:
    case SourceKind::node:
      return std::make_unique<TreeImport>(connection, source.file, options, tree_kind_of(source.kind));
    case SourceKind::state:
      return std::make_unique<StateImport>(connection, source.file, options);
    case SourceKind::checkpoint:
      return std::make_unique<CheckpointImport>(connection, source.file, options);
    case SourceKind::loop:
      return std::make_unique<LoopImport>(connection, source.file, options);
    case SourceKind::workflow:
      return std::make_unique<WorkflowImport>(connection, source.file, options);
    case SourceKind::history:
    case SourceKind::value:
    case SourceKind::ralph_json:
    case SourceKind::ralph_text:
      return std::make_unique<FileImport>(connection, source.file, options, source.kind);
    case SourceKind::tasks:
      break;
  }
  const Foresight* foresight = source.plan ? &source.plan->foresight : nullptr;
  return std::make_unique<SourceImport>(connection, source.file, options, foresight, rebuild);
}

SourceReport refused_report(const std::filesystem::path& path, SourceKind kind, const Error& error) {
  SourceReport report;
  report.path = path.string();
  report.kind = to_text(kind);
  report.error = error;
  return report;
}

}  // namespace rlmdb::jobs
