// SPDX-License-Identifier: MIT
#include "trees/node_cost_rules.hpp"

#include "json/json_number.hpp"
#include "json/object_text.hpp"

namespace rlmdb::trees {

std::optional<double> node_cost_usd(std::optional<double> total_usd, std::optional<double> input_usd,
                                    std::optional<double> output_usd) {
  if (total_usd || !input_usd || !output_usd) return total_usd;
  return *input_usd + *output_usd;
}

std::optional<double> cost_in_object(std::string_view json) {
  if (!json.starts_with('{')) return std::nullopt;
  const auto usd = [&](std::string_view name) { return json::number_of(json::find_member(json, name)); };
  return node_cost_usd(usd("total_cost_usd"), usd("input_cost_usd"), usd("output_cost_usd"));
}

}  // namespace rlmdb::trees
