// SPDX-License-Identifier: MIT
#include "variables/large_values.hpp"

#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "records/variable_rows.hpp"
#include "records/variable_text.hpp"

namespace rlmdb::variables {

std::vector<LargeValue> large_values(db::Connection& connection, std::int64_t state_id) {
  std::vector<LargeValue> values;
  for (auto& [name, content_id] : records::VariableRows(connection).kept_apart(state_id)) {
    if (records::is_variable_name(name)) values.push_back({std::move(name), content_id});
  }
  return values;
}

void refer_to_files(StateDocument& document, const std::map<std::string, std::string>& places) {
  for (auto& [name, json] : document.variables) {
    const auto place = places.find(name);  // such names stand in JSON as they are
    if (place == places.end()) continue;
    json = json::with_member(json, "value", json::quoted("file:" + place->second));
    json = json::with_member(json, "type", R"("file_path")");
  }
}

}  // namespace rlmdb::variables
