// SPDX-License-Identifier: MIT
#include "frame/methods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "frame/global_options.hpp"
#include "frame/nearest_word.hpp"
#include "rlmdb/json_text.hpp"

namespace rlmdb::cli {
namespace {

std::vector<std::string_view> pieces_of(std::string_view text, char between) {
  std::vector<std::string_view> pieces;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(between, begin), text.size());
    if (end > begin) pieces.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return pieces;
}

std::string as_name(std::string_view text) {
  std::string name(text);
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char byte) {
    return byte == '-' ? '_' : static_cast<char>(std::tolower(byte));
  });
  return name;
}

bool is_fixed_word(std::string_view token) {
  return std::islower(static_cast<unsigned char>(token.front())) != 0;
}

/// Of "add|remove|list ID..." the three; of others none.
std::vector<std::string_view> fixed_words_of(const Verb& verb) {
  const std::vector<std::string_view> tokens = pieces_of(verb.arguments, ' ');
  return !tokens.empty() && is_fixed_word(tokens.front()) ? pieces_of(tokens.front(), '|')
                                                          : std::vector<std::string_view>{};
}

PlaceOfWords place_of(std::string_view token) {
  PlaceOfWords place;
  place.is_required = !token.starts_with('[');
  if (!place.is_required) token = token.substr(1, token.size() - 2);
  place.is_many = token.ends_with("...");
  if (place.is_many) token.remove_suffix(3);
  const std::string_view first = token.substr(0, token.find('|'));
  const std::size_t equals = first.find('=');
  place.type = first;
  if (equals != std::string_view::npos) {
    place.parameter = "set";
    place.of = first.substr(equals + 1) == "JSON" ? PlaceOfWords::Of::pairs_of_json
                                                  : PlaceOfWords::Of::pairs_of_text;
    return place;
  }
  place.parameter = as_name(first);
  if (first == "JSON" || first == "VALUE") place.of = PlaceOfWords::Of::json;
  return place;
}

std::vector<PlaceOfWords> places_in(std::string_view arguments) {
  std::vector<PlaceOfWords> places;
  bool is_of_option = false;
  for (const std::string_view token : pieces_of(arguments, ' ')) {
    if (std::exchange(is_of_option, token.starts_with("--")) || token.starts_with("--") ||
        is_fixed_word(token)) {
      continue;
    }
    PlaceOfWords place = place_of(token);
    if (!places.empty() && places.back().parameter == place.parameter) {
      places.back().is_many = true;
    } else {
      places.push_back(std::move(place));
    }
  }
  return places;
}

/// Reads the values of one call.
class Params {
 public:
  explicit Params(std::string_view text)
      : m_members(text.empty() ? std::vector<JsonMember>{} : split_json_object(text)) {}

  /// nullopt: it is not given, or null.
  [[nodiscard]] std::optional<std::string_view> find(const std::string& name) {
    m_known.insert(name);
    const auto found = std::find_if(m_members.begin(), m_members.end(),
                                    [&](const JsonMember& member) { return member.name == name; });
    if (found == m_members.end()) return std::nullopt;
    return found->value;
  }

  /// Error usage for the first that nothing asked for.
  void require_known(const Method& method) const {
    for (const JsonMember& member : m_members) {
      if (m_known.contains(member.name)) continue;
      const auto nearest = nearest_word(member.name, {m_known.begin(), m_known.end()});
      throw Error(ErrorCode::usage, fmt::format("{} has no parameter '{}'", method.name, member.name),
                  "params/" + member.name,
                  nearest.has_value() ? fmt::format("did you mean '{}'?", *nearest)
                                      : fmt::format("it has {}", fmt::join(m_known, ", ")));
    }
  }

 private:
  std::vector<JsonMember> m_members;
  std::set<std::string> m_known;
};

std::string_view words_for(JsonKind kind) {
  static constexpr std::array<std::string_view, 6> k_kinds = {"null",     "true or false", "a number",
                                                              "a string", "a list",        "an object"};
  return k_kinds.at(static_cast<std::size_t>(kind));
}

Error wrong_type(const std::string& name, std::string_view needed, std::string_view value) {
  return Error(ErrorCode::usage,
               fmt::format("{} takes {}, not {}", name, needed, words_for(json_kind(value))),
               "params/" + name);
}

bool may_hold_anything(std::string_view type) {
  return type.find("TEXT") != std::string_view::npos || type.find("VALUE") != std::string_view::npos;
}

std::string text_value_of(const std::string& name, std::string_view type, std::string_view value) {
  std::optional<std::string> text = json_string_text(value);
  if (!text.has_value()) {
    throw Error(ErrorCode::usage, fmt::format("{} holds half a surrogate pair, which no text can", name),
                "params/" + name);
  }
  if (names_a_file(type) && *text == "-") {
    throw Error(ErrorCode::usage, fmt::format("{} cannot be -: a call has no standard input or output", name),
                "params/" + name, "give the path of a file");
  }
  if (!may_hold_anything(type) && text->find('\0') != std::string::npos) {
    throw Error(ErrorCode::usage, fmt::format("{} holds U+0000", name), "params/" + name);
  }
  return *std::move(text);
}

/// A value of an option, or a word, as it would be typed.
std::string word_of(const std::string& name, std::string_view type, std::string_view value) {
  if (type == "JSON" || type == "JSON|-") return std::string(value);
  if (type == k_objects_type) {
    if (json_kind(value) != JsonKind::array) throw wrong_type(name, "a list of objects", value);
    return std::string(value);
  }
  switch (json_kind(value)) {
    case JsonKind::string:
      return text_value_of(name, type, value);
    case JsonKind::number:
      return std::string(value) + (type == "DURATION" ? "ms" : "");
    default:
      throw wrong_type(name, type == "N" ? "a number" : "a string", value);
  }
}

Words pairs_of(const std::string& name, std::string_view value, std::string_view type) {
  const bool is_json = type.ends_with("JSON");
  Words words;
  for (const JsonMember& member : split_json_object(value)) {
    if (member.name.find('=') != std::string::npos) {
      throw Error(ErrorCode::usage, fmt::format("the name '{}' holds an equals sign", member.name),
                  "params/" + name);
    }
    const std::string place = name + "/" + member.name;
    words.push_back(member.name + "=" +
                    (is_json ? std::string(member.value) : word_of(place, "TEXT", member.value)));
  }
  return words;
}

/// One value, or a list of them.
Words list_of(const std::string& name, std::string_view type, std::string_view value) {
  if (json_kind(value) == JsonKind::object && type.find('=') != std::string_view::npos) {
    return pairs_of(name, value, type);
  }
  if (json_kind(value) != JsonKind::array) return {word_of(name, type, value)};
  Words words;
  for (const std::string_view element : split_json_array(value)) {
    words.push_back(word_of(name, type, element));
  }
  return words;
}

/// nullopt: as if it was not given.
std::optional<Words> words_of(const Option& option, const std::string& name, std::string_view value) {
  const JsonKind kind = json_kind(value);
  if (kind == JsonKind::null && option.type.find("JSON") == std::string::npos) return std::nullopt;
  switch (option.kind) {
    case Option::Kind::toggle:
      if (kind != JsonKind::boolean) throw wrong_type(name, "true or false", value);
      return value == "true" ? std::optional(Words(1)) : std::nullopt;
    case Option::Kind::texts:
      return list_of(name, option.type, value);
    case Option::Kind::optional_text:
      if (kind == JsonKind::boolean) return value == "true" ? std::optional(Words{}) : std::nullopt;
      return Words{word_of(name, option.type, value)};
    default:
      return Words{word_of(name, option.type, value)};
  }
}

Words words_of(const PlaceOfWords& place, std::string_view value) {
  switch (place.of) {
    case PlaceOfWords::Of::json:
      return {std::string(value)};
    case PlaceOfWords::Of::pairs_of_text:
    case PlaceOfWords::Of::pairs_of_json:
      if (json_kind(value) != JsonKind::object) throw wrong_type(place.parameter, "an object", value);
      return pairs_of(place.parameter, value, place.type);
    case PlaceOfWords::Of::text:
      break;
  }
  if (!place.is_many && json_kind(value) == JsonKind::array) {
    throw wrong_type(place.parameter, "one value", value);
  }
  return list_of(place.parameter, place.type, value);
}

/// Those of all places in their order; one may not stand behind another that is missing.
Words words_of(const std::vector<PlaceOfWords>& places, Params& params) {
  Words words;
  const PlaceOfWords* missing = nullptr;
  for (const PlaceOfWords& place : places) {
    const std::optional<std::string_view> value = params.find(place.parameter);
    const bool is_given = value.has_value() && (*value != "null" || place.of == PlaceOfWords::Of::json);
    if (is_given && missing != nullptr) {
      throw Error(ErrorCode::usage, fmt::format("{} is missing", missing->parameter), "params");
    }
    if (!is_given) {
      missing = missing == nullptr ? &place : missing;
      continue;
    }
    for (std::string& word : words_of(place, *value)) words.push_back(std::move(word));
  }
  return words;
}

void require_no_files(const Method& method, const Options& options, Params& params) {
  const auto require_absent = [&](const std::string& name, std::string_view type) {
    if (!names_a_file(type) || is_only_noted(method, name, type)) return;
    const std::optional<std::string_view> value = params.find(name);
    if (!value.has_value() || *value == "null") return;
    throw Error(ErrorCode::usage, fmt::format("{} names a file, which calls through a socket do not", name),
                "params/" + name, "run rlmdb itself, on the machine of the server");
  };
  for (const PlaceOfWords& place : places_of(method, options)) require_absent(place.parameter, place.type);
  for (const Option& option : options.all()) {
    if (is_parameter(option) && is_option_of(option, method))
      require_absent(parameter_of(option), option.type);
  }
}

}  // namespace

std::vector<Method> methods_of(const std::vector<CommandPtr>& commands, std::size_t index) {
  std::vector<Method> methods;
  const CommandText& text = commands[index]->text();
  if (!text.only_as_program.empty()) return methods;
  const std::string name = as_name(text.name);
  if (text.verbs.all.empty()) {
    methods.push_back({name, index, nullptr, {}, commands[index]->effect() != Effect::reads});
  }
  for (const Verb& verb : text.verbs.all) {
    const std::string with_verb = name + "." + as_name(verb.word());
    const std::vector<std::string_view> fixed = fixed_words_of(verb);
    if (fixed.empty()) methods.push_back({with_verb, index, &verb, {}, verb.changes || verb.may_write});
    for (const std::string_view word : fixed) {
      methods.push_back({with_verb + "." + as_name(word), index, &verb, std::string(word),
                         verb.changes && word != verb.but_reads});
    }
  }
  return methods;
}

std::vector<Method> methods_of(const std::vector<CommandPtr>& commands) {
  std::vector<Method> methods;
  for (std::size_t index = 0; index < commands.size(); ++index) {
    std::ranges::move(methods_of(commands, index), std::back_inserter(methods));
  }
  return methods;
}

bool names_a_file(std::string_view type) {
  return type.starts_with("FILE") || type == "PATH" || type == "DIR";
}

bool is_only_noted(const Method& method, const std::string& name, std::string_view type) {
  const std::string_view command = std::string_view(method.name).substr(0, method.name.find('.'));
  if (command == "task") return name == "artifact";
  return command == "grid" && name == "file" && (type == "FILE" || method.name.starts_with("grid.thread."));
}

bool is_parameter(const Option& option) {
  const bool is_for_all = option.section == k_global_section;
  return !option.is_words() && option.kind != Option::Kind::help && option.kind != Option::Kind::version &&
         option.section != k_rows_section && option.only_as_program.empty() &&
         (!is_for_all || option.name() == "--owner");
}

bool is_option_of(const Option& option, const Method& method) {
  return method.verb == nullptr || is_for(option, *method.verb);
}

std::string parameter_of(const Option& option) {
  return as_name(std::string_view(option.name()).substr(2));
}

std::vector<PlaceOfWords> places_of(const Method& method, const Options& options) {
  if (method.verb != nullptr) {
    std::vector<PlaceOfWords> places = places_in(method.verb->arguments);
    std::erase_if(places, [&](const PlaceOfWords& place) {
      const Option* option = options.find("--" + place.parameter);
      return option != nullptr && is_parameter(*option) && is_for(*option, *method.verb);
    });
    return places;
  }
  std::vector<PlaceOfWords> places;
  for (const Option& option : options.all()) {
    if (!option.is_words()) continue;
    places.push_back(place_of(option.name()));
    places.back().is_required = option.is_required;
    places.back().is_many = option.most > 1;
  }
  return places;
}

std::vector<std::string> words_in_order(const Method& method, const Options& options) {
  std::vector<std::string> names;
  for (PlaceOfWords& place :
       method.verb != nullptr ? places_in(method.verb->arguments) : places_of(method, options)) {
    names.push_back(std::move(place.parameter));
  }
  return names;
}

Parsed parse_params(const Method& method, std::string_view params, Options& options, Files files) {
  Params values(params);
  if (files == Files::refused) require_no_files(method, options, values);
  Parsed parsed;
  for (Option& option : options.all()) {
    if (option.is_words()) {
      Words words;
      if (method.verb != nullptr) words.emplace_back(method.verb->word());
      if (!method.fixed.empty()) words.push_back(method.fixed);
      for (std::string& word : words_of(places_of(method, options), values)) words.push_back(std::move(word));
      if (words.size() > static_cast<std::size_t>(option.most)) {
        throw Error(ErrorCode::usage, fmt::format("'{}' is one argument too many", words.back()), "params");
      }
      if (words.size() < static_cast<std::size_t>(option.least)) {
        throw Error(ErrorCode::usage, fmt::format("{} is missing", as_name(option.name())), "params");
      }
      if (!words.empty()) parsed.given.push_back({&option, std::move(words)});
      continue;
    }
    if (!is_parameter(option) || !is_option_of(option, method)) continue;
    const std::string name = parameter_of(option);
    const std::optional<std::string_view> value = values.find(name);
    std::optional<Words> words = value.has_value() ? words_of(option, name, *value) : std::nullopt;
    if (words.has_value()) {
      parsed.given.push_back({&option, *std::move(words)});
    } else if (option.is_required) {
      throw Error(ErrorCode::usage, fmt::format("{} is missing", name), "params");
    }
  }
  values.require_known(method);
  return parsed;
}

}  // namespace rlmdb::cli
