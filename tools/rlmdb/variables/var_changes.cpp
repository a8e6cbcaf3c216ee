// SPDX-License-Identifier: MIT
#include "variables/var_changes.hpp"

#include <fmt/format.h>

#include <chrono>
#include <limits>
#include <string_view>
#include <utility>

#include "format/json_writer.hpp"
#include "frame/duration.hpp"
#include "frame/input_file.hpp"
#include "frame/option_values.hpp"
#include "tasks/append_input.hpp"
#include "tasks/task_lines.hpp"

namespace rlmdb::cli {
namespace {

constexpr const char* k_final = "Final";
constexpr const char* k_text_hint =
    "with --text it is a text as it stands; in JSON a text has quotes of its own: '\"hello\"'";

Error var_usage(const std::string& message, const std::string& hint = "`rlmdb var -h` shows how it is used") {
  return Error(ErrorCode::usage, message, {}, hint);
}

/// `text` as a JSON string, exactly.
std::string json_of_text(std::string_view text) {
  const std::size_t whole = whole_characters(text);
  if (whole < text.size()) {
    throw Error(ErrorCode::invalid_input, "value is no UTF-8 text", fmt::format("value:{}", whole),
                "nothing was changed; convert the text to UTF-8");
  }
  return to_json(text);
}

std::string value_of(const VarOptions& options, const std::vector<std::string>& words) {
  constexpr std::size_t k_value = 1;
  const bool is_typed = words.size() > k_value && words[k_value] != "-";
  std::string given = is_typed ? words[k_value] : read_all(InputFile("-"));
  if (options.is_text) {
    return json_of_text(given);
  }
  if (is_typed) {
    require_no_bare_word(given, "value", k_text_hint);
  } else if (given.empty()) {
    throw Error(ErrorCode::invalid_input, "there is no VALUE, and standard input is empty", "standard input",
                "give VALUE behind NAME; with --text nothing is the empty text");
  }
  return given;
}

std::optional<std::int64_t> ttl_of(const VarOptions& options) {
  using std::chrono::milliseconds;
  using std::chrono::seconds;
  if (!options.ttl.has_value()) {
    return std::nullopt;
  }
  const milliseconds ttl = *options.ttl == "0" ? milliseconds(0) : parse_duration("--ttl", *options.ttl);
  if (ttl % seconds(1) != milliseconds(0)) {
    throw var_usage(fmt::format("--ttl takes whole seconds, not '{}'", *options.ttl), "30s, 15m, 2h, 7d");
  }
  return std::chrono::duration_cast<seconds>(ttl).count();
}

std::optional<bool> read_only_of(const VarOptions& options) {
  if (options.is_read_only && options.is_writable) {
    throw var_usage("--read-only and --writable exclude each other", "leave one of them out");
  }
  return options.is_read_only || options.is_writable ? std::optional(options.is_read_only) : std::nullopt;
}

bool is_null(std::string_view json) {
  constexpr std::string_view k_white = " \t\r\n";
  const std::size_t first = json.find_first_not_of(k_white);
  return first != std::string_view::npos &&
         json.substr(first, json.find_last_not_of(k_white) + 1 - first) == "null";
}

void require_completion(const SetVariable& set) {
  if (set.name != k_final) {
    throw var_usage(fmt::format("--complete is for the variable {}, not for '{}'", k_final, set.name),
                    "leave it out, or see `rlmdb task complete`");
  }
  if (is_null(set.value.text)) {
    throw var_usage("--complete needs a value that is not null",
                    "null is the Final of a task that is not done");
  }
}

std::vector<TaskAction> set_actions(const VarOptions& options) {
  const std::vector<std::string> words = names_of(VarVerb::set, options);
  SetVariable set;
  set.name = words.front();
  set.type = options.type;
  set.description = options.description;
  set.source = options.source;
  set.ttl_seconds = ttl_of(options);
  set.read_only = read_only_of(options);
  set.reason = options.reason.value_or("");
  set.value.text = value_of(options, words);
  if (!options.completes) {
    if (options.propagates) {
      throw var_usage("--propagate goes with --complete", "only the Final of a completed node goes up");
    }
    return {set};
  }
  require_completion(set);
  return {set, CompleteTask{set.value}};
}

std::vector<TaskAction> delete_actions(const VarOptions& options) {
  std::vector<TaskAction> actions;
  for (const std::string& name : names_of(VarVerb::remove, options)) {
    actions.emplace_back(DeleteVariable{name, options.reason.value_or("")});
  }
  return actions;
}

std::vector<TaskAction> rename_actions(const VarOptions& options) {
  const std::vector<std::string> names = names_of(VarVerb::rename, options);
  return {RenameVariable{names.front(), names.back(), options.reason.value_or("")}};
}

}  // namespace

std::vector<std::string> names_of(VarVerb verb, const VarOptions& options) {
  return var_verbs().arguments(verb_of(verb), options.words);
}

std::vector<TaskAction> variable_actions(VarVerb verb, const VarOptions& options) {
  switch (verb) {
    case VarVerb::set:
      return set_actions(options);
    case VarVerb::remove:
      return delete_actions(options);
    case VarVerb::rename:
      return rename_actions(options);
    default:
      throw Error(ErrorCode::internal, "a verb that changes nothing");
  }
}

Error variable_error(const Error& error, const VarOptions& options) {
  Error placed = in_place(error, nullptr);
  const bool is_of_value = placed.code() == ErrorCode::invalid_input && placed.where().starts_with("value:");
  if (is_of_value && !options.is_text) {
    return Error(placed.code(), placed.what(), placed.where(),
                 "nothing was changed; give one valid JSON value, or a text with --text");
  }
  return placed;
}

}  // namespace rlmdb::cli
