// SPDX-License-Identifier: MIT
/// Values that stand in files. A variable of type `file_path` whose value is
/// "file:" and a path from the project's root came in that way, or was given so. A value that is given to
/// rlmdb itself stays in the database; a file can have a copy of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "rlmdb/finding.hpp"
#include "rlmdb/variable.hpp"

namespace rlmdb {

struct ReferenceOptions {
  std::filesystem::path root{};                        ///< the project's: the directory of `.aiwg/`
  std::uint64_t most_bytes = std::uint64_t{64} << 20;  ///< of the file that is read
};

/// Whether the variable says that its value stands in a file.
[[nodiscard]] bool is_reference(const Variable& variable);

/// The value behind a reference: the JSON text in the file, compact, as canonical as all stored JSON. Only a
/// regular file beneath `root` is read, along a path without symbolic links. Where no file is there, the copy
/// that an import brought in. Errors: not_found (neither), invalid_input (leads out of the root, through a
/// link, to no regular file, to one that is too large, changes while it is read, or is no JSON), io.
[[nodiscard]] JsonText read_reference(const Store& store, const Variable& variable,
                                      const ReferenceOptions& options);

/// What became of the files that have copies of values.
struct ValueFileReport {
  std::vector<std::string> written{};  ///< places from the root on; they have the value of now
  std::vector<std::string> removed{};  ///< they were this database's, and their variable has no file any more
  std::vector<Finding> left{};         ///< not written or removed, because somebody else wrote them
};

/// Error conflict where the file of a variable that is to have one (SetVariable::in_file) is not as this
/// database knows it, or a link leads out of the root: to be asked before the change. Nothing is changed.
void require_value_file(const Store& store, const VariableOwner& owner, const std::string& name,
                        const std::filesystem::path& root);

/// Makes the copies of values in files (SetVariable::in_file) beneath `root` what the database says: those of
/// `owner` that are older or lack are written, with two-space indent, whole or not at all, mode 0600, durable
/// on return; those whose variable has no file any more are removed, of all owners. nullopt: of all owners. A
/// file that is neither as this database wrote it nor as it was imported is left and named. Other writers
/// wait meanwhile. Idempotent. Errors: io, conflict (a link leads out of the root).
ValueFileReport settle_value_files(Store& store, const std::filesystem::path& root,
                                   const std::optional<VariableOwner>& owner = {});

}  // namespace rlmdb
