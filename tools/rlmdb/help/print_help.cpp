// SPDX-License-Identifier: MIT
#include "help/print_help.hpp"

#include <fmt/format.h>

#include "format/json_writer.hpp"
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

}  // namespace

std::string json_version(std::string_view version, int schema) {
  return JsonObject().add("version", version).add("schema", schema).text();
}

std::string json_help(std::string_view topic, std::string_view text) {
  return JsonObject().add("topic", topic).add("text", text).text();
}

std::string text_explanation(const Explanation& explanation, const Terminal& terminal) {
  constexpr std::size_t k_text_column = 12;
  return fmt::format("{} ({})\n\n{}\n\nWhy:        {}\nWhat to do: {}\n",
                     tinted(explanation.code, Tint::bold, terminal), to_text(explanation.kind),
                     wrapped(explanation.meaning, 0), wrapped(explanation.cause, k_text_column),
                     wrapped(explanation.remedy, k_text_column));
}

const Rows<Explanation>& explanation_rows() {
  static const Rows<Explanation> k_rows(
      {{"code",
        &Explanation::code,
        {"CODE", 24},
        [](const Explanation& explanation) { return kind_tint(explanation.kind); }},
       {"kind", as_words(&Explanation::kind)},
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
