// SPDX-License-Identifier: MIT
#pragma once

#include "db/connection.hpp"
#include "rlmdb/export.hpp"

namespace rlmdb::exports {

/// The tasks.json of the database as it is in the open snapshot.
ExportReport write_tasks_json(db::Connection& connection, const ByteSink& sink, const ExportOptions& options);

}  // namespace rlmdb::exports
