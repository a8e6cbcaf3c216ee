// SPDX-License-Identifier: MIT
#pragma once

#include "frame/global_options.hpp"
#include "rlmdb/log.hpp"

namespace rlmdb::cli {

/// The library's remarks on standard error: warnings as they are, more with -v and -vv, none with --quiet.
/// With --json nothing unless -v asks, because a failure must be the only document on standard error:
/// warnings are kept for the document (warnings.hpp).
[[nodiscard]] LogSink log_to_stderr(const GlobalOptions& options);

}  // namespace rlmdb::cli
