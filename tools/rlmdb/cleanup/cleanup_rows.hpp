// SPDX-License-Identifier: MIT
/// What of a cleanup is printed in rows.
#pragma once

#include "format/rows.hpp"
#include "rlmdb/cleanup.hpp"

namespace rlmdb::cli {

[[nodiscard]] const Rows<Removal>& removal_rows();
[[nodiscard]] const Rows<TreeRemoval>& removed_tree_rows();
[[nodiscard]] const Rows<ExpiredVariable>& expired_rows();
[[nodiscard]] const Rows<Kept>& kept_rows();
[[nodiscard]] const Rows<OldFailure>& old_failure_rows();

}  // namespace rlmdb::cli
