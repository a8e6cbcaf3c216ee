// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <regex>
#include <string>
#include <vector>

#include "rules.hpp"

namespace architecture {
namespace {

constexpr std::size_t k_question_lines = 350;
constexpr std::size_t k_most_lines = 500;

bool is_product_code(const SourceFile& file) {
  return is_cpp(file) &&
         (is_under(file, "src") || is_under(file, "include") || is_under(file, "tools/rlmdb"));
}

bool is_raw_statement_of_db(const SourceFile& file, const std::string& text) {
  static const std::regex k_allowed(
      R"(^\s*(PRAGMA|BEGIN (IMMEDIATE|DEFERRED)|COMMIT|ROLLBACK|VACUUM INTO|SAVEPOINT|RELEASE)\b)");
  return is_under(file, "src/db") && std::regex_search(text, k_allowed);
}

// A sentence that shows how to call `rlmdb sql` is no statement of the program's.
bool is_usage_example(const std::string& text) {
  return text.find("rlmdb sql ") != std::string::npos;
}

std::vector<Breach> breaches_by_line(const SourceFile& file, const std::string& text,
                                     const std::regex& pattern, const std::string& message) {
  std::vector<Breach> breaches;
  std::size_t number = 0;
  for (const std::string& line : split_lines(text)) {
    ++number;
    if (std::regex_search(line, pattern)) breaches.push_back({file.path, number, message});
  }
  return breaches;
}

}  // namespace

std::vector<Breach> check_sql_in_literals(const SourceFile& file) {
  static const std::regex k_statement(
      R"(^(\s|\\n)*(SELECT|VALUES|WITH|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|VACUUM|ATTACH|SAVEPOINT)\b\s+[\w(*"'?\[])"
      R"(|\b(INSERT (OR \w+ )?INTO|DELETE FROM|UPDATE \w+ SET|CREATE (TEMP |UNIQUE )?(TABLE|INDEX|VIEW|TRIGGER))\b)"
      R"(|\b(SELECT|select)\s.*\s(FROM|from)\s)"
      R"(|^(\s|\\n)*(insert into|delete from|update \w+ set|create table|drop table|pragma \w+ *[=;(])\b)");
  std::vector<Breach> breaches;
  if (!is_product_code(file)) return breaches;
  for (const Literal& literal : find_literals(file)) {
    if (is_raw_statement_of_db(file, literal.text) || is_usage_example(literal.text)) continue;
    if (std::regex_search(literal.text, k_statement)) {
      breaches.push_back(
          {file.path, literal.line, "SQL in a string literal; it belongs into a named .sql statement"});
    }
  }
  return breaches;
}

std::vector<Breach> check_begin(const SourceFile& file) {
  static const std::regex k_begin(R"(\bBEGIN\b)");
  static const std::regex k_known(R"(\bBEGIN (IMMEDIATE|DEFERRED)\b)");
  static const std::regex k_transaction(
      R"(\bBEGIN\s*(;|$|TRANSACTION|IMMEDIATE|DEFERRED|EXCLUSIVE|CONCURRENT))");
  static const std::regex k_trigger(R"(\bCREATE\s+(TEMP\s+)?TRIGGER\b)", std::regex::icase);
  const std::string message = "a transaction begins here; only src/db begins one, IMMEDIATE or DEFERRED";
  std::vector<Breach> breaches;
  if (is_product_code(file)) {
    for (const Literal& literal : find_literals(file)) {
      const bool allowed = is_under(file, "src/db") && std::regex_search(literal.text, k_known);
      if (std::regex_search(literal.text, k_begin) && !allowed)
        breaches.push_back({file.path, literal.line, message});
    }
  } else if (file.path.ends_with(".sql") && (is_under(file, "src") || is_under(file, "migrations"))) {
    // A trigger's body begins with the same word; a file with triggers may only use it bare, at a line's end.
    const bool has_trigger = std::regex_search(file.text, k_trigger);
    static const std::regex k_beside_trigger(
        R"(\bBEGIN\s*(;|TRANSACTION|IMMEDIATE|DEFERRED|EXCLUSIVE|CONCURRENT))");
    static const std::regex k_comment(R"(--.*)");
    std::string text;
    for (const std::string& line : split_lines(file.text))
      text += std::regex_replace(line, k_comment, "") + "\n";
    return breaches_by_line(file, text, has_trigger ? k_beside_trigger : k_transaction, message);
  }
  return breaches;
}

std::vector<Breach> check_table_names_in_db(const SourceFile& file) {
  static const std::regex k_table(
      R"(\b(tasks|tree_nodes|variables|layouts|import_rejects|import_losses|event_changes|loop_iterations)\b)");
  std::vector<Breach> breaches;
  if (!is_under(file, "src/db")) return breaches;
  const std::string message = "src/db knows no table of the store";
  if (file.path.ends_with(".sql")) return breaches_by_line(file, file.text, k_table, message);
  if (!is_cpp(file)) return breaches;
  for (const Literal& literal : find_literals(file)) {
    if (std::regex_search(literal.text, k_table)) breaches.push_back({file.path, literal.line, message});
  }
  return breaches;
}

std::vector<Breach> check_machine_paths(const SourceFile& file) {
  // Spelled in pieces, so that this file does not break its own rule.
  static const std::regex k_path(std::string("(^|[^\\w.~-])/(") + "home" + "/\\w|" + "root" + "/|" + "work" +
                                 "/|" + "Users" + "/\\w|" + "tmp" + "/[\\w])");
  return breaches_by_line(file, file.text, k_path, "names a path of one machine");
}

std::vector<Breach> check_citations(const SourceFile& file) {
  static const std::regex k_citation(std::string("\\b(TS|RT|VS|CP|WC|CR|PR|RE|CO|RA|GR)") + "-[0-9]+\\b|" +
                                     "\\bformats" + "\\.md|-persistence" + "\\.md");
  return breaches_by_line(file, file.text, k_citation, "cites what is not in the repository");
}

std::vector<Breach> check_size(const SourceFile& file) {
  std::vector<Breach> breaches;
  if (!is_cpp(file)) return breaches;
  const auto lines = static_cast<std::size_t>(std::count(file.text.begin(), file.text.end(), '\n'));
  if (lines > k_most_lines) {
    breaches.push_back({file.path, 0, "has " + std::to_string(lines) + " lines; split it"});
  } else if (lines > k_question_lines) {
    breaches.push_back({file.path, 0, "has " + std::to_string(lines) + " lines; is it still one subject?",
                        Breach::Weight::warning});
  }
  return breaches;
}

std::vector<Breach> check_licence_line(const SourceFile& file) {
  const bool has_slashes = is_cpp(file);
  const bool has_hash = file.path.ends_with(".cmake") || file.path.ends_with("CMakeLists.txt");
  if (!has_slashes && !has_hash) return {};
  const std::string expected = std::string(has_slashes ? "//" : "#") + " SPDX-License-Identifier: MIT\n";
  if (file.text.starts_with(expected)) return {};
  return {{file.path, 1, "does not begin with its SPDX line"}};
}

std::vector<Breach> check_names(const SourceFile& file) {
  static const std::regex k_name(
      R"(\b(class|struct|enum class)\s+\w*(Manager|Helper|Handler|Service|Processor|Utils|Impl|Data|Info)\b)");
  if (!is_product_code(file)) return {};
  return breaches_by_line(file, code_only(file), k_name, "declares a type whose name says nothing");
}

}  // namespace architecture
