// SPDX-License-Identifier: MIT
/// Each field of what is given with a change, described once: its option, its members of JSON, its part of a
/// request's digest and what is written of it are made of that.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rlmdb/change.hpp"
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
     "what it cost; default: input and output together, unknown while only one of them is"},
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
    {"status", &RunDetails::status, k_result_statuses},
    {"output_type", &RunDetails::output_type, k_output_types, "", "what the result is"},
    {"confidence", &RunDetails::confidence, {}, "", "how sure it is of its result, 0 to 1"},
    {"model", &RunDetails::model, {}, "model_used", "the model that ran it"},
    {"finish_reason", &RunDetails::finish_reason, k_finish_reasons, "finish_reason", "why the model stopped"},
});

/// Of the prompt, which can be given in two ways, there is none.
struct NewTaskField {
  std::string_view name{};
  std::variant<std::optional<std::string> NewTask::*, std::optional<JsonText> NewTask::*,
               std::optional<TaskId> NewTask::*, std::optional<TreeId> NewTask::*, bool NewTask::*,
               std::vector<TaskId> NewTask::*, std::optional<std::int64_t> NewTask::*,
               std::optional<std::chrono::milliseconds> NewTask::*, std::optional<EarliestStart> NewTask::*>
      member{};
  std::string_view type{};  ///< of the option's value; "JSON" may come from standard input
  std::string_view meaning{};
  std::string_view otherwise{};               ///< what is so without it
  std::span<const std::string_view> words{};  ///< that it may be; none: any text
  std::string_view given_as{};                ///< in a line of --ndjson; "": as its name
  std::string_view option{};                  ///< without its --; "": as in a line, with - for _
};

/// In the order of a request's digest and of the help. From decomposition_strategy on, the digest has those alone
/// that are given, each with its name; new ones come last.
inline constexpr auto k_new_task_fields = std::to_array<NewTaskField>({
    {"agent", &NewTask::agent, "AGENT", "who is to do it"},
    {"priority", &NewTask::priority, "N",
     "a number, higher first, or a word for one (3 is high and P1); default {}", "0"},
    {"metadata", &NewTask::metadata, "JSON", "an object; default {}", "{}"},
    {"parent", &NewTask::parent, "ID", "make it a tree node below this task"},
    {"tree", &NewTask::tree, "ID", "the tree it belongs to; without --parent its root"},
    {"depends_on", &NewTask::depends_on, "ID",
     "claimed only when this task is completed or cancelled; repeatable"},
    {"max_attempts", &NewTask::max_attempts, "N", "lost attempts after which it fails; default {}", "3"},
    {"backoff",
     &NewTask::backoff,
     "DURATION",
     "wait after the first lost attempt, then doubled, never over 1h; default {}",
     "1s",
     {},
     "backoff_ms",
     "backoff"},
    {"decomposition_strategy", &NewTask::decomposition_strategy, "", "how the node's children run", "",
     k_decomposition_strategies},
    {"merge_strategy", &NewTask::merge_strategy, "", "how the node merges their results", "",
     k_words_of<MergeStrategy>},
    {"context", &NewTask::context, "JSON", "an object: the node's slice of the context (context_reference)"},
    {"config", &NewTask::config, "JSON", "an object: how the node is to be run (execution_config)"},
    {"makes_tree",
     &NewTask::makes_tree,
     "",
     "make it the root of a new tree, whose id is made up",
     "",
     {},
     "new_tree"},
    {"execution_mode", &NewTask::execution_mode, "", "of a root: how its tree is executed", "",
     k_execution_modes},
    {"session_id",
     &NewTask::session_id,
     "ID",
     "of a root: the session that its tree belongs to",
     "",
     {},
     "",
     "session"},
    {"hold",
     &NewTask::hold,
     "DURATION",
     "the owner holds it so long: nobody else claims or starts it; see hold",
     "",
     {},
     "hold_ms",
     "hold"},
    {"hold_pid", &NewTask::hold_pid, "PID", "with --hold: a process whose end ends the hold"},
    {"not_before", &NewTask::not_before, "TIME",
     "claimed from then on: 22:00, tomorrow, 2h (from now); of set also now: at once"},
});
/// How many of these the digest has without a name, given or not.
inline constexpr std::size_t k_unnamed_new_task_fields = 8;

}  // namespace rlmdb
