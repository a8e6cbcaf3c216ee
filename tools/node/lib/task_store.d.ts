// SPDX-License-Identifier: MIT

/** A record as it stands in the database: one object for each id, handed out by every method and changed in place. */
export interface TaskRecord {
  id: string;
  prompt: any;
  agent: any;
  priority: any;
  state: any;
  createdAt: any;
  startedAt: any;
  completedAt: any;
  pid: any;
  result: any;
  error: any;
  output: any;
  metadata: any;
  [member: string]: any;
}

/**
 * The legacy class of `tools/daemon/task-store.mjs`, on a database beside its file: `rlm.db` for `tasks.json`.
 *
 * Every method is synchronous, and what it returns is durable. What a caller sets on a record is written with the next write
 * of anything; on one that has ended, only until the next write after it was handed out, or by `_persist`.
 *
 * What cannot be stored within 250 ms (2 s for `createTask` and `cleanup`; 750 ms more, and a server that does not answer is killed) is kept
 * in memory, written to standard error, and tried again until it is; only `createTask` throws for reasons of storage.
 * Output is stored after 200 ms at the latest: a crash costs that much of it.
 *
 * What `createTask` makes is held until it is started: `rlmdb claim`, `work` and whoever else has the database pass it over,
 * as long as this process lives and extends the lease (60 s, every 20 s). When it ends, the tasks are anybody's at once;
 * when it was stopped for longer, what others have not taken is held again, and what they have is said.
 */
export class TaskStore {
  /** `limits`: `handlerMs` 250, `createMs` 2,000 (also of `cleanup` and `_persist`), `patienceMs` 750, `outputMs` 200, `leaseMs` 60,000. */
  constructor(
    storePath: string,
    limits?: {handlerMs?: number; createMs?: number; patienceMs?: number; outputMs?: number; leaseMs?: number},
  );
  readonly storePath: string;
  readonly tasks: Map<string, TaskRecord>;
  readonly taskIdCounter: number;
  /**
   * Brings a `tasks.json` in that is new or has changed, and reads all. All of it is done when this returns. Rejects where the
   * database cannot be used, the file is damaged, or file and database have both changed a task: neither is touched then.
   */
  initialize(): Promise<void>;
  /** Throws an RlmdbError when the task is not stored: there is none then. */
  createTask(task: {prompt?: any; agent?: any; priority?: any; metadata?: any}): TaskRecord;
  /** Throws `Task not found: ID`, and `Invalid state: STATE`. */
  updateTask(id: string, updates: object): TaskRecord;
  startTask(id: string, pid?: any): TaskRecord;
  completeTask(id: string, result?: any): TaskRecord;
  failTask(id: string, error: string | {message?: any}): TaskRecord;
  cancelTask(id: string): TaskRecord;
  /** Nothing for an unknown id. */
  appendOutput(id: string, chunk: any): void;
  getTask(id: string): TaskRecord | null;
  /** Newest first. `limit`: 0 is all, a negative one leaves so many out at the end. */
  getTasks(filter?: {state?: string; agent?: string; limit?: number}): TaskRecord[];
  getStats(): {total: number; queued: number; running: number; completed: number; failed: number; cancelled: number};
  getSummary(): {
    stats: ReturnType<TaskStore['getStats']>;
    running: {id: string; prompt: string; agent: any; startedAt: any}[];
    recent: {id: string; prompt: string; state: any; completedAt: any}[];
  };
  /** Removes what ended longer ago than so many milliseconds (7 days). What a tree or an unfinished task needs stays. */
  cleanup(maxAge?: number): number;
  get size(): number;
  _persist(): void;
}
