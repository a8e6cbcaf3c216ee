// SPDX-License-Identifier: MIT
/// What the project's git repository says: which commits there are, what was done last, what is not
/// committed. The repository is not trusted: nothing that its configuration names is run, nothing is fetched,
/// nothing of it is written, and each question has an end by clock and size.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grid/git_subject_rules.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb::grid {

enum class GitState {
  ready,          ///< the rest holds
  no_program,     ///< there is no git to ask
  no_repository,  ///< the directory is in none
  refused,        ///< git would not answer, or not in time: `fault` says why
  not_asked,
};

}  // namespace rlmdb::grid

namespace rlmdb {

template <>
inline constexpr std::array<std::string_view, 5> k_words_of<grid::GitState>{
    "ready", "no-program", "no-repository", "refused", "not-asked"};

}  // namespace rlmdb

namespace rlmdb::grid {

/// What became of a hash that a file claims.
enum class CommitClaim {
  exists,
  missing,    ///< no commit has it
  no_hash,    ///< it is not 4 to 64 hexadecimal digits; git was not asked
  ambiguous,  ///< several objects begin so, or a branch has that name
};

struct GitCommit {
  std::string hash;  ///< whole
  std::string at;    ///< when it was committed: "2026-01-23T15:45:00Z", or with an offset
  std::string text;  ///< its subject, in UTF-8
  GridSubject subject;
};

struct GitFacts {
  GitState state = GitState::not_asked;
  std::string fault{};                          ///< "": none
  std::map<std::string, CommitClaim> claims{};  ///< of each hash that was asked for
  std::vector<GitCommit> commits{};        ///< the last ones, newest first; empty before the first commit
  std::vector<std::string> uncommitted{};  ///< files beneath the root changed, added or removed since
  std::vector<std::string> untracked{};    ///< those that git does not know and is not told to ignore
  bool has_staged = false;                 ///< some of `uncommitted` are in the index
  std::string uncommitted_fault{};         ///< why nobody knows what is uncommitted; "": it is known
};

struct GitLimits {
  std::chrono::milliseconds most_time{10'000};     ///< for all questions together
  std::size_t most_bytes = std::size_t{4} << 20U;  ///< of each answer
  std::size_t most_commits = 200;                  ///< of the log
  std::size_t most_hashes = 10'000;                ///< the rest is not asked for, and has no claim
};

/// Asks about `root`. Files that a filter of the configuration would rewrite (git-lfs) are compared without
/// it, so those whose time is newer than the index may be called changed. Variables GIT_… of our environment
/// do not count, but for those that say where the user's own configuration is. Throws Error io where no
/// process can be made; everything else is a state. Costs some processes; may be called from any thread.
[[nodiscard]] GitFacts git_facts(const std::filesystem::path& root, std::span<const std::string> hashes,
                                 const GitLimits& limits = {});

}  // namespace rlmdb::grid
