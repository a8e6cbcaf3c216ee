// SPDX-License-Identifier: MIT
#include "imports/planned_source.hpp"

#include <sys/statvfs.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "imports/source_kinds.hpp"
#include "sources/live_copies.hpp"

namespace rlmdb::imports {

namespace {

/// Sources that may be open at a time.
constexpr std::size_t k_most_open = 100;

/// A private copy could not be opened again.
bool may_close(const PlannedSource& source, const ImportOptions& options) {
  return source.kind != sources::SourceKind::tasks && options.live == LiveSource::refuse;
}

void tell_wait(const sources::LiveWait& wait, const ImportOptions& options) {
  sources::require_not_cancelled(options.cancelled, wait.first);
  if (!options.progress) return;
  ImportProgress progress;
  progress.path = wait.first.given_path;
  progress.phase = "wait";
  progress.elapsed = wait.waited;
  progress.files = wait.files;
  progress.left = wait.left;
  options.progress(progress);
}

/// One wait for all of them, not one a file.
std::vector<sources::OpenedSource> copy_all(const std::vector<FoundSource>& found,
                                            const ImportOptions& options) {
  std::vector<sources::OpenedSource> opened;
  for (const FoundSource& one : found) {
    sources::OpenedSource& source = opened.emplace_back();
    try {
      source.file = sources::open_to_look(one.path);
      source.file.close();
    } catch (const Error& error) {
      if (options.after_refusal == AfterRefusal::stop) throw;
      source.refused = error;
    }
  }
  sources::copy_live(opened, options.after_refusal,
                     [&options](const sources::LiveWait& wait) { tell_wait(wait, options); });
  return opened;
}

sources::SourceFile take(sources::OpenedSource& source) {
  if (source.refused) throw Error(*source.refused);
  return std::move(source.file);
}

/// What is no JSON, or no document of the kind that its place or its members promise.
void keep_as_text(PlannedSource& source, const Error& error, const ImportOptions& options) {
  source.defect = {error.where(), "damaged_document",
                   "the file is no " + std::string(to_text(source.kind)) + ": " + error.what() +
                       "; it is kept byte for byte, and is read once it is mended and imported again"};
  source.kind = sources::SourceKind::kept_text;
  source.plan = find_kind(source.kind).plan(source, options);
  tell_defect(source, source.plan->report);
}

void plan(PlannedSource& source, const FoundSource& found, const ImportOptions& options) {
  try {
    source.plan = find_kind(source.kind).plan(source, options);
  } catch (const Error& error) {
    if (!found.may_be_damaged() || error.code() != ErrorCode::invalid_input) throw;
    keep_as_text(source, error, options);
  }
}

/// What is said of a call that is refused, where it goes on with other files.
std::string of_this_file(std::string text) {
  for (const std::string_view of_the_call : {"nothing was imported", "nothing was changed"}) {
    const std::size_t at = text.find(of_the_call);
    if (at != std::string::npos) text.replace(at, of_the_call.size(), "nothing of this file was imported");
  }
  return text;
}

}  // namespace

void tell_defect(const PlannedSource& source, SourceReport& report) {
  if (!source.defect) return;
  const auto says_less = [](const Finding& warning) { return warning.code.starts_with("damaged_"); };
  report.warning_count -= std::erase_if(report.warnings, says_less);
  report.warnings.push_back(*source.defect);
  ++report.warning_count;
}

sources::SourcePlan plan_with_progress(const sources::SourceFile& source, const ImportOptions& options) {
  sources::Pulse pulse(options, source);
  return sources::plan_source(
      source, options, [&](std::uint64_t bytes, std::uint64_t records) { pulse("read", bytes, records); });
}

std::vector<PlannedSource> plan_all(const std::vector<FoundSource>& found, const ImportOptions& options) {
  std::vector<PlannedSource> planned;
  const bool are_live = options.live == LiveSource::snapshot;
  std::vector<sources::OpenedSource> live;
  if (are_live) live = copy_all(found, options);
  for (const FoundSource& one : found) {
    PlannedSource& source = planned.emplace_back();
    try {
      source.file = one.text   ? sources::source_of_text(one.path, *one.text)
                    : are_live ? take(live[planned.size() - 1])
                               : sources::open_source(one.path, LiveSource::refuse);
      source.kind = one.kind ? *one.kind : find_source_kind(source.file);
      const bool is_alone = found.size() == 1 && options.copies == Copies::apart &&
                            options.damage == Damage::refuse && !one.may_be_damaged();
      if (is_alone && options.run == Run::apply) continue;
      plan(source, one, options);
      source.closes_when_idle = found.size() > k_most_open && !one.text && may_close(source, options);
      if (source.closes_when_idle) source.file.close();
    } catch (const Error& error) {
      if (options.after_refusal == AfterRefusal::stop) throw;
      source.refused = refused_report(one.path, source.kind, error);
    }
  }
  if (options.copies == Copies::newest) {
    std::stable_sort(planned.begin(), planned.end(),
                     [](const PlannedSource& left, const PlannedSource& right) {
                       return sources::modified_at(left.file) < sources::modified_at(right.file);
                     });
  }
  return planned;
}

SourceReport refused_report(const std::filesystem::path& path, sources::SourceKind kind, const Error& error) {
  SourceReport report;
  report.path = path.string();
  report.kind = to_text(kind);
  report.error = Error(error.code(), of_this_file(error.what()), error.where(), of_this_file(error.hint()));
  return report;
}

void require_space_for(std::span<const PlannedSource> sources, const std::filesystem::path& database,
                       double factor) {
  double needed = 0;
  for (const PlannedSource& source : sources) needed += static_cast<double>(source.file.bytes);
  const auto bytes = static_cast<std::uint64_t>(needed * factor);
  const std::filesystem::path directory = std::filesystem::absolute(database).parent_path();
  struct statvfs status {};
  // A file system that cannot tell is left to fail at the write.
  if (statvfs(directory.c_str(), &status) != 0 || status.f_blocks == 0) return;
  const std::uint64_t free_bytes = std::uint64_t{status.f_bavail} * status.f_frsize;
  if (free_bytes >= bytes) return;
  throw Error(ErrorCode::io,
              "not enough space: the import may need " + std::to_string(bytes) + " bytes, " +
                  std::to_string(free_bytes) + " are free; nothing was changed",
              directory.string(), "free some space, or choose another place with --db");
}

}  // namespace rlmdb::imports
