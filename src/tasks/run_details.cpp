// SPDX-License-Identifier: MIT
#include "tasks/run_details.hpp"

#include <fmt/format.h>

#include "events/event_rows.hpp"
#include "json/json_layout.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "rlmdb/change_fields.hpp"
#include "rlmdb/error.hpp"
#include "schemas/value_rules.hpp"
#include "tree_documents/document_rows.hpp"
#include "tree_documents/known_members_rules.hpp"
#include "trees/node_result_rules.hpp"
#include "writing/given_json.hpp"
#include "writing/member_edit.hpp"

namespace rlmdb::tasks {

namespace {

void require_artifact(const RunArtifact& artifact, const std::string& where) {
  if (artifact.path.empty())
    throw Error(ErrorCode::invalid_input, "an artifact has a path", where, "nothing was changed");
  writing::require_utf8(artifact.path, where);
  writing::require_utf8(artifact.type.value_or(""), where);
  writing::require_utf8(artifact.description.value_or(""), where);
}

void require_detail(const RunDetailField& field, const std::optional<std::string>& text,
                    const std::string& where) {
  if (!field.words.empty()) return writing::require_word(field.name, text, field.words, where);
  writing::require_utf8(text.value_or(""), where);
}

void require_detail(const RunDetailField& field, const std::optional<double>& share,
                    const std::string& where) {
  if (share && !(*share >= 0 && *share <= 1))
    throw Error(ErrorCode::invalid_input, fmt::format("{} is a number from 0 to 1", field.name), where,
                "nothing was changed");
}

/// When the attempt ended that left an error: what is queued or runs again has that in its events alone.
std::optional<std::string> end_of_attempt(writing::TaskWriter& writer, const records::TaskHead& head) {
  if (head.completed_at) return head.completed_at;
  const auto json = events::EventRows(writer.connection()).last_text(head.id, "/completedAt");
  return json ? json::text_of(*json) : std::nullopt;
}

}  // namespace

void require_details(const RunDetails& details, std::span<const std::string_view> statuses,
                     const std::string& where) {
  writing::require_word("status", details.status, statuses, where + ".status");
  for_each_field(k_run_detail_fields, details, [&](const RunDetailField& field, const auto& value) {
    require_detail(field, value, fmt::format("{}.{}", where, field.name));
  });
  for (const RunArtifact& artifact : details.artifacts) require_artifact(artifact, where + ".artifacts");
  for (const RunFault& fault : details.errors) {
    writing::require_utf8(fault.message, where + ".errors");
    writing::require_utf8(fault.code.value_or(""), where + ".errors");
    require_timestamp(fault.timestamp, where + ".errors");
  }
}

void require_timestamp(const std::optional<std::string>& timestamp, const std::string& where) {
  if (timestamp && !schemas::is_date_time(*timestamp))
    throw Error(ErrorCode::invalid_input, "the timestamp of an error is a time such as 2026-02-02T21:15:00Z",
                where, "nothing was changed; without one it is now");
}

std::string known_result(writing::TaskWriter& writer, const records::TaskHead& head) {
  std::vector<std::string> nodes;
  if (!head.tree_id.empty()) nodes = tree_documents::DocumentRows(writer.connection()).nodes_of_task(head.id);
  return tree_documents::known_result(nodes, writer.texts().find(head.id, 0, records::Chunks::left_out));
}

std::string errors_of_attempts(writing::TaskWriter& writer, const records::TaskHead& head,
                               std::string_view result) {
  const std::string_view known =
      schemas::is_node_result(result) ? json::find_member(result, "errors") : std::string_view();
  const records::EndValue error = writer.heads().end_value(head.id, records::EndMember::error);
  if (error.text && !error.is_json)
    return trees::errors_with(known, *error.text, end_of_attempt(writer, head));
  return std::string(known.starts_with('[') ? known : std::string_view());
}

records::TaskHead with_failed_result(writing::TaskWriter& writer, const records::TaskHead& head,
                                     const RunFault& error, const RunDetails& details,
                                     const writing::Cause& cause) {
  const std::string name = "\"result\"";
  writing::MemberEdit edit(writer, head);
  const std::string before = known_result(writer, head);
  const std::string errors = errors_of_attempts(writer, head, before);
  const std::string earlier = !errors.empty() && schemas::is_node_result(before)
                                  ? json::with_member(before, "errors", errors)
                                  : trees::with_earlier_errors(before, "failed", errors);
  edit.put(name, trees::failed_result(earlier, error, details, writer.now()));
  (void)edit.write(cause);
  return writer.heads().get(head.id);
}

}  // namespace rlmdb::tasks
