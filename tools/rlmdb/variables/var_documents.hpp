// SPDX-License-Identifier: MIT
/// The verbs of `var` that are about whole state documents.
#pragma once

#include "frame/context.hpp"
#include "rlmdb/variable.hpp"
#include "variables/var_options.hpp"

namespace rlmdb::cli {

void list_documents(const VarOptions& options, Context& context);
/// Error usage where `owner` is a task; so does the next.
void set_document_status(const VariableOwner& owner, const VarOptions& options, Context& context);
/// Shows it; with --yes removes it.
[[nodiscard]] ExitCode drop_document(const VariableOwner& owner, const VarOptions& options, Context& context);

}  // namespace rlmdb::cli
