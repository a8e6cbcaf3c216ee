// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

#include "history.hpp"
#include "snapshot_reader.hpp"
#include "task_model.hpp"

namespace rlmdb::test {

namespace {

constexpr std::int64_t k_end = std::int64_t{1} << 62;

std::string name_of(const Operation& operation) {
  return "operation " + value_text(operation) + " (verb " + std::to_string(static_cast<int>(operation.verb)) +
         ", task " + std::to_string(operation.task) + ", seq " + std::to_string(operation.seq) + ")";
}

std::string_view kind_of(Verb verb) {
  switch (verb) {
    case Verb::add:
      return "task:created";
    case Verb::start:
      return "task:started";
    case Verb::complete:
      return "task:completed";
    case Verb::fail:
      return "task:failed";
    case Verb::cancel:
      return "task:cancelled";
    case Verb::retry:
      return "task:retried";
    case Verb::release:
      return "task:released";
    case Verb::claim:
      return "task:claimed";
    default:
      return "task:updated";
  }
}

class HistoryCheck {
 public:
  explicit HistoryCheck(const History& history) : m_history(history) {}

  std::vector<std::string> run() {
    collect_acknowledged();
    check_repeated();
    replay();
    check_end();
    for (const auto& writer : m_history.writers) check_order_and_refusals(writer);
    check_followed();
    return std::move(m_faults);
  }

 private:
  /// What decides about a refusal, from `seq` on.
  struct Moment {
    std::int64_t seq;
    ModelTask task;
  };

  void fault(const std::string& text) { m_faults.push_back(text); }

  void collect_acknowledged() {
    std::set<std::int32_t> once;
    for (const auto& writer : m_history.writers) {
      for (const Operation& operation : writer) {
        if (operation.outcome != Outcome::done) continue;
        if (!m_done.emplace(operation.seq, &operation).second)
          fault(name_of(operation) + " has the place of another one");
        if (operation.writer == k_anybody && !once.insert(operation.number).second)
          fault(name_of(operation) + " was done although it had been done");
      }
    }
  }

  void check_repeated() {
    for (const auto& writer : m_history.writers) {
      for (const Operation& operation : writer) {
        if (operation.outcome != Outcome::repeated) continue;
        const auto first = m_done.find(operation.seq);
        if (first == m_done.end() || value_text(*first->second) != value_text(operation) ||
            first->second->task != operation.task || first->second->version != operation.version)
          fault(name_of(operation) + " was answered as a repetition of something else");
      }
    }
  }

  void replay() {
    const std::vector<Read> reads = reads_by_seq();
    auto read = reads.begin();
    std::size_t kept_errors = 0;
    const auto see = [&](std::int64_t before) {
      for (; read != reads.end() && read->seq < before; ++read) check_read(*read);
    };
    for (const EventRow& event : m_history.events) {
      see(event.seq);
      const auto operation = m_done.find(event.seq);
      if (operation == m_done.end() && keeps_errors(event))
        ++kept_errors;
      else if (operation == m_done.end())
        fault("event " + std::to_string(event.seq) + " was never acknowledged");
      else
        replay_one(*operation->second, event);
      m_newest_seq = event.seq;
    }
    see(k_end);
    if (m_done.size() + kept_errors != m_history.events.size())
      fault(std::to_string(m_done.size()) + " acknowledged changes left " +
            std::to_string(m_history.events.size()) + " events");
  }

  /// Whether the event belongs to the next one: a task that failed before fails again, and keeps both errors.
  [[nodiscard]] bool keeps_errors(const EventRow& event) const {
    const auto next = m_done.find(event.seq + 1);
    if (event.kind != "task:updated" || next == m_done.end()) return false;
    const ModelTask* const task = m_model.find(event.task);
    return next->second->verb == Verb::fail && next->second->task == event.task && task != nullptr &&
           task->error;
  }

  void replay_one(const Operation& operation, const EventRow& event) {
    const ModelTask* const before = m_model.find(operation.task);
    const std::string old_state = before == nullptr ? "" : state_text(before->state);
    check_allowed(operation, before);
    m_model.apply(operation);
    const ModelTask& after = *m_model.find(operation.task);
    if (operation.version != after.version) fault(name_of(operation) + " was told another version");
    const std::string new_state = state_text(after.state);
    const bool moved = new_state != old_state;
    if (event.task != operation.task || event.kind != kind_of(operation.verb) ||
        event.token != operation.token ||
        (moved && (event.old_state != old_state || event.new_state != new_state)))
      fault(name_of(operation) + " has another's event: " + event.kind + " " + event.old_state + " > " +
            event.new_state);
    remember(operation, after);
  }

  void check_allowed(const Operation& operation, const ModelTask* before) {
    if (operation.verb == Verb::claim) {
      if (m_model.best_ready() != operation.task) fault(name_of(operation) + " took a task that was not due");
      if (operation.token <= m_newest_token) fault(name_of(operation) + " has a token that is not new");
      m_newest_token = operation.token;
    } else if (operation.verb == Verb::add ? before != nullptr : refusal(before, operation) != std::nullopt) {
      fault(name_of(operation) + " had to be refused");
    }
  }

  void remember(const Operation& operation, const ModelTask& after) {
    Moment moment{operation.seq, {}};
    moment.task.state = after.state;
    moment.task.version = after.version;
    moment.task.token = after.token;
    m_moments[operation.task].push_back(moment);
    m_anything_ready.emplace_back(operation.seq, m_model.best_ready().has_value());
  }

  std::vector<Read> reads_by_seq() {
    std::vector<Read> all;
    for (const auto& reader : m_history.readers) {
      const auto earlier = [](const Read& a, const Read& b) { return a.seq < b.seq; };
      if (!std::is_sorted(reader.begin(), reader.end(), earlier)) fault("a reader went back in time");
      all.insert(all.end(), reader.begin(), reader.end());
    }
    std::stable_sort(all.begin(), all.end(), [](const Read& a, const Read& b) { return a.seq < b.seq; });
    return all;
  }

  void check_read(const Read& read) {
    const std::string text = snapshot_text(m_model.record_text(read.task), m_model.counts_text());
    if (read.seq != m_newest_seq || read.hash != hash_of(text))
      fault("a read at " + std::to_string(read.seq) + " of task " + std::to_string(read.task) + " saw " +
            read.excerpt.data() + " instead of " + text);
  }

  void check_end() {
    if (m_history.counts != m_model.counts_text())
      fault("in the end there are " + m_history.counts + " instead of " + m_model.counts_text());
    if (m_history.records.size() != m_model.tasks().size()) fault("tasks appeared or vanished");
    for (const auto& [task, text] : m_history.records)
      if (text != m_model.record_text(task))
        fault("in the end task " + std::to_string(task) + " is " + text + " instead of " +
              m_model.record_text(task));
  }

  void check_order_and_refusals(const std::vector<Operation>& writer) {
    std::int64_t next_seq = k_end;
    for (auto operation = writer.rbegin(); operation != writer.rend(); ++operation) {
      if (operation->outcome == Outcome::done) {
        if (operation->seq >= next_seq) fault(name_of(*operation) + " came after its process's next one");
        next_seq = operation->seq;
      } else if (operation->outcome == Outcome::none) {
        if (!was_empty(operation->known_seq, next_seq)) fault(name_of(*operation) + " found nothing");
      } else if (operation->outcome == Outcome::refused) {
        check_refused(*operation, next_seq);
      }
    }
  }

  void check_refused(const Operation& operation, std::int64_t next_seq) {
    const bool known = operation.code == ErrorCode::conflict || operation.code == ErrorCode::not_found;
    // Of two changes in one transaction either may be the reason.
    if (known && (!operation.alone || was_refusable(operation, next_seq))) return;
    fault(name_of(operation) + " was refused for no reason: " + std::string(rlmdb::to_text(operation.code)));
  }

  /// Between what the process knew and its own next change there was a moment for the refusal.
  bool was_refusable(const Operation& operation, std::int64_t next_seq) const {
    const auto found = m_moments.find(operation.task);
    const ModelTask* task = nullptr;
    if (found != m_moments.end()) {
      for (const Moment& moment : found->second) {
        if (moment.seq >= next_seq) break;
        if (moment.seq > operation.known_seq && refusal(task, operation) == operation.code) return true;
        task = &moment.task;
      }
    }
    return refusal(task, operation) == operation.code;
  }

  bool was_empty(std::int64_t known_seq, std::int64_t next_seq) const {
    bool is_ready = false;
    for (const auto& [seq, ready_after] : m_anything_ready) {
      if (seq >= next_seq) break;
      if (seq > known_seq && !is_ready) return true;
      is_ready = ready_after;
    }
    return !is_ready;
  }

  void check_followed() {
    const auto same = [](std::int64_t seq, const EventRow& event) { return seq == event.seq; };
    if (!std::equal(m_history.followed.begin(), m_history.followed.end(), m_history.events.begin(),
                    m_history.events.end(), same))
      fault("the follower saw other events than there are");
  }

  const History& m_history;
  std::vector<std::string> m_faults;
  std::map<std::int64_t, const Operation*> m_done;  ///< by seq
  TaskModel m_model;
  std::int64_t m_newest_seq = 0;
  std::int64_t m_newest_token = k_absent;
  std::unordered_map<std::int64_t, std::vector<Moment>> m_moments;
  std::vector<std::pair<std::int64_t, bool>> m_anything_ready;
};

}  // namespace

std::vector<std::string> check_history(const History& history) {
  return HistoryCheck(history).run();
}

}  // namespace rlmdb::test
