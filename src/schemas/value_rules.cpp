// SPDX-License-Identifier: MIT
#include "schemas/value_rules.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "json/json_members.hpp"
#include "json/json_number.hpp"
#include "json/json_scan.hpp"
#include "json/json_string.hpp"
#include "records/variable_text.hpp"
#include "schemas/schema_rules.hpp"

namespace rlmdb::schemas {

namespace {

using json::JsonKind;

std::string number_text(double number) {
  char buffer[json::k_number_text_size];
  return std::string(json::shortest_text(number, buffer));
}

std::string text_of(const ValueRange& range) {
  if (range.most == std::numeric_limits<double>::infinity()) return number_text(range.least) + " or more";
  return "from " + number_text(range.least) + " to " + number_text(range.most);
}

std::string list_of(std::span<const std::string_view> tokens) {
  std::string list;
  for (const std::string_view token : tokens) list.append(list.empty() ? "one of " : ", ").append(token);
  return list;
}

bool is_whole(std::string_view raw, Judging judging) {
  if (json::exact_int64(raw)) return true;
  const auto number = judging == Judging::lenient ? json::number_of(raw) : std::nullopt;
  return number && std::trunc(*number) == *number;
}

bool is_kind(ValueKind kind, std::string_view raw, Judging judging) {
  const JsonKind is = json::kind_of(raw);
  switch (kind) {
    case ValueKind::any:
      return true;
    case ValueKind::text:
      return is == JsonKind::string;
    case ValueKind::time:
      return is == JsonKind::string && is_date_time(json::text_of(raw).value_or(""));
    case ValueKind::number:
      return is == JsonKind::number;
    case ValueKind::integer:
      return is == JsonKind::number && is_whole(raw, judging);
    case ValueKind::boolean:
      return is == JsonKind::boolean;
    case ValueKind::object:
      return is == JsonKind::object;
    case ValueKind::array:
      return is == JsonKind::array;
  }
  return false;
}

bool is_in(const ValueRange& range, double number) {
  return number >= range.least && number <= range.most;
}

bool is_one_of(std::span<const std::string_view> tokens, std::string_view text) {
  return std::find(tokens.begin(), tokens.end(), text) != tokens.end();
}

/// One walk over a text.
class Judge {
 public:
  Judge(const UseFault& use, Judging judging) : m_use(use), m_judging(judging) {}

  void members(std::string_view object, MemberRules rules, const std::string& pointer) {
    if (object.empty() || json::kind_of(object) != JsonKind::object) return;
    std::vector<json::Member> members;
    json::split_members(object, members);
    this->members(members, rules, pointer);
  }

  void members(const std::vector<json::Member>& members, MemberRules rules, const std::string& pointer) {
    for (const MemberRule& rule : rules)
      value(json::find_member(members, rule.name), rule, pointer + "/" + std::string(rule.name));
  }

  void value(std::string_view raw, const MemberRule& rule, const std::string& pointer) {
    const bool is_null = raw == "null";
    if (raw.empty() || (is_null && m_judging == Judging::lenient)) {
      if (rule.need == Need::required || (rule.need == Need::present && !is_null))
        add(pointer, raw, FaultKind::missing, "required");
      return;
    }
    if (is_null && rule.need == Need::nullable) return;
    if (rule.is == Inside::node_result && !is_node_result(raw)) return;
    if (!is_kind(rule.value, raw, m_judging))
      return add(pointer, raw, FaultKind::kind, allowed_instead(rule));
    if (rule.range != nullptr && !is_in(*rule.range, json::number_of(raw).value_or(0)))
      add(pointer, raw, FaultKind::range, text_of(*rule.range));
    if (!rule.tokens.empty() || rule.form != nullptr) text(raw, rule, pointer);
    inside(raw, rule, pointer);
  }

 private:
  /// What to say of a value of a wrong type: the words that there are, where there are some.
  static std::string allowed_instead(const MemberRule& rule) {
    if (!rule.tokens.empty()) return list_of(rule.tokens);
    if (rule.form != nullptr) return std::string(rule.form->regex);
    return std::string(to_text(rule.value));
  }

  void text(std::string_view raw, const MemberRule& rule, const std::string& pointer) {
    std::string decoded;
    const bool is_exact = json::decode_string(raw, decoded) == json::Exactness::exact;
    if (!rule.tokens.empty() && !(is_exact && is_one_of(rule.tokens, decoded)))
      return add(pointer, raw, FaultKind::token, list_of(rule.tokens));
    if (rule.form != nullptr && !(is_exact && rule.form->holds(decoded)))
      add(pointer, raw, FaultKind::form, std::string(rule.form->regex));
  }

  void inside(std::string_view raw, const MemberRule& rule, const std::string& pointer) {
    if (rule.value == ValueKind::array && (!rule.inside.empty() || rule.elements != ValueKind::any))
      return elements(raw, rule, pointer);
    if (rule.inside.empty()) return;
    if (rule.is == Inside::variables) return variables(raw, rule, pointer);
    members(raw, rule.inside, pointer);
  }

  void elements(std::string_view raw, const MemberRule& rule, const std::string& pointer) {
    const ValueKind kind = rule.inside.empty() ? rule.elements : ValueKind::object;
    std::vector<std::string_view> elements;
    json::split_elements(raw, elements);
    size(raw, rule, elements.size(), pointer);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const std::string place = pointer + "/" + std::to_string(i);
      if (!is_kind(kind, elements[i], m_judging)) {
        add(place, elements[i], FaultKind::kind, std::string(to_text(kind)));
      } else {
        members(elements[i], rule.inside, place);
      }
    }
  }

  void size(std::string_view raw, const MemberRule& rule, std::size_t count, const std::string& pointer) {
    if (rule.most == 0 || count <= rule.most) return;
    const char* const what = rule.is == Inside::variables ? " variables" : " entries";
    m_use({pointer, raw, FaultKind::size, "at most " + std::to_string(rule.most) + what, count});
  }

  void variables(std::string_view raw, const MemberRule& rule, const std::string& pointer) {
    std::vector<json::Member> all;
    json::split_members(raw, all);
    size(raw, rule, all.size(), pointer);
    for (const json::Member& variable : all) {
      std::string name;
      json::decode_string(variable.raw_name, name);
      std::string place = pointer;
      json::append_pointer_name(place, name);
      if (!k_variable_name_form.holds(name))
        add(place, variable.raw_name, FaultKind::form, std::string(k_variable_name_form.regex));
      if (variable.kind != JsonKind::object) continue;
      std::vector<json::Member> said;
      json::split_members(variable.raw_value, said);
      if (records::is_variable_object(said)) members(said, rule.inside, place);
    }
  }

  void add(const std::string& pointer, std::string_view raw, FaultKind kind, std::string allowed) {
    m_use({pointer, raw, kind, std::move(allowed)});
  }

  const UseFault& m_use;
  Judging m_judging;
};

bool is_decimal(char c) noexcept {
  return c >= '0' && c <= '9';
}

/// Takes a beginning of `text` that has the form, where 0 stands for a digit.
bool take(std::string_view& text, std::string_view form) noexcept {
  if (text.size() < form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i)
    if (form[i] == '0' ? !is_decimal(text[i]) : text[i] != form[i]) return false;
  text.remove_prefix(form.size());
  return true;
}

int two_digits(std::string_view text, std::size_t at) noexcept {
  return (text[at] - '0') * 10 + (text[at + 1] - '0');
}

bool is_on_a_clock(std::string_view text) noexcept {
  constexpr std::size_t k_month = 5, k_day = 8, k_hour = 11, k_minute = 14, k_second = 17;
  const std::chrono::year_month_day date{std::chrono::year(two_digits(text, 0) * 100 + two_digits(text, 2)),
                                         std::chrono::month(static_cast<unsigned>(two_digits(text, k_month))),
                                         std::chrono::day(static_cast<unsigned>(two_digits(text, k_day)))};
  return date.ok() && two_digits(text, k_hour) < 24 && two_digits(text, k_minute) < 60 &&
         two_digits(text, k_second) <= 60;
}

}  // namespace

std::string text_of_size(const Fault& fault) {
  return std::to_string(fault.count) + ", and the schema has " + fault.allowed;
}

void judge_members(std::string_view object, MemberRules rules, const std::string& pointer,
                   const UseFault& use, Judging judging) {
  Judge(use, judging).members(object, rules, pointer);
}

void judge_value(std::string_view raw, const MemberRule& rule, const std::string& pointer,
                 const UseFault& use, Judging judging) {
  Judge(use, judging).value(raw, rule, pointer);
}

std::uint64_t count_faults(std::string_view object, MemberRules rules) {
  std::uint64_t count = 0;
  judge_members(object, rules, {}, [&](const Fault&) { ++count; });
  return count;
}

bool follows(const MemberRule& rule, std::string_view text) {
  const bool is_text = rule.value == ValueKind::text || rule.value == ValueKind::any ||
                       (rule.value == ValueKind::time && is_date_time(text));
  return is_text && (rule.tokens.empty() || is_one_of(rule.tokens, text)) &&
         (rule.form == nullptr || rule.form->holds(text));
}

bool follows(const MemberRule& rule, std::int64_t number) {
  const bool is_number = rule.value == ValueKind::integer || rule.value == ValueKind::number ||
                         rule.value == ValueKind::any || rule.value == ValueKind::boolean;
  return is_number && (rule.range == nullptr || is_in(*rule.range, static_cast<double>(number)));
}

bool follows(const MemberRule& rule, double number) {
  const bool is_number = rule.value == ValueKind::number || rule.value == ValueKind::any ||
                         (rule.value == ValueKind::integer && std::trunc(number) == number);
  return is_number && (rule.range == nullptr || is_in(*rule.range, number));
}

const MemberRule* find_rule(MemberRules rules, std::string_view name) noexcept {
  const auto found =
      std::find_if(rules.begin(), rules.end(), [&](const MemberRule& rule) { return rule.name == name; });
  return found == rules.end() ? nullptr : &*found;
}

bool is_node_result(std::string_view raw) {
  if (!raw.starts_with('{')) return false;
  const auto status = json::text_of(json::find_member(raw, "status"));
  if (status && is_one_of(result_statuses(), *status)) return true;
  const bool has_only_output =
      json::find_member(raw, "status").empty() && json::find_member(raw, "output").starts_with('"');
  if (!status && !has_only_output) return false;
  std::vector<json::Member> members;
  json::split_members(raw, members);
  return std::all_of(members.begin(), members.end(), [](const json::Member& member) {
    return find_rule(result_rules(), json::text_of(member.raw_name).value_or("")) != nullptr;
  });
}

bool is_date_time(std::string_view text) noexcept {
  std::string_view rest = text;
  if (!take(rest, "0000-00-00T00:00:00") || !is_on_a_clock(text)) return false;
  if (rest.starts_with('.')) {
    const auto end = std::find_if_not(rest.begin() + 1, rest.end(), is_decimal);
    if (end == rest.begin() + 1) return false;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.begin()));
  }
  return rest == "Z" || ((take(rest, "+00:00") || take(rest, "-00:00")) && rest.empty());
}

}  // namespace rlmdb::schemas
