// SPDX-License-Identifier: MIT
/// Values that stand in files: a variable of type `file_path` whose value is "file:" and a path from the
/// project's root (formats.md 3.3, VS-21…25).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

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

/// Writes `value` where the legacy layout has the large values of `owner` (`…/variables/NAME.json` beneath
/// `.aiwg/rlm/`), with two-space indent, and returns the reference to set: "file:" and its path. The file
/// appears whole or not at all, mode 0600, durable on return. `known` is the variable as it is, nullopt for a
/// new one: a file that it does not name already is Error conflict, because another's value may stand there.
/// Errors: invalid_input (a name or id that is no file name, no JSON), io.
[[nodiscard]] std::string write_reference(const Store& store, const VariableOwner& owner,
                                          const std::string& name, const JsonText& value,
                                          const std::optional<Variable>& known,
                                          const std::filesystem::path& root);

}  // namespace rlmdb
