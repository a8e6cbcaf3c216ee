// SPDX-License-Identifier: MIT
#include "sql/query_output.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "format/json_writer.hpp"
#include "frame/envelope.hpp"
#include "sql/sql_values.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_rows_before_widths = 1000;
constexpr std::size_t k_least_query_width = 20;  // ids and times stay whole on any terminal

class TableOutput final : public QueryOutput {
 public:
  TableOutput(Output& out, const Terminal& terminal) : m_out(out), m_terminal(terminal) {}

  void begin(const std::vector<std::string>& names) override {
    std::vector<TableColumn> columns;
    for (const std::string& name : names) {
      columns.push_back({name, Align::left, k_least_query_width});
    }
    m_table.emplace(std::move(columns), m_terminal);
  }

  void add(const std::vector<SqlValue>& row) override {
    std::vector<TableCell> cells;
    for (const SqlValue& value : row) {
      cells.push_back(table_cell(value));
    }
    m_table->add_row(std::move(cells));
    if (m_table->pending_rows() == k_rows_before_widths) {
      m_out.write(m_table->take());
    }
  }

  void end(std::optional<std::int64_t> /*next*/) override {
    if (m_table.has_value()) {
      m_out.write(m_table->take());
    }
  }

 private:
  Output& m_out;
  Terminal m_terminal;
  std::optional<TextTable> m_table;
};

class CsvOutput final : public QueryOutput {
 public:
  CsvOutput(Output& out, const Terminal& terminal) : m_out(out), m_on_terminal(terminal.is_terminal) {}

  void begin(const std::vector<std::string>& names) override { write(names); }

  void add(const std::vector<SqlValue>& row) override {
    std::vector<std::string> fields;
    for (const SqlValue& value : row) {
      fields.push_back(csv_field(value));
    }
    write(std::move(fields));
  }

  void end(std::optional<std::int64_t> /*next*/) override {}

 private:
  void write(std::vector<std::string> fields) {
    if (m_on_terminal) {
      for (std::string& field : fields) {
        field = make_visible(field);
      }
    }
    m_out.write(csv_line(fields));
  }

  Output& m_out;
  bool m_on_terminal;
};

class JsonOutput final : public QueryOutput {
 public:
  explicit JsonOutput(Output& out) : m_out(out) {
    // Rows come one by one and may be many, so the envelope is cut where `data` goes.
    m_head = envelope().first;
  }

  void begin(const std::vector<std::string>& names) override {
    for (const std::string& name : names) {
      std::string unique = name;
      for (int copy = 2; std::find(m_names.begin(), m_names.end(), unique) != m_names.end(); ++copy) {
        unique = name + "_" + std::to_string(copy);
      }
      m_names.push_back(unique);
    }
    m_head += "{\"columns\":" + json_strings(m_names) + ",\"rows\":[";
  }

  void add(const std::vector<SqlValue>& row) override {
    m_out.write(m_count == 0 ? std::exchange(m_head, {}) : ",");
    m_out.write(json_row(m_names, row));
    ++m_count;
  }

  void end(std::optional<std::int64_t> next) override {
    JsonObject totals;
    totals.add("count", m_count).add("truncated", next.has_value()).add("next", next);
    m_out.write(m_head + "]," + totals.text().substr(1) + envelope().second);
  }

 private:
  /// What stands before `data`, and what behind it: the warnings so far.
  static std::pair<std::string, std::string> envelope() {
    constexpr std::string_view k_mark = "@";
    constexpr std::string_view k_before = R"("data":)";
    const std::string whole = json_success("sql", k_mark);
    const std::size_t mark = whole.find(k_before) + k_before.size();
    return {whole.substr(0, mark), whole.substr(mark + k_mark.size())};
  }

  Output& m_out;
  std::string m_head;
  std::vector<std::string> m_names;
  std::size_t m_count = 0;
};

}  // namespace

std::unique_ptr<QueryOutput> make_table_query_output(Output& out, const Terminal& terminal) {
  return std::make_unique<TableOutput>(out, terminal);
}

std::unique_ptr<QueryOutput> make_csv_query_output(Output& out, const Terminal& terminal) {
  return std::make_unique<CsvOutput>(out, terminal);
}

Shape shape_of_query() {
  Shape row(Shape::Kind::object);
  row.is_open = true;
  Shape shape(Shape::Kind::object);
  shape.members = {
      {"columns", plain_shape<std::vector<std::string>>(), "a repeated name gets _2, _3 and so on"},
      {"rows", Shape::list_of(std::move(row)),
       "each an object by the names of the columns; a blob is "
       "{\"$base64\":true,\"encoded\":TEXT}"},
      {"count", plain_shape<std::size_t>()},
      {"truncated", plain_shape<bool>(), "whether --limit left rows out"},
      {"next", plain_shape<std::optional<std::int64_t>>(),
       "the same call with this as `after` goes on there; null where nothing is left"}};
  return shape;
}

std::unique_ptr<QueryOutput> make_json_query_output(Output& out) {
  return std::make_unique<JsonOutput>(out);
}

}  // namespace rlmdb::cli
