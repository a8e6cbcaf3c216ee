// SPDX-License-Identifier: MIT
#include "json/json_parts.hpp"

#include "json/json_bytes.hpp"
#include "util/byte_order_mark.hpp"

namespace rlmdb::json {

std::size_t end_of_value(std::string_view text, std::size_t begin) {
  unsigned depth = 0;
  for (std::size_t at = begin; at < text.size();) {
    const char byte = text[at];
    if (byte == '"') {
      for (++at; at < text.size() && text[at] != '"'; ++at)
        if (text[at] == '\\') ++at;
      ++at;
    } else if (byte == '{' || byte == '[') {
      ++depth;
      ++at;
      continue;
    } else if (byte == '}' || byte == ']') {
      --depth;
      ++at;
    } else if (bytes::is_space(byte) || byte == ',' || byte == ':') {
      ++at;
      continue;
    } else {
      while (at < text.size() && !bytes::is_space(text[at]) &&
             std::string_view(",:]}").find(text[at]) == std::string_view::npos)
        ++at;
    }
    if (depth == 0) return at;
  }
  return text.size();
}

std::vector<Part> parts_of(std::string_view text) {
  std::vector<Part> parts;
  const bool is_object = text.front() == '{';
  std::size_t at = 1;
  const auto span = [&](std::size_t begin, std::size_t end) {
    at = end;
    return text.substr(begin, end - begin);
  };
  while (at < text.size()) {
    Part part;
    part.before = span(at, bytes::skip_space(text, at));
    if (text[at] == '}' || text[at] == ']') {
      if (!parts.empty()) break;
      return parts;
    }
    if (is_object) {
      part.name = span(at, end_of_value(text, at));
      const std::size_t colon = bytes::skip_space(text, at) + 1;
      part.colon = span(at, bytes::skip_space(text, colon));
    }
    part.value = span(at, end_of_value(text, at));
    part.after = span(at, bytes::skip_space(text, at));
    parts.push_back(part);
    if (text[at] != ',') break;
    ++at;
  }
  return parts;
}

Framed framed(std::string_view text) {
  const std::size_t mark = text.starts_with(util::k_byte_order_mark) ? util::k_byte_order_mark.size() : 0;
  const std::size_t begin = bytes::skip_space(text, mark);
  const std::size_t end = end_of_value(text, begin);
  return {text.substr(0, begin), text.substr(begin, end - begin), text.substr(end)};
}

}  // namespace rlmdb::json
