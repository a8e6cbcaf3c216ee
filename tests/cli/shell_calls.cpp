// SPDX-License-Identifier: MIT
#include "shell_calls.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

#include "frame/command_line.hpp"
#include "rlmdb/error.hpp"

namespace cli_tests {
namespace {

using namespace rlmdb::cli;

/// The end of a call in a line of shell: a pipe, a redirection, another command.
bool ends_call(char letter) {
  return std::string_view("|<>;&)#\n").find(letter) != std::string_view::npos;
}

/// A variable stands for "1"; `at` is at its `$`, and then behind it.
std::string value_at(const std::string& line, std::size_t& at) {
  const bool is_name = ++at < line.size() && line[at] != '$';
  while (is_name && at < line.size() &&
         (std::isalnum(static_cast<unsigned char>(line[at])) || line[at] == '_'))
    ++at;
  if (!is_name) ++at;
  return "1";
}

/// What `$(…)` is replaced by stands for "1"; `at` is at its `$`, and then behind it.
std::string output_at(const std::string& line, std::size_t& at) {
  at = std::min(line.size(), line.find(')', at)) + 1;
  return "1";
}

/// The word at `at` as a shell reads it, and `at` behind it.
std::string word_at(const std::string& line, std::size_t& at) {
  std::string word;
  char quote = 0;
  while (at < line.size() && (quote != 0 || (line[at] != ' ' && !ends_call(line[at])))) {
    const char letter = line[at];
    if (quote != '\'' && letter == '$') {
      word += line.compare(at, 2, "$(") == 0 ? output_at(line, at) : value_at(line, at);
      continue;
    }
    ++at;
    if (letter == quote) {
      quote = 0;
    } else if (quote == 0 && (letter == '\'' || letter == '"')) {
      quote = letter;
    } else {
      word += letter == '\\' && quote != '\'' && at < line.size() ? line[at++] : letter;
    }
  }
  return word;
}

/// `2>` and `2>&1` are no words of a call.
void drop_descriptor(std::vector<std::string>& call, const std::string& line, std::size_t at) {
  if (at < line.size() && line[at] == '>' && line[at - 1] == '2' && call.back() == "2") call.pop_back();
}

bool is_verb(const CommandText& text, const std::string& word) {
  return std::any_of(text.verbs.all.begin(), text.verbs.all.end(), [&](const Verb& verb) {
    return verb.word() == word || verb.arguments == word || verb.arguments.starts_with(word + " ");
  });
}

/// The option of that name which a call with `verb` takes; "": no verb is known.
const Option* option_of(const Options& options, const std::string& name, const std::string& verb) {
  for (const Option& option : options.all()) {
    const bool is_named = std::find(option.names.begin(), option.names.end(), name) != option.names.end();
    const bool is_its = verb.empty() || option.verbs.empty() || option.is_for(verb);
    if (is_named && is_its && !option.is_words()) return &option;
  }
  return nullptr;
}

/// Whether it is one of the words that the option takes.
bool is_value_of(const Option* option, const std::string& word) {
  return option != nullptr && ("|" + option->type + "|").find("|" + word + "|") != std::string::npos;
}

}  // namespace

std::vector<std::vector<std::string>> calls_of_rlmdb(const std::string& line) {
  static const std::string k_name = "rlmdb ";
  std::vector<std::vector<std::string>> calls;
  for (std::size_t at = line.find(k_name); at != std::string::npos; at = line.find(k_name, at)) {
    calls.push_back({"rlmdb"});
    for (at += k_name.size(); at < line.size() && !ends_call(line[at]);) {
      if (line[at] == ' ') {
        ++at;
      } else {
        calls.back().push_back(word_at(line, at));
        drop_descriptor(calls.back(), line, at);
      }
    }
  }
  return calls;
}

std::string fault_of(const std::vector<std::string>& call) {
  // What shells ask, which is no command of the list.
  if (call.size() > 2 && call[1] == "complete" && call[2] == "--") return {};
  std::vector<const char*> arguments;
  for (const std::string& word : call) arguments.push_back(word.c_str());
  const int count = static_cast<int>(arguments.size());
  try {
    CommandLine command_line(count, arguments.data());
    if (command_line.parse() == Asked::run) {
      command_line.require_rows();
      command_line.require_verb();
    }
    return {};
  } catch (const rlmdb::Error& error) {
    return error.what();
  }
}

std::string word_that_is_no_name(const std::vector<std::string>& call) {
  static const CommandLine k_all;
  std::size_t index = 0;
  try {
    index = k_all.find(call.at(1));
  } catch (const rlmdb::Error&) {
    return call[1];
  }
  const CommandText& text = k_all.commands()[index]->text();
  std::string verb;
  const Option* option = nullptr;
  for (std::size_t place = 2; place < call.size(); ++place) {
    const std::string& word = call[place];
    const bool is_value = is_value_of(option, word);
    option = word.starts_with('-') ? option_of(k_all.options_of(index), word, verb) : nullptr;
    if (option == nullptr && !is_value && !is_verb(text, word)) return word;
    if (verb.empty() && option == nullptr && !is_value) verb = word;
  }
  return {};
}

}  // namespace cli_tests
