// SPDX-License-Identifier: MIT
#include "work/print_work.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "format/state_look.hpp"
#include "format/units_text.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

using std::chrono::milliseconds;

Tint tint_of_work(const WorkEvent& event) {
  switch (event.kind) {
    case WorkEvent::Kind::started:
      return tint_of(TaskState::running);
    case WorkEvent::Kind::completed:
      return tint_of(TaskState::completed);
    case WorkEvent::Kind::failed:
    case WorkEvent::Kind::lost:
      return tint_of(TaskState::failed);
    default:
      return tint_of(TaskState::queued);
  }
}

std::string padded_to(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

std::string counts_text(const WorkCounts& counts) {
  std::string text;
  const std::vector<std::pair<std::int64_t, std::string_view>> all{{counts.completed, "completed"},
                                                                   {counts.failed, "failed"},
                                                                   {counts.retried, "to be tried again"},
                                                                   {counts.released, "given back"},
                                                                   {counts.lost, "lost"}};
  for (const auto& [count, name] : all) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
  }
  return text.empty() ? "no task was run" : text;
}

}  // namespace

const Rows<WorkEvent>& work_rows() {
  static const Rows<WorkEvent> k_rows(
      {{"event", about("retried: it failed and is queued again; released: given back, no attempt is counted; "
                       "lost: somebody else's by now, or cancelled",
                       &WorkEvent::kind)},
       {"at", &WorkEvent::at},
       {"task_id", &WorkEvent::task_id},
       {"token", &WorkEvent::token},
       {"attempt", &WorkEvent::attempt},
       {"pid", &WorkEvent::pid},
       {"exit_status", &WorkEvent::exit_status},
       {"signal", unless_empty(&WorkEvent::signal)},
       {"duration_ms", &WorkEvent::duration_ms},
       {"output_bytes", &WorkEvent::output_bytes},
       {"reason", unless_empty(&WorkEvent::reason)},
       {"containment", &WorkEvent::containment}},
      {}, {});
  return k_rows;
}

std::string text_work(const WorkEvent& event, const Terminal& terminal) {
  if (!terminal.is_terminal) return work_rows().line(event, terminal);
  constexpr std::size_t k_widest_word = 9;
  const std::string word(rlmdb::to_text(event.kind));
  std::string rest = "  " + event.task_id;
  if (event.attempt > 1) rest += fmt::format("  attempt {}", event.attempt);
  if (event.duration_ms.has_value()) rest += "  " + duration_text(milliseconds(*event.duration_ms));
  if (!event.reason.empty()) rest += "  " + event.reason;
  const std::size_t room = terminal.width > k_widest_word ? terminal.width - k_widest_word : 1;
  return tinted(padded_to(word, k_widest_word), tint_of_work(event), terminal) +
         cut_to_width(make_visible(rest), room, ellipsis_of(terminal)) + "\n";
}

std::string status_of(const Worker& worker) {
  std::string text;
  const auto now = Job::Clock::now();
  for (const auto& job : worker.jobs()) {
    text += fmt::format("{}{} {}", text.empty() ? ": " : ", ", job->claim().id.text,
                        duration_text(std::chrono::duration_cast<milliseconds>(now - job->started())));
  }
  if (worker.jobs().empty() && !worker.left().running.empty())
    text = fmt::format(", waiting for {}{}", worker.left().running.front().text,
                       worker.left().running.size() > 1 ? " and others" : "");
  return fmt::format("{} running{}; {}", worker.jobs().size(), text, counts_text(worker.counts()));
}

std::string text_end_of_work(const Worker& worker) {
  std::string text = "nothing is left: " + counts_text(worker.counts());
  if (worker.left().queued > 0)
    text += fmt::format("; {} still queued, `rlmdb ready --explain` says why", worker.left().queued);
  return text + "\n";
}

}  // namespace rlmdb::cli
