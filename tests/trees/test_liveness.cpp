// SPDX-License-Identifier: MIT
// Whether the process of a running node lives, asked about real processes. None of them is ever signalled.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <chrono>

#include "behind_proc.hpp"
#include "tree_place.hpp"
#include "trees/liveness.hpp"
#include "unprivileged.hpp"
#include "util/clock.hpp"
#include "util/process_identity.hpp"
#include "util/user_and_host.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

struct Watch {
  std::atomic<bool> is_ready{false};
  std::atomic<bool> may_end{false};
  std::atomic<int> signals{0};
};

Watch* g_watch = nullptr;

void count_signal(int /*signal*/) {
  ++g_watch->signals;
}

/// A process that lives until told to end and counts the signals it gets.
class Bystander {
 public:
  Bystander() : m_started(util::now()), m_process([this] { return live(); }) {
    wait_until([this] { return m_watch->is_ready.load(); });
  }

  [[nodiscard]] pid_t pid() const { return m_process.pid(); }
  [[nodiscard]] std::uint64_t ticks() const { return util::start_ticks(pid()).value(); }
  /// A time before or after the process began.
  [[nodiscard]] std::string from_start(milliseconds offset) const {
    return util::utc_text(m_started + offset);
  }

  /// Signals received; -1 when it did not end of its own will.
  int end() {
    m_watch->may_end = true;
    return m_process.wait() == 42 ? m_watch->signals.load() : -1;
  }

 private:
  int live() {
    g_watch = &*m_watch;
    for (int signal = 1; signal < 32; ++signal) ::signal(signal, count_signal);
    m_watch->is_ready = true;
    wait_until([this] { return m_watch->may_end.load(); });
    return 42;
  }

  Shared<Watch> m_watch;
  std::chrono::system_clock::time_point m_started;
  ChildProcess m_process;
};

std::string running_since(const std::string& pid_json, const std::string& started_at) {
  return R"({"version": 1, "updatedAt": "2026-01-01T00:00:00.000Z", "tasks": [{"id": "n", "prompt": "p",
    "state": "running", "createdAt": "2026-01-01T00:00:00.000Z", "startedAt": ")" +
         started_at + R"(", "pid": )" + pid_json +
         R"(, "metadata": {"tree_id": "t", "node_id": "x", "parent_id": null, "depth": 0}}]})";
}

/// The one node's plan; applying says the same and changes the node exactly when it resumes.
NodePlan recovered_node(const TreePlace& place) {
  const NodePlan node = place.recover("t", RecoverRun::dry_run).trees.at(0).nodes.at(0);
  CHECK(joined(place.rows("SELECT decision FROM recovery_plan")) == "resume");
  const auto before = place.tasks();
  const RecoveryReport applied = place.recover("t");
  CHECK((applied.trees.at(0).nodes.at(0).decision == node.decision));
  CHECK(applied.changed == (node.decision == Decision::resume ? 1U : 0U));
  CHECK(differences(before, place.tasks()).empty() == (node.decision == Decision::refuse));
  return node;
}

NodePlan imported(const std::string& pid_json, const std::string& started_at) {
  return recovered_node(TreePlace(std::string_view(running_since(pid_json, started_at))));
}

std::string decision(const NodePlan& node) {
  return std::string(to_text(node.decision));
}

std::string own_namespace() {
  struct stat status {};
  REQUIRE(::stat("/proc/self/ns/pid", &status) == 0);
  return std::to_string(status.st_ino);
}

struct OwnerColumns {
  std::string host;
  std::string boot_id;
  std::string pid;
  std::string ticks;          ///< "" for a process that is not to be judged
  std::string pid_namespace;  ///< the same
  std::string lease;          ///< "" for none
};

std::string sql_or_null(const std::string& text) {
  return text.empty() ? "NULL" : "'" + text + "'";
}

std::string number_or_null(const std::string& text) {
  return text.empty() ? "NULL" : text;
}

/// Of a row that rlmdb handed out to anna.
NodePlan plan_of(const OwnerColumns& claim) {
  const TreePlace place(std::string_view(running_since("1", "2026-01-01T00:00:00.000Z")));
  place.edit("UPDATE tasks SET token = 7, owner = 'anna', owner_host = " + sql_or_null(claim.host) +
             ", owner_boot_id = " + sql_or_null(claim.boot_id) + ", owner_pid = " +
             number_or_null(claim.pid) + ", owner_start_ticks = " + number_or_null(claim.ticks) +
             ", owner_pid_namespace = " + number_or_null(claim.pid_namespace) +
             ", lease_expires_at = " + sql_or_null(claim.lease));
  NodePlan node = recovered_node(place);
  const std::string left = place.rows(
      "SELECT coalesce(owner, owner_host, owner_pid, owner_start_ticks, owner_boot_id, owner_pid_namespace, "
      "token, lease_expires_at) IS NULL FROM tasks")[0];
  CHECK(left == (node.decision == Decision::resume ? "1" : "0"));
  return node;
}

std::string claimed(const OwnerColumns& claim) {
  const NodePlan node = plan_of(claim);
  return node.decision == Decision::resume ? "resume " + node.cause : std::string(to_text(node.decision));
}

std::string text_in(seconds offset) {
  return util::utc_text(util::now() + offset);
}

/// For ten minutes more.
OwnerColumns claim_of(const Bystander& process) {
  return {util::host_identity(),           util::boot_id(), std::to_string(process.pid()),
          std::to_string(process.ticks()), own_namespace(), text_in(seconds(600))};
}

pid_t ended_process() {
  ChildProcess child([] { return 0; });
  const pid_t pid = child.pid();
  child.wait();
  return pid;
}

}  // namespace

TEST_SUITE("trees::liveness") {
  TEST_CASE("an imported row: its process lives if it began no later than 5 s after startedAt") {
    Bystander process;
    const std::string pid = std::to_string(process.pid());
    const NodePlan alive = imported(pid, process.from_start(milliseconds(1'500)));
    CHECK(decision(alive) == "refuse");
    CHECK(alive.reason == "its process " + pid + " is still alive");
    CHECK(decision(imported(pid, process.from_start(milliseconds(-4'000)))) == "refuse");
    CHECK(decision(imported(pid, process.from_start(seconds(3'600)))) == "refuse");
    const NodePlan reused = imported(pid, process.from_start(milliseconds(-6'500)));
    CHECK(decision(reused) == "resume");
    CHECK(reused.reason == "was running, its process " + pid + " is gone; run it again from its beginning");
    CHECK(process.end() == 0);
  }

  TEST_CASE("an imported row: started before this boot, whatever the pid is now") {
    Bystander process;
    const auto boot = std::chrono::system_clock::time_point(seconds(util::boot_time_s().value()));
    const std::string pid = std::to_string(process.pid());
    CHECK(decision(imported(pid, util::utc_text(boot - seconds(1)))) == "resume");
    CHECK(decision(imported(pid, util::utc_text(boot))) == "resume");
    CHECK(decision(imported(pid, "2026-01-01T00:00:00.000Z")) == "resume");
    CHECK(process.end() == 0);
  }

  TEST_CASE("a process of this boot cannot have begun before it, even within the 5 s") {
    trees::NodeRow row;
    row.state = TaskState::running;
    row.pid = 1;
    const std::int64_t began_ms = static_cast<std::int64_t>(util::start_ticks(1).value()) * 10;
    util::Machine machine = util::Machine::here();
    // As if the first process had begun in the moment of the boot.
    machine.boot_time_ms = 1'000'000'000 - began_ms;
    row.started_at_ms = 1'000'000'000;
    CHECK((trees::owner_of(row, machine) == trees::Owner::alive));
    row.started_at_ms = machine.boot_time_ms;
    CHECK((trees::owner_of(row, machine) == trees::Owner::dead));
    row.state = TaskState::queued;
    CHECK((trees::owner_of(row, machine) == trees::Owner::none));
  }

  TEST_CASE("an imported row: a process that is hidden is not taken for dead") {
    Bystander process;
    trees::NodeRow row;
    row.state = TaskState::running;
    row.pid = process.pid();
    row.started_at_ms = util::now_ms();
    const util::Machine machine = util::Machine::here();
    check_behind("proc", "hidepid=2", [&] {
      become_unprivileged();
      return !util::start_ticks(process.pid()) && trees::owner_of(row, machine) == trees::Owner::alive;
    });
    CHECK(process.end() == 0);
    CHECK((trees::owner_of(row, machine) == trees::Owner::dead));
  }

  TEST_CASE("an imported row: a dead process, none, and numbers that are no pid") {
    Bystander process;
    const std::string now = process.from_start(milliseconds(1'500));
    CHECK(decision(imported(std::to_string(ended_process()), now)) == "resume");
    const NodePlan none = imported("null", now);
    CHECK(decision(none) == "resume");
    CHECK(none.reason == "was running, no process of it is known; run it again from its beginning");
    const std::int64_t beyond_32_bits = (std::int64_t{1} << 32) + process.pid();
    for (const std::string& pid : std::vector<std::string>{
             "0", "-1", "\"" + std::to_string(process.pid()) + "\"", "1.5", std::to_string(beyond_32_bits)}) {
      CAPTURE(pid);
      CHECK(decision(imported(pid, now)) == "resume");
    }
    CHECK(decision(imported(std::to_string(process.pid()), "yesterday")) == "resume");
    CHECK(process.end() == 0);
  }

  TEST_CASE("a process that has ended but was not yet reaped is dead") {
    ChildProcess zombie([] { return 0; });
    siginfo_t info{};
    REQUIRE(::waitid(P_PID, static_cast<id_t>(zombie.pid()), &info, WEXITED | WNOWAIT) == 0);
    const std::string pid = std::to_string(zombie.pid());
    CHECK(decision(imported(pid, text_in(seconds(1)))) == "resume");
    CHECK(claimed({util::host_identity(), util::boot_id(), pid,
                   std::to_string(util::start_ticks(zombie.pid()).value()), own_namespace(),
                   text_in(seconds(600))}) == "resume process_gone");
  }

  TEST_CASE("a claim holds until its lease ends, whoever its process is") {
    Bystander process;
    OwnerColumns claim = claim_of(process);
    CHECK(claimed(claim) == "refuse");
    CHECK(plan_of(claim).reason == "claimed by anna until " + claim.lease);
    // A pid alone is for people: the lease counts.
    claim.ticks.clear();
    claim.pid_namespace.clear();
    claim.pid = std::to_string(ended_process());
    CHECK(claimed(claim) == "refuse");
    claim.pid.clear();
    CHECK(claimed(claim) == "refuse");
    claim.lease = text_in(seconds(-1));
    CHECK(claimed(claim) == "resume lease_expired");
    CHECK(plan_of(claim).reason ==
          "was running, the lease of anna has ended; run it again from its beginning");
    OwnerColumns living = claim_of(process);
    living.lease = text_in(seconds(-60));
    CHECK(claimed(living) == "resume lease_expired");
    living.lease = "whenever";
    CHECK(claimed(living) == "refuse");
    CHECK(process.end() == 0);
  }

  TEST_CASE("a process that is to be judged ends its claim, where it ran") {
    Bystander process;
    OwnerColumns reused = claim_of(process);
    reused.ticks = std::to_string(process.ticks() - 1);
    CHECK(claimed(reused) == "resume process_gone");
    OwnerColumns dead = claim_of(process);
    dead.pid = std::to_string(ended_process());
    CHECK(claimed(dead) == "resume process_gone");
    dead.pid_namespace = "1";
    CHECK(claimed(dead) == "refuse");
    dead.pid_namespace = own_namespace();
    dead.boot_id.clear();
    CHECK(claimed(dead) == "refuse");
    CHECK(process.end() == 0);
  }

  TEST_CASE("a claim of an earlier boot is over on its own host, and on no other") {
    Bystander process;
    OwnerColumns claim = claim_of(process);
    claim.boot_id = "00000000-0000-0000-0000-000000000000";
    CHECK(claimed(claim) == "resume process_gone");
    CHECK(plan_of(claim).reason ==
          "was running for anna when this host was started anew; run it again from its beginning");
    claim.host = "elsewhere/0123";
    CHECK(claimed(claim) == "refuse");
    CHECK(plan_of(claim).reason == "claimed by anna on elsewhere until " + claim.lease);
    claim.host.clear();
    CHECK(claimed(claim) == "refuse");
    claim.lease = text_in(seconds(-1));
    CHECK(claimed(claim) == "resume lease_expired");
    CHECK(process.end() == 0);
  }
}
