// SPDX-License-Identifier: MIT
import type {Verbs} from './verbs.js';

/** Milliseconds, or a text such as "90s". */
export type Duration = number | string;

/** What may stand before the params of a call, as on the command line. An object is the params. */
export type Word = string | number | boolean | null | Date | readonly unknown[];

/** What a call answers. */
export interface Result {
  /** What the command prints with `--json`. */
  data: any;
  warnings: {where: string; code: string; message: string}[];
  /** The exit code of the command line: 0, or 3 where `data` has findings. */
  exit: number;
}

/** A verb as the program describes it. */
export interface Method {
  about: string;
  /** It may change the database or write files. */
  changes: boolean;
  /** Params that are typed as words on the command line, in order. */
  words: string[];
  params: Record<string, {type: string; required: boolean; list: boolean; about?: string}>;
}

export interface OpenOptions {
  /** The path of the database; without one it is looked for from `directory`, as on the command line. */
  database?: string;
  /** Where the server runs, and where relative paths begin. The current one without it. */
  directory?: string;
  /** The name that claims and events have. */
  client?: string;
  /** The whole command, such as `['ssh', HOST, 'rlmdb', 'serve']`. */
  command?: readonly string[];
  /** A limit for each call. Without one a call waits for ever. */
  timeoutMs?: number;
  /** A server that is silent so long beyond a call's limit is taken for hung and killed. 5,000 without it. */
  patienceMs?: number;
}

export interface SyncCallOptions {
  /** Stands for the one of the store. A call that has not begun by then, or waits, is Busy; one at work ends its work. */
  timeoutMs?: number;
  /** The same call with the same id is done once. Without one a verb that takes one gets one. */
  requestId?: string;
  /** Doing it twice is as doing it once, so that it may be asked again when the server died; where that is not known anyway. */
  isRepeatable?: boolean;
}

export interface CallOptions extends SyncCallOptions {
  /** Takes back a call that waits for its turn, and cuts one short that waits (Interrupted). What is done stays done. */
  signal?: AbortSignal;
}

interface AnyStore {
  /** What answers: `program`, `schema`, `database`, `host`, `pid` and the rest of `initialize`. */
  readonly server: Record<string, any>;
  /** Every verb that can be called, by name, as the program lists them. */
  readonly methods: Record<string, Method>;
}

/** One database through one `rlmdb serve`, which is started again when it died. Calls are done one after the other. */
export interface Store extends AnyStore, Omit<Verbs<Promise<Result>, CallOptions>, 'claim' | 'events'> {}
export class Store {
  private constructor();
  /** Does one verb: `store.call('task.add', {prompt: '…'})`, `store.call('show', 'task-0000')`. Rejects with an RlmdbError. */
  call(method: string, params?: object, options?: CallOptions): Promise<Result>;
  call(method: string, word: Word, ...more: (Word | object | undefined)[]): Promise<Result>;
  /**
   * The best ready task, or null where none is ready within `wait`. Other calls of this store wait meanwhile. Where the
   * server runs on this machine the claim ends with this process; `pid: null` leaves it to the lease.
   * The store's `timeoutMs` does not count the wait.
   */
  claim(params?: ClaimParams, options?: CallOptions): Promise<Claim | null>;
  claim(id: string, params?: Omit<ClaimParams, 'id'>, options?: CallOptions): Promise<Claim | null>;
  /** Claims one after the other until none is ready within `wait`. */
  tasks(params?: ClaimParams, options?: CallOptions): AsyncGenerator<Claim, void, undefined>;
  /**
   * Events behind the number `since`, or since a time such as "2h", in order, at most `limit`, a page at a time. With
   * `follow` it goes on for ever: it asks again `pauseMs` (200) after it has seen the last.
   */
  events(params?: EventsParams, options?: CallOptions): AsyncGenerator<Record<string, any>, void, undefined>;
  events(id: string, params?: EventsParams, options?: CallOptions): AsyncGenerator<Record<string, any>, void, undefined>;
  /** Ends the server. A call that is open gets `patienceMs`. What was acknowledged is in the database. */
  close(): Promise<void>;
}

/**
 * As Store, but each call blocks until it is answered. `claim` answers what the verb does, `data.claim`, and nothing extends its
 * lease; as that of a Store, the claim ends with this process, and the store's `timeoutMs` does not count the wait.
 */
export interface SyncStore extends AnyStore, Verbs<Result, SyncCallOptions> {}
export class SyncStore {
  private constructor();
  /** Does one verb: `store.call('task.add', {prompt: '…'})`, `store.call('show', 'task-0000')`. Throws an RlmdbError. */
  call(method: string, params?: object, options?: SyncCallOptions): Result;
  call(method: string, word: Word, ...more: (Word | object | undefined)[]): Result;
  close(): void;
}

export interface EventsParams {
  since?: number | string | Date;
  until?: number | string | Date;
  limit?: number;
  follow?: boolean;
  pauseMs?: number;
  task?: string;
  tree?: string;
  kind?: string;
  changes?: boolean;
}

export interface ClaimParams {
  id?: string;
  agent?: string;
  tree?: string;
  /** "15m" without it. */
  lease?: Duration;
  wait?: Duration;
  pid?: number | null;
  request_id?: string;
}

/** A task that is this program's until its lease ends. */
export class Claim {
  private constructor();
  readonly id: string;
  readonly token: number;
  /** The whole record. */
  readonly record: Record<string, any>;
  /** All that `claim` answers. */
  readonly data: Record<string, any>;
  readonly prompt: any;
  /** The lease has ended and cannot be extended: somebody else may be at work on the task. */
  readonly isLost: boolean;
  /** Aborted when the lease is lost. */
  readonly signal: AbortSignal;
  /** Adds to the task's output. Durable when it resolves. */
  append(text: string): Promise<Result>;
  /** The lease begins anew. Conflict when it is lost. `run` does this by itself. */
  heartbeat(): Promise<void>;
  /** Completed, with a text or any JSON value; `params` are those of `task.complete` (`cost_usd`, …). */
  complete(result?: unknown, params?: object): Promise<Result>;
  fail(error: unknown, params?: object): Promise<Result>;
  /** Gives it back: queued again, claimable at once, no attempt counted. */
  release(): Promise<Result>;
  /**
   * Extends the lease while `work` runs, completes the task with what it returns, or fails it with what it throws, which
   * goes on. The lease is extended by a timer: work that blocks the event loop longer than the lease loses the task.
   */
  run<T>(work: (task: Claim) => T | Promise<T>): Promise<T>;
}

/** Starts `rlmdb serve`. Rejects with UnusableProgram where it is missing or too old. */
export function open(options?: OpenOptions): Promise<Store>;
/** The same with a server of its own, for calls that block. */
export function openSync(options?: OpenOptions): SyncStore;

/** The program refused, or could not do, what was asked. After a code of the program nothing was changed. */
export class RlmdbError extends Error {
  readonly code: string;
  readonly where: string;
  readonly hint: string;
  readonly retryable: boolean;
  /** What the command line would have ended with. */
  readonly exitCode: number;
  readonly warnings: Result['warnings'];
}
/** The method, or its params, make no sense. */
export class UsageError extends RlmdbError {}
/** There is no such database, task, tree, variable or file. */
export class NotFound extends RlmdbError {}
/** What was given to read is damaged, or refused. */
export class InvalidInput extends RlmdbError {}
/** Something is no longer, or not yet, as the call needs it: a claim is lost, a version has gone on. */
export class Conflict extends RlmdbError {}
/** Another process was writing, or the time was over before the call began or while it waited. */
export class Busy extends RlmdbError {}
/** A newer program has written the database. */
export class SchemaTooNew extends RlmdbError {}
/** The file is no database of rlmdb's. */
export class NotOurDatabase extends RlmdbError {}
/** The database's file is damaged. */
export class Corrupt extends RlmdbError {}
/** The system refused to read or write. */
export class IoError extends RlmdbError {}
/** A fault of the program. */
export class InternalError extends RlmdbError {}
/** The call was cut short, or taken back before it began. */
export class Interrupted extends RlmdbError {}
/** The program is missing, too old, or what was started is not `rlmdb serve`. */
export class UnusableProgram extends RlmdbError {}
/** The call was sent and not answered: it is unknown whether it was done. */
export class NoAnswer extends RlmdbError {
  /** The one that the call carried: the same call with it again is done once. */
  readonly requestId?: string;
}
/** The server's process ended before it answered, each time it was tried. */
export class ServerDied extends NoAnswer {}
/** No answer came within the call's time and the client's patience. The server was taken for hung, and killed. */
export class TimedOut extends NoAnswer {}
