// SPDX-License-Identifier: MIT
#include "help/print_help.hpp"

#include <fmt/format.h>

#include "format/json_writer.hpp"
#include "frame/command_line.hpp"
#include "frame/help_text.hpp"
#include "terminal/text_table.hpp"

namespace rlmdb::cli {
namespace {

Tint kind_tint(Explanation::Kind kind) {
  switch (kind) {
    case Explanation::Kind::error:
      return Tint::red;
    case Explanation::Kind::finding:
      return Tint::yellow;
    case Explanation::Kind::reason:
      return Tint::blue;
  }
  return Tint::none;
}

const Rows<Option>& argument_members() {
  static const Rows<Option> k_members({{"name", &Option::name},
                                       {"help", &Option::help},
                                       {"least", &Option::least},
                                       {"most", [](const Option& argument) {
                                          return argument.most == Options::k_most_words
                                                     ? std::nullopt
                                                     : std::optional(argument.most);
                                        }}});
  return k_members;
}

const Rows<Option>& option_members() {
  static const Rows<Option> k_members(
      {{"names", &Option::names},
       {"type", about("what the help calls its value; null for a switch", unless_empty(&Option::type))},
       {"help", &Option::help},
       {"default", about("null where none is known", &Option::otherwise)},
       {"is_required", &Option::is_required},
       {"is_repeatable",
        [](const Option& option) {
          return option.kind == Option::Kind::texts || option.kind == Option::Kind::counted;
        }},
       {"section", about("its title in the help", &Option::section)},
       {"verbs", [](const Option& option) { return Words(option.verbs.begin(), option.verbs.end()); }}});
  return k_members;
}

const Rows<Verb>& verb_members() {
  static const Rows<Verb> k_members(
      {{"name", about("its word; more behind that tells verbs of one word apart", &Verb::name)},
       {"verb", &Verb::word},
       {"needs", about("the arguments that it cannot do without", unless_empty(&Verb::needs))},
       {"least", &Verb::least},
       {"most",
        [](const Verb& verb) { return verb.most == Verb::k_any ? std::nullopt : std::optional(verb.most); }},
       {"changes", &Verb::changes},
       {"prints_rows", &Verb::prints_rows}});
  return k_members;
}

void add_command(JsonObject& help, const CommandText& text, const Options& options) {
  std::vector<Option> arguments;
  std::vector<Option> others;
  for (const Option& option : options.all()) {
    (option.is_words() ? arguments : others).push_back(option);
  }
  help.add("command", text.name)
      .add("summary", text.summary)
      .add("synopsis", text.synopsis)
      .add_array("arguments", arguments, argument_members())
      .add_array("options", others, option_members())
      .add_array("verbs", text.verbs.all, verb_members());
}

void add_summary(JsonObject& object, const CommandText& text) {
  object.add("command", text.name).add("summary", text.summary);
}

}  // namespace

std::string json_version(std::string_view version, int schema) {
  return JsonObject().add("version", version).add("schema", schema).text();
}

Answers version_answers() {
  return {"Versions of the program and of the newest database schema that it knows.",
          {{"", "", shape_of([] { return json_version({}, 0); })}}};
}

std::string json_help(const CommandLine& command_line, std::optional<std::string_view> name,
                      std::string_view text) {
  JsonObject help;
  help.add("topic", name.value_or("rlmdb"), "a command, or rlmdb, which alone has commands")
      .add("text", text);
  if (name.has_value()) {
    const std::size_t place = command_line.find(*name);
    add_command(help, command_line.commands()[place]->text(), command_line.options_of(place));
    return help.add_array("commands", std::vector<CommandText>(), add_summary).text();
  }
  add_command(help, program_text(), command_line.options_of_program());
  std::vector<CommandText> texts;
  for (const CommandPtr& command : command_line.commands()) texts.push_back(command->text());
  return help.add_array("commands", texts, add_summary).text();
}

std::string text_explanation(const Explanation& explanation, const Terminal& terminal) {
  constexpr std::size_t k_text_column = 12;
  return fmt::format("{} ({})\n\n{}\n\nWhy:        {}\nWhat to do: {}\n",
                     tinted(explanation.code, Tint::bold, terminal), rlmdb::to_text(explanation.kind),
                     wrapped(explanation.meaning, 0), wrapped(explanation.cause, k_text_column),
                     wrapped(explanation.remedy, k_text_column));
}

const Rows<Explanation>& explanation_rows() {
  static const Rows<Explanation> k_rows(
      {{"code",
        &Explanation::code,
        {"CODE", 24},
        [](const Explanation& explanation) { return kind_tint(explanation.kind); }},
       {"kind", &Explanation::kind},
       {"meaning", &Explanation::meaning, {"MEANING"}},
       {"cause", &Explanation::cause},
       {"remedy", &Explanation::remedy}},
      {}, {.screen = "code meaning"});
  return k_rows;
}

std::string json_explanation(const Explanation& explanation) {
  return explanation_rows().object(explanation);
}

std::string json_explanations(const std::vector<Explanation>& all) {
  return JsonObject().add_array("codes", all, explanation_rows()).text();
}

}  // namespace rlmdb::cli
