// SPDX-License-Identifier: MIT
#pragma once

#include "db/connection.hpp"
#include "rlmdb/export.hpp"

namespace rlmdb::exports {

/// As the legacy store would write it, or as the file that was imported last is written.
enum class TasksForm { canonical, as_written };

/// The tasks.json of the database as it is in the open snapshot.
ExportReport write_tasks_json(db::Connection& connection, const ByteSink& sink, const ExportOptions& options,
                              TasksForm form);

}  // namespace rlmdb::exports
