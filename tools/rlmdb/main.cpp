// SPDX-License-Identifier: MIT
// argv -> command -> exit code. The only place of the program that catches.
#include <unistd.h>

#include <exception>
#include <new>
#include <string>
#include <string_view>

#include "completion/complete.hpp"
#include "frame/call.hpp"
#include "frame/command_line.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/help_text.hpp"
#include "frame/input_file.hpp"
#include "frame/interruption.hpp"
#include "frame/last_words.hpp"
#include "frame/pager.hpp"
#include "frame/warnings.hpp"
#include "help/print_help.hpp"
#include "rlmdb/version.hpp"
#include "terminal/local_time.hpp"
#include "terminal/output.hpp"
#include "terminal/visible_text.hpp"

namespace {

using namespace rlmdb;
using namespace rlmdb::cli;

/// Arguments that cannot be parsed may still ask for JSON, and then get their error as JSON.
bool asks_for_json(int argument_count, char** arguments) {
  for (int index = 1; index < argument_count; ++index) {
    const std::string_view argument = arguments[index];
    if (argument == "--") {
      return false;
    }
    if (argument == "--json") {
      return true;
    }
  }
  return false;
}

ExitCode print_version(Output& out, bool json) {
  const std::string version(library_version());
  out.write(json ? json_success("version", json_version(version, schema_version()))
                 : "rlmdb " + version + " (schema " + std::to_string(schema_version()) + ")\n");
  out.flush();
  return ExitCode::done;
}

ExitCode print_help(const CommandLine& command_line, Output& out, bool json) {
  const std::optional<std::string_view> name =
      command_line.chosen() == nullptr ? std::nullopt : std::optional(command_line.chosen_name());
  const std::string text = help_for(command_line, name, command_line.verb_asked_for());
  out.write(json ? json_success("help", json_help(command_line, name, text))
                 : wrapped(text, inspect_terminal(STDOUT_FILENO, ColorChoice::never)));
  out.flush();
  return ExitCode::done;
}

/// Those that came too late for the document, or where there is none.
void print_late_warnings(const Context& context) {
  const bool were_logged = context.options.verbosity > 0;
  if (context.wants_json() && !context.options.quiet && !were_logged) {
    write_standard_error(text_warnings(warnings_without_document(), context.error_terminal));
  }
}

void warn_of_zone(const Context& context) {
  const auto zone = unknown_zone();
  if (!zone) return;
  const Finding warning{"TZ=" + *zone, "zone_unknown",
                        "there is no such time zone here: local times are those of UTC"};
  if (context.wants_json()) return keep_warning(warning);
  context.talk(text_warnings({warning}, context.error_terminal));
}

/// The first rows are enough for a screen, unless a pager has them all.
void fit_to_screen(Context& context, Pager& pager) {
  const bool has_pages = context.terminal.is_terminal && !context.wants_json() && context.options.has_pager &&
                         context.command_line.chosen()->wants_pager();
  const auto program = has_pages ? pager_of_environment() : std::nullopt;
  if (!program.has_value() || !pager.start(*program)) {
    context.command_line.limit_rows(context.terminal);
  }
}

ExitCode run_command(const CommandLine& command_line, Pager& pager) {
  const GlobalOptions& options = command_line.options();
  command_line.require_rows();
  command_line.require_use_of_owner();
  if (options.directory) enter_directory(*options.directory);
  OpenStores stores;
  Context context{command_line,
                  options,
                  inspect_terminal(STDOUT_FILENO, options.color),
                  inspect_terminal(STDERR_FILENO, options.color),
                  log_to_stderr(options),
                  stores,
                  Output(),
                  false,
                  {}};
  context.terminal.lines = options.lines;
  context.terminal.columns = options.columns;
  if (context.wants_json()) {
    context.show_as(TerminalForm::json);
  } else if (options.lines == LineForm::csv) {
    context.show_as(TerminalForm::document);
    if (context.terminal.is_terminal) context.terminal.lines = LineForm::shown_csv;
    context.terminal.is_terminal = false;
  }
  command_line.require_verb();
  warn_of_zone(context);
  fit_to_screen(context, pager);
  const ExitCode code = run_once(context);
  stores.close();
  context.out.flush();
  print_late_warnings(context);
  return code;
}

/// `rlmdb complete -- WORD...`, which shells ask and people do not: no command of the list.
bool asks_for_completion(int argument_count, char** arguments) {
  return argument_count > 2 && std::string_view(arguments[1]) == "complete" &&
         std::string_view(arguments[2]) == "--";
}

ExitCode complete(int argument_count, char** arguments) {
  Output out;
  out.write(completion_lines(Words(arguments + 3, arguments + argument_count)));
  out.flush();
  return ExitCode::done;
}

ExitCode parse_and_run(CommandLine& command_line, bool json, Pager& pager) {
  command_line.change_arguments(with_whole_ids);
  const Asked asked = command_line.parse();
  if (asked == Asked::run) {
    return run_command(command_line, pager);
  }
  Output out;
  return asked == Asked::version ? print_version(out, json) : print_help(command_line, out, json);
}

/// What went wrong, for people or as the one JSON document on standard error.
void report(const Error& error, std::string_view code, std::string_view command, bool json,
            const GlobalOptions& options) {
  write_standard_error(json ? json_failure(command, code, error)
                            : text_error(error, inspect_terminal(STDERR_FILENO, options.color)));
}

}  // namespace

int main(int argument_count, char** arguments) try {
  reserve_standard_descriptors();
  ignore_write_signals();
  end_in_words_at_bus_error();
  if (asks_for_json(argument_count, arguments)) say_last_words_as_json();
  CommandLine command_line(argument_count, arguments);
  const auto fail = [&](const Error& error) {
    const bool was_interrupted = interrupted().load();
    report(error, was_interrupted ? "interrupted" : to_text(error.code()), command_line.chosen_name(),
           asks_for_json(argument_count, arguments), command_line.options());
    return static_cast<int>(was_interrupted ? ExitCode::interrupted : exit_code_of(error.code()));
  };
  Pager pager;
  try {
    if (asks_for_completion(argument_count, arguments)) {
      return static_cast<int>(complete(argument_count, arguments));
    }
    return static_cast<int>(parse_and_run(command_line, asks_for_json(argument_count, arguments), pager));
  } catch (const OutputClosed&) {
    // Who leaves a pager has seen enough.
    if (pager.finish()) return static_cast<int>(ExitCode::done);
    end_by_broken_pipe();
  } catch (...) {
    const Error error = error_in_flight();
    pager.finish();
    return fail(error);
  }
} catch (const std::bad_alloc&) {
  rlmdb::cli::end_without_memory();
}
