// SPDX-License-Identifier: MIT
#include "frame/verbs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "frame/nearest_word.hpp"
#include "frame/options.hpp"
#include "frame/other_words.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::string_view k_title_start = "Options of ";

/// "`rlmdb task start`" of "Options of start", "set and get" of "Options of set and get".
std::string owners_of(std::string_view command, const Option& option) {
  const std::string verbs = option.section.substr(k_title_start.size());
  return verbs.find(' ') == std::string::npos ? fmt::format("`rlmdb {} {}`", command, verbs) : verbs;
}

std::string usage_hint(std::string_view command) {
  return fmt::format("`rlmdb {} -h` shows how it is used", command);
}

std::vector<std::string_view> words_of_all(const Verbs& verbs) {
  std::vector<std::string_view> words;
  for (const Verb& verb : verbs.all) {
    if (std::find(words.begin(), words.end(), verb.word()) == words.end()) words.push_back(verb.word());
  }
  return words;
}

/// Which of them was mistyped; else all there are.
std::string near_verb(const Verbs& verbs, const std::string& word) {
  std::vector<std::string> reading;
  std::vector<std::string> changing;
  for (const Verb& verb : verbs.all) (verb.changes ? changing : reading).emplace_back(verb.word());
  const auto nearest = nearest_word(word, reading, changing);
  return nearest.has_value() ? fmt::format("did you mean `rlmdb {} {}`?", verbs.command, *nearest)
                             : fmt::format("it has {}", in_words(words_of_all(verbs)));
}

}  // namespace

bool is_for(const Option& option, const Verb& verb) {
  return option.verbs.empty() ||
         std::find(option.verbs.begin(), option.verbs.end(), verb.name) != option.verbs.end();
}

std::string in_words(const std::vector<std::string_view>& words) {
  const auto last = words.end() - 1;
  return fmt::format("{}{}{}", fmt::join(words.begin(), last, ", "), words.size() > 1 ? " and " : "", *last);
}

std::string Verb::short_call() const {
  return fmt::format("{}{}{}", word(), arguments.empty() ? "" : " ", arguments);
}

std::string Verb::call() const {
  return fmt::format("{}{}{}", short_call(), with.empty() ? "" : " ", with);
}

std::size_t Verbs::find(const std::vector<std::string>& words) const {
  const std::string& word = words.front();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Verb& verb) { return verb.word() == word; });
  if (found != all.end()) {
    return static_cast<std::size_t>(found - all.begin());
  }
  const auto meant = instead_of_verb(*this, word);
  throw Error(ErrorCode::usage, fmt::format("{} has no verb '{}'", command, word), {},
              meant.has_value() ? *meant : near_verb(*this, word));
}

std::vector<std::string> Verbs::arguments(const Verb& verb, const std::vector<std::string>& words) const {
  const std::size_t given = words.size() - 1;
  if (given < verb.least) {
    throw too_few(verb);
  }
  if (given > verb.most) {
    throw Error(ErrorCode::usage, fmt::format("'{}' is one argument too many", words[verb.most + 1]), {},
                usage_hint(command));
  }
  return {words.begin() + 1, words.end()};
}

Error Verbs::too_few(const Verb& verb) const {
  return Error(ErrorCode::usage, fmt::format("{} {} needs {}", command, verb.word(), verb.needs), {},
               where_to_look.empty() ? usage_hint(command) : std::string(where_to_look));
}

Error Verbs::missing() const {
  return Error(
      ErrorCode::usage, fmt::format("{} needs a verb", command), {},
      fmt::format("it has {}; `rlmdb {} -h` tells what they do", in_words(words_of_all(*this)), command));
}

std::vector<std::string_view> Verbs::that_change() const {
  std::vector<std::string_view> names;
  for (const Verb& verb : all) {
    if (verb.changes) names.push_back(verb.name);
  }
  return names;
}

std::vector<std::string_view> Verbs::but(const std::vector<std::string_view>& others) const {
  std::vector<std::string_view> names;
  for (const Verb& verb : all) {
    if (std::find(others.begin(), others.end(), verb.name) == others.end()) names.push_back(verb.name);
  }
  return names;
}

std::string Verbs::calls_with_rows() const {
  std::vector<std::string_view> words;
  for (const Verb& verb : all) {
    if (verb.prints_rows && std::find(words.begin(), words.end(), verb.word()) == words.end()) {
      words.push_back(verb.word());
    }
  }
  return words.empty() ? std::string() : "with " + in_words(words);
}

void Verbs::require_options(const Verb& verb, const Options& options) const {
  for (const Option& option : options.all()) {
    if (option.is_given && !is_for(option, verb)) {
      throw Error(ErrorCode::usage,
                  fmt::format("{} belongs to {}, not to `rlmdb {} {}`", option.name(),
                              owners_of(command, option), command, verb.word()),
                  {}, fmt::format("`rlmdb {} -h` lists the options by verb", command));
    }
  }
}

}  // namespace rlmdb::cli
