// SPDX-License-Identifier: MIT
// The legacy class TaskStore on a database. What it promises, and how it differs, stands in `task_store.d.ts`.
import {randomBytes} from 'node:crypto';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

import {NoAnswer, NotFound} from './errors.js';
import {StoredMembers} from './stored_members.js';
import {isLocal, openSync} from './store.js';
import {TaskHolds} from './task_holds.js';
import {TaskWriter} from './task_writer.js';

const LIMITS = {handlerMs: 250, createMs: 2000, patienceMs: 750, outputMs: 200, leaseMs: 60_000};
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const MOST_CHANGED = 100;
const REMOVED_AT_ONCE = 100;

const STATES = ['queued', 'running', 'completed', 'failed', 'cancelled'];
const FINAL = new Set(['completed', 'failed', 'cancelled']);

/** What holds and events have as owner: this process, and no other daemon, also not the next one. */
const OWNER = `daemon-${process.pid}-${randomBytes(3).toString('hex')}`;

/** One server for each database, however many stores a process makes on it, and what they hold there. */
const servers = new Map();
const holds = new Map();

export class TaskStore {
  #database;
  #limits;
  #stored = new Map();
  #handedOut = new Set();
  #gone = new Map();
  #seen;
  #writer;
  #outputTimer;

  constructor(storePath, limits) {
    this.#limits = {...LIMITS, ...limits};
    this.storePath = storePath;
    this.tasks = new Map();
    this.taskIdCounter = 0;
  }

  /** All of it is done when this returns. */
  initialize() {
    const done = (async () => this.#initialize())();
    // Who does not wait for it is told by the log, and not ended.
    done.catch((error) => this.#say(`cannot be used: ${error.message}`));
    return done;
  }

  createTask({prompt, agent, priority, metadata}) {
    const began = performance.now();
    const now = new Date().toISOString();
    const given = {prompt, agent: agent || null, priority: priority || 0, metadata: metadata || {}};
    const params = {prompt_json: prompt ?? null, metadata: given.metadata};
    if (typeof given.agent === 'string') params.agent = given.agent;
    if (Number.isFinite(given.priority)) params.priority = given.priority;
    Object.assign(params, this.#holds().ofNewTask);
    const answer = this.#add(params);
    const [{id}] = answer.data.results;
    const rest = {startedAt: null, completedAt: null, pid: null, result: null, error: null, output: ''};
    const {agent: madeFor = null, priority: madeWith = 0} = params;
    const made = {id, prompt: prompt ?? null, agent: madeFor, priority: madeWith, state: 'queued', createdAt: null};
    const record = {id, prompt, agent: given.agent, priority: given.priority, state: 'queued', createdAt: now};
    Object.assign(record, rest, {metadata: given.metadata});
    this.#stored.set(id, new StoredMembers({...made, ...rest, metadata: given.metadata}));
    this.tasks.set(id, record);
    this.#count(id);
    this.#holds().add(id);
    this.#passOver(answer);
    return this.#write(record, id, Math.max(this.#limits.handlerMs, began + this.#limits.createMs - performance.now()));
  }

  updateTask(id, updates) {
    const record = this.#require(id);
    if (updates.state && !STATES.includes(updates.state)) throw new Error(`Invalid state: ${updates.state}`);
    return this.#write(Object.assign(record, updates), id);
  }

  startTask(id, pid) {
    return this.updateTask(id, {state: 'running', startedAt: new Date().toISOString(), pid});
  }

  completeTask(id, result) {
    return this.updateTask(id, {state: 'completed', completedAt: new Date().toISOString(), result, pid: null});
  }

  failTask(id, error) {
    const text = typeof error === 'string' ? error : error.message;
    return this.updateTask(id, {state: 'failed', completedAt: new Date().toISOString(), error: text, pid: null});
  }

  cancelTask(id) {
    return this.updateTask(id, {state: 'cancelled', completedAt: new Date().toISOString(), pid: null});
  }

  appendOutput(id, chunk) {
    const record = this.tasks.get(id);
    if (record === undefined) return;
    record.output = (record.output ?? '') + chunk;
    this.#handedOut.add(id);
    this.#needWriter().expect();
    this.#outputTimer ??= setTimeout(() => {
      this.#outputTimer = undefined;
      this.#writer.write(this.#limits.handlerMs);
    }, this.#limits.outputMs).unref();
  }

  /** One that another process has removed is what it was last: who still works on it asks for its state. */
  getTask(id) {
    this.#refresh();
    const record = this.tasks.get(id);
    if (record !== undefined) this.#handedOut.add(id);
    return record ?? this.#gone.get(id) ?? null;
  }

  getTasks({state, agent, limit} = {}) {
    this.#refresh();
    let found = [...this.tasks.values()];
    if (state) found = found.filter((record) => record.state === state);
    if (agent) found = found.filter((record) => record.agent === agent);
    found.sort((one, other) => new Date(other.createdAt) - new Date(one.createdAt));
    if (limit) found = found.slice(0, limit);
    for (const record of found) this.#handedOut.add(record.id);
    return found;
  }

  getStats() {
    this.#refresh();
    const stats = {total: this.tasks.size, queued: 0, running: 0, completed: 0, failed: 0, cancelled: 0};
    for (const {state} of this.tasks.values()) if (STATES.includes(state)) stats[state] += 1;
    return stats;
  }

  getSummary() {
    const stats = this.getStats();
    const running = this.getTasks({state: 'running'}).map(({id, prompt, agent, startedAt}) => ({id, prompt: prompt.slice(0, 80), agent, startedAt}));
    const recent = this.getTasks({limit: 5}).map(({id, prompt, state, completedAt}) => ({id, prompt: prompt.slice(0, 80), state, completedAt}));
    return {stats, running, recent};
  }

  cleanup(maxAge = WEEK_MS) {
    this.#refresh();
    const before = Date.now() - maxAge;
    const old = [...this.tasks].filter(([, {state, completedAt}]) => FINAL.has(state) && completedAt && new Date(completedAt) < before);
    const ids = old.map(([id]) => id);
    let count = 0;
    while (ids.length > 0) count += this.#remove(ids.splice(0, REMOVED_AT_ONCE));
    return count;
  }

  get size() {
    this.#refresh();
    return this.tasks.size;
  }

  /** Everything is compared, and what is not stored is. */
  _persist() {
    for (const id of this.tasks.keys()) this.#handedOut.add(id);
    this.#needWriter().write(this.#limits.createMs);
  }

  #initialize() {
    const file = path.resolve(this.storePath);
    mkdirSync(path.dirname(file), {recursive: true});
    this.#call('init', {}, {isRepeatable: true});
    if (existsSync(file)) this.#call('import', {path: file, live: true}, {isRepeatable: true});
    this.#load();
    const {program} = this.#server().server;
    console.error(`TaskStore: ${this.tasks.size} tasks in ${this.#databasePath()} (rlmdb ${program})`);
  }

  #databasePath() {
    const {dir, name} = path.parse(path.resolve(this.storePath));
    return (this.#database ??= path.join(dir, name === 'tasks' ? 'rlm.db' : `${name}.db`));
  }

  #options() {
    return {database: this.#databasePath(), client: OWNER, patienceMs: this.#limits.patienceMs};
  }

  #server() {
    const options = this.#options();
    const key = JSON.stringify(options);
    if (!servers.has(key)) servers.set(key, openSync(options));
    return servers.get(key);
  }

  #holds() {
    const server = this.#server();
    if (!holds.has(server)) {
      holds.set(
        server,
        new TaskHolds({
          call: (method, params, options) => server.call(method, params, {timeoutMs: this.#limits.handlerMs, ...options}),
          say: (text) => this.#say(text),
          leaseMs: this.#limits.leaseMs,
          pid: isLocal(server.server) ? process.pid : undefined,
        }),
      );
    }
    return holds.get(server);
  }

  #call(method, params, options) {
    return this.#server().call(method, params, options);
  }

  #needWriter() {
    return (this.#writer ??= new TaskWriter({
      call: (...words) => this.#call(...words),
      options: this.#options(),
      nextChange: () => this.#nextChange(),
      settle: (...words) => this.#settle(...words),
      say: (text) => this.#say(text),
    }));
  }

  #say(text) {
    console.error(`TaskStore: ${text}`);
  }

  #add(params) {
    const requestId = randomBytes(16).toString('hex');
    try {
      // As the legacy store has it in its file: what JSON has no word for is null, or nothing.
      return this.#call('task.add', JSON.parse(JSON.stringify(params)), {requestId, timeoutMs: this.#limits.createMs});
    } catch (error) {
      if (error instanceof NoAnswer) this.#needWriter().discard(params, requestId, error);
      throw error;
    }
  }

  #require(id) {
    if (!this.tasks.has(id)) this.#refresh();
    const record = this.tasks.get(id) ?? this.#gone.get(id);
    if (record === undefined) throw new Error(`Task not found: ${id}`);
    return record;
  }

  #write(record, id, ms = this.#limits.handlerMs) {
    if (this.tasks.has(id)) this.#handedOut.add(id);
    else this.#say(`another process has removed ${id}: what becomes of it is not stored`);
    this.#needWriter().write(ms);
    return record;
  }

  /** Of those that a caller may have changed. What has ended is compared until it was stored, and again when asked for. */
  #nextChange() {
    for (const id of this.#handedOut) {
      const record = this.tasks.get(id);
      const changes = record && this.#stored.get(id)?.changesOf(record);
      if (changes) {
        for (const name of changes.unstorable) this.#say(`${id}: the member '${name}' cannot be stored, and stays in memory`);
        if (changes.text !== undefined || Object.keys(changes.set).length > 0) return {id, ...changes};
      }
      if (record === undefined || FINAL.has(record.state)) this.#handedOut.delete(id);
    }
    return null;
  }

  #settle({id, set, text}, answer, refusal) {
    const stored = this.#stored.get(id);
    if (refusal instanceof NotFound) {
      this.#forget(id);
    } else if (refusal !== undefined) {
      this.#say(`${id}: not stored, and kept in memory: ${refusal.message}`);
      for (const [name, value] of Object.entries(set)) stored?.hasRefused(name, value);
      if (text !== undefined) stored?.hasRefused('output', this.tasks.get(id)?.output);
    } else {
      stored?.hasTaken({set, text});
      if (set.state !== undefined && set.state !== 'queued') this.#holds().drop(id);
      this.#passOver(answer);
    }
  }

  /** Events of this store's own need not be read. */
  #passOver({data}) {
    for (const {event_seq: seq} of data.results) if (seq === this.#seen + 1) this.#seen = seq;
  }

  /** Another process has removed it. */
  #forget(id) {
    const record = this.tasks.get(id);
    if (record === undefined) return;
    this.#gone.set(id, record);
    for (const place of [this.tasks, this.#stored, this.#handedOut]) place.delete(id);
    this.#holds().drop(id);
  }

  /** What other processes have changed. Nobody waits long for it: until then the answers are those of before. */
  #refresh() {
    if (this.#seen === undefined || this.#writer?.isRetrying) return;
    try {
      const options = {timeoutMs: this.#limits.handlerMs};
      const changed = new Set();
      let [since, next, isOther] = [this.#seen, null, false];
      do {
        const {data} = this.#call('events', {since: next ?? since}, options);
        for (const {seq, task_id: id, kind} of data.events) {
          since = seq;
          if (id !== null) changed.add(id);
          else isOther ||= kind.startsWith('import:');
        }
        next = data.next;
      } while (next !== null);
      if (isOther || changed.size > MOST_CHANGED) return this.#load();
      for (const id of changed) this.#bringOne(id, options);
      this.#seen = since;
    } catch (error) {
      this.#say(`cannot look for changes of others: ${error.message}`);
    }
  }

  #bringOne(id, options) {
    try {
      this.#bring(this.#call('show', {id}, options).data.tasks[0].task);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      this.#forget(id);
    }
  }

  #bring(fresh) {
    const {id} = fresh;
    if (fresh.state !== 'queued') this.#holds().drop(id);
    if (this.tasks.has(id)) {
      this.#stored.get(id).bring(fresh, this.tasks.get(id));
    } else {
      this.#stored.set(id, new StoredMembers(fresh));
      this.tasks.set(id, fresh);
      this.#gone.delete(id);
    }
    this.#count(id);
  }

  /** Everything, as an export has it. */
  #load() {
    const {rows} = this.#call('sql', {statement: 'SELECT max(seq) AS seq FROM events'}).data;
    const home = mkdtempSync(path.join(tmpdir(), 'rlmdb-'));
    try {
      const file = path.join(home, 'tasks.json');
      this.#call('export', {output: file, force: true}, {isRepeatable: true});
      const {tasks} = JSON.parse(readFileSync(file, 'utf8'));
      const there = new Set(tasks.map(({id}) => id));
      for (const id of this.tasks.keys()) if (!there.has(id)) this.#forget(id);
      for (const fresh of tasks) this.#bring(fresh);
    } finally {
      rmSync(home, {recursive: true, force: true});
    }
    this.#seen = rows[0].seq ?? 0;
  }

  /** How many went. What the database keeps, because something needs it, stays. */
  #remove(ids) {
    try {
      this.#call('task.remove', {id: ids, force: true}, {timeoutMs: this.#limits.createMs});
      for (const id of ids) for (const place of [this.tasks, this.#stored, this.#handedOut]) place.delete(id);
      return ids.length;
    } catch (error) {
      if (ids.length > 1 && !error.retryable) return ids.reduce((count, id) => count + this.#remove([id]), 0);
      this.#say(`${ids.join(', ')} stays: ${error.message}`);
      return 0;
    }
  }

  /** As the legacy class counts: the number behind the last `-`. */
  #count(id) {
    const number = Number.parseInt(String(id).split('-').pop(), 10);
    if (number >= this.taskIdCounter) this.taskIdCounter = number + 1;
  }
}
