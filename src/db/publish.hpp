// SPDX-License-Identifier: MIT
#pragma once

#include <future>

#include "db/connection.hpp"

namespace rlmdb::db {

/// A check that runs on a thread of its own; none where it has no result to come.
struct FileCheck {
  std::future<void> result;
};

/// Starts to bring an unpublished file to disk and to `quick_check` it, on a second thread and by itself.
/// Until the result is there, `connection` may read and must not write. result.get() throws Error corrupt
/// when the check fails.
[[nodiscard]] FileCheck start_check(const Connection& connection);

/// Ends an unpublished file: quick_check (unless `check` is one already started), WAL mode, close, fsync, its
/// final name by link() (nothing is ever replaced), fsync of the directory. On return it is durable and a
/// plain copy of it is complete. Throws Error conflict when the name is taken, corrupt when the check fails,
/// io; the file is then gone.
void publish(Connection&& connection, FileCheck check = {});

}  // namespace rlmdb::db
