// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "frame/global_options.hpp"
#include "pages/answer_text.hpp"
#include "pages/man_page.hpp"

namespace rlmdb::pages {
namespace {

using cli::CommandText;
using cli::Option;
using cli::Options;
using cli::Verb;

std::string cell(std::string_view text) {
  std::string escaped;
  for (const char letter : text) {
    if (letter == '|') escaped += '\\';
    escaped += letter;
  }
  return escaped;
}

std::string option_table(const std::vector<const Option*>& options) {
  if (options.empty()) return {};
  std::string table = "| Option | Meaning |\n|---|---|\n";
  for (const Option* option : options) {
    table += fmt::format("| `{}` | {} |\n", cell(option->call()), cell(option->help));
  }
  return table;
}

std::string verb_table(const CommandText& text) {
  std::string table = "| Verb | What it does |\n|---|---|\n";
  for (const Verb& verb : text.verbs.all) {
    table += fmt::format("| `{}` | {} |\n", cell(verb.call()), cell(verb.summary));
  }
  return table;
}

/// With the verbs that an option is for, where a command has verbs.
std::string tables_of(const CommandText& text, const Options& options) {
  std::vector<const Option*> own;
  for (const Option& option : options.all()) {
    if (option.section != cli::k_global_section && option.section != cli::k_rows_section &&
        option.name() != "--request-id" && option.name() != "VERB") {
      own.push_back(&option);
    }
  }
  if (text.verbs.all.empty()) return option_table(own);
  if (own.empty()) return verb_table(text);
  std::string table = verb_table(text) + "\n| Option | Meaning | Of |\n|---|---|---|\n";
  for (const Option* option : own) {
    constexpr std::string_view k_of = "Options of ";
    const bool is_of_some = option->section.starts_with(k_of);
    table += fmt::format("| `{}` | {} | {} |\n", cell(option->call()), cell(option->help),
                         is_of_some ? cell(option->section.substr(k_of.size())) : "all verbs");
  }
  return table;
}

}  // namespace

std::string with_option_tables(const cli::CommandLine& command_line, const std::string& contract) {
  static const std::string k_begin = "<!-- rlmdb";
  static const std::string k_mark_end = " -->\n";
  static const std::string k_end = "<!-- end -->\n";
  std::map<std::string, std::string> tables;
  std::vector<const Option*> global;
  for (const Option& option : command_line.options_of_program().all()) global.push_back(&option);
  tables.emplace("", option_table(global));
  for (std::size_t index = 0; index < command_line.commands().size(); ++index) {
    const CommandText& text = command_line.commands()[index]->text();
    std::string table = tables_of(text, command_line.options_of(index));
    const std::string answers = markdown_of_answers(command_line.commands()[index]->answers());
    if (!table.empty() && !answers.empty()) table += "\n";
    table += answers;
    if (!table.empty()) tables.emplace(fmt::format(" {}", text.name), table);
  }
  std::string written;
  std::size_t at = 0;
  for (std::size_t mark = contract.find(k_begin); mark != std::string::npos;
       mark = contract.find(k_begin, at)) {
    const std::size_t name = mark + k_begin.size();
    const std::size_t name_end = contract.find(k_mark_end, name);
    const std::size_t end = contract.find(k_end, name);
    const auto table = tables.find(contract.substr(name, name_end - name));
    if (end == std::string::npos || table == tables.end()) {
      throw std::runtime_error("docs/cli.md: no table or no end at " +
                               contract.substr(mark, name_end - mark));
    }
    written += contract.substr(at, name_end + k_mark_end.size() - at) + table->second;
    tables.erase(table);
    at = end;
  }
  if (!tables.empty())
    throw std::runtime_error("docs/cli.md: no place for the table of rlmdb" + tables.begin()->first);
  return written + contract.substr(at);
}

}  // namespace rlmdb::pages
