// SPDX-License-Identifier: MIT
// A mission and where it goes on as JSON.
#include "format/json_writer.hpp"
#include "grid/print_grid.hpp"

namespace rlmdb::cli {
namespace {

void add_option(JsonObject& object, const GridOption& option) {
  object.add("key", option.key).add("text", option.text);
}

void add_position(JsonObject& object, const GridPosition& position) {
  object.add("phase", position.phase)
      .add("phase_total", position.phase_total)
      .add_or_null("phase_name", position.phase_name)
      .add_or_null("block", position.block)
      .add("block_total", position.block_total)
      .add("wave", position.wave)
      .add("wave_total", position.wave_total)
      .add_or_null("thread", position.thread)
      .add("thread_total", position.thread_total)
      .add_or_null("thread_name", position.thread_name);
}

void add_block(JsonObject& object, const GridCompletedBlock& block) {
  object.add("block", block.block).add_or_null("completed_at", block.completed_at).add("file", block.file);
}

void add_thread(JsonObject& object, const GridCompletedThread& thread) {
  object.add_or_null("id", thread.id)
      .add_or_null("block", thread.block)
      .add("name", thread.name)
      .add_or_null("commit", thread.commit)
      .add_or_null("status", thread.status)
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
      .add_or_null("at", decision.at)
      .add("question", decision.question)
      .add_array("options", decision.options, add_option)
      .add_or_null("choice", decision.choice)
      .add_or_null("rationale", decision.rationale)
      .add_or_null("affects", decision.affects);
}

void add_blocker(JsonObject& object, const GridBlocker& blocker) {
  object.add_or_null("number", blocker.number)
      .add("status", blocker.status)
      .add_or_null("block", blocker.block)
      .add_or_null("thread", blocker.thread)
      .add_or_null("type", blocker.type)
      .add_or_null("description", blocker.description)
      .add_or_null("resolution", blocker.resolution)
      .add_or_null("resolved_at", blocker.resolved_at)
      .add_or_null("waiting_for", blocker.waiting_for)
      .add_or_null("created_at", blocker.created_at);
}

void add_checkpoint(JsonObject& object, const GridCheckpoint& checkpoint) {
  object.add("file", checkpoint.file)
      .add_or_null("type", checkpoint.type)
      .add_or_null("timestamp", checkpoint.timestamp)
      .add_or_null("expires", checkpoint.expires)
      .add_or_null("block", checkpoint.block)
      .add_or_null("thread", checkpoint.thread)
      .add_or_null("thread_name", checkpoint.thread_name)
      .add_or_null("awaiting", checkpoint.awaiting)
      .add_or_null("user_response", checkpoint.user_response)
      .add_or_null("error", checkpoint.error)
      .add_or_null("last_action", checkpoint.last_action)
      .add("partial_work", checkpoint.partial_work)
      .add("document", JsonText{checkpoint.document});
}

void add_block_thread(JsonObject& object, const GridBlockThread& thread) {
  object.add("id", thread.id).add_or_null("name", thread.name).add("is_complete", thread.is_complete);
}

void add_point(JsonObject& object, const GridResumePoint& point) {
  object.add("next", to_text(point.next))
      .add("what", point.what)
      .add("why", point.why)
      .add("wave", point.wave)
      .add_or_null("block", point.block)
      .add_or_null("thread", point.thread)
      .add_or_null("thread_name", point.thread_name)
      .add_or_null("after_thread", point.after_thread)
      .add_or_null("awaiting", point.awaiting)
      .add_or_null("user_feedback", point.user_feedback)
      .add_array("options", point.options, add_option)
      .add_array("threads", point.threads, add_block_thread)
      .add_or_null("plan_file", point.plan_file)
      .add_or_null("plan", point.plan);
}

void add_passed_over(JsonObject& object, const GridPassedOver& passed) {
  object.add("what", passed.what).add("why", passed.why);
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

}  // namespace

std::string json_context(const GridContext& context, const GridPlans& plans, std::size_t most_bytes) {
  JsonObject object;
  object.add("grid", context.place)
      .add("cluster", context.cluster)
      .add("version", plans.version)
      .add_or_null("status", context.status)
      .add_or_null("mode", context.mode)
      .add_or_null("error", context.error)
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
      .add("prompt", prompt_of(context, most_bytes));
  return object.text();
}

std::string json_validation(const GridContext& context) {
  JsonObject object;
  object.add("grid", context.place)
      .add("is_valid", context.validation.is_valid())
      .add_array("checks", context.validation.checks, add_check);
  return object.text();
}

}  // namespace rlmdb::cli
