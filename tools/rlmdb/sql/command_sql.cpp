// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "format/rest_of_list.hpp"
#include "format/units_text.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/locate_database.hpp"
#include "sql/query_output.hpp"

namespace rlmdb::cli {
namespace {

class SqlCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "sql",
        "run one read-only SQL statement",
        "STATEMENT [options]",
        "Prints an aligned table, CSV or JSON. A statement that could write, attach a\n"
        "file or change settings is refused. Rows are printed as they come.",
        {"rlmdb sql 'SELECT state, count(*) FROM tasks GROUP BY state'", "# for a spreadsheet",
         "rlmdb sql --csv 'SELECT * FROM tree_progress' > trees.csv"},
        {{2, "wrong arguments, or a statement that is wrong or would write"}},
        {"list"}};
    return k_text;
  }

  void setup(Options& options) override {
    options.words("STATEMENT", m_statements, 1, 1, "one SELECT (or other reading) statement");
    options.number("--limit", {1}, m_limit, "at most N rows; default: all");
    options.number("--after", {}, m_after, "leave the first N rows out, `next` of the part before")
        .initially("0");
    options.toggle("--csv", m_csv, "comma-separated values with a header line")
        .only_as_program_for("rows come as JSON");
  }

  [[nodiscard]] bool has_long_lists() const override { return true; }

  [[nodiscard]] Answers answers() const override {
    return {"The rows of a query.", {{"", "", shape_of_query()}}};
  }

  ExitCode run(Context& context) override {
    if (m_csv && context.wants_json()) {
      throw Error(ErrorCode::usage, "--csv and --json exclude each other", {}, "leave one of them out");
    }
    const Store& store = open_database(context, Access::read_only);
    const std::unique_ptr<QueryOutput> output = make_output(context);
    std::int64_t count = 0;
    bool has_more = false;
    RowSink sink;
    sink.columns = [&output](const std::vector<std::string>& names) { output->begin(names); };
    std::int64_t passed = 0;
    sink.row = [&](const std::vector<SqlValue>& row) {
      if (passed < m_after) {
        ++passed;
        return true;
      }
      const bool is_enough = !m_csv && rows_shown(static_cast<std::size_t>(count) + 1, context.terminal) ==
                                           static_cast<std::size_t>(count);
      if (count == m_limit || is_enough) {
        has_more = true;
        return false;
      }
      ++count;
      output->add(row);
      return true;
    };
    store.query(m_statements.front(), sink);
    output->end(has_more ? std::optional(m_after + count) : std::nullopt);
    if (has_more && !m_limit.has_value()) {
      context.out.write(rest_of_list({}, context.terminal));
    } else if (has_more) {
      context.out.flush();
      context.talk(
          fmt::format("there are more than {}\n", counted(static_cast<std::uint64_t>(count), "row", "rows")));
    }
    return ExitCode::done;
  }

 private:
  [[nodiscard]] std::unique_ptr<QueryOutput> make_output(Context& context) const {
    if (context.wants_json()) {
      return make_json_query_output(context.out);
    }
    return m_csv ? make_csv_query_output(context.out, context.terminal)
                 : make_table_query_output(context.out, context.terminal);
  }

  std::vector<std::string> m_statements;
  std::optional<std::int64_t> m_limit;
  std::int64_t m_after = 0;
  bool m_csv = false;
};

}  // namespace

CommandPtr make_sql_command() {
  return std::make_unique<SqlCommand>();
}

}  // namespace rlmdb::cli
