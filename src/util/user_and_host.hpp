// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace rlmdb::util {

/// "anna@build-7": who runs this process and where. The number of a user who has no name. Looked up once a
/// process.
[[nodiscard]] const std::string& user_and_host();

/// What tells this machine from others: its name, with a `/` and its machine id behind it where it has one.
/// Looked up once a process.
[[nodiscard]] const std::string& host_identity();

}  // namespace rlmdb::util
