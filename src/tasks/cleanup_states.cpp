// SPDX-License-Identifier: MIT
#include "tasks/cleanup_states.hpp"

#include <vector>

#include "db/transaction.hpp"
#include "jobs/state_text.hpp"
#include "legacy/object_text.hpp"
#include "legacy/variable_text.hpp"
#include "store/state_rows.hpp"
#include "tasks/state_variables.hpp"
#include "util/clock.hpp"

namespace rlmdb::tasks {

namespace {

/// What becomes of one temporary document.
struct Expiry {
  store::StateHead head;
  std::string left = "{}";  ///< its other variables, as the text of an object
  std::vector<ExpiredVariable> expired;
  bool goes = false;  ///< nothing is left
};

Expiry expiry_of_state(store::StateRows& rows, store::StateHead head,
                       std::chrono::system_clock::time_point now) {
  Expiry expiry;
  legacy::ObjectText left;
  for (const store::StoredVariable& variable : rows.variables(head.id)) {
    const std::string text = jobs::text_of(variable);
    const auto end = legacy::expiry_of(legacy::read_variable_text(text));
    if (end && *end <= now) {
      expiry.expired.push_back({head.name, jobs::decoded_name(variable), util::utc_text(*end)});
    } else {
      left.add(variable.name, text);
    }
  }
  expiry.left = left.finish();
  const std::string_view variables = legacy::find_member(head.outline, "variables");
  expiry.goes = left.empty() && variables == "{}";
  expiry.head = std::move(head);
  return expiry;
}

std::vector<Expiry> expiries(db::Connection& connection, std::chrono::system_clock::time_point now) {
  store::StateRows rows(connection);
  std::vector<Expiry> all;
  for (store::StateHead& head : rows.all()) {
    if (head.scope != to_text(StateScope::temporary)) continue;
    Expiry expiry = expiry_of_state(rows, std::move(head), now);
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

void remove(TaskWriter& writer, const Expiry& expiry) {
  StateVariables variables(writer, {StateScope::temporary, expiry.head.name}, {});
  std::int64_t last_event = expiry.head.last_event_seq.value_or(0);
  if (!expiry.expired.empty())
    last_event = variables.replace(expiry.left, {.kind = "var:deleted", .reason = "expired"}).event_seq;
  if (!expiry.goes) return;
  store::StateHead head = expiry.head;
  head.last_event_seq = last_event;
  (void)writer.note(head, {.kind = "state:removed", .reason = to_text({StateScope::temporary, head.name})});
  store::StateRows(writer.connection()).remove(head.id);
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
  TaskWriter writer(connection);
  for (const Expiry& expiry : all) remove(writer, expiry);
  transaction.commit();
}

}  // namespace rlmdb::tasks
