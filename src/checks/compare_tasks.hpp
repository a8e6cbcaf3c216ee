// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "db/connection.hpp"
#include "rlmdb/finding.hpp"
#include "sources/source_file.hpp"

namespace rlmdb::checks {

/// A record that a tasks.json and the database do not both have in one state.
struct TaskDifference {
  std::string id;  ///< its store id; "": a record of the file that is none
  Finding finding;
};
using DifferenceSink = std::function<void(const TaskDifference&)>;

/// Holds the records of an opened tasks.json against those of the database: first the file's rejects, then
/// its records in their order, then what the file lacks. Returns how many records the file has. REQUIRES: a
/// read transaction. Throws Error invalid_input: damage.
std::uint64_t compare_tasks(db::Connection& connection, const sources::SourceFile& source,
                            const DifferenceSink& sink);

}  // namespace rlmdb::checks
