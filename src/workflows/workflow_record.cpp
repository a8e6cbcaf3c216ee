// SPDX-License-Identifier: MIT
#include "workflows/workflow_record.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "loops/loop_facts.hpp"
#include "rlmdb/error.hpp"
#include "sources/ralph_place.hpp"
#include "sources/workflow_place.hpp"
#include "util/beneath.hpp"
#include "util/clock.hpp"
#include "util/own_names.hpp"
#include "workflows/workflow_rules.hpp"
#include "writing/given_json.hpp"

namespace rlmdb::workflows {

namespace {

using json::find_member;
using json::JsonKind;
using json::ObjectText;

constexpr std::int64_t k_default_days = 30;
constexpr std::array<std::string_view, 9> k_made = {"checkpoint_id", "workflow_id",      "loop_id",
                                                    "workflow_type", "created_at",       "trigger",
                                                    "state",         "execution_config", "metadata"};

[[noreturn]] void refuse(const std::string& where, const std::string& reason) {
  throw Error(ErrorCode::invalid_input, "the checkpoint cannot be taken: " + where + " " + reason, where,
              "nothing was changed; correct that member, or leave it out where it is not needed");
}

bool is_kind(std::string_view raw, JsonKind kind) {
  return !raw.empty() && json::kind_of(raw) == kind;
}

/// Version 4 of RFC 9562.
std::string new_uuid() {
  std::string hex = util::random_name() + util::random_name();
  constexpr std::size_t k_version = 12;
  constexpr std::size_t k_variant = 16;
  constexpr std::string_view k_variants = "89ab";
  hex[k_version] = '4';
  hex[k_variant] = k_variants[static_cast<unsigned char>(hex[k_variant]) % k_variants.size()];
  for (const std::size_t dash : {8U, 13U, 18U, 23U}) hex.insert(dash, 1, '-');
  return hex;
}

std::string_view number_fact(std::string_view outline, loops::LoopFact fact) {
  const std::string_view raw = loops::find_fact(outline, fact);
  return is_kind(raw, JsonKind::number) ? raw : std::string_view();
}

std::string_view current_of(std::string_view outline) {
  return number_fact(outline, loops::LoopFact::iteration);
}

std::string_view most_of(std::string_view outline) {
  return number_fact(outline, loops::LoopFact::max_iterations);
}

std::string iteration_of(std::string_view outline) {
  ObjectText iteration;
  iteration.add_if_there("current", current_of(outline));
  iteration.add_if_there("max", most_of(outline));
  return iteration.empty() ? std::string() : iteration.finish();
}

/// 0 where it is beyond what a double says.
double number_of(std::string_view raw) {
  double number = 0;
  const auto [end, error] = std::from_chars(raw.data(), raw.data() + raw.size(), number);
  return error == std::errc{} ? number : 0;
}

std::string progress_of(std::string_view outline) {
  ObjectText progress;
  const std::string_view current = current_of(outline);
  const std::string_view most = most_of(outline);
  progress.add_if_there("total_steps", most);
  progress.add_if_there("completed_steps", current);
  const double total = number_of(most);
  if (total > 0 && !current.empty())
    progress.add("percentage",
                 fmt::format("{:.6g}", std::clamp(100 * number_of(current) / total, 0.0, 100.0)));
  return progress.finish();
}

/// Of the entry of the newest iteration: what it says of its files, as a checkpoint names them. What a
/// checkpoint cannot say is left out: a loop is kept whatever its entries hold.
std::string artifacts_of(const loops::LoopDocument& loop) {
  std::vector<std::string_view> elements;
  for (const loops::LoopList list : {loops::LoopList::iteration_history, loops::LoopList::iterations}) {
    if (loop.list(list).empty()) continue;
    const std::string_view artifacts = find_member(loop.list(list).back(), "artifacts");
    if (is_kind(artifacts, JsonKind::array)) json::split_elements(artifacts, elements);
    break;
  }
  std::string text;
  for (const std::string_view element : elements) {
    if (json::text_member(element, "path").value_or("").empty()) continue;
    ObjectText artifact;
    artifact.add("path", find_member(element, "path"));
    const std::string_view hash = find_member(element, "hash");
    if (is_kind(hash, JsonKind::string)) artifact.add("hash", hash);
    const std::string_view status = find_member(element, "status");
    artifact.add("status", is_artifact_status(status) ? status : "\"modified\"");
    text += (text.empty() ? "" : ",") + artifact.finish();
  }
  return "[" + text + "]";
}

std::string state_of(const loops::LoopDocument& loop) {
  const std::string_view outline = loop.outline;
  const std::string_view phase = find_member(outline, "phase");
  const auto object = [&](std::string_view name) {
    const std::string_view raw = find_member(outline, name);
    return is_kind(raw, JsonKind::object) ? raw : std::string_view();
  };
  ObjectText state;
  state.add("phase", is_kind(phase, JsonKind::string) ? phase : "\"loop\"");
  const std::string_view step = find_member(outline, "step");
  if (is_kind(step, JsonKind::string)) state.add("step", step);
  state.add("progress", progress_of(outline));
  state.add_if_there("iteration", iteration_of(outline));
  state.add("artifacts", artifacts_of(loop));
  state.add("variables", object("variables").empty() ? "{}" : object("variables"));
  state.add_if_there("agent_state", object("agent_state"));
  return state.finish();
}

/// The array with each of `artifacts` in place of the one of its path, or behind all others.
std::string with_artifacts(std::string_view array, const std::vector<NewArtifact>& artifacts) {
  std::vector<std::string_view> elements;
  json::split_elements(array, elements);
  std::vector<std::string> texts(elements.begin(), elements.end());
  for (const NewArtifact& artifact : artifacts) {
    ObjectText text;
    text.add("path", writing::json_string(artifact.path));
    if (!artifact.hash.empty()) text.add("hash", writing::json_string(artifact.hash));
    text.add("status", writing::json_string(artifact.status));
    const auto same = std::find_if(texts.begin(), texts.end(), [&](const std::string& other) {
      return json::text_member(other, "path") == artifact.path;
    });
    if (same == texts.end()) {
      texts.push_back(text.finish());
    } else {
      *same = text.finish();
    }
  }
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ",") + text;
  return "[" + all + "]";
}

std::string state_of(std::string given, const std::optional<loops::LoopDocument>& loop,
                     const std::vector<NewArtifact>& artifacts) {
  if (given.empty()) given = loop ? state_of(*loop) : "{}";
  if (!is_kind(given, JsonKind::object)) refuse("/state", "is no object");
  if (loop && find_member(given, "iteration").empty())
    given = json::with_member(given, "iteration", iteration_of(loop->outline));
  const std::string_view array = find_member(given, "artifacts");
  if (array.empty()) return json::with_member(given, "artifacts", with_artifacts("[]", artifacts));
  if (artifacts.empty()) return given;
  if (!is_kind(array, JsonKind::array)) refuse("/state/artifacts", "is no array");
  return json::with_member(given, "artifacts", with_artifacts(array, artifacts));
}

std::string tags_of(std::string_view given, const std::vector<std::string>& more) {
  if (!given.empty() && more.empty()) return std::string(given);
  std::vector<std::string_view> elements;
  if (!given.empty() && !is_kind(given, JsonKind::array)) refuse("/metadata/tags", "is no array of texts");
  if (!given.empty()) json::split_elements(given, elements);
  std::vector<std::string> texts(elements.begin(), elements.end());
  for (const std::string& tag : more) {
    writing::require_utf8(tag, "tag");
    std::string text = writing::json_string(tag);
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
  }
  return fmt::format("[{}]", fmt::join(texts, ","));
}

/// nullptr for any other word.
const AutoTrigger* find_auto_trigger(std::string_view word) {
  const auto* const found = std::find_if(k_auto_triggers.begin(), k_auto_triggers.end(),
                                         [&](const AutoTrigger& one) { return one.name == word; });
  return found == k_auto_triggers.end() ? nullptr : found;
}

/// `word` is the trigger as it was asked for; "": nobody did.
std::string metadata_of(std::string given, const NewWorkflowCheckpoint& asked, const std::string& word,
                        std::size_t bytes) {
  if (given.empty()) given = "{}";
  if (!is_kind(given, JsonKind::object)) refuse("/metadata", "is no object");
  const auto set = [&given](std::string_view name, std::string_view raw) {
    given = json::with_member(given, name, raw);
  };
  set("size_bytes", std::to_string(bytes));
  set("compression", "\"gzip\"");
  if (asked.retention_days || find_member(given, "retention_days").empty())
    set("retention_days", std::to_string(asked.retention_days.value_or(k_default_days)));
  set("tags", tags_of(find_member(given, "tags"), asked.tags));
  set("schema_version", "\"2.0\"");
  if (const AutoTrigger* automatic = find_auto_trigger(word))
    set("auto_trigger", writing::json_string(automatic->name));
  else if (asked.trigger)
    set("auto_trigger", "");
  return given;
}

class Record {
 public:
  Record(const NewWorkflowCheckpoint& asked, const std::optional<std::string>& document)
      : m_asked(asked), m_is_record(document && !find_member(*document, "state").empty()) {
    if (m_is_record) m_given = *document;
  }

  [[nodiscard]] std::string text(const std::optional<std::string>& document, const LoopOfRecord& loop,
                                 const std::vector<NewArtifact>& artifacts, const std::string& now) const {
    const bool is_loop = m_asked.owner.kind == WorkflowKind::loop;
    const std::string owner = writing::json_string(m_asked.owner.id);
    const std::string state =
        state_of(m_is_record ? std::string(given("state")) : document.value_or(""), loop.document, artifacts);
    const std::string loop_id = loop.home.has_directory ? owner : "null";
    const std::string trigger = m_asked.trigger.value_or(json::text_member(m_given, "trigger").value_or(""));
    ObjectText record;
    record.add("checkpoint_id", or_made(given("checkpoint_id"), "\"" + new_uuid() + "\""));
    record.add("workflow_id", or_made(given("workflow_id"), owner));
    record.add_if_there("loop_id", or_made(given("loop_id"), is_loop ? loop_id : ""));
    record.add_if_there("workflow_type", or_made(given("workflow_type"), is_loop ? "\"ralph_loop\"" : ""));
    record.add("created_at", or_made(given("created_at"), writing::json_string(now)));
    record.add("trigger", trigger_of(trigger));
    record.add("state", state);
    record.add_if_there("execution_config", given("execution_config"));
    record.add("metadata", metadata_of(std::string(given("metadata")), m_asked, trigger, state.size()));
    add_rest(record);
    return record.finish();
  }

 private:
  [[nodiscard]] std::string_view given(std::string_view name) const { return find_member(m_given, name); }
  static std::string or_made(std::string_view given, const std::string& made) {
    return given.empty() ? made : std::string(given);
  }

  /// What stands in the document and is no text stays, for the schema to refuse.
  [[nodiscard]] std::string trigger_of(const std::string& word) const {
    if (word.empty()) return or_made(given("trigger"), "\"manual\"");
    const AutoTrigger* automatic = find_auto_trigger(word);
    return writing::json_string(automatic != nullptr ? automatic->trigger : std::string_view(word));
  }

  void add_rest(ObjectText& record) const {
    std::vector<json::Member> members;
    json::split_members(m_given, members);
    for (const json::Member& member : members) {
      const std::string_view name = member.raw_name.substr(1, member.raw_name.size() - 2);
      if (std::find(k_made.begin(), k_made.end(), name) == k_made.end()) record.add(name, member.raw_value);
    }
  }

  const NewWorkflowCheckpoint& m_asked;
  bool m_is_record;
  std::string m_given = "{}";
};

/// A UUID v4 of our own is never taken; what else may be wrong with the record, is said.
void require_sound(const std::string& record) {
  if (const auto fault = fault_of_workflow(record)) refuse(fault->pointer, fault->reason);
  if (!util::parse_utc(json::text_member(record, "created_at").value_or("")))
    refuse("/created_at", "is no time in UTC like 2026-02-02T21:05:00Z");
}

}  // namespace

std::string workflow_record(const NewWorkflowCheckpoint& asked, const std::optional<std::string>& document,
                            const LoopOfRecord& loop, const std::vector<NewArtifact>& artifacts,
                            const std::string& now) {
  std::string record = Record(asked, document).text(document, loop, artifacts, now);
  require_sound(record);
  return record;
}

LoopHome home_of(const loops::LoopHead& loop) {
  const auto place = sources::ralph_place_of(loop.place);
  return {loop.family, !place || place->file != sources::RalphFile::loop || !place->owner.empty()};
}

std::string place_of_record(const std::string& record, const LoopHome& home,
                            const std::vector<std::string>& taken) {
  if (const auto loop = json::text_member(record, "loop_id")) {
    if (!util::is_file_name(*loop)) refuse("/loop_id", "cannot name a directory");
    const std::string_view iteration =
        find_member(find_member(find_member(record, "state"), "iteration"), "current");
    if (iteration.empty() || iteration.front() == '-')
      refuse("/state/iteration/current", "is needed for a loop: it names the file");
  }
  const sources::WorkflowPlace place = sources::place_of_workflow(record, home.family);
  if (!util::is_file_name(place.name + "-00000.json.gz")) refuse("/workflow_id", "cannot name a file");
  int number = 1;
  while (std::find(taken.begin(), taken.end(), place.path(number)) != taken.end()) ++number;
  return place.path(number);
}

}  // namespace rlmdb::workflows
