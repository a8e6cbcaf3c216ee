// SPDX-License-Identifier: MIT
#include "tasks/task_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "format/line_members.hpp"
#include "frame/times.hpp"
#include "rlmdb/json_text.hpp"
#include "tasks/run_options.hpp"
#include "tasks/task_options.hpp"

namespace rlmdb::cli {
namespace {

std::optional<EarliestStart> start_of(LineMembers& line, std::string_view name) {
  return line.text(name, [&](const std::string& text) { return earliest_start(name, text); });
}

NewTask new_task(LineMembers& line) {
  NewTask task;
  task.prompt = line.needed("prompt", line.value("prompt"));
  for_each_field(k_new_task_fields, task, [&]<class Value>(const NewTaskField& field, Value& value) {
    if constexpr (std::is_same_v<Value, std::optional<EarliestStart>>) {
      value = start_of(line, member_of(field));
    } else {
      line.read(member_of(field), value);
    }
  });
  return task;
}

SetMembers assignments(LineMembers& line) {
  SetMembers set;
  set.not_before = start_of(line, "not_before");
  const bool has_members = !set.not_before.has_value() || line.has("set");
  if (has_members) set.members = line.members("set").members;
  return set;
}

CompleteTask completion(LineMembers& line) {
  CompleteTask complete;
  if (auto result = line.value("result"); result.has_value()) {
    complete.result = *std::move(result);
  }
  complete.details = details_of(line);
  complete.cost = cost_of(line);
  return complete;
}

FailTask failure(LineMembers& line) {
  LineError error = line.needed("error", line.error("error"));
  FailTask fail{std::move(error.message), std::move(error.code), details_of(line), cost_of(line)};
  fail.timestamp = std::move(error.timestamp);
  return fail;
}

TaskAction action_of(TaskVerb verb, LineMembers& line) {
  switch (verb) {
    case TaskVerb::add:
      return new_task(line);
    case TaskVerb::start:
      return StartTask{line.integer("pid")};
    case TaskVerb::complete:
      return completion(line);
    case TaskVerb::fail:
      return failure(line);
    case TaskVerb::cancel:
      return CancelTask{};
    case TaskVerb::retry:
      return RetryTask{};
    case TaskVerb::cost:
      return AddCost{cost_of(line)};
    case TaskVerb::append:
      return AppendOutput{line.needed("chunk", line.text("chunk"))};
    case TaskVerb::set:
      return assignments(line);
    case TaskVerb::note: {
      std::string text = line.needed("text", line.text("text"));
      return AddNote{std::move(text), line.text("by")};
    }
    case TaskVerb::depend:
    case TaskVerb::hold:
    case TaskVerb::remove:
      break;
  }
  throw Error(ErrorCode::internal, "a verb without an action");
}

TaskChange change_of(TaskVerb verb, std::string_view text, std::string_view what) {
  LineMembers line(text);
  TaskChange change;
  if (verb != TaskVerb::add) {
    change.id = TaskId{line.needed("id", line.text("id"))};
    change.only_if.if_version = line.integer("if_version");
    change.only_if.token = line.integer("token");
    change.only_if.force = line.flag("force") ? Force::yes : Force::no;
  }
  change.action = action_of(verb, line);
  line.finish(fmt::format("{} for task {}", what, verb_of(verb).word()));
  return change;
}

/// Puts the place of the last object before the byte offset in it.
Error placed(const Error& error, const TaskLines& lines) {
  const std::string place = lines.place(lines.numbers.size() - 1);
  if (!lines.file.has_value()) {
    return Error(error.code(), error.what(), fmt::format("{}: byte {}", place, error.where()),
                 "nothing was changed; repair it and give the whole list again");
  }
  return Error(error.code(), error.what(), fmt::format("{}:{}", place, std::stoul(error.where()) + 1),
               "nothing was changed; repair the line and give the whole file again");
}

void add_change(TaskLines& lines, TaskVerb verb, std::string_view text, std::size_t number) {
  lines.numbers.push_back(number);
  try {
    lines.changes.push_back(change_of(verb, text, lines.file.has_value() ? "a line" : "an object"));
  } catch (const Error& error) {
    throw placed(error, lines);
  }
}

std::vector<std::string_view> elements_of(std::string_view list) {
  try {
    return split_json_array(list);
  } catch (const Error& error) {
    throw Error(error.code(), error.what(), fmt::format("tasks: byte {}", error.where()),
                R"(a list of objects: [{"prompt": "one"}, {"prompt": "two"}])");
  }
}

/// "change" or "changes[3]" at the beginning of `where`; "" where it is something else.
std::string_view change_of(std::string_view where) {
  constexpr std::string_view k_one = "change";
  constexpr std::string_view k_many = "changes[";
  if (where.starts_with(k_many)) {
    return where.substr(0, where.find(']') + 1);
  }
  return where.starts_with(k_one) ? k_one : std::string_view{};
}

std::size_t index_of(std::string_view change) {
  std::size_t index = 0;
  if (const std::size_t bracket = change.find('['); bracket != std::string_view::npos) {
    std::from_chars(change.data() + bracket + 1, change.data() + change.size(), index);
  }
  return index;
}

std::string without(std::string text, const std::string& part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at)) {
    text.erase(at, part.size());
  }
  return text;
}

}  // namespace

std::string TaskLines::place(std::size_t change) const {
  return file.has_value() ? fmt::format("{}:{}", *file, numbers[change])
                          : fmt::format("tasks/{}", numbers[change]);
}

TaskLines read_task_lines(TaskVerb verb, const InputFile& file) {
  const std::string text = read_all(file);
  TaskLines lines{file.name(), {}, {}};
  std::size_t number = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = std::string_view(text).substr(start, end - start);
    start = end + 1;
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) {
      continue;
    }
    add_change(lines, verb, line, number);
  }
  return lines;
}

TaskLines read_task_list(TaskVerb verb, std::string_view list) {
  TaskLines lines;
  for (const std::string_view element : elements_of(list)) {
    add_change(lines, verb, element, lines.numbers.size());
  }
  return lines;
}

Error in_place(const Error& error, const TaskLines* lines) {
  const bool is_of_value = error.code() == ErrorCode::invalid_input || error.code() == ErrorCode::usage;
  const std::string change(is_of_value ? change_of(error.where()) : std::string_view{});
  if (change.empty()) {
    return error;
  }
  const std::string member = without(without(error.where(), change + "."), change);
  std::string where = lines == nullptr ? member : lines->place(index_of(change));
  if (lines != nullptr && !member.empty()) {
    where += " " + member;
  }
  return Error(error.code(), without(error.what(), change + "."), where, error.hint());
}

}  // namespace rlmdb::cli
