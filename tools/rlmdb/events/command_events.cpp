// SPDX-License-Identifier: MIT
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "events/event_options.hpp"
#include "format/rest_of_list.hpp"
#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/interruption.hpp"
#include "frame/locate_database.hpp"

namespace rlmdb::cli {
namespace {

class EventsCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "events",
        "show every change in the order it was committed",
        "[ID] [options]",
        "One line an event, oldest first, with ID only those of that task or tree.\n"
        "Piped, tab-separated: seq, time, by, kind, task, tree, node, old state, new\n"
        "state, token, reason. With --json each line is an object of its own (NDJSON),\n"
        "without an envelope. --follow goes on with what comes, until Ctrl-C (exit\n"
        "130); --since with the last seq seen goes on where an earlier run ended,\n"
        "without a gap and without a repetition.",
        {"rlmdb events task-0007", "# what happened yesterday",
         "rlmdb events --since yesterday --until yesterday", "# watch a tree",
         "rlmdb events tree-12345678 --follow", "# a program that picks up where it was",
         "rlmdb events --follow --json --since 1234"},
        {{2, "wrong arguments, or a KIND that no event has"},
         {4, "there is no such database, task or tree"},
         {130, "--follow was ended by SIGINT, SIGTERM or SIGHUP"},
         {141, "(death by SIGPIPE) the reader of standard output went away"}},
        {"show", "summary", "cleanup", "explain"}};
    return k_text;
  }

  void setup(Options& options) override {
    options.words("ID", m_ids, 0, 1, "only events of this task or tree");
    options.toggle("--follow", m_follows, "go on with the events that come, until Ctrl-C")
        .only_as_program_for("call events.follow, or ask again with `since`: the answer says from where");
    m_options.setup(options, "0");
    m_options.add_until(options);
    options.number("--limit", {}, m_limit, "end after N events; {} (default): all");
  }

  [[nodiscard]] std::string calls_with_rows() const override { return "always"; }

  [[nodiscard]] bool wants_pager() const override { return !m_follows; }

  [[nodiscard]] bool reads_by_owner() const override { return true; }

  [[nodiscard]] Answers answers() const override {
    return {
        "An event; --changes adds what it changed.",
        {{"event", "", shape_of([] { return json_event({}, PreviousValues::hidden); })},
         {"with_changes", "With --changes.", shape_of([] { return json_event({}, PreviousValues::shown); })}},
        Answers::Form::lines};
  }

  ExitCode run(Context& context) override {
    if (m_follows && m_options.has_until()) {
      throw Error(ErrorCode::usage, "--follow excludes --until", {}, "it goes on until it is ended");
    }
    context.out.require_writable();
    const Store& store = open_database(context, Access::read_only);
    m_filter = m_options.filter(store, m_ids);
    m_filter.limit = m_limit;
    // Of a session it says who calls.
    if (!context.is_call) m_filter.actor = context.options.owner;
    if (!context.wants_json() && !context.terminal.is_terminal) {
      context.out.write(event_rows(m_options.values()).head(context.terminal));
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
    write_success(
        context.out, "events",
        json_events(events, m_options.values(), has_more ? std::optional(events.back().seq) : std::nullopt));
    return ExitCode::done;
  }

  ExitCode list(const Store& store, Context& context) const {
    std::size_t found = 0;
    // A screen has the newest of many, as the end of a log; a pager and a pipe get each as it is read.
    const bool keeps_newest = context.terminal.is_terminal && context.terminal.most_rows.has_value();
    std::deque<Event> newest;
    store.events(m_filter, [&](const Event& event) {
      ++found;
      if (!keeps_newest) {
        print(event, context);
        return true;
      }
      newest.push_back(event);
      if (newest.size() > *context.terminal.most_rows) newest.pop_front();
      return true;
    });
    if (keeps_newest) context.out.write(rest_of_list(found - newest.size(), context.terminal, "before"));
    for (const Event& event : newest) print(event, context);
    context.out.flush();
    if (found == 0) {
      context.talk(m_filter.actor.has_value()
                       ? "no event matches; `rlmdb events` without --owner shows those of others\n"
                       : "no event matches\n");
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
    context.out.write(context.wants_json() ? json_event(event, m_options.values())
                                           : text_event(event, m_options.values(), context.terminal));
  }

  std::vector<std::string> m_ids;
  EventFilter m_filter;
  std::int64_t m_limit = 0;
  EventOptions m_options;
  bool m_follows = false;
};

}  // namespace

CommandPtr make_events_command() {
  return std::make_unique<EventsCommand>();
}

}  // namespace rlmdb::cli
