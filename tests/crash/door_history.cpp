// SPDX-License-Identifier: MIT
#include "door_history.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <tuple>
#include <utility>

#include "rlmdb/store.hpp"
#include "store_state.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {

namespace {

constexpr std::size_t k_most_faults = 20;

struct DoorEvent {
  std::string kind;
  std::int64_t task = 0;
  std::int64_t token = 0;
  std::string reason;
};

/// What a task is, going by its events.
struct Life {
  std::string state;
  std::int64_t token = 0;
  int completions = 0;
};

std::string kind_of(Deed deed) {
  constexpr const char* k_kinds[] = {"task:created",   "task:claimed", "task:updated", "task:updated",
                                     "task:completed", "task:failed",  "task:retried", "task:released"};
  return k_kinds[static_cast<std::size_t>(deed)];
}

TaskId task_id_of(std::int64_t number) {
  std::string digits = std::to_string(number);
  constexpr std::size_t k_digits = 4;
  if (digits.size() < k_digits) digits.insert(0, k_digits - digits.size(), '0');
  return TaskId{"task-" + digits};
}

std::int64_t number_in(const std::string& text) {
  return text == "NULL" ? 0 : std::stoll(text);
}

/// Alone, or as the output beside the errors of earlier attempts.
bool says_token(const std::string& result, std::int64_t token) {
  const std::string text = std::to_string(token);
  return result == text || result.find("\"output\":\"" + text + "\"") != std::string::npos;
}

class DoorCheck {
 public:
  explicit DoorCheck(const std::filesystem::path& database)
      : m_database(database), m_store(Store::open(database, Access::read_only)) {}

  DoorHistory run(const std::vector<Told>& told, std::size_t unacknowledged) {
    read_events();
    follow_lives();
    check_ends();
    for (const Told& one : told) check_told(one);
    check_adds(told, unacknowledged);
    check_requests();
    return std::move(m_history);
  }

 private:
  void fault(const std::string& what) {
    if (m_history.faults.size() < k_most_faults) m_history.faults.push_back(what);
  }

  void read_events() {
    m_database.each(
        "SELECT e.seq, e.kind, substr(t.legacy_id, 6), e.token, e.reason FROM events e JOIN tasks t "
        "ON t.id = e.task_id ORDER BY e.seq",
        [&](const std::vector<std::string>& row) {
          const DoorEvent event{row[1], std::stoll(row[2]), number_in(row[3]), row[4]};
          m_ends.insert({event.kind, event.task, event.token});
          m_events[std::stoll(row[0])] = event;
        });
  }

  void follow_lives() {
    for (const auto& [seq, event] : m_events)
      if (!follow(m_lives[event.task], event))
        fault("event " + std::to_string(seq) + " " + event.kind + " (" + event.reason + ") of task " +
              std::to_string(event.task) + ", which was " + m_lives[event.task].state + " under " +
              std::to_string(m_lives[event.task].token));
  }

  /// False: nothing that may happen to it.
  bool follow(Life& life, const DoorEvent& event) {
    const bool is_held = life.state == "running" && event.token == life.token;
    const auto becomes = [&life](bool may, const char* state) {
      life.state = state;
      return may;
    };
    if (event.kind == "task:created") return becomes(life.state.empty(), "queued");
    if (event.kind == "task:claimed") return claim(life, event);
    if (event.kind == "task:released") return becomes(is_held, "queued");
    if (event.kind == "task:failed") return becomes(is_held, "failed");
    if (event.kind == "task:completed") return becomes(is_held && life.completions++ == 0, "completed");
    if (event.kind == "task:recovered") {
      ++m_history.recovered;
      return becomes(life.state == "running", "queued");
    }
    if (event.kind == "task:retried" && event.reason == "lease_expired") {
      ++m_history.lost;
      return becomes(life.state == "running", "queued");
    }
    if (event.kind == "task:retried") return becomes(life.state == "failed", "queued");
    return event.kind == "task:updated" && (event.token == 0 || is_held);
  }

  bool claim(Life& life, const DoorEvent& event) {
    ++m_history.claims;
    const bool may = life.state == "queued" && event.token > m_newest_token;
    m_newest_token = event.token;
    life.token = event.token;
    life.state = "running";
    return may;
  }

  void check_ends() {
    m_database.each(
        "SELECT substr(legacy_id, 6), state, result FROM tasks", [&](const std::vector<std::string>& row) {
          const Life& life = m_lives[std::stoll(row[0])];
          ++m_history.tasks;
          if (row[1] != "completed" || life.state != "completed" || !says_token(row[2], life.token))
            fault("task " + row[0] + " is " + row[1] + " with the result " + row[2] + ", its events say " +
                  life.state + " under " + std::to_string(life.token));
        });
  }

  void check_told(const Told& one) {
    const std::string what = kind_of(one.deed) + " " + door_text(one.client, one.number) + " of task " +
                             std::to_string(one.task) + " under " + std::to_string(one.token) + " at " +
                             std::to_string(one.seq);
    if (one.is_refused) {
      ++m_history.refused;
      if (one.token != 0 && m_ends.contains({kind_of(one.deed), one.task, one.token}) &&
          one.deed >= Deed::complete)
        fault(what + " was refused and done");
      return;
    }
    ++m_history.acknowledged;
    if (!is_there(one)) return fault(what + " is lost");
    if (one.seq == 0) {
      ++m_history.by_worker;
    } else if (m_told.try_emplace(one.seq, door_text(one.client, one.number)).first->second !=
               door_text(one.client, one.number)) {
      fault(what + " is what another was told");
    }
    if (one.deed == Deed::note || one.deed == Deed::set) check_text(one, what);
  }

  bool is_there(const Told& one) const {
    if (one.seq == 0) return m_ends.contains({kind_of(one.deed), one.task, one.token});
    const auto found = m_events.find(one.seq);
    if (found == m_events.end()) return false;
    const DoorEvent& event = found->second;
    const bool has_token = one.token != 0 && one.deed != Deed::note;
    return event.kind == kind_of(one.deed) && event.task == one.task &&
           (!has_token || event.token == one.token);
  }

  /// There once, in the record of its task.
  void check_text(const Told& one, const std::string& what) {
    const std::string& record = record_of(one.task);
    const std::string text = "\"" + door_text(one.client, one.number) + "\"";
    const std::size_t at = record.find(text);
    if (at == std::string::npos) return fault(what + " is not in " + record);
    if (record.find(text, at + 1) != std::string::npos) fault(what + " is twice in " + record);
  }

  const std::string& record_of(std::int64_t task) {
    const auto [entry, is_new] = m_records.try_emplace(task);
    if (is_new) entry->second = m_store.find_record(task_id_of(task)).value().json;
    return entry->second;
  }

  void check_adds(const std::vector<Told>& told, std::size_t unacknowledged) {
    std::map<std::string, int> prompts;
    m_database.each("SELECT prompt FROM tasks",
                    [&](const std::vector<std::string>& row) { ++prompts[row[0]]; });
    std::size_t adds = 0;
    for (const auto& [prompt, count] : prompts)
      if (count != 1) fault("the task " + prompt + " is there " + std::to_string(count) + " times");
    for (const Told& one : told) {
      if (one.deed != Deed::add) continue;
      ++adds;
      if (!prompts.contains(door_text(one.client, one.number))) fault("an added task is lost");
    }
    if (prompts.size() > adds + unacknowledged) fault("there are tasks that nobody added");
  }

  void check_requests() {
    const std::string twice = m_database.value("SELECT count(*) - count(DISTINCT key) FROM requests");
    if (twice != "0") fault(twice + " requests are there twice");
  }

  PlainDatabase m_database;
  Store m_store;
  DoorHistory m_history;
  std::map<std::int64_t, DoorEvent> m_events;
  std::set<std::tuple<std::string, std::int64_t, std::int64_t>> m_ends;
  std::map<std::int64_t, Life> m_lives;
  std::map<std::int64_t, std::string> m_records;
  std::map<std::int64_t, std::string> m_told;  ///< by the event, whose call it is
  std::int64_t m_newest_token = 0;
};

}  // namespace

DoorHistory check_doors(const std::filesystem::path& database, const std::vector<Told>& told,
                        std::size_t unacknowledged) {
  return DoorCheck(database).run(told, unacknowledged);
}

std::vector<Told> read_work_log(const std::filesystem::path& file) {
  std::vector<Told> ends;
  const std::string text = read_all(file);
  std::istringstream lines(text.substr(0, text.rfind('\n') + 1));
  for (std::string line; std::getline(lines, line);) {
    // A worker that was killed may have left the beginning of a line before that of the next worker.
    const nlohmann::json event = nlohmann::json::parse(line, nullptr, false);
    if (event.is_discarded()) continue;
    const std::string what = event.at("event");
    Told end;
    end.task = std::stoll(event.at("task_id").get<std::string>().substr(5));
    end.token = event.at("token");
    end.deed = what == "completed" ? Deed::complete : what == "released" ? Deed::release : Deed::fail;
    if (what == "completed" || what == "released" || what == "failed" || what == "retried")
      ends.push_back(end);
  }
  return ends;
}

}  // namespace rlmdb::test
