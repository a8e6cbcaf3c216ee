// SPDX-License-Identifier: MIT
/// Each field of what is given with a change, described once: its option, its members of JSON, its part of a
/// request's digest and what is written of it are made of that.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "rlmdb/run.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb {

/// Calls `use` with each of the `fields` and its value in `of`.
template <class Fields, class Of, class Use>
void for_each_field(const Fields& fields, Of& of, const Use& use) {
  for (const auto& field : fields) std::visit([&](auto member) { use(field, of.*member); }, field.member);
}

/// Counts are tokens and hits, the others dollars.
struct RunCostField {
  std::string_view name;         ///< in metadata.cost_tracking
  std::string_view given_as;     ///< in a line of --ndjson, and as an option, with - for _
  std::string_view returned_as;  ///< by a command under --json-result: a count in `tokens`, dollars in `cost`
  std::variant<std::optional<std::int64_t> RunCost::*, std::optional<double> RunCost::*> member;
  std::string_view meaning;
};

/// In the order in which they are written and listed.
inline constexpr auto k_run_cost_fields = std::to_array<RunCostField>({
    {"input_tokens", "input_tokens", "input", &RunCost::input_tokens,
     "tokens that the run read; as all of these added up over all runs"},
    {"output_tokens", "output_tokens", "output", &RunCost::output_tokens, "tokens that it wrote"},
    {"input_cost_usd", "input_cost_usd", "input", &RunCost::input_cost_usd, "what its input cost"},
    {"output_cost_usd", "output_cost_usd", "output", &RunCost::output_cost_usd, "what its output cost"},
    {"total_cost_usd", "cost_usd", "total", &RunCost::total_cost_usd,
     "what it cost; default: input and output together, where one of them is given"},
    {"cache_hits", "cache_hits", "cache_hits", &RunCost::cache_hits, "how often a cache answered"},
    {"cache_savings_usd", "cache_savings_usd", "cache_savings", &RunCost::cache_savings_usd,
     "what that saved"},
});

/// Of those that are lists there is none. Numbers are 0 to 1.
struct RunDetailField {
  std::string_view name{};  ///< in JSON, and as an option, with - for _
  std::variant<std::optional<std::string> RunDetails::*, std::optional<double> RunDetails::*> member{};
  std::span<const std::string_view> words{};  ///< that it may be; none: any text
  std::string_view
      in_metadata{};           ///< its name where the result's metadata has it; "": the result itself has it
  std::string_view meaning{};  ///< "": no option of its own
};

/// In the order in which they are written and listed.
inline constexpr auto k_run_detail_fields = std::to_array<RunDetailField>({
    {.name = "status", .member = &RunDetails::status, .words = k_result_statuses},
    {.name = "output_type",
     .member = &RunDetails::output_type,
     .words = k_output_types,
     .meaning = "what the result is"},
    {.name = "confidence",
     .member = &RunDetails::confidence,
     .meaning = "how sure it is of its result, 0 to 1"},
    {.name = "model",
     .member = &RunDetails::model,
     .in_metadata = "model_used",
     .meaning = "the model that ran it"},
    {.name = "finish_reason",
     .member = &RunDetails::finish_reason,
     .words = k_finish_reasons,
     .in_metadata = "finish_reason",
     .meaning = "why the model stopped"},
});

}  // namespace rlmdb
