// SPDX-License-Identifier: MIT
#include "help/explanations.hpp"

#include <algorithm>

namespace rlmdb::cli {
namespace {

using enum Explanation::Kind;

const std::vector<Explanation>& error_explanations() {
  static const std::vector<Explanation> k_errors{
      {error, "usage", "The command line makes no sense; nothing was done. Exit code 2.",
       "An unknown command or option, an argument too few or too many, a value that is not allowed there, or "
       "an SQL "
       "statement that is wrong or would write.",
       "`rlmdb COMMAND -h` shows what the command takes."},
      {error, "not_found", "There is no such database, task, tree, variable, file or code. Exit code 4.",
       "The name is mistyped, or the database is another one than you think.",
       "`rlmdb where` says which database is used and why, `rlmdb list` which tasks and `rlmdb trees` which "
       "trees it has, `rlmdb var list` which variables a task has. A missing database is "
       "created by `rlmdb init` or `rlmdb import`."},
      {error, "invalid_input", "The file to import is damaged or refused; nothing was changed. Exit code 6.",
       "It is no JSON (cut off, empty, a byte order mark, a trailing comma), has no `tasks` array, holds "
       "records "
       "without a string id, nests too deep, or loses something while --strict is given.",
       "The message names the byte offset and the JSON pointer. Repair the file, or see --quarantine, "
       "--salvage and "
       "--max-depth in `rlmdb import -h`."},
      {error, "conflict",
       "Something is no longer, or not yet, as the command needs it; nothing was changed. Exit code 7.",
       "A record changed both here and in its file since the last import; an id belongs to another file; a "
       "task has not the state, version or token that was asked for; an output would overwrite the database, "
       "a file that is already there, or a legacy file that changed or whose daemon lives; the -wal, or what "
       "lies under the database's name, is not of this database; it has several hard links, or a trigger "
       "that is not rlmdb's; a backup lacks what the database holds; it needs a migration; the clock lies "
       "before the newest stored time, or far behind all of them.",
       "Read the hint: it says what decides. For import, --on-conflict chooses which side wins; --force "
       "overwrites where a command has it."},
      {error, "busy",
       "Another process is writing and did not finish in time; nothing was changed. Exit code 5.",
       "A long import or migration runs; the message names the process id that holds the database.",
       "Wait for it and run the same command again."},
      {error, "corrupt", "The database file is damaged; nothing was changed. Exit code 8.",
       "A failing disk, a copy made without its -wal file, or another program wrote into it; or its number "
       "of schema, its recorded steps and its tables are of different times.",
       "Keep the file and its -wal and -shm neighbours as they are. Import the legacy files into a new "
       "database, or "
       "go back to a backup."},
      {error, "not_our_database", "The file is not an rlmdb database; nothing was changed. Exit code 8.",
       "The path names another program's SQLite file, or no SQLite file at all.",
       "Look at the path: `rlmdb where` says which rule chose it. Choose another one with --db."},
      {error, "schema_too_new", "A newer rlmdb made this database; nothing was changed. Exit code 8.",
       "The schema number in the file is higher than this program knows.", "Use a newer rlmdb."},
      {error, "io", "The operating system refused to read or write. Exit code 1.",
       "The disk or a quota is full, a permission is missing, the file lies on a network file system (which "
       "cannot "
       "hold a database that several processes write), or standard output was closed.",
       "The message names the file and the reason. What was there before is intact."},
      {error, "interrupted", "The command was stopped by SIGINT, SIGTERM or SIGHUP. Exit code 130.",
       "Ctrl-C, or another program asked it to stop.",
       "What had been committed before stays: whole sources of an import, whole batches of a cleanup. Run "
       "the "
       "same command again; it goes on from there. `rlmdb events --follow` always ends in this way, and "
       "`rlmdb work` has given its tasks back."},
      {error, "internal", "A mistake in rlmdb itself. Exit code 1.", "A case its authors did not foresee.",
       "Please report it with the message and the output of `rlmdb --version`."}};
  return k_errors;
}

/// Why a queued task is or is not claimed, and why an event happened.
const std::vector<Explanation>& reason_explanations() {
  static const std::vector<Explanation> k_reasons{
      {reason, "attempts_exhausted", "The task failed because too many of its attempts were lost.",
       "Each time its lease expired, an attempt was counted; now there were `max_attempts` (3 unless the "
       "task "
       "says otherwise).",
       "Find out why its workers die or fall silent; then `rlmdb task retry` queues it again."},
      {reason, "backoff", "The queued task waits until a time.",
       "Its last attempt was lost. The wait doubles with every one.",
       "Nothing to do: `not_before` says when it can be claimed."},
      {reason, "budget_spent", "The queued node belongs to a tree whose budget is spent.",
       "The nodes of the tree have cost at least as much as `rlmdb budget` allows it.",
       "`rlmdb budget ID --set USD` gives it more, --clear as much as it takes; its nodes can then be "
       "claimed."},
      {reason, "child", "The queued node waits for its children.",
       "A node with children only merges their results, once all of them are finished.",
       "`rlmdb ready --explain` says in turn what these children wait for."},
      {reason, "dependency", "The queued task waits for tasks it depends on.",
       "`metadata.depends_on` names tasks that are not completed or cancelled.",
       "Let them be done. What failed can be retried or cancelled; both let the others go on."},
      {reason, "dependency_cycle", "Queued tasks depend on each other: none of them can ever run.",
       "`metadata.depends_on` of each names the next, and that of the last the first; or a task names "
       "itself. "
       "They came in by an import, an edit or --force.",
       "Take one out of it: `rlmdb task set ID 'metadata.depends_on=[]'`, or cancel one that is not needed."},
      {reason, "dependency_unknown", "The queued task depends on an id that no task has.",
       "The task was never there, was removed, or its id is mistyped in `metadata.depends_on`.",
       "Add or import the task, or say what it depends on: `rlmdb task set ID "
       "'metadata.depends_on=[\"…\"]'`."},
      {reason, "order_cycle",
       "Queued nodes wait for each other, by their order and a dependency: none can ever run.",
       "A node depends on what comes after it: on a later sibling of a sequential parent, or on what lies "
       "below one.",
       "Take the dependency out: the line behind the message does, `rlmdb task depend remove ID --on ID`."},
      {reason, "stuck_failed", "Queued tasks wait for one that failed, and nothing tries it again of itself.",
       "It is their child, a sibling before them, what they depend on, or stands so to a node above them.",
       "`rlmdb task retry ID` queues it again; where it is not needed, `rlmdb task cancel ID` lets the "
       "others go on."},
      {reason, "stuck_process_gone",
       "Queued tasks wait for one that ran without a claim, and whose process is gone.",
       "It was started by `task start`, or came in as running; no lease ends it.",
       "`rlmdb recover` queues it again, from its last checkpoint."},
      {reason, "stuck_unknown_state", "Queued tasks wait for one whose state rlmdb does not know.",
       "Another program wrote the state, or the record has none.",
       "`rlmdb task retry ID` queues it; `rlmdb task set ID 'state=\"completed\"'` says that it is "
       "done."},
      {finding, "nothing_matches", "The filter left nothing; the message says what it left out.",
       "Often an agent's own name as --agent, which is whom a task is meant for; most tasks are for anybody.",
       "Leave the part out that leaves none."},
      {reason, "held", "Somebody keeps the queued task for himself.",
       "A daemon that has it in its own queue holds it, or somebody who called `rlmdb task hold`. Nobody "
       "else "
       "claims or starts it before the time that the reason names.",
       "Nothing to do: when the lease ends, or the process that it was made for, anybody can claim it. "
       "`--force` goes past it."},
      {reason, "claimed_again", "A claim was asked for again by its request id, for another process.",
       "The program that claims, or its server, was started anew and repeated the call.",
       "Nothing to do: the claim goes on, and the end of the new process ends it."},
      {reason, "lease_expired", "A claim ended because nobody renewed it.",
       "The worker died, hung, or sent no heartbeat in time.",
       "Nothing to do: the task can be claimed again. A worker that needs longer asks for a longer lease."},
      {reason, "ready", "Nothing holds the queued task up.", "The next free worker has not come yet.",
       "`rlmdb claim` takes the best of them."},
      {reason, "scheduled", "The queued task is not to begin before a time.",
       "Somebody said so: `rlmdb task add --not-before`, or `task set`.",
       "Nothing to do: from `not_before` on it can be claimed. `rlmdb task set ID --not-before now` lets it "
       "be claimed at once."},
      {reason, "ancestor", "The queued node waits because a node above it does.",
       "The turn of a node is that of all below it: what comes before it, what it depends on and when it is "
       "scheduled.",
       "The reason names the node above, and `blocked_by` what that one waits for. `rlmdb task start ID "
       "--force` starts it out of its turn; so does starting the node above, for all below that."},
      {reason, "sibling", "The queued node waits for nodes beside it.",
       "Its parent lets its children run one after the other, or the last one only after all others.",
       "`blocked_by` names the nodes that come first."}};
  return k_reasons;
}

}  // namespace

const std::vector<Explanation>& all_explanations() {
  static const std::vector<Explanation> k_all = [] {
    std::vector<Explanation> all = error_explanations();
    std::vector<Explanation> findings = finding_explanations();
    findings.insert(findings.end(), grid_explanations().begin(), grid_explanations().end());
    std::ranges::sort(findings, {}, &Explanation::code);
    all.insert(all.end(), findings.begin(), findings.end());
    all.insert(all.end(), reason_explanations().begin(), reason_explanations().end());
    return all;
  }();
  return k_all;
}

}  // namespace rlmdb::cli
