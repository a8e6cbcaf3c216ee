// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "format/shape.hpp"
#include "rlmdb/store.hpp"
#include "terminal/output.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// Prints the rows of a query as they come, with bounded memory.
class QueryOutput {
 public:
  QueryOutput() = default;
  QueryOutput(const QueryOutput&) = delete;
  QueryOutput& operator=(const QueryOutput&) = delete;
  virtual ~QueryOutput() = default;

  virtual void begin(const std::vector<std::string>& names) = 0;
  virtual void add(const std::vector<SqlValue>& row) = 0;
  /// `next`: how many rows stand before the first that was not asked for; nullopt: there is none.
  virtual void end(std::optional<std::int64_t> next) = 0;
};

/// Aligned columns; their widths are settled by the first thousand rows.
[[nodiscard]] std::unique_ptr<QueryOutput> make_table_query_output(Output& out, const Terminal& terminal);
[[nodiscard]] std::unique_ptr<QueryOutput> make_csv_query_output(Output& out, const Terminal& terminal);
/// The whole success document. A repeated column name gets "_2", "_3"… so that no value is lost.
[[nodiscard]] std::unique_ptr<QueryOutput> make_json_query_output(Output& out);
/// What the latter prints.
[[nodiscard]] Shape shape_of_query();

}  // namespace rlmdb::cli
