// SPDX-License-Identifier: MIT
// The continuation prompt.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "json/json_string.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/grid_resume.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb {

namespace {

constexpr std::array<std::string_view, 8> k_sections{
    "warmth",     "completed_threads", "decisions",     "blockers",
    "validation", "resume_point",      "user_feedback", "plan"};

bool begins_like(std::string_view text, std::string_view name) {
  const auto is_same = [](char left, char right) {
    return (left >= 'A' && left <= 'Z' ? static_cast<char>(left - 'A' + 'a') : left) == right;
  };
  return text.size() >= name.size() &&
         std::equal(name.begin(), name.end(), text.begin(),
                    [&](char right, char left) { return is_same(left, right); });
}

/// Whether the text behind a "<" is, or could pass for, the tag of a section.
bool is_tag(std::string_view behind) {
  const std::size_t name = std::min(behind.find_first_not_of(" \t\r\n/"), behind.size());
  behind.remove_prefix(name);
  return std::any_of(k_sections.begin(), k_sections.end(),
                     [&](std::string_view section) { return begins_like(behind, section); });
}

/// How many bytes at the front of the text are a control character, C0 or C1, that may steer a terminal.
std::size_t control_bytes(std::string_view text) {
  constexpr unsigned char k_first_printable = 0x20;
  constexpr unsigned char k_delete = 0x7f;
  const auto byte = static_cast<unsigned char>(text.front());
  if (byte < k_first_printable) return byte == '\n' || byte == '\t' ? 0 : 1;
  const bool is_second_row =
      text.size() > 1 && text[0] == '\xc2' && static_cast<unsigned char>(text[1]) < 0xa0;
  return is_second_row ? 2 : byte == k_delete ? 1 : 0;
}

/// A text of the mission that stays inside its section, whatever it says.
std::string kept_inside(std::string_view raw) {
  const std::string text = json::with_valid_utf8(raw);
  std::string out;
  out.reserve(text.size());
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t control = control_bytes(rest);
    if (rest.front() == '<' && is_tag(rest.substr(1))) {
      out += "&lt;";
    } else if (control == 0) {
      out += rest.front();
    } else if (!rest.starts_with("\r\n")) {
      out += "\xef\xbf\xbd";
    }
    rest.remove_prefix(std::max<std::size_t>(control, 1));
  }
  return out;
}

/// The same as one item of a list: further lines are indented, so that they begin none of their own.
std::string item(std::string_view text) {
  std::string out;
  std::string inside = kept_inside(text);
  while (inside.ends_with('\n')) inside.pop_back();
  for (const char c : inside) {
    out += c;
    if (c == '\n') out += "  ";
  }
  return out;
}

/// "- LABEL: text" of a text that is there.
void add_line(std::string& out, std::string_view label, std::string_view text) {
  if (text.empty()) return;
  out.append("- ").append(label).append(text.starts_with('\n') ? ":" : ": ").append(item(text)).append("\n");
}

void add_section(std::string& out, std::string_view name, const std::string& content) {
  out.append("<").append(name).append(">\n").append(content);
  if (!content.ends_with('\n')) out += '\n';
  out.append("</").append(name).append(">\n\n");
}

std::string titled(std::string_view name) {
  std::string title(name);
  std::replace(title.begin(), title.end(), '_', ' ');
  if (!title.empty() && title.front() >= 'a' && title.front() <= 'z')
    title.front() = static_cast<char>(title.front() - 'a' + 'A');
  return item(title);
}

/// How much of a mission a prompt of limited length leaves out.
struct LeftOut {
  std::size_t threads = 0;
  std::size_t lessons = 0;
  std::size_t decisions = 0;
  bool is_plan_cut = false;
};

/// "(3 older decisions are left out: `rlmdb grid status --json` has them)"; "" for none.
std::string note_of(std::size_t count, std::string_view one, std::string_view many) {
  if (count == 0) return {};
  return "(" + std::to_string(count) + " older " + std::string(count == 1 ? one : many) +
         (count == 1 ? " is" : " are") + " left out: `rlmdb grid status --json` has " +
         (count == 1 ? "it" : "them") + ")\n";
}

std::string warmth_of(const GridContext& context, const LeftOut& left_out) {
  std::string out = "What earlier programs of this mission have learned:\n";
  out += note_of(left_out.lessons, "lesson", "lessons");
  for (const GridWarmthCategory& category : context.warmth) {
    if (category.items.empty()) continue;
    out += "\n## " + titled(category.name) + "\n";
    for (const std::string& learned : category.items) out += "- " + item(learned) + "\n";
  }
  return out + "\nUse it: do not repeat a mistake that is named here.\n";
}

/// One cell of a table: on one line, and without a bar of its own.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : kept_inside(text)) {
    if (c == '|') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string completed_of(const GridContext& context, const LeftOut& left_out) {
  const std::string note = note_of(left_out.threads, "thread", "threads");
  if (context.completed_threads.empty()) return note.empty() ? "None.\n" : note;
  std::string out = note + (note.empty() ? "" : "\n") +
                    "| Block | Thread | Commit | Status | What | Files |\n|---|---|---|---|---|---|\n";
  for (const GridCompletedThread& thread : context.completed_threads) {
    std::string files;
    for (const std::string& file : thread.files) files += (files.empty() ? "" : ", ") + file;
    for (const std::string_view text :
         {std::string_view(thread.block), std::string_view(thread.id), std::string_view(thread.commit),
          std::string_view(thread.status), std::string_view(thread.name), std::string_view(files)})
      out += "| " + cell(text) + " ";
    out += "|\n";
  }
  return out;
}

/// "vercel: Native support, over netlify: Simpler".
std::string chosen_of(const GridDecision& decision) {
  std::string chosen = "**" + item(decision.choice) + "**";
  std::string others;
  for (const GridOption& option : decision.options) {
    const std::string text = option.text.empty() ? "" : ": " + item(option.text);
    if (option.key == decision.choice) {
      chosen += text;
    } else {
      others += (others.empty() ? ", over " : ", ") + item(option.key) + text;
    }
  }
  return chosen + others;
}

std::string decisions_of(const GridContext& context, const LeftOut& left_out) {
  std::string out = note_of(left_out.decisions, "decision", "decisions");
  for (const GridDecision& decision : context.decisions) {
    out += "- " + item(decision.question) + " " + chosen_of(decision);
    if (!decision.rationale.empty()) out += " (" + item(decision.rationale) + ")";
    if (!decision.affects.empty()) out += "; affects " + item(decision.affects);
    out += "\n";
  }
  return out;
}

std::string open_blockers_of(const GridContext& context) {
  std::string out;
  for (const GridBlocker& blocker : context.blockers) {
    if (blocker.status == "resolved") continue;
    const std::string& place = blocker.thread.empty() ? blocker.block : blocker.thread;
    out += "- " + (place.empty() ? "" : item(place) + ": ") + item(blocker.description);
    if (!blocker.waiting_for.empty()) out += " (waits for: " + item(blocker.waiting_for) + ")";
    out += "\n";
  }
  return out;
}

std::string validation_of(const GridContext& context) {
  std::string out;
  for (const GridCheck& check : context.validation.checks) {
    if (check.result == GridCheckResult::passed) continue;
    out.append("- ").append(item(check.name)).append(" ").append(to_text(check.result)).append("\n");
    for (const Finding& finding : check.findings)
      out +=
          "  - " + (finding.where.empty() ? "" : item(finding.where) + ": ") + item(finding.message) + "\n";
  }
  return out;
}

bool is_chosen(const GridContext& context, const GridOption& option) {
  const std::string answer = util::fold_word(context.checkpoint->user_response);
  return !answer.empty() && (answer == util::fold_word(option.key) || answer == util::fold_word(option.text));
}

bool is_passed_over(const GridContext& context, const std::string& file) {
  return std::any_of(context.passed_over.begin(), context.passed_over.end(),
                     [&](const GridPassedOver& passed) { return passed.what == file; });
}

/// What the user was asked, where the checkpoint that asked it is the one to go on from.
void add_question(std::string& out, const GridContext& context) {
  if (!context.checkpoint || is_passed_over(context, context.checkpoint->file)) return;
  const GridCheckpoint& checkpoint = *context.checkpoint;
  if (checkpoint.awaiting != context.resume_point.awaiting) add_line(out, "Asked", checkpoint.awaiting);
  for (const GridInstruction& instruction : checkpoint.instructions) {
    const bool is_long = instruction.text.find('\n') < instruction.text.size() - 1;
    add_line(out, titled(instruction.name), (is_long ? "\n" : "") + instruction.text);
  }
  if (!context.resume_point.options.empty()) return;
  for (const GridOption& option : checkpoint.options)
    add_line(out, "Option " + item(option.key) + (is_chosen(context, option) ? " (chosen)" : ""),
             option.text.empty() ? option.key : option.text);
}

void add_threads(std::string& out, const GridResumePoint& point) {
  for (const GridBlockThread& thread : point.threads)
    out += "- Thread " + item(thread.id) + (thread.name.empty() ? "" : ": " + item(thread.name)) +
           (thread.id == point.thread ? " (here)"
            : thread.is_complete      ? " (complete)"
                                      : " (to come)") +
           "\n";
}

std::string point_of(const GridContext& context) {
  const GridResumePoint& point = context.resume_point;
  std::string out = item(point.what) + "\n\n";
  add_line(out, "Why", point.why);
  add_line(out, "Scenario", to_text(context.scenario));
  std::string confidence(to_text(context.confidence));
  for (const std::string& reason : context.rests_on)
    confidence += (&reason == &context.rests_on.front() ? " (" : "; ") + reason;
  if (!context.rests_on.empty()) confidence += ")";
  add_line(out, "Confidence", confidence);
  add_line(out, "Wave", point.wave ? std::to_string(*point.wave) : "");
  add_line(out, "Block", point.block);
  add_line(out, "Thread", point.thread + (point.thread_name.empty() ? "" : " " + point.thread_name));
  add_line(out, "After thread", point.after_thread);
  add_threads(out, point);
  add_line(out, "Awaiting", point.awaiting);
  add_question(out, context);
  add_line(out, "User feedback", point.user_feedback.empty() ? "None" : point.user_feedback);
  if (context.scenario == GridScenario::failure)
    add_line(
        out, "Error",
        context.checkpoint && !context.checkpoint->error.empty() ? context.checkpoint->error : context.error);
  if (context.checkpoint) {
    add_line(out, "Last action", context.checkpoint->last_action);
    for (const std::string& file : context.checkpoint->partial_work) add_line(out, "Partial work", file);
  }
  for (const GridOption& option : point.options) add_line(out, "Option " + item(option.key), option.text);
  for (const GridPassedOver& passed : context.passed_over)
    add_line(out, "Passed over", passed.what + ": " + passed.why);
  return out;
}

std::string_view last_words(const GridContext& context) {
  switch (context.resume_point.next) {
    case GridNext::go_on:
      return context.needs_approval
                 ? "Show the validation and the resume point to the user first, and go on when they agree. "
                   "Check that "
                   "the commits above exist, then execute the remaining threads of the plan.\n"
                 : "Check that the commits above exist, then execute the remaining threads of the plan.\n";
    case GridNext::wait:
      return "Do not execute anything before the user has done what is awaited.\n";
    case GridNext::choose:
      return "Show the options to the user and do not execute anything before one is chosen.\n";
    case GridNext::nothing:
      break;
  }
  return "Execute nothing.\n";
}

/// The plan's beginning: whole lines, and what is left out.
std::string plan_of(const GridContext& context, const LeftOut& left_out) {
  std::string plan = kept_inside(context.resume_point.plan);
  if (left_out.is_plan_cut)
    plan += "\n(The rest of the plan is left out: `rlmdb grid show " + item(context.resume_point.plan_file) +
            "` has it.)\n";
  return plan;
}

/// Takes the oldest items away until so many bytes are gone, or all are.
template <class Item, class Size>
std::size_t drop_oldest(std::vector<Item>& items, std::size_t& excess, Size size) {
  std::size_t count = 0;
  while (count < items.size() && excess > 0) excess -= std::min(excess, size(items[count++]));
  items.erase(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(count));
  return count;
}

std::size_t size_of(const GridCompletedThread& thread) {
  std::size_t size = thread.block.size() + thread.id.size() + thread.commit.size() + thread.status.size() +
                     thread.name.size();
  for (const std::string& file : thread.files) size += file.size() + 2;
  constexpr std::size_t k_bars = 20;
  return size + k_bars;
}

/// Cuts what is oldest and can best be spared first: completed threads, lessons, decisions, then the plan's
/// end. False: nothing is left to cut.
bool cut(GridContext& context, std::size_t excess, LeftOut& left_out) {
  const std::size_t wanted = excess;
  left_out.threads += drop_oldest(context.completed_threads, excess,
                                  [](const GridCompletedThread& thread) { return size_of(thread); });
  for (GridWarmthCategory& category : context.warmth)
    left_out.lessons +=
        drop_oldest(category.items, excess, [](const std::string& lesson) { return lesson.size() + 3; });
  left_out.decisions += drop_oldest(context.decisions, excess, [](const GridDecision& decision) {
    return decision.question.size() + decision.choice.size() + decision.rationale.size();
  });
  std::string& plan = context.resume_point.plan;
  if (excess > 0) {
    if (plan.empty()) return excess < wanted;
    plan.resize(plan.size() - std::min(excess, plan.size()));
    plan.resize(plan.rfind('\n') == std::string::npos ? 0 : plan.rfind('\n') + 1);
    left_out.is_plan_cut = true;
  }
  return true;
}

std::string whole_prompt(const GridContext& context, const LeftOut& left_out) {
  std::string out =
      "Your role is that of a Grid executor; where there is a file ~/.claude/agents/grid-executor.md, "
      "read it first.\nMission: " +
      item(context.cluster) + "\n\n";
  if (!context.warmth.empty()) add_section(out, "warmth", warmth_of(context, left_out));
  add_section(out, "completed_threads", completed_of(context, left_out));
  if (!context.decisions.empty() || left_out.decisions > 0)
    add_section(out, "decisions", decisions_of(context, left_out));
  if (const std::string blockers = open_blockers_of(context); !blockers.empty())
    add_section(out, "blockers", blockers);
  if (const std::string validation = validation_of(context); !validation.empty())
    add_section(out, "validation", validation);
  add_section(out, "resume_point", point_of(context));
  if (!context.resume_point.plan.empty() || left_out.is_plan_cut)
    add_section(out, "plan", plan_of(context, left_out));
  return out.append(last_words(context));
}

}  // namespace

std::string prompt_of(const GridContext& context, std::size_t most_bytes) {
  std::string prompt = whole_prompt(context, {});
  if (prompt.size() <= most_bytes) return prompt;
  GridContext shorter = context;
  LeftOut left_out;
  while (prompt.size() > most_bytes) {
    if (!cut(shorter, prompt.size() - most_bytes, left_out))
      throw Error(ErrorCode::invalid_input,
                  "the prompt takes " + std::to_string(prompt.size()) +
                      " bytes without anything that can be left out",
                  std::to_string(most_bytes), "allow that many");
    prompt = whole_prompt(shorter, left_out);
  }
  return prompt;
}

}  // namespace rlmdb
