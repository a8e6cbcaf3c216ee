// SPDX-License-Identifier: MIT
#include "writing/request_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "json/json_members.hpp"
#include "json/json_number.hpp"
#include "json/json_string.hpp"
#include "rlmdb/change_fields.hpp"
#include "rlmdb/error.hpp"
#include "util/sha256.hpp"
#include "writing/given_json.hpp"

namespace rlmdb::writing {

namespace {

/// Feeds a digest with values, each with its length or a mark of its absence before it.
class Digest {
 public:
  void add(std::string_view text) {
    m_sha256.update(std::to_string(text.size()) + ":");
    m_sha256.update(text);
  }
  void add(std::int64_t number) { add(std::to_string(number)); }
  void add(std::chrono::milliseconds duration) { add(static_cast<std::int64_t>(duration.count())); }
  void add(const JsonText& json) { add(json.text); }
  void add(const TaskId& id) { add(id.text); }
  void add(const TreeId& id) { add(id.text); }
  void add(std::monostate) {}
  // A plain bool would take string literals too.
  void add(std::same_as<bool> auto is_given) { add(static_cast<std::int64_t>(is_given)); }
  template <class Value>
  void add(const std::vector<Value>& values) {
    for (const Value& value : values) add(value);
  }
  template <class Value>
  void add(const std::optional<Value>& value) {
    m_sha256.update(value ? "+" : "-");
    if (value) add(*value);
  }
  template <class... Values>
  void add(const std::variant<Values...>& value) {
    add(static_cast<std::int64_t>(value.index()));
    std::visit([this](const auto& member) { this->add(member); }, value);
  }
  void add(const NewTask& task) {
    add(task.prompt);
    std::size_t unnamed = k_unnamed_new_task_fields;
    for_each_field(k_new_task_fields, task, [&](const NewTaskField& field, const auto& value) {
      if (unnamed == 0) return add_if_given(field.name, value);
      --unnamed;
      add(value);
    });
  }
  template <class Value>
  void add_if_given(std::string_view name, const std::optional<Value>& value) {
    if (!value) return;
    add(name);
    add(*value);
  }
  void add_if_given(std::string_view name, bool is_given) {
    if (is_given) add(name);
  }
  template <class Value>
  void add_if_given(std::string_view name, const std::vector<Value>& values) {
    if (values.empty()) return;
    add(name);
    add(values);
  }
  void add(const StartTask& start) { add(start.pid); }
  void add(double number) {
    char buffer[json::k_number_text_size];
    add(json::shortest_text(number, buffer));
  }
  void add(const RunCost& cost) {
    // Counts first, as in the digests of earlier versions.
    add_given<std::int64_t>(k_run_cost_fields, cost);
    add_given<double>(k_run_cost_fields, cost);
  }
  /// The fields of that type, or of any of those.
  template <class... Values>
  void add_given(const auto& fields, const auto& run) {
    for_each_field(fields, run, [this]<class Value>(const auto& field, const std::optional<Value>& value) {
      if ((std::is_same_v<Value, Values> || ...)) this->add_if_given(field.name, value);
    });
  }
  void add(const RunDetails& details) {
    add_given<std::string, double>(k_run_detail_fields, details);
    for (const RunArtifact& artifact : details.artifacts) {
      add("artifact");
      add(artifact.path);
      add(artifact.type);
      add(artifact.description);
    }
    for (const RunFault& fault : details.errors) {
      add("error");
      add(fault.message);
      add(fault.code);
      add_if_given("timestamp", fault.timestamp);
    }
  }
  void add(const CompleteTask& complete) {
    add(complete.result);
    add(complete.details);
    add(complete.cost);
  }
  void add(const FailTask& fail) {
    add(fail.error);
    add_if_given("code", fail.code);
    add(fail.details);
    add(fail.cost);
    if (fail.after == AfterFailure::as_configured) add("as_configured");
    add_if_given("timestamp", fail.timestamp);
  }
  void add(const AddCost& used) { add(used.cost); }
  void add(const CancelTask&) {}
  void add(const RetryTask&) {}
  void add(const AppendOutput& append) { add(append.chunk); }
  void add(const SetMembers& set) {
    for (const auto& [name, json] : set.members) {
      add(name);
      add(json);
    }
    add_if_given("not_before", set.not_before);
  }
  void add(const SetVariable& set) {
    add(set.name);
    add(set.value);
    add(set.type);
    add(set.description);
    add(set.source);
    add(set.read_only ? std::optional<std::int64_t>(*set.read_only ? 1 : 0) : std::nullopt);
    add(set.ttl_seconds);
    add(set.reason);
    add(set.in_file ? std::optional<std::int64_t>(1) : std::nullopt);
  }
  void add(const DeleteVariable& gone) {
    add(gone.name);
    add(gone.reason);
  }
  void add(const RenameVariable& rename) {
    add(rename.name);
    add(rename.new_name);
    add(rename.reason);
  }
  void add(const CountReads& reads) {
    add(reads.name);
    add(reads.reads);
  }
  void add(const SetCompletion& completion) {
    add(completion.status);
    add(completion.reason);
  }
  void add(const Heartbeat& heartbeat) { add(heartbeat.lease); }
  void add(const ReleaseTask&) {}
  void add(const AddNote& note) {
    add(note.text);
    add(note.by);
  }
  void add(const ChangeDependencies& change) {
    for (const TaskId& id : change.add) add("+" + id.text);
    for (const TaskId& id : change.remove) add("-" + id.text);
  }

  void add(const Precondition& only_if) {
    add(only_if.if_version);
    add(only_if.token);
    add(static_cast<std::int64_t>(only_if.force));
  }

  [[nodiscard]] std::string hex() const { return m_sha256.hex(); }

 private:
  util::Sha256 m_sha256;
};

std::int64_t number_of(std::string_view raw) {
  std::int64_t number = 0;
  std::from_chars(raw.data(), raw.data() + raw.size(), number);
  return number;
}

std::string text_of(std::string_view raw) {
  std::string text;
  json::decode_string(raw, text);
  return text;
}

ChangeResult result_of(std::string_view json) {
  std::vector<json::Member> members;
  json::split_members(json, members);
  const auto member = [&](std::string_view name) { return json::find_member(members, name); };
  if (member("id").empty() || member("event_seq").empty())
    throw Error(ErrorCode::corrupt, "an answer kept for a request id is damaged", "requests.answer");
  ChangeResult result{TaskId{text_of(member("id"))}, text_of(member("state")), number_of(member("version")),
                      number_of(member("event_seq"))};
  if (!member("lease_expires_at").empty()) result.lease_expires_at = text_of(member("lease_expires_at"));
  if (!member("tree_id").empty()) result.tree = TreeId{text_of(member("tree_id"))};
  return result;
}

}  // namespace

std::string digest_of(std::span<const TaskChange> changes) {
  Digest digest;
  for (const TaskChange& change : changes) {
    digest.add(change.id);
    digest.add(change.action);
    digest.add(change.only_if);
  }
  return digest.hex();
}

std::string digest_of(std::span<const StateChange> changes) {
  Digest digest;
  digest.add("state documents");
  for (const StateChange& change : changes) {
    digest.add(to_text(change.state));
    digest.add(change.action);
    digest.add(change.only_if);
  }
  return digest.hex();
}

std::string digest_of(const BulkChange& bulk) {
  Digest digest;
  digest.add("bulk");
  digest.add(bulk.which.state);
  digest.add(bulk.which.agent);
  digest.add(bulk.which.tree);
  digest.add(bulk.which.where);
  digest.add(static_cast<std::int64_t>(bulk.which.order));
  digest.add(bulk.which.offset);
  digest.add(bulk.which.limit);
  digest.add_if_given("created from", bulk.which.created.begin_ms);
  digest.add_if_given("created to", bulk.which.created.end_ms);
  digest.add_if_given("started from", bulk.which.started.begin_ms);
  digest.add_if_given("started to", bulk.which.started.end_ms);
  digest.add_if_given("ended from", bulk.which.ended.begin_ms);
  digest.add_if_given("ended to", bulk.which.ended.end_ms);
  digest.add(bulk.action);
  digest.add(bulk.only_if);
  return digest.hex();
}

std::string digest_of(std::span<const TaskId> removed, const RemoveTask& how) {
  Digest digest;
  digest.add("remove");
  for (const TaskId& id : removed) digest.add(id);
  digest.add(how.only_if);
  digest.add(static_cast<std::int64_t>(how.below));
  return digest.hex();
}

std::string digest_of(const ClaimOptions& options) {
  Digest digest;
  digest.add("claim");
  digest.add(options.agent);
  digest.add(options.tree ? std::optional(options.tree->text) : std::nullopt);
  digest.add(options.lease);
  // Who asks again may be another process by then. Written as before where nobody gave a process.
  digest.add(std::optional<std::int64_t>());
  digest.add(digest_of(options.first));
  if (options.task) digest.add(options.task->text);
  return digest.hex();
}

void require_same_request(const std::string& key, const std::string& answered_sha256,
                          const std::string& asked_sha256) {
  if (answered_sha256 == asked_sha256) return;
  throw Error(ErrorCode::conflict, "request id '" + key + "' was used for another request", "requests:" + key,
              "nothing was changed; use a new id for a new request");
}

std::string to_json(const Claim& claim) {
  return fmt::format(
      R"([{{"id":{},"token":{},"lease_expires_at":{},"version":{},"event_seq":{},"attempts":{},)"
      R"("resume_checkpoint_id":{},"redecompose":{}}}])",
      json_string(claim.id.text), claim.token, json_string(claim.lease_expires_at), claim.version,
      claim.event_seq, claim.attempts,
      claim.resume_checkpoint_id ? json_string(*claim.resume_checkpoint_id) : "null", claim.redecompose);
}

Claim claim_of(const std::string& json) {
  const std::string canonical = checked_json(json, json::JsonKind::array, "requests.answer");
  std::vector<std::string_view> elements;
  json::split_elements(canonical, elements);
  Claim claim;
  if (elements.empty()) return claim;
  const std::string_view object = elements.front();
  claim.id.text = text_of(json::find_member(object, "id"));
  claim.token = number_of(json::find_member(object, "token"));
  claim.lease_expires_at = text_of(json::find_member(object, "lease_expires_at"));
  claim.version = number_of(json::find_member(object, "version"));
  claim.event_seq = number_of(json::find_member(object, "event_seq"));
  claim.attempts = number_of(json::find_member(object, "attempts"));
  const std::string_view checkpoint = json::find_member(object, "resume_checkpoint_id");
  if (!checkpoint.empty() && checkpoint != "null") claim.resume_checkpoint_id = text_of(checkpoint);
  claim.redecompose = json::find_member(object, "redecompose") == "true";
  return claim;
}

std::string to_json(const std::vector<ChangeResult>& results) {
  std::string json = "[";
  for (const ChangeResult& result : results) {
    json +=
        fmt::format(R"({}{{"id":{},"state":{},"version":{},"event_seq":{})", json.size() > 1 ? "," : "",
                    json_string(result.id.text), json_string(result.state), result.version, result.event_seq);
    if (result.lease_expires_at) json += R"(,"lease_expires_at":)" + json_string(*result.lease_expires_at);
    if (result.tree) json += R"(,"tree_id":)" + json_string(result.tree->text);
    json += "}";
  }
  return json + "]";
}

std::vector<ChangeResult> results_of(const std::string& json) {
  const std::string canonical = checked_json(json, json::JsonKind::array, "requests.answer");
  std::vector<std::string_view> elements;
  json::split_elements(canonical, elements);
  std::vector<ChangeResult> results;
  for (const std::string_view element : elements) results.push_back(result_of(element));
  return results;
}

}  // namespace rlmdb::writing
