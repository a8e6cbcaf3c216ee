// SPDX-License-Identifier: MIT
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "events/print_events.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/interruption.hpp"
#include "frame/locate_database.hpp"
#include "frame/nearest_word.hpp"

namespace rlmdb::cli {
namespace {

class EventsCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "events",
        "show every change in the order it was committed",
        "[options]",
        "One line an event, oldest first; piped, tab-separated: seq, time, by, kind,\n"
        "task, tree, node, old state, new state, token, reason. With --json each line is\n"
        "an object of its own (NDJSON), without an envelope. --follow goes on with what\n"
        "comes, until Ctrl-C (exit 130); --since with the last seq seen goes on where an\n"
        "earlier run ended, without a gap and without a repetition.",
        {"rlmdb events --task task-0007", "# watch a tree", "rlmdb events --follow --tree tree-12345678",
         "# a program that picks up where it was", "rlmdb events --follow --json --since 1234"},
        {{2, "wrong arguments, or a KIND that no event has"},
         {4, "there is no such database, task or tree"},
         {130, "--follow was ended by SIGINT or SIGTERM"},
         {141, "(death by SIGPIPE) the reader of standard output went away"}},
        {"show", "summary", "cleanup", "explain"}};
    return k_text;
  }

  void setup(Options& options) override {
    options.toggle("--follow", m_follows, "go on with the events that come, until Ctrl-C")
        .only_as_program_for("ask again with `since`: the answer says from where");
    options.number("--since", {}, m_filter.since, "only events after the one with the number N");
    options.text("--task", m_task, "ID", "only events of this task");
    options.text("--tree", m_tree, "ID", "only events of this tree");
    options.text("--kind", m_kind, "KIND", "only events of this kind, such as task:failed");
    options.number("--limit", {}, m_filter.limit, "end after N events; {} (default): all");
    options.toggle("--changes", m_values, PreviousValues::shown,
                   "with the previous value of each member that changed");
  }

  [[nodiscard]] std::string calls_with_rows() const override { return "always"; }

  [[nodiscard]] Answers answers() const override {
    return {
        "An event; --changes adds what it changed.",
        {{"event", "", shape_of([] { return json_event({}, PreviousValues::hidden); })},
         {"with_changes", "With --changes.", shape_of([] { return json_event({}, PreviousValues::shown); })}},
        Answers::Form::lines};
  }

  ExitCode run(Context& context) override {
    if (m_task.has_value()) {
      m_filter.task = TaskId{*m_task};
    }
    if (m_tree.has_value()) {
      m_filter.tree = TreeId{*m_tree};
    }
    if (m_kind.has_value()) {
      m_filter.kind = member_named<EventKind>(*m_kind, "there is no kind of event '" + *m_kind + "'");
    }
    m_filter.with_changes = m_values == PreviousValues::shown;
    context.out.require_writable();
    const Store& store = open_database(context, Access::read_only);
    if (!context.wants_json() && !context.terminal.is_terminal) {
      context.out.write(event_rows(m_values).head(context.terminal));
    }
    if (context.is_call) return answer(store, context);
    return m_follows ? follow(store, context) : list(store, context);
  }

 private:
  /// For a call one page: its last event is where the next begins.
  ExitCode answer(const Store& store, Context& context) {
    constexpr std::int64_t k_page = 1000;
    const std::int64_t most = m_filter.limit > 0 ? m_filter.limit : k_page;
    m_filter.limit = most + 1;
    std::vector<Event> events;
    store.events(m_filter, [&events](const Event& event) {
      events.push_back(event);
      return true;
    });
    const bool has_more = static_cast<std::int64_t>(events.size()) > most;
    if (has_more) events.pop_back();
    write_success(context.out, "events",
                  json_events(events, m_values, has_more ? std::optional(events.back().seq) : std::nullopt));
    return ExitCode::done;
  }

  ExitCode list(const Store& store, Context& context) const {
    bool found = false;
    store.events(m_filter, [&](const Event& event) {
      found = true;
      print(event, context);
      return true;
    });
    context.out.flush();
    if (!found) {
      context.talk("no event matches\n");
    }
    return ExitCode::done;
  }

  ExitCode follow(const Store& store, Context& context) const {
    watch_for_interruption();
    context.out.give_up_once(interrupted());
    FollowOptions options;
    // Nobody would notice before the next event that the reader is gone, and that may never come.
    options.cancelled = [&context] { return interrupted() || !context.out.has_reader(); };
    store.follow_events(m_filter, options, [&](const Event& event) {
      print(event, context);
      context.out.flush();
      return true;
    });
    if (!context.out.has_reader()) {
      throw OutputClosed{};
    }
    return interrupted() ? ExitCode::interrupted : ExitCode::done;
  }

  void print(const Event& event, Context& context) const {
    context.out.write(context.wants_json() ? json_event(event, m_values)
                                           : text_event(event, m_values, context.terminal));
  }

  EventFilter m_filter;
  std::optional<std::string> m_task;
  std::optional<std::string> m_tree;
  std::optional<std::string> m_kind;
  PreviousValues m_values = PreviousValues::hidden;
  bool m_follows = false;
};

}  // namespace

CommandPtr make_events_command() {
  return std::make_unique<EventsCommand>();
}

}  // namespace rlmdb::cli
