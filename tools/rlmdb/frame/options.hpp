// SPDX-License-Identifier: MIT
/// What a command takes, described as data: help, parser (parse.hpp), JSON and tests read the same
/// description.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace rlmdb::cli {

using Words = std::vector<std::string>;

/// What a value of an option is not; in the words that stand before "`rlmdb list -h` shows how it is used".
class OptionMistake : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// From `least` to `most`.
struct Range {
  std::int64_t least = 0;
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
};

/// One option, or one place for words that are no options.
struct Option {
  enum class Kind { toggle, counted, text, texts, optional_text, words, help, version };

  /// The longest name: "--output"; of words what the help calls them: "ID".
  [[nodiscard]] const std::string& name() const { return names.back(); }
  [[nodiscard]] bool is_words() const noexcept { return kind == Kind::words; }

  /// Whether a call with `verb` takes it.
  [[nodiscard]] bool is_for(std::string_view verb) const;
  /// As it is given: "-o, --output FILE" or "PATH...".
  [[nodiscard]] std::string call() const;

  /// What is so without it: that stands where the help says {}.
  Option& initially(std::string text);
  /// A call by another program (methods.hpp) does not take it, and `why` says what such a program does instead.
  Option& only_as_program_for(std::string why);
  /// Words that its value may be, besides others: completion offers them.
  Option& offers(std::span<const std::string_view> some);
  /// With it a call has no words.
  Option& instead_of_words();
  /// Takes what was given. Throws OptionMistake for what it cannot be; what names a thing is not blank.
  void give(const Words& given);

  Kind kind = Kind::toggle;
  Words names;                          ///< "-o", "--output"
  std::string type;                     ///< of its value: "FILE", "auto|always|never"; "" where it takes none
  std::vector<std::string_view> words;  ///< that its value may be; none: they are not known beforehand
  std::string help;                     ///< what it is for
  std::string section;                  ///< the title that it stands under in the help
  std::vector<std::string_view> verbs;  ///< those it is for; none: no verb is asked
  std::optional<Range> range;           ///< of a whole number
  std::optional<std::string> otherwise;  ///< what is so without it, where that is known
  int least = 0;                         ///< of words
  int most = 0;
  bool is_required = false;
  bool is_instead_of_words = false;
  std::string only_as_program;             ///< why a call does not take it; "": it does
  std::function<void(const Words&)> take;  ///< gets what was given; of a counted one a word for each time
  bool is_given = false;                   ///< once a command line is read
};

/// What is taken goes where the caller says, who owns that. Names are as in "-o,--output".
class Options {
 public:
  using Choices = std::vector<std::string_view>;
  static constexpr int k_most_words = 1 << 20;

  /// What is declared from here on stands under `title`; with `verbs` it is for those alone.
  void section(std::string title, std::vector<std::string_view> verbs = {});
  /// The same with the title "Options of set, get and list".
  void of(std::vector<std::string_view> verbs);

  /// A switch.
  Option& toggle(const std::string& names, std::function<void()> take, std::string help);
  Option& toggle(const std::string& names, bool& is_on, std::string help);
  template <class T>
  Option& toggle(const std::string& names, T& target, std::type_identity_t<T> value, std::string help) {
    return toggle(
        names, [&target, value] { target = value; }, std::move(help));
  }
  /// One that counts how often it is given.
  Option& counted(const std::string& names, int& count, std::string help);

  /// A value exactly as typed.
  Option& text(const std::string& names, std::optional<std::string>& value, std::string type,
               std::string help);
  Option& text(const std::string& names, std::function<void(const std::string&)> take, std::string type,
               std::string help);
  /// The same, to be given any number of times.
  Option& texts(const std::string& names, Words& values, std::string type, std::string help);
  /// `take` gets the next word unless that begins with `-` or is absent.
  Option& optional_text(const std::string& names, std::function<void(std::optional<std::string>)> take,
                        const std::string& type, std::string help);
  /// Words that are no options, exactly as typed (brackets and braces have no meaning).
  Option& words(const std::string& name, Words& words, int least, int most, std::string help);

  /// One of `choices`; `take` gets its place.
  Option& choice(const std::string& names, Choices choices, std::function<void(std::size_t)> take,
                 std::string help);
  Option& choice(const std::string& names, Choices choices, std::optional<std::string>& word,
                 std::string help);
  template <class T>
  Option& choice(const std::string& names, const std::vector<std::pair<std::string_view, T>>& choices,
                 T& target, std::string help) {
    Choices words;
    std::vector<T> values;
    std::string otherwise;
    for (const auto& [word, value] : choices) {
      words.push_back(word);
      values.push_back(value);
      if (value == target) otherwise = word;
    }
    Option& option = choice(
        names, std::move(words), [&target, values](std::size_t place) { target = values[place]; },
        std::move(help));
    return otherwise.empty() ? option : option.initially(std::move(otherwise));
  }

  /// A whole number.
  Option& number(const std::string& names, Range range, std::function<void(std::int64_t)> take,
                 std::string help);
  Option& number(const std::string& names, Range range, std::int64_t& number, std::string help);
  Option& number(const std::string& names, Range range, std::optional<std::int64_t>& number,
                 std::string help);

  /// A duration (duration.hpp).
  Option& duration(const std::string& names, std::function<void(std::chrono::milliseconds)> take,
                   std::string help);
  Option& duration(const std::string& names, std::chrono::milliseconds& duration, std::string help);
  Option& duration(const std::string& names, std::optional<std::chrono::milliseconds>& duration,
                   std::string help);

  Option& add(Option::Kind kind, const std::string& names, std::string type, std::string help,
              std::function<void(const Words&)> take);

  [[nodiscard]] std::vector<Option>& all() noexcept { return m_all; }
  [[nodiscard]] const std::vector<Option>& all() const noexcept { return m_all; }
  /// By any of its names; nullptr: there is none.
  [[nodiscard]] const Option* find(std::string_view name) const;

 private:
  std::string m_section = "Options";
  std::vector<std::string_view> m_verbs;
  std::vector<Option> m_all;
};

/// The `--token T` that a command on a claimed task cannot do without.
void add_token(Options& options, std::optional<std::int64_t>& token);

}  // namespace rlmdb::cli
