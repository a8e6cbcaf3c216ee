// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "rlmdb/error.hpp"
#include "rlmdb/import.hpp"
#include "sources/source_file.hpp"

namespace rlmdb::sources {

/// A source, or why it could not be opened.
struct OpenedSource {
  SourceFile file;
  std::optional<Error> refused{};
};

/// What is waited for, before each wait.
struct LiveWait {
  const SourceFile& first;           ///< of those that are waited for
  std::size_t files = 0;             ///< so many are waited for
  std::chrono::milliseconds waited;  ///< since the first look
  std::chrono::milliseconds left;    ///< the wait is over after that at the latest
};

/// What it throws ends the copying.
using TellWait = std::function<void(const LiveWait&)>;

/// Puts a private copy in the place of each file that was opened. A copy is of one moment, and one complete
/// tasks.json, or of a file that was not written for a quarter of a second. There is one wait for all files:
/// all are copied, and after it only those again that changed meanwhile. Error busy for a file that is
/// written all the time, not_found and io, as `after_refusal` says: thrown, or kept beside the file.
void copy_live(std::vector<OpenedSource>& sources, AfterRefusal after_refusal, const TellWait& tell);

}  // namespace rlmdb::sources
