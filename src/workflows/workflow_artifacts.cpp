// SPDX-License-Identifier: MIT
#include "workflows/workflow_artifacts.hpp"

#include <algorithm>

#include "rlmdb/error.hpp"
#include "util/beneath.hpp"
#include "util/database_files.hpp"
#include "util/sha256.hpp"

namespace rlmdb::workflows {

namespace {

constexpr std::uint64_t k_most_bytes = std::uint64_t{1} << 30;

std::string_view reason_of(util::BeneathFault fault) {
  switch (fault) {
    case util::BeneathFault::none:
    case util::BeneathFault::absent:
      break;
    case util::BeneathFault::outside:
      return "does not lie beneath the root on a path without symbolic links";
    case util::BeneathFault::not_regular:
      return "is no regular file";
    case util::BeneathFault::too_large:
      return "is larger than 1 GiB";
    case util::BeneathFault::changed:
      return "changed while it was read";
  }
  return {};
}

util::BeneathFile read(const std::filesystem::path& root, const std::string& path) {
  if (path.empty()) return {util::BeneathFault::outside, {}};
  return util::read_beneath(root, path, k_most_bytes);
}

bool is_database(const db::Connection& connection, const std::filesystem::path& root,
                 const std::string& path) {
  return util::is_database_file(connection.path(), root / path);
}

ArtifactState state_of(const WorkflowArtifact& artifact, const std::filesystem::path& root) {
  const util::BeneathFile file = read(root, artifact.path);
  const bool is_there = file.fault == util::BeneathFault::none;
  if (!is_there && file.fault != util::BeneathFault::absent) return ArtifactState::refused;
  if (artifact.status == "deleted") return is_there ? ArtifactState::present : ArtifactState::same;
  if (!is_there) return ArtifactState::missing;
  const std::string hash = sha256_of(artifact.hash);
  if (hash.empty()) return ArtifactState::unchecked;
  return hash == util::sha256_hex(file.bytes) ? ArtifactState::same : ArtifactState::changed;
}

ArtifactCheck check(const db::Connection& connection, const WorkflowArtifact& artifact,
                    const std::filesystem::path& root) {
  ArtifactCheck check{artifact.path, artifact.status, artifact.hash, ArtifactState::refused};
  check.has_copy = artifact.content_id.has_value();
  if (is_database(connection, root, artifact.path)) return check;
  try {
    check.state = state_of(artifact, root);
  } catch (const Error& error) {
    // A file that may not be read is no reason to pass over the others.
    if (error.code() != ErrorCode::io) throw;
  }
  return check;
}

}  // namespace

ArtifactFile read_artifact(const db::Connection& connection, const std::filesystem::path& root,
                           const std::string& path) {
  if (is_database(connection, root, path))
    throw Error(ErrorCode::invalid_input, "an artifact is the database itself, or belongs to it", path,
                "nothing was changed; `rlmdb backup` makes a copy of the database");
  util::BeneathFile file = read(root, path);
  if (file.fault == util::BeneathFault::none) {
    std::string sha256 = util::sha256_hex(file.bytes);
    return {path, std::move(sha256), std::move(file.bytes), static_cast<std::int64_t>(file.mode)};
  }
  if (file.fault == util::BeneathFault::absent) return {path, std::nullopt, {}};
  throw Error(ErrorCode::invalid_input, "an artifact " + std::string(reason_of(file.fault)), path,
              "nothing was changed; artifacts are files beneath " + root.string());
}

std::string sha256_of(std::string_view hash) {
  constexpr std::string_view k_algorithm = "sha256:";
  constexpr std::size_t k_digits = 64;
  if (hash.starts_with(k_algorithm)) hash.remove_prefix(k_algorithm.size());
  if (hash.size() != k_digits) return {};
  std::string lower(hash);
  for (char& digit : lower) {
    if (digit >= 'A' && digit <= 'F') digit = static_cast<char>(digit - 'A' + 'a');
    if (!((digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f'))) return {};
  }
  return lower;
}

std::vector<ArtifactCheck> check_artifacts(const db::Connection& connection,
                                           const std::vector<WorkflowArtifact>& artifacts,
                                           const std::filesystem::path& root) {
  std::vector<ArtifactCheck> checks;
  checks.reserve(artifacts.size());
  std::transform(artifacts.begin(), artifacts.end(), std::back_inserter(checks),
                 [&](const WorkflowArtifact& artifact) { return check(connection, artifact, root); });
  return checks;
}

bool can_be_put_back(const ArtifactCheck& check) {
  const bool is_other = check.state == ArtifactState::changed || check.state == ArtifactState::missing;
  return (is_other && check.has_copy) || check.state == ArtifactState::present;
}

bool may_pass(const ArtifactCheck& check, const RestoreOptions& options) {
  // Nothing was said of what it was, so nothing can have changed: a loop's own entries need no hash.
  if (check.state == ArtifactState::unchecked)
    return check.hash.empty() || options.unchecked == UncheckedArtifacts::allow;
  return check.state == ArtifactState::same ||
         (options.artifacts == ArtifactRestore::put_back && can_be_put_back(check));
}

}  // namespace rlmdb::workflows
