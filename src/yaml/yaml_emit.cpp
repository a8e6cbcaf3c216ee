// SPDX-License-Identifier: MIT
#include "yaml/yaml_emit.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "json/json_members.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/json_text.hpp"

namespace rlmdb::yaml {

namespace {

/// libyaml knows a key by its ":" within 1,024 characters; a longer one needs "?" before it.
constexpr std::size_t k_most_simple_key_bytes = 1000;

std::string spaces(std::size_t count) {
  return std::string(count, ' ');
}

void append_escape(std::string& out, std::string_view name, unsigned code, std::size_t digits) {
  constexpr std::string_view k_digits = "0123456789ABCDEF";
  out += name;
  while (digits > 0) out += k_digits[(code >> (4 * --digits)) & 0xFU];
}

/// Appends the escape of the character at `at`, and says how many bytes that took; 0: it needs none.
std::size_t append_escaped_character(std::string& out, std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte == '"' || byte == '\\') {
    out += '\\';
    out += text[at];
    return 1;
  }
  if (byte == '\n' || byte == '\t' || byte == '\r') {
    out += byte == '\n' ? "\\n" : byte == '\t' ? "\\t" : "\\r";
    return 1;
  }
  if (byte < 0x20 || byte == 0x7F) {
    append_escape(out, "\\x", byte, 2);
    return 1;
  }
  if (byte == 0xC2 && static_cast<unsigned char>(text[at + 1]) < 0xA0) {
    append_escape(out, "\\x", static_cast<unsigned char>(text[at + 1]), 2);
    return 2;
  }
  if (byte < 0xE2 || byte > 0xEF || can_be_single_quoted(text.substr(at, 3))) return 0;
  const unsigned code = ((byte & 0x0FU) << 12U) | ((static_cast<unsigned char>(text[at + 1]) & 0x3FU) << 6U) |
                        (static_cast<unsigned char>(text[at + 2]) & 0x3FU);
  append_escape(out, "\\u", code, 4);
  return 3;
}

std::string double_quoted(std::string_view text) {
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t taken = append_escaped_character(out, text, at);
    if (taken == 0) out += text[at];
    at += taken == 0 ? 1 : taken;
  }
  return out + '"';
}

std::string single_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    out += c;
    if (c == '\'') out += c;
  }
  return out + '\'';
}

enum class Fold { no, yes };

/// A text as `|` or `>`. Where lines are folded, a line break is said by one more.
ScalarText block_scalar(std::string_view text, Fold fold, std::size_t indent, std::string_view line_break) {
  const bool ends_line = text.ends_with('\n');
  if (ends_line) text.remove_suffix(1);
  ScalarText scalar{fold == Fold::yes ? ">" : "|", {}};
  if (!ends_line) scalar.head += '-';
  for (bool is_first = true;; is_first = false) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    scalar.lines += line_break;
    if (fold == Fold::yes && !is_first && !line.empty()) scalar.lines += line_break;
    if (!line.empty()) scalar.lines.append(spaces(indent)).append(line);
    if (end == std::string_view::npos) return scalar;
    text.remove_prefix(end + 1);
  }
}

/// A number, a word, "[]" or "{}". JSON's numbers have no limits; one beyond a double is a number by its tag.
std::string bare_text(std::string_view raw) {
  const bool needs_tag = is_json_number(raw) && plain_json(raw).empty();
  return (needs_tag ? "!!float " : "") + std::string(raw);
}

std::string one_line_text(std::string_view text, Around around, Care care) {
  if (care == Care::usual && is_plain_text_everywhere(text, around)) return std::string(text);
  return double_quoted(text);
}

std::string key_text(std::string_view raw_name, Around around, Care care) {
  return one_line_text(decoded_text(raw_name), around, care);
}

bool is_string(std::string_view raw) {
  return raw.starts_with('"');
}

void append_block(std::string& out, std::string_view raw, std::size_t indent, const EmitForm& form);

/// What stands behind "key:", with its blank or line break.
void append_value(std::string& out, std::string_view raw, std::size_t indent, const EmitForm& form) {
  if (is_collection(raw)) {
    out.append(form.line_break).append(spaces(indent + 2));
    append_block(out, raw, indent + 2, form);
    return;
  }
  const ScalarText scalar = scalar_text(raw, indent + 2, form);
  out.append(" ").append(scalar.head).append(scalar.lines);
}

void append_member(std::string& out, std::string_view raw_name, std::string_view raw, std::size_t indent,
                   const EmitForm& form) {
  const std::string key = key_text(raw_name, Around::block, form.care);
  if (key.size() <= k_most_simple_key_bytes) {
    out.append(key).append(":");
  } else {
    out.append("? ").append(key).append(form.line_break).append(spaces(indent)).append(":");
  }
  append_value(out, raw, indent, form);
}

void append_item(std::string& out, std::string_view raw, std::size_t indent, const EmitForm& form) {
  out += "- ";
  if (is_collection(raw)) {
    append_block(out, raw, indent + 2, form);
    return;
  }
  const ScalarText scalar = scalar_text(raw, indent + 2, form);
  out.append(scalar.head).append(scalar.lines);
}

void append_block(std::string& out, std::string_view raw, std::size_t indent, const EmitForm& form) {
  const std::string next_line = std::string(form.line_break) + spaces(indent);
  bool is_first = true;
  const auto begin_line = [&] {
    if (!is_first) out += next_line;
    is_first = false;
  };
  if (raw.starts_with('[')) {
    std::vector<std::string_view> items;
    json::split_elements(raw, items);
    for (const std::string_view item : items) {
      begin_line();
      append_item(out, item, indent, form);
    }
    return;
  }
  std::vector<json::Member> members;
  json::split_members(raw, members);
  for (const json::Member& member : members) {
    begin_line();
    append_member(out, member.raw_name, member.raw_value, indent, form);
  }
}

void append_flow(std::string& out, std::string_view raw, Care care) {
  if (!is_collection(raw)) {
    out += is_string(raw) ? one_line_text(decoded_text(raw), Around::flow, care) : bare_text(raw);
    return;
  }
  bool is_first = true;
  if (raw.starts_with('[')) {
    std::vector<std::string_view> items;
    json::split_elements(raw, items);
    for (const std::string_view item : items) {
      out += is_first ? "[" : ", ";
      is_first = false;
      append_flow(out, item, care);
    }
    out += ']';
    return;
  }
  std::vector<json::Member> members;
  json::split_members(raw, members);
  for (const json::Member& member : members) {
    out += is_first ? "{" : ", ";
    is_first = false;
    out += flow_member(member.raw_name, member.raw_value, care);
  }
  out += '}';
}

}  // namespace

std::string decoded_text(std::string_view raw_string) {
  std::optional<std::string> text = json_string_text(raw_string);
  if (!text) {
    throw Error(ErrorCode::invalid_input, "a text with half a surrogate pair, which YAML cannot say", {},
                "give the whole character");
  }
  return *std::move(text);
}

ScalarText scalar_text(std::string_view raw, std::size_t indent, const EmitForm& form) {
  if (!is_string(raw)) return {bare_text(raw), {}};
  const std::string text = decoded_text(raw);
  const bool has_lines = text.find('\n') != std::string::npos;
  if (form.care == Care::usual && has_lines && can_be_literal(text)) {
    return block_scalar(text, Fold::no, indent, form.line_break);
  }
  return {one_line_text(text, Around::block, form.care), {}};
}

ScalarText scalar_text_like(const Node& old, Member member, Around around, std::string_view raw,
                            std::size_t indent, const EmitForm& form) {
  const bool is_text = is_string(raw) && old.kind == NodeKind::scalar && form.care == Care::usual;
  if (is_text) {
    const std::string text = decoded_text(raw);
    const std::string_view meaning =
        member == Member::text ? plain_json_of_text_member(text) : plain_json(text);
    if (old.style == NodeStyle::plain && !old.text.empty() && meaning.empty() && can_be_plain(text, around)) {
      return {text, {}};
    }
    if (old.style == NodeStyle::single_quoted && can_be_single_quoted(text)) return {single_quoted(text), {}};
    if (old.style == NodeStyle::double_quoted) return {double_quoted(text), {}};
    if (old.style == NodeStyle::literal && can_be_literal(text)) {
      return block_scalar(text, Fold::no, indent, form.line_break);
    }
    if (old.style == NodeStyle::folded && can_be_folded(text)) {
      return block_scalar(text, Fold::yes, indent, form.line_break);
    }
  }
  if (around == Around::flow) return {flow_text(raw, form.care), {}};
  return scalar_text(raw, indent, form);
}

std::string flow_text(std::string_view raw, Care care) {
  std::string out;
  append_flow(out, raw, care);
  return out;
}

std::string flow_member(std::string_view raw_name, std::string_view raw, Care care) {
  const std::string key = key_text(raw_name, Around::flow, care);
  const bool is_simple = key.size() <= k_most_simple_key_bytes;
  return (is_simple ? key + ": " : "? " + key + " : ") + flow_text(raw, care);
}

std::string block_text(std::string_view raw, std::size_t indent, const EmitForm& form) {
  std::string out;
  append_block(out, raw, indent, form);
  return out;
}

std::string block_member(std::string_view raw_name, std::string_view raw, std::size_t indent,
                         const EmitForm& form) {
  std::string out;
  append_member(out, raw_name, raw, indent, form);
  return out;
}

std::string block_item(std::string_view raw, std::size_t indent, const EmitForm& form) {
  std::string out;
  append_item(out, raw, indent, form);
  return out;
}

}  // namespace rlmdb::yaml
