// SPDX-License-Identifier: MIT
#include "words/said_words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <utility>

namespace rlmdb::words {

namespace {

using namespace std::string_view_literals;
using Pair = std::pair<std::string_view, std::string_view>;

/// What stands for something plainer, or for nothing.
constexpr auto k_plain = std::to_array<Pair>({
    {"\\_"sv, "_"sv},
    {"\xef\xbb\xbf"sv, ""sv},   // byte order mark
    {"\xe2\x80\x8b"sv, ""sv},   // zero width space
    {"\xef\xb8\x8f"sv, ""sv},   // variation selector
    {"\xc2\xa0"sv, " "sv},      // no-break space
    {"\xe2\x80\x99"sv, "'"sv},  // apostrophe
    {"\xe2\x80\x9c"sv, " "sv},  // quotes
    {"\xe2\x80\x9d"sv, " "sv},
    {"\xe2\x80\x93"sv, " - "sv},  // dashes
    {"\xe2\x80\x94"sv, " - "sv},
    {"\xe2\x80\xa6"sv, "..."sv},
    {"\xe2\x86\x92"sv, " -> "sv},
    {"[x]"sv, "\xe2\x9c\x85"sv},
    {"[X]"sv, "\xe2\x9c\x85"sv},
    {"[ ]"sv, "\xe2\x98\x90"sv},
    {"\xc2\xab"sv, " "sv},
    {"\xc2\xbb"sv, " "sv},
    {"n/a"sv, "na"sv},
    {"N/A"sv, "na"sv},
});

constexpr auto k_marks = std::to_array<std::pair<std::string_view, Mark>>({
    {"\xe2\x9c\x85", Mark::good},         // white heavy check mark
    {"\xe2\x9c\x93", Mark::good},         // check mark
    {"\xe2\x9c\x94", Mark::good},         // heavy check mark
    {"\xe2\x98\x91", Mark::good},         // box with check
    {"\xf0\x9f\x8f\x81", Mark::good},     // chequered flag
    {"\xf0\x9f\x91\x8d", Mark::good},     // thumbs up
    {"\xf0\x9f\x91\x8c", Mark::good},     // ok hand
    {"\xe2\x9d\x8c", Mark::bad},          // cross mark
    {"\xe2\x9c\x97", Mark::bad},          // ballot x
    {"\xe2\x9c\x98", Mark::bad},          // heavy ballot x
    {"\xe2\x9c\x96", Mark::bad},          // heavy multiplication x
    {"\xf0\x9f\x94\xb4", Mark::bad},      // red circle
    {"\xf0\x9f\x91\x8e", Mark::bad},      // thumbs down
    {"\xf0\x9f\x94\x84", Mark::goes_on},  // arrows in a circle
    {"\xf0\x9f\x9a\xa7", Mark::goes_on},  // construction
    {"\xe2\x8f\xb3", Mark::goes_on},      // hourglass
    {"\xf0\x9f\x9f\xa1", Mark::goes_on},  // yellow circle
    {"\xe2\x8f\xb8", Mark::pause},        // pause
    {"\xe2\x98\x90", Mark::open},         // ballot box
    {"\xe2\xac\x9c", Mark::open},         // white large square
    {"\xf0\x9f\x94\xb2", Mark::open},     // square button
});

bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// Takes out what stands from each `open` to its `close`, and says whether there was any.
bool cut_out(std::string& text, std::string_view open, std::string_view close) {
  bool found = false;
  for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
    const std::size_t end = text.find(close, at + open.size());
    if (end == std::string::npos) break;
    text.replace(at, end + close.size() - at, " ");
    found = true;
  }
  return found;
}

/// "[complete](01-SUMMARY.md)" is "complete".
void unlink(std::string& text) {
  const std::size_t middle = text.find("](");
  const std::size_t begin = middle == std::string::npos ? middle : text.rfind('[', middle);
  const std::size_t end = middle == std::string::npos ? middle : text.find(')', middle);
  if (begin == std::string::npos || end == std::string::npos) return;
  text = text.substr(0, begin) + text.substr(begin + 1, middle - begin - 1) + text.substr(end + 1);
}

class Reader {
 public:
  explicit Reader(std::string_view text) : m_text(text) {
    for (const auto& [from, to] : k_plain) replace_all(m_text, from, to);
    (void)cut_out(m_text, "<!--", "-->");
    m_said.is_struck = cut_out(m_text, "~~", "~~");
    unlink(m_text);
  }

  Said take() && {
    while (m_at < m_text.size()) step();
    end_clause(End::text);
    const auto is_other = [](Mark mark) { return mark == Mark::other; };
    if (!std::all_of(m_said.marks.begin(), m_said.marks.end(), is_other))
      std::erase_if(m_said.marks, is_other);
    return std::move(m_said);
  }

 private:
  void step() {
    const char c = m_text[m_at];
    if (static_cast<unsigned char>(c) >= 0x80) return take_foreign();
    if (is_letter(c)) return take_word();
    // Emphasis, quotes, headings and lists before the first word are no part of what is said.
    constexpr std::string_view k_nothing = "*_`\"' \t\r!";
    ++m_at;
    if (k_nothing.find(c) != std::string_view::npos) return;
    c == '-' ? take_hyphen() : take_mark(c);
  }

  void take_hyphen() {
    if (m_at < m_text.size() && m_text[m_at] == '>') {
      ++m_at;
      return end_clause(End::history);
    }
    const bool is_within =
        m_at >= 2 && is_letter(m_text[m_at - 2]) && m_at < m_text.size() && is_letter(m_text[m_at]);
    if (!is_within) end_clause(End::remark);
  }

  void take_mark(char c) {
    switch (c) {
      case '(':
      case '[':
      case '{':
        ++m_depth;
        return end_clause(End::remark);
      case ')':
      case ']':
      case '}':
        m_depth -= m_depth > 0 ? 1 : 0;
        return end_clause(End::remark);
      case '?':
        m_said.asks = m_said.asks || m_depth == 0;
        return end_clause(End::text);
      case ':':
      case '=':
        return end_clause(End::value);
      case '|':
        return end_clause(End::choice);
      case '/':
        return m_at < m_text.size() && m_text[m_at] == '/' ? skip_comment() : take_slash();
      case '#':
        return skip_comment();
      case '.':
        return take_point();
      case '\n':
        return end_clause(End::text);
      default:
        return end_clause(End::remark);
    }
  }

  /// "complete # or partial"; what a heading says stands behind its mark.
  void skip_comment() {
    end_clause(End::text);
    if (!m_said.clauses.empty()) m_at = std::min(m_text.find('\n', m_at), m_text.size());
  }

  /// "3/5" is one word, "complete/failed" and "complete / failed" a choice, "/login" a place.
  void take_slash() {
    const bool is_place =
        m_at >= 2 && m_text[m_at - 2] == ' ' && m_at < m_text.size() && is_letter(m_text[m_at]);
    if (is_place) return;
    const bool is_number = !m_clause.words.empty() && is_all_digits(m_clause.words.back()) &&
                           m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9';
    if (!is_number) return end_clause(End::choice);
    m_clause.words.back() += '/';
    while (m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9')
      m_clause.words.back() += m_text[m_at++];
  }

  /// That of "02.3" and of "N.A." ends nothing.
  void take_point() {
    const bool is_within =
        m_at >= 2 && is_letter(m_text[m_at - 2]) && m_at < m_text.size() && is_letter(m_text[m_at]);
    if (!is_within) end_clause(End::text);
  }

  static bool is_all_digits(std::string_view word) {
    return word.find_first_not_of("0123456789") == std::string_view::npos;
  }

  void take_word() {
    std::string word;
    const auto add_word = [&] {
      if (!word.empty()) m_clause.words.push_back(std::exchange(word, {}));
    };
    for (; m_at < m_text.size(); ++m_at) {
      const char c = m_text[m_at];
      const bool is_apostrophe = c == '\'' && m_at + 1 < m_text.size() && is_letter(m_text[m_at + 1]);
      if (is_apostrophe) continue;
      if (!is_letter(c)) break;
      // "inProgress"
      const bool is_capital = c >= 'A' && c <= 'Z';
      if (is_capital && !word.empty() && m_text[m_at - 1] >= 'a' && m_text[m_at - 1] <= 'z') add_word();
      word += is_capital ? static_cast<char>(c - 'A' + 'a') : c;
    }
    while (m_at + 1 < m_text.size() && m_text[m_at] == ' ' && m_text[m_at + 1] == '%') ++m_at;
    if (m_at < m_text.size() && m_text[m_at] == '%' && is_all_digits(word)) word += m_text[m_at++];
    add_word();
  }

  void take_foreign() {
    for (const auto& [bytes, mark] : k_marks) {
      if (!std::string_view(m_text).substr(m_at).starts_with(bytes)) continue;
      m_said.marks.push_back(mark);
      m_at += bytes.size();
      return;
    }
    std::string word;
    while (m_at < m_text.size() && static_cast<unsigned char>(m_text[m_at]) >= 0x80) word += m_text[m_at++];
    // Signs, not letters: U+2000 to U+2FFF and from U+1F000 on.
    const bool is_sign = word.starts_with('\xe2') || word.starts_with("\xf0\x9f");
    if (is_sign) {
      m_said.marks.push_back(Mark::other);
    } else {
      m_clause.words.push_back(std::move(word));
    }
  }

  void end_clause(End end) {
    if (m_clause.words.empty()) {
      // "complete:": what ends it first counts, but a choice or a history is one whatever stands between.
      if (!m_said.clauses.empty() && (end == End::choice || end == End::history))
        m_said.clauses.back().end = end;
      return;
    }
    m_clause.end = end;
    m_said.clauses.push_back(std::exchange(m_clause, {}));
  }

  std::string m_text;
  std::size_t m_at = 0;
  std::size_t m_depth = 0;
  Clause m_clause;
  Said m_said;
};

}  // namespace

Said taken_apart(std::string_view text) {
  return Reader(text).take();
}

std::string phrase_of(const std::vector<std::string>& words, std::size_t begin, std::size_t count) {
  std::string phrase;
  for (std::size_t i = begin; i < std::min(words.size(), begin + count); ++i)
    phrase.append(phrase.empty() ? "" : "_").append(words[i]);
  return phrase;
}

bool is_in(std::string_view list, std::string_view word) {
  if (word.empty() || word.find(' ') != std::string_view::npos) return false;
  const std::string framed = " " + std::string(word) + " ";
  return list.find(framed) != std::string_view::npos;
}

bool has(const std::vector<Mark>& marks, std::initializer_list<Mark> wanted) {
  return std::find_first_of(marks.begin(), marks.end(), wanted.begin(), wanted.end()) != marks.end();
}

bool says_nothing(std::string_view text) {
  return text.find_first_not_of(" \t\r\n-~'\"`*_[]{}()\xe2\x80\x93\x94") == std::string_view::npos;
}

bool is_template(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t`\"'*");
  if (begin == std::string_view::npos) return false;
  const char first = text[begin];
  return first == '<' || first == '$' || first == '{';
}

}  // namespace rlmdb::words
