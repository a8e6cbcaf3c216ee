// SPDX-License-Identifier: MIT
#include "writing/given_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "json/json_scan.hpp"
#include "json/json_string.hpp"
#include "rlmdb/error.hpp"
#include "util/beneath.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::writing {

namespace {

std::string_view kind_name(json::JsonKind kind) {
  switch (kind) {
    case json::JsonKind::null:
      return "null";
    case json::JsonKind::boolean:
      return "true or false";
    case json::JsonKind::number:
      return "a number";
    case json::JsonKind::string:
      return "a string";
    case json::JsonKind::array:
      return "an array";
    case json::JsonKind::object:
      return "an object";
  }
  return "";
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view k_white = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(k_white);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(k_white) + 1 - begin);
}

/// The whole value begins as a text does whose quotes are missing.
bool is_bare_text(std::string_view value, const json::ScanResult& scan) {
  if (scan.fault != json::ScanFault::unexpected_byte || scan.fault_offset != 0 || value.empty()) return false;
  const char first = value.front();
  return (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') ||
         static_cast<unsigned char>(first) >= 0x80;
}

[[noreturn]] void refuse(std::string_view why, std::size_t offset, const std::string& where) {
  throw Error(ErrorCode::invalid_input, where + " is no JSON value: " + std::string(why),
              util::byte_place(where, offset), "nothing was changed; give one valid JSON value");
}

}  // namespace

std::string checked_json(std::string_view text, const std::string& where) {
  const std::string_view value = trimmed(text);
  const auto offset = static_cast<std::size_t>(value.empty() ? 0 : value.data() - text.data());
  std::string canonical;
  json::ScanOptions options;
  options.layout = json::JsonLayout::compact;
  const json::ScanResult scan = json::scan_value(value, 0, options, &canonical);
  if (scan.status != json::ScanStatus::complete)
    refuse(is_bare_text(value, scan) ? "a text has to stand in double quotes" : to_text(scan.fault),
           offset + scan.fault_offset, where);
  if (scan.end != value.size()) refuse("something follows it", offset + scan.end, where);
  if (!scan.losses.empty()) {
    const json::ScanLoss& loss = scan.losses.front();
    refuse(loss.kind == json::LossKind::duplicate_member ? "a member name is repeated"
                                                         : "bytes that are no UTF-8",
           offset + loss.offset, where);
  }
  return canonical;
}

std::string checked_json(std::string_view text, json::JsonKind kind, const std::string& where) {
  std::string json = checked_json(text, where);
  if (json::kind_of(json) != kind)
    throw Error(ErrorCode::invalid_input, where + " has to be " + std::string(kind_name(kind)), where,
                "nothing was changed");
  return json;
}

std::string checked_priority(std::string_view text, const std::string& where) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 11> k_words{{{"high", "3"},
                                                                                   {"h", "3"},
                                                                                   {"medium", "2"},
                                                                                   {"m", "2"},
                                                                                   {"low", "1"},
                                                                                   {"l", "1"},
                                                                                   {"p0", "4"},
                                                                                   {"p1", "3"},
                                                                                   {"p2", "2"},
                                                                                   {"p3", "1"},
                                                                                   {"p4", "0"}}};
  std::string word(trimmed(text));
  if (word.size() > 1 && word.front() == '"' && word.back() == '"') word = word.substr(1, word.size() - 2);
  std::transform(word.begin(), word.end(), word.begin(), [](char byte) {
    return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
  });
  const auto* known =
      std::find_if(k_words.begin(), k_words.end(), [&](const auto& pair) { return pair.first == word; });
  if (known != k_words.end()) return std::string(known->second);
  try {
    return checked_json(text, json::JsonKind::number, where);
  } catch (const Error&) {
    throw Error(
        ErrorCode::invalid_input, where + " is no priority: " + std::string(trimmed(text)), where,
        "nothing was changed; a number, higher first, or high, medium, low (3, 2, 1), P0 to P4 (4 to 0)");
  }
}

void require_utf8(std::string_view text, const std::string& where) {
  if (const auto offset = util::find_invalid_utf8(text))
    throw Error(ErrorCode::invalid_input, where + " is no UTF-8 text", util::byte_place(where, *offset),
                "nothing was changed; convert the text to UTF-8");
}

void require_word(std::string_view name, const std::optional<std::string>& word,
                  std::span<const std::string_view> words, const std::string& where) {
  if (!word || std::find(words.begin(), words.end(), *word) != words.end()) return;
  throw Error(ErrorCode::invalid_input, fmt::format(R"("{}" is one of {})", name, fmt::join(words, ", ")),
              where, "nothing was changed; give one of these words");
}

std::string json_string(std::string_view text) {
  std::string json = "\"";
  json::append_escaped(json, text);
  json += '"';
  return json;
}

std::string json_array(std::span<const std::int64_t> numbers) {
  std::string json = "[";
  for (const std::int64_t number : numbers) json += (json.size() > 1 ? "," : "") + std::to_string(number);
  return json + "]";
}

std::string json_array(std::span<const std::string> texts) {
  std::string json = "[";
  for (const std::string& text : texts) json += (json.size() > 1 ? "," : "") + json_string(text);
  return json + "]";
}

void require_file_name(const std::string& id, const std::string& what, const std::string& where) {
  if (util::is_file_name(id)) return;
  throw Error(ErrorCode::usage, "the id of a " + what + " has to be the name of a directory", where,
              "nothing was changed; take one without '/', not '.' or '..', of 1 to 255 bytes");
}

}  // namespace rlmdb::writing
