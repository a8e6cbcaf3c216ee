// SPDX-License-Identifier: MIT
#include "trees/node_result_rules.hpp"

#include "json/json_number.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "records/value_rules.hpp"

namespace rlmdb::trees {

namespace {

bool is_nothing(std::string_view raw) {
  return raw.empty() || raw == "null";
}

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

std::string with_element(std::string_view array, std::string_view element) {
  std::string text(array.starts_with('[') ? array.substr(0, array.size() - 1) : "[");
  if (text.size() > 1) text += ',';
  return text.append(element) + ']';
}

std::string as_node_result(std::string_view result, std::string_view status) {
  if (records::is_node_result(result)) return std::string(result);
  json::ObjectText text;
  text.add("status", json::quoted(status));
  if (result.starts_with('"')) {
    text.add("output", result);
  } else if (!is_nothing(result)) {
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
  for (const RunArtifact& artifact : details.artifacts)
    result = json::with_member(result, "artifacts",
                               with_element(json::find_member(result, "artifacts"), artifact_text(artifact)));
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
  text = json::with_member(text, "errors", with_element(json::find_member(text, "errors"), entry.finish()));
  put_details(text, details);
  return text;
}

}  // namespace rlmdb::trees
