// SPDX-License-Identifier: MIT
#include "format/json_members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "rlmdb/error.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::string_view k_space = " \t\r\n";

/// Walks over the text once; never past its end.
class ObjectReader {
 public:
  explicit ObjectReader(std::string_view text) : m_text(text) {}

  std::vector<JsonMember> members() {
    expect('{', "a JSON object begins with {");
    std::vector<JsonMember> found;
    if (!take('}')) {
      do {
        found.push_back(member());
      } while (take(','));
      expect('}', "a comma or } should stand here");
    }
    skip_space();
    require(m_at == m_text.size(), "something follows the object");
    return found;
  }

 private:
  JsonMember member() {
    skip_space();
    const std::size_t start = m_at;
    require(peek() == '"', "a member's name in quotes should stand here");
    skip_string();
    const auto name = nlohmann::json::parse(m_text.substr(start, m_at - start), nullptr, false);
    if (!name.is_string()) {
      fail(start, "a member's name is no JSON string");
    }
    if (!m_names.insert(name.get<std::string>()).second) {
      fail(start, fmt::format("'{}' is named twice", name.get<std::string>()));
    }
    expect(':', "a colon should stand here");
    return {name.get<std::string>(), value()};
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
      m_at += std::size_t{m_text[m_at] == '\\' ? 2U : 1U};
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
      m_at = std::min(m_text.find_first_of("{}[]\"", m_at), m_text.size());
      if (m_at == m_text.size()) {
        fail(start, "an object or array has no end");
      }
      if (m_text[m_at] == '"') {
        skip_string();
        continue;
      }
      const bool opens = m_text[m_at] == '{' || m_text[m_at] == '[';
      depth += opens ? 1U : static_cast<std::size_t>(-1);
      ++m_at;
    } while (depth > 0);
  }

  void skip_space() { m_at = std::min(m_text.find_first_not_of(k_space, m_at), m_text.size()); }
  [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }

  bool take(char character) {
    skip_space();
    const bool is_there = peek() == character;
    m_at += is_there ? 1 : 0;
    return is_there;
  }

  void expect(char character, std::string_view problem) { require(take(character), problem); }
  void require(bool holds, std::string_view problem) const {
    if (!holds) {
      fail(m_at, problem);
    }
  }
  [[noreturn]] static void fail(std::size_t offset, std::string_view problem) {
    throw Error(ErrorCode::invalid_input, std::string(problem), std::to_string(offset));
  }

  std::string_view m_text;
  std::size_t m_at = 0;
  std::unordered_set<std::string> m_names;
};

}  // namespace

std::vector<JsonMember> split_object(std::string_view text) {
  return ObjectReader(text).members();
}

}  // namespace rlmdb::cli
