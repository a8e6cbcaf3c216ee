// SPDX-License-Identifier: MIT
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/duration.hpp"
#include "frame/interruption.hpp"
#include "frame/locate_database.hpp"
#include "frame/warnings.hpp"
#include "rlmdb/shadow.hpp"
#include "shadow/print_shadow.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

/// The file may be another one the next time; the database will not.
bool is_about_file(const Error& error) {
  switch (error.code()) {
    case ErrorCode::not_found:
    case ErrorCode::invalid_input:
    case ErrorCode::busy:
    case ErrorCode::conflict:
    case ErrorCode::io:
      return true;
    default:
      return false;
  }
}

std::string now_text() {
  const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  const auto part_of_second = now.time_since_epoch() % std::chrono::seconds(1);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(now)),
                     part_of_second.count());
}

/// Prints of the rounds those that say something new.
class ShadowPrinter {
 public:
  explicit ShadowPrinter(Context& context) : m_context(context) {}

  void begin() const {
    if (!m_context.wants_json() && !m_context.terminal.is_terminal) {
      write(shadow_rows().head(m_context.terminal));
    }
  }

  void print(const ShadowLook& look) {
    if (look.skipped.has_value()) {
      return print_skipped(look);
    }
    m_last_skipped.clear();
    const News news = news_of(*look.round);
    const RecordCounts& records = look.round->source.records;
    const bool is_news = m_last != news || records.added > 0 || records.changed > 0;
    m_last = news;
    if (is_news) {
      write(m_context.wants_json() ? json_shadow(look) : text_shadow(look, m_context.terminal));
    }
  }

 private:
  /// What lasts from round to round: told when it becomes otherwise.
  using News = std::tuple<std::uint64_t, std::uint64_t, std::vector<std::string>>;

  static News news_of(const ShadowRound& round) {
    std::vector<std::string> ids;
    for (const DriftingTask& task : round.drifting) {
      ids.push_back(id_text(task.id) + " " + task.finding.code);
    }
    return {round.drift, round.source.records.removed, ids};
  }

  /// The same reason is told once.
  void print_skipped(const ShadowLook& look) {
    const std::string reason = std::string(look.skipped->what()) + look.skipped->where();
    if (m_last_skipped == reason) {
      return;
    }
    m_last_skipped = reason;
    if (m_context.wants_json()) {
      write(json_shadow(look));
    } else {
      m_context.talk(text_skipped(look, m_context.error_terminal));
    }
  }

  void write(const std::string& text) const {
    m_context.out.write(text);
    m_context.out.flush();
  }

  Context& m_context;
  std::optional<News> m_last;
  std::string m_last_skipped;
};

class ShadowCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "shadow",
        "keep importing a tasks.json that its daemon still writes, one way",
        "FILE [options]",
        "Looks at FILE again and again. Whenever it has changed, a complete copy of one\n"
        "moment is taken and imported, and both sides are compared: drift counts the\n"
        "records that differ. What was changed here is kept, what the file no longer has\n"
        "stays here, and FILE is never written. A FILE that is being rewritten, missing,\n"
        "cut off or empty is passed over and looked at again. One line a round that\n"
        "brought something; with --json each is an object of its own (NDJSON), without\n"
        "an envelope. Ctrl-C ends it after the round (exit 130).",
        {"rlmdb shadow .aiwg/daemon/tasks.json", "# for a timer",
         "rlmdb shadow --once .aiwg/daemon/tasks.json", "# how far apart are the two?",
         "rlmdb shadow --json --interval 10s .aiwg/daemon/tasks.json | jq .drift"},
        {{0, "--once: done, also where records drift"},
         {1, "the system refused to read or write, or a bug of rlmdb; of FILE with --once alone"},
         {4, "--once: no such file"},
         {5,
          "--once: the file is rewritten faster than it can be copied, or another process is writing the "
          "database; try again"},
         {6, "--once: the file is cut off, empty, damaged, or no tasks.json; nothing was changed"},
         {7, "--once: a conflict; nothing was changed"},
         {130, "ended by SIGINT, SIGTERM or SIGHUP"},
         {141, "(death by SIGPIPE) the reader of standard output went away"}},
        {"import", "verify", "events", "explain"},
        {},
        Database::used,
        "it goes on without an end; import and verify are what it is made of"};
    return k_text;
  }

  [[nodiscard]] Effect effect() const override { return Effect::writes; }

  void setup(Options& options) override {
    options.words("FILE", m_files, 1, 1, "the legacy tasks.json to follow");
    options.toggle("--once", m_rounds, Rounds::one, "one round, with the exit code of an import");
    options.duration("--interval", m_interval, "how long to wait between two looks at FILE (default {})");
  }

  [[nodiscard]] std::string calls_with_rows() const override { return "always"; }
  [[nodiscard]] bool has_long_lists() const override { return false; }

  [[nodiscard]] Answers answers() const override {
    return {"A look at the file that brought something.",
            {{"look", "", shape_of([] { return json_shadow({}); })}},
            Answers::Form::lines};
  }

  ExitCode run(Context& context) override {
    require_file();
    const std::filesystem::path file = m_files.front();
    const DatabaseLocation location = locate_database(context, {file});
    context.out.require_writable();
    watch_for_interruption();
    context.out.give_up_once(interrupted());
    set_place_of_remarks(location.path.string());
    ShadowedFile shadowed(location.path, file, context.store_options());
    ShadowPrinter printer(context);
    printer.begin();
    if (m_rounds == Rounds::one) {
      print_round(shadowed.look(), printer, location, context);
      return ExitCode::done;
    }
    context.talk("shadowing " + shown(file.string(), context.error_terminal) + " into " +
                 shown(location.path.string(), context.error_terminal) + " every " +
                 duration_option(m_interval) + "; Ctrl-C ends it\n");
    return follow(shadowed, printer, location, context);
  }

 private:
  enum class Rounds { one, many };

  void require_file() const {
    constexpr std::chrono::milliseconds k_least_interval{10};
    std::error_code ignored;
    if (m_files.front() == "-" || std::filesystem::is_directory(m_files.front(), ignored)) {
      throw Error(ErrorCode::usage, "shadow follows one tasks.json, known by its path", m_files.front(),
                  "name the file; `rlmdb import` takes directories");
    }
    if (m_interval < k_least_interval) {
      throw Error(ErrorCode::usage, "--interval takes 10ms or more", {}, "1s is often enough");
    }
  }

  ExitCode follow(ShadowedFile& shadowed, ShadowPrinter& printer, const DatabaseLocation& location,
                  Context& context) const {
    while (!interrupted()) {
      try {
        print_round(shadowed.look(), printer, location, context);
      } catch (const Error& error) {
        // The file may come again; a database that is gone, or another one, does not.
        if (!is_about_file(error) || error.where() == location.path.string()) {
          throw;
        }
        printer.print({now_text(), std::nullopt, error});
      }
      wait(context);
    }
    return ExitCode::interrupted;
  }

  static void print_round(std::optional<ShadowRound> round, ShadowPrinter& printer,
                          const DatabaseLocation& location, Context& context) {
    if (!round.has_value()) {
      return;
    }
    if (round->database_created) {
      context.talk("created " + shown(location.path.string(), context.error_terminal) + "\n");
    }
    const std::string at = round->at;
    printer.print({at, std::move(round), std::nullopt});
  }

  /// Until the next look, a signal, or the reader's end.
  void wait(Context& context) const {
    constexpr std::chrono::milliseconds k_longest_pause{100};
    const auto end = std::chrono::steady_clock::now() + m_interval;
    for (;;) {
      if (!context.out.has_reader()) {
        throw OutputClosed{};
      }
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
      if (interrupted() || left.count() <= 0) {
        return;
      }
      std::this_thread::sleep_for(std::min(left, k_longest_pause));
    }
  }

  std::vector<std::string> m_files;
  Rounds m_rounds = Rounds::many;
  std::chrono::milliseconds m_interval{std::chrono::seconds(2)};
};

}  // namespace

CommandPtr make_shadow_command() {
  return std::make_unique<ShadowCommand>();
}

}  // namespace rlmdb::cli
