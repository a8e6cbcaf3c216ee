// SPDX-License-Identifier: MIT
// Help is rendered from what commands say of themselves: all of that is in it, it fits a terminal, and every
// way to ask for it gives the same. Its examples are run by test_cli_documents.cpp.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "frame/command_line.hpp"
#include "frame/global_options.hpp"
#include "frame/help_text.hpp"
#include "transcript.hpp"

namespace {

using namespace rlmdb::cli;

/// Every word once, in the order of the help.
std::vector<std::string> verbs_of(const CommandText& text) {
  std::vector<std::string> words;
  for (const Verb& verb : text.verbs.all) {
    if (std::find(words.begin(), words.end(), verb.word()) == words.end()) words.emplace_back(verb.word());
  }
  return words;
}

struct HelpTopic {
  std::string name;
  std::string verb;  ///< "": the command
  std::string help;
};

std::vector<HelpTopic> all_topics(const CommandLine& command_line) {
  std::vector<HelpTopic> all;
  for (const CommandPtr& command : command_line.commands()) {
    const std::string name(command->text().name);
    all.push_back({name, "", help_for(command_line, name)});
    for (const std::string& verb : verbs_of(command->text())) {
      all.push_back({name, verb, help_for(command_line, name, verb)});
    }
  }
  return all;
}

/// `text` with each run of spaces and line feeds as one space: what is broken into lines, in one.
std::string unbroken(const std::string& text) {
  std::istringstream words(text);
  std::string all;
  for (std::string word; words >> word;) all += (all.empty() ? "" : " ") + word;
  return all;
}

bool has(const std::string& help, const std::string& words) {
  return help.find(unbroken(words)) != std::string::npos;
}

/// How it stands in the help.
std::string words_of(const Option& option) {
  const std::string names = option.is_words() ? option.name() + (option.most > 1 ? "..." : "")
                                              : fmt::format("{}", fmt::join(option.names, ", "));
  return names + (option.type.empty() ? "" : " " + option.type) + " " + option.help;
}

/// Of those that every command takes, the help of one has the names.
void check_options(const Options& options, const std::string& help) {
  for (const Option& option : options.all()) {
    CAPTURE(option.name());
    CHECK(has(help, option.section == k_global_section ? option.name() : words_of(option)));
  }
}

}  // namespace

TEST_SUITE("cli::help") {
  TEST_CASE("no line of help is wider than a terminal") {
    const CommandLine command_line;
    std::vector<HelpTopic> all = all_topics(command_line);
    all.push_back({"", "", help_for(command_line, std::nullopt)});
    all.push_back({"", "", help_of_all(command_line)});
    for (const HelpTopic& topic : all) {
      CAPTURE(topic.name);
      CAPTURE(topic.verb);
      std::istringstream help(topic.help);
      for (std::string line; std::getline(help, line);) {
        CAPTURE(line);
        CHECK_LE(line.size(), k_help_width);
        CHECK_FALSE(line.ends_with(' '));
      }
    }
  }

  TEST_CASE("the help of a command has its verbs, arguments, options and examples") {
    const CommandLine command_line;
    const std::string program = unbroken(help_of_all(command_line));
    for (std::size_t index = 0; index < command_line.commands().size(); ++index) {
      const CommandText& text = command_line.commands()[index]->text();
      CAPTURE(text.name);
      const std::string help = unbroken(help_for(command_line, text.name));
      CHECK(has(program, fmt::format("{} {}", text.name, text.summary)));
      CHECK(has(help, fmt::format("Usage: rlmdb {} {}", text.name, text.synopsis)));
      CHECK(has(help, std::string(text.details)));
      for (const Verb& verb : text.verbs.all) {
        CHECK_FALSE(verb.summary.empty());
        CHECK(has(help, fmt::format("{} {}", verb.short_call(), verb.summary)));
      }
      check_options(command_line.options_of(index), help);
      CHECK_FALSE(text.examples.empty());
      CHECK(has(help, fmt::format("Examples: {}", fmt::join(text.examples, " "))));
    }
    for (const Option& option : command_line.options_of_program().all())
      CHECK(has(program, words_of(option)));
  }

  TEST_CASE("the help of a verb has its calls, its options and its examples") {
    const CommandLine command_line;
    for (const HelpTopic& topic : all_topics(command_line)) {
      if (topic.verb.empty()) continue;
      CAPTURE(topic.name);
      CAPTURE(topic.verb);
      const std::size_t index = command_line.find(topic.name);
      const std::string help = unbroken(topic.help);
      for (const Verb& verb : command_line.commands()[index]->text().verbs.all) {
        const std::string call =
            fmt::format("rlmdb {} {} [options] {}", topic.name, verb.call(), verb.summary);
        CHECK_EQ(has(help, call), verb.word() == topic.verb);
      }
      for (const Option& option : command_line.options_of(index).all()) {
        const bool is_for_it =
            std::any_of(option.verbs.begin(), option.verbs.end(),
                        [&](std::string_view verb) { return verb.substr(0, verb.find(' ')) == topic.verb; });
        CAPTURE(option.name());
        if (!option.verbs.empty()) CHECK_EQ(has(help, words_of(option)), is_for_it);
      }
    }
  }

  TEST_CASE("however help is asked for, it is the same") {
    const CommandLine command_line;
    const std::string program = help_for(command_line, std::nullopt);
    std::vector<std::pair<std::string, std::string>> calls{{"rlmdb", program},
                                                           {"rlmdb -h", program},
                                                           {"rlmdb help", program},
                                                           {"rlmdb help -a", help_of_all(command_line)},
                                                           {"rlmdb help --all", help_of_all(command_line)}};
    for (const HelpTopic& topic : all_topics(command_line)) {
      const std::string words = topic.name + (topic.verb.empty() ? "" : " " + topic.verb);
      calls.emplace_back("rlmdb " + words + " -h", topic.help);
      calls.emplace_back("rlmdb help " + words, topic.help);
    }
    std::string script;
    for (const auto& call : calls) script += call.first + " 2>&1; printf '%s\\1' $?; ";
    const cli_tests::Sandbox sandbox;
    std::istringstream printed(sandbox.run(script, cli_tests::Surface::pipes).out);
    for (const auto& call : calls) {
      CAPTURE(call.first);
      std::string output;
      std::getline(printed, output, '\1');
      CHECK_EQ(output, call.second + "0");
    }
  }

  TEST_CASE("what a command says of its exit statuses and of other commands is so") {
    const CommandLine command_line;
    for (const CommandPtr& command : command_line.commands()) {
      const CommandText& text = command->text();
      CAPTURE(text.name);
      const std::vector<ExitStatus> all = exit_statuses_of(text);
      CHECK(std::is_sorted(all.begin(), all.end(), [](const ExitStatus& one, const ExitStatus& other) {
        return one.status < other.status;
      }));
      CHECK_EQ(all.front().status, 0);
      for (const ExitStatus& own : text.exits) {
        CAPTURE(own.status);
        CHECK_EQ(std::count_if(all.begin(), all.end(),
                               [&](const ExitStatus& exit) { return exit.meaning == own.meaning; }),
                 1);
      }
      CHECK_FALSE(text.see_also.empty());
      for (const std::string_view other : text.see_also) {
        CHECK_NE(other, text.name);
        CHECK_NOTHROW(static_cast<void>(command_line.find(other)));
      }
    }
  }
}
