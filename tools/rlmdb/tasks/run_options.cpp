// SPDX-License-Identifier: MIT
#include "tasks/run_options.hpp"

#include <fmt/format.h>

#include <utility>

#include "frame/decimal.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb::cli {
namespace {

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

void add_usd(Options& options, const std::string& name, std::optional<double>& usd, const std::string& help) {
  constexpr double k_most_usd = 1e15;
  add_decimal(options, name, usd, "USD", "amount of US dollars", k_most_usd, help);
}

}  // namespace

void add_cost_options(Options& options, RunCost& cost) {
  options.number("--input-tokens", {0}, cost.input_tokens,
                 "tokens that the run read; as the next six added up over all runs");
  options.number("--output-tokens", {0}, cost.output_tokens, "tokens that it wrote");
  add_usd(options, "--cost-usd", cost.total_cost_usd,
          "what it cost; default: input and output together, where one of them is given");
  add_usd(options, "--input-cost-usd", cost.input_cost_usd, "what its input cost");
  add_usd(options, "--output-cost-usd", cost.output_cost_usd, "what its output cost");
  options.number("--cache-hits", {0}, cost.cache_hits, "how often a cache answered");
  add_usd(options, "--cache-savings-usd", cost.cache_savings_usd, "what that saved");
}

void add_detail_options(Options& options, RunDetails& details, std::vector<std::string>& artifacts) {
  options.text("--model", details.model, "MODEL", "the model that ran it");
  add_decimal(options, "--confidence", details.confidence, "N", "number from 0 to 1", 1,
              "how sure it is of its result, 0 to 1");
  options.choice("--output-type", {k_output_types.begin(), k_output_types.end()}, details.output_type,
                 "what the result is");
  options.choice("--finish-reason", {k_finish_reasons.begin(), k_finish_reasons.end()}, details.finish_reason,
                 "why the model stopped");
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
  cost.input_tokens = line.integer("input_tokens");
  cost.output_tokens = line.integer("output_tokens");
  cost.cache_hits = line.integer("cache_hits");
  cost.input_cost_usd = line.number("input_cost_usd");
  cost.output_cost_usd = line.number("output_cost_usd");
  cost.total_cost_usd = line.number("cost_usd");
  cost.cache_savings_usd = line.number("cache_savings_usd");
  return cost;
}

RunDetails details_of(LineMembers& line) {
  RunDetails details;
  details.status = line.text("status");
  details.output_type = line.text("output_type");
  details.confidence = line.number("confidence");
  details.model = line.text("model");
  details.finish_reason = line.text("finish_reason");
  details.artifacts = line.artifacts("artifacts");
  return details;
}

}  // namespace rlmdb::cli
