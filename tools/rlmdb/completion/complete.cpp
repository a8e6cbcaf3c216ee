// SPDX-License-Identifier: MIT
#include "completion/complete.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <span>
#include <utility>

#include "completion/words_so_far.hpp"
#include "frame/input_file.hpp"
#include "frame/locate_database.hpp"
#include "help/explanations.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb::cli {
namespace {

/// A shell shows no more than a person reads.
constexpr std::size_t k_most = 300;

constexpr std::array<std::pair<std::string_view, IdOf>, 11> k_id_options{{{"--task", IdOf::task},
                                                                          {"--after", IdOf::task},
                                                                          {"--parent", IdOf::task},
                                                                          {"--depends-on", IdOf::task},
                                                                          {"--on", IdOf::task},
                                                                          {"--node", IdOf::task},
                                                                          {"--tree", IdOf::tree},
                                                                          {"--checkpoint", IdOf::checkpoint},
                                                                          {"--select", IdOf::checkpoint},
                                                                          {"--loop", IdOf::loop},
                                                                          {"--grid", IdOf::mission}}};

constexpr std::array<std::pair<std::string_view, IdOf>, 21> k_arguments{{{"show ID", IdOf::task},
                                                                         {"claim ID", IdOf::task},
                                                                         {"task ID", IdOf::task},
                                                                         {"heartbeat ID", IdOf::task},
                                                                         {"release ID", IdOf::task},
                                                                         {"cleanup ID", IdOf::task},
                                                                         {"merge NODE", IdOf::task},
                                                                         {"events ID", IdOf::task},
                                                                         {"list WHICH", IdOf::tree},
                                                                         {"status ID", IdOf::tree},
                                                                         {"progress ID", IdOf::tree},
                                                                         {"tree ID", IdOf::tree},
                                                                         {"recover ID", IdOf::tree},
                                                                         {"eta ID", IdOf::tree},
                                                                         {"cost ID", IdOf::tree},
                                                                         {"report ID", IdOf::tree},
                                                                         {"limits ID", IdOf::tree},
                                                                         {"budget ID", IdOf::tree},
                                                                         {"checkpoint ID", IdOf::checkpoint},
                                                                         {"loop ID", IdOf::loop},
                                                                         {"grid NAME", IdOf::mission}}};

using WordList = std::span<const std::string_view>;

/// Words that stand behind verbs; those of options and of commands without verbs they say themselves.
constexpr std::array<std::pair<std::string_view, WordList>, 6> k_argument_words{
    {{"grid CATEGORY", k_grid_warmth_categories},
     {"grid TYPE", k_grid_checkpoint_types},
     {"loop AT", k_words_of<AutoCheckpoint>},
     {"loop LEVEL", k_reinforcement_levels},
     {"retention KIND", k_words_of<RetentionKind>},
     {"var STATUS", k_completion_statuses}}};

template <class T, std::size_t Count>
std::optional<T> found_in(const std::array<std::pair<std::string_view, T>, Count>& table,
                          std::string_view name) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.first == name; });
  return found == table.end() ? std::nullopt : std::optional(found->second);
}

/// "auto|always|never", but not "JSON|-".
bool is_list_of_words(std::string_view text) {
  return text.find('|') != std::string_view::npos &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz-_|") == std::string_view::npos;
}

void offer_each(Place& place, WordList words) {
  for (const std::string_view word : words) place.offers.push_back({std::string(word), {}});
}

void offer_each(Place& place, std::string_view list) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find('|'), list.size());
    place.offers.push_back({std::string(list.substr(0, end)), {}});
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

bool names_files(std::string_view type) {
  return type == "FILE" || type == "PATH" || type == "DIR" || type == "FILE|DIR" || type == "PATH|-";
}

Place place_of_value(const Option& option) {
  Place place;
  std::string_view type = option.type;
  if (type.starts_with('[')) type = type.substr(1, type.size() - 2);
  offer_each(place, option.words);
  place.takes_files = names_files(type);
  place.ids = id_of_option(option.name());
  return place;
}

void offer_options(Place& place, const Options& options, std::string_view verb) {
  for (const Option& option : options.all()) {
    if (option.is_words() || !(verb.empty() || option.is_for(verb))) continue;
    for (const std::string& name : option.names) place.offers.push_back({name, option.help});
  }
}

void offer_commands(Place& place, const CommandLine& command_line) {
  for (const CommandPtr& command : command_line.commands()) {
    place.offers.push_back({std::string(command->text().name), std::string(command->text().summary)});
  }
}

void offer_verbs(Place& place, const CommandText& text) {
  for (const Verb& verb : text.verbs.all) {
    const bool is_there = std::any_of(place.offers.begin(), place.offers.end(),
                                      [&](const Offer& offer) { return offer.word == verb.word(); });
    if (!is_there) place.offers.push_back({std::string(verb.word()), std::string(verb.summary)});
  }
}

/// The argument number `index` of "ID [JSON|-]" or "NAME..."; the last goes on for all that follow.
std::string_view argument_at(std::string_view arguments, std::size_t index) {
  if (arguments.starts_with("--")) return {};
  arguments = arguments.substr(0, arguments.find(" --"));
  for (; index > 0; --index) {
    const std::size_t space = arguments.find(' ');
    if (space == std::string_view::npos) break;
    arguments.remove_prefix(space + 1);
  }
  std::string_view one = arguments.substr(0, arguments.find(' '));
  if (index > 0 && !one.ends_with("...") && !one.ends_with("...]")) return {};
  if (one.starts_with('[')) one = one.substr(1, one.size() - 2);
  return one.ends_with("...") ? one.substr(0, one.size() - 3) : one;
}

Place place_of_argument(std::string_view command, std::string_view argument) {
  Place place;
  if (is_list_of_words(argument)) offer_each(place, argument);
  offer_each(place, found_in(k_argument_words, fmt::format("{} {}", command, argument)).value_or(WordList{}));
  // FILE of a mission is one of its own.
  place.takes_files = names_files(argument) && (command != "grid" || argument != "FILE");
  place.ids = id_of_argument(command, argument.substr(0, argument.find('|')));
  return place;
}

/// `rlmdb help COMMAND VERB`
Place place_in_help(const CommandLine& command_line, const Words& topics) {
  Place place;
  if (topics.empty()) offer_commands(place, command_line);
  if (topics.size() == 1) {
    for (const CommandPtr& command : command_line.commands()) {
      if (command->text().name == topics.front()) offer_verbs(place, command->text());
    }
  }
  return place;
}

Place place_of_code() {
  Place place;
  for (const Explanation& explanation : all_explanations()) {
    place.offers.push_back({std::string(explanation.code), std::string(explanation.meaning)});
  }
  return place;
}

Place place_behind(const WordsSoFar& so_far) {
  const CommandText& text = so_far.command->text();
  if (text.name == "help") return place_in_help(so_far.command_line, so_far.arguments);
  if (text.name == "explain") return place_of_code();
  if (text.verbs.all.empty()) {
    const auto& all = so_far.options->all();
    const auto words =
        std::find_if(all.begin(), all.end(), [](const Option& option) { return option.is_words(); });
    const bool is_full =
        words == all.end() || so_far.arguments.size() >= static_cast<std::size_t>(words->most);
    if (is_full) return {};
    Place place = place_of_argument(text.name, words->name());
    offer_each(place, words->words);
    return place;
  }
  if (so_far.arguments.empty()) {
    Place place;
    offer_verbs(place, text);
    return place;
  }
  // Of several verbs with one word what any of them takes.
  Place place;
  for (const Verb& verb : text.verbs.all) {
    if (verb.word() != so_far.arguments.front()) continue;
    Place of_verb = place_of_argument(text.name, argument_at(verb.arguments, so_far.arguments.size() - 1));
    place.takes_files = place.takes_files || of_verb.takes_files;
    place.offers.insert(place.offers.end(), of_verb.offers.begin(), of_verb.offers.end());
    if (of_verb.ids) place.ids = of_verb.ids;
  }
  return place;
}

/// Shells take words apart at others.
bool is_plain(const std::string& id) {
  return id.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/+@-") ==
         std::string::npos;
}

std::vector<std::string> ids_from_database(const WordsSoFar& so_far, IdOf of) {
  if (so_far.global.directory) enter_directory(*so_far.global.directory);
  const Store store = Store::open(locate_database(so_far.global).path, Access::read_only);
  std::vector<std::string> ids = known_ids(store, of, so_far.begun, k_most);
  std::erase_if(ids, [](const std::string& id) { return !is_plain(id); });
  return ids;
}

/// None where the database cannot be read: words that stand there too are offered all the same.
std::vector<std::string> known_or_no_ids(const WordsSoFar& so_far, IdOf of) {
  try {
    return ids_from_database(so_far, of);
  } catch (const std::exception&) {
    return {};
  }
}

Place place_of(const WordsSoFar& so_far) {
  if (so_far.value_of != nullptr) return place_of_value(*so_far.value_of);
  Place place;
  if (so_far.command == nullptr) {
    offer_commands(place, so_far.command_line);
  } else {
    place = place_behind(so_far);
  }
  if (so_far.begun.starts_with('-') && !so_far.ends_options) {
    place = {};
    offer_options(place, *so_far.options, so_far.verb());
  }
  return place;
}

std::string lines_of(const Words& words) {
  const WordsSoFar so_far(words);
  Place place = place_of(so_far);
  if (place.ids) {
    for (std::string& id : known_or_no_ids(so_far, *place.ids)) place.offers.push_back({std::move(id), {}});
  }
  std::string lines;
  for (const Offer& offer : place.offers) {
    if (!offer.word.starts_with(so_far.begun)) continue;
    lines += fmt::format("{}{}{}{}\n", so_far.prefix, offer.word, offer.help.empty() ? "" : "\t", offer.help);
  }
  return lines.empty() && place.takes_files ? ":files\n" : lines;
}

}  // namespace

std::optional<IdOf> id_of_option(std::string_view option) {
  return found_in(k_id_options, option);
}

std::optional<IdOf> id_of_argument(std::string_view command, std::string_view name) {
  return found_in(k_arguments, fmt::format("{} {}", command, name));
}

Place place_of_last(const Words& words) {
  return place_of(WordsSoFar(words));
}

std::string completion_lines(const Words& words) noexcept {
  try {
    return lines_of(words);
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace rlmdb::cli
