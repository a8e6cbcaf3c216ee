// SPDX-License-Identifier: MIT
#include "json_schema.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace cli_tests {
namespace {

using Json = nlohmann::json;
using valijson::adapters::NlohmannJsonAdapter;

Json schema_named(const std::string& name) {
  std::ifstream file(std::string(RLMDB_SOURCE_DIR) + "/docs/schema/" + name + ".json");
  return file ? Json::parse(file) : Json();
}

}  // namespace

std::string check_against_schema(std::string_view document) {
  const Json json = Json::parse(document, nullptr, false);
  if (json.is_discarded()) {
    return "not JSON";
  }
  return check_against_schema(document, json.value("ok", false) ? json.value("command", "") : "error");
}

std::string check_against_schema(std::string_view line, const std::string& name) {
  const Json json = Json::parse(line, nullptr, false);
  if (json.is_discarded()) {
    return "not JSON";
  }
  const Json schema_json = schema_named(name);
  if (schema_json.is_null()) {
    return "there is no docs/schema/" + name + ".json";
  }
  valijson::Schema schema;
  valijson::SchemaParser().populateSchema(NlohmannJsonAdapter(schema_json), schema);
  valijson::ValidationResults results;
  if (valijson::Validator().validate(schema, NlohmannJsonAdapter(json), &results)) {
    return {};
  }
  std::string mistakes = name + ".json:";
  for (valijson::ValidationResults::Error mistake; results.popError(mistake);) {
    for (const std::string& step : mistake.context) {
      mistakes += step;
    }
    mistakes += " " + mistake.description + "; ";
  }
  return mistakes;
}

}  // namespace cli_tests
