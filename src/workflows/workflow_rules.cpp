// SPDX-License-Identifier: MIT
#include "workflows/workflow_rules.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <vector>

#include "json/json_members.hpp"
#include "json/json_number.hpp"
#include "json/json_string.hpp"
#include "loops/loop_facts.hpp"
#include "loops/loop_rules.hpp"
#include "rlmdb/workflow.hpp"
#include "schemas/rule_parts.hpp"

namespace rlmdb::workflows {

namespace {

using json::JsonKind;
using Words = std::span<const std::string_view>;

enum class Shape { text, name, word, integer, count, percentage, temperature, object, array, texts };
enum class Need { required, optional, nullable };

struct Rule {
  std::string_view path;  ///< members from the document's top, "state/phase"
  Shape shape;
  Need need = Need::optional;
  Words words = {};
};

constexpr std::array<std::string_view, 4> k_types = {"ralph_loop", "flow_command", "skill_execution",
                                                     "agent_task"};
constexpr std::array<std::string_view, 3> k_compressions = {"none", "gzip", "lz4"};
constexpr std::array<std::string_view, 2> k_versions = {"1.0", "2.0"};
constexpr std::array<std::string_view, 4> k_statuses = {"created", "modified", "deleted", "unchanged"};

/// What stands above something comes before it.
constexpr std::array k_record = {
    Rule{"checkpoint_id", Shape::name, Need::required},
    Rule{"workflow_id", Shape::name, Need::required},
    Rule{"loop_id", Shape::name, Need::nullable},
    Rule{"workflow_type", Shape::word, Need::optional, k_types},
    Rule{"created_at", Shape::name, Need::required},
    Rule{"trigger", Shape::word, Need::optional, k_workflow_triggers},
    Rule{"state", Shape::object, Need::required},
    Rule{"state/phase", Shape::text, Need::required},
    Rule{"state/step", Shape::text},
    Rule{"state/progress", Shape::object, Need::required},
    Rule{"state/progress/total_steps", Shape::integer},
    Rule{"state/progress/completed_steps", Shape::integer},
    Rule{"state/progress/percentage", Shape::percentage},
    Rule{"state/iteration", Shape::object},
    Rule{"state/iteration/current", Shape::integer},
    Rule{"state/iteration/max", Shape::integer},
    Rule{"state/iteration/failures", Shape::integer},
    Rule{"state/artifacts", Shape::array, Need::required},
    Rule{"state/variables", Shape::object},
    Rule{"state/agent_state", Shape::object},
    Rule{"state/agent_state/current_agent", Shape::text},
    Rule{"state/agent_state/memory", Shape::object},
    Rule{"state/agent_state/pending_actions", Shape::texts},
    Rule{"execution_config", Shape::object},
    Rule{"execution_config/model", Shape::text},
    Rule{"execution_config/temperature", Shape::temperature},
    Rule{"execution_config/seed", Shape::integer},
    Rule{"execution_config/execution_mode", Shape::word, Need::optional, k_execution_modes},
    Rule{"execution_config/agent", Shape::text},
    Rule{"execution_config/tools", Shape::texts},
    Rule{"execution_config/inputs", Shape::object},
    Rule{"metadata", Shape::object},
    Rule{"metadata/size_bytes", Shape::integer},
    Rule{"metadata/compression", Shape::word, Need::optional, k_compressions},
    Rule{"metadata/retention_days", Shape::count},
    Rule{"metadata/tags", Shape::texts},
    Rule{"metadata/schema_version", Shape::word, Need::optional, k_versions},
};

constexpr std::array k_artifact = {
    Rule{"path", Shape::name, Need::required},
    Rule{"hash", Shape::text},
    Rule{"status", Shape::word, Need::optional, k_statuses},
};

using schemas::MemberRule;
using Kind = schemas::ValueKind;
constexpr auto k_must = schemas::Need::required;
constexpr auto k_may = schemas::Need::optional;
constexpr schemas::ValueRange k_percents{0, 100};

constexpr MemberRule k_progress_members[] = {
    {"total_steps", Kind::integer},
    {"completed_steps", Kind::integer},
    {"percentage", Kind::number, k_may, &k_percents},
};
constexpr MemberRule k_iteration_members[] = {
    {"current", Kind::integer}, {"max", Kind::integer}, {"failures", Kind::integer}};
constexpr MemberRule k_artifact_members[] = {
    {"path", Kind::text}, {"hash", Kind::text}, {"status", Kind::text, k_may, nullptr, k_statuses}};
constexpr MemberRule k_agent_members[] = {
    {"current_agent", Kind::text},
    {"memory", Kind::object},
    {"pending_actions", Kind::array, k_may, nullptr, {}, {}, nullptr, Kind::text},
};
constexpr MemberRule k_state_members[] = {
    {"phase", Kind::text, k_must},
    {"step", Kind::text},
    {"progress", Kind::object, k_must, nullptr, {}, k_progress_members},
    {"iteration", Kind::object, k_may, nullptr, {}, k_iteration_members},
    {"artifacts", Kind::array, k_must, nullptr, {}, k_artifact_members},
    {"variables", Kind::object},
    {"agent_state", Kind::object, k_may, nullptr, {}, k_agent_members},
};
constexpr MemberRule k_config_members[] = {
    {"model", Kind::text},    {"temperature", Kind::number, k_may, &schemas::parts::k_temperatures},
    {"seed", Kind::integer},  {"execution_mode", Kind::text, k_may, nullptr, k_execution_modes},
    {"agent", Kind::text},    {"tools", Kind::array, k_may, nullptr, {}, {}, nullptr, Kind::text},
    {"inputs", Kind::object},
};
constexpr MemberRule k_metadata_members[] = {
    {"size_bytes", Kind::integer},
    {"compression", Kind::text, k_may, nullptr, k_compressions},
    {"retention_days", Kind::integer, k_may, &schemas::parts::k_counts},
    {"tags", Kind::array, k_may, nullptr, {}, {}, nullptr, Kind::text},
    {"schema_version", Kind::text, k_may, nullptr, k_versions},
};
constexpr MemberRule k_members[] = {
    {"checkpoint_id", Kind::text, k_must, nullptr, {}, {}, &schemas::k_uuid_form},
    {"workflow_id", Kind::text, k_must},
    {"loop_id", Kind::text, schemas::Need::nullable, nullptr, {}, {}, &schemas::k_loop_id_form},
    {"workflow_type", Kind::text, k_may, nullptr, k_types},
    {"created_at", Kind::time, k_must},
    {"trigger", Kind::text, k_may, nullptr, k_workflow_triggers},
    {"state", Kind::object, k_must, nullptr, {}, k_state_members},
    {"execution_config", Kind::object, k_may, nullptr, {}, k_config_members},
    {"metadata", Kind::object, k_may, nullptr, {}, k_metadata_members},
};

/// The loop that it names is the one in whose directory it lies.
void judge_loop_id(std::string_view compact, std::string_view directory, const schemas::UseFault& use) {
  const std::string_view raw = json::find_member(compact, "loop_id");
  const auto id = json::text_of(raw);
  const std::string place = std::string(directory) + ", as its directory";
  if (id && *id != directory) use({"/loop_id", raw, schemas::FaultKind::token, place});
  const bool is_of_loop = json::find_member(compact, "workflow_type") == R"("ralph_loop")";
  if (is_of_loop && (raw.empty() || raw == "null"))
    use({"/loop_id", raw, schemas::FaultKind::missing,
         "required of a checkpoint in the directory of a loop, because its workflow_type is ralph_loop"});
}

std::string_view find_path(std::string_view object, std::string_view path) {
  while (!path.empty() && !object.empty()) {
    const std::size_t slash = path.find('/');
    object = json::find_member(object, path.substr(0, slash));
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
  }
  return object;
}

bool is_integer(std::string_view raw) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(raw.data(), raw.data() + raw.size(), number);
  return error == std::errc{} && end == raw.data() + raw.size();
}

bool is_from_0_to(std::string_view raw, double most) {
  const std::optional<double> number = json::number_of(raw);
  return number && *number >= 0 && *number <= most;
}

bool are_texts(std::string_view raw) {
  std::vector<std::string_view> elements;
  json::split_elements(raw, elements);
  return std::all_of(elements.begin(), elements.end(),
                     [](std::string_view element) { return json::kind_of(element) == JsonKind::string; });
}

std::string list_of(Words words) {
  std::string list;
  for (const std::string_view word : words) list += (list.empty() ? "" : ", ") + std::string(word);
  return list;
}

bool is_word(std::string_view raw, Words words) {
  const auto text = json::text_of(raw);
  return text && std::find(words.begin(), words.end(), *text) != words.end();
}

/// "" where the value has the shape.
std::string fault_of(std::string_view raw, const Rule& rule) {
  const auto unless = [](bool holds, std::string_view reason) { return std::string(holds ? "" : reason); };
  const JsonKind kind = json::kind_of(raw);
  switch (rule.shape) {
    case Shape::text:
      return unless(kind == JsonKind::string, "is no text");
    case Shape::name:
      return unless(kind == JsonKind::string && raw != "\"\"", "is no text that says something");
    case Shape::word:
      return unless(is_word(raw, rule.words), "is none of " + list_of(rule.words));
    case Shape::integer:
      return unless(is_integer(raw), "is no whole number");
    case Shape::count:
      return unless(is_integer(raw) && raw.front() != '-', "is no whole number from 0");
    case Shape::percentage:
      return unless(is_from_0_to(raw, 100), "is no number from 0 to 100");
    case Shape::temperature:
      return unless(is_from_0_to(raw, 2), "is no number from 0 to 2");
    case Shape::object:
      return unless(kind == JsonKind::object, "is no object");
    case Shape::array:
      return unless(kind == JsonKind::array, "is no array");
    case Shape::texts:
      return unless(kind == JsonKind::array && are_texts(raw), "is no array of texts");
  }
  return {};
}

std::optional<WorkflowFault> first_fault(std::string_view object, std::span<const Rule> rules,
                                         const std::string& above) {
  for (const Rule& rule : rules) {
    const std::string_view raw = find_path(object, rule.path);
    std::string reason;
    if (raw.empty()) {
      if (rule.need == Need::required) reason = "is missing";
    } else if (!(rule.need == Need::nullable && raw == "null")) {
      reason = fault_of(raw, rule);
    }
    if (!reason.empty()) return WorkflowFault{above + "/" + std::string(rule.path), std::move(reason)};
  }
  return std::nullopt;
}

}  // namespace

std::string to_text(const WorkflowFault& fault) {
  return fault.pointer.empty() ? "it " + fault.reason : fault.pointer + " " + fault.reason;
}

bool is_artifact_status(std::string_view raw) {
  return !raw.empty() && is_word(raw, k_statuses);
}

std::optional<WorkflowFault> fault_of_workflow(std::string_view compact) {
  if (compact.empty() || json::kind_of(compact) != JsonKind::object) return WorkflowFault{"", "is no object"};
  if (auto fault = first_fault(compact, k_record, "")) return fault;
  std::vector<std::string_view> artifacts;
  json::split_elements(find_path(compact, "state/artifacts"), artifacts);
  for (std::size_t i = 0; i < artifacts.size(); ++i) {
    const std::string pointer = "/state/artifacts/" + std::to_string(i);
    if (json::kind_of(artifacts[i]) != JsonKind::object) return WorkflowFault{pointer, "is no object"};
    if (auto fault = first_fault(artifacts[i], k_artifact, pointer)) return fault;
  }
  return std::nullopt;
}

std::optional<WorkflowFault> fault_of_loop_state(std::string_view compact) {
  if (compact.empty() || json::kind_of(compact) != JsonKind::object) return WorkflowFault{"", "is no object"};
  for (const loops::LoopFact fact :
       {loops::LoopFact::loop_id, loops::LoopFact::iteration, loops::LoopFact::task})
    if (!loops::places_of(compact, fact).empty()) return std::nullopt;
  if (!json::find_member(compact, "iterations").empty()) return std::nullopt;
  return WorkflowFault{"", "is no state of a loop: it names none of loopId, currentIteration and task"};
}

std::optional<WorkflowFault> fault_of_checkpoint(std::string_view kind, std::string_view compact) {
  return kind == "loop-state" ? fault_of_loop_state(compact) : fault_of_workflow(compact);
}

void judge_checkpoint(std::string_view kind, std::string_view compact, std::string_view directory,
                      const schemas::UseFault& use) {
  if (kind == "loop-state") return loops::judge_loop(compact, directory, use);
  schemas::judge_members(compact, k_members, {}, use);
  if (!directory.empty()) judge_loop_id(compact, directory, use);
}

}  // namespace rlmdb::workflows
