// SPDX-License-Identifier: MIT
#include "help/print_help.hpp"

#include <fmt/format.h>

#include "format/json_document.hpp"
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

Json json_of(const Explanation& explanation) {
  return {{"code", explanation.code},
          {"kind", to_text(explanation.kind)},
          {"meaning", explanation.meaning},
          {"cause", explanation.cause},
          {"remedy", explanation.remedy}};
}

}  // namespace

std::string json_version(std::string_view version, int schema) {
  return text_of({{"version", version}, {"schema", schema}});
}

std::string json_help(std::string_view topic, std::string_view text) {
  return text_of({{"topic", topic}, {"text", text}});
}

std::string text_explanation(const Explanation& explanation, const Terminal& terminal) {
  constexpr std::size_t k_text_column = 12;
  return fmt::format("{} ({})\n\n{}\n\nWhy:        {}\nWhat to do: {}\n",
                     tinted(explanation.code, Tint::bold, terminal), to_text(explanation.kind),
                     wrapped(explanation.meaning, 0), wrapped(explanation.cause, k_text_column),
                     wrapped(explanation.remedy, k_text_column));
}

std::string text_explanations(const std::vector<Explanation>& all, const Terminal& terminal) {
  if (!terminal.is_terminal) {
    std::string lines;
    for (const Explanation& explanation : all) {
      lines +=
          tab_separated_line({{std::string(explanation.code)}, {std::string(explanation.meaning)}}, terminal);
    }
    return lines;
  }
  TextTable table({{"CODE", Align::left, 24}, {"MEANING"}}, terminal);
  for (const Explanation& explanation : all) {
    table.add_row(
        {{std::string(explanation.code), kind_tint(explanation.kind)}, {std::string(explanation.meaning)}});
  }
  return table.take();
}

std::string json_explanation(const Explanation& explanation) {
  return text_of(json_of(explanation));
}

std::string json_explanations(const std::vector<Explanation>& all) {
  Json list = Json::array();
  for (const Explanation& explanation : all) {
    list.push_back(json_of(explanation));
  }
  return text_of({{"codes", list}});
}

}  // namespace rlmdb::cli
