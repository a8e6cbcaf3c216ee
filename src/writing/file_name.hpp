// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace rlmdb::writing {

/// Error usage where the new id of a tree or state, called `what`, cannot be the name of its directory in a
/// project: no file of it could ever be written there.
void require_file_name(const std::string& id, const std::string& what, const std::string& where);

}  // namespace rlmdb::writing
