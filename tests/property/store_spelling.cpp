// SPDX-License-Identifier: MIT
#include "store_maker.hpp"

namespace rlmdb::tests {

Spelt StoreMaker::spell(const Node& document) {
  m_style = static_cast<Style>(below(5));
  Spelt out;
  blank(out);
  spell(document, 0, out);
  if (one_in(4)) out.bytes += '\n';
  blank(out);
  return out;
}

void StoreMaker::spell(const Node& node, unsigned depth, Spelt& out) {
  switch (node.kind) {
    case Node::Kind::token:
      out.bytes += node.token;
      return;
    case Node::Kind::text:
      out.bytes += node.text.raw;
      return;
    case Node::Kind::array:
      spell_array(node, depth, out, false);
      return;
    case Node::Kind::object:
      spell_object(node, depth, out);
  }
}

void StoreMaker::spell_object(const Node& node, unsigned depth, Spelt& out) {
  out.bytes += '{';
  bool first = true;
  for (const Member& member : node.members) {
    if (!first) out.bytes += ',';
    first = false;
    gap(depth + 1, out);
    out.bytes += member.name.raw;
    blank(out);
    out.bytes += m_style == Style::compact ? ":" : ": ";
    blank(out);
    if (depth == 0 && member.name.units == u"tasks" && member.value.kind == Node::Kind::array) {
      spell_array(member.value, depth + 1, out, true);
    } else {
      spell(member.value, depth + 1, out);
    }
    blank(out);
  }
  if (!first) gap(depth, out);
  out.bytes += '}';
}

void StoreMaker::spell_array(const Node& node, unsigned depth, Spelt& out, bool is_tasks) {
  out.bytes += '[';
  if (is_tasks) {
    out.tasks_begin = out.bytes.size();
    out.element_ends.clear();
  }
  bool first = true;
  for (const Node& element : node.elements) {
    if (!first) out.bytes += ',';
    first = false;
    gap(depth + 1, out);
    spell(element, depth + 1, out);
    if (is_tasks) out.element_ends.push_back(out.bytes.size());
    blank(out);
  }
  if (!first) gap(depth, out);
  if (is_tasks) out.tasks_end = out.bytes.size();
  out.bytes += ']';
}

/// The line break before a member, an element or a closing bracket.
void StoreMaker::gap(unsigned depth, Spelt& out) {
  switch (m_style) {
    case Style::compact:
      return;
    case Style::two_spaces:
      out.bytes += "\n" + std::string(std::size_t{2} * depth, ' ');
      return;
    case Style::four_spaces:
      out.bytes += "\n" + std::string(std::size_t{4} * depth, ' ');
      return;
    case Style::tabs_and_crlf:
      out.bytes += "\r\n" + std::string(depth, '\t');
      return;
    case Style::dice:
      blank(out);
  }
}

void StoreMaker::blank(Spelt& out) {
  while (m_style == Style::dice && one_in(4)) out.bytes += " \t\r\n"[below(4)];
}

}  // namespace rlmdb::tests
