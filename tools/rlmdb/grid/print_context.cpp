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
      .add_or_null("block", position.block, "as its file has it: \"01\" and \"1\" are the same")
      .add("block_total", position.block_total)
      .add("wave", position.wave)
      .add("wave_total", position.wave_total)
      .add_or_null("thread", position.thread)
      .add("thread_total", position.thread_total)
      .add_or_null("thread_name", position.thread_name);
}

void add_block(JsonObject& object, const GridCompletedBlock& block) {
  object.add("block", block.block)
      .add_or_null("completed_at", block.completed_at, "as its summary has it")
      .add("file", block.file, "its summary");
}

void add_thread(JsonObject& object, const GridCompletedThread& thread) {
  object.add_or_null("id", thread.id, "\"02.1\"; null of a commit that names no thread")
      .add_or_null("block", thread.block)
      .add("name", thread.name, "of the thread, or the commit's message")
      .add_or_null("commit", thread.commit)
      .add_or_null("status", thread.status, "complete or partial; null where nothing says it")
      .add("files", thread.files)
      .add("file", thread.file, "what says that it is done: a file, or git");
}

void add_pending(JsonObject& object, const GridPendingPlan& plan) {
  object.add("file", plan.file)
      .add("block", plan.block)
      .add("wave", plan.wave, "by the plan's summary, else by the plan")
      .add("text", plan.text, "all of the file");
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
      .add("status", blocker.status, "active, resolved, or the word of its heading")
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
      .add_or_null("type", checkpoint.type,
                   "human_verify, human_action, decision, session_death, failure, or another word")
      .add_or_null("timestamp", checkpoint.timestamp)
      .add_or_null("expires", checkpoint.expires, "null where it never does")
      .add_or_null("block", checkpoint.block)
      .add_or_null("thread", checkpoint.thread)
      .add_or_null("thread_name", checkpoint.thread_name)
      .add_or_null("awaiting", checkpoint.awaiting, "what the user has to do")
      .add_or_null("user_response", checkpoint.user_response)
      .add_or_null("error", checkpoint.error, "of a failure")
      .add_or_null("last_action", checkpoint.last_action, "of the thread that was being worked on")
      .add("partial_work", checkpoint.partial_work, "files that it had created or modified")
      .add("document", object_in(checkpoint.document), "all of it");
}

void add_block_thread(JsonObject& object, const GridBlockThread& thread) {
  object.add("id", thread.id).add_or_null("name", thread.name).add("is_complete", thread.is_complete);
}

void add_point(JsonObject& object, const GridResumePoint& point) {
  object.add("next", point.next)
      .add("what", point.what, "what is to be done, in a sentence")
      .add("why", point.why, "what that follows from")
      .add("wave", point.wave)
      .add_or_null("block", point.block)
      .add_or_null("thread", point.thread, "\"02.3\"; null for the first of the block")
      .add_or_null("thread_name", point.thread_name)
      .add_or_null("after_thread", point.after_thread, "the one that was approved and is behind it")
      .add_or_null("awaiting", point.awaiting, "what the user has to do")
      .add_or_null("user_feedback", point.user_feedback, "what the user answered to the checkpoint")
      .add_array("options", point.options, add_option, "what there is to choose from")
      .add_array("threads", point.threads, add_block_thread, "of its block, in the plan's order")
      .add_or_null("plan_file", point.plan_file, "of its block")
      .add_or_null("plan", point.plan, "the text of that file");
}

void add_passed_over(JsonObject& object, const GridPassedOver& passed) {
  object.add("what", passed.what).add("why", passed.why);
}

void add_check(JsonObject& object, const GridCheck& check) {
  object.add("name", WordOf<k_grid_checks>{check.name})
      .add("result", check.result, "unchecked: nobody could look")
      .add_array("findings", check.findings, add_finding, "also remarks of one that passed");
}

void add_edit(JsonObject& object, const GridFileEdit& edit) {
  object.add("name", edit.name)
      .add("is_removed", edit.is_removed, "the file goes; its text says nothing then")
      .add("text", edit.text, "all of the file");
}

void add_plan(JsonObject& object, const GridPlan& plan) {
  object.add("option", WordOf<k_grid_options>{plan.option}, "as resume --option takes it")
      .add("what", plan.what, "what it does, and what it leaves to the user")
      .add("commands", plan.commands, "for the user to run before it, in the project's directory")
      .add_array("edits", plan.edits, add_edit);
}

}  // namespace

std::string json_context(const GridContext& context, const GridPlans& plans, std::size_t most_bytes) {
  return JsonObject()
      .add("grid", context.place)
      .add("cluster", context.cluster, "\"unknown\" where nothing says it")
      .add("version", plans.version)
      .add_or_null("status", context.status, "STATE.md's word; null where it cannot be read")
      .add_or_null("mode", context.mode)
      .add_or_null("error", context.error, "STATE.md's")
      .add("scenario", context.scenario, "how the mission was left")
      .add("confidence", context.confidence, "in the resume point")
      .add("rests_on", context.rests_on, "what the resume point was found by, a sentence each")
      .add("needs_approval", context.needs_approval,
           "a person should look first: a check failed, the resume point was rebuilt, or something that it "
           "hangs on is not known")
      .add("silent_seconds", context.silent_seconds,
           "how long nobody has written anything; null where no time is known")
      .add_object("position", context.position, add_position, "STATE.md's, or what was rebuilt in its place")
      .add_object("resume_point", context.resume_point, add_point)
      .add_array("passed_over", context.passed_over, add_passed_over,
                 "what might have been the resume point, and is not")
      .add_object("checkpoint", context.checkpoint, add_checkpoint,
                  "the newest, also one that was passed over")
      .add_array("completed_blocks", context.completed_blocks, add_block, "whose summary says complete")
      .add_array("completed_threads", context.completed_threads, add_thread)
      .add_array("pending_plans", context.pending_plans, add_pending,
                 "of blocks without a complete summary, in the order in which they come up")
      .add_array("warmth", context.warmth, add_category, "what was learned")
      .add_array("decisions", context.decisions, add_decision)
      .add_array("blockers", context.blockers, add_blocker)
      .add_array("checks", context.validation.checks, add_check)
      .add("is_valid", context.validation.is_valid(), "no check failed")
      .add_array("plans", plans.plans, add_plan, "what can be done about a mission that did not end in order")
      .add("prompt", prompt_of(context, most_bytes), "for the session that goes on, in Markdown")
      .text();
}

std::string json_validation(const GridContext& context) {
  return JsonObject()
      .add("grid", context.place)
      .add("is_valid", context.validation.is_valid(), "no check failed")
      .add_array("checks", context.validation.checks, add_check)
      .text();
}

std::string json_plan_file(const GridPlans& plans, const std::string& output) {
  return JsonObject()
      .add("grid", plans.place)
      .add("version", plans.version, "of the mission that the plans are for")
      .add("output", output, "the file that was written")
      .text();
}

}  // namespace rlmdb::cli
