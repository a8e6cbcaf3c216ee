// SPDX-License-Identifier: MIT
// What verbs find wrong with what is stored or given, but for `rlmdb grid validate`.
#include "help/explanations.hpp"

namespace rlmdb::cli {

const std::vector<Explanation>& finding_explanations() {
  using enum Explanation::Kind;
  static const std::vector<Explanation> k_findings{
      {finding, "beyond_limits", "A document or task has more of something than its schema has.",
       "A state has at most 1,000 variables, 10,000 entries of its log and 100 checkpoints; a task as many "
       "of the "
       "first and the last.",
       "Nothing has to be done: all of it is taken, and an export has it. A legacy program may refuse it: "
       "delete "
       "what nobody needs (`rlmdb var delete`, `rlmdb checkpoint prune`)."},
      {finding, "changed_on_both_sides",
       "A file of a Grid mission was changed in its directory and in the database since both agreed.",
       "Another program wrote the file while a change here could not be written to it, or while the mission "
       "was not written through.",
       "`rlmdb import FILE --on-conflict replace` takes the file's text, skip stays with the database's; the "
       "other one is kept in `rlmdb grid history`."},
      {finding, "changed_outside",
       "A record or document differs from what was imported, though rlmdb did not change it.",
       "It was edited in another tool, or the file was damaged.",
       "If you edited it, all is well: the next export holds your edit. Otherwise compare with `rlmdb verify "
       "FILE`."},
      {finding, "checkpoint_unusable",
       "A node cannot start again from the checkpoint that its list names last.",
       "The checkpoint's file holds no object as its state, or its rows were edited in another tool, or "
       "damaged.",
       "The node is queued with the variables that it has. `rlmdb checkpoint list` shows others to go back "
       "to; "
       "`rlmdb verify` names damaged rows."},
      {finding, "columns_differ", "A column repeats what a kept text says, and says something else.",
       "One of the two was edited in another tool, or damaged. Of documents (trees, states, checkpoints, "
       "loops) "
       "the kept text is the data.",
       "An export writes the text. Set the column back, or change it by a verb of rlmdb."},
      {finding, "commits_lost", "Changes that were committed are not in the database any more.",
       "Its -wal was removed, cut short or damaged after a process was killed, or an older file was copied "
       "over "
       "the database.",
       "Put back the -wal or the newest backup if you have it. Any change goes on above the numbers that had "
       "been given out, and ends this finding."},
      {finding, "content_damaged", "A value is not what the hash beside it says.",
       "It was edited in another tool, or damaged. Whatever needs it is refused.",
       "Restore the newest backup, or import the file that it came from into a new database."},
      {finding, "context_missing", "A task began whose context refers to something that is not there.",
       "A variable that no task or state document in reach has, a file that the project lacks, a task, or "
       "the "
       "result of a parent. What nobody here can know, as a URL, is not said to be missing.",
       "Bring it, or set the member: `rlmdb task set ID metadata.context_reference.source=…`."},
      {finding, "context_size", "A task began whose context has a size below 0.",
       "`size_tokens` was written so.",
       "Set it right: `rlmdb task set ID metadata.context_reference.size_tokens=N`."},
      {finding, "count_differs", "A number is not what the rows it counts say.",
       "Rows or the number were edited in another tool, or damaged.",
       "The message names both. Restore the newest backup if you did not edit it."},
      {finding, "cycle", "Parents of a tree lead back to the node itself.",
       "The parent ids were written wrong, by hand or by a bug of another program.",
       "The tree is planned as if the first of these nodes had no parent. Correct the parent id in the "
       "source and import it again."},
      {finding, "damaged", "The file is damaged; every record of it that is complete was read (--salvage).",
       "A write was cut short, or something else wrote into the file.",
       "Compare the number of records with what you expect, and keep the file."},
      {finding, "damaged_checkpoint", "The checkpoint of a workflow is damaged: cut off, or no JSON.",
       "A write was cut short, or another program wrote into the file.",
       "It is kept byte for byte, `rlmdb checkpoint list --workflows` names its defect, and an export gives "
       "it back "
       "as it is. Restore another one."},
      {finding, "damaged_document",
       "A file is not the tree, state, loop or other document that its place or its members promise.",
       "A write was cut short, a comma stands where none may, or another program wrote into it.",
       "It is kept byte for byte and holds nothing else back. Mend it and import the project again; what was "
       "imported of it while it was whole is still here. Each later import, adopt and verify of the project "
       "says "
       "so again."},
      {finding, "damaged_json", "A file beside a loop is no valid JSON, though its name says so.",
       "A write was cut short, or another program wrote into it.",
       "It is kept byte for byte, and an export gives it back as it is. Mend it, or remove it: each verify "
       "of "
       "the project says so until then."},
      {finding, "damaged_pack", "A packed file beside a loop cannot be unpacked.",
       "A write was cut short, or the file holds more than 64 MiB.",
       "It is kept byte for byte, and an export gives it back as it is. Mend it, or remove it: each verify "
       "of "
       "the project says so until then."},
      {finding, "database_remark",
       "Something about the database file, or a file to be, that did not stop the command.",
       "A reader keeps pages in the -wal file, the file lies on a network file system, no -shm file can "
       "be made beside it or you may not write it, an empty file lies where a project's database may, or the "
       "document of a deep tree "
       "is large.",
       "The message says which. What the command reports is done."},
      {finding, "database", "A file of a directory was left aside: a database.",
       "Its name ends in .db, or a -wal lies beside it. It is not opened, let alone read as a legacy file.",
       "Nothing to do. Another database of rlmdb goes into this one as a backup, or by its own export."},
      {finding, "database_damaged", "SQLite finds the database file damaged.",
       "A failing disk, a copy made without its -wal file, or another program wrote into it.",
       "Keep the file and its neighbours as they are; import the legacy files into a new database or go back "
       "to a backup."},
      {finding, "defective_checkpoint", "A workflow's checkpoint came in that cannot be restored.",
       "A member that a restore needs is missing, or is not as the schema has it.",
       "It is kept and exported as it is. Restore another one: `rlmdb checkpoint list` shows them."},
      {finding, "differs", "A task or a file of a project is not the same in the file and in the database.",
       "One of the two changed since the import.",
       "The pointer or the byte is where they part. `rlmdb show ID` and `rlmdb export` show our side; "
       "another "
       "`rlmdb import` brings the file's."},
      {finding, "differs_from_document", "A task says something else than the tree document of its node.",
       "The document is a snapshot; the store has gone on since.",
       "Nothing to do: the task counts, and an export of the tree shows what it says."},
      {finding, "differs_from_store", "A tree document says something else than the task of its node.",
       "The document is a snapshot; the store has gone on since.",
       "Nothing to do: the task counts. To take the document's word, set the member with `rlmdb task set`."},
      {finding, "directory_emptied", "None of a Grid mission's files is in its directory any more.",
       "The directory was removed, or a disk is not mounted.",
       "`rlmdb grid write-through on` writes all files again; off goes on in the database alone."},
      {finding, "duplicate_id", "Two records of one file have the same id.",
       "The legacy store keeps the last one at the place of the first, and so does the import.",
       "The record that lost is kept in import_losses. Use --strict to have such files refused."},
      {finding, "duplicate_member", "An object names a member twice.",
       "JSON readers keep the last value at the first position, and so does the import.",
       "The value that lost is kept in import_losses. Use --strict to have such files refused."},
      {finding, "duplicate_node_id", "Two nodes of one tree have the same node id.",
       "A node was copied, or two programs made up the same id.", "Nothing to do: task ids tell them apart."},
      {finding, "history_left", "The history of the variables of tasks is not in an export.",
       "The legacy formats have no place for it: a task has the values that are now.",
       "`rlmdb var history --task ID` shows it, and a backup (`rlmdb backup`) keeps it. To have it in a "
       "file: "
       "`rlmdb var history --task ID --json`."},
      {finding, "id_not_a_string", "A record has no id, or one that is not a string.",
       "The legacy store drops every task of a file with such a record.",
       "Give the record an id, or keep it aside with --quarantine (import_rejects)."},
      {finding, "invalid_utf8", "A string holds bytes that are no UTF-8.",
       "A reader puts U+FFFD in their place, and so does the import.",
       "The source bytes are kept in import_losses. Use --strict to have such files refused."},
      {finding, "is_directory", "In a project a directory has the name of a document, as tasks.json.",
       "Somebody made a directory there, or moved one over the file.",
       "What the file said when it was imported is still here. Move the directory away; `rlmdb adopt --undo` "
       "writes the file as the database has it."},
      {finding, "kept_here", "A file was changed both here and in the source; what is here stays.",
       "The import was told so by --on-conflict.",
       "Nothing is lost: the source's text is the version before (`rlmdb grid history`)."},
      {finding, "kept_verbatim", "A record was kept as text beside its columns.",
       "The columns alone could not give back its exact bytes.",
       "Nothing to do: it is exported unchanged. Once it is edited, the columns count."},
      {finding, "leftover", "A file of a directory was left aside: a leftover.",
       "Its name ends in .tmp, .bak or .lock: another program wrote it while it worked.",
       "Nothing to do. Should it hold something, rename it and import it by itself."},
      {finding, "link_outside", "A symbolic link in a project leads out of it, and is not followed.",
       "What it leads to is not in the database. (Where the store or a whole folder is a link, the project "
       "is refused.)",
       "Put the file in the place of the link, or import it by its own name."},
      {finding, "long_answer", "An answer has more than 1,000 tasks, because nobody set a limit.",
       "The queue is long, and `rlmdb ready` answers with all of it unless --limit is given.",
       "`--limit 20` gives the first 20; `next` of that, given to --after, goes on behind them."},
      {finding, "many_tasks",
       "A tasks.json was written that has more tasks than the legacy store is made for.",
       "rlmdb has no limit; the legacy store is made for 1,000 tasks and reads and writes all of them each "
       "time.",
       "Let finished tasks go with `rlmdb cleanup`, or stay with rlmdb."},
      {finding, "max_children", "A node was added below one that has as many children as its tree allows.",
       "The tree's limit on children (10 unless `rlmdb limits` set another) is reached there.",
       "Raise it with `rlmdb limits ID --max-children N`, spread the work over more levels, or have such "
       "nodes "
       "refused with --refuse."},
      {finding, "max_checkpoints", "A state has more checkpoints than its schema allows.",
       "More than 100 of a task, a tree or a state document are kept.",
       "`rlmdb checkpoint prune` removes old ones; after `rlmdb retention set checkpoints=N` each new one "
       "takes "
       "the place of the least recently used."},
      {finding, "max_context_tokens",
       "A node was added, or began, with a larger context than its tree allows.",
       "`size_tokens` of its context_reference is over the tree's limit (100,000 unless `rlmdb limits` set "
       "another).",
       "Give the node a smaller slice, or raise the limit with `rlmdb limits ID --max-context-tokens N`."},
      {finding, "max_depth", "A node was added deeper than its tree allows.",
       "Its parent lies at the deepest level of the tree's limit (5 unless `rlmdb limits` set another).",
       "Let the parent do the work itself, or raise the limit with `rlmdb limits ID --max-depth N`."},
      {finding, "max_nodes", "A node was added to a tree that has as many as it allows.",
       "The tree's limit on nodes (100 unless `rlmdb limits` set another) is reached.",
       "Raise it with `rlmdb limits ID --max-nodes N`, or have more nodes refused with --refuse."},
      {finding, "missing_here", "A task is in the file, or a file in the project, and not in the database.",
       "It came after the import, or was refused then, or removed here.",
       "Import the file, or the project, again."},
      {finding, "missing_there",
       "A task is in the database and not in the file, or a file not in the project.",
       "It came from another one, was made here, or was deleted there after the import.",
       "Nothing to do, unless the other side ought to be complete; then `rlmdb export` writes it."},
      {finding, "names_reissued", "A record names a store id that belongs to another record here.",
       "The legacy store issued the id twice, and `rlmdb import --merge newest` kept both records.",
       "Nothing was altered there, since it is not sure which one is meant. Set it with `rlmdb task set`."},
      {finding, "newer_there", "A file of a Grid mission's directory is new, or newer than in the database.",
       "Another program wrote it.",
       "`rlmdb import` takes it in; of a mission that is written through the next change does too."},
      {finding, "no_checkpoint_id", "A checkpoint file does not say its id.",
       "Its checkpoint_id is missing, or is no string.",
       "It goes by the name of its file. Correct the member and import it again to name it."},
      {finding, "no_file", "An entry of a directory was left aside: it is no regular file.",
       "It is a socket, a pipe or a device.", "Nothing to do; import a copy of its content if there is any."},
      {finding, "no_file_name", "A document has an id that cannot be the name of a file.",
       "It is '.' or '..', empty, longer than 255 bytes, or has a '/'.",
       "An export of the project leaves it out: export it by itself, with -o FILE. Is it a state document "
       "that "
       "nobody needs, `rlmdb var drop` removes it."},
      {finding, "no_json", "A file of a directory was left aside: it is no JSON file.",
       "Its name does not end in .json or .jsonl, as that of a report.",
       "Nothing to do: reports can be made again with `rlmdb report`."},
      {finding, "no_loop_id", "The state of a loop names no loop.",
       "Neither it nor its place says an id, as in a current-loop.json outside of its project.",
       "It goes by the name of its file. Put it into .aiwg/ralph/loops/ID/ and import it again to name it."},
      {finding, "no_place", "A document was left out of a project's export.",
       "It came from no .aiwg/ directory, and nothing says which state it belongs to.",
       "Import it from its place below .aiwg/rlm/, or copy the file yourself."},
      {finding, "no_plain_file", "Something that is no plain file stands where a Grid mission has a file.",
       "A symbolic link or a device was put there, or the file is written all the time.",
       "Move it away, or put a file in its place."},
      {finding, "no_root", "A tree has no node without a parent.",
       "Its root was cleaned up, or its nodes form a cycle.",
       "What is there is planned. Restore the root from a backup of the source where there is one."},
      {finding, "no_state_id", "A state document names no state.", "Neither it nor its place says an id.",
       "It goes by an id made of its content. Put it into states/ID/ and import it again to name it."},
      {finding, "no_tree_id", "A tree document names no tree.", "Neither it nor its folder says a tree id.",
       "It goes by an id made of its content. Put it into trees/ID/ and import it again to name it."},
      {finding, "no_value", "A variable names a file that an export of the project does not write.",
       "Its value was put into a file (`var set --spill-to-file`), or the file was not imported.",
       "Copy the file to the same place, or import it first."},
      {finding, "no_work", "A record of a tasks.json has neither a state nor a prompt.",
       "The list is another program's, which has other names for them, or the record was written by hand.",
       "The bytes are kept. `rlmdb task set ID prompt='\"…\"'` says what is to be done and `rlmdb task retry "
       "ID` "
       "queues it. A list of another program is better added as tasks: one JSON object a line with a "
       "`prompt`, "
       "`rlmdb task add --ndjson FILE`."},
      {finding, "node_left", "A node of a tree is not in the file that an export wrote.",
       "A tasks.json has no place for nodes that only a document of their tree has, and that document none "
       "for a "
       "node whose parent it does not have.",
       "`rlmdb export --format project` writes the documents of all trees; `rlmdb task set` gives a node its "
       "parent."},
      {finding, "not_an_object", "An element of `tasks` is not an object.",
       "Something other than the legacy store wrote it, or the file was damaged.",
       "Remove the element, or keep it aside with --quarantine (import_rejects)."},
      {finding, "not_checked", "Something could not be looked at.",
       "A table or column that the check needs is missing or another one; or an index that rlmdb did not "
       "make "
       "takes long to compute; or a file was written to each time that it was read.",
       "Repair the schema first, drop that index; `rlmdb verify` lists what differs. Of a file, try again, "
       "or "
       "stop the program that writes it."},
      {finding, "not_written", "A change of a Grid mission that is written through is not in its file yet.",
       "The file could not be written, or the process ended before it was.",
       "The next change of the mission writes it, and `rlmdb grid write-through on` does."},
      {finding, "order_broken",
       "A list has a gap, or two rows the same place, or a chain of events does not lead through all of "
       "them.",
       "Rows were deleted, inserted or edited in another tool, or damaged.",
       "The message names the row. Restore the newest backup if you did not edit it."},
      {finding, "orphan", "A node names a parent that does not exist.",
       "The parent was cleaned up or refused, or the id is wrong (a node id where a task id belongs).",
       "The node is planned as a root of its own. Correct the parent id in the source and import it again."},
      {finding, "other_files", "A directory of a project was left aside.",
       "It holds legacy files that import does not read.",
       "Keep the directory; what is in it is in no database."},
      {finding, "other_loop", "A file names another loop than it did before.",
       "Its loop id was changed, or the loop's directory.",
       "Both loops are here by now. The one that the file named before belongs to no file any more."},
      {finding, "other_place", "A state document of a directory was left aside.",
       "It does not lie where state documents do, so it may be a copy of another one.",
       "Import it by itself: `rlmdb import FILE`."},
      {finding, "other_state", "A file names another state than it did before.",
       "Its state, tree or session id was changed.",
       "Both states are here by now. The one that the file named before belongs to no file any more."},
      {finding, "parent_in_other_tree", "A node names a parent of another tree.",
       "The tree id or the parent id is wrong.",
       "The node is planned as a root of its own. Correct the id in the source and import it again."},
      {finding, "place_taken", "A document was left out of a project's export.",
       "Another document has the same place, because several projects were imported here.",
       "Export it by itself: `rlmdb export --format state` or `--format checkpoint` with -o FILE."},
      {finding, "pruned_checkpoints",
       "A list names checkpoints whose files an export of the project does not write.",
       "They were pruned by an earlier rlmdb, or the list was given or edited by hand.",
       "Nothing to do: `rlmdb checkpoint list` shows those that one can go back to."},
      {finding, "reference_broken", "A row names another one that does not exist, or is of another kind.",
       "One of the two was deleted or edited in another tool, or damaged.",
       "Set the reference back, or restore the newest backup."},
      {finding, "rejects_missing", "Quarantined records are gone from import_rejects.",
       "They were deleted in another tool.", "Import the file again into a new database to get them back."},
      {finding, "removed_here",
       "The record, a file's tree or a checkpoint was removed here, and the import left it out.",
       "It is still in the legacy file; what was removed here, or a checkpoint that was pruned, does not "
       "come back by itself.",
       "Nothing to do. `rlmdb import FILE --on-conflict replace` brings it back."},
      {finding, "removed_there",
       "A file of a Grid mission is gone from its directory, and an import or a change removes it here too.",
       "A checkpoint that was dealt with is removed, or somebody deleted the file.",
       "Nothing has to be done: what it said is kept in `grid_versions`."},
      {finding, "repeated_tasks", "The file has more than one `tasks` member.",
       "JSON readers keep the last one, and so does the import.",
       "The records of the others are kept in import_losses. Use --strict to have such files refused."},
      {finding, "restored", "Records that an earlier import had brought came in again.",
       "They were gone from the database, though rlmdb had not removed them: deleted in another tool.",
       "Nothing to do. Were they meant to be gone, remove them from the file too."},
      {finding, "rows_differ", "There are more or fewer rows than the kept text makes.",
       "Rows were deleted or inserted in another tool, or damaged.",
       "An export writes the text. Restore the newest backup if you did not edit it."},
      {finding, "rows_missing", "Fewer tasks are in the database than were imported.",
       "They were deleted in another tool, or the file was damaged.",
       "`rlmdb verify FILE` names the tasks that are missing, and `rlmdb import FILE` brings them in again; "
       "or go back "
       "to a backup."},
      {finding, "schema_differs", "A table, index, view or trigger is not the one that the schema has.",
       "It was dropped, changed or added in another tool, or the schema is damaged.",
       "Take out what is foreign. `rlmdb migrate up` makes indexes, views and triggers again that are "
       "missing; where "
       "a table is missing, or something is another one, restore the newest backup."},
      {finding, "limits_unread", "The project's rlm-task-tree.yaml was not read.", "The message says why.",
       "Mend it: it is read anew each time, and till then the default limits count."},
      {finding, "settings_left", "The budget or limits of a tree are not in an export.",
       "The legacy formats have no place for them: they belong to the database.",
       "Set them again where the export is imported; the message has the commands. A backup (`rlmdb backup`) "
       "has them."},
      {finding, "several_roots", "A tree has more than one node without a parent.",
       "Two runs used one tree id, or a child lost its parent id.",
       "All of them are planned. Give one of them a parent, or another tree id, in the source and import it "
       "again."},
      {finding, "still_running", "A running task got its Final, and still runs.",
       "`var set Final` without --complete says the answer, and ends nothing.",
       "`rlmdb task complete` ends the task; set --complete does both at once."},
      {finding, "symbolic_link", "An entry of a directory was left aside: it is a symbolic link.",
       "It leads to a file of the project, which comes in by its own name, or to nothing.", "Nothing to do."},
      {finding, "text_broken", "A kept text or digest is none.",
       "It was edited in another tool, or damaged. An export of it is refused.",
       "Set it back to what it was, or restore the newest backup."},
      {finding, "time_passed", "A time before which a task is not to begin is past already.",
       "A slip of the finger, or a time of today that was meant for tomorrow: 9:00 is always that of today.",
       "The task is ready now. `rlmdb task set ID --not-before TIME` schedules it again."},
      {finding, "time_to_come", "A finished task has a time that is not yet.",
       "A clock was wrong when it was written, or the record was made by hand.",
       "`rlmdb cleanup` leaves it out. `rlmdb task set` sets such a time right, as every member."},
      {finding, "tree_files_left", "A tree is removed, and files of it are still in the project.",
       "Another program wrote them, or changed what rlmdb had written; a cleanup removes only its own.",
       "Look at them, and remove the directory by hand where nobody needs it."},
      {finding, "unknown_document", "A JSON file of a directory was left aside.",
       "It is no tree, node, state, checkpoint, value or history.",
       "Nothing to do. Is it a tasks.json, import it by itself."},
      {finding, "unlike_schema", "A task was written with a member that the legacy schemas have otherwise.",
       "A required member is missing, or an id has another form. Wrong types, words and ranges are refused.",
       "Nothing has to be done: it is kept as given, and `rlmdb verify` lists it. `rlmdb task set` changes "
       "it."},
      {finding, "unreadable",
       "What a file of a Grid mission says cannot be read, or a document was left out of a project's export "
       "because its rows cannot be.",
       "A write of the file was cut off, or its YAML is none; or the rows were edited in another tool, or "
       "damaged.",
       "The file is kept byte for byte, and its rows in the views `missions` and `grid_*` are empty: mend "
       "the "
       "file and import it again. Of rows `rlmdb verify` names which; the other documents are written; "
       "import "
       "the file that it came from again, or go back to a backup."},
      {finding, "value_file_left", "A file with the copy of a value was not written, or not removed.",
       "Another program wrote to it since, or a link stands on the way. The value itself is in the database.",
       "`rlmdb import FILE` gives the variable what the file says; or move the file away and set the value "
       "again."},
      {finding, "wrong_depth", "A node says another depth than its place in the tree has.",
       "Another program wrote it wrong.", "Nothing to do: the place counts."},
      {finding, "zone_unknown", "TZ names a time zone that this system does not have.",
       "A slip of the finger, or no tzdata is installed.",
       "Local times were read and shown as UTC: correct TZ, or take it out of the environment."}};
  return k_findings;
}

}  // namespace rlmdb::cli
