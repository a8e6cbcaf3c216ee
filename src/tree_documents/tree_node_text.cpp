// SPDX-License-Identifier: MIT
// A node's text with what its task says.
#include <algorithm>
#include <utility>
#include <vector>

#include "json/json_layout.hpp"
#include "json/json_number.hpp"
#include "json/object_text.hpp"
#include "json/object_view.hpp"
#include "schemas/value_rules.hpp"
#include "tree_documents/tree_node.hpp"
#include "trees/cost.hpp"
#include "util/instant.hpp"

namespace rlmdb::tree_documents {

namespace {

/// `object` with a member of the object that is its member `outer`; that goes where nothing is left in it.
std::string with_inner(std::string_view object, std::string_view outer, std::string_view name,
                       std::string_view raw) {
  const std::string inner = json::with_member(json::find_member(object, outer), name, raw);
  return json::with_member(object, outer, inner == "{}" ? std::string_view() : inner);
}

/// The result's status of a node whose status, raw, is one of those that end it.
std::string_view result_status(std::string_view status) {
  if (status == "\"completed\"") return "\"success\"";
  return status == "\"failed\"" || status == "\"cancelled\"" ? status : std::string_view();
}

/// Whether one of a result's errors has that message, raw.
bool has_error(std::string_view errors, std::string_view message) {
  std::vector<std::string_view> all;
  if (errors.starts_with('[')) json::split_elements(errors, all);
  return std::any_of(all.begin(), all.end(), [&](std::string_view error) {
    return error.starts_with('{') && json::find_member(error, "message") == message;
  });
}

struct ResultChanges {
  bool is_other_status = false;
  bool is_other_result = false;
  bool is_other_output = false;  ///< also where the node had none before
};

/// Whether the record's result is one in the shape of a node's, and the node has it.
bool has_own_result(json::ObjectView& node, json::ObjectView& record) {
  const std::string_view result = record.find({"result"});
  return schemas::is_node_result(result) && node.find({"result"}) == result;
}

/// A result in the shape of a node's says its own status and errors: the record's error is one of them, or
/// that of an earlier run. That of a task that failed otherwise since is not its own any more.
bool says_its_own_end(json::ObjectView& node, json::ObjectView& record) {
  const std::string_view result = record.find({"result"});
  if (node.find({"status"}) != "\"failed\"") return true;
  std::vector<std::string_view> errors;
  if (const std::string_view all = json::find_member(result, "errors"); all.starts_with('['))
    json::split_elements(all, errors);
  return !errors.empty() && errors.back().starts_with('{') &&
         json::find_member(result, "status") == "\"failed\"" &&
         json::find_member(errors.back(), "message") == record.find({"error"});
}

/// The record's error, raw and not null, as one of a result's. It happened when the task ended, where it
/// failed.
std::string error_entry(std::string_view error, json::ObjectView& record) {
  json::ObjectText entry;
  entry.add("message", error);
  const std::string_view end = record.find({"completedAt"});
  if (record.find({"state"}) == "\"failed\"" && !json::is_nothing(end)) entry.add("timestamp", end);
  return entry.finish();
}

/// The result that the record has, with the failure that it does not know of behind its errors.
std::string with_unknown_failure(const std::string& json, json::ObjectView& node, json::ObjectView& record) {
  const std::string_view error = record.find({"error"});
  std::string result = json::with_member(node.find({"result"}), "status", "\"failed\"");
  if (!json::is_nothing(error))
    result = json::with_member(
        result, "errors",
        json::with_elements(json::find_member(result, "errors"), std::vector{error_entry(error, record)}));
  return json::with_member(json, "result", result);
}

/// The result with an output, raw. It is a text: another value becomes its JSON text.
std::string with_output(std::string_view result, std::string_view output) {
  if (json::is_nothing(output) || output.starts_with('"')) return json::with_member(result, "output", output);
  return json::with_member(json::with_member(result, "output", json::quoted(output)), "output_type",
                           "\"json\"");
}

/// `json` already has the record's output. Confidence, model and artifacts tell of the result that they came
/// with, and go with it.
std::string with_result(std::string json, json::ObjectView& record, const ResultChanges& changes) {
  json::ObjectView node(json);
  const std::string_view error = record.find({"error"});
  if (has_own_result(node, record)) {
    if (says_its_own_end(node, record)) return json;
    return with_unknown_failure(json, node, record);
  }
  const bool is_silent = json::is_nothing(error) && !says_there_is_none(record, "error");
  const std::string known(json::find_member(node.find({"result"}), "errors"));
  const bool is_other_error =
      !is_silent && (json::is_nothing(error) ? !known.empty() : !has_error(known, error));
  if (!changes.is_other_status && !changes.is_other_output && !is_other_error) return json;
  std::string result(changes.is_other_result ? "{}" : node.find({"result"}));
  if (changes.is_other_output && !changes.is_other_result) result = json::with_member(result, "output", {});
  const std::string_view status = result_status(node.find({"status"}));
  const std::string_view output = node.find({"result", "output"});
  const bool has_content = result.size() > 2 || !output.empty() || !json::is_nothing(error);
  result = json::with_member(result, "status", has_content ? status : std::string_view());
  if (changes.is_other_output) result = with_output(result, output);
  if (is_other_error || changes.is_other_result) {
    const std::string errors = !is_other_error           ? known
                               : json::is_nothing(error) ? std::string()
                                                         : "[" + error_entry(error, record) + "]";
    result = json::with_member(result, "errors", errors);
  }
  return json::with_member(json, "result", result == "{}" ? std::string_view() : result);
}

/// The sum of both kinds, where both are known and nobody says it.
std::string with_total_tokens(std::string json) {
  const std::string_view cost = json::find_member(json, "cost");
  const auto input = json::exact_int64(json::find_member(cost, "input_tokens"));
  const auto output = json::exact_int64(json::find_member(cost, "output_tokens"));
  std::int64_t total = 0;
  if (!json::find_member(cost, "total_tokens").empty() || !input || !output ||
      __builtin_add_overflow(*input, *output, &total))
    return json;
  return with_inner(json, "cost", "total_tokens", std::to_string(total));
}

/// Between the times of a node, raw; "": it has no two.
std::string duration_in(std::string_view json) {
  const std::string_view times = json::find_member(json, "timestamps");
  if (!times.starts_with('{')) return {};
  const auto begin = util::instant_ms(json::text_member(times, "started_at").value_or(""));
  const auto end = util::instant_ms(json::text_member(times, "completed_at").value_or(""));
  return begin && end ? std::to_string(std::max<std::int64_t>(0, *end - *begin)) : std::string();
}

}  // namespace

std::string with_differences(std::string_view json, const std::vector<NodeDifference>& differences) {
  std::string text(json);
  for (const NodeDifference& difference : differences) {
    if (difference.path.size() == 1) {
      text = json::with_member(text, difference.path.front(), difference.in_task);
      continue;
    }
    text = with_inner(text, difference.path.front(), difference.path.back(), difference.in_task);
  }
  return text;
}

std::string with_record(std::string_view json, std::string_view record_text) {
  std::vector<NodeDifference> differences = compare_members(json, record_text);
  const auto differs = [&](std::string_view outer, std::string_view inner) {
    return std::any_of(differences.begin(), differences.end(), [&](const NodeDifference& difference) {
      return difference.path.front() == outer && (inner.empty() || difference.path.back() == inner);
    });
  };
  const bool had_output = !json::is_nothing(json::ObjectView(json).find({"result", "output"}));
  const bool is_other_output = differs("result", "output");
  const ResultChanges changes{differs("status", ""), is_other_output && had_output, is_other_output};
  const bool is_other_cost = differs("cost", "input_tokens") || differs("cost", "output_tokens");
  const bool is_other_time = differs("timestamps", "started_at") || differs("timestamps", "completed_at");
  std::string text = with_differences(json, differences);
  differences.clear();  // each has its texts, which may be large
  std::string compact;
  json::append_compact(compact, record_text);
  json::ObjectView record(compact);
  text = with_result(std::move(text), record, changes);
  if (is_other_cost) text = with_total_tokens(std::move(text));
  if (is_other_time) text = with_inner(text, "timestamps", "duration_ms", duration_in(text));
  return text;
}

std::string node_of_record(std::string_view record, std::string_view node_id,
                           const std::optional<std::string>& parent) {
  json::ObjectText node;
  node.add("node_id", json::quoted(node_id));
  node.add("parent_id", parent ? json::quoted(*parent) : "null");
  const std::string bare = node.finish();
  std::string json = with_record(bare, record);
  std::string compact;
  json::append_compact(compact, record);
  json::ObjectView members(compact);
  const std::string_view context = members.find({"metadata", "context_reference"});
  if (context.starts_with('{')) json = json::with_member(json, "context", context);
  // A node that is pending differs in nothing from one that does not say so, and has to say so.
  return json::ObjectView(json).find({"status"}).empty() ? json::with_member(json, "status", "\"pending\"")
                                                         : json;
}

std::string with_subtree_cost(std::string_view json, SumOfNode has_sum, double cost_usd) {
  const std::string_view cost = json::find_member(json, "cost");
  const bool is_always = has_sum == SumOfNode::always;
  const bool has_none = is_always && cost.empty() && cost_usd > 0;
  if (!cost.starts_with('{') && !has_none) return std::string(json);
  if (!is_always && json::find_member(cost, "subtree_total_cost_usd").empty()) return std::string(json);
  char buffer[json::k_number_text_size];
  return with_inner(json, "cost", "subtree_total_cost_usd",
                    json::shortest_text(trees::without_noise(cost_usd), buffer));
}

}  // namespace rlmdb::tree_documents
