// SPDX-License-Identifier: MIT
#include "pages/man_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "frame/global_options.hpp"
#include "frame/help_text.hpp"
#include "pages/answer_text.hpp"
#include "pages/roff.hpp"
#include "rlmdb/version.hpp"

namespace rlmdb::pages {
namespace {

using cli::CommandLine;
using cli::CommandText;
using cli::Option;
using cli::Options;
using cli::Verb;

/// An option that more verbs have is "[options]" in the synopsis of each.
constexpr std::size_t k_own_verbs = 3;
constexpr std::size_t k_synopsis_options = 12;
constexpr std::string_view k_may_break = "\\:";

/// "Only so many; default 10.". A name with an underscore stays as it is.
std::string sentence(std::string text) {
  const bool is_name = text.find('_') < text.find_first_of(" ,;:");
  if (!is_name) text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text.ends_with('.') || text.ends_with("…") ? text : text + ".";
}

/// A paragraph with what stands out in front of it.
std::string entry(const std::string& head, const std::string& text) {
  return fmt::format(".TP\n{}\n{}{}", head, text, text.ends_with('\n') ? "" : "\n");
}

std::string head_of(const Option& option) {
  if (option.is_words()) return italic(option.name()) + (option.most > 1 ? "..." : "");
  std::string head;
  for (const std::string& name : option.names) head += (head.empty() ? "" : ", ") + bold(name);
  return option.type.empty() ? head : head + " " + italic(option.type);
}

/// What the help says, and then what `more` adds.
std::string text_of(const Option& option, const std::string& more) {
  std::string text = sentence(option.help);
  if (option.otherwise && option.help.find(*option.otherwise) == std::string::npos) {
    text += fmt::format(" Default {}.", *option.otherwise);
  }
  if (option.kind == Option::Kind::texts && option.help.find("repeat") == std::string::npos) {
    text += " May be repeated.";
  }
  const std::string roff = roff_text(text) + "\n";
  return more.empty() ? roff : roff + roff_within_entry(more);
}

const std::string& told_of(const Option& option, const HandWritten& own, const HandWritten& of_all) {
  static const std::string k_nothing;
  for (const HandWritten* page : {&own, &of_all}) {
    if (const auto found = page->options.find(option.name()); found != page->options.end())
      return found->second;
  }
  return k_nothing;
}

void require_known(const HandWritten& page, const std::vector<const Options*>& all) {
  for (const auto& told : page.options) {
    const bool is_known = std::any_of(all.begin(), all.end(), [&](const Options* options) {
      return std::any_of(options->all().begin(), options->all().end(),
                         [&](const Option& option) { return option.name() == told.first; });
    });
    if (!is_known) throw std::runtime_error(page.file.string() + ": there is no option " + told.first);
  }
}

std::string call_lines(const std::string& command, const std::string& arguments) {
  return fmt::format(".SY \"{}\"\n{}\n.YS\n", roff_text(command), arguments);
}

/// "[--keep N]", which no line breaks but between the words of a choice.
std::string bracketed(const Option& option) {
  std::string type = option.type.empty() ? "" : "\\ " + italic(option.type);
  for (std::size_t at = type.find('|'); at != std::string::npos; at = type.find('|', at + 1)) {
    type.insert(at + 1, k_may_break);
  }
  const std::string call = bold(option.names.back()) + type;
  const std::string dots = option.kind == Option::Kind::texts ? "..." : "";
  return option.is_required ? call + dots : "[" + call + "]" + dots;
}

bool is_of_all_calls(const Option& option) {
  return option.is_words() || option.section == cli::k_global_section ||
         option.section == cli::k_rows_section;
}

/// The call with its own options, where those are few; words behind `--` come last.
std::string synopsis_line(const std::string& call, const std::vector<const Option*>& own) {
  std::vector<std::string> parts;
  const bool ends_options = call.starts_with("-- ");
  if (!call.empty() && !ends_options) parts.push_back(roff_text(call));
  for (const Option* option : own) {
    const bool is_there = call.find(option->name()) != std::string::npos;
    if (own.size() <= k_synopsis_options && !is_there) parts.push_back(bracketed(*option));
  }
  parts.emplace_back("[options]");
  if (ends_options) parts.push_back(roff_text(call));
  return fmt::format("{}", fmt::join(parts, " "));
}

std::string synopsis_of_verbs(const CommandText& text, const Options& options) {
  std::string lines;
  for (const Verb& verb : text.verbs.all) {
    std::vector<const Option*> own;
    for (const Option& option : options.all()) {
      const auto& verbs = option.verbs;
      const bool is_of_verb = std::find(verbs.begin(), verbs.end(), verb.name) != verbs.end();
      if (is_of_verb && verbs.size() <= k_own_verbs) own.push_back(&option);
    }
    const std::string call = verb.call().substr(verb.word().size());
    lines += call_lines(fmt::format("rlmdb {} {}", text.name, verb.word()),
                        synopsis_line(call.empty() ? call : call.substr(1), own));
  }
  return lines;
}

std::string synopsis_of(const CommandText& text, const Options& options) {
  if (!text.verbs.all.empty()) return synopsis_of_verbs(text, options);
  static const std::string k_options = "[options]";
  std::string call(text.synopsis);
  if (const std::size_t at = call.find(k_options); at != std::string::npos) call.erase(at, k_options.size());
  while (call.ends_with(' ')) call.pop_back();
  if (call.starts_with(' ')) call.erase(0, 1);
  std::vector<const Option*> own;
  for (const Option& option : options.all()) {
    if (!is_of_all_calls(option)) own.push_back(&option);
  }
  return call_lines(fmt::format("rlmdb {}", text.name), synopsis_line(call, own));
}

std::string verbs_of(const CommandText& text) {
  std::string roff;
  std::string_view with;
  for (const Verb& verb : text.verbs.all) {
    if (verb.with != with) roff += fmt::format(".SS With {}\n", roff_text(verb.with));
    with = verb.with;
    const std::string arguments = verb.arguments.empty() ? "" : " " + italic(verb.arguments);
    roff += entry(bold(verb.word()) + arguments, roff_text(sentence(std::string(verb.summary))));
  }
  return roff;
}

/// In the order of the help, arguments first; global ones are in rlmdb(1) alone.
std::string options_of(const cli::Command& command, const Options& options, const HandWritten& own,
                       const HandWritten& of_all) {
  std::string arguments;
  std::string others;
  std::string_view title;
  bool has_duration = false;
  bool has_time = false;
  for (const Option& option : options.all()) {
    if (option.section == cli::k_global_section) continue;
    std::string text = text_of(option, told_of(option, own, of_all));
    const std::string rows = command.calls_with_rows();
    if (option.section == cli::k_rows_section && !rows.empty() && rows != "always") {
      text += roff_text(fmt::format("Only {}.", rows)) + "\n";
    }
    std::string& roff = option.is_words() ? arguments : others;
    if (!option.is_words() && option.section != title && option.section != "Options") {
      roff += fmt::format(".SS {}\n", roff_text(option.section));
    }
    if (!option.is_words()) title = option.section;
    roff += entry(head_of(option), text);
    has_duration = has_duration || option.type == "DURATION";
    has_time = has_time || option.type == "WHEN" || option.type.ends_with("TIME") || option.type == "MOMENT";
  }
  std::string roff = arguments + others + ".PP\n";
  if (has_duration) {
    roff += "A \\fIDURATION\\fR is whole numbers with ms, s, m, h, d or w behind them: 90s, 1h30m.\n";
  }
  if (has_time) {
    roff += "How times are written is in " + bold("rlmdb") + "(1), TIMES AND DURATIONS.\n";
  }
  return roff + "The global options (" + bold("--db") + ", " + bold("--json") + " and others) are in " +
         bold("rlmdb") + "(1).\n";
}

std::string exits_of(const CommandText& text) {
  std::string roff;
  for (const cli::ExitStatus& exit : cli::exit_statuses_of(text)) {
    const std::string codes = exit.codes.empty() ? "" : fmt::format(" ({})", exit.codes);
    roff += entry(bold(std::to_string(exit.status)), roff_text(sentence(std::string(exit.meaning) + codes)));
  }
  return roff;
}

std::string examples_of(const CommandText& text, const HandWritten& own) {
  std::string code;
  for (const std::string_view example : text.examples) code += fmt::format("    {}\n", example);
  const std::string more = own.section("EXAMPLES");
  return roff_of_markdown(code + (more.starts_with("    ") || more.empty() ? more : "\n" + more));
}

std::string see_also(const std::vector<std::string>& pages) {
  std::string roff;
  for (const std::string& page : pages) {
    const std::size_t section = page.find('(');
    roff += fmt::format(".BR {} {}{}\n", roff_text(page.substr(0, section)), page.substr(section),
                        page == pages.back() ? "" : ",");
  }
  return roff;
}

/// Sections between options and examples that people added.
std::string other_sections(const HandWritten& own) {
  std::string roff;
  for (const auto& [title, text] : own.sections) {
    if (title != "DESCRIPTION" && title != "EXAMPLES") roff += section(title, roff_of_markdown(text));
  }
  return roff;
}

std::string require_description(const HandWritten& own) {
  const std::string description = own.section("DESCRIPTION");
  if (description.empty()) throw std::runtime_error(own.file.string() + ": has no DESCRIPTION");
  return roff_of_markdown(description);
}

}  // namespace

std::string title_line(const std::string& title, const std::string& section, std::string_view date) {
  return fmt::format(
      ".\\\" SPDX-License-Identifier: MIT\n.\\\" Generated by tests/cli: RLMDB_UPDATE_GOLDEN=1 writes it "
      "anew.\n"
      ".TH {} {} \"{}\" \"rlmdb {}\" \"rlmdb\"\n.nh\n.ad l\n",
      roff_text(title), section, date, library_version());
}

std::string section(const std::string& title, const std::string& roff) {
  return fmt::format(".SH {}\n{}", title, roff.starts_with(".PP\n") ? roff.substr(4) : roff);
}

std::string man_page_of_command(const CommandLine& command_line, std::size_t index, const HandWritten& own,
                                const HandWritten& of_all, std::string_view date) {
  const cli::Command& command = *command_line.commands()[index];
  const CommandText& text = command.text();
  const Options& options = command_line.options_of(index);
  require_known(own, {&options});
  std::string title = fmt::format("rlmdb-{}", text.name);
  std::string page = section("NAME", fmt::format("{} \\- {}\n", roff_text(title), roff_text(text.summary)));
  std::transform(title.begin(), title.end(), title.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
  page += section("SYNOPSIS", synopsis_of(text, options));
  page += section("DESCRIPTION", require_description(own));
  if (!text.verbs.all.empty()) page += section("VERBS", verbs_of(text));
  page += section("OPTIONS", options_of(command, options, own, of_all));
  if (const cli::Answers answers = command.answers(); !answers.all.empty())
    page += section("JSON", roff_of_answers(answers));
  page += section("EXIT STATUS", exits_of(text));
  page += other_sections(own);
  page += section("EXAMPLES", examples_of(text, own));
  std::vector<std::string> pages{"rlmdb(1)"};
  for (const std::string_view other : text.see_also) pages.push_back(fmt::format("rlmdb-{}(1)", other));
  return ascii_page(title_line(title, "1", date) + page + section("SEE ALSO", see_also(pages)));
}

std::string man_page_of_program(const CommandLine& command_line, const HandWritten& own,
                                std::string_view date) {
  const CommandText& text = cli::program_text();
  std::vector<const Options*> all{&command_line.options_of_program()};
  std::string commands;
  std::vector<std::string> pages;
  for (std::size_t index = 0; index < command_line.commands().size(); ++index) {
    const CommandText& command = command_line.commands()[index]->text();
    all.push_back(&command_line.options_of(index));
    commands += entry(bold(command.name), roff_text(sentence(std::string(command.summary))));
    pages.push_back(fmt::format("rlmdb-{}(1)", command.name));
  }
  require_known(own, all);
  std::string options;
  for (const Option& option : all.front()->all()) {
    options += entry(head_of(option), text_of(option, told_of(option, own, own)));
  }
  pages.insert(pages.end(), {"rlmdb-format(5)", "sqlite3(1)"});
  std::string page = section("NAME", fmt::format("rlmdb \\- {}\n", roff_text(text.summary)));
  page += section("SYNOPSIS", call_lines("rlmdb", roff_text(text.synopsis)));
  page += section("DESCRIPTION", require_description(own));
  page += section("COMMANDS", "Each has a page of its own, rlmdb\\-COMMAND(1).\n" + commands);
  page += section("OPTIONS", options);
  page += section("EXIT STATUS", exits_of(text));
  page += other_sections(own);
  page += section("EXAMPLES", examples_of(text, own));
  return ascii_page(title_line("RLMDB", "1", date) + page + section("SEE ALSO", see_also(pages)));
}

}  // namespace rlmdb::pages
