// SPDX-License-Identifier: MIT
#include "frame/verbs.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "frame/command_line.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::cli {
namespace {

/// "`rlmdb task start`" of "Options of start", "set and get" of "Options of set and get".
std::string verbs_of(std::string_view command, std::string_view group) {
  const std::string verbs(group.substr(k_verb_group.size()));
  return verbs.find(' ') == std::string::npos ? fmt::format("`rlmdb {} {}`", command, verbs) : verbs;
}

}  // namespace

std::size_t find_verb(std::string_view command, const std::string& word,
                      std::span<const std::string_view> verbs) {
  const auto found = std::find(verbs.begin(), verbs.end(), word);
  if (found != verbs.end()) {
    return static_cast<std::size_t>(found - verbs.begin());
  }
  const auto nearest = nearest_word(word, {verbs.begin(), verbs.end()});
  throw Error(ErrorCode::usage, fmt::format("{} has no verb '{}'", command, word), {},
              nearest.has_value() ? fmt::format("did you mean `rlmdb {} {}`?", command, *nearest)
                                  : fmt::format("`rlmdb {} -h` lists the verbs", command));
}

std::vector<std::string> words_behind(std::string_view command, const std::vector<std::string>& words,
                                      std::size_t least, std::size_t most, std::string_view needed) {
  const std::string hint = fmt::format("`rlmdb {} -h` shows how it is used", command);
  if (words.size() - 1 < least) {
    throw Error(ErrorCode::usage, fmt::format("{} {} needs {}", command, words.front(), needed), {}, hint);
  }
  if (words.size() - 1 > most) {
    throw Error(ErrorCode::usage, fmt::format("'{}' is one argument too many", words[most + 1]), {}, hint);
  }
  return {words.begin() + 1, words.end()};
}

void require_groups(const CLI::App& app, std::string_view command, std::string_view verb,
                    const std::vector<std::string>& taken) {
  for (const CLI::Option* option : app.get_options()) {
    const std::string& group = option->get_group();
    const bool is_taken = std::find(taken.begin(), taken.end(), group) != taken.end();
    if (option->count() == 0 || !group.starts_with(k_verb_group) || is_taken) {
      continue;
    }
    throw Error(ErrorCode::usage,
                fmt::format("{} belongs to {}, not to `rlmdb {} {}`", option->get_name(),
                            verbs_of(command, group), command, verb),
                {}, fmt::format("`rlmdb {} -h` lists the options by verb", command));
  }
}

}  // namespace rlmdb::cli
