// SPDX-License-Identifier: MIT
/// Random JSON texts together with the answer: the generator knows the canonical text because it makes the
/// noise itself.
#pragma once

#include <cstddef>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rlmdb::tests {

struct RandomJson {
  std::string raw;  ///< with white space, odd escapes, repeated names and invalid UTF-8 as chosen
  std::string
      compact;  ///< what JSON.stringify(JSON.parse(raw)) gives, numbers as read, members in source order
  std::string pretty;  ///< the same with two spaces, at `depth`
  std::size_t losses = 0;
};

enum class Noise { none, white_space, everything };

class RandomJsonMaker {
 public:
  RandomJsonMaker(unsigned seed, Noise noise) : m_random(seed), m_noise(noise) {}

  RandomJson make(unsigned depth = 0) { return value(depth, 4); }

 private:
  using Piece = std::pair<std::string_view, std::string_view>;

  std::size_t below(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(m_random);
  }

  std::string space() {
    std::string text;
    if (m_noise == Noise::none) return text;
    while (below(3) == 0) text.push_back(" \t\r\n"[below(4)]);
    return text;
  }

  static std::string line(unsigned depth) { return "\n" + std::string(std::size_t{2} * depth, ' '); }

  RandomJson value(unsigned depth, unsigned budget) {
    const std::size_t kind = below(budget == 0 ? 4 : 7);
    if (kind < 2) return string();
    if (kind == 2) return scalar({"0", "-0", "1.50", "1e5", "12345678901234567890", "-3E-2", "0.0", "42"});
    if (kind == 3) return scalar({"true", "false", "null"});
    return kind == 4 ? array(depth, budget - 1) : object(depth, budget - 1);
  }

  RandomJson scalar(const std::vector<std::string_view>& choices) {
    const std::string text(choices[below(choices.size())]);
    return {text, text, text, 0};
  }

  RandomJson string() {
    static const std::vector<Piece> k_plain = {
        {"a", "a"},
        {"task", "task"},
        {"\xC3\xA9", "\xC3\xA9"},
        {"\\n", "\\n"},
        {"\\\"", "\\\""},
        {"\\\\", "\\\\"},
        {"0123456789abcdefghijklmnopqrstuvwxyz", "0123456789abcdefghijklmnopqrstuvwxyz"}};
    static const std::vector<Piece> k_odd = {{"\\u0041", "A"},         {"\\/", "/"},
                                             {"\\u000A", "\\n"},       {"\\u001F", "\\u001f"},
                                             {"\\u0000", "\\u0000"},   {"\\uD83D\\uDE00", "\xF0\x9F\x98\x80"},
                                             {"\\uD83Dx", "\\ud83dx"}, {"\\u2028", "\xE2\x80\xA8"},
                                             {"\\u0022", "\\\""},      {"\x7F", "\x7F"}};
    RandomJson text{"\"", "\"", "", 0};
    for (std::size_t count = below(6); count > 0; --count) {
      const bool odd = m_noise == Noise::everything && below(4) == 0;
      const Piece& piece = odd ? k_odd[below(k_odd.size())] : k_plain[below(k_plain.size())];
      text.raw += piece.first;
      text.compact += piece.second;
    }
    if (m_noise == Noise::everything && below(25) == 0) {
      text.raw += "\xE2\x82\xFFz";
      text.compact += "\xEF\xBF\xBD\xEF\xBF\xBDz";
      text.losses = 1;
    }
    text.raw += '"';
    text.compact += '"';
    text.pretty = text.compact;
    return text;
  }

  RandomJson array(unsigned depth, unsigned budget) {
    RandomJson result{"[" + space(), "[", "[", 0};
    const std::size_t count = below(5);
    for (std::size_t i = 0; i < count; ++i) {
      const RandomJson element = value(depth + 1, budget);
      result.raw += (i == 0 ? "" : "," + space()) + element.raw + space();
      result.compact += (i == 0 ? "" : ",") + element.compact;
      result.pretty += (i == 0 ? "" : ",") + line(depth + 1) + element.pretty;
      result.losses += element.losses;
    }
    result.raw += "]";
    result.compact += "]";
    result.pretty += (count == 0 ? "" : line(depth)) + "]";
    return result;
  }

  /// `name` written otherwise: its first character as an escape.
  static std::string other_spelling(const std::string& name) {
    constexpr std::string_view k_digits = "0123456789abcdef";
    const auto c = static_cast<unsigned char>(name[0]);
    return std::string("\\u00") + k_digits[c / 16] + k_digits[c % 16] + name.substr(1);
  }

  RandomJson object(unsigned depth, unsigned budget) {
    RandomJson result{"{" + space(), "{", "{", 0};
    const std::size_t count = below(budget > 2 && below(20) == 0 ? 60 : 6);
    std::string repeats;
    for (std::size_t i = 0; i < count; ++i) {
      const std::string name = "n" + std::to_string(i) + std::string(below(12), 'x');
      const bool repeated = m_noise == Noise::everything && below(20) == 0;
      const RandomJson member = value(depth + 1, budget);
      const std::string first_value = repeated ? value(depth + 1, budget).raw : member.raw;
      result.raw += (i == 0 ? "" : "," + space()) + ("\"" + name + "\"" + space() + ":" + space()) +
                    first_value + space();
      if (repeated) {
        const std::string again = below(2) == 0 ? name : other_spelling(name);
        repeats += "," + space() + "\"" + again + "\":" + space() + member.raw + space();
      }
      result.compact += (i == 0 ? "\"" : ",\"") + name + "\":" + member.compact;
      result.pretty += (i == 0 ? "" : ",") + line(depth + 1) + "\"" + name + "\": " + member.pretty;
      result.losses += member.losses + (repeated ? 1 : 0);
    }
    result.raw += repeats + "}";
    result.compact += "}";
    result.pretty += (count == 0 ? "" : line(depth)) + "}";
    return result;
  }

  std::mt19937 m_random;
  Noise m_noise;
};

}  // namespace rlmdb::tests
