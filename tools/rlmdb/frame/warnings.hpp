// SPDX-License-Identifier: MIT
/// What a command says beside its answer: `rlmdb: warning:` lines for people, `warnings` in a JSON document.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frame/global_options.hpp"
#include "rlmdb/finding.hpp"
#include "rlmdb/log.hpp"

namespace rlmdb::cli {

/// Keeps a warning for the documents that are printed from now on; one that is kept already, and more than
/// 1,000, are dropped. From any thread.
void keep_warning(Finding warning);
/// A remark of the library on the database, kept in the same way.
void keep_remark(std::string_view message);
/// The file that remarks are about.
void set_place_of_remarks(std::string place);

/// Forgets what was kept, at the beginning of a call that is none of the last one's business.
void forget_warnings();

/// All that were kept, for a document that is printed now.
[[nodiscard]] std::vector<Finding> warnings_for_document();
/// Those that no document has.
[[nodiscard]] std::vector<Finding> warnings_without_document();

/// One a code: the first, with how many there are and where the first few are.
[[nodiscard]] std::vector<Finding> summarised(const std::vector<Finding>& warnings);

/// The library's remarks on standard error: warnings as they are, more with -v and -vv, none with --quiet.
/// With --json nothing unless -v asks, because a failure must be the only document on standard error:
/// warnings are kept for the document.
[[nodiscard]] LogSink log_to_stderr(const GlobalOptions& options);

}  // namespace rlmdb::cli
