// SPDX-License-Identifier: MIT
#include "tasks/run_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "frame/option_values.hpp"
#include "rlmdb/change_fields.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::cli {
namespace {

/// What a help calls the value: "MODEL".
std::string placeholder_of(std::string_view field) {
  std::string type(field);
  for (char& letter : type) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  return type;
}

void add_decimal(Options& options, const std::string& name, std::optional<double>& number, const char* type,
                 const char* what, double most, const std::string& help) {
  options.text(
      name,
      [&number, name, what, most](const std::string& text) {
        number = decimal_of(text);
        if (!number.has_value() || *number < 0 || *number > most) {
          throw Error(ErrorCode::usage, fmt::format("{}: '{}' is no {}", name, text, what), {},
                      fmt::format("for example {} 0.25", name));
        }
      },
      type, help);
}

void add_number(Options& options, const std::string& name, std::optional<std::int64_t>& count,
                const std::string& help) {
  options.number(name, {0}, count, help);
}

void add_number(Options& options, const std::string& name, std::optional<double>& usd,
                const std::string& help) {
  constexpr double k_most_usd = 1e15;
  add_decimal(options, name, usd, "USD", "amount of US dollars", k_most_usd, help);
}

void add_detail(Options& options, const RunDetailField& field, std::optional<std::string>& text) {
  const std::string name = option_of_field(field.name);
  const std::string help(field.meaning);
  if (field.words.empty()) {
    options.text(name, text, placeholder_of(field.name), help);
  } else {
    options.choice(name, {field.words.begin(), field.words.end()}, text, help);
  }
}

void add_detail(Options& options, const RunDetailField& field, std::optional<double>& share) {
  add_decimal(options, option_of_field(field.name), share, "N", "number from 0 to 1", 1,
              std::string(field.meaning));
}

}  // namespace

std::string option_of_field(std::string_view field) {
  std::string name = fmt::format("--{}", field);
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

void add_cost_options(Options& options, RunCost& cost) {
  for_each_field(k_run_cost_fields, cost, [&](const RunCostField& field, auto& value) {
    add_number(options, option_of_field(field.given_as), value, std::string(field.meaning));
  });
}

void add_detail_options(Options& options, RunDetails& details, std::vector<std::string>& artifacts) {
  for_each_field(k_run_detail_fields, details, [&](const RunDetailField& field, auto& value) {
    if (!field.meaning.empty()) add_detail(options, field, value);
  });
  options.texts("--artifact", artifacts, "PATH", "a file that it made; repeatable");
}

RunDetails with_artifacts(RunDetails details, const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    details.artifacts.push_back({path, {}, {}});
  }
  return details;
}

RunCost cost_of(LineMembers& line) {
  RunCost cost;
  for_each_field(k_run_cost_fields, cost,
                 [&](const RunCostField& field, auto& value) { line.read(field.given_as, value); });
  return cost;
}

RunDetails details_of(LineMembers& line) {
  RunDetails details;
  for_each_field(k_run_detail_fields, details,
                 [&](const RunDetailField& field, auto& value) { line.read(field.name, value); });
  details.artifacts = line.artifacts("artifacts");
  return details;
}

}  // namespace rlmdb::cli
