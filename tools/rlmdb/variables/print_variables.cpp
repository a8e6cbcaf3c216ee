// SPDX-License-Identifier: MIT
#include "variables/print_variables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "rlmdb/error.hpp"
#include "terminal/fitted_table.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

using Rows = std::vector<std::vector<TableCell>>;

// Columns of the table of variables.
constexpr std::size_t k_source = 3;
constexpr std::size_t k_changed = 4;
constexpr std::size_t k_expires = 5;
// Columns of the table of mutations.
constexpr std::size_t k_variable_time = 1;
constexpr std::size_t k_reason = 6;

constexpr std::size_t k_room_for_value = 24;
constexpr std::size_t k_room_for_change = 18;

std::string_view kind_of(std::string_view json) {
  switch (json.front()) {
    case '{':
      return "an object";
    case '[':
      return "an array";
    case 't':
    case 'f':
      return "true or false";
    case 'n':
      return "null";
    default:
      return "a number";
  }
}

Error no_text(const Variable& variable, std::string_view why) {
  return Error(ErrorCode::invalid_input,
               fmt::format("Variable {} of {} {}", variable.name, to_text(variable.owner), why),
               to_text(variable.owner), "without --text it is printed as JSON");
}

const std::string& required_value(const Variable& variable) {
  if (variable.value.text.empty()) {
    throw Error(ErrorCode::not_found,
                fmt::format("Variable {} of {} has no value", variable.name, to_text(variable.owner)),
                to_text(variable.owner), "`rlmdb var list` shows what is known of it");
  }
  return variable.value.text;
}

const std::optional<std::string>& last_change(const Variable& variable) {
  return variable.updated_at.has_value() ? variable.updated_at : variable.created_at;
}

std::vector<TableCell> piped_row(const Variable& variable) {
  return {{variable.name},
          {variable.type.value_or("")},
          {variable.value.text},
          {last_change(variable).value_or("")},
          {variable.is_expired ? "expired" : ""}};
}

std::vector<TableCell> table_row(const Variable& variable) {
  const TableCell type =
      variable.is_bare ? TableCell{"bare", Tint::dim} : TableCell{variable.type.value_or("")};
  const TableCell expires = variable.is_expired ? TableCell{"expired", Tint::yellow}
                                                : TableCell{minute_of(variable.expires_at.value_or(""))};
  return {{variable.name, variable.is_expired ? Tint::dim : Tint::none},
          type,
          {variable.value.text},
          {variable.source.value_or("")},
          {minute_of(last_change(variable).value_or(""))},
          expires};
}

/// A fitted_table without those of the columns `optional` where no row says anything. Those in `gives_way`
/// are left out where there is no room.
std::string said_table(std::vector<FittedColumn> columns, Rows rows, std::vector<std::size_t> optional,
                       std::vector<std::size_t> gives_way, const Terminal& terminal) {
  std::sort(optional.rbegin(), optional.rend());
  for (const std::size_t place : optional) {
    const auto is_empty = [place](const std::vector<TableCell>& row) { return row[place].text.empty(); };
    if (!std::all_of(rows.begin(), rows.end(), is_empty)) {
      continue;
    }
    const auto at = static_cast<std::ptrdiff_t>(place);
    columns.erase(columns.begin() + at);
    for (std::vector<TableCell>& row : rows) {
      row.erase(row.begin() + at);
    }
    std::erase(gives_way, place);
    for (std::size_t& other : gives_way) {
      other -= other > place ? 1U : 0U;
    }
  }
  return fitted_table(columns, rows, gives_way, terminal);
}

std::string arrow_of(const Terminal& terminal) {
  return terminal.has_utf8 ? " → " : " -> ";
}

std::string value_of(const std::optional<JsonText>& value) {
  return value.has_value() ? value->text : std::string{};
}

Tint tint_of(VariableOperation operation) {
  switch (operation) {
    case VariableOperation::created:
      return Tint::green;
    case VariableOperation::deleted:
      return Tint::red;
    case VariableOperation::rolled_back:
      return Tint::yellow;
    case VariableOperation::updated:
    case VariableOperation::renamed:
      break;
  }
  return Tint::none;
}

std::vector<TableCell> table_row(const VariableMutation& mutation, const Terminal& terminal) {
  const std::string name =
      mutation.old_name.empty() ? mutation.name : mutation.old_name + arrow_of(terminal) + mutation.name;
  return {{std::to_string(mutation.event_seq)},
          {minute_of(mutation.at)},
          {std::string(to_text(mutation.operation)), tint_of(mutation.operation)},
          {name},
          {value_of(mutation.old_value)},
          {value_of(mutation.new_value)},
          {mutation.reason}};
}

std::vector<TableCell> piped_row(const VariableMutation& mutation) {
  return {{std::to_string(mutation.event_seq)},
          {mutation.at},
          {mutation.actor},
          {std::string(to_text(mutation.operation))},
          {mutation.name},
          {mutation.old_name},
          {value_of(mutation.old_value)},
          {value_of(mutation.new_value)},
          {mutation.source.value_or("")},
          {mutation.reason}};
}

std::vector<TableCell> row_of(const StateSummary& summary, const Terminal& terminal) {
  return {{std::string(to_text(summary.state.scope))},
          {summary.state.id},
          {std::to_string(summary.variables)},
          {std::to_string(summary.version)},
          {terminal.is_terminal ? minute_of(summary.last_updated_at) : summary.last_updated_at},
          {summary.completion_status}};
}

}  // namespace

std::string text_value(const Variable& variable, const Terminal& terminal) {
  return shown(required_value(variable), terminal) + "\n";
}

std::string text_of_value(const Variable& variable, const Terminal& terminal) {
  const std::string& json = required_value(variable);
  if (!json.starts_with('"')) {
    throw no_text(variable, fmt::format("is {}, no text", kind_of(json)));
  }
  const nlohmann::json value = nlohmann::json::parse(json, nullptr, false);
  if (!value.is_string()) {
    throw no_text(variable, "holds half a surrogate pair, which no text can");
  }
  const auto& text = value.get_ref<const std::string&>();
  return terminal.is_terminal ? make_visible(text, LineBreaks::keep) + "\n" : text;
}

std::string text_variables(const std::vector<Variable>& variables, const Terminal& terminal) {
  if (!terminal.is_terminal) {
    std::string lines;
    for (const Variable& variable : variables) {
      lines += tab_separated_line(piped_row(variable), terminal);
    }
    return lines;
  }
  Rows rows;
  for (const Variable& variable : variables) {
    rows.push_back(table_row(variable));
  }
  const std::vector<FittedColumn> columns{{{"NAME", Align::left, 10}},    {{"TYPE", Align::left, 7}},
                                          {{"VALUE"}, k_room_for_value},  {{"SOURCE", Align::left, 16}},
                                          {{"CHANGED", Align::left, 16}}, {{"EXPIRES", Align::left, 7}}};
  return rows.empty()
             ? std::string{}
             : said_table(columns, rows, {k_source, k_changed, k_expires}, {k_changed, k_source}, terminal);
}

std::string text_history(const std::vector<VariableMutation>& mutations, const Terminal& terminal) {
  if (!terminal.is_terminal) {
    std::string lines;
    for (const VariableMutation& mutation : mutations) {
      lines += tab_separated_line(piped_row(mutation), terminal);
    }
    return lines;
  }
  Rows rows;
  for (const VariableMutation& mutation : mutations) {
    rows.push_back(table_row(mutation, terminal));
  }
  const std::vector<FittedColumn> columns{{{"SEQ", Align::right, 3}},    {{"TIME", Align::left, 16}},
                                          {{"CHANGE", Align::left, 6}},  {{"NAME", Align::left, 8}},
                                          {{"FROM"}, k_room_for_change}, {{"TO"}, k_room_for_change},
                                          {{"REASON", Align::left, 16}}};
  return rows.empty() ? std::string{}
                      : said_table(columns, rows, {k_reason}, {k_variable_time, k_reason}, terminal);
}

std::string text_states(const std::vector<StateSummary>& states, const Terminal& terminal) {
  Rows rows;
  std::string lines;
  for (const StateSummary& summary : states) {
    rows.push_back(row_of(summary, terminal));
    lines += tab_separated_line(rows.back(), terminal);
  }
  if (!terminal.is_terminal || rows.empty()) {
    return lines;
  }
  const std::vector<FittedColumn> columns{{{"SCOPE", Align::left, 9}},      {{"ID", Align::left, 14}},
                                          {{"VARIABLES", Align::right, 9}}, {{"VERSION", Align::right, 7}},
                                          {{"UPDATED", Align::left, 16}},   {{"STATUS", Align::left, 10}}};
  return fitted_table(columns, rows, {4, 5}, terminal);
}

}  // namespace rlmdb::cli
