// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>

namespace bench {

struct GenerateOptions {
  std::uint64_t tasks = 0;
  std::uint64_t first_id =
      0;  ///< number of the first task id; two files with disjoint ids fit into one database
  std::uint64_t seed = 1;
};

/// Writes a legacy-style tasks.json in the layout of JSON.stringify(value, null, 2), some 2.1 KB a task. The
/// same options give the same bytes. Memory does not grow with the number of tasks.
void generate(const std::filesystem::path& file, const GenerateOptions& options);

struct FloorTimes {
  std::uint64_t tasks = 0;
  std::uint64_t variables = 0;
  double insert_s = 0;  ///< opening, schema, and binding and stepping every row
  double commit_s = 0;
  double checkpoint_s = 0;
};

/// Inserts the tasks of a file made by `generate` by the statements of floor.sql into a new database: one
/// thread, one transaction. Reading and parsing the file is not in the times.
[[nodiscard]] FloorTimes floor(const std::filesystem::path& file, const std::filesystem::path& database);

}  // namespace bench
