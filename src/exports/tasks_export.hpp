// SPDX-License-Identifier: MIT
#pragma once

#include "db/connection.hpp"
#include "rlmdb/export.hpp"

namespace rlmdb::exports {

/// By itself: as the legacy store would write it, complete. In a project: as the file that was imported last
/// is written, with references for values that have a file there.
enum class TasksForm { canonical, in_project };

/// The tasks.json of the database as it is in the open snapshot.
ExportReport write_tasks_json(db::Connection& connection, const ByteSink& sink, const ExportOptions& options,
                              TasksForm form);

}  // namespace rlmdb::exports
