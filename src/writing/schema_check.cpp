// SPDX-License-Identifier: MIT
#include "writing/schema_check.hpp"

#include <algorithm>
#include <utility>

#include "json/json_difference.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::writing {

namespace {

bool is_advice(schemas::FaultKind kind) {
  return kind == schemas::FaultKind::size || kind == schemas::FaultKind::form ||
         kind == schemas::FaultKind::missing;
}

std::string message_of(const schemas::Fault& fault, const std::string& place) {
  if (fault.kind == schemas::FaultKind::missing) return place + " is missing, and the schema requires it";
  if (fault.kind == schemas::FaultKind::size) return place + " has " + schemas::text_of_size(fault);
  const std::string value = json::shown_value(std::string(fault.raw));
  if (fault.kind == schemas::FaultKind::form)
    return place + " is " + value + ", which has not the form " + fault.allowed;
  return place + " is " + value + ", and has to be " + fault.allowed;
}

}  // namespace

std::vector<Finding> checked_by_schema(std::string_view before, std::string_view after,
                                       schemas::MemberRules rules, const std::string& where) {
  std::vector<std::pair<std::string, std::string>> known;
  schemas::judge_members(before, rules, {}, [&](const schemas::Fault& fault) {
    known.emplace_back(fault.pointer, std::string(fault.raw));
  });
  std::vector<Finding> warnings;
  schemas::judge_members(after, rules, {}, [&](const schemas::Fault& fault) {
    if (std::find(known.begin(), known.end(), std::pair(fault.pointer, std::string(fault.raw))) !=
        known.end())
      return;
    const std::string place = where + fault.pointer;
    if (!is_advice(fault.kind))
      throw Error(ErrorCode::invalid_input, message_of(fault, place), place, "nothing was changed");
    warnings.push_back({place, "unlike_schema", message_of(fault, place.substr(place.find('.') + 1))});
  });
  return warnings;
}

std::vector<Finding> warnings_by_rule(std::string_view raw, const schemas::MemberRule& rule,
                                      const std::string& where, const std::string& place) {
  std::vector<Finding> warnings;
  schemas::judge_value(raw, rule, {}, [&](const schemas::Fault& fault) {
    warnings.push_back({where, "unlike_schema", message_of(fault, place + fault.pointer)});
  });
  return warnings;
}

}  // namespace rlmdb::writing
