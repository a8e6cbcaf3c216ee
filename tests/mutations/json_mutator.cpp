// SPDX-License-Identifier: MIT
#include "json_mutator.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace rlmdb::tests {

namespace {

using namespace std::string_view_literals;

/// What means something to JSON or to its reader, and what has to be refused.
constexpr std::string_view k_json_tokens[] = {"{"sv,
                                              "}"sv,
                                              "["sv,
                                              "]"sv,
                                              ","sv,
                                              ":"sv,
                                              "\""sv,
                                              "\\"sv,
                                              "\\u0000"sv,
                                              "\\ud83d"sv,
                                              "\\x"sv,
                                              "//x\n"sv,
                                              "/*"sv,
                                              "\0"sv,
                                              "\t"sv,
                                              "\r\n"sv,
                                              "\r"sv,
                                              "\n\n"sv,
                                              "  "sv,
                                              "\x07"sv,
                                              "\x7F"sv,
                                              "\xFF\xFE"sv,
                                              "\xC3"sv,
                                              "\xED\xA0\x80"sv,
                                              "\xC3\xA4"sv,
                                              "\xF0\x9F\x98\x80"sv,
                                              "\xE2\x80\xA8"sv,
                                              "\xEF\xBB\xBF"sv,
                                              "1"sv,
                                              "e9"sv,
                                              "-"sv,
                                              "."sv,
                                              "null"sv,
                                              "NaN"sv,
                                              ",,"sv,
                                              "]}"sv,
                                              "}{"sv,
                                              "\"a\":1,"sv,
                                              "\"id\":"sv,
                                              "{\"a\":"sv};

constexpr std::string_view k_values[] = {"null",
                                         "true",
                                         "false",
                                         "0",
                                         "-0",
                                         "1",
                                         "-1",
                                         "1.0",
                                         "1e2",
                                         "1E400",
                                         "-1e-400",
                                         "12345678901234567890",
                                         "0.12345678901234567890123456789",
                                         "9007199254740993",
                                         "1e308",
                                         "-9223372036854775809",
                                         "2147483648",
                                         "\"\"",
                                         "\"x\"",
                                         R"("\u0000")",
                                         R"("a\u0000b")",
                                         R"("\ud800")",
                                         R"("\ud83d\ude00")",
                                         R"("\/")",
                                         R"("\u0061")",
                                         R"("a/../b")",
                                         R"("../../x")",
                                         R"("/etc/x")",
                                         "\".\"",
                                         "\"..\"",
                                         R"("2026-02-30T00:00:00Z")",
                                         R"("0000-01-01T00:00:00.000Z")",
                                         R"("+012026-01-01T00:00:00.000Z")",
                                         R"("task-0001")",
                                         R"("task-00001")",
                                         R"("running")",
                                         R"("completed")",
                                         R"("queued")",
                                         R"("failed")",
                                         R"("pending")",
                                         "[]",
                                         "{}",
                                         "[[]]",
                                         "[null]",
                                         "[{}]",
                                         R"({"":""})",
                                         R"({"a":1,"a":2})",
                                         R"({"__proto__":{}})",
                                         R"({"toJSON":1})",
                                         R"({"1":1,"0":0})",
                                         "NaN",
                                         "-Infinity",
                                         "01",
                                         "+1",
                                         ".5",
                                         "1.",
                                         "'x'",
                                         "undefined",
                                         R"("\x")",
                                         R"("\u12")",
                                         "\"\t\"",
                                         "\"\xFF\"",
                                         "\"\xED\xA0\x80\"",
                                         "\"\xC3\xA4\xF0\x9F\x98\x80\""};

bool is_blank(char byte) {
  return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

std::size_t end_of_string(const std::string& text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return std::min(at + 1, text.size());
}

std::size_t end_of_word(const std::string& text, std::size_t at) {
  return std::min(text.find_first_of("{}[],:\" \n\r\t", at), text.size());
}

bool colon_follows(const std::string& text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at < text.size() && text[at] == ':';
}

std::string repeated(std::string_view text, std::size_t count) {
  std::string all;
  for (; count > 0; --count) all += text;
  return all;
}

bool is_member(const JsonSpan& span) {
  return span.item_begin != span.begin;
}

std::string item_of(const std::string& text, const JsonSpan& span) {
  return text.substr(span.item_begin, span.end - span.item_begin);
}

/// With the comma behind it, or else before it.
void remove_item(std::string& text, const JsonSpan& span) {
  std::size_t begin = span.item_begin;
  std::size_t end = span.end;
  while (end < text.size() && is_blank(text[end])) ++end;
  if (end < text.size() && text[end] == ',') {
    ++end;
  } else {
    end = span.end;
    while (begin > 0 && is_blank(text[begin - 1])) --begin;
    begin = begin > 0 && text[begin - 1] == ',' ? begin - 1 : span.item_begin;
  }
  text.erase(begin, end - begin);
}

/// Of two that overlap the outer one is put in the place of the inner one.
void exchange(std::string& text, JsonSpan one, JsonSpan other) {
  if (other.item_begin < one.item_begin) std::swap(one, other);
  const std::string first = item_of(text, one);
  const std::string second = item_of(text, other);
  text.replace(other.item_begin, second.size(), first);
  if (one.end <= other.item_begin) text.replace(one.item_begin, first.size(), second);
}

}  // namespace

std::vector<JsonSpan> json_spans(const std::string& text) {
  std::vector<JsonSpan> spans;
  std::vector<JsonSpan> open;
  std::size_t name_begin = std::string::npos;
  for (std::size_t at = 0; at < text.size();) {
    const char byte = text[at];
    const std::size_t item = std::exchange(name_begin, std::string::npos);
    JsonSpan span{item == std::string::npos ? at : item, at, at + 1};
    if (is_blank(byte) || byte == ',' || byte == ':') {
      name_begin = byte == ',' ? std::string::npos : item;
    } else if (byte == '{' || byte == '[') {
      open.push_back(span);
    } else if (byte == '}' || byte == ']') {
      if (open.empty()) return spans;
      span = open.back();
      open.pop_back();
      span.end = at + 1;
      spans.push_back(span);
    } else {
      span.end = byte == '"' ? end_of_string(text, at) : end_of_word(text, at);
      span.is_name = byte == '"' && colon_follows(text, span.end);
      if (span.is_name) name_begin = at;
      spans.push_back(span);
      at = span.end - 1;
    }
    ++at;
  }
  return spans;
}

JsonMutator::JsonMutator(const std::vector<SeedFile>& files, std::uint32_t seed)
    : m_bytes(files, k_json_tokens, seed) {}

void JsonMutator::damage(std::string& text) {
  const bool touches_bytes = below(4) == 0;
  for (std::size_t count = 1 + below(4); count > 0; --count) {
    if (touches_bytes && below(2) == 0) {
      m_bytes.mutate(text);
    } else {
      damage_value(text);
    }
  }
}

void JsonMutator::damage_value(std::string& text) {
  const std::vector<JsonSpan> spans = json_spans(text);
  if (spans.empty()) return m_bytes.mutate(text);
  const JsonSpan span = spans[below(spans.size())];
  if (span.is_name) {
    text.replace(span.begin, span.end - span.begin, any_name(text, spans));
    return;
  }
  const JsonSpan other = any_like(span, spans);
  switch (below(9)) {
    case 0:
      return remove_item(text, span);
    case 1:
      text.insert(span.end, repeated("," + item_of(text, span), below(30) == 0 ? below(300) : 1));
      return;
    case 2:
      return exchange(text, span, other);
    case 3:
      text.insert(span.end, "," + item_of(text, other));
      return;
    case 4:
      text.insert(span.begin, std::string_view(" \n\t\r").substr(below(4), 1));
      return;
    default:
      text.replace(span.begin, span.end - span.begin, any_value(text, spans));
  }
}

/// A member for a member, an element for an element, where that is soon found.
JsonSpan JsonMutator::any_like(const JsonSpan& span, const std::vector<JsonSpan>& spans) {
  for (int tries = 0; tries < 20; ++tries) {
    const JsonSpan& other = spans[below(spans.size())];
    if (!other.is_name && is_member(other) == is_member(span)) return other;
  }
  return span;
}

/// One of the text's own, of the same or of another object, or an odd one.
std::string JsonMutator::any_name(const std::string& text, const std::vector<JsonSpan>& spans) {
  for (int tries = 0; tries < 20; ++tries) {
    const JsonSpan& other = spans[below(spans.size())];
    if (other.is_name) return text.substr(other.begin, other.end - other.begin);
    const std::string_view odd = k_values[below(std::size(k_values))];
    if (odd.starts_with('"') && below(4) == 0) return std::string(odd);
  }
  return "\"\"";
}

/// Mostly a short one; at times one of the text's own, a deep or a long one.
std::string JsonMutator::any_value(const std::string& text, const std::vector<JsonSpan>& spans) {
  const auto depth = [&] { return below(3) == 0 ? below(3000) : below(20); };
  switch (below(8)) {
    case 0: {
      const JsonSpan& other = spans[below(spans.size())];
      return text.substr(other.begin, other.end - other.begin);
    }
    case 1: {
      const std::size_t levels = depth();
      return below(2) == 0 ? repeated("[", levels) + "1" + repeated("]", levels)
                           : repeated("{\"a\":", levels) + "1" + repeated("}", levels);
    }
    case 2:
      return "\"" + std::string(below(20'000), 'x') + "\"";
    case 3:
      return std::string(below(2) == 0 ? "" : "-") + std::string(1 + below(400), '9') +
             (below(2) == 0 ? "" : ".5");
    default:
      return std::string(k_values[below(std::size(k_values))]);
  }
}

}  // namespace rlmdb::tests
