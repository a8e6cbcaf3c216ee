// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "frame/call.hpp"

namespace rlmdb::cli {

/// `initialize`: takes who the client is and which database it wants into `session`, and says who answers. Error
/// usage for a protocol that this is not, and for a database where the server has its own.
[[nodiscard]] std::string initialize(Session& session, std::string_view params);

/// `methods`: what can be called, with the parameters of each.
[[nodiscard]] std::string list_methods();

}  // namespace rlmdb::cli
