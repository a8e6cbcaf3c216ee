// SPDX-License-Identifier: MIT
// Written by tests/package.test.js with RLMDB_UPDATE_GOLDEN=1.
import type {Word} from './index.js';

/**
 * A call with its params, or with words before them, in the order of the command line: show('task-0000', {at: 7}). An
 * object is the params: a value that is one is given by its name.
 */
export type Verb<Params, Words extends readonly unknown[], Answer, Options, Before extends unknown[] = []> = ((
  ...given: [...Before, ...({} extends Params ? [params?: Params, options?: Options] : [params: Params, options?: Options])]
) => Answer) &
  (Words extends readonly [infer Name extends keyof Params, ...infer More]
    ? Verb<Omit<Params, Name>, More, Answer, Options, [...Before, word: WordOf<Params[Name]>]>
    : unknown);
type WordOf<Value> = unknown extends Value ? Word : Exclude<Value, null | undefined>;

/** The verbs of the program, as the functions of a store. */
export interface Verbs<Answer, Options> {
  /** create an empty database */
  init: Verb<{
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, [], Answer, Options>;
  /** bring legacy files in, without loss and with proof */
  import: Verb<{
    /** files or directories to import */ path?: string | string[] | null;
    /** import this text (-: standard input) instead of a PATH; repeatable, each with its --name */ text?: string | string[] | null;
    /** the file that a --text would be: what it is and where an export writes it; it is not read */ name?: string | string[] | null;
    /** read and check, write nothing */ dry_run?: boolean | null;
    /** keep bad records in import_rejects and import the good ones (exit 3) */ quarantine?: boolean | null;
    /** read every record of a damaged file that is complete, and list what cannot be read (exit 3) */ salvage?: boolean | null;
    /** for a record changed here and in the file, or owned by another file: fail (default), keep ours, take the newer, or take the file's */ on_conflict?: 'fail' | 'skip' | 'newer' | 'replace' | null;
    /** the files, and the database, are copies of one store: of a task that several have the newest state counts */ merge?: 'newest' | null;
    /** do not export again and compare before committing */ no_prove?: boolean | null;
    /** refuse a file where reading JSON loses something, instead of warning */ strict?: boolean | null;
    /** a refused file does not stop the others (exit 3) */ keep_going?: boolean | null;
    /** take a stable snapshot of a file whose legacy daemon still runs */ live?: boolean | null;
    /** refuse deeper nesting (default 1000) */ max_depth?: number | string | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['path'], Answer, Options>;
  /** write tasks, a tree, a state, a checkpoint, a loop, or a project */
  export: Verb<{
    /** what to write (default tasks-json) */ format?: 'tasks-json' | 'tree' | 'state' | 'checkpoint' | 'loop' | 'project' | null;
    /** the tree to write, whose state, or whose checkpoint, by --format */ tree?: string | null;
    /** of the tree this node alone */ node?: string | null;
    /** the state of the whole project */ global?: boolean | null;
    /** the state of the session */ session?: string | null;
    /** the state of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
    /** the state of the document of that id */ state?: string | null;
    /** the checkpoint to write */ checkpoint?: string | null;
    /** the loop to write */ loop?: string | null;
    /** write FILE instead of standard output (-); of a project the directory */ output?: string | null;
    /** overwrite a legacy file with changes that were not imported, or a live daemon */ force?: boolean | null;
    /** the document's updatedAt (default: as imported) */ updated_at?: string | Date | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, [], Answer, Options>;
  /** move a whole legacy project into its database, and back */
  adopt: Verb<{
    /** the project; without it the nearest one upward from here */ dir?: string | null;
    /** put the legacy files back as the database has them now */ undo?: boolean | null;
    /** say what would be done, change nothing */ dry_run?: boolean | null;
    /** although a process seems to be at work; with --undo also over files that changed since they were imported, which stay as .bak */ force?: boolean | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['dir'], Answer, Options>;
  /** check the database, or compare it with a file or a project */
  verify: Verb<{
    file?: string | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['file'], Answer, Options>;
  task: {
    /** a new task, queued; prints its id */
    add: Verb<{
      /** what is to be done; needed */ prompt?: string | null;
      /** the prompt as any JSON value */ prompt_json?: unknown;
      /** who is to do it */ agent?: string | null;
      /** a number, higher first, or a word for one (3 is high and P1); default 0 */ priority?: number | string | null;
      /** an object; default {} */ metadata?: unknown;
      /** make it a tree node below this task */ parent?: string | null;
      /** claimed only when this task is completed or cancelled; repeatable */ depends_on?: string | string[] | null;
      /** lost attempts after which it fails; default 3 */ max_attempts?: number | string | null;
      /** wait after the first lost attempt, then doubled, never over 1h; default 1s */ backoff?: number | string | null;
      /** how the node's children run */ decomposition_strategy?: 'parallel' | 'sequential' | 'conditional' | 'map-reduce' | null;
      /** how the node merges their results */ merge_strategy?: 'concatenate' | 'summarize' | 'vote' | 'best-of-n' | null;
      /** an object: the node's slice of the context (context_reference) */ context?: unknown;
      /** an object: how the node is to be run (execution_config) */ config?: unknown;
      /** make it the root of a new tree, whose id is made up */ new_tree?: boolean | null;
      /** of a root: how its tree is executed */ execution_mode?: 'strict' | 'seeded' | 'logged' | 'default' | null;
      /** of a root: the session that its tree belongs to */ session?: string | null;
      /** the owner holds it so long: nobody else claims or starts it; see hold */ hold?: number | string | null;
      /** with --hold: a process whose end ends the hold */ hold_pid?: number | string | null;
      /** claimed from then on: 22:00, tomorrow, 2h (from now); of set also now: at once */ not_before?: string | Date | null;
      /** of add the tree it belongs to, without --parent its root; else all tasks of that tree, no IDs */ tree?: string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** one JSON object a line instead of IDs and options */ ndjson?: string | null;
      /** the same as one JSON list: [{"prompt": "one"}, {"prompt": "two"}]; -: standard input */ tasks?: Record<string, unknown>[] | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['prompt'], Answer, Options>;
    /** queued to running */
    start: Verb<{
      id?: string | string[] | null;
      /** the process that runs it, default: none is known; of hold one whose end ends the hold */ pid?: number | string | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** from any state, whoever has claimed it */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** one JSON object a line instead of IDs and options */ ndjson?: string | null;
      /** the same as one JSON list: [{"prompt": "one"}, {"prompt": "two"}]; -: standard input */ tasks?: Record<string, unknown>[] | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** running to completed */
    complete: Verb<{
      id?: string | string[] | null;
      /** what came of it; default: result stays as it is */ result?: string | null;
      /** the result as any JSON value */ result_json?: unknown;
      /** the result's status is partial, not success */ partial?: boolean | null;
      /** what the result is */ output_type?: 'text' | 'json' | 'markdown' | 'code' | 'file_path' | null;
      /** how sure it is of its result, 0 to 1 */ confidence?: number | string | null;
      /** the model that ran it */ model?: string | null;
      /** why the model stopped */ finish_reason?: 'stop' | 'length' | 'tool_use' | 'error' | null;
      /** a file that it made; repeatable */ artifact?: string | string[] | null;
      /** tokens that the run read; as all of these added up over all runs */ input_tokens?: number | string | null;
      /** tokens that it wrote */ output_tokens?: number | string | null;
      /** what its input cost */ input_cost_usd?: number | string | null;
      /** what its output cost */ output_cost_usd?: number | string | null;
      /** what it cost; default: input and output together, unknown while only one of them is */ cost_usd?: number | string | null;
      /** how often a cache answered */ cache_hits?: number | string | null;
      /** what that saved */ cache_savings_usd?: number | string | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** from any state, whoever has claimed it */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** one JSON object a line instead of IDs and options */ ndjson?: string | null;
      /** the same as one JSON list: [{"prompt": "one"}, {"prompt": "two"}]; -: standard input */ tasks?: Record<string, unknown>[] | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** queued or running to failed */
    fail: Verb<{
      id?: string | string[] | null;
      /** why it failed; needed */ error?: string | null;
      /** of the error; with it and the time it stands in the result */ code?: string | null;
      /** what the result is */ output_type?: 'text' | 'json' | 'markdown' | 'code' | 'file_path' | null;
      /** how sure it is of its result, 0 to 1 */ confidence?: number | string | null;
      /** the model that ran it */ model?: string | null;
      /** why the model stopped */ finish_reason?: 'stop' | 'length' | 'tool_use' | 'error' | null;
      /** a file that it made; repeatable */ artifact?: string | string[] | null;
      /** tokens that the run read; as all of these added up over all runs */ input_tokens?: number | string | null;
      /** tokens that it wrote */ output_tokens?: number | string | null;
      /** what its input cost */ input_cost_usd?: number | string | null;
      /** what its output cost */ output_cost_usd?: number | string | null;
      /** what it cost; default: input and output together, unknown while only one of them is */ cost_usd?: number | string | null;
      /** how often a cache answered */ cache_hits?: number | string | null;
      /** what that saved */ cache_savings_usd?: number | string | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** from any state, whoever has claimed it */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** one JSON object a line instead of IDs and options */ ndjson?: string | null;
      /** the same as one JSON list: [{"prompt": "one"}, {"prompt": "two"}]; -: standard input */ tasks?: Record<string, unknown>[] | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** queued or running to cancelled; with --tree all of a tree */
    cancel: Verb<{
      id?: string | string[] | null;
      /** of add the tree it belongs to, without --parent its root; else all tasks of that tree, no IDs */ tree?: string | null;
      /** say what would become of which tasks, change nothing */ dry_run?: boolean | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** from any state, whoever has claimed it */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** one JSON object a line instead of IDs and options */ ndjson?: string | null;
      /** the same as one JSON list: [{"prompt": "one"}, {"prompt": "two"}]; -: standard input */ tasks?: Record<string, unknown>[] | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** failed or cancelled to queued; with --failed all that failed */
    retry: Verb<{
      id?: string | string[] | null;
      /** of add the tree it belongs to, without --parent its root; else all tasks of that tree, no IDs */ tree?: string | null;
      /** all tasks that failed, with --tree those of that tree; no IDs */ failed?: boolean | null;
      /** say what would become of which tasks, change nothing */ dry_run?: boolean | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** from any state, whoever has claimed it */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** one JSON object a line instead of IDs and options */ ndjson?: string | null;
      /** the same as one JSON list: [{"prompt": "one"}, {"prompt": "two"}]; -: standard input */ tasks?: Record<string, unknown>[] | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** tokens and dollars that a run used, added to the task's */
    cost: Verb<{
      id?: string | string[] | null;
      /** tokens that the run read; as all of these added up over all runs */ input_tokens?: number | string | null;
      /** tokens that it wrote */ output_tokens?: number | string | null;
      /** what its input cost */ input_cost_usd?: number | string | null;
      /** what its output cost */ output_cost_usd?: number | string | null;
      /** what it cost; default: input and output together, unknown while only one of them is */ cost_usd?: number | string | null;
      /** how often a cache answered */ cache_hits?: number | string | null;
      /** what that saved */ cache_savings_usd?: number | string | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** from any state, whoever has claimed it */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** one JSON object a line instead of IDs and options */ ndjson?: string | null;
      /** the same as one JSON list: [{"prompt": "one"}, {"prompt": "two"}]; -: standard input */ tasks?: Record<string, unknown>[] | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** TEXT, or standard input as it comes, to a running task's output */
    append: Verb<{
      id?: string | null;
      text?: string | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** from any state, whoever has claimed it */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** one JSON object a line instead of IDs and options */ ndjson?: string | null;
      /** the same as one JSON list: [{"prompt": "one"}, {"prompt": "two"}]; -: standard input */ tasks?: Record<string, unknown>[] | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id', 'text'], Answer, Options>;
    /** members of the record; of a root also its tree's execution_mode and session_id */
    set: Verb<{
      id?: string | string[] | null;
      set?: Record<string, unknown> | null;
      /** claimed from then on: 22:00, tomorrow, 2h (from now); of set also now: at once */ not_before?: string | Date | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** from any state, whoever has claimed it */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** one JSON object a line instead of IDs and options */ ndjson?: string | null;
      /** the same as one JSON list: [{"prompt": "one"}, {"prompt": "two"}]; -: standard input */ tasks?: Record<string, unknown>[] | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id', 'set'], Answer, Options>;
    /** a note beside the task, with its time; whoever works on it goes on */
    note: Verb<{
      id?: string | null;
      text?: string | null;
      /** who says so; default: nobody is named */ by?: string | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** from any state, whoever has claimed it */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** one JSON object a line instead of IDs and options */ ndjson?: string | null;
      /** the same as one JSON list: [{"prompt": "one"}, {"prompt": "two"}]; -: standard input */ tasks?: Record<string, unknown>[] | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id', 'text'], Answer, Options>;
    depend: {
      /** add, remove or list what tasks depend on */
      add: Verb<{
        id: string | string[];
        /** what the IDs depend on; repeatable. Without it the first ID depends on the others */ on?: string | string[] | null;
        /** only if this is still the task's version */ if_version?: number | string | null;
        /** the token that claim gave for it */ token?: number | string | null;
        /** from any state, whoever has claimed it */ force?: boolean | null;
        /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
        /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
        timeout_ms?: number;
      }, ['id'], Answer, Options>;
      /** add, remove or list what tasks depend on */
      remove: Verb<{
        id: string | string[];
        /** what the IDs depend on; repeatable. Without it the first ID depends on the others */ on?: string | string[] | null;
        /** only if this is still the task's version */ if_version?: number | string | null;
        /** the token that claim gave for it */ token?: number | string | null;
        /** from any state, whoever has claimed it */ force?: boolean | null;
        /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
        /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
        timeout_ms?: number;
      }, ['id'], Answer, Options>;
      /** add, remove or list what tasks depend on */
      list: Verb<{
        id: string | string[];
        /** what the IDs depend on; repeatable. Without it the first ID depends on the others */ on?: string | string[] | null;
        /** only if this is still the task's version */ if_version?: number | string | null;
        /** the token that claim gave for it */ token?: number | string | null;
        /** from any state, whoever has claimed it */ force?: boolean | null;
        /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
        /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
        timeout_ms?: number;
      }, ['id'], Answer, Options>;
    };
    /** keep queued tasks from others (--all: those held already), or let them go */
    hold: Verb<{
      id?: string | string[] | null;
      /** the process that runs it, default: none is known; of hold one whose end ends the hold */ pid?: number | string | null;
      /** all that the owner holds already: extends their lease */ all?: boolean | null;
      /** how long from now the owner's tasks stay his; default 15m */ lease?: number | string | null;
      /** let them go: anybody may claim them */ release?: boolean | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** from any state, whoever has claimed it */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** out of the store, with its variables, output and checkpoints */
    remove: Verb<{
      id: string | string[];
      /** also the tasks below it, children and theirs */ recursive?: boolean | null;
      /** say what would become of which tasks, change nothing */ dry_run?: boolean | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** from any state, whoever has claimed it */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
  };
  /** take the best ready task */
  claim: Verb<{
    /** this task, as soon as it is ready; not with --agent or --tree */ id?: string | null;
    /** only tasks of this agent */ agent?: string | null;
    /** only tasks of this tree */ tree?: string | null;
    /** how long it is nobody else's; default 15m */ lease?: number | string | null;
    /** how long to wait for a ready task; default 0s */ wait?: number | string | null;
    /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
    /** a process whose end ends the claim before its lease */ pid?: number | string | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['id'], Answer, Options>;
  /** keep a claimed task */
  heartbeat: Verb<{
    /** the claimed task */ id: string;
    /** the token that claim gave for it; needed */ token: number | string;
    /** how long from now it stays claimed; default 15m */ lease?: number | string | null;
    /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['id'], Answer, Options>;
  /** give a claimed task back */
  release: Verb<{
    /** the claimed task */ id: string;
    /** the token that claim gave for it; needed */ token: number | string;
    /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['id'], Answer, Options>;
  var: {
    /** create or overwrite it; VALUE is JSON, with --text a text */
    set: Verb<{
      name: string;
      value?: unknown;
      /** of the task */ task?: string | null;
      /** of the tree, besides those of its nodes */ tree?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** the project that file:PATH starts from (default: that of the database) */ root?: string | null;
      /** its type; default: the one it has where that fits, else that of the value */ type?: 'text' | 'number' | 'boolean' | 'null' | 'json' | 'array' | 'file_path' | 'file_content' | null;
      /** what it holds */ description?: string | null;
      /** where it comes from: a task, a node, a file */ source?: string | null;
      /** it expires that long from now on, in whole seconds; 0: never */ ttl?: number | string | null;
      /** refuse later changes of it */ read_only?: boolean | null;
      /** take --read-only away (with --force) */ writable?: boolean | null;
      /** copy the value to a file where legacy tools look for it, now and at later sets */ spill_to_file?: boolean | null;
      /** only for Final: also complete the task with this value as its result */ complete?: boolean | null;
      /** with --complete: then the nodes above whose children are all done, where no model is needed to merge */ propagate?: boolean | null;
      /** why; kept in the history */ reason?: string | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** past --read-only, the prompt's lock and 1,000 variables */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['name', 'value'], Answer, Options>;
    /** print its value as JSON, with --text a text bare */
    get: Verb<{
      name: string;
      /** of the task */ task?: string | null;
      /** of the tree, besides those of its nodes */ tree?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** where the task lacks it, that of the nearest task above */ inherit?: boolean | null;
      /** the value as it is stored; otherwise one in a file (file:PATH) is read from there */ stored?: boolean | null;
      /** count this read in the variable's access_count, which is a change */ count?: boolean | null;
      /** the project that file:PATH starts from (default: that of the database) */ root?: string | null;
      /** as it was after an event, or at a time */ at?: number | string | Date | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['name'], Answer, Options>;
    /** all of them, expired ones too */
    list: Verb<{
      /** of the task */ task?: string | null;
      /** of the tree, besides those of its nodes */ tree?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** as it was after an event, or at a time */ at?: number | string | Date | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, [], Answer, Options>;
    /** the whole state as one JSON object: names and values, Final null where there is none */
    dump: Verb<{
      /** of the task */ task?: string | null;
      /** of the tree, besides those of its nodes */ tree?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** of a value in a file (file:PATH) what the file says */ resolve?: boolean | null;
      /** the project that file:PATH starts from (default: that of the database) */ root?: string | null;
      /** as it was after an event, or at a time */ at?: number | string | Date | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, [], Answer, Options>;
    /** take them away, all of them or none */
    delete: Verb<{
      name: string | string[];
      /** of the task */ task?: string | null;
      /** of the tree, besides those of its nodes */ tree?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** the project that file:PATH starts from (default: that of the database) */ root?: string | null;
      /** why; kept in the history */ reason?: string | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** past --read-only, the prompt's lock and 1,000 variables */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['name'], Answer, Options>;
    /** place, value and times stay */
    rename: Verb<{
      old: string;
      new: string;
      /** of the task */ task?: string | null;
      /** of the tree, besides those of its nodes */ tree?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** the project that file:PATH starts from (default: that of the database) */ root?: string | null;
      /** why; kept in the history */ reason?: string | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** past --read-only, the prompt's lock and 1,000 variables */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['old', 'new'], Answer, Options>;
    /** every change of them that is known, oldest first */
    history: Verb<{
      name?: string | null;
      /** of the task */ task?: string | null;
      /** of the tree, besides those of its nodes */ tree?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['name'], Answer, Options>;
    /** list the state documents */
    states: Verb<{
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, [], Answer, Options>;
    /** set a document's: incomplete, complete, error, cancelled */
    status: Verb<{
      status: string;
      /** of the task */ task?: string | null;
      /** of the tree, besides those of its nodes */ tree?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** why; kept in the history */ reason?: string | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** past --read-only, the prompt's lock and 1,000 variables */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['status'], Answer, Options>;
    /** show the state document; with --yes remove all of it */
    drop: Verb<{
      /** of the task */ task?: string | null;
      /** of the tree, besides those of its nodes */ tree?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** remove the document that drop otherwise shows */ yes?: boolean | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, [], Answer, Options>;
  };
  checkpoint: {
    /** keep all variables of the OWNER as they are; prints the ID */
    create: Verb<{
      name?: string | null;
      /** of the whole tree; of fork: the id of the new one */ tree?: string | null;
      /** of the task */ task?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** what it is for */ description?: string | null;
      /** prune never takes it */ pin?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      json?: unknown;
      /** of the workflow: its whole state */ workflow?: string | null;
      /** of the loop */ loop?: string | null;
      /** manual (default), automatic, phase_boundary, iteration, pre_risky_op, error_recovery; or phase_start, artifact_complete, before_external_call, iteration_boundary */ trigger?: string | null;
      /** how long prune keeps it; default 30 */ retention_days?: number | string | null;
      /** prune never takes one that has any */ tag?: string | string[] | null;
      /** a file beneath the root, kept by its SHA-256 */ artifact?: string | string[] | null;
      /** keep copies of them, for restore --artifacts */ keep_artifacts?: boolean | null;
      /** at most so many bytes of copies; default 67108864 */ artifact_bytes?: number | string | null;
      /** where artifacts lie; default: the project's directory */ root?: string | null;
      timeout_ms?: number;
    }, [], Answer, Options>;
    /** checkpoints of the OWNER, or all */
    list: Verb<{
      /** of the whole tree; of fork: the id of the new one */ tree?: string | null;
      /** of the task */ task?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      /** of the workflow: its whole state */ workflow?: string | null;
      /** of the loop */ loop?: string | null;
      /** of all workflows and loops */ workflows?: boolean | null;
      timeout_ms?: number;
    }, [], Answer, Options>;
    /** what it holds */
    show: Verb<{
      id: string;
      /** of the whole tree; of fork: the id of the new one */ tree?: string | null;
      /** of the task */ task?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      /** of the workflow: its whole state */ workflow?: string | null;
      /** of the loop */ loop?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** what changed between two, or from one to now */
    diff: Verb<{
      id: string | string[];
      /** of the whole tree; of fork: the id of the new one */ tree?: string | null;
      /** of the task */ task?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** set the variables back to it, or with --at to a moment */
    rollback: Verb<{
      id?: string | null;
      /** of the whole tree; of fork: the id of the new one */ tree?: string | null;
      /** of the task */ task?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** instead of an ID: as it was after an event, or at a time */ at?: number | string | Date | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** past --read-only and the prompt's lock */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** make a new tree of it */
    fork: Verb<{
      id: string;
      /** of the whole tree; of fork: the id of the new one */ tree?: string | null;
      /** of the task */ task?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** prune never takes it */
    pin: Verb<{
      id: string;
      /** of the whole tree; of fork: the id of the new one */ tree?: string | null;
      /** of the task */ task?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** prune may take it again */
    unpin: Verb<{
      id: string;
      /** of the whole tree; of fork: the id of the new one */ tree?: string | null;
      /** of the task */ task?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** remove all but the last used ones of each tree */
    prune: Verb<{
      /** of the whole tree; of fork: the id of the new one */ tree?: string | null;
      /** the last used so many; default 10, of workflows the newest 5 */ keep?: number | string | null;
      /** only say what would be done */ dry_run?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      /** of the workflow: its whole state */ workflow?: string | null;
      /** of the loop */ loop?: string | null;
      /** of all workflows and loops */ workflows?: boolean | null;
      /** success: keep the newest alone; failure: all recent ones stay as they are */ after?: 'success' | 'failure' | null;
      /** days, instead of those that each checkpoint says */ older_than?: number | string | null;
      /** also where no event says that so much time went by */ clock_is_right?: boolean | null;
      timeout_ms?: number;
    }, [], Answer, Options>;
    /** go on from it, if it and its artifacts are as they were; with --last or --smart without an ID */
    restore: Verb<{
      id?: string | null;
      /** only say what would be done */ dry_run?: boolean | null;
      /** of the workflow: its whole state */ workflow?: string | null;
      /** of the loop */ loop?: string | null;
      /** where artifacts lie; default: the project's directory */ root?: string | null;
      /** the newest */ last?: boolean | null;
      /** that one; a bare ID says the same */ select?: string | null;
      /** the newest that is whole, before any open critical regression, with no artifact changed */ smart?: boolean | null;
      /** also past artifacts whose hash is no SHA-256 */ allow_unchecked?: boolean | null;
      /** put back those that have a copy; what is there stays as .bak */ artifacts?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
  };
  loop: {
    /** the active loops; with --all every one */
    list: Verb<{
      /** ended, crashed and archived ones too */ all?: boolean | null;
      /** at most so many; 0: all; default 50 */ limit?: number | string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, [], Answer, Options>;
    /** what is known of it */
    show: Verb<{
      id: string;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** its iterations with their scores */
    iterations: Verb<{
      id: string;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** the best one, which need not be the last */
    best: Verb<{
      id: string;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** what got worse, and what became of it */
    regressions: Verb<{
      id: string;
      /** only those that nothing has put right */ open?: boolean | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** the attempts to put that right */
    recoveries: Verb<{
      id: string;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** changes of its reinforcement level */
    levels: Verb<{
      id: string;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** patterns that were detected */
    patterns: Verb<{
      id: string;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** two side by side */
    compare: Verb<{
      id: string | string[];
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** all of it, for people; --html with a chart */
    report: Verb<{
      id: string;
      /** write FILE instead of standard output (-) */ output?: string | null;
      /** one HTML page instead of Markdown */ html?: boolean | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** its state document */
    export: Verb<{
      id: string;
      /** write FILE instead of standard output (-) */ output?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** a new one; prints its id */
    start: Verb<{
      task: string;
      /** its id; default ralph-, the task's words and 8 hex digits */ id?: string | null;
      /** when it is done */ completion?: string | null;
      /** after which it ends */ max_iterations?: number | string | null;
      /** the project's metrics at its start */ baseline?: unknown;
      /** take a checkpoint at each iteration_boundary, artifact_complete or phase_start */ auto?: string | string[] | null;
      /** more than four active loops */ force?: boolean | null;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['task'], Answer, Options>;
    /** append an iteration; score, delta, best and level follow */
    record: Verb<{
      id: string;
      json?: unknown;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id', 'json'], Answer, Options>;
    /** append a regression; with --event set members of one */
    regression: Verb<{
      id: string;
      json?: unknown;
      /** regression: set members of that one; recover: it was for it */ event?: string | null;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id', 'json'], Answer, Options>;
    /** OFF, MINIMAL, STANDARD, AGGRESSIVE or ADAPTIVE */
    reinforce: Verb<{
      id: string;
      level: string;
      /** why; default 'Set by hand' */ reason?: string | null;
      /** pattern: that of this one; reinforce: in which, default the loop's */ iteration?: number | string | null;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id', 'level'], Answer, Options>;
    /** append a recovery attempt */
    recover: Verb<{
      id: string;
      json?: unknown;
      /** regression: set members of that one; recover: it was for it */ event?: string | null;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id', 'json'], Answer, Options>;
    /** append a pattern; with --pattern set members of one */
    pattern: Verb<{
      id: string;
      json?: unknown;
      /** set members of that one, as false_positive */ pattern?: string | null;
      /** pattern: that of this one; reinforce: in which, default the loop's */ iteration?: number | string | null;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id', 'json'], Answer, Options>;
    /** set members of persistence_metrics */
    metrics: Verb<{
      id: string;
      json?: unknown;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id', 'json'], Answer, Options>;
    /** the project's metrics at its start, given later */
    baseline: Verb<{
      id: string;
      json?: unknown;
      /** another takes the place of the one that is there */ replace?: boolean | null;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id', 'json'], Answer, Options>;
    /** begin a phase */
    phase: Verb<{
      id: string;
      phase: string;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id', 'phase'], Answer, Options>;
    /** take checkpoints by itself, at iteration_boundary, artifact_complete and phase_start; none: no more */
    auto: Verb<{
      id: string;
      at: string | string[];
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id', 'at'], Answer, Options>;
    /** its status: paused */
    pause: Verb<{
      id: string;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** its status: running */
    resume: Verb<{
      id: string;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** its status: crashed */
    crash: Verb<{
      id: string;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** its status: aborted */
    abort: Verb<{
      id: string;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
    /** end it, as completed or by --status */
    finish: Verb<{
      id: string;
      /** how it ended; default completed */ status?: 'completed' | 'failed' | 'aborted' | null;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['id'], Answer, Options>;
  };
  grid: {
    /** all missions, and what they come to */
    list: Verb<{
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, [], Answer, Options>;
    /** one and its files, or a file's text */
    show: Verb<{
      file?: string | null;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** as it was then: an event's number or a TIME */ at?: number | string | Date | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['file'], Answer, Options>;
    /** where it stands, what comes next, what is open */
    status: Verb<{
      name?: string | null;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** where the claimed files and commits are; default the project */ root?: string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['name'], Answer, Options>;
    /** all that a new session needs, as a prompt */
    resume: Verb<{
      name?: string | null;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** do it: one of those that resume offers */ option?: string | null;
      /** write what can be done to FILE (-: standard output) */ plan?: string | null;
      /** do what the plan in FILE (-: standard input) says */ apply?: string | null;
      /** what the user says to it, for the next session */ feedback?: string | null;
      /** the prompt has at most so many bytes (20000, 20k, 1M): what is oldest is left out */ most?: number | string | null;
      /** where the claimed files and commits are; default the project */ root?: string | null;
      /** of resume the BLOCK to go on at; else the program that learned it */ from?: string | null;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['name'], Answer, Options>;
    /** commits, files, checkpoint, plans and position */
    validate: Verb<{
      name?: string | null;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** where the claimed files and commits are; default the project */ root?: string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['name'], Answer, Options>;
    /** what happened to it */
    history: Verb<{
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, [], Answer, Options>;
    /** what changed between two, or from one to now */
    diff: Verb<{
      moment: number | string | Date | (number | string | Date)[];
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['moment'], Answer, Options>;
    /** lines of files; without --grid of all missions */
    search: Verb<{
      text: string;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['text'], Answer, Options>;
    /** what was learned */
    warmth: Verb<{
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, [], Answer, Options>;
    /** a new mission */
    init: Verb<{
      dir?: string | null;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** what the mission is called */ cluster?: string | null;
      /** of its session; default the time and the cluster */ session?: string | null;
      /** write each change to the files at once, in DIR/.grid */ write_through?: boolean | null;
      /** how much the user decides */ mode?: 'autopilot' | 'guided' | 'hands_on' | null;
      /** how many phases there are */ phases?: number | string | null;
      /** name of the phase */ phase_name?: string | null;
      /** how many blocks the phase has */ blocks?: number | string | null;
      /** how many waves there are */ waves?: number | string | null;
      /** how many threads the block has */ threads?: number | string | null;
      /** what is left of the budget */ energy?: number | string | null;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['dir'], Answer, Options>;
    /** a session works on it: active */
    start: Verb<{
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, [], Answer, Options>;
    /** a session ends: interrupted */
    pause: Verb<{
      reason?: string | null;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['reason'], Answer, Options>;
    /** nothing is left to do */
    complete: Verb<{
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, [], Answer, Options>;
    /** it failed, with a checkpoint that says so */
    fail: Verb<{
      error: string;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** what goes with its type */ details?: unknown;
      /** the thread that was being worked on */ current?: unknown;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['error'], Answer, Options>;
    /** set members of STATE.md */
    position: Verb<{
      json?: unknown;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** how much the user decides */ mode?: 'autopilot' | 'guided' | 'hands_on' | null;
      /** how many phases there are */ phases?: number | string | null;
      /** name of the phase */ phase_name?: string | null;
      /** how many blocks the phase has */ blocks?: number | string | null;
      /** how many waves there are */ waves?: number | string | null;
      /** how many threads the block has */ threads?: number | string | null;
      /** what is left of the budget */ energy?: number | string | null;
      /** the phase it is at */ phase?: number | string | null;
      /** what it does */ status?: 'active' | 'checkpoint' | 'interrupted' | 'completed' | 'failed' | null;
      /** per cent that are done */ progress?: number | string | null;
      /** the wave it is at */ wave?: number | string | null;
      /** name of the thread */ thread_name?: string | null;
      /** the block it is about */ block?: string | null;
      /** the thread it is about */ thread?: string | null;
      /** what went wrong */ error?: string | null;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['json'], Answer, Options>;
    wave: {
      /** wave N begins; or the next wave */
      start: Verb<{
        n?: number | string | null;
        /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
        /** per cent that are done */ progress?: number | string | null;
        /** plan and print, change nothing */ dry_run?: boolean | null;
        /** only if this is still the mission's version */ if_version?: number | string | null;
        /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
        /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
        /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
        timeout_ms?: number;
      }, ['n'], Answer, Options>;
      /** wave N begins; or the next wave */
      complete: Verb<{
        n?: number | string | null;
        /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
        /** per cent that are done */ progress?: number | string | null;
        /** plan and print, change nothing */ dry_run?: boolean | null;
        /** only if this is still the mission's version */ if_version?: number | string | null;
        /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
        /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
        /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
        timeout_ms?: number;
      }, ['n'], Answer, Options>;
    };
    /** it is done: summary, lessons, the next block */
    block: Verb<{
      block: string;
      json?: unknown;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** only a part of it is done */ partial?: boolean | null;
      /** of phases/NN-NAME; default as it is there, or the phase's */ directory?: string | null;
      /** of resume the BLOCK to go on at; else the program that learned it */ from?: string | null;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['block', 'json'], Answer, Options>;
    thread: {
      /** a thread of the block */
      start: Verb<{
        id: string;
        /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
        /** name of the thread */ thread_name?: string | null;
        /** of its work */ commit?: string | null;
        /** that it made or changed */ file?: string | string[] | null;
        /** files_created, files_modified, last_action */ partial_work?: unknown;
        /** plan and print, change nothing */ dry_run?: boolean | null;
        /** only if this is still the mission's version */ if_version?: number | string | null;
        /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
        /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
        /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
        timeout_ms?: number;
      }, ['id'], Answer, Options>;
      /** a thread of the block */
      complete: Verb<{
        id: string;
        /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
        /** name of the thread */ thread_name?: string | null;
        /** of its work */ commit?: string | null;
        /** that it made or changed */ file?: string | string[] | null;
        /** files_created, files_modified, last_action */ partial_work?: unknown;
        /** plan and print, change nothing */ dry_run?: boolean | null;
        /** only if this is still the mission's version */ if_version?: number | string | null;
        /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
        /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
        /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
        timeout_ms?: number;
      }, ['id'], Answer, Options>;
      /** a thread of the block */
      partial: Verb<{
        id: string;
        /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
        /** name of the thread */ thread_name?: string | null;
        /** of its work */ commit?: string | null;
        /** that it made or changed */ file?: string | string[] | null;
        /** files_created, files_modified, last_action */ partial_work?: unknown;
        /** plan and print, change nothing */ dry_run?: boolean | null;
        /** only if this is still the mission's version */ if_version?: number | string | null;
        /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
        /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
        /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
        timeout_ms?: number;
      }, ['id'], Answer, Options>;
    };
    /** human_verify, human_action, decision, session_death or failure */
    checkpoint: Verb<{
      type: string;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** the wave it is at */ wave?: number | string | null;
      /** name of the thread */ thread_name?: string | null;
      /** the block it is about */ block?: string | null;
      /** the thread it is about */ thread?: string | null;
      /** what the user has to do */ awaiting?: string | null;
      /** until when it holds; 2h: from now on */ expires?: string | Date | null;
      /** the threads that are done; default as before */ completed?: unknown;
      /** the threads that are to come */ pending?: unknown;
      /** lists of what was learned, by category */ warmth?: unknown;
      /** take the place of one that nobody has answered */ replace?: boolean | null;
      /** what went wrong */ error?: string | null;
      /** what goes with its type */ details?: unknown;
      /** the thread that was being worked on */ current?: unknown;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['type'], Answer, Options>;
    /** what the user says to the checkpoint */
    answer: Verb<{
      response: string;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['response'], Answer, Options>;
    /** a decision of the user */
    decide: Verb<{
      question: string;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** what was offered */ offer?: Record<string, unknown> | null;
      /** what was taken */ choice?: string | null;
      /** why */ rationale?: string | null;
      /** which blocks */ affects?: string | null;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['question'], Answer, Options>;
    /** something stands in the way */
    blocker: Verb<{
      description: string;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** the block it is about */ block?: string | null;
      /** the thread it is about */ thread?: string | null;
      /** human_action_required, dependency_missing… */ type?: string | null;
      /** who has to do what */ waiting_for?: string | null;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['description'], Answer, Options>;
    /** no more */
    unblock: Verb<{
      number: number | string;
      resolution: string;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['number', 'resolution'], Answer, Options>;
    /** an entry of the scratchpad, a session's heartbeat */
    scratch: Verb<{
      note: string | string[];
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** the block it is about */ block?: string | null;
      /** the thread it is about */ thread?: string | null;
      /** who writes it */ program?: string | null;
      /** move all entries to SCRATCHPAD_ARCHIVE.md */ archive?: boolean | null;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['note'], Answer, Options>;
    /** a file of it as it is to be: a plan, notes */
    write: Verb<{
      file: string;
      path?: string | null;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** what FILE is to say, instead of a PATH */ text?: string | null;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['file', 'path'], Answer, Options>;
    /** files as they were then; what was stays a moment */
    restore: Verb<{
      moment: number | string | Date;
      file?: string | string[] | null;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['moment', 'file'], Answer, Options>;
    write_through: {
      /** whether each change goes to the files at once */
      on: Verb<{
        /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
        /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
        /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
        timeout_ms?: number;
      }, [], Answer, Options>;
      /** whether each change goes to the files at once */
      off: Verb<{
        /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
        /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
        /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
        timeout_ms?: number;
      }, [], Answer, Options>;
    };
  };
  /** show tasks with all their members */
  show: Verb<{
    /** store ids such as task-0001; after -- also such that begin with - */ id: string | string[];
    /** records as they were after an event, or at a time */ at?: number | string | Date | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['id'], Answer, Options>;
  /** list tasks, newest first */
  list: Verb<{
    /** what --state or --tree say: only tasks in this state, or of this tree */ which?: string | null;
    /** only queued, running, completed, failed or cancelled tasks, or those of any other state text */ state?: string | null;
    /** only tasks of this agent */ agent?: string | null;
    /** only tasks of this tree */ tree?: string | null;
    /** only tasks created then: yesterday, 2h (the last two hours), A..B */ created?: string | Date | null;
    /** only tasks created then or later */ since?: string | Date | null;
    /** only tasks created earlier; of a day: by its end */ until?: string | Date | null;
    /** only tasks whose last start was then */ started?: string | Date | null;
    /** only tasks that ended then */ ended?: string | Date | null;
    /** only tasks for which this SQL expression is true */ where?: string | null;
    /** at most N tasks; 0 (default): all; -N: all but the last N */ limit?: number | string | null;
    /** only what stands behind this task, `next` of the part before */ after?: string | null;
    /** only queued tasks that wait, with the reason; not with --state, --where or times */ blocked?: boolean | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['which'], Answer, Options>;
  /** find text in prompts, results, errors, outputs, notes, variables */
  search: Verb<{
    /** what to look for */ text: string | string[];
    /** only tasks of this tree, and variables of its own */ tree?: string | null;
    /** only in these texts; repeatable */ in?: 'prompt' | 'result' | 'error' | 'output' | 'note' | 'variable' | ('prompt' | 'result' | 'error' | 'output' | 'note' | 'variable')[] | null;
    /** only tasks created then: yesterday, 2h (the last two hours), A..B */ created?: string | Date | null;
    /** only tasks created then or later */ since?: string | Date | null;
    /** only tasks created earlier; of a day: by its end */ until?: string | Date | null;
    /** end after N; 0 (default): all */ limit?: number | string | null;
    /** leave the first N out, `next` of the part before */ after?: number | string | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['text'], Answer, Options>;
  /** list the tasks that claim would take, best first */
  ready: Verb<{
    /** only tasks of this agent */ agent?: string | null;
    /** only tasks of this tree */ tree?: string | null;
    /** at most N tasks; 0 (default): all */ limit?: number | string | null;
    /** only what stands behind this task, `next` of the part before */ after?: string | null;
    /** all queued tasks, with the reason of each */ explain?: boolean | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, [], Answer, Options>;
  /** count tasks by state */
  stats: Verb<{
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, [], Answer, Options>;
  /** show what runs and what is newest */
  summary: Verb<{
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, [], Answer, Options>;
  /** show every change in the order it was committed */
  events: Verb<{
    /** only events of this task or tree */ id?: string | null;
    /** only events after the one with that number, or since a time */ since?: number | string | Date | null;
    /** only events of this task */ task?: string | null;
    /** only events of this tree */ tree?: string | null;
    /** only events of this kind, such as task:failed */ kind?: string | null;
    /** with the previous value of each member that changed */ changes?: boolean | null;
    /** only events up to the one with that number, or before a time; of a day: by its end */ until?: number | string | Date | null;
    /** end after N events; 0 (default): all */ limit?: number | string | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['id'], Answer, Options>;
  /** run one read-only SQL statement */
  sql: Verb<{
    /** one SELECT (or other reading) statement */ statement: string;
    /** at most N rows; default: all */ limit?: number | string | null;
    /** leave the first N rows out, `next` of the part before */ after?: number | string | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['statement'], Answer, Options>;
  /** queue what a crash interrupted again */
  recover: Verb<{
    /** only this tree */ id?: string | null;
    /** draw each plan as a tree; only the tree ID where the next word is one */ tree?: string | true | null;
    /** plan and print, change nothing */ dry_run?: boolean | null;
    /** also try again what has used up its attempts */ retry_failed?: boolean | null;
    /** also take what is claimed under a lease that has not ended */ force?: boolean | null;
    /** write the plan to FILE (-: standard output), change nothing */ plan?: string | null;
    /** do what the plan in FILE (-: standard input) says */ apply?: string | null;
    /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['id'], Answer, Options>;
  /** bring the results of a node's children together */
  merge: Verb<{
    /** its store id, or the node id of a node that has none */ node: string;
    /** instead of the node's own merge_strategy */ strategy?: 'concatenate' | 'summarize' | 'vote' | 'best-of-n' | null;
    /** what decides a vote: more than half, all, or more than any other; default majority */ vote?: 'majority' | 'consensus' | 'plurality' | null;
    /** between the results (default: an empty line) */ separator?: string | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['node'], Answer, Options>;
  /** show how far trees are */
  progress: Verb<{
    /** a tree, finished or not */ id?: string | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['id'], Answer, Options>;
  /** show what a tree is doing, and its cost */
  status: Verb<{
    /** a tree, finished or not */ id?: string | null;
    /** draw the tree below, N levels under its root */ depth?: number | string | null;
    /** draw the tree below with the cost of each node and all below it */ cost?: boolean | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['id'], Answer, Options>;
  /** estimate when a tree will be done */
  eta: Verb<{
    /** the tree; default: the unfinished one, with --backtest all that have ended */ id?: string | null;
    /** replay finished trees */ backtest?: boolean | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['id'], Answer, Options>;
  /** list all trees, newest first */
  trees: Verb<{
    /** only trees of this session */ session?: string | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, [], Answer, Options>;
  /** draw a tree */
  tree: Verb<{
    /** the tree; default: the unfinished one */ id?: string | null;
    /** lines to draw with (default: as the locale allows); json is --json, ascii_tree is ascii, graphviz is dot */ format?: 'unicode' | 'ascii' | 'json' | 'mermaid' | 'dot' | 'ascii_tree' | 'graphviz' | null;
    /** only N levels under the root */ depth?: number | string | null;
    /** show the cost of each node, and with all below it */ cost?: boolean | null;
    /** as it was after an event, or at a time */ at?: number | string | Date | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['id'], Answer, Options>;
  /** write what a person wants to know of a tree */
  report: Verb<{
    /** the tree; default: the unfinished one */ id?: string | null;
    /** write FILE instead of standard output (-) */ output?: string | null;
    /** one HTML page instead of Markdown */ html?: boolean | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['id'], Answer, Options>;
  /** show where a tree's tokens and money went */
  cost: Verb<{
    /** the tree */ id?: string | null;
    /** what a line of a tree is for; default node */ by?: 'node' | 'depth' | 'agent' | 'model' | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['id'], Answer, Options>;
  /** show how far a tree may grow, and set it */
  limits: Verb<{
    /** the tree; default: the unfinished one */ id?: string | null;
    /** deepest level of a node, root 0; default 5 */ max_depth?: number | string | null;
    /** children of one node; default 10 */ max_children?: number | string | null;
    /** nodes of the tree; default 100 */ max_nodes?: number | string | null;
    /** size_tokens of one node's context; default 100000 */ max_context_tokens?: number | string | null;
    /** how long one node may run; default 5m */ timeout?: number | string | null;
    /** refuse a new node beyond a limit */ refuse?: boolean | null;
    /** add it with a warning; default */ warn?: boolean | null;
    /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['id'], Answer, Options>;
  /** show what a tree may cost and has cost, and set it */
  budget: Verb<{
    /** the tree; default: the unfinished one */ id?: string | null;
    /** what the tree may cost; 0: nothing more is claimed */ set?: number | string | null;
    /** take the budget away */ clear?: boolean | null;
    /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['id'], Answer, Options>;
  /** remove finished tasks that are old enough, and what has expired */
  cleanup: Verb<{
    /** with --reviewed and --not-reviewed, the failed tasks */ id?: string | string[] | null;
    /** list what would go, remove nothing */ dry_run?: boolean | null;
    /** remove it without asking */ yes?: boolean | null;
    /** remove it also where no event says that so much time went by */ clock_is_right?: boolean | null;
    /** how long completed tasks are kept (default 7d) */ completed?: number | string | null;
    /** how long failed tasks that were reviewed are kept (default 30d) */ failed?: number | string | null;
    /** take failed tasks that nobody reviewed as well */ unreviewed?: boolean | null;
    /** how long cancelled tasks are kept (default: as completed) */ cancelled?: number | string | null;
    /** how long events and previous values are kept (default: for ever) */ events?: number | string | null;
    /** how long answers to request ids are kept (default 7d) */ requests?: number | string | null;
    /** how many checkpoints of each tree are kept, the last used (default 10) */ checkpoints?: number | string | null;
    /** tasks a transaction (default 500) */ batch?: number | string | null;
    /** list the failed tasks that nobody reviewed */ review?: boolean | null;
    /** say of the tasks ID... that somebody looked at them */ reviewed?: boolean | null;
    /** take that back */ not_reviewed?: boolean | null;
    /** with --reviewed, what was found */ note?: string | null;
    /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['id'], Answer, Options>;
  retention: {
    /** what was set */
    show: Verb<{
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, [], Answer, Options>;
    /** how long, or how many, things of that kind are kept */
    set: Verb<{
      set: Record<string, unknown>;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['set'], Answer, Options>;
    /** as if it had never been set */
    clear: Verb<{
      kind: string | string[];
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, ['kind'], Answer, Options>;
  };
  /** clean up by the retention that was set, for a timer */
  maintain: Verb<{
    /** list what would go, write nothing */ dry_run?: boolean | null;
    /** the backup that is made first (default: the database's name and .before-cleanup) */ backup?: string | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, [], Answer, Options>;
  /** take a task, a tree, a session or a text out for good */
  purge: Verb<{
    /** a task with its history; may be repeated */ task?: string | string[] | null;
    /** a tree with all that belongs to it */ tree?: string | null;
    /** a session's state document and its trees */ session?: string | null;
    /** this text, wherever it stands; - reads standard input */ text?: string | null;
    /** the same, read from a file; a line's end at its end does not count */ text_file?: string | null;
    /** with --task, take the nodes below as well */ with_children?: boolean | null;
    /** also what runs, and with --text what is claimed under a living lease */ force?: boolean | null;
    /** show what would go, change nothing */ dry_run?: boolean | null;
    /** take it out without asking */ yes?: boolean | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, [], Answer, Options>;
  /** make the file smaller after rows were removed */
  vacuum: Verb<{
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, [], Answer, Options>;
  /** copy the database to one verified file */
  backup: Verb<{
    /** where the copy goes */ file: string;
    /** replace an older backup, once the new one is complete */ force?: boolean | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['file'], Answer, Options>;
  /** put a backup back as the database */
  restore: Verb<{
    /** a backup, or any database of rlmdb */ file: string;
    /** also where FILE lacks something, cannot be compared, or has findings */ force?: boolean | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['file'], Answer, Options>;
  /** say which database is used, and why */
  where: Verb<{
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, [], Answer, Options>;
  /** show or apply steps of the database's schema */
  migrate: Verb<{
    /** status or up */ action: string;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['action'], Answer, Options>;
  /** explain the code of an error, finding or reason */
  explain: Verb<{
    /** the code of an error, warning, reject, finding or reason */ code?: string | null;
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, ['code'], Answer, Options>;
  /** tell an agent what it needs to know before it begins */
  prime: Verb<{
    /** who works here, for claims and events; of events a filter; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, [], Answer, Options>;
}
