// SPDX-License-Identifier: MIT
#include "events/print_events.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "format/json_writer.hpp"
#include "format/state_look.hpp"
#include "format/units_text.hpp"
#include "terminal/local_time.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

// Events come one by one, so the columns are as wide as their usual values, not as their widest.
constexpr std::size_t k_seq_width = 6;
constexpr std::size_t k_kind_width = 14;
constexpr std::size_t k_task_width = 9;

void add_change(JsonObject& object, const MemberChange& change) {
  object.add("member", change.member)
      .add_if_any("old_bytes", change.old_bytes, "how many there were, where a text only grew")
      .add_if(!change.old_bytes.has_value(), "old_json", change.old_json,
              "JSON text; null where the member was absent");
}

std::string changes_text(const std::vector<MemberChange>& changes) {
  std::string text;
  for (const MemberChange& change : changes) {
    text += text.empty() ? "" : ", ";
    text += change.member;
    if (change.old_bytes.has_value()) {
      text += fmt::format(" had {}", bytes_text(static_cast<std::uint64_t>(*change.old_bytes)));
    } else {
      text += change.old_json.has_value() ? " was " + *change.old_json : " was absent";
    }
  }
  return text;
}

/// "2026-02-09 11:04:05+01", its clock alone, or nothing, as the terminal has room.
std::string time_text(const std::string& at, const Terminal& terminal) {
  constexpr std::size_t k_least_for_clock = 60;
  constexpr std::size_t k_least_for_date = 80;
  constexpr std::size_t k_date_length = 10;
  constexpr std::size_t k_clock_length = 8;
  const auto instant = instant_of_utc(at);
  if (terminal.width < k_least_for_clock || !instant) {
    return {};
  }
  const std::string local = local_second(*instant);
  return terminal.width < k_least_for_date ? local.substr(k_date_length + 1, k_clock_length) : local;
}

std::string transition_text(const Event& event, const Terminal& terminal) {
  if (event.old_state == event.new_state) {
    return {};
  }
  if (event.old_state.empty() || event.new_state.empty()) {
    return event.old_state + event.new_state;
  }
  return event.old_state + (terminal.has_utf8 ? " → " : " -> ") + event.new_state;
}

Tint tint_of_event(const Event& event) {
  return event.new_state.empty() ? Tint::none : tint_of(state_named(event.new_state));
}

/// `cells` that say something, two columns apart, cut at the terminal's edge.
std::string cut_line(const std::vector<TableCell>& cells, const Terminal& terminal) {
  constexpr std::size_t k_gap = 2;
  std::string line;
  std::size_t used = 0;
  for (const TableCell& cell : cells) {
    const std::size_t gap = used == 0 ? 0 : k_gap;
    if (cell.text.empty() || used + gap >= terminal.width) {
      continue;
    }
    const std::string text =
        cut_to_width(make_visible(cell.text), terminal.width - used - gap, ellipsis_of(terminal));
    line += std::string(gap, ' ') + tinted(text, cell.tint, terminal);
    used += gap + display_width(text);
  }
  return line + "\n";
}

std::string padded(const std::string& text, std::size_t width) {
  return text.size() < width ? text + std::string(width - text.size(), ' ') : text;
}

std::string terminal_line(const Event& event, PreviousValues values, const Terminal& terminal) {
  const Tint tint = tint_of_event(event);
  const std::string token = event.token.has_value() ? fmt::format("token {}", *event.token) : std::string{};
  std::vector<TableCell> cells{{fmt::format("{:>{}}", event.seq, k_seq_width)},
                               {time_text(event.at, terminal), Tint::dim},
                               {padded(event.kind, k_kind_width), tint},
                               {padded(id_text(event.task), k_task_width)},
                               {transition_text(event, terminal), tint},
                               {event.reason},
                               {values == PreviousValues::shown ? changes_text(event.changes) : ""},
                               {id_text(event.tree_id)},
                               {token},
                               {event.by, Tint::dim}};
  return cut_line(cells, terminal);
}

std::vector<Column<Event>> event_columns() {
  return {{"seq", about("ascends in the order of commits, may leave gaps, is never used twice", &Event::seq)},
          {"at", &Event::at},
          {"by", about("the owner that wrote it", unless_empty(&Event::by))},
          {"kind", &Event::kind, {}, tint_of_event},
          {"task_id", &Event::task},
          {"tree_id", &Event::tree_id},
          {"node_id", about("the task's node in its tree, or the node that changed a state document",
                            unless_empty(&Event::node_id))},
          {"old_state", unless_empty(&Event::old_state)},
          {"new_state", unless_empty(&Event::new_state)},
          {"token", &Event::token},
          {"reason", unless_empty(&Event::reason)}};
}

}  // namespace

const Rows<Event>& event_rows(PreviousValues values) {
  static const Rows<Event> k_short(event_columns(), {}, {});
  static const Rows<Event> k_long = [] {
    std::vector<Column<Event>> columns = event_columns();
    columns.push_back({"changes", about("the members that changed, as they were before",
                                        filled_by<add_change>(&Event::changes))});
    return Rows<Event>(columns, {}, {});
  }();
  return values == PreviousValues::shown ? k_long : k_short;
}

std::string text_event(const Event& event, PreviousValues values, const Terminal& terminal) {
  if (!terminal.is_terminal) return event_rows(values).line(event, terminal);
  return terminal.columns.empty() ? terminal_line(event, values, terminal)
                                  : cut_line(event_rows(values).cells(event, terminal), terminal);
}

std::string json_event(const Event& event, PreviousValues values) {
  return event_rows(values).object(event) + "\n";
}

std::string json_events(const std::vector<Event>& events, PreviousValues values,
                        std::optional<std::int64_t> next) {
  JsonObject object;
  object.add_array("events", events,
                   [values](const Event& event) { return JsonText{event_rows(values).object(event)}; });
  object.add("next", next, "the number to ask for more since");
  return object.text();
}

}  // namespace rlmdb::cli
