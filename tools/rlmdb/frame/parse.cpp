// SPDX-License-Identifier: MIT
#include "frame/parse.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

namespace rlmdb::cli {
namespace {

void set_policy(CLI::Option& declared, const Option& option) {
  switch (option.kind) {
    case Option::Kind::optional_text:
      declared.expected(0, 1)->take_last();
      return;
    case Option::Kind::words:
      // CLI11 reads "[a,b]" as a list wherever extra arguments are allowed; a minimum that is never reached,
      // under a policy that does not insist on it, takes any number of words without that.
      declared.expected(option.most, option.most)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
          ->allow_extra_args(false);
      return;
    case Option::Kind::texts:
      declared.expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->allow_extra_args(false);
      return;
    default:
      declared.take_last();
  }
}

void declare(CLI::App& app, Option& option, std::vector<Parsed::Given>& given) {
  const std::string names = fmt::format("{}", fmt::join(option.names, ","));
  switch (option.kind) {
    case Option::Kind::help:
      app.set_help_flag(names);
      return;
    case Option::Kind::version:
      app.set_version_flag(names, std::string());
      return;
    case Option::Kind::toggle:
    case Option::Kind::counted:
      app.add_flag_function(names,
                            [&option, &given](std::int64_t count) {
                              given.push_back({&option, Words(static_cast<std::size_t>(count))});
                            })
          ->disable_flag_override();
      return;
    default:
      break;
  }
  CLI::Option* declared = app.add_option(names, [&option, &given](const CLI::results_t& results) {
    given.push_back({&option, results});
    return true;
  });
  set_policy(*declared, option);
  declared->required(option.is_required);
}

void declare_all(CLI::App& app, Options& options, std::vector<Parsed::Given>& given) {
  for (Option& option : options.all()) {
    declare(app, option, given);
  }
}

Parsed::End read(CLI::App& app, const Words& arguments, std::string& mistake) {
  try {
    app.parse(Words(arguments.rbegin(), arguments.rend()));
    return Parsed::End::run;
  } catch (const CLI::CallForVersion&) {
    return Parsed::End::version;
  } catch (const CLI::CallForHelp&) {
    return Parsed::End::help;
  } catch (const CLI::RequiredError&) {
    return Parsed::End::missing;
  } catch (const CLI::ParseError& error) {
    mistake = error.what();
    return dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr ? Parsed::End::wrong_values
                                                                         : Parsed::End::mistake;
  }
}

}  // namespace

const Option* option_named(const Options& options, const std::string& argument) {
  const bool is_cluster = argument.size() > 2 && argument[0] == '-' && argument[1] != '-';
  return options.find(is_cluster ? std::string("-") + argument.back()
                                 : argument.substr(0, argument.find('=')));
}

Parsed parse(const Words& arguments, Options& program,
             const std::vector<std::pair<std::string, Options*>>& commands) {
  Parsed parsed;
  CLI::App root("", "rlmdb");
  declare_all(root, program, parsed.given);
  root.require_subcommand(0, 1);
  std::vector<const CLI::App*> apps;
  for (const auto& [name, options] : commands) {
    CLI::App* app = root.add_subcommand(name);
    declare_all(*app, *options, parsed.given);
    apps.push_back(app);
  }
  parsed.end = read(root, arguments, parsed.mistake);
  for (std::size_t place = 0; place < apps.size(); ++place) {
    if (apps[place]->parsed()) {
      parsed.command = place;
    }
  }
  parsed.unknown = root.remaining(true);
  return parsed;
}

void Parsed::take() {
  try {
    for (const Given& one : given) one.option->give(one.words);
  } catch (const OptionMistake& wrong) {
    end = End::mistake;
    mistake = wrong.what();
  }
}

}  // namespace rlmdb::cli
