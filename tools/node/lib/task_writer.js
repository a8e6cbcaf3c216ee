// SPDX-License-Identifier: MIT
// The way of changes into the database: at once where it can be, else kept and tried again.
import {randomBytes} from 'node:crypto';
import {setTimeout as pause} from 'node:timers/promises';

import {Conflict, InvalidInput, NotFound, UsageError} from './errors.js';
import {runAtOnce, runInTime} from './steps.js';
import {open} from './store.js';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
const RETRY_MS = 30_000;
const LAST_MS = 2_000;

/** Those who have something that is not stored. */
const unsaved = new Set();
process.on('exit', () => {
  for (const writer of unsaved) writer.writeLast();
});

/**
 * Stores what `nextChange` gives, one after the other, until that is null: {id, set, text}, and tells `settle` of each what
 * became of it. `call` does a verb at once. When that fails, the call that is open is repeated with its request id, by
 * promises, until it is answered; nothing is written at once meanwhile, so that the order stays.
 */
export class TaskWriter {
  #call;
  #options;
  #nextChange;
  #settle;
  #say;
  #calls = [];
  #isRetrying = false;

  constructor({call, options, nextChange, settle, say}) {
    this.#call = call;
    this.#options = options;
    this.#nextChange = nextChange;
    this.#settle = settle;
    this.#say = say;
  }

  get isRetrying() {
    return this.#isRetrying;
  }

  /** Within so many milliseconds, or later. Never throws for reasons of storage. */
  write(ms) {
    unsaved.add(this);
    if (this.#isRetrying) return;
    try {
      this.#writeAtOnce(ms);
    } catch (error) {
      this.#retry(error);
    }
  }

  /** There will be something to write. */
  expect() {
    unsaved.add(this);
  }

  /** Of a task that was perhaps made, and of which nobody was told. */
  discard(params, requestId, error) {
    const then = ({data}) => this.#add('task.remove', {id: data.results[0].id, force: true});
    this.#calls.push({method: 'task.add', params, requestId, then});
    if (!this.#isRetrying) this.#retry(error);
  }

  writeLast() {
    try {
      this.#writeAtOnce(LAST_MS);
    } catch (error) {
      this.#say(`what is not stored is lost with this process: ${error.message}`);
    }
  }

  #writeAtOnce(ms) {
    const limit = performance.now() + ms;
    runAtOnce(this.#steps((method, params, requestId) => this.#call(method, params, {requestId, timeoutMs: limit - performance.now()})));
    unsaved.delete(this);
  }

  async #retry(reason) {
    this.#isRetrying = true;
    unsaved.add(this);
    this.#say(`not stored, kept in memory, and tried again: ${reason.message}`);
    let store;
    for (let ms = FIRST_PAUSE_MS; this.#isRetrying; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
      await pause(ms, undefined, {ref: false});
      try {
        store ??= await open(this.#options);
        const call = (method, params, requestId) => store.call(method, params, {requestId, timeoutMs: RETRY_MS});
        await runInTime(this.#steps(call));
        this.#isRetrying = false;
      } catch (error) {
        this.#say(`still not stored: ${error.message}`);
      }
    }
    unsaved.delete(this);
    this.#say('all is stored again');
    await store.close();
  }

  *#steps(call) {
    for (;;) {
      if (this.#calls.length === 0) this.#take(this.#nextChange());
      const [first] = this.#calls;
      if (first === undefined) return;
      let answer;
      let refusal;
      try {
        answer = yield call(first.method, first.params, first.requestId);
      } catch (error) {
        if (!isRefusal(error, first)) throw error;
        refusal = error;
      }
      // When the process ends, its calls are made once more while others are open.
      if (this.#calls[0] === first) this.#end(first, answer, refusal);
    }
  }

  #end({change, then}, answer, refusal) {
    this.#calls.shift();
    const names = Object.keys(change?.set ?? {});
    if (refusal === undefined) {
      if (change !== undefined) this.#settle(change, answer);
      then?.(answer);
    } else if (names.length > 1 && !(refusal instanceof NotFound)) {
      // One of them is refused. Each by itself says which.
      for (const name of names) this.#take({id: change.id, set: {[name]: change.set[name]}});
    } else if (change !== undefined) {
      this.#settle(change, undefined, refusal);
    }
  }

  #take(change) {
    if (change === null) return;
    const {id, set, text} = change;
    if (text !== undefined) this.#add('task.append', {id, force: true, text}, {id, set: {}, text});
    if (Object.keys(set).length > 0) this.#add('task.set', {id, force: true, set}, {id, set});
  }

  #add(method, params, change) {
    this.#calls.push({method, params, requestId: randomBytes(16).toString('hex'), change});
  }
}

/** It will be the same however often it is asked. A database that is not there may come back. */
function isRefusal(error, {params}) {
  if (error instanceof NotFound) return error.where === params.id;
  return error instanceof Conflict || error instanceof InvalidInput || error instanceof UsageError;
}
