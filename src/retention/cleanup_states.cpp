// SPDX-License-Identifier: MIT
#include "retention/cleanup_states.hpp"

#include <vector>

#include "db/transaction.hpp"
#include "json/object_text.hpp"
#include "records/variable_text.hpp"
#include "sources/source_text_rows.hpp"
#include "util/clock.hpp"
#include "variables/state_reader.hpp"
#include "variables/state_rows.hpp"
#include "variables/state_text.hpp"
#include "variables/state_variables.hpp"

namespace rlmdb::retention {

namespace {

/// What becomes of one temporary document.
struct Expiry {
  variables::StateHead head;
  std::string left = "{}";  ///< its other variables, as the text of an object
  std::vector<ExpiredVariable> expired;
  bool goes = false;  ///< nothing is left
};

Expiry expiry_of_state(variables::StateReader& reader, variables::StateHead head,
                       std::chrono::system_clock::time_point now) {
  Expiry expiry;
  json::ObjectText left;
  for (const variables::StoredVariable& variable : reader.of_document(head.id)) {
    const std::string text = variables::text_of(variable);
    const auto end = records::expiry_of(records::read_variable_text(text));
    if (end && *end <= now) {
      expiry.expired.push_back({head.name, variables::decoded_name(variable), util::utc_text(*end)});
    } else {
      left.add(variable.name, text);
    }
  }
  expiry.left = left.finish();
  const std::string_view variables = json::find_member(head.outline, "variables");
  expiry.goes = left.empty() && variables == "{}";
  expiry.head = std::move(head);
  return expiry;
}

std::vector<Expiry> expiries(db::Connection& connection, std::chrono::system_clock::time_point now) {
  variables::StateReader reader(connection);
  std::vector<Expiry> all;
  for (variables::StateHead& head : variables::StateRows(connection).all()) {
    if (head.scope != to_text(StateScope::temporary)) continue;
    Expiry expiry = expiry_of_state(reader, std::move(head), now);
    if (expiry.goes || !expiry.expired.empty()) all.push_back(std::move(expiry));
  }
  return all;
}

void report_on(const std::vector<Expiry>& all, CleanupReport& report) {
  report.expired.clear();
  report.empty_states.clear();
  for (const Expiry& expiry : all) {
    report.expired.insert(report.expired.end(), expiry.expired.begin(), expiry.expired.end());
    if (expiry.goes) report.empty_states.push_back(expiry.head.name);
  }
}

void remove(writing::TaskWriter& writer, const Expiry& expiry) {
  variables::StateVariables variables(writer, {StateScope::temporary, expiry.head.name}, {});
  std::int64_t last_event = expiry.head.last_event_seq.value_or(0);
  if (!expiry.expired.empty())
    last_event =
        variables.replace(expiry.left, {.kind = EventKind::var_deleted, .reason = "expired"}).event_seq;
  if (expiry.head.source_path)
    sources::SourceTextRows(writer.connection()).drop_packed(*expiry.head.source_path);
  if (!expiry.goes) return;
  variables::StateHead head = expiry.head;
  head.last_event_seq = last_event;
  (void)writer.note(
      head, {.kind = EventKind::state_removed, .reason = to_text({StateScope::temporary, head.name})});
  variables::StateRows(writer.connection()).remove(head.id);
}

}  // namespace

void plan_expired(db::Connection& connection, std::chrono::system_clock::time_point now,
                  CleanupReport& report) {
  report_on(expiries(connection, now), report);
}

void remove_expired(db::Connection& connection, std::chrono::system_clock::time_point now,
                    CleanupReport& report) {
  db::WriteTransaction transaction(connection);
  const std::vector<Expiry> all = expiries(connection, now);
  report_on(all, report);
  if (all.empty()) return;
  writing::TaskWriter writer(connection);
  for (const Expiry& expiry : all) remove(writer, expiry);
  transaction.commit();
}

}  // namespace rlmdb::retention
