// SPDX-License-Identifier: MIT
#include "loops/loop_check.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "json/json_members.hpp"
#include "json/json_number.hpp"
#include "json/json_string.hpp"
#include "rlmdb/error.hpp"
#include "writing/given_json.hpp"

namespace rlmdb::loops {

namespace {

[[noreturn]] void refuse(const std::string& where, const std::string& why) {
  throw Error(ErrorCode::invalid_input, where + " " + why, where, "nothing was changed");
}

bool is_kind(LoopValue value, std::string_view raw) {
  const json::JsonKind kind = json::kind_of(raw);
  switch (value) {
    case LoopValue::any:
      return true;
    case LoopValue::text:
      return kind == json::JsonKind::string;
    case LoopValue::time:
      return kind == json::JsonKind::string && is_date_time(json::text_of(raw).value_or(""));
    case LoopValue::number:
      return kind == json::JsonKind::number;
    case LoopValue::integer:
      return json::exact_int64(raw).has_value();
    case LoopValue::boolean:
      return kind == json::JsonKind::boolean;
    case LoopValue::object:
      return kind == json::JsonKind::object;
    case LoopValue::array:
      return kind == json::JsonKind::array;
  }
  return false;
}

void check_range(const LoopRange& range, std::string_view raw, const std::string& where) {
  const double number = number_of(raw);
  if (number < range.least) refuse(where, "has to be " + number_text(range.least) + " or more");
  if (number > range.most)
    refuse(where, "has to be from " + number_text(range.least) + " to " + number_text(range.most));
}

void check_token(std::span<const std::string_view> tokens, std::string_view raw, const std::string& where) {
  const std::string text = json::text_of(raw).value_or("");
  if (std::find(tokens.begin(), tokens.end(), text) != tokens.end()) return;
  std::string known;
  for (const std::string_view token : tokens) known.append(known.empty() ? "" : ", ").append(token);
  refuse(where, "has to be one of " + known);
}

void check_object(std::string_view object, std::span<const LoopMemberRule> rules, const std::string& where);

void check_elements(std::string_view array, std::span<const LoopMemberRule> rules, const std::string& where) {
  std::vector<std::string_view> elements;
  json::split_elements(array, elements);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::string place = where + "/" + std::to_string(i);
    if (json::kind_of(elements[i]) != json::JsonKind::object) refuse(place, "has to be an object");
    check_object(elements[i], rules, place);
  }
}

void check_member(const LoopMemberRule& rule, std::string_view raw, const std::string& where) {
  if (raw.empty()) {
    if (rule.need == LoopNeed::required) refuse(where, "is missing");
    return;
  }
  if (raw == "null" && rule.need == LoopNeed::nullable) return;
  if (!is_kind(rule.value, raw)) refuse(where, "has to be " + std::string(to_text(rule.value)));
  if (rule.range != nullptr) check_range(*rule.range, raw, where);
  if (!rule.tokens.empty()) check_token(rule.tokens, raw, where);
  if (rule.inside.empty()) return;
  if (rule.value == LoopValue::array)
    check_elements(raw, rule.inside, where);
  else
    check_object(raw, rule.inside, where);
}

void check_object(std::string_view object, std::span<const LoopMemberRule> rules, const std::string& where) {
  std::vector<json::Member> members;
  json::split_members(object, members);
  for (const LoopMemberRule& rule : rules)
    check_member(rule, json::find_member(members, rule.name), where + "/" + std::string(rule.name));
}

}  // namespace

std::string checked_entry(const JsonText& json, std::span<const LoopMemberRule> rules,
                          const std::string& where) {
  std::string entry = writing::checked_json(json.text, json::JsonKind::object, where);
  check_object(entry, rules, where);
  return entry;
}

double number_of(std::string_view raw) {
  double number = 0;
  std::from_chars(raw.data(), raw.data() + raw.size(), number);
  return number;
}

std::string number_text(double number) {
  char buffer[json::k_number_text_size];
  return std::string(json::shortest_text(number, buffer));
}

void require_time(std::string_view text, const std::string& where) {
  if (!is_date_time(text)) refuse(where, "has to be " + std::string(to_text(LoopValue::time)));
}

}  // namespace rlmdb::loops
