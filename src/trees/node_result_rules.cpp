// SPDX-License-Identifier: MIT
#include "trees/node_result_rules.hpp"

#include <vector>

#include "json/json_number.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "json/object_view.hpp"
#include "rlmdb/change_fields.hpp"
#include "schemas/value_rules.hpp"

namespace rlmdb::trees {

namespace {

std::string value_text(const std::string& text) {
  return json::quoted(text);
}

std::string value_text(double number) {
  char buffer[json::k_number_text_size];
  return std::string(json::shortest_text(number, buffer));
}

void put_detail(std::string& result, const RunDetailField& field, const std::string& value) {
  if (field.in_metadata.empty()) {
    result = json::with_member(result, field.name, value);
    return;
  }
  const std::string_view known = json::find_member(result, "metadata");
  result = json::with_member(
      result, "metadata", json::with_member(known.starts_with('{') ? known : "{}", field.in_metadata, value));
}

std::string artifact_text(const RunArtifact& artifact) {
  json::ObjectText text;
  text.add("path", json::quoted(artifact.path));
  if (artifact.type) text.add("type", json::quoted(*artifact.type));
  if (artifact.description) text.add("description", json::quoted(*artifact.description));
  return text.finish();
}

std::string as_node_result(std::string_view result, std::string_view status) {
  if (schemas::is_node_result(result))
    return json::find_member(result, "status").empty()
               ? json::with_member(result, "status", json::quoted(status))
               : std::string(result);
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

std::string error_text(const RunFault& fault, std::string_view timestamp) {
  json::ObjectText entry;
  entry.add("message", json::quoted(fault.message));
  if (fault.code) entry.add("code", json::quoted(*fault.code));
  entry.add("timestamp", json::quoted(fault.timestamp.value_or(std::string(timestamp))));
  return entry.finish();
}

void add_errors(std::string& result, const std::vector<RunFault>& faults, std::string_view timestamp) {
  std::vector<std::string> errors;
  for (const RunFault& fault : faults) errors.push_back(error_text(fault, timestamp));
  if (!errors.empty())
    result =
        json::with_member(result, "errors", json::with_elements(json::find_member(result, "errors"), errors));
}

void put_details(std::string& result, const RunDetails& details, std::string_view timestamp) {
  add_errors(result, details.errors, timestamp);
  for_each_field(k_run_detail_fields, details, [&](const RunDetailField& field, const auto& value) {
    if (value) put_detail(result, field, value_text(*value));
  });
  std::vector<std::string> artifacts;
  for (const RunArtifact& artifact : details.artifacts) artifacts.push_back(artifact_text(artifact));
  if (!artifacts.empty())
    result = json::with_member(result, "artifacts",
                               json::with_elements(json::find_member(result, "artifacts"), artifacts));
}

}  // namespace

bool has_details(const RunDetails& details) {
  bool has_any = !details.artifacts.empty() || !details.errors.empty();
  for_each_field(k_run_detail_fields, details,
                 [&](const RunDetailField&, const auto& value) { has_any = has_any || value; });
  return has_any;
}

std::string result_with_details(std::string_view result, std::string_view status, const RunDetails& details,
                                std::string_view timestamp) {
  std::string text = as_node_result(result, status);
  put_details(text, details, timestamp);
  return text;
}

std::string with_earlier_errors(std::string_view result, std::string_view status, std::string_view errors) {
  if (!errors.starts_with('[') || errors == "[]") return std::string(result);
  std::string text = as_node_result(result, status);
  std::vector<std::string> own;
  std::vector<std::string_view> elements;
  if (const std::string_view known = json::find_member(text, "errors"); known.starts_with('['))
    json::split_elements(known, elements);
  for (const std::string_view element : elements) own.emplace_back(element);
  return json::with_member(text, "errors", json::with_elements(errors, own));
}

std::string errors_with(std::string_view errors, const std::string& message,
                        const std::optional<std::string>& timestamp) {
  std::vector<std::string_view> known;
  if (errors.starts_with('[')) json::split_elements(errors, known);
  if (!known.empty() && known.back().starts_with('{') &&
      json::text_member(known.back(), "message") == message)
    return std::string(errors);
  json::ObjectText entry;
  entry.add("message", json::quoted(message));
  if (timestamp) entry.add("timestamp", json::quoted(*timestamp));
  return json::with_elements(errors, std::vector{entry.finish()});
}

std::string failed_result(std::string_view result, const RunFault& error, const RunDetails& details,
                          std::string_view timestamp) {
  std::string text = json::with_member(as_node_result(result, "failed"), "status", "\"failed\"");
  add_errors(text, {error}, timestamp);
  put_details(text, details, timestamp);
  return text;
}

}  // namespace rlmdb::trees
