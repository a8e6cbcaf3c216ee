// SPDX-License-Identifier: MIT
#include "frame/options_store.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "frame/duration.hpp"

namespace rlmdb::cli {

void add_row_options(CLI::App& app, GlobalOptions& options) {
  constexpr const char* k_group = "Options for rows";
  add_switch(
      app, "--csv", [&options] { options.lines = LineForm::csv; },
      "comma-separated values with a header line")
      ->group(k_group);
  CLI::Option* header = add_switch(
      app, "--header",
      [&options] { options.lines = options.lines == LineForm::csv ? LineForm::csv : LineForm::headed; },
      "in a pipe, the names of the columns first");
  header->group(k_group);
}

void add_global_options(CLI::App& app, GlobalOptions& options) {
  add_text(app, "--db", options.database, "PATH", "the database to use (see rlmdb where)")
      ->group(k_global_group);
  add_text(app, "-C", options.directory, "DIR", "work as if started in DIR")->group(k_global_group);
  add_switch(
      app, "--json", [&options] { options.format = Format::json; }, "print one JSON document")
      ->group(k_global_group);
  add_switch(
      app, "-q,--quiet", [&options] { options.quiet = true; }, "no talk on stderr but errors")
      ->group(k_global_group);
  app.add_flag_function(
         "-v,--verbose", [&options](std::int64_t count) { options.verbosity += static_cast<int>(count); },
         "tell more on stderr; twice for details (ids and sizes, never data)")
      ->disable_flag_override()
      ->group(k_global_group);
  static constexpr ColorChoice k_colors[] = {ColorChoice::automatic, ColorChoice::always, ColorChoice::never};
  add_choice(
      app, "--color", {"auto", "always", "never"},
      [&options](std::size_t index) { options.color = k_colors[index]; },
      "colours; auto (default): on a terminal, unless NO_COLOR is set")
      ->group(k_global_group);
  add_switch(
      app, "--no-progress", [&options] { options.progress = false; }, "no progress line on stderr")
      ->group(k_global_group);
  add_choice(
      app, "--durability", {"full", "normal"},
      [&options](std::size_t index) {
        options.durability = index == 0 ? Durability::full : Durability::normal;
      },
      "full (default): what is written survives a power loss")
      ->group(k_global_group);
  // `limits` has an option of that name; there, this one goes before the command.
  if (app.get_option_no_throw("--timeout") == nullptr) {
    add_duration(
        app, "--timeout", [&options](std::chrono::milliseconds timeout) { options.timeout = timeout; },
        "how long to wait for other writers; default " + duration_option(options.timeout))
        ->group(k_global_group);
  }
}

CLI::Option* add_choice(CLI::App& app, const std::string& name, std::vector<std::string> words,
                        std::function<void(std::size_t)> take, const std::string& description) {
  const std::string type = fmt::format("{}", fmt::join(words, "|"));
  CLI::callback_t read = [name, words, type, take = std::move(take)](const CLI::results_t& results) {
    const auto word = std::find(words.begin(), words.end(), results.back());
    if (word == words.end()) {
      throw CLI::ValidationError(fmt::format("{} takes {}, not '{}'", name, type, results.back()));
    }
    take(static_cast<std::size_t>(word - words.begin()));
    return true;
  };
  return app.add_option(name, std::move(read), description)->type_name(type)->take_last();
}

CLI::Option* add_switch(CLI::App& app, const std::string& name, std::function<void()> take,
                        const std::string& description) {
  CLI::Option* option = app.add_flag_function(
      name, [take = std::move(take)](std::int64_t) { take(); }, description);
  return option->disable_flag_override();
}

CLI::Option* add_words(CLI::App& app, const std::string& name, std::vector<std::string>& words, int least,
                       int most, const std::string& description) {
  CLI::callback_t read = [&words](const CLI::results_t& results) {
    words = results;
    return true;
  };
  CLI::Option* option = app.add_option(name, std::move(read), description);
  // CLI11 reads "[a,b]" as a list wherever extra arguments are allowed; a minimum that is never reached,
  // under a policy that does not insist on it, takes any number of words without that.
  option->expected(most, most)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false)
      ->required(least > 0);
  return option;
}

CLI::Option* add_text(CLI::App& app, const std::string& name, std::optional<std::string>& value,
                      const std::string& type, const std::string& description) {
  CLI::callback_t read = [&value](const CLI::results_t& results) {
    value = results.back();
    return true;
  };
  return app.add_option(name, std::move(read), description)->type_name(type)->take_last();
}

CLI::Option* add_texts(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                       const std::string& type, const std::string& description) {
  CLI::callback_t read = [&values](const CLI::results_t& results) {
    values = results;
    return true;
  };
  CLI::Option* option = app.add_option(name, std::move(read), description)->type_name(type);
  return option->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->allow_extra_args(false);
}

CLI::Option* add_optional_text(CLI::App& app, const std::string& name,
                               std::function<void(std::optional<std::string>)> take, const std::string& type,
                               const std::string& description) {
  CLI::callback_t read = [take = std::move(take)](const CLI::results_t& results) {
    const bool has_word = !results.empty() && !results.back().empty();
    take(has_word ? std::optional(results.back()) : std::nullopt);
    return true;
  };
  return app.add_option(name, std::move(read), description)
      ->type_name("[" + type + "]")
      ->expected(0, 1)
      ->take_last();
}

CLI::Option* add_number(CLI::App& app, const std::string& name, std::int64_t least, std::int64_t most,
                        std::function<void(std::int64_t)> take, const std::string& description) {
  CLI::callback_t read = [name, least, most, take = std::move(take)](const CLI::results_t& results) {
    const std::string& text = results.back();
    std::int64_t number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc{} || end != text.data() + text.size() || number < least || number > most) {
      throw CLI::ValidationError(fmt::format("{} takes a whole number{}, not '{}'", name,
                                             least >= 0 ? fmt::format(" from {}", least) : "", text));
    }
    take(number);
    return true;
  };
  return app.add_option(name, std::move(read), description)->type_name("N")->take_last();
}

CLI::Option* add_token(CLI::App& app, std::optional<std::int64_t>& token) {
  const auto take = [&token](std::int64_t number) { token = number; };
  return add_number(app, "--token", 0, std::numeric_limits<std::int64_t>::max(), take,
                    "the token that claim gave for it; needed")
      ->type_name("T")
      ->required();
}

CLI::Option* add_duration(CLI::App& app, const std::string& name,
                          std::function<void(std::chrono::milliseconds)> take,
                          const std::string& description) {
  CLI::callback_t read = [name, take = std::move(take)](const CLI::results_t& results) {
    take(parse_duration(name, results.back()));
    return true;
  };
  return app.add_option(name, std::move(read), description)->type_name("DURATION")->take_last();
}

}  // namespace rlmdb::cli
