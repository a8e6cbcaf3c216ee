// SPDX-License-Identifier: MIT
#include "grid/labelled_text.hpp"

#include <algorithm>

#include "json/object_text.hpp"

namespace rlmdb::grid {

std::optional<NumberedHeading> numbered_heading(const Section& section, std::string_view word) {
  if (section.level != 2 || !section.heading.starts_with(word)) return std::nullopt;
  std::string_view rest = section.heading.substr(word.size());
  if (!rest.starts_with(' ')) return std::nullopt;
  rest = trimmed(rest);
  const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  if (digits == 0) return std::nullopt;
  const std::string_view number = rest.substr(0, digits);
  rest = trimmed(rest.substr(digits));
  if (rest.starts_with(':')) rest.remove_prefix(1);
  return NumberedHeading{number, trimmed(rest)};
}

void MemberList::set(const std::string& name, std::string raw) {
  const auto [place, is_new] = m_places.try_emplace(name, m_members.size());
  if (is_new)
    m_members.emplace_back(name, std::move(raw));
  else
    m_members[place->second].second = std::move(raw);
}

std::string MemberList::finish() const {
  json::ObjectText object;
  for (const auto& [name, raw] : m_members) object.add(name, raw);
  return object.finish();
}

std::vector<LabelledValue> labels_of(const Section& section) {
  std::vector<LabelledValue> labels;
  for (const Piece& piece : section.pieces) {
    if (piece.kind == PieceKind::label)
      labels.push_back({snake_case(piece.label), piece.value, {}});
    else if (piece.kind == PieceKind::bullet && !labels.empty())
      labels.back().bullets.push_back(piece.value);
  }
  return labels;
}

std::string text_of(const LabelledValue& label) {
  std::string text = unquoted(label.value);
  for (const std::string& bullet : label.bullets) {
    if (!text.empty()) text += '\n';
    text.append("- ").append(bullet);
  }
  return text;
}

std::string label_line(std::string_view label, std::string_view text, Quotes quotes,
                       std::string_view line_end) {
  std::string line = "**";
  line.append(label).append(":** ").append(as_value(text, quotes, line_end)).append(line_end);
  return line;
}

std::string as_array(const std::vector<std::string>& elements) {
  return json::with_elements("[]", elements);
}

}  // namespace rlmdb::grid
