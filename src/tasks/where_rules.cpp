// SPDX-License-Identifier: MIT
#include "tasks/where_rules.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace rlmdb::tasks {

namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80U;
}

bool is_of_name(char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '$';
}

/// Where what begins at `begin` ends: of SQL that is not whole, at the end of all.
std::size_t end_of_token(std::string_view sql, std::size_t begin) {
  const auto behind = [&](std::string_view end, std::size_t from) {
    const std::size_t found = sql.find(end, from);
    return found == std::string_view::npos ? sql.size() : found + end.size();
  };
  const std::string_view rest = sql.substr(begin);
  if (rest.starts_with("--")) return behind("\n", begin);
  if (rest.starts_with("/*")) return behind("*/", begin + 2);
  if (rest.front() == '[') return behind("]", begin);
  // A quote that is doubled begins a token of its own, which lies beside it and is read as one more text.
  if (rest.front() == '\'' || rest.front() == '"' || rest.front() == '`')
    return behind(rest.substr(0, 1), begin + 1);
  std::size_t end = begin + 1;
  if (is_of_name(rest.front())) {
    while (end < sql.size() && is_of_name(sql[end])) ++end;
  } else if (std::string_view("<>=!").find(rest.front()) != std::string_view::npos) {
    while (end < sql.size() && std::string_view("<>=").find(sql[end]) != std::string_view::npos) ++end;
  }
  return end;
}

std::string lower(std::string_view text) {
  std::string all(text);
  std::transform(all.begin(), all.end(), all.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return all;
}

struct Token {
  std::size_t begin = 0;
  std::string text{};  ///< in small letters
  bool is_in_select = false;
};

/// Without spaces and comments.
std::vector<Token> tokens_of(std::string_view sql) {
  std::vector<Token> tokens;
  std::vector<bool> is_select;
  for (std::size_t at = 0; at < sql.size();) {
    const std::size_t end = end_of_token(sql, at);
    const std::string_view text = sql.substr(at, end - at);
    const bool is_space = std::string_view(" \t\r\n\f").find(text.front()) != std::string_view::npos;
    if (!is_space && !text.starts_with("--") && !text.starts_with("/*")) {
      tokens.push_back({at, lower(text)});
      if (text == "(") is_select.push_back(false);
      if (text == ")" && !is_select.empty()) is_select.pop_back();
      const bool begins_select = tokens.back().text == "select" || tokens.back().text == "with";
      if (begins_select && !is_select.empty()) is_select.back() = true;
      tokens.back().is_in_select = std::find(is_select.begin(), is_select.end(), true) != is_select.end();
    }
    at = end;
  }
  return tokens;
}

bool is_comparison(const Token& token) {
  static constexpr std::array<std::string_view, 11> k_words{
      "=", "==", "<", "<=", ">", ">=", "<>", "!=", "is", "like", "glob"};
  return std::find(k_words.begin(), k_words.end(), token.text) != k_words.end();
}

/// One that no number is.
bool is_text(const Token& token) {
  return token.text.size() > 1 && token.text.front() == '\'' && is_letter(token.text[1]);
}

/// Whether the token at `place` stands beside a text.
bool is_beside_text(const std::vector<Token>& tokens, std::size_t place) {
  const auto at = [&](std::size_t index) { return index < tokens.size() ? tokens[index] : Token{}; };
  std::size_t next = place + 1;
  if (at(next).text == "not") ++next;
  if (at(next).text == "in") return at(next + 1).text == "(" && is_text(at(next + 2));
  if (at(next).text == "is" && at(next + 1).text == "not") return is_text(at(next + 2));
  if (is_comparison(at(next)) || at(next).text == "between") return is_text(at(next + 1));
  return place >= 2 && is_comparison(tokens[place - 1]) && is_text(tokens[place - 2]);
}

}  // namespace

std::string with_shown_ids(std::string_view expression, std::string_view shown_id) {
  const std::vector<Token> tokens = tokens_of(expression);
  std::string sql(expression);
  for (std::size_t place = tokens.size(); place-- > 0;) {
    const Token& token = tokens[place];
    const bool is_of_table = place > 0 && tokens[place - 1].text == ".";
    if (token.text != "id" || token.is_in_select || is_of_table || !is_beside_text(tokens, place)) continue;
    sql.replace(token.begin, token.text.size(), shown_id);
  }
  return sql;
}

}  // namespace rlmdb::tasks
