// SPDX-License-Identifier: MIT
#include "frame/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "frame/duration.hpp"
#include "frame/verbs.hpp"

namespace rlmdb::cli {
namespace {

Words names_in(const std::string& names) {
  const std::size_t comma = names.find(',');
  return comma == std::string::npos ? Words{names} : Words{names.substr(0, comma), names.substr(comma + 1)};
}

/// By what the help calls its value.
bool names_a_thing(std::string_view type) {
  static constexpr std::array<std::string_view, 14> k_types = {
      "ID",  "[ID]", "NODE",   "NAME",  "KEY",     "AGENT",   "MODEL",
      "TAG", "KIND", "THREAD", "BLOCK", "PROGRAM", "PATTERN", "EVENT"};
  return std::find(k_types.begin(), k_types.end(), type) != k_types.end();
}

bool is_blank(std::string_view word) {
  return word.find_first_not_of(" \t\n\v\f\r") == std::string_view::npos;
}

/// "an ID", "a NODE".
std::string with_article(std::string_view type) {
  if (type.starts_with('[')) type = type.substr(1, type.size() - 2);
  return fmt::format("{} {}", std::string_view("AEIOU").find(type.front()) < 5 ? "an" : "a", type);
}

/// " from 0", " from 0 to 100".
std::string text_of(const Range& range) {
  const bool has_end = range.most < std::numeric_limits<std::int64_t>::max();
  return range.least < 0
             ? ""
             : fmt::format(" from {}{}", range.least, has_end ? fmt::format(" to {}", range.most) : "");
}

std::int64_t number_of(const std::string& name, const Range& range, const std::string& text) {
  std::int64_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc{} || end != text.data() + text.size() || number < range.least ||
      number > range.most) {
    throw OptionMistake(fmt::format("{} takes a whole number{}, not '{}'", name, text_of(range), text));
  }
  return number;
}

}  // namespace

void Option::give(const Words& given) {
  is_given = true;
  if (names_a_thing(type)) {
    for (const std::string& word : given) {
      if (!is_blank(word) || (word.empty() && kind == Kind::optional_text)) continue;
      throw OptionMistake(
          fmt::format("{} takes {}, and '{}' names nothing", name(), with_article(type), word));
    }
  }
  take(given);
}

bool Option::is_for(std::string_view verb) const {
  return verbs.empty() || std::any_of(verbs.begin(), verbs.end(), [&](std::string_view name) {
           return name.substr(0, name.find(' ')) == verb;
         });
}

std::string Option::call() const {
  if (is_words()) return name() + (most > 1 ? "..." : "");
  return fmt::format("{}{}{}", fmt::join(names, ", "), type.empty() ? "" : " ", type);
}

Option& Option::initially(std::string text) {
  constexpr std::string_view k_here = "{}";
  if (const std::size_t here = help.find(k_here); here != std::string::npos) {
    help.replace(here, k_here.size(), text);
  }
  otherwise = std::move(text);
  return *this;
}

Option& Option::offers(std::span<const std::string_view> some) {
  words.assign(some.begin(), some.end());
  return *this;
}

Option& Option::instead_of_words() {
  is_instead_of_words = true;
  return *this;
}

Option& Option::only_as_program_for(std::string why) {
  only_as_program = std::move(why);
  return *this;
}

void Options::section(std::string title, std::vector<std::string_view> verbs) {
  m_section = std::move(title);
  m_verbs = std::move(verbs);
}

void Options::of(std::vector<std::string_view> verbs) {
  std::string title = "Options of " + in_words(verbs);
  section(std::move(title), std::move(verbs));
}

Option& Options::add(Option::Kind kind, const std::string& names, std::string type, std::string help,
                     std::function<void(const Words&)> take) {
  Option& option = m_all.emplace_back();
  option.kind = kind;
  option.names = names_in(names);
  option.type = std::move(type);
  option.help = std::move(help);
  option.section = m_section;
  option.verbs = m_verbs;
  option.take = std::move(take);
  return option;
}

Option& Options::toggle(const std::string& names, std::function<void()> take, std::string help) {
  return add(Option::Kind::toggle, names, {}, std::move(help),
             [take = std::move(take)](const Words&) { take(); });
}

Option& Options::toggle(const std::string& names, bool& is_on, std::string help) {
  return toggle(names, is_on, true, std::move(help));
}

Option& Options::counted(const std::string& names, int& count, std::string help) {
  return add(Option::Kind::counted, names, {}, std::move(help),
             [&count](const Words& given) { count += static_cast<int>(given.size()); });
}

Option& Options::text(const std::string& names, std::function<void(const std::string&)> take,
                      std::string type, std::string help) {
  return add(Option::Kind::text, names, std::move(type), std::move(help),
             [take = std::move(take)](const Words& given) { take(given.back()); });
}

Option& Options::text(const std::string& names, std::optional<std::string>& value, std::string type,
                      std::string help) {
  return text(
      names, [&value](const std::string& given) { value = given; }, std::move(type), std::move(help));
}

Option& Options::texts(const std::string& names, Words& values, std::string type, std::string help) {
  return add(Option::Kind::texts, names, std::move(type), std::move(help),
             [&values](const Words& given) { values = given; });
}

Option& Options::optional_text(const std::string& names, std::function<void(std::optional<std::string>)> take,
                               const std::string& type, std::string help) {
  return add(Option::Kind::optional_text, names, "[" + type + "]", std::move(help),
             [take = std::move(take)](const Words& given) {
               const bool has_word = !given.empty() && !given.back().empty();
               take(has_word ? std::optional(given.back()) : std::nullopt);
             });
}

Option& Options::words(const std::string& name, Words& words, int least, int most, std::string help) {
  Option& option = texts(name, words, {}, std::move(help));
  option.kind = Option::Kind::words;
  option.section = "Arguments";
  option.least = least;
  option.most = most;
  option.is_required = least > 0;
  return option;
}

Option& Options::choice(const std::string& names, Choices choices, std::function<void(std::size_t)> take,
                        std::string help) {
  const std::string type = fmt::format("{}", fmt::join(choices, "|"));
  const auto read = [name = names_in(names).back(), type, choices,
                     take = std::move(take)](const std::string& given) {
    const auto word = std::find(choices.begin(), choices.end(), given);
    if (word == choices.end()) {
      throw OptionMistake(fmt::format("{} takes {}, not '{}'", name, type, given));
    }
    take(static_cast<std::size_t>(word - choices.begin()));
  };
  return text(names, read, type, std::move(help)).offers(choices);
}

Option& Options::choice(const std::string& names, Choices choices, std::optional<std::string>& word,
                        std::string help) {
  const auto take = [&word, choices](std::size_t place) { word = choices[place]; };
  return choice(names, std::move(choices), take, std::move(help));
}

Option& Options::number(const std::string& names, Range range, std::function<void(std::int64_t)> take,
                        std::string help) {
  const auto read = [name = names_in(names).back(), range, take = std::move(take)](const std::string& given) {
    take(number_of(name, range, given));
  };
  Option& option = text(names, read, "N", std::move(help));
  option.range = range;
  return option;
}

Option& Options::number(const std::string& names, Range range, std::int64_t& number, std::string help) {
  const auto take = [&number](std::int64_t given) { number = given; };
  return this->number(names, range, take, std::move(help)).initially(std::to_string(number));
}

Option& Options::number(const std::string& names, Range range, std::optional<std::int64_t>& number,
                        std::string help) {
  return this->number(
      names, range, [&number](std::int64_t given) { number = given; }, std::move(help));
}

Option& Options::duration(const std::string& names, std::function<void(std::chrono::milliseconds)> take,
                          std::string help) {
  const auto read = [name = names_in(names).back(), take = std::move(take)](const std::string& given) {
    take(parse_duration(name, given));
  };
  return text(names, read, "DURATION", std::move(help));
}

Option& Options::duration(const std::string& names, std::chrono::milliseconds& duration, std::string help) {
  const auto take = [&duration](std::chrono::milliseconds given) { duration = given; };
  return this->duration(names, take, std::move(help)).initially(duration_option(duration));
}

Option& Options::duration(const std::string& names, std::optional<std::chrono::milliseconds>& duration,
                          std::string help) {
  return this->duration(
      names, [&duration](std::chrono::milliseconds given) { duration = given; }, std::move(help));
}

const Option* Options::find(std::string_view name) const {
  const auto found = std::find_if(m_all.begin(), m_all.end(), [name](const Option& option) {
    return std::find(option.names.begin(), option.names.end(), name) != option.names.end();
  });
  return found == m_all.end() ? nullptr : &*found;
}

void add_token(Options& options, std::optional<std::int64_t>& token) {
  Option& option = options.number("--token", {}, token, "the token that claim gave for it; needed");
  option.type = "T";
  option.is_required = true;
}

}  // namespace rlmdb::cli
