// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "frame/exit_code.hpp"
#include "rlmdb/progress.hpp"

namespace rlmdb {
class Store;
}

namespace rlmdb::cli {

struct Context;

/// Shows the progress of one tree, or of all that are unfinished, again after each change, until nothing in
/// them goes on. On a terminal a picture in place, elsewhere and with --json a JSON document a line. Ends
/// with `interrupted` after SIGINT, SIGTERM or SIGHUP. Throws Error not_found for an unknown tree, OutputClosed.
[[nodiscard]] ExitCode watch_progress(const Store& store, const std::optional<TreeId>& tree,
                                      Context& context);

/// Some node is neither completed nor failed nor cancelled.
[[nodiscard]] bool goes_on(const TreeProgress& progress) noexcept;

}  // namespace rlmdb::cli
