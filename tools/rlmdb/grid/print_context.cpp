// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "format/json_writer.hpp"
#include "format/units_text.hpp"
#include "grid/print_grid.hpp"
#include "terminal/text_table.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

void add_option(JsonObject& object, const GridOption& option) {
  object.add("key", option.key).add("text", option.text);
}

void add_position(JsonObject& object, const GridPosition& position) {
  object.add("phase", position.phase)
      .add("phase_total", position.phase_total)
      .add("phase_name", position.phase_name)
      .add("block", position.block)
      .add("block_total", position.block_total)
      .add("wave", position.wave)
      .add("wave_total", position.wave_total)
      .add("thread", position.thread)
      .add("thread_total", position.thread_total)
      .add("thread_name", position.thread_name);
}

void add_block(JsonObject& object, const GridCompletedBlock& block) {
  object.add("block", block.block).add("completed_at", block.completed_at).add("file", block.file);
}

void add_thread(JsonObject& object, const GridCompletedThread& thread) {
  object.add("id", thread.id)
      .add("block", thread.block)
      .add("name", thread.name)
      .add("commit", thread.commit)
      .add("status", thread.status)
      .add("files", thread.files)
      .add("file", thread.file);
}

void add_pending(JsonObject& object, const GridPendingPlan& plan) {
  object.add("file", plan.file).add("block", plan.block).add("wave", plan.wave).add("text", plan.text);
}

void add_category(JsonObject& object, const GridWarmthCategory& category) {
  object.add("name", category.name).add("items", category.items);
}

void add_decision(JsonObject& object, const GridDecision& decision) {
  object.add("number", decision.number)
      .add("at", decision.at)
      .add("question", decision.question)
      .add_array("options", decision.options, add_option)
      .add("choice", decision.choice)
      .add("rationale", decision.rationale)
      .add("affects", decision.affects);
}

void add_blocker(JsonObject& object, const GridBlocker& blocker) {
  object.add("number", blocker.number)
      .add("status", blocker.status)
      .add("block", blocker.block)
      .add("thread", blocker.thread)
      .add("type", blocker.type)
      .add("description", blocker.description)
      .add("resolution", blocker.resolution)
      .add("resolved_at", blocker.resolved_at)
      .add("waiting_for", blocker.waiting_for)
      .add("created_at", blocker.created_at);
}

void add_checkpoint(JsonObject& object, const GridCheckpoint& checkpoint) {
  object.add("file", checkpoint.file)
      .add("type", checkpoint.type)
      .add("timestamp", checkpoint.timestamp)
      .add("expires", checkpoint.expires)
      .add("block", checkpoint.block)
      .add("thread", checkpoint.thread)
      .add("thread_name", checkpoint.thread_name)
      .add("awaiting", checkpoint.awaiting)
      .add("user_response", checkpoint.user_response)
      .add("error", checkpoint.error)
      .add("last_action", checkpoint.last_action)
      .add("partial_work", checkpoint.partial_work)
      .add("document", JsonText{checkpoint.document});
}

void add_point(JsonObject& object, const GridResumePoint& point) {
  object.add("next", to_text(point.next))
      .add("what", point.what)
      .add("why", point.why)
      .add("wave", point.wave)
      .add("block", point.block)
      .add("thread", point.thread)
      .add("thread_name", point.thread_name)
      .add("after_thread", point.after_thread)
      .add("awaiting", point.awaiting)
      .add("user_feedback", point.user_feedback)
      .add_array("options", point.options, add_option)
      .add("plan_file", point.plan_file)
      .add("plan", point.plan);
}

void add_passed_over(JsonObject& object, const GridPassedOver& passed) {
  object.add("what", passed.what).add("why", passed.why);
}

void add_finding(JsonObject& object, const Finding& finding) {
  object.add("where", finding.where).add("code", finding.code).add("message", finding.message);
}

void add_check(JsonObject& object, const GridCheck& check) {
  object.add("name", check.name)
      .add("result", to_text(check.result))
      .add_array("findings", check.findings, add_finding);
}

void add_plan(JsonObject& object, const GridPlan& plan) {
  object.add("option", plan.option).add("what", plan.what).add("commands", plan.commands);
  object.add_array("edits", plan.edits, [](JsonObject& one, const GridFileEdit& edit) {
    one.add("name", edit.name).add("is_removed", edit.is_removed).add("text", edit.text);
  });
}

Tint tint_of(GridCheckResult result) {
  switch (result) {
    case GridCheckResult::passed:
      return Tint::green;
    case GridCheckResult::failed:
      return Tint::red;
    case GridCheckResult::unchecked:
      break;
  }
  return Tint::yellow;
}

void add_line(std::string& text, std::string_view name, const std::string& value, const Terminal& terminal) {
  if (value.empty()) {
    return;
  }
  text += terminal.is_terminal ? fmt::format("  {:<11}{}\n", name, shown(value, terminal))
                               : tab_separated_line({{std::string(name)}, {value}}, terminal);
}

std::string open_blockers_of(const GridContext& context) {
  std::string text;
  for (const GridBlocker& blocker : context.blockers) {
    if (blocker.status == "resolved") {
      continue;
    }
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", blocker.number,
                        blocker.waiting_for.empty() ? blocker.description : blocker.waiting_for);
  }
  return text;
}

std::string silence_text(const GridContext& context) {
  return context.silent_seconds.has_value() ? duration_text(std::chrono::seconds(*context.silent_seconds))
                                            : std::string();
}

}  // namespace

std::string json_context(const GridContext& context, const GridPlans& plans) {
  JsonObject object;
  object.add("grid", context.place)
      .add("cluster", context.cluster)
      .add("version", plans.version)
      .add("status", context.status)
      .add("mode", context.mode)
      .add("error", context.error)
      .add("scenario", to_text(context.scenario))
      .add("confidence", to_text(context.confidence))
      .add("rests_on", context.rests_on)
      .add("needs_approval", context.needs_approval)
      .add("silent_seconds", context.silent_seconds)
      .add_object("position", context.position, add_position)
      .add_object("resume_point", context.resume_point, add_point)
      .add_array("passed_over", context.passed_over, add_passed_over)
      .add_object("checkpoint", context.checkpoint, add_checkpoint)
      .add_array("completed_blocks", context.completed_blocks, add_block)
      .add_array("completed_threads", context.completed_threads, add_thread)
      .add_array("pending_plans", context.pending_plans, add_pending)
      .add_array("warmth", context.warmth, add_category)
      .add_array("decisions", context.decisions, add_decision)
      .add_array("blockers", context.blockers, add_blocker)
      .add_array("checks", context.validation.checks, add_check)
      .add("is_valid", context.validation.is_valid())
      .add_array("plans", plans.plans, add_plan)
      .add("prompt", prompt_of(context));
  return object.text();
}

std::string text_status(const GridContext& context, const Terminal& terminal) {
  std::string text = terminal.is_terminal ? shown(context.place, terminal) + "\n" : std::string();
  add_line(text, terminal.is_terminal ? "" : "grid", terminal.is_terminal ? "" : context.place, terminal);
  add_line(text, "cluster", context.cluster, terminal);
  add_line(text, "status", context.status, terminal);
  add_line(text, "scenario", std::string(to_text(context.scenario)), terminal);
  add_line(text, "silent", silence_text(context), terminal);
  add_line(text, "next", context.resume_point.what, terminal);
  add_line(text, "because", context.resume_point.why, terminal);
  add_line(text, "awaiting", context.resume_point.awaiting, terminal);
  add_line(text, "confidence", std::string(to_text(context.confidence)), terminal);
  add_line(text, "blocks",
           fmt::format("{} done, {} to do", context.completed_blocks.size(), context.pending_plans.size()),
           terminal);
  add_line(text, "blockers", open_blockers_of(context), terminal);
  add_line(text, "error", context.error, terminal);
  return text;
}

std::string json_validation(const GridContext& context) {
  JsonObject object;
  object.add("grid", context.place)
      .add("is_valid", context.validation.is_valid())
      .add_array("checks", context.validation.checks, add_check);
  return object.text();
}

std::string text_validation(const GridContext& context, const Terminal& terminal) {
  std::string text;
  for (const GridCheck& check : context.validation.checks) {
    const std::string result(to_text(check.result));
    text += terminal.is_terminal
                ? fmt::format("{:<12}{}\n", check.name, tinted(result, tint_of(check.result), terminal))
                : tab_separated_line({{check.name}, {result}, {}, {}, {}}, terminal);
    for (const Finding& finding : check.findings) {
      text +=
          terminal.is_terminal
              ? fmt::format("  {}  {}\n", shown(finding.where, terminal), shown(finding.message, terminal))
              : tab_separated_line(
                    {{check.name}, {result}, {finding.where}, {finding.code}, {finding.message}}, terminal);
    }
  }
  return text;
}

std::string text_plans(const GridPlans& plans) {
  std::string text;
  for (const GridPlan& plan : plans.plans) {
    text += fmt::format("--option {}: {}\n", plan.option, make_visible(plan.what));
    for (const std::string& command : plan.commands) {
      text += fmt::format("    first run: {}\n", make_visible(command));
    }
  }
  return text;
}

}  // namespace rlmdb::cli
