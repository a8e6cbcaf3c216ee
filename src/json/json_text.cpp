// SPDX-License-Identifier: MIT
#include "rlmdb/json_text.hpp"

#include <algorithm>
#include <limits>
#include <unordered_set>

#include "json/json_bytes.hpp"
#include "json/json_members.hpp"
#include "json/json_scan.hpp"
#include "json/json_string.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb {
namespace {

std::string canonical_name(std::string_view written) {
  std::string canonical;
  json::append_canonical_string(canonical, written);
  return canonical;
}

/// Walks over the text once, whatever it holds; never past its end.
class TextWalk {
 public:
  explicit TextWalk(std::string_view text) : m_text(text) {}

  [[nodiscard]] std::vector<JsonMember> object(HalfPairs half_pairs) {
    std::vector<JsonMember> members;
    expect('{', "a JSON object begins with {");
    if (!take('}')) {
      do {
        std::string name = member_name(half_pairs);
        expect(':', "a colon should stand here");
        const std::string_view found = value();
        members.push_back({std::move(name), found, m_at - found.size()});
      } while (take(','));
      expect('}', "a comma or } should stand here");
    }
    end("something follows the object");
    return members;
  }

  [[nodiscard]] std::vector<std::string_view> array() {
    std::vector<std::string_view> elements;
    expect('[', "a JSON array begins with [");
    if (!take(']')) {
      do {
        elements.push_back(value());
      } while (take(','));
      expect(']', "a comma or ] should stand here");
    }
    end("something follows the array");
    return elements;
  }

 private:
  std::string member_name(HalfPairs half_pairs) {
    skip_space();
    const std::size_t start = m_at;
    require(peek() == '"', "a member's name in quotes should stand here");
    skip_string();
    const std::string_view written = m_text.substr(start, m_at - start);
    std::optional<std::string> name = json_string_text(written, half_pairs);
    if (!name.has_value()) {
      fail(start, "a member's name is no JSON string");
    }
    if (!m_names.insert(canonical_name(written)).second) {
      fail(start, "'" + *name + "' is named twice");
    }
    return *std::move(name);
  }

  std::string_view value() {
    skip_space();
    const std::size_t start = m_at;
    if (peek() == '"') {
      skip_string();
    } else if (peek() == '{' || peek() == '[') {
      skip_nested();
    } else {
      m_at = std::min(m_text.find_first_of(",:]}\" \t\r\n", m_at), m_text.size());
    }
    require(m_at > start, "a value should stand here");
    return m_text.substr(start, m_at - start);
  }

  void skip_string() {
    const std::size_t start = m_at++;
    while (m_at < m_text.size() && m_text[m_at] != '"') {
      m_at = json::find_string_stop(m_text, m_at + (m_text[m_at] == '\\' ? 2U : 1U));
    }
    if (m_at >= m_text.size()) {
      fail(start, "a string has no end");
    }
    ++m_at;
  }

  void skip_nested() {
    const std::size_t start = m_at;
    std::size_t depth = 0;
    do {
      m_at = m_text.find_first_of("{}[]\"", m_at);
      if (m_at == std::string_view::npos) {
        fail(start, "an object or array has no end");
      }
      if (m_text[m_at] == '"') {
        skip_string();
      } else {
        const bool opens = m_text[m_at] == '{' || m_text[m_at] == '[';
        depth = opens ? depth + 1 : depth - 1;
        ++m_at;
      }
    } while (depth > 0);
  }

  void skip_space() noexcept { m_at = json::bytes::skip_space(m_text, m_at); }
  [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }

  bool take(char character) {
    skip_space();
    const bool is_there = peek() == character;
    m_at += is_there ? 1U : 0U;
    return is_there;
  }

  void expect(char character, const char* problem) { require(take(character), problem); }
  void end(const char* problem) {
    skip_space();
    require(m_at == m_text.size(), problem);
  }
  void require(bool holds, const char* problem) const {
    if (!holds) {
      fail(m_at, problem);
    }
  }
  [[noreturn]] static void fail(std::size_t offset, const std::string& problem) {
    throw Error(ErrorCode::invalid_input, problem, std::to_string(offset));
  }

  std::string_view m_text;
  std::size_t m_at = 0;
  std::unordered_set<std::string> m_names;  ///< canonical: decoded names may look alike
};

}  // namespace

JsonKind json_kind(std::string_view value) noexcept {
  return json::kind_of(value);
}

bool is_json(std::string_view text) {
  const std::size_t begin = json::bytes::skip_space(text, 0);
  json::ScanOptions options;
  options.max_depth = std::numeric_limits<unsigned>::max();
  const json::ScanResult scanned = json::scan_value(text, begin, options, nullptr);
  return scanned.status == json::ScanStatus::complete &&
         json::bytes::skip_space(text, scanned.end) == text.size() &&
         std::none_of(scanned.losses.begin(), scanned.losses.end(),
                      [](const json::ScanLoss& loss) { return loss.kind == json::LossKind::invalid_utf8; });
}

std::optional<std::string> json_string_text(std::string_view value, HalfPairs half_pairs) {
  if (!value.starts_with('"') || !value.ends_with('"') || !is_json(value)) {
    return std::nullopt;
  }
  std::string text;
  const std::string_view inside = value.substr(1, value.size() - 2);
  for (std::size_t position = 0; position < inside.size();) {
    const std::size_t stop = std::min(inside.find('\\', position), inside.size());
    text.append(inside, position, stop - position);
    position = stop;
    if (position == inside.size()) break;
    const char32_t character = json::bytes::take_escape(inside, position);
    if (!json::bytes::is_surrogate(character)) {
      json::bytes::append_utf8(text, character);
    } else if (half_pairs == HalfPairs::stay_escaped) {
      text.append(inside, stop, position - stop);
    } else {
      return std::nullopt;
    }
  }
  return text;
}

std::vector<JsonMember> split_json_object(std::string_view text, HalfPairs half_pairs) {
  return TextWalk(text).object(half_pairs);
}

std::vector<std::string_view> split_json_array(std::string_view text) {
  return TextWalk(text).array();
}

std::optional<std::string_view> find_json_member(std::string_view text, std::string_view name) {
  const std::string_view object = text.substr(json::bytes::skip_space(text, 0));
  if (!object.starts_with('{') || !is_json(object)) {
    return std::nullopt;
  }
  std::vector<json::Member> members;
  json::split_members(object, members);
  const std::string canonical = json::quoted(name);
  for (const json::Member& member : members) {
    if (canonical_name(member.raw_name) == canonical) return member.raw_value;
  }
  return std::nullopt;
}

}  // namespace rlmdb
