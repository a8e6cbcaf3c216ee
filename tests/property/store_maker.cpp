// SPDX-License-Identifier: MIT
#include "store_maker.hpp"

#include <algorithm>
#include <utility>

namespace rlmdb::tests {

namespace {

std::u16string widened(std::string_view ascii) {
  return {ascii.begin(), ascii.end()};
}

/// Bytes that are no UTF-8, and how many U+FFFD they become; each ends so that nothing can join it.
constexpr std::pair<std::string_view, std::string_view> k_invalid[] = {
    {"\xFF ", "? "},           {"\xC3(", "?("},
    {"\xED\xA0\x80 ", "??? "}, {"\xF0\x9F\x98-", "?-"},
    {"\xC0\x80 ", "?? "},      {"\xF8\x88\x80\x80\x80 ", "????? "},
    {"\xE2\x82", "?"},         {"\xF4\x90\x80\x80.", "????."},
};

/// Raw UTF-8 and its units.
const std::pair<std::string_view, std::u16string_view> k_characters[] = {
    {"\xC3\xA9", u"\u00E9"},
    {"\xE6\xBC\xA2", u"\u6F22"},
    {"\xF0\x9F\x98\x80", u"\U0001F600"},
    {"\xE2\x80\xA8", u"\u2028"},
    {"\xEF\xBB\xBF", u"\uFEFF"},
    {"\xEF\xBF\xBD", u"\uFFFD"},
    {"\xEF\xBF\xBE", u"\uFFFE"},
    {"\x7F", u"\u007F"},
    {"\xC2\x80", u"\u0080"},
    {"\xF4\x8F\xBF\xBF", u"\U0010FFFF"},
};

constexpr char16_t k_escaped_units[] = {0,      1,      8,      9,      10,     12,     13,     0x1F,
                                        '"',    '\\',   '/',    'A',    0x7F,   0xE9,   0x2028, 0xD800,
                                        0xD83D, 0xDBFF, 0xDC00, 0xDE00, 0xDFFF, 0xFFFD, 0xFFFF};

constexpr const char* k_odd_names[] = {"",      "__proto__",  "constructor", "toJSON",  "0",    "7",
                                       "10",    "4294967294", "01",          "-1",      "1.5",  "1e3",
                                       "a/b",   "a~b",        "name",        "value",   "type", "id",
                                       "tasks", "metadata",   "key",         "element", "task", "variable"};

}  // namespace

StoreMaker::StoreMaker(std::uint64_t seed) : m_random(seed) {
  constexpr std::size_t k_oddness[] = {1000, 40, 12, 5};
  m_oddness = k_oddness[below(4)];
}

void StoreMaker::add_unit(Text& text, char16_t unit) {
  constexpr std::string_view k_digits = "0123456789abcdef0123456789ABCDEF";
  const std::size_t named = std::u16string_view(u"\"\\/\b\f\n\r\t").find(unit);
  if (named != std::u16string_view::npos && !one_in(3)) {
    text.raw += '\\';
    text.raw += "\"\\/bfnrt"[named];
  } else {
    text.raw += "\\u";
    const std::size_t letters = below(2) * 16;
    for (unsigned shift = 16; shift > 0; shift -= 4)
      text.raw += k_digits[letters + ((static_cast<unsigned>(unit) >> (shift - 4)) & 0xFU)];
  }
  text.units += unit;
}

void StoreMaker::add_piece(Text& text) {
  if (!one_in(m_oddness)) {
    const std::string word(1 + below(8), static_cast<char>('a' + below(26)));
    text.raw += word;
    text.units += widened(word);
    return;
  }
  if (one_in(8)) {
    const auto& [raw, meaning] = k_invalid[below(std::size(k_invalid))];
    text.raw += raw;
    for (const char c : meaning) text.units += c == '?' ? u'\uFFFD' : static_cast<char16_t>(c);
    text.is_invalid_utf8 = true;
    return;
  }
  if (one_in(2)) {
    const auto& [raw, units] = k_characters[below(std::size(k_characters))];
    text.raw += raw;
    text.units += units;
    return;
  }
  add_unit(text, k_escaped_units[below(std::size(k_escaped_units))]);
}

Text StoreMaker::text() {
  Text text{"\"", u"", false};
  for (std::size_t pieces = below(one_in(50) ? 400 : 5); pieces > 0; --pieces) add_piece(text);
  text.raw += '"';
  return text;
}

/// The same meaning, spelt by the dice.
Text StoreMaker::text_of(std::u16string_view units) {
  Text text{"\"", u"", false};
  for (const char16_t unit : units) {
    const bool is_plain = unit >= 0x20 && unit < 0x7F && unit != '"' && unit != '\\';
    if (is_plain && !one_in(m_oddness * 4)) {
      text.raw += static_cast<char>(unit);
      text.units += unit;
    } else {
      add_unit(text, unit);
    }
  }
  text.raw += '"';
  return text;
}

Text StoreMaker::ascii(std::string_view characters) {
  return text_of(widened(characters));
}

Text StoreMaker::odd_name() {
  return ascii(k_odd_names[below(std::size(k_odd_names))]);
}

Node StoreMaker::some_text() {
  return Node::of(text());
}

Node StoreMaker::odd_number() {
  constexpr const char* k_tokens[] = {"0",
                                      "-0",
                                      "0.0",
                                      "-0.0",
                                      "1.0",
                                      "1.50",
                                      "1E+2",
                                      "1e5",
                                      "1e20",
                                      "1e21",
                                      "1e-7",
                                      "0.000001",
                                      "0.00000123",
                                      "123e-20",
                                      "2e-324",
                                      "5e-324",
                                      "1E400",
                                      "-1e400",
                                      "1.7976931348623157e308",
                                      "123456789012345678901",
                                      "9007199254740993",
                                      "9007199254740992",
                                      "18446744073709551615",
                                      "9223372036854775807",
                                      "-9223372036854775808",
                                      "9223372036854775808",
                                      "-9223372036854775809",
                                      "0.10900000000000001",
                                      "0.1",
                                      "2.5",
                                      "-5",
                                      "100",
                                      "1e0",
                                      "4.35",
                                      "0.1000000000000000055511151231257827",
                                      "9.2e18",
                                      "9300000000000000000",
                                      "1000000000000000000000",
                                      "-1e-7",
                                      "1.5e300",
                                      "12345678901234567890"};
  return Node::of(std::string(k_tokens[below(std::size(k_tokens))]));
}

Node StoreMaker::number() {
  return one_in(m_oddness) ? odd_number() : small_integer();
}
Node StoreMaker::small_integer() {
  return Node::of(std::to_string(static_cast<int>(below(20000)) - 10));
}
Node StoreMaker::cost() {
  return one_in(m_oddness) ? odd_number() : Node::of("0.0" + std::to_string(1 + below(9)));
}
Node StoreMaker::boolean() {
  return Node::of(one_in(2) ? "true" : "false");
}

Node StoreMaker::state() {
  constexpr const char* k_states[] = {"queued", "running", "completed", "failed", "cancelled"};
  if (one_in(m_oddness)) return Node::of(ascii(one_in(2) ? "unknown" : "Paused"));
  return Node::of(ascii(k_states[below(std::size(k_states))]));
}

Node StoreMaker::date() {
  constexpr const char* k_odd[] = {"2026-02-09T10:30:00Z",
                                   "2026-02-30T25:00:00Z",
                                   "2026-02-09",
                                   "Feb 9 2026",
                                   "",
                                   "0",
                                   "2026-02-09T10:30:00.123456789Z",
                                   "+012026-02-09T10:30:00.000Z",
                                   "2026-02-09T10:30:00+01:00"};
  if (one_in(3)) return nothing();
  if (one_in(m_oddness)) return Node::of(ascii(k_odd[below(std::size(k_odd))]));
  return Node::of(
      ascii("2026-02-0" + std::to_string(1 + below(9)) + "T10:30:00.12" + std::to_string(below(10)) + "Z"));
}

Node StoreMaker::value(unsigned budget) {
  switch (below(budget == 0 ? 4 : 7)) {
    case 0:
    case 1:
      return some_text();
    case 2:
      return one_in(2) ? odd_number() : small_integer();
    case 3:
      return one_in(2) ? boolean() : nothing();
    case 4: {
      std::vector<Node> elements(below(4));
      for (Node& element : elements) element = value(budget - 1);
      return Node::array(std::move(elements));
    }
    default: {
      if (one_in(400)) {
        Node deep = value(0);
        for (std::size_t levels = 100 + below(200); levels > 0; --levels)
          deep = Node::array({std::move(deep)});
        return deep;
      }
      std::vector<Member> members(below(4));
      for (Member& member : members) member = {text(), value(budget - 1)};
      disturb(members);
      return Node::object(std::move(members));
    }
  }
}

/// Members as usual, some missing, some of another type; then disturbed.
Node StoreMaker::object_of(std::span<const Choice> choices) {
  std::vector<Member> members;
  for (const Choice& choice : choices) {
    if (one_in(8)) continue;
    members.push_back({ascii(choice.name), one_in(m_oddness * 2) ? any() : (this->*choice.usual)()});
  }
  disturb(members);
  return Node::object(std::move(members));
}

/// Unknown members, repeated members, another order.
void StoreMaker::disturb(std::vector<Member>& members) {
  const auto insert = [&](Member member) {
    members.insert(members.begin() + static_cast<std::ptrdiff_t>(below(members.size() + 1)),
                   std::move(member));
  };
  while (one_in(m_oddness)) {
    insert({one_in(2) ? text() : odd_name(), value(2)});
  }
  while (!members.empty() && one_in(m_oddness * 2)) {
    insert({text_of(members[below(members.size())].name.units), value(1)});
  }
  if (one_in(m_oddness)) shuffle_members(members);
}

void StoreMaker::shuffle_members(std::vector<Member>& members) {
  for (std::size_t i = members.size(); i > 1; --i) std::swap(members[i - 1], members[below(i)]);
}

}  // namespace rlmdb::tests
