// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "format/shape.hpp"
#include "rlmdb/store.hpp"
#include "terminal/output.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// Whether a query has more rows than were asked for.
enum class Rest { none, left };

/// Prints the rows of a query as they come, with bounded memory.
class QueryOutput {
 public:
  QueryOutput() = default;
  QueryOutput(const QueryOutput&) = delete;
  QueryOutput& operator=(const QueryOutput&) = delete;
  virtual ~QueryOutput() = default;

  virtual void begin(const std::vector<std::string>& names) = 0;
  virtual void add(const std::vector<SqlValue>& row) = 0;
  virtual void end(Rest rest) = 0;
};

/// Aligned columns; their widths are settled by the first thousand rows.
[[nodiscard]] std::unique_ptr<QueryOutput> make_table_query_output(Output& out, const Terminal& terminal);
[[nodiscard]] std::unique_ptr<QueryOutput> make_csv_query_output(Output& out, const Terminal& terminal);
/// The whole success document. A repeated column name gets "_2", "_3"… so that no value is lost.
[[nodiscard]] std::unique_ptr<QueryOutput> make_json_query_output(Output& out);
/// What the latter prints.
[[nodiscard]] Shape shape_of_query();

}  // namespace rlmdb::cli
