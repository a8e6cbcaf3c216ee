// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rlmdb/store.hpp"
#include "terminal/terminal.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace rlmdb::cli {

/// How results are printed.
enum class Format { text, json };

/// The options every command takes, before or after its name.
struct GlobalOptions {
  std::optional<std::string> database;
  std::optional<std::string> directory;
  Format format = Format::text;
  LineForm lines = LineForm::bare;
  bool quiet = false;
  bool progress = true;
  int verbosity = 0;  ///< number of -v given
  ColorChoice color = ColorChoice::automatic;
  Durability durability = Durability::full;
  std::chrono::milliseconds timeout = StoreOptions().busy_timeout;  ///< how long to wait for other writers
};

inline constexpr const char* k_global_group = "Global options";

/// Declares --csv and --header on `app`, for a command that prints rows.
void add_row_options(CLI::App& app, GlobalOptions& options);

/// Declares the global options on `app`; a later occurrence on the command line wins.
void add_global_options(CLI::App& app, GlobalOptions& options);

/// An option that takes one of `words`; `take` gets the index of the chosen one.
CLI::Option* add_choice(CLI::App& app, const std::string& name, std::vector<std::string> words,
                        std::function<void(std::size_t index)> take, const std::string& description);

/// A flag that calls `take` once when given.
CLI::Option* add_switch(CLI::App& app, const std::string& name, std::function<void()> take,
                        const std::string& description);

/// Words that are no options, taken exactly as typed (brackets and braces have no meaning).
CLI::Option* add_words(CLI::App& app, const std::string& name, std::vector<std::string>& words, int least,
                       int most, const std::string& description);

/// An option with one value, taken exactly as typed.
CLI::Option* add_text(CLI::App& app, const std::string& name, std::optional<std::string>& value,
                      const std::string& type, const std::string& description);

/// The same, to be given any number of times.
CLI::Option* add_texts(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                       const std::string& type, const std::string& description);

/// An option whose value may be missing: `take` gets the next word unless that begins with `-` or is absent.
CLI::Option* add_optional_text(CLI::App& app, const std::string& name,
                               std::function<void(std::optional<std::string>)> take, const std::string& type,
                               const std::string& description);

/// An option with a whole number from `least` to `most`.
CLI::Option* add_number(CLI::App& app, const std::string& name, std::int64_t least, std::int64_t most,
                        std::function<void(std::int64_t number)> take, const std::string& description);

/// The `--token T` that a command on a claimed task cannot do without.
CLI::Option* add_token(CLI::App& app, std::optional<std::int64_t>& token);

/// An option with a duration (duration.hpp).
CLI::Option* add_duration(CLI::App& app, const std::string& name,
                          std::function<void(std::chrono::milliseconds duration)> take,
                          const std::string& description);

}  // namespace rlmdb::cli
