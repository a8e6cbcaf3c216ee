// SPDX-License-Identifier: MIT
#include "work/run_outcome.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "format/line_members.hpp"
#include "rlmdb/change_fields.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/json_text.hpp"
#include "tasks/run_options.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::string_view k_what = "a result that --json-result takes";

Error no_result(const std::string& problem) {
  return Error(ErrorCode::invalid_input, problem, "standard output", "`rlmdb work -h` shows what it may be");
}

/// The counts, or the dollars, of the member `name`.
template <class Number>
void take_cost(std::string_view object, std::string_view name, RunCost& cost) {
  LineMembers members(object);
  for_each_field(k_run_cost_fields, cost,
                 [&]<class Value>(const RunCostField& field, std::optional<Value>& value) {
                   if constexpr (std::is_same_v<Value, Number>) members.read(field.returned_as, value);
                 });
  members.finish(name);
}

RunCost returned_cost_of(LineMembers& result) {
  RunCost cost;
  if (const auto tokens = result.value("tokens")) take_cost<std::int64_t>(tokens->text, "tokens", cost);
  if (const auto given = result.value("cost")) {
    const bool is_total = json_kind(given->text) != JsonKind::object;
    take_cost<double>(is_total ? R"({"total":)" + given->text + "}" : given->text, "cost", cost);
  }
  return cost;
}

std::vector<RunFault> errors_of(LineMembers& result) {
  std::vector<RunFault> errors;
  const auto list = result.value("errors");
  if (!list.has_value()) return errors;
  if (json_kind(list->text) != JsonKind::array || !is_json(list->text))
    throw no_result("'errors' is no array");
  for (const std::string_view item : split_json_array(list->text)) {
    const std::string object = R"({"error":)" + std::string(item) + "}";
    LineError error = LineMembers(object).error("error").value_or(LineError{});
    errors.push_back({std::move(error.message), std::move(error.code), std::move(error.timestamp)});
  }
  return errors;
}

TaskAction failure_of(RunDetails details, RunCost cost) {
  FailTask fail = failure_because("the command says that it failed");
  if (!details.errors.empty()) {
    fail.error = std::move(details.errors.front().message);
    fail.code = std::move(details.errors.front().code);
    fail.timestamp = std::move(details.errors.front().timestamp);
    details.errors.erase(details.errors.begin());
  }
  fail.details = std::move(details);
  fail.cost = cost;
  return fail;
}

TaskAction action_of_members(LineMembers& members) {
  CompleteTask complete;
  if (auto result = members.value("result"); result.has_value()) complete.result = *std::move(result);
  RunDetails& details = complete.details;
  details = details_of(members);
  details.errors = errors_of(members);
  complete.cost = returned_cost_of(members);
  members.finish(k_what);
  if (details.status == "failed") return failure_of(std::move(details), complete.cost);
  return complete;
}

}  // namespace

TaskAction action_of_json(std::string_view text) {
  if (!is_json(text)) throw no_result(text.empty() ? "it is empty" : "it is no JSON");
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (json_kind(text.substr(begin)) != JsonKind::object) throw no_result("it is no JSON object");
  LineMembers members(text);
  return action_of_members(members);
}

std::string signal_name_of(int wait_status) {
  if (!WIFSIGNALED(wait_status)) return {};
  const char* const name = ::sigabbrev_np(WTERMSIG(wait_status));
  return name == nullptr ? std::to_string(WTERMSIG(wait_status)) : name;
}

std::string words_for_status(int wait_status) {
  if (WIFSIGNALED(wait_status))
    return fmt::format("signal {} ({})", WTERMSIG(wait_status), signal_name_of(wait_status));
  return fmt::format("exit status {}", WEXITSTATUS(wait_status));
}

FailTask failure_because(std::string error) {
  FailTask fail;
  fail.error = std::move(error);
  fail.after = AfterFailure::as_configured;
  return fail;
}

}  // namespace rlmdb::cli
