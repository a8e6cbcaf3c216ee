// SPDX-License-Identifier: MIT
#include "text_mutator.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace rlmdb::tests {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view k_tokens[] = {"---\n"sv,
                                         "\n---\n"sv,
                                         "...\n"sv,
                                         ": "sv,
                                         ":"sv,
                                         "- "sv,
                                         "\n- "sv,
                                         "? "sv,
                                         "{"sv,
                                         "}"sv,
                                         "["sv,
                                         "]"sv,
                                         ", "sv,
                                         "&a "sv,
                                         "*a"sv,
                                         "*a\n"sv,
                                         "&a [*a, *a]"sv,
                                         "<<: *a\n"sv,
                                         "!!str "sv,
                                         "!!float "sv,
                                         "!x "sv,
                                         "!<tag:x> "sv,
                                         "|"sv,
                                         "|+\n"sv,
                                         ">-\n"sv,
                                         "|9\n"sv,
                                         "\""sv,
                                         "'"sv,
                                         "\\"sv,
                                         "\\x"sv,
                                         "\\ud83d"sv,
                                         "#"sv,
                                         " # x"sv,
                                         "\t"sv,
                                         "\n\t"sv,
                                         "\r\n"sv,
                                         "\r"sv,
                                         "\n\n"sv,
                                         "    "sv,
                                         "\0"sv,
                                         "\x07"sv,
                                         "\x7F"sv,
                                         "\xEF\xBB\xBF"sv,
                                         "\xFF\xFE"sv,
                                         "\xC3"sv,
                                         "\xC3\xA4"sv,
                                         "\xF0\x9F\x98\x80"sv,
                                         "\xC2\x85"sv,
                                         "\xE2\x80\xA8"sv,
                                         "\xED\xA0\x80"sv,
                                         "%YAML 1.1\n"sv,
                                         "%TAG ! !\n"sv,
                                         "%"sv,
                                         "@"sv,
                                         "`"sv,
                                         "08"sv,
                                         "12e45678"sv,
                                         "1e400"sv,
                                         ".inf"sv,
                                         "null"sv,
                                         "~"sv,
                                         "yes"sv,
                                         "## Decision 3: x\n"sv,
                                         "## Blocker 9: ODD\n"sv,
                                         "**Question:** "sv,
                                         "**"sv,
                                         "## "sv,
                                         "- a: \"b"sv,
                                         "## T | p | block 1 | thread 2\n"sv,
                                         "## Gotchas\n"sv,
                                         "block: 08\n"sv,
                                         "hash: 00123\n"sv,
                                         "position: 1\n"sv};
constexpr std::size_t k_most_repeats = 3000;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back(text.substr(at, end - at));
    at = end;
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

}  // namespace

const std::span<const std::string_view> k_yaml_tokens(k_tokens);

SeedFile TextMutator::make() {
  SeedFile file = any_file();
  for (std::size_t count = 1 + below(3); count > 0; --count) mutate(file.text);
  return file;
}

void TextMutator::mutate(std::string& text) {
  switch (below(8)) {
    case 0:
      return flip(text);
    case 1:
      return cut(text);
    case 2:
      return join(text);
    case 3:
      return swap_lines(text);
    case 4:
      return repeat_lines(text);
    default:
      return insert_token(text);
  }
}

void TextMutator::flip(std::string& text) {
  for (std::size_t count = 1 + below(4); count > 0 && !text.empty(); --count) {
    char& byte = text[below(text.size())];
    byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << below(8)));
  }
}

void TextMutator::cut(std::string& text) {
  const std::size_t begin = place_in(text);
  text.erase(begin, below(3) == 0 ? std::string::npos : below(40));
}

void TextMutator::join(std::string& text) {
  const std::string& other = any_file().text;
  const std::size_t begin = place_in(other);
  text.insert(place_in(text), other, begin, below(2) == 0 ? std::string::npos : below(200));
}

void TextMutator::swap_lines(std::string& text) {
  std::vector<std::string> lines = lines_of(text);
  if (lines.empty()) return;
  std::swap(lines[below(lines.size())], lines[below(lines.size())]);
  text = joined(lines);
}

void TextMutator::repeat_lines(std::string& text) {
  std::vector<std::string> lines = lines_of(text);
  if (lines.empty()) return;
  const std::string line = lines[below(lines.size())];
  const std::size_t place = below(lines.size());
  for (std::size_t count = 1 + below(3); count > 0; --count) {
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(place), line);
  }
  text = joined(lines);
}

/// Once in a while very often: depth, aliases and headings by the thousand.
void TextMutator::insert_token(std::string& text) {
  const std::string_view token = m_tokens[below(m_tokens.size())];
  std::string inserted;
  for (std::size_t count = below(20) == 0 ? below(k_most_repeats) : 1; count > 0; --count) inserted += token;
  text.insert(place_in(text), inserted);
}

}  // namespace rlmdb::tests
