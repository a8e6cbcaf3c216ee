// SPDX-License-Identifier: MIT
// The continuation prompt (seed grid-persistence, Warmth Injection).
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "json/json_string.hpp"
#include "rlmdb/grid_resume.hpp"

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
  if (!text.empty()) out.append("- ").append(label).append(": ").append(item(text)).append("\n");
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

std::string warmth_of(const GridContext& context) {
  std::string out = "What earlier programs of this mission have learned:\n";
  for (const GridWarmthCategory& category : context.warmth) {
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

std::string completed_of(const GridContext& context) {
  if (context.completed_threads.empty()) return "None.\n";
  std::string out = "| Block | Thread | Commit | Status | What | Files |\n|---|---|---|---|---|---|\n";
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

std::string decisions_of(const GridContext& context) {
  std::string out;
  for (const GridDecision& decision : context.decisions) {
    out += "- " + item(decision.question) + " **" + item(decision.choice) + "**";
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
  add_line(out, "Awaiting", point.awaiting);
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

}  // namespace

std::string prompt_of(const GridContext& context) {
  std::string out =
      "Your role is that of a Grid executor; where there is a file ~/.claude/agents/grid-executor.md, "
      "read it first.\nMission: " +
      item(context.cluster) + "\n\n";
  if (!context.warmth.empty()) add_section(out, "warmth", warmth_of(context));
  add_section(out, "completed_threads", completed_of(context));
  if (!context.decisions.empty()) add_section(out, "decisions", decisions_of(context));
  if (const std::string blockers = open_blockers_of(context); !blockers.empty())
    add_section(out, "blockers", blockers);
  if (const std::string validation = validation_of(context); !validation.empty())
    add_section(out, "validation", validation);
  add_section(out, "resume_point", point_of(context));
  if (!context.resume_point.plan.empty()) add_section(out, "plan", kept_inside(context.resume_point.plan));
  return out.append(last_words(context));
}

}  // namespace rlmdb
