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

std::string sha256_of(const SourceFile& source, Pulse& pulse) {
  source.rewind();
  util::Sha256 sha256;
  legacy::ByteSource bytes(source.descriptor.get());
  std::string chunk(legacy::ByteSource::k_chunk_bytes, '\0');
  while (const std::size_t count = bytes.read(chunk.data(), chunk.size())) {
    sha256.update({chunk.data(), count});
    pulse("read", bytes.bytes_read(), 0);
  }
  return sha256.hex();
}

/// The path of a document, with what came in from it: documents of one tree may well be the same, so their
/// bytes alone say nothing.
std::optional<std::string> sha256_of_document(db::Connection& connection, const PlannedSource& planned) {
  const std::string path = planned.file.real_path.string();
  const auto newest = [&](bool is_known) -> std::optional<std::string> {
    const auto import = is_known ? store::ImportRows(connection).latest_of(path) : std::nullopt;
    return import ? std::optional(import->sha256) : std::nullopt;
  };
  switch (planned.kind) {
    case SourceKind::tree:
    case SourceKind::node:
      if (auto document = store::DocumentRows(connection).find(path)) return document->sha256;
      return std::nullopt;
    case SourceKind::state:
      return newest(store::StateRows(connection).find_by_source(path).has_value());
    case SourceKind::checkpoint:
      return newest(store::SnapshotRows(connection).find_by_source(path).has_value());
    case SourceKind::loop:
      return newest(store::LoopRows(connection).find_by_source(path).has_value());
    case SourceKind::workflow:
      return newest(store::WorkflowRows(connection).find_by_source(path).has_value());
    case SourceKind::history:
    case SourceKind::value:
    case SourceKind::ralph_json:
    case SourceKind::ralph_text:
      return newest(store::FileRows(connection).find(path).has_value());
    case SourceKind::tasks:
      break;
  }
  return std::nullopt;
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

bool is_imported(db::Connection& connection, const PlannedSource& planned, Pulse& pulse,
                 std::string& sha256) {
  const SourceFile& source = planned.file;
  if (planned.kind != SourceKind::tasks) {
    const auto known = sha256_of_document(connection, planned);
    if (!known) return false;
    sha256 = sha256_of(source, pulse);
    return known == sha256;
  }
  for (const store::LatestImport& import : store::ImportRows(connection).latest()) {
    if (import.bytes != source.bytes) continue;
    if (sha256.empty()) sha256 = sha256_of(source, pulse);
    if (import.sha256 == sha256) return true;
  }
  return false;
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
