// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/duration.hpp"
#include "frame/envelope.hpp"
#include "frame/global_options.hpp"
#include "frame/interruption.hpp"
#include "frame/locate_database.hpp"
#include "frame/option_values.hpp"
#include "frame/stuck_lines.hpp"
#include "frame/warnings.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/work_left.hpp"
#include "tasks/left_out.hpp"
#include "tasks/print_changes.hpp"
#include "tasks/print_tasks.hpp"

namespace rlmdb::cli {
namespace {

std::optional<JsonText> node_of(const Store& store, const std::optional<Claim>& claim) {
  const auto node = claim.has_value() ? node_of_task(store, claim->id) : std::nullopt;
  return node.has_value() ? std::optional(node->json) : std::nullopt;
}

class ClaimCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "claim",
        "take the best ready task",
        "[ID] [options]",
        "Takes the queued task of the highest priority, of equals the one that arrived\n"
        "first, that nothing holds up, or ID, and starts it: until the lease ends it\n"
        "belongs to whoever has the token. Prints id, token, lease and, where there is\n"
        "one, the checkpoint to start from. Where no task is ready it prints nothing and\n"
        "exits 0; where ID is not, it says why and exits 7.\n\n"
        "Until then others change the task only by force, whatever becomes of processes.\n"
        "With --pid the end of that process ends the claim too: `recover` takes the task\n"
        "back at once. The owner is a name, see --owner; it gives no rights.",
        {"# a worker: takes tasks until none comes, keeps the lease, completes or fails",
         "while claim=$(rlmdb claim --wait 30s --pid $$) && [ -n \"$claim\" ]; do",
         "  id=$(echo \"$claim\" | cut -f1) token=$(echo \"$claim\" | cut -f2)",
         "  while sleep 60 && kill -0 $$; do", "    rlmdb heartbeat \"$id\" --token \"$token\"",
         "  done >/dev/null 2>&1 &", "  if work \"$id\" >\"$token.out\"; then",
         "    from=-; [ -s \"$token.out\" ] || from=",
         "    rlmdb task complete \"$id\" --token \"$token\" --result \"$from\" <\"$token.out\"", "  else",
         "    rlmdb task fail \"$id\" --token \"$token\" --error \"work ended with $?\"", "  fi",
         "  kill $!; rm \"$token.out\"", "done"},
        {{0, "a task was claimed, or none is ready"},
         {4, "there is no such database, task, tree or owner process; `--wait` does not wait for a tree"},
         {7, "ID cannot be claimed now: it waits, runs or has ended"},
         {130, "`interrupted` while waiting; nothing was claimed"}},
        {"task", "heartbeat", "release", "ready", "recover", "work"}};
    return k_text;
  }

  [[nodiscard]] Effect effect() const override { return Effect::changes; }

  void setup(Options& options) override {
    options.words("ID", m_ids, 0, 1, "this task, as soon as it is ready; not with --agent or --tree");
    options.text("--agent", m_agent, "AGENT", "only tasks of this agent");
    options.text("--tree", m_tree, "ID", "only tasks of this tree");
    options.duration("--lease", m_claim.lease, "how long it is nobody else's; default {}");
    options.duration("--wait", m_claim.wait, "how long to wait for a ready task; default {}");
    add_request_id(options, m_request_id);
    options.number("--pid", {1, k_most_pid}, m_claim.owner_pid,
                   "a process whose end ends the claim before its lease");
  }

  [[nodiscard]] Answers answers() const override {
    return {"The task that was taken.", {{"", "", shape_of([] { return json_claim({}, {}); })}}};
  }

  ExitCode run(Context& context) override {
    context.out.require_writable();
    Store& store = open_database(context, Access::read_write);
    const std::optional<Claim> claim = take_task(store);
    Stuck stuck;
    if (!claim.has_value() && m_claim.task.has_value()) throw not_claimed(store, *m_claim.task);
    std::optional<std::string> reason;
    if (!claim.has_value()) {
      stuck = stuck_now(store);
      reason = why_none_is_ready(store, {m_claim.agent, m_claim.tree});
    }
    if (context.wants_json()) {
      warn_of_stuck(stuck, context);
      if (claim.has_value()) std::for_each(claim->warnings.begin(), claim->warnings.end(), keep_warning);
      context.out.set_failure_hint("the claim itself is made");
      write_success(context.out, "claim", json_claim(claim, node_of(store, claim), reason));
    } else if (claim.has_value()) {
      context.out.set_failure_hint("the claim of " + claim->id.text + " itself is made");
      context.out.write(text_claim(*claim, context.terminal));
      context.talk(text_warnings(claim->warnings, context.error_terminal));
      if (claim->repeated) context.talk("this request was answered before; nothing was claimed now\n");
    } else {
      warn_of_stuck(stuck, context);
      context.talk(fmt::format("no task is ready: {}\n", *reason));
    }
    return ExitCode::done;
  }

 private:
  static constexpr std::int64_t k_most_pid = std::int64_t{1} << 31;

  [[nodiscard]] Stuck stuck_now(const Store& store) const {
    return find_stuck_tasks(store, {m_claim.agent, m_claim.tree});
  }

  static Error not_claimed(const Store& store, const TaskId& id) {
    const std::optional<Readiness> queued = store.explain_ready(id);
    const std::string sooner =
        queued.has_value() && queued->code == "scheduled"
            ? fmt::format(", `rlmdb task set {} --not-before now` lets it be claimed", id.text)
            : std::string();
    return queued.has_value()
               ? Error(ErrorCode::conflict, fmt::format("{} is not ready: {}", id.text, queued->reason),
                       id.text, "nothing was claimed; `--wait` waits until it is ready" + sooner)
               : Error(ErrorCode::conflict, fmt::format("{} is running", id.text), id.text,
                       fmt::format("nothing was claimed; `rlmdb show {}` says who has it", id.text));
  }

  [[nodiscard]] std::optional<Claim> take_task(Store& store) {
    if (!m_ids.empty()) m_claim.task = TaskId{m_ids.front()};
    m_claim.agent = m_agent;
    m_claim.tree = optional_as<TreeId>(m_tree);
    m_claim.noted_pid = ::getppid();
    m_claim.request_id = m_request_id.value_or("");
    if (m_claim.wait.count() > 0) {
      watch_for_interruption();
      m_claim.cancelled = [] { return interrupted() || are_waits_over(); };
    }
    std::optional<Claim> claim = store.claim(m_claim);
    if (!claim.has_value() && m_claim.cancelled && m_claim.cancelled()) {
      throw Error(ErrorCode::io, "interrupted while waiting; no task was claimed");
    }
    return claim;
  }

  std::vector<std::string> m_ids;
  std::optional<std::string> m_request_id;
  std::optional<std::string> m_agent;
  std::optional<std::string> m_tree;
  ClaimOptions m_claim;
};

}  // namespace

CommandPtr make_claim_command() {
  return std::make_unique<ClaimCommand>();
}

}  // namespace rlmdb::cli
