// SPDX-License-Identifier: MIT
#include "json/json_parts.hpp"

#include "json/json_bytes.hpp"
#include "json/json_exact.hpp"
#include "json/json_scan.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::json {

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
      part.name = span(at, skip_value(text, at));
      const std::size_t colon = bytes::skip_space(text, at) + 1;
      part.colon = span(at, bytes::skip_space(text, colon));
    }
    part.value = span(at, skip_value(text, at));
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
  const std::size_t end = begin < text.size() ? skip_value(text, begin) : begin;
  return {text.substr(0, begin), text.substr(begin, end - begin), text.substr(end)};
}

bool is_document(std::string_view text) {
  const std::size_t mark = text.starts_with(util::k_byte_order_mark) ? util::k_byte_order_mark.size() : 0;
  const std::size_t begin = bytes::skip_space(text, mark);
  ScanOptions options;
  options.max_depth = 1U << 30;
  const ScanResult scanned = scan_value(text, begin, options, nullptr);
  return scanned.status == ScanStatus::complete && bytes::skip_space(text, scanned.end) == text.size();
}

}  // namespace rlmdb::json
