// SPDX-License-Identifier: MIT
#include "loops/loop_check.hpp"

#include <charconv>

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

}  // namespace

std::string checked_entry(const JsonText& json, std::span<const LoopMemberRule> rules,
                          const std::string& where) {
  std::string entry = writing::checked_json(json.text, json::JsonKind::object, where);
  schemas::judge_members(
      entry, rules, where,
      [](const schemas::Fault& fault) {
        if (fault.kind == schemas::FaultKind::form) return;  // other texts are kept as ids
        refuse(fault.pointer,
               fault.kind == schemas::FaultKind::missing ? "is missing" : "has to be " + fault.allowed);
      },
      schemas::Judging::strict);
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
