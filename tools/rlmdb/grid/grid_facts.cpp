// SPDX-License-Identifier: MIT
#include "grid/grid_facts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "frame/help_text.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

std::string lines_of(const std::string& title, const std::vector<GridFact>& facts, const Terminal& terminal) {
  std::string lines = tab_separated_line({{"grid"}, {title}}, terminal);
  for (const GridFact& fact : facts) {
    lines += tab_separated_line({{fact.name}, {fact.value}}, terminal);
  }
  return lines;
}

}  // namespace

std::string sentence_at(const std::string& text, std::size_t indent, const Terminal& terminal) {
  constexpr std::size_t k_least_width = 24;
  const std::string line = make_visible(text);
  return indent + k_least_width <= terminal.width ? wrapped(line, indent, terminal.width) : line;
}

std::string text_facts(const std::string& title, const std::vector<GridFact>& given,
                       const Terminal& terminal) {
  constexpr std::size_t k_margin = 2;
  std::vector<GridFact> facts = given;
  std::erase_if(facts, [](const GridFact& fact) { return fact.value.empty(); });
  if (!terminal.is_terminal) {
    return lines_of(title, facts, terminal);
  }
  std::size_t width = 0;
  for (const GridFact& fact : facts) {
    width = std::max(width, fact.name.size());
  }
  std::string text = tinted(make_visible(title), Tint::bold, terminal) + "\n";
  for (const GridFact& fact : facts) {
    const std::string value = sentence_at(fact.value, k_margin + width + k_margin, terminal);
    text += fmt::format("  {:<{}}  {}\n", fact.name, width, tinted(value, fact.tint, terminal));
  }
  return text;
}

}  // namespace rlmdb::cli
