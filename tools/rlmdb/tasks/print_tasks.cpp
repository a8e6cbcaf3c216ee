// SPDX-License-Identifier: MIT
#include "tasks/print_tasks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "format/state_look.hpp"
#include "format/units_text.hpp"
#include "frame/times.hpp"
#include "rlmdb/json_text.hpp"
#include "tasks/task_columns.hpp"
#include "terminal/local_time.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_label_width = 12;

/// Beside its label.
std::string fitted(std::string_view value, Terminal terminal) {
  constexpr std::size_t k_least_width = 20;
  terminal.width = std::max(terminal.width, k_label_width + k_least_width) - k_label_width;
  return wrapped(make_visible(value, LineBreaks::keep), terminal, 0);
}

void append_field(std::string& lines, std::string_view label, std::string_view value,
                  const Terminal& terminal, Tint tint = Tint::none) {
  const std::string name = shown(label, terminal);
  const std::size_t width = display_width(name);
  const std::string gap(width < k_label_width ? k_label_width - width : 1, ' ');
  lines += tinted(name, Tint::bold, terminal) + gap;
  const std::string visible = terminal.is_terminal ? fitted(value, terminal) : std::string();
  const std::string_view text = terminal.is_terminal ? std::string_view(visible) : value;
  // A value may be large: no copy of it but the one in the lines, which do not grow byte by byte.
  if (lines.capacity() - lines.size() < text.size()) {
    lines.reserve(lines.size() + text.size() + text.size() / 8);
  }
  const auto append = [&](std::string_view line) {
    tint == Tint::none ? lines.append(line) : lines.append(tinted(line, tint, terminal));
  };
  std::size_t start = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', start)) {
    append(text.substr(start, end - start));
    lines.append("\n").append(k_label_width, ' ');
    start = end + 1;
  }
  append(text.substr(start));
  lines += '\n';
}

void append_known(std::string& lines, std::string_view label, const std::optional<std::string>& value,
                  const Terminal& terminal) {
  if (value.has_value()) {
    append_field(lines, label, *value, terminal);
  }
}

/// Members the head of `show` has already told, by their legacy names.
bool is_in_head(std::string_view name, const TaskSummary& task) {
  const auto is = [name](std::string_view member, bool told) { return name == member && told; };
  return name == "id" || is("state", task.state.has_value()) || is("agent", task.agent.has_value()) ||
         is("priority", task.priority.has_value()) || is("createdAt", task.created_at.has_value()) ||
         is("startedAt", task.started_at.has_value()) || is("completedAt", task.completed_at.has_value()) ||
         is("pid", task.pid.has_value());
}

bool says_nothing(std::string_view value) {
  return value == "null" || value == "\"\"" || value == "{}" || value == "[]";
}

/// Nested JSON stands at the depth it has inside the record; two spaces less puts it flush.
std::string unindented(std::string_view value) {
  std::string text;
  for (std::size_t start = 0; start <= value.size();) {
    const std::size_t end = std::min(value.find('\n', start), value.size());
    text += value.substr(start, end - start);
    text += end < value.size() ? "\n" : "";
    start = end + 1;
    if (value.substr(std::min(start, value.size())).starts_with("  ")) {
      start += 2;
    }
  }
  return text;
}

/// A string's text; any other value as it stands.
std::string readable(std::string_view value) {
  auto text = json_string_text(value, HalfPairs::stay_escaped);
  return text.has_value() ? *std::move(text) : unindented(value);
}

/// Of a node's result: nothing but what the record's state, result and error say.
bool says_only_output(std::string_view result) {
  for (const JsonMember& member : result.starts_with('{') ? split_json_object(result, HalfPairs::stay_escaped)
                                                          : std::vector<JsonMember>{}) {
    if (member.name != "status" && member.name != "output" && member.name != "errors") {
      return false;
    }
  }
  return true;
}

/// For a person the local time and how long ago that is; for a program as it is.
std::optional<std::string> when(const std::optional<std::string>& time, const Terminal& terminal) {
  const auto instant = time && terminal.is_terminal ? instant_of_utc(*time) : std::nullopt;
  return instant ? local_second(*instant) + " (" + age_text(*instant, time_now_ms()) + ")" : time;
}

std::optional<std::string> text_member(std::string_view object, std::string_view name) {
  const auto value = find_json_member(object, name);
  return value ? json_string_text(*value, HalfPairs::stay_escaped) : std::nullopt;
}

/// One field a note; false, and none, where the list holds anything else than notes.
bool append_notes(std::string& lines, std::string_view notes, const Terminal& terminal) {
  std::vector<std::string> texts;
  for (const std::string_view note : split_json_array(notes)) {
    const auto at = note.starts_with('{') ? text_member(note, "at") : std::nullopt;
    const auto text = at ? text_member(note, "text") : std::nullopt;
    if (!text) return false;
    const auto by = text_member(note, "by");
    texts.push_back(*when(at, terminal) + (by ? " " + *by : "") + ": " + *text);
  }
  for (const std::string& text : texts) append_field(lines, "note", text, terminal);
  return true;
}

/// The notes of the metadata as fields of their own; what is left of it.
std::string without_notes(std::string& lines, std::string_view metadata, const Terminal& terminal) {
  std::size_t begin = 1;
  const auto members = metadata.starts_with('{') ? split_json_object(metadata, HalfPairs::stay_escaped)
                                                 : std::vector<JsonMember>{};
  for (const JsonMember& member : members) {
    std::size_t end = member.offset + member.value.size();
    if (member.name == "notes" && member.value.starts_with('[') &&
        append_notes(lines, member.value, terminal)) {
      if (members.size() == 1) return "{}";
      if (begin == 1) end = metadata.find(',', end) + 1;
      return std::string(metadata.substr(0, begin)).append(metadata.substr(end));
    }
    begin = end;
  }
  return std::string(metadata);
}

}  // namespace

std::string text_show(const TaskSummary& task, std::string_view record, const Terminal& terminal) {
  std::string lines;
  append_field(lines, "id", task.id.text, terminal);
  if (task.state.has_value()) {
    append_field(lines, "state", task.state_text, terminal, tint_of(task.state));
  }
  append_known(lines, "agent", task.agent, terminal);
  if (task.priority.has_value()) {
    append_field(lines, "priority", fmt::format("{}", *task.priority), terminal);
  }
  if (task.tree_id.has_value()) {
    append_field(lines, "tree", task.tree_id->text, terminal);
  }
  append_known(lines, "created", when(task.created_at, terminal), terminal);
  append_known(lines, "started", when(task.started_at, terminal), terminal);
  append_known(lines, "completed", when(task.completed_at, terminal), terminal);
  if (task.pid.has_value()) {
    append_field(lines, "pid", std::to_string(*task.pid), terminal);
  }
  if (task.claim.has_value()) {
    append_field(lines, task.state == TaskState::queued ? "held by" : "claimed by", task.claim->owner,
                 terminal);
    append_field(lines, task.claim->is_over ? "until, over" : "until",
                 when(task.claim->lease_expires_at, terminal).value_or(""), terminal);
  }
  append_known(lines, "not before", when(task.scheduled_for, terminal), terminal);
  if (task.attempts > 0) {
    append_field(lines, "attempts", std::to_string(task.attempts), terminal);
  }
  if (task.version > 0) {
    append_field(lines, "version", std::to_string(task.version), terminal);
  }
  std::string_view result;
  for (const JsonMember& member : split_json_object(record, HalfPairs::stay_escaped)) {
    if (is_in_head(member.name, task) || says_nothing(member.value)) {
      continue;
    }
    if (member.name == "metadata") {
      const std::string rest = without_notes(lines, member.value, terminal);
      if (!says_nothing(rest)) append_field(lines, member.name, readable(rest), terminal);
      continue;
    }
    // The legacy daemon stores the whole output as the result of a task that went well.
    const bool is_result_again = member.name == "output" && member.value == result;
    append_field(lines, member.name,
                 is_result_again ? std::string("(the same as result)") : readable(member.value), terminal);
    if (member.name == "result") {
      result = member.value;
    }
  }
  return lines;
}

std::string text_node(const KnownNode& node, const Terminal& terminal) {
  std::string lines;
  for (const char* name : {"context", "execution_config", "cost", "result"}) {
    const auto value = find_json_member(node.json.text, name);
    const bool says_more = value.has_value() && value->starts_with('{') &&
                           (std::string_view(name) != "result" || !says_only_output(*value));
    if (node.is_described && says_more) {
      append_field(lines, std::string("node ") + name, readable(*value), terminal);
    }
  }
  return lines;
}

std::string text_stats(const TaskStats& stats, const Terminal& terminal) {
  if (!terminal.is_terminal || !terminal.columns.empty()) {
    return count_rows().text(counts_of(stats), terminal);
  }
  std::string text;
  for (const StateCount& count : counts_of(stats)) {
    text += tinted(fmt::format("{:<10}", count.state), count.tint, terminal) +
            fmt::format("{:>12}\n", count_text(static_cast<std::uint64_t>(count.tasks)));
  }
  return text;
}

namespace {

std::optional<ObjectView> view_of_node(const std::optional<KnownNode>& node) {
  return node.has_value() ? std::optional(ObjectView{node->json.text}) : std::nullopt;
}

/// Who has the task, and how often it was tried.
void add_claim(JsonObject& object, const TaskSummary& task) {
  const TaskClaim claim = task.claim.value_or(TaskClaim{});
  object.add_or_null("owner", claim.owner).add_or_null("host", claim.host).add("pid", claim.pid);
  object.add_or_null("lease_expires_at", claim.lease_expires_at).add("is_over", claim.is_over);
  object.add("attempts", task.attempts).add("version", task.version);
}

void add_shown(JsonObject& object, const ShownTask& task) {
  object.add("task", ObjectView{task.record}, "the record exactly as stored")
      .add_object("claim", task.now, add_claim,
                  "who has claimed or holds it, and how often it was tried; null with --at")
      .add("scheduled_for", task.now.has_value() ? task.now->scheduled_for : std::nullopt,
           "of a queued task: when it may be claimed; null once that is past, and with --at")
      .add("node", view_of_node(task.node),
           "all that is known of it as a node of its tree; null of a task in no tree, and with --at");
}

}  // namespace

std::string json_show(const std::vector<ShownTask>& tasks) {
  return JsonObject().add_array("tasks", tasks, add_shown).text();
}

void add_stats(JsonObject& object, const TaskStats& stats) {
  std::vector<StateCount> counts = counts_of(stats);
  std::rotate(counts.begin(), counts.end() - 1, counts.end());
  for (const StateCount& count : counts) {
    object.add(count.state, count.tasks);
  }
}

std::string json_stats(const TaskStats& stats) {
  JsonObject object;
  add_stats(object, stats);
  return object.text();
}

}  // namespace rlmdb::cli
