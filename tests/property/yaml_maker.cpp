// SPDX-License-Identifier: MIT
#include "yaml_maker.hpp"

namespace rlmdb::tests {

namespace {

std::string spaces(std::size_t count) {
  return std::string(count, ' ');
}

}  // namespace

std::string YamlMaker::comment() {
  return chance(4) ? one_of({" # why", "  # \"a: b\"", "   #", " # \xC3\xBC {"}) : "";
}

std::string YamlMaker::one_line_scalar() {
  return one_of({"", "~", "1", "08", "1.50", "12e45678", "true", "no", "plain text", "'it''s # here'", "''",
                 "\"q: \\\"x\\\" \\u00e4\"", "\"\"", "2026-01-23T15:40:00Z", "\xC3\xA4\xF0\x9F\x98\x80",
                 "a:b", "-minus", "!!str 5",
                 "'a\xE2\x80\xA8"
                 "b'"});
}

std::string YamlMaker::block_scalar(std::size_t indent) {
  std::string text = one_of({"|", "|-", ">", ">-", "|+"}) + (chance(3) ? "  # head" : "") + m_break;
  for (std::size_t lines = 1 + below(3); lines > 0; --lines) {
    text += spaces(indent) +
            one_of({"one", "two: 2", "# no comment", "- x",
                    "\xC3\xBC"
                    "ber"}) +
            m_break;
    if (chance(4)) text += m_break;
  }
  return text;
}

std::string YamlMaker::flow(unsigned depth) {
  const std::size_t kind = depth == 0 ? 0 : below(3);
  if (kind == 0) return one_of({"1", "x", "'y, z'", "\"q\"", "null", "08"});
  std::string text = kind == 1 ? "[" : "{";
  const std::size_t count = below(4);
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += one_of({", ", ",", " , "});
    if (kind == 2) text += "k" + std::to_string(i) + ": ";
    text += flow(depth - 1);
  }
  if (count > 0 && chance(5)) text += ", ";
  return text + (kind == 1 ? "]" : "}");
}

std::string YamlMaker::value(std::size_t indent, unsigned depth) {
  const std::size_t kind = below(depth == 0 ? 4 : 8);
  if (kind < 2) return " " + one_line_scalar() + comment() + m_break;
  if (kind == 2) return " " + flow(2) + comment() + m_break;
  if (kind == 3) return " " + block_scalar(indent + 2);
  if (kind < 6) return comment() + m_break + mapping(indent + 2, depth - 1);
  return comment() + m_break + list(chance(2) ? indent : indent + 2, depth - 1);
}

std::string YamlMaker::mapping(std::size_t indent, unsigned depth) {
  std::string text;
  const std::size_t count = 1 + below(4);
  for (std::size_t i = 0; i < count; ++i) {
    if (chance(6)) text += spaces(below(8)) + "# above" + m_break;
    const std::string name = "k" + std::to_string(i);
    text += spaces(indent) + (chance(5) ? "\"" + name + "\"" : name) + (chance(8) ? " :" : ":");
    text += value(indent, depth);
  }
  return text;
}

std::string YamlMaker::list(std::size_t indent, unsigned depth) {
  std::string text;
  const std::size_t count = 1 + below(3);
  for (std::size_t i = 0; i < count; ++i) {
    if (chance(6)) text += spaces(below(8)) + "# above" + m_break;
    text += spaces(indent) + "-";
    const std::string inside = depth == 0 || chance(2) ? "" : mapping(indent + 2, depth - 1);
    if (inside.empty()) {
      text += " " + one_line_scalar() + comment() + m_break;
    } else {
      text += inside.find("#") == inside.find_first_not_of(' ') ? m_break + inside
                                                                : " " + inside.substr(indent + 2);
    }
  }
  return text;
}

std::vector<YamlMember> YamlMaker::members() {
  std::vector<YamlMember> all;
  const std::size_t count = 1 + below(6);
  for (std::size_t i = 0; i < count; ++i) {
    YamlMember member{"m" + std::to_string(i), chance(3) ? "# of m" + m_break : "", true};
    if (chance(4)) member.text += m_break;
    member.text += member.name + ":";
    if (m_anchors > 0 && chance(4)) {
      member.text += " *x" + std::to_string(below(m_anchors)) + comment() + m_break;
      member.is_on_its_own = false;
    } else if (chance(5)) {
      member.text += " &x" + std::to_string(m_anchors++) + " " + flow(2) + m_break;
      member.is_on_its_own = false;
    } else {
      member.text += value(0, 3);
    }
    all.push_back(std::move(member));
  }
  return all;
}

std::string YamlMaker::json_value(unsigned depth) {
  const std::size_t kind = below(depth == 0 ? 3 : 5);
  if (kind < 3) {
    return one_of({"1", "null", "true", "\"\"", "\"x\"", "\"08\"", "\"a: b\"", "\"two\\nlines\\n\"",
                   "\"l\\n\\n m\"", "\"# no\"", "\"it's\"", "\"\xC3\xA4\\t\"", "[]", "{}", "1e400",
                   "\"2026-01-23\"", "\"\\u2028\""});
  }
  std::string text = kind == 3 ? "[" : "{";
  const std::size_t count = 1 + below(4);
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ",";
    if (kind == 4) text += "\"k" + std::to_string(i + below(2) * 4) + "\":";
    text += json_value(depth - 1);
  }
  text += kind == 3 ? "]" : "}";
  return text;
}

std::string YamlMaker::patch(std::size_t members, std::vector<std::string>& names) {
  std::string text = "{";
  for (std::size_t i = 0; i < members + 2; ++i) {
    if (!chance(3)) continue;
    names.push_back("m" + std::to_string(i));
    text += (text.size() > 1 ? ",\"" : "\"") + names.back() + "\":" + json_value(3);
  }
  return text + "}";
}

}  // namespace rlmdb::tests
