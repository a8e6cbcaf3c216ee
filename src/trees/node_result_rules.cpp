// SPDX-License-Identifier: MIT
#include "trees/node_result_rules.hpp"

#include <vector>

#include "json/json_number.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "json/object_view.hpp"
#include "schemas/value_rules.hpp"

namespace rlmdb::trees {

namespace {

void put_text(std::string& object, std::string_view name, const std::optional<std::string>& text) {
  if (text) object = json::with_member(object, name, json::quoted(*text));
}

std::string artifact_text(const RunArtifact& artifact) {
  json::ObjectText text;
  text.add("path", json::quoted(artifact.path));
  if (artifact.type) text.add("type", json::quoted(*artifact.type));
  if (artifact.description) text.add("description", json::quoted(*artifact.description));
  return text.finish();
}

std::string as_node_result(std::string_view result, std::string_view status) {
  if (schemas::is_node_result(result)) return std::string(result);
  json::ObjectText text;
  text.add("status", json::quoted(status));
  if (result.starts_with('"')) {
    text.add("output", result);
  } else if (!json::is_nothing(result)) {
    text.add("output", json::quoted(result));
    text.add("output_type", "\"json\"");
  }
  return text.finish();
}

void put_details(std::string& result, const RunDetails& details) {
  put_text(result, "status", details.status);
  put_text(result, "output_type", details.output_type);
  if (details.confidence) {
    char buffer[json::k_number_text_size];
    result = json::with_member(result, "confidence", json::shortest_text(*details.confidence, buffer));
  }
  if (details.model || details.finish_reason) {
    const std::string_view known = json::find_member(result, "metadata");
    std::string metadata(known.starts_with('{') ? known : "{}");
    put_text(metadata, "model_used", details.model);
    put_text(metadata, "finish_reason", details.finish_reason);
    result = json::with_member(result, "metadata", metadata);
  }
  std::vector<std::string> artifacts;
  for (const RunArtifact& artifact : details.artifacts) artifacts.push_back(artifact_text(artifact));
  if (!artifacts.empty())
    result = json::with_member(result, "artifacts",
                               json::with_elements(json::find_member(result, "artifacts"), artifacts));
}

}  // namespace

bool has_details(const RunDetails& details) {
  return details.status || details.output_type || details.confidence || details.model ||
         details.finish_reason || !details.artifacts.empty();
}

std::string result_with_details(std::string_view result, std::string_view status, const RunDetails& details) {
  std::string text = as_node_result(result, status);
  put_details(text, details);
  return text;
}

std::string failed_result(std::string_view result, const RunError& error, const RunDetails& details) {
  json::ObjectText entry;
  entry.add("message", json::quoted(error.message));
  if (error.code) entry.add("code", json::quoted(*error.code));
  entry.add("timestamp", json::quoted(error.timestamp));
  std::string text = json::with_member(as_node_result(result, "failed"), "status", "\"failed\"");
  const std::vector<std::string> last{entry.finish()};
  text = json::with_member(text, "errors", json::with_elements(json::find_member(text, "errors"), last));
  put_details(text, details);
  return text;
}

}  // namespace rlmdb::trees
