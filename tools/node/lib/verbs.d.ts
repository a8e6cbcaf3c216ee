// SPDX-License-Identifier: MIT
// Written by tests/package.test.js with RLMDB_UPDATE_GOLDEN=1.

/** The verbs of the program, as the functions of a store. */
export interface Verbs<Answer, Options> {
  /** create an empty database */
  init(params?: {
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** bring legacy files in, without loss and with proof */
  import(params?: {
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
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** write tasks, a tree, a state, a checkpoint, a loop, or a project */
  export(params?: {
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
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** move a whole legacy project into its database, and back */
  adopt(params?: {
    /** the project; without it the nearest one upward from here */ dir?: string | null;
    /** put the legacy files back as the database has them now */ undo?: boolean | null;
    /** say what would be done, change nothing */ dry_run?: boolean | null;
    /** although a process seems to be at work; with --undo also over files that changed since they were imported, which stay as .bak */ force?: boolean | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** check the database, or compare it with a file or a project */
  verify(params?: {
    file?: string | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  task: {
    /** a new task, queued; prints its id */
    add(params?: {
      /** what is to be done; needed */ prompt?: string | null;
      /** the prompt as any JSON value */ prompt_json?: unknown;
      /** who is to do it */ agent?: string | null;
      /** a number, higher first; default 0 */ priority?: number | string | null;
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
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** queued to running */
    start(params?: {
      id?: string | string[] | null;
      /** the process that runs it, default: none is known; of hold one whose end ends the hold */ pid?: number | string | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** from any state, whoever has claimed it */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** one JSON object a line instead of IDs and options */ ndjson?: string | null;
      /** the same as one JSON list: [{"prompt": "one"}, {"prompt": "two"}]; -: standard input */ tasks?: Record<string, unknown>[] | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** running to completed */
    complete(params?: {
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
      /** what it cost; default: input and output together, where one of them is given */ cost_usd?: number | string | null;
      /** how often a cache answered */ cache_hits?: number | string | null;
      /** what that saved */ cache_savings_usd?: number | string | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** from any state, whoever has claimed it */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** one JSON object a line instead of IDs and options */ ndjson?: string | null;
      /** the same as one JSON list: [{"prompt": "one"}, {"prompt": "two"}]; -: standard input */ tasks?: Record<string, unknown>[] | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** queued or running to failed */
    fail(params?: {
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
      /** what it cost; default: input and output together, where one of them is given */ cost_usd?: number | string | null;
      /** how often a cache answered */ cache_hits?: number | string | null;
      /** what that saved */ cache_savings_usd?: number | string | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** from any state, whoever has claimed it */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** one JSON object a line instead of IDs and options */ ndjson?: string | null;
      /** the same as one JSON list: [{"prompt": "one"}, {"prompt": "two"}]; -: standard input */ tasks?: Record<string, unknown>[] | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** queued or running to cancelled; with --tree all of a tree */
    cancel(params?: {
      id?: string | string[] | null;
      /** of add the tree it belongs to, without --parent its root; else all tasks of that tree, no IDs */ tree?: string | null;
      /** say what would become of which tasks, change nothing */ dry_run?: boolean | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** from any state, whoever has claimed it */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** one JSON object a line instead of IDs and options */ ndjson?: string | null;
      /** the same as one JSON list: [{"prompt": "one"}, {"prompt": "two"}]; -: standard input */ tasks?: Record<string, unknown>[] | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** failed or cancelled to queued; with --failed all that failed */
    retry(params?: {
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
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** tokens and dollars that a run used, added to the task's */
    cost(params?: {
      id?: string | string[] | null;
      /** tokens that the run read; as all of these added up over all runs */ input_tokens?: number | string | null;
      /** tokens that it wrote */ output_tokens?: number | string | null;
      /** what its input cost */ input_cost_usd?: number | string | null;
      /** what its output cost */ output_cost_usd?: number | string | null;
      /** what it cost; default: input and output together, where one of them is given */ cost_usd?: number | string | null;
      /** how often a cache answered */ cache_hits?: number | string | null;
      /** what that saved */ cache_savings_usd?: number | string | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** from any state, whoever has claimed it */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** one JSON object a line instead of IDs and options */ ndjson?: string | null;
      /** the same as one JSON list: [{"prompt": "one"}, {"prompt": "two"}]; -: standard input */ tasks?: Record<string, unknown>[] | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** TEXT, or standard input as it comes, to a running task's output */
    append(params?: {
      id?: string | null;
      text?: string | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** from any state, whoever has claimed it */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** one JSON object a line instead of IDs and options */ ndjson?: string | null;
      /** the same as one JSON list: [{"prompt": "one"}, {"prompt": "two"}]; -: standard input */ tasks?: Record<string, unknown>[] | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** members of the record; of a root also its tree's execution_mode and session_id */
    set(params?: {
      id?: string | string[] | null;
      set?: Record<string, unknown> | null;
      /** claimed from then on: 22:00, tomorrow, 2h (from now); of set also now: at once */ not_before?: string | Date | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** from any state, whoever has claimed it */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** one JSON object a line instead of IDs and options */ ndjson?: string | null;
      /** the same as one JSON list: [{"prompt": "one"}, {"prompt": "two"}]; -: standard input */ tasks?: Record<string, unknown>[] | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** a note beside the task, with its time; whoever works on it goes on */
    note(params?: {
      id?: string | null;
      text?: string | null;
      /** who says so; default: nobody is named */ by?: string | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** from any state, whoever has claimed it */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** one JSON object a line instead of IDs and options */ ndjson?: string | null;
      /** the same as one JSON list: [{"prompt": "one"}, {"prompt": "two"}]; -: standard input */ tasks?: Record<string, unknown>[] | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    depend: {
      /** add, remove or list what tasks depend on */
      add(params: {
        id: string | string[];
        /** what the IDs depend on; repeatable. Without it the first ID depends on the others */ on?: string | string[] | null;
        /** only if this is still the task's version */ if_version?: number | string | null;
        /** the token that claim gave for it */ token?: number | string | null;
        /** from any state, whoever has claimed it */ force?: boolean | null;
        /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
        /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
        timeout_ms?: number;
      }, options?: Options): Answer;
      /** add, remove or list what tasks depend on */
      remove(params: {
        id: string | string[];
        /** what the IDs depend on; repeatable. Without it the first ID depends on the others */ on?: string | string[] | null;
        /** only if this is still the task's version */ if_version?: number | string | null;
        /** the token that claim gave for it */ token?: number | string | null;
        /** from any state, whoever has claimed it */ force?: boolean | null;
        /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
        /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
        timeout_ms?: number;
      }, options?: Options): Answer;
      /** add, remove or list what tasks depend on */
      list(params: {
        id: string | string[];
        /** what the IDs depend on; repeatable. Without it the first ID depends on the others */ on?: string | string[] | null;
        /** only if this is still the task's version */ if_version?: number | string | null;
        /** the token that claim gave for it */ token?: number | string | null;
        /** from any state, whoever has claimed it */ force?: boolean | null;
        /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
        /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
        timeout_ms?: number;
      }, options?: Options): Answer;
    };
    /** keep queued tasks from others (--all: those held already), or let them go */
    hold(params?: {
      id?: string | string[] | null;
      /** the process that runs it, default: none is known; of hold one whose end ends the hold */ pid?: number | string | null;
      /** all that the owner holds already: extends their lease */ all?: boolean | null;
      /** how long from now the owner's tasks stay his; default 15m */ lease?: number | string | null;
      /** let them go: anybody may claim them */ release?: boolean | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** from any state, whoever has claimed it */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** out of the store, with its variables, output and checkpoints */
    remove(params: {
      id: string | string[];
      /** also the tasks below it, children and theirs */ recursive?: boolean | null;
      /** say what would become of which tasks, change nothing */ dry_run?: boolean | null;
      /** only if this is still the task's version */ if_version?: number | string | null;
      /** the token that claim gave for it */ token?: number | string | null;
      /** from any state, whoever has claimed it */ force?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
  };
  /** take the best ready task */
  claim(params?: {
    /** this task, as soon as it is ready; not with --agent or --tree */ id?: string | null;
    /** only tasks of this agent */ agent?: string | null;
    /** only tasks of this tree */ tree?: string | null;
    /** how long it is nobody else's; default 15m */ lease?: number | string | null;
    /** how long to wait for a ready task; default 0s */ wait?: number | string | null;
    /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
    /** a process whose end ends the claim before its lease */ pid?: number | string | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** keep a claimed task */
  heartbeat(params: {
    /** the claimed task */ id: string;
    /** the token that claim gave for it; needed */ token: number | string;
    /** how long from now it stays claimed; default 15m */ lease?: number | string | null;
    /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** give a claimed task back */
  release(params: {
    /** the claimed task */ id: string;
    /** the token that claim gave for it; needed */ token: number | string;
    /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  var: {
    /** create or overwrite it; VALUE is JSON, with --text a text */
    set(params: {
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
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** print its value as JSON, with --text a text bare */
    get(params: {
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
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** all of them, expired ones too */
    list(params?: {
      /** of the task */ task?: string | null;
      /** of the tree, besides those of its nodes */ tree?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** as it was after an event, or at a time */ at?: number | string | Date | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** the whole state as one JSON object: names and values, Final null where there is none */
    dump(params?: {
      /** of the task */ task?: string | null;
      /** of the tree, besides those of its nodes */ tree?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** of a value in a file (file:PATH) what the file says */ resolve?: boolean | null;
      /** the project that file:PATH starts from (default: that of the database) */ root?: string | null;
      /** as it was after an event, or at a time */ at?: number | string | Date | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** take them away, all of them or none */
    delete(params: {
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
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** place, value and times stay */
    rename(params: {
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
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** every change of them that is known, oldest first */
    history(params?: {
      name?: string | null;
      /** of the task */ task?: string | null;
      /** of the tree, besides those of its nodes */ tree?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** list the state documents */
    states(params?: {
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** set a document's: incomplete, complete, error, cancelled */
    status(params: {
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
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** show the state document; with --yes remove all of it */
    drop(params?: {
      /** of the task */ task?: string | null;
      /** of the tree, besides those of its nodes */ tree?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** remove the document that drop otherwise shows */ yes?: boolean | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
  };
  checkpoint: {
    /** keep all variables of the OWNER as they are; prints the ID */
    create(params?: {
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
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
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
    }, options?: Options): Answer;
    /** checkpoints of the OWNER, or all */
    list(params?: {
      /** of the whole tree; of fork: the id of the new one */ tree?: string | null;
      /** of the task */ task?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      /** of the workflow: its whole state */ workflow?: string | null;
      /** of the loop */ loop?: string | null;
      /** of all workflows and loops */ workflows?: boolean | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** what it holds */
    show(params: {
      id: string;
      /** of the whole tree; of fork: the id of the new one */ tree?: string | null;
      /** of the task */ task?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      /** of the workflow: its whole state */ workflow?: string | null;
      /** of the loop */ loop?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** what changed between two, or from one to now */
    diff(params: {
      id: string | string[];
      /** of the whole tree; of fork: the id of the new one */ tree?: string | null;
      /** of the task */ task?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** set the variables back to it, or with --at to a moment */
    rollback(params?: {
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
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** make a new tree of it */
    fork(params: {
      id: string;
      /** of the whole tree; of fork: the id of the new one */ tree?: string | null;
      /** of the task */ task?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** prune never takes it */
    pin(params: {
      id: string;
      /** of the whole tree; of fork: the id of the new one */ tree?: string | null;
      /** of the task */ task?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** prune may take it again */
    unpin(params: {
      id: string;
      /** of the whole tree; of fork: the id of the new one */ tree?: string | null;
      /** of the task */ task?: string | null;
      /** of the whole project */ global?: boolean | null;
      /** of the session */ session?: string | null;
      /** of the temporary document; `cleanup` removes it once it has expired */ temp?: string | null;
      /** of the document of that id */ state?: string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** remove all but the last used ones of each tree */
    prune(params?: {
      /** of the whole tree; of fork: the id of the new one */ tree?: string | null;
      /** the last used so many; default 10, of workflows the newest 5 */ keep?: number | string | null;
      /** only say what would be done */ dry_run?: boolean | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      /** of the workflow: its whole state */ workflow?: string | null;
      /** of the loop */ loop?: string | null;
      /** of all workflows and loops */ workflows?: boolean | null;
      /** success: keep the newest alone; failure: all recent ones stay as they are */ after?: 'success' | 'failure' | null;
      /** days, instead of those that each checkpoint says */ older_than?: number | string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** go on from it, if it and its artifacts are as they were; with --last or --smart without an ID */
    restore(params?: {
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
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
  };
  loop: {
    /** the active loops; with --all every one */
    list(params?: {
      /** ended, crashed and archived ones too */ all?: boolean | null;
      /** at most so many; 0: all; default 50 */ limit?: number | string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** what is known of it */
    show(params: {
      id: string;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** its iterations with their scores */
    iterations(params: {
      id: string;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** the best one, which need not be the last */
    best(params: {
      id: string;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** what got worse, and what became of it */
    regressions(params: {
      id: string;
      /** only those that nothing has put right */ open?: boolean | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** the attempts to put that right */
    recoveries(params: {
      id: string;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** changes of its reinforcement level */
    levels(params: {
      id: string;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** patterns that were detected */
    patterns(params: {
      id: string;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** two side by side */
    compare(params: {
      id: string | string[];
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** all of it, for people; --html with a chart */
    report(params: {
      id: string;
      /** write FILE instead of standard output (-) */ output?: string | null;
      /** one HTML page instead of Markdown */ html?: boolean | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** its state document */
    export(params: {
      id: string;
      /** write FILE instead of standard output (-) */ output?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** a new one; prints its id */
    start(params: {
      task: string;
      /** its id; default ralph-, the task's words and 8 hex digits */ id?: string | null;
      /** when it is done */ completion?: string | null;
      /** after which it ends */ max_iterations?: number | string | null;
      /** the project's metrics at its start */ baseline?: unknown;
      /** take a checkpoint at each iteration_boundary, artifact_complete or phase_start */ auto?: string | string[] | null;
      /** more than four active loops */ force?: boolean | null;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** append an iteration; score, delta, best and level follow */
    record(params: {
      id: string;
      json?: unknown;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** append a regression; with --event set members of one */
    regression(params: {
      id: string;
      json?: unknown;
      /** regression: set members of that one; recover: it was for it */ event?: string | null;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** OFF, MINIMAL, STANDARD, AGGRESSIVE or ADAPTIVE */
    reinforce(params: {
      id: string;
      level: string;
      /** why; default 'Set by hand' */ reason?: string | null;
      /** pattern: that of this one; reinforce: in which, default the loop's */ iteration?: number | string | null;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** append a recovery attempt */
    recover(params: {
      id: string;
      json?: unknown;
      /** regression: set members of that one; recover: it was for it */ event?: string | null;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** append a pattern; with --pattern set members of one */
    pattern(params: {
      id: string;
      json?: unknown;
      /** set members of that one, as false_positive */ pattern?: string | null;
      /** pattern: that of this one; reinforce: in which, default the loop's */ iteration?: number | string | null;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** set members of persistence_metrics */
    metrics(params: {
      id: string;
      json?: unknown;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** the project's metrics at its start, given later */
    baseline(params: {
      id: string;
      json?: unknown;
      /** another takes the place of the one that is there */ replace?: boolean | null;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** begin a phase */
    phase(params: {
      id: string;
      phase: string;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** take checkpoints by itself, at iteration_boundary, artifact_complete and phase_start; none: no more */
    auto(params: {
      id: string;
      at: string | string[];
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** its status: paused */
    pause(params: {
      id: string;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** its status: running */
    resume(params: {
      id: string;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** its status: crashed */
    crash(params: {
      id: string;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** its status: aborted */
    abort(params: {
      id: string;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** end it, as completed or by --status */
    finish(params: {
      id: string;
      /** how it ended; default completed */ status?: 'completed' | 'failed' | 'aborted' | null;
      /** when, as 2026-02-02T21:15:00Z; default now */ timestamp?: string | Date | null;
      /** only if this is still the loop's version */ if_version?: number | string | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
  };
  grid: {
    /** all missions, and what they come to */
    list(params?: {
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** one and its files, or a file's text */
    show(params?: {
      file?: string | null;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** as it was then: an event's number or a TIME */ at?: number | string | Date | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** where it stands, what comes next, what is open */
    status(params?: {
      name?: string | null;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** where the claimed files and commits are; default the project */ root?: string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** all that a new session needs, as a prompt */
    resume(params?: {
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
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** commits, files, checkpoint, plans and position */
    validate(params?: {
      name?: string | null;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** where the claimed files and commits are; default the project */ root?: string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** what happened to it */
    history(params?: {
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** what changed between two, or from one to now */
    diff(params: {
      moment: number | string | Date | (number | string | Date)[];
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** lines of files; without --grid of all missions */
    search(params: {
      text: string;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** what was learned */
    warmth(params?: {
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** a new mission */
    init(params?: {
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
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** a session works on it: active */
    start(params?: {
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** a session ends: interrupted */
    pause(params?: {
      reason?: string | null;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** nothing is left to do */
    complete(params?: {
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** it failed, with a checkpoint that says so */
    fail(params: {
      error: string;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** what goes with its type */ details?: unknown;
      /** the thread that was being worked on */ current?: unknown;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** set members of STATE.md */
    position(params?: {
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
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    wave: {
      /** wave N begins; or the next wave */
      start(params?: {
        n?: number | string | null;
        /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
        /** per cent that are done */ progress?: number | string | null;
        /** plan and print, change nothing */ dry_run?: boolean | null;
        /** only if this is still the mission's version */ if_version?: number | string | null;
        /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
        /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
        /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
        timeout_ms?: number;
      }, options?: Options): Answer;
      /** wave N begins; or the next wave */
      complete(params?: {
        n?: number | string | null;
        /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
        /** per cent that are done */ progress?: number | string | null;
        /** plan and print, change nothing */ dry_run?: boolean | null;
        /** only if this is still the mission's version */ if_version?: number | string | null;
        /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
        /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
        /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
        timeout_ms?: number;
      }, options?: Options): Answer;
    };
    /** it is done: summary, lessons, the next block */
    block(params: {
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
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    thread: {
      /** a thread of the block */
      start(params: {
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
        /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
        timeout_ms?: number;
      }, options?: Options): Answer;
      /** a thread of the block */
      complete(params: {
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
        /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
        timeout_ms?: number;
      }, options?: Options): Answer;
      /** a thread of the block */
      partial(params: {
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
        /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
        timeout_ms?: number;
      }, options?: Options): Answer;
    };
    /** human_verify, human_action, decision, session_death or failure */
    checkpoint(params: {
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
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** what the user says to the checkpoint */
    answer(params: {
      response: string;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** a decision of the user */
    decide(params: {
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
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** something stands in the way */
    blocker(params: {
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
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** no more */
    unblock(params: {
      number: number | string;
      resolution: string;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** an entry of the scratchpad, a session's heartbeat */
    scratch(params: {
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
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** a file of it as it is to be: a plan, notes */
    write(params: {
      file: string;
      path?: string | null;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** what FILE is to say, instead of a PATH */ text?: string | null;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** files as they were then; what was stays a moment */
    restore(params: {
      moment: number | string | Date;
      file?: string | string[] | null;
      /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
      /** plan and print, change nothing */ dry_run?: boolean | null;
      /** only if this is still the mission's version */ if_version?: number | string | null;
      /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    write_through: {
      /** whether each change goes to the files at once */
      on(params?: {
        /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
        /** plan and print, change nothing */ dry_run?: boolean | null;
        /** only if this is still the mission's version */ if_version?: number | string | null;
        /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
        /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
        /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
        timeout_ms?: number;
      }, options?: Options): Answer;
      /** whether each change goes to the files at once */
      off(params?: {
        /** the mission: its place (.grid) or cluster; default the only one */ grid?: string | null;
        /** plan and print, change nothing */ dry_run?: boolean | null;
        /** only if this is still the mission's version */ if_version?: number | string | null;
        /** when, as 2026-01-23T15:45:00Z; default now */ timestamp?: string | Date | null;
        /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
        /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
        timeout_ms?: number;
      }, options?: Options): Answer;
    };
  };
  /** show tasks with all their members */
  show(params: {
    /** store ids such as task-0001; after -- also such that begin with - */ id: string | string[];
    /** records as they were after an event, or at a time */ at?: number | string | Date | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** list tasks, newest first */
  list(params?: {
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
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** find text in prompts, results, errors, outputs, notes, variables */
  search(params: {
    /** what to look for */ text: string | string[];
    /** only tasks of this tree, and variables of its own */ tree?: string | null;
    /** only in these texts; repeatable */ in?: 'prompt' | 'result' | 'error' | 'output' | 'note' | 'variable' | ('prompt' | 'result' | 'error' | 'output' | 'note' | 'variable')[] | null;
    /** only tasks created then: yesterday, 2h (the last two hours), A..B */ created?: string | Date | null;
    /** only tasks created then or later */ since?: string | Date | null;
    /** only tasks created earlier; of a day: by its end */ until?: string | Date | null;
    /** end after N; 0 (default): all */ limit?: number | string | null;
    /** leave the first N out, `next` of the part before */ after?: number | string | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** list the tasks that claim would take, best first */
  ready(params?: {
    /** only tasks of this agent */ agent?: string | null;
    /** only tasks of this tree */ tree?: string | null;
    /** at most N tasks; 0 (default): all */ limit?: number | string | null;
    /** only what stands behind this task, `next` of the part before */ after?: string | null;
    /** all queued tasks, with the reason of each */ explain?: boolean | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** count tasks by state */
  stats(params?: {
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** show what runs and what is newest */
  summary(params?: {
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** show every change in the order it was committed */
  events(params?: {
    /** only events of this task or tree */ id?: string | null;
    /** only events after the one with that number, or since a time */ since?: number | string | Date | null;
    /** only events of this task */ task?: string | null;
    /** only events of this tree */ tree?: string | null;
    /** only events of this kind, such as task:failed */ kind?: string | null;
    /** with the previous value of each member that changed */ changes?: boolean | null;
    /** only events up to the one with that number, or before a time; of a day: by its end */ until?: number | string | Date | null;
    /** end after N events; 0 (default): all */ limit?: number | string | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** run one read-only SQL statement */
  sql(params: {
    /** one SELECT (or other reading) statement */ statement: string;
    /** at most N rows; default: all */ limit?: number | string | null;
    /** leave the first N rows out, `next` of the part before */ after?: number | string | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** queue what a crash interrupted again */
  recover(params?: {
    /** only this tree */ id?: string | null;
    /** draw each plan as a tree; only the tree ID where the next word is one */ tree?: string | true | null;
    /** plan and print, change nothing */ dry_run?: boolean | null;
    /** also try again what has used up its attempts */ retry_failed?: boolean | null;
    /** also take what is claimed under a lease that has not ended */ force?: boolean | null;
    /** write the plan to FILE (-: standard output), change nothing */ plan?: string | null;
    /** do what the plan in FILE (-: standard input) says */ apply?: string | null;
    /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** bring the results of a node's children together */
  merge(params: {
    /** its store id, or the node id of a node that has none */ node: string;
    /** instead of the node's own merge_strategy */ strategy?: 'concatenate' | 'summarize' | 'vote' | 'best-of-n' | null;
    /** what decides a vote: more than half, all, or more than any other; default majority */ vote?: 'majority' | 'consensus' | 'plurality' | null;
    /** between the results (default: an empty line) */ separator?: string | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** show how far trees are */
  progress(params?: {
    /** a tree, finished or not */ id?: string | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** show what a tree is doing, and its cost */
  status(params?: {
    /** a tree, finished or not */ id?: string | null;
    /** draw the tree below, N levels under its root */ depth?: number | string | null;
    /** draw the tree below with the cost of each node and all below it */ cost?: boolean | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** estimate when a tree will be done */
  eta(params?: {
    /** the tree; default: the unfinished one, with --backtest all that have ended */ id?: string | null;
    /** replay finished trees */ backtest?: boolean | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** list all trees, newest first */
  trees(params?: {
    /** only trees of this session */ session?: string | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** draw a tree */
  tree(params?: {
    /** the tree; default: the unfinished one */ id?: string | null;
    /** lines to draw with (default: as the locale allows); json is --json */ format?: 'unicode' | 'ascii' | 'json' | 'mermaid' | 'dot' | null;
    /** only N levels under the root */ depth?: number | string | null;
    /** show the cost of each node, and with all below it */ cost?: boolean | null;
    /** as it was after an event, or at a time */ at?: number | string | Date | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** write what a person wants to know of a tree */
  report(params?: {
    /** the tree; default: the unfinished one */ id?: string | null;
    /** write FILE instead of standard output (-) */ output?: string | null;
    /** one HTML page instead of Markdown */ html?: boolean | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** show where a tree's tokens and money went */
  cost(params?: {
    /** the tree */ id?: string | null;
    /** what a line of a tree is for; default node */ by?: 'node' | 'depth' | 'agent' | 'model' | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** show how far a tree may grow, and set it */
  limits(params?: {
    /** the tree; default: the unfinished one */ id?: string | null;
    /** deepest level of a node, root 0; default 5 */ max_depth?: number | string | null;
    /** children of one node; default 10 */ max_children?: number | string | null;
    /** nodes of the tree; default 100 */ max_nodes?: number | string | null;
    /** size_tokens of one node's context; default 100000 */ max_context_tokens?: number | string | null;
    /** how long one node may run; default 5m */ timeout?: number | string | null;
    /** refuse a new node beyond a limit */ refuse?: boolean | null;
    /** add it with a warning; default */ warn?: boolean | null;
    /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** show what a tree may cost and has cost, and set it */
  budget(params?: {
    /** the tree; default: the unfinished one */ id?: string | null;
    /** what the tree may cost; 0: nothing more is claimed */ set?: number | string | null;
    /** take the budget away */ clear?: boolean | null;
    /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** remove finished tasks that are old enough, and what has expired */
  cleanup(params?: {
    /** with --reviewed and --not-reviewed, the failed tasks */ id?: string | string[] | null;
    /** list what would go, remove nothing */ dry_run?: boolean | null;
    /** remove it without asking */ yes?: boolean | null;
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
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  retention: {
    /** what was set */
    show(params?: {
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** how long, or how many, things of that kind are kept */
    set(params: {
      set: Record<string, unknown>;
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
    /** as if it had never been set */
    clear(params: {
      kind: string | string[];
      /** the same KEY again gives the first answer and changes nothing */ request_id?: string | null;
      /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
      timeout_ms?: number;
    }, options?: Options): Answer;
  };
  /** clean up by the retention that was set, for a timer */
  maintain(params?: {
    /** list what would go, write nothing */ dry_run?: boolean | null;
    /** the backup that is made first (default: the database's name and .before-cleanup) */ backup?: string | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** take a task, a tree, a session or a text out for good */
  purge(params?: {
    /** a task with its history; may be repeated */ task?: string | string[] | null;
    /** a tree with all that belongs to it */ tree?: string | null;
    /** a session's state document and its trees */ session?: string | null;
    /** this text, wherever it stands; - reads standard input */ text?: string | null;
    /** the same, read from a file; a line's end at its end does not count */ text_file?: string | null;
    /** with --task, take the nodes below as well */ with_children?: boolean | null;
    /** also what runs, and with --text what is claimed under a living lease */ force?: boolean | null;
    /** show what would go, change nothing */ dry_run?: boolean | null;
    /** take it out without asking */ yes?: boolean | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** make the file smaller after rows were removed */
  vacuum(params?: {
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** copy the database to one verified file */
  backup(params: {
    /** where the copy goes */ file: string;
    /** replace an older backup, once the new one is complete */ force?: boolean | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** put a backup back as the database */
  restore(params: {
    /** a backup, or any database of rlmdb */ file: string;
    /** also where FILE lacks something, cannot be compared, or has findings */ force?: boolean | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** say which database is used, and why */
  where(params?: {
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** show or apply steps of the database's schema */
  migrate(params: {
    /** status or up */ action: string;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** explain the code of an error, finding or reason */
  explain(params?: {
    /** the code of an error, warning, reject, finding or reason */ code?: string | null;
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
  /** tell an agent what it needs to know before it begins */
  prime(params?: {
    /** who works here, for claims and events; default: $RLMDB_OWNER, else user@host */ owner?: string | null;
    timeout_ms?: number;
  }, options?: Options): Answer;
}
