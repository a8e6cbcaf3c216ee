// SPDX-License-Identifier: MIT
#include "json_tree.hpp"

#include <algorithm>

namespace rlmdb::tests {

namespace {

void append_utf8(std::string& out, char32_t point) {
  const auto tail = [&](unsigned shift) { out += static_cast<char>(0x80U | ((point >> shift) & 0x3FU)); };
  if (point < 0x80) {
    out += static_cast<char>(point);
  } else if (point < 0x800) {
    out += static_cast<char>(0xC0U | (point >> 6U));
    tail(0);
  } else if (point < 0x10000) {
    out += static_cast<char>(0xE0U | (point >> 12U));
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0U | (point >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
}

void append_escape(std::string& out, char16_t unit) {
  constexpr std::string_view k_digits = "0123456789abcdef";
  out += "\\u";
  for (unsigned shift = 16; shift > 0; shift -= 4)
    out += k_digits[(static_cast<unsigned>(unit) >> (shift - 4)) & 0xFU];
}

bool is_high(char16_t unit) {
  return unit >= 0xD800 && unit <= 0xDBFF;
}
bool is_low(char16_t unit) {
  return unit >= 0xDC00 && unit <= 0xDFFF;
}

std::string line(unsigned depth) {
  return "\n" + std::string(std::size_t{2} * depth, ' ');
}

std::string object_text(const Node& object, unsigned depth) {
  std::string out = "{";
  for (const Member& member : object.members) {
    out += (out.size() > 1 ? "," : "") + line(depth + 1) + canonical_string(member.name.units) + ": " +
           canonical_text(member.value, depth + 1);
  }
  return out + (out.size() > 1 ? line(depth) : "") + "}";
}

std::string array_text(const Node& array, unsigned depth) {
  std::string out = "[";
  for (const Node& element : array.elements) {
    out += (out.size() > 1 ? "," : "") + line(depth + 1) + canonical_text(element, depth + 1);
  }
  return out + (out.size() > 1 ? line(depth) : "") + "]";
}

/// The tasks of an array of records: bad ones out, repeated ids resolved like repeated names.
std::vector<Node> tasks_of(const std::vector<Node>& elements, Meaning& meaning) {
  std::vector<Node> tasks;
  for (const Node& element : elements) {
    const Text* const id = id_of(element);
    if (id == nullptr) {
      ++meaning.rejects;
      continue;
    }
    const auto same = std::find_if(tasks.begin(), tasks.end(),
                                   [&](const Node& task) { return id_of(task)->units == id->units; });
    if (same == tasks.end()) {
      tasks.push_back(element);
    } else {
      *same = element;
      meaning.loses = true;
    }
  }
  return tasks;
}

}  // namespace

Node::Node() = default;
Node::Node(const Node&) = default;
Node::Node(Node&&) noexcept = default;
Node& Node::operator=(const Node&) = default;
Node& Node::operator=(Node&&) noexcept = default;
Node::~Node() = default;

Node Node::of(std::string token) {
  Node node;
  node.token = std::move(token);
  return node;
}

Node Node::of(Text text) {
  Node node;
  node.kind = Kind::text;
  node.text = std::move(text);
  return node;
}

Node Node::array(std::vector<Node> elements) {
  Node node;
  node.kind = Kind::array;
  node.elements = std::move(elements);
  return node;
}

Node Node::object(std::vector<Member> members) {
  Node node;
  node.kind = Kind::object;
  node.members = std::move(members);
  return node;
}

std::string canonical_string(std::u16string_view units) {
  std::string out = "\"";
  for (std::size_t i = 0; i < units.size(); ++i) {
    const char16_t unit = units[i];
    const std::size_t named = std::u16string_view(u"\"\\\b\f\n\r\t").find(unit);
    if (named != std::u16string_view::npos) {
      out += '\\';
      out += "\"\\bfnrt"[named];
    } else if (is_high(unit) && i + 1 < units.size() && is_low(units[i + 1])) {
      append_utf8(out, 0x10000U + ((unit & 0x3FFU) << 10U) + (units[++i] & 0x3FFU));
    } else if (unit < 0x20 || is_high(unit) || is_low(unit)) {
      append_escape(out, unit);
    } else {
      append_utf8(out, unit);
    }
  }
  return out + "\"";
}

std::string canonical_text(const Node& node, unsigned depth) {
  switch (node.kind) {
    case Node::Kind::token:
      return node.token;
    case Node::Kind::text:
      return canonical_string(node.text.units);
    case Node::Kind::array:
      return array_text(node, depth);
    case Node::Kind::object:
      break;
  }
  return object_text(node, depth);
}

Node without_repeats(const Node& node) {
  Node result = node;
  result.elements.clear();
  result.members.clear();
  for (const Node& element : node.elements) result.elements.push_back(without_repeats(element));
  for (const Member& member : node.members) {
    const auto same = std::find_if(result.members.begin(), result.members.end(), [&](const Member& earlier) {
      return earlier.name.units == member.name.units;
    });
    if (same == result.members.end()) {
      result.members.push_back({member.name, without_repeats(member.value)});
    } else {
      same->value = without_repeats(member.value);
    }
  }
  return result;
}

bool loses_something(const Node& node) {
  if (node.kind == Node::Kind::text) return node.text.is_invalid_utf8;
  if (std::any_of(node.elements.begin(), node.elements.end(), loses_something)) return true;
  for (auto member = node.members.begin(); member != node.members.end(); ++member) {
    const auto is_same = [&](const Member& other) { return other.name.units == member->name.units; };
    if (member->name.is_invalid_utf8 || loses_something(member->value)) return true;
    if (std::any_of(node.members.begin(), member, is_same)) return true;
  }
  return false;
}

const Node* find(const Node& object, std::u16string_view name) {
  for (const Member& member : object.members) {
    if (member.name.units == name) return &member.value;
  }
  return nullptr;
}

const Text* id_of(const Node& record) {
  if (record.kind != Node::Kind::object) return nullptr;
  const Node* const id = find(record, u"id");
  return id != nullptr && id->kind == Node::Kind::text ? &id->text : nullptr;
}

Meaning meaning_of(const Node& document) {
  Meaning meaning;
  Node clean = without_repeats(document);
  const Node* const tasks = clean.kind == Node::Kind::object ? find(clean, u"tasks") : nullptr;
  meaning.is_store = tasks != nullptr && tasks->kind == Node::Kind::array;
  if (!meaning.is_store) return meaning;
  meaning.loses = loses_something(document);
  for (Member& member : clean.members) {
    if (member.name.units == u"tasks") member.value.elements = tasks_of(member.value.elements, meaning);
  }
  meaning.canonical = canonical_text(clean);
  return meaning;
}

}  // namespace rlmdb::tests
