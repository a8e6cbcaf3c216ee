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

namespace {

/// Compares what is appended to it with a text.
class AppendedAs {
 public:
  explicit AppendedAs(std::string_view text) : m_rest(text) {}

  void append(std::string_view part) {
    m_is_same = m_is_same && m_rest.starts_with(part);
    m_rest.remove_prefix(m_is_same ? part.size() : 0);
  }
  [[nodiscard]] bool is_all() const { return m_is_same && m_rest.empty(); }

 private:
  std::string_view m_rest;
  bool m_is_same = true;
};

/// Appends to a string, with room for all of it at once.
class AppendedTo {
 public:
  AppendedTo(std::string& out, std::size_t expected) : m_out(out) { make_room(out, expected); }

  void append(std::string_view part) { m_out.append(part); }

 private:
  std::string& m_out;
};

template <class Out>
void write_line_break(Out& out, unsigned depth) {
  constexpr std::string_view k_break = "\n                                ";
  if (std::size_t{2} * depth < k_break.size())
    return out.append(k_break.substr(0, 1 + std::size_t{2} * depth));
  std::string line;
  append_line_break(line, depth);
  out.append(line);
}

template <class Out>
void write_pretty(Out& out, std::string_view canonical_compact, unsigned depth) {
  const std::string_view text = canonical_compact;
  const unsigned outermost = depth;
  std::size_t run = 0;
  std::size_t position = 0;
  const auto flush = [&](std::size_t end) {
    out.append(text.substr(run, end - run));
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
        write_line_break(out, ++depth);
        break;
      case '}':
      case ']':
        if (depth == outermost)
          throw Error(ErrorCode::corrupt, "a kept text is no JSON value", "byte " + std::to_string(position),
                      "run `rlmdb verify`, which names the row");
        flush(position);
        write_line_break(out, --depth);
        ++position;
        break;
      case ',':
        flush(++position);
        write_line_break(out, depth);
        break;
      case ':':
        flush(++position);
        out.append(" ");
        break;
      default:
        ++position;
    }
  }
  flush(text.size());
}

}  // namespace

void append_pretty(std::string& out, std::string_view canonical_compact, unsigned depth) {
  AppendedTo appended(out, canonical_compact.size());
  write_pretty(appended, canonical_compact, depth);
}

bool is_pretty_of(std::string_view text, std::string_view canonical_compact, unsigned depth) {
  AppendedAs appended(text);
  write_pretty(appended, canonical_compact, depth);
  return appended.is_all();
}

void make_room(std::string& out, std::size_t more) {
  constexpr std::size_t k_many_bytes = std::size_t{1} << 20;
  if (more >= k_many_bytes && out.capacity() - out.size() < more + more / 16)
    out.reserve(out.size() + more + more / 8);
}

}  // namespace rlmdb::json
