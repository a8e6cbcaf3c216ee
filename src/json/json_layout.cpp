// SPDX-License-Identifier: MIT
#include "json/json_layout.hpp"

#include <algorithm>
#include <limits>

#include "json/json_bytes.hpp"
#include "json/json_exact.hpp"
#include "json/json_scan.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::json {

void append_line_break(std::string& out, unsigned depth) {
  out.push_back('\n');
  out.append(std::size_t{2} * depth, ' ');
}

void append_compact(std::string& out, std::string_view raw_value) {
  ScanOptions options;
  options.layout = JsonLayout::compact;
  options.max_depth = std::numeric_limits<unsigned>::max();
  const ScanResult result = scan_value(raw_value, 0, options, &out);
  if (result.status != ScanStatus::complete || result.end != raw_value.size()) {
    throw Error(ErrorCode::internal,
                "A text that should be one JSON value is not: " + std::string(to_text(result.fault)) + ".");
  }
}

bool is_compact(std::string_view text) {
  ScanOptions options;
  options.layout = JsonLayout::compact;
  options.max_depth = std::numeric_limits<unsigned>::max();
  options.copy = CanonicalCopy::only_when_different;
  std::string canonical;
  const ScanResult result = text.empty() ? ScanResult{} : scan_value(text, 0, options, &canonical);
  return result.status == ScanStatus::complete && result.end == text.size() && result.already_canonical;
}

void append_pretty(std::string& out, std::string_view canonical_compact, unsigned depth) {
  const std::string_view text = canonical_compact;
  const unsigned outermost = depth;
  std::size_t run = 0;
  std::size_t position = 0;
  const auto flush = [&](std::size_t end) {
    out.append(text, run, end - run);
    run = end;
  };
  while (position < text.size()) {
    const char c = text[position];
    switch (c) {
      case '"':
        position = skip_string(text, position);
        break;
      case '{':
      case '[':
        ++position;
        if (position < text.size() && (text[position] == '}' || text[position] == ']')) {
          ++position;
          break;
        }
        flush(position);
        append_line_break(out, ++depth);
        break;
      case '}':
      case ']':
        if (depth == outermost)
          throw Error(ErrorCode::corrupt, "a kept text is no JSON value", "byte " + std::to_string(position),
                      "run `rlmdb verify`, which names the row");
        flush(position);
        append_line_break(out, --depth);
        ++position;
        break;
      case ',':
        flush(++position);
        append_line_break(out, depth);
        break;
      case ':':
        flush(++position);
        out.push_back(' ');
        break;
      default:
        ++position;
    }
  }
  flush(text.size());
}

}  // namespace rlmdb::json
