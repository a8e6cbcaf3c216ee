// SPDX-License-Identifier: MIT
#include "json_schema.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace rlmdb::test {
namespace {

using Json = nlohmann::json;
using valijson::adapters::NlohmannJsonAdapter;

}  // namespace

std::string check_against_schema(std::string_view document) {
  const Json json = Json::parse(document, nullptr, false);
  if (json.is_discarded()) {
    return "not JSON";
  }
  return check_against_schema(document, json.value("ok", false) ? json.value("command", "") : "error");
}

std::string check_against_schema(std::string_view line, const std::string& name) {
  return check_against_file(line, "docs/schema/" + name + ".json");
}

std::string check_against_file(std::string_view text, const std::string& file) {
  std::ifstream stream(std::string(RLMDB_SOURCE_DIR) + "/" + file);
  if (!stream) {
    return "there is no " + file;
  }
  std::ostringstream schema;
  schema << stream.rdbuf();
  const std::string mistakes = check_against_text(text, schema.str());
  return mistakes.empty() ? mistakes : file.substr(file.rfind('/') + 1) + ":" + mistakes;
}

std::string check_against_text(std::string_view text, std::string_view schema_text) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) {
    return "not JSON";
  }
  const Json schema_json = Json::parse(schema_text);
  valijson::Schema schema;
  valijson::SchemaParser().populateSchema(NlohmannJsonAdapter(schema_json), schema);
  valijson::ValidationResults results;
  if (valijson::Validator().validate(schema, NlohmannJsonAdapter(json), &results)) {
    return {};
  }
  std::string mistakes;
  for (valijson::ValidationResults::Error mistake; results.popError(mistake);) {
    for (const std::string& step : mistake.context) {
      mistakes += step;
    }
    mistakes += " " + mistake.description + "; ";
  }
  return mistakes;
}

}  // namespace rlmdb::test
