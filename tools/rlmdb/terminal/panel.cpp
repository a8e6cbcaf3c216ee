// SPDX-License-Identifier: MIT
#include "terminal/panel.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_usual_width = 57;  // between the frame's sides
constexpr std::size_t k_panel_label_width = 17;

std::string repeated(std::string_view text, std::size_t count) {
  std::string all;
  for (std::size_t index = 0; index < count; ++index) {
    all += text;
  }
  return all;
}

std::size_t width_of(const std::vector<TableCell>& parts) {
  std::size_t width = 0;
  for (const TableCell& part : parts) {
    width += display_width(part.text);
  }
  return width;
}

}  // namespace

void Panel::add_title(std::string_view text) {
  m_lines.push_back({Kind::text, {{make_visible(text), Tint::bold}}});
}

void Panel::add_rule() {
  m_lines.push_back({Kind::rule, {}});
}

void Panel::add_blank() {
  m_lines.push_back({});
}

void Panel::add_field(std::string_view label, std::string_view value, Tint tint) {
  m_lines.push_back({Kind::text,
                     {{fmt::format("{:<{}}", fmt::format("{}:", label), k_panel_label_width)},
                      {make_visible(value), tint}}});
}

void Panel::add_bar(std::string_view label, int cells, int all_cells, std::string_view value) {
  const auto filled = static_cast<std::size_t>(cells);
  const auto empty = static_cast<std::size_t>(all_cells - cells);
  m_lines.push_back({Kind::text,
                     {{fmt::format("{}: [", label)},
                      {repeated(m_terminal.has_utf8 ? "█" : "#", filled), Tint::green},
                      {repeated(m_terminal.has_utf8 ? "▒" : ".", empty), Tint::dim},
                      {fmt::format("] {}", value)}}});
}

std::string Panel::take() const {
  const std::size_t width = inner_width();
  const bool is_box = m_terminal.has_utf8;
  const std::string level = repeated(is_box ? "─" : "-", width);
  std::string text = (is_box ? "╭" : "+") + level + (is_box ? "╮" : "+") + "\n";
  for (const Line& line : m_lines) {
    text += line.kind == Kind::rule ? (is_box ? "├" : "+") + level + (is_box ? "┤" : "+") + "\n"
                                    : framed(line, width);
  }
  return text + (is_box ? "╰" : "+") + level + (is_box ? "╯" : "+") + "\n";
}

std::size_t Panel::inner_width() const {
  constexpr std::size_t k_sides = 2;
  std::size_t width = k_usual_width;
  for (const Line& line : m_lines) {
    width = std::max(width, width_of(line.parts) + k_sides);
  }
  if (!m_terminal.is_terminal) {
    return width;
  }
  return std::min(width, std::max(m_terminal.width, k_sides + k_sides + 1) - k_sides);
}

std::string Panel::framed(const Line& line, std::size_t width) const {
  const std::string side = m_terminal.has_utf8 ? "│" : "|";
  std::size_t room = width - 2;
  std::string text = side + " ";
  for (const TableCell& part : line.parts) {
    const std::string cut = cut_to_width(part.text, room, ellipsis_of(m_terminal));
    room -= display_width(cut);
    text += tinted(cut, part.tint, m_terminal);
  }
  return text + std::string(room, ' ') + " " + side + "\n";
}

}  // namespace rlmdb::cli
