// SPDX-License-Identifier: MIT
// A claimed task: kept while it is worked on, and ended as the work ends.
import {inspect} from 'node:util';

import {Conflict, InvalidInput, NotFound, RlmdbError, UsageError} from './errors.js';

const UNIT_MS = {ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000};
const BEATS_IN_A_LEASE = 3;
const LONGEST_BEAT_MS = 10_000;
const MOST_ERROR_CHARACTERS = 1 << 20;
// A text is UTF-8, which has no half of a surrogate pair; JSON has.
const HALF_PAIR = /\p{Surrogate}/u;

/** Of a text as the program takes it ("90s"), or of milliseconds. 0 for what makes no sense: that is the program's to refuse. */
export function msOf(duration) {
  if (typeof duration === 'number') return duration;
  const [, count, unit] = /^(\d+)(ms|s|m|h|d)$/.exec(duration) ?? [];
  return unit === undefined ? 0 : Number(count) * UNIT_MS[unit];
}

function warn(text) {
  process.emitWarning(text, 'RlmdbWarning');
}

/**
 * A task that is this program's until its lease ends.
 *
 * `run(work)` extends the lease meanwhile, completes the task with what `work` returns, or fails it with what it throws, which
 * goes on. A result that is no JSON fails it, and is thrown; one that could not be stored for another reason gives it back.
 * `complete`, `fail` and `release` end it before. After a lost lease nothing is stored: `isLost`, `signal` is
 * aborted, and what would store throws Conflict.
 */
export class Claim {
  #call;
  #beat;
  #giveBack;
  #leaseMs;
  #began;
  #lost = new AbortController();
  #hasEnded = false;
  #isEnding = false;
  #beating = Promise.resolve();
  #timer;

  /** `call` does a verb; `beat` and `giveBack` do theirs by servers that are not in a call of the store. */
  constructor({call, beat, giveBack, data, leaseMs, began}) {
    this.data = data;
    this.id = data.id;
    this.token = data.token;
    this.record = data.task;
    this.#call = call;
    this.#beat = beat;
    this.#giveBack = giveBack;
    this.#leaseMs = leaseMs;
    this.#began = began;
  }

  get prompt() {
    return this.record.prompt;
  }

  get isLost() {
    return this.#lost.signal.aborted;
  }

  get signal() {
    return this.#lost.signal;
  }

  append(text) {
    return this.#call('task.append', {id: this.id, token: this.token, text});
  }

  heartbeat() {
    const beating = this.#beating.then(() => this.#beatOnce());
    this.#beating = beating.catch(() => {});
    return beating;
  }

  complete(result, params = {}) {
    if (result === undefined || result === null) return this.#end('task.complete', params);
    const isText = typeof result === 'string' && !HALF_PAIR.test(result);
    return this.#end('task.complete', {[isText ? 'result' : 'result_json']: result, ...params});
  }

  fail(error, params = {}) {
    return this.#end('task.fail', {error: textOf(error), ...params});
  }

  release() {
    return this.#end('release', {});
  }

  async run(work) {
    this.#keep(this.#began);
    try {
      const result = await this.#done(work);
      if (!this.#hasEnded) await this.#endWithResult(result);
      return result;
    } finally {
      this.#hasEnded = true;
      clearTimeout(this.#timer);
    }
  }

  async #done(work) {
    try {
      return await work(this);
    } catch (error) {
      if (!this.#hasEnded) await this.#failOrGiveBack(textOf(error));
      throw error;
    }
  }

  async #endWithResult(result) {
    try {
      await this.complete(result);
    } catch (error) {
      const isTheValues = error instanceof UsageError || error instanceof InvalidInput || !(error instanceof RlmdbError);
      if (isTheValues) await this.#failOrGiveBack(`the result could not be stored: ${textOf(error)}`);
      else if (!this.isLost) await this.#release();
      throw error;
    }
  }

  async #failOrGiveBack(text) {
    try {
      await this.fail(text);
    } catch (failure) {
      // What ended the work is the error to be seen.
      warn(`task ${this.id} could not be ended: ${failure.message}`);
      if (!this.isLost) await this.#release();
    }
  }

  async #release() {
    await this.#beating;
    await this.#giveBack(this.id, this.token).catch((failure) =>
      warn(`task ${this.id} stays claimed until its lease ends: ${failure.message}`),
    );
  }

  async #end(method, params) {
    this.#isEnding = true;
    try {
      await this.#beating;
      const result = await this.#call(method, {id: this.id, token: this.token, ...params});
      this.#hasEnded = true;
      clearTimeout(this.#timer);
      return result;
    } catch (error) {
      const isGone = error instanceof Conflict || error instanceof NotFound;
      if (isGone && !this.#hasEnded && params.if_version === undefined) this.#lost.abort(error);
      throw error;
    } finally {
      this.#isEnding = false;
    }
  }

  #keep(lastBeat) {
    const pause = this.#leaseMs / BEATS_IN_A_LEASE;
    const soon = Math.max(0, lastBeat + pause - performance.now());
    this.#timer = setTimeout(async () => {
      const began = performance.now();
      let next = began;
      try {
        if (!this.#isEnding) await this.heartbeat();
      } catch (error) {
        if (this.isLost) return warn(`task ${this.id} is lost: ${error.message}`);
        next = began - pause + Math.min(pause, 1000);
        warn(`the lease of task ${this.id} could not be extended: ${error.message}`);
      }
      if (!this.#hasEnded) this.#keep(next);
    }, soon).unref();
  }

  async #beatOnce() {
    const params = {id: this.id, token: this.token, lease: Math.round(this.#leaseMs)};
    try {
      await this.#beat(params, Math.min(this.#leaseMs / BEATS_IN_A_LEASE, LONGEST_BEAT_MS));
    } catch (error) {
      if (error instanceof Conflict || error instanceof NotFound) this.#lost.abort(error);
      throw error;
    }
  }
}

/** Of what was thrown, as a text in the store may be, and no longer than a call may be. */
function textOf(error) {
  const text = saying(error);
  const left = text.length - MOST_ERROR_CHARACTERS;
  const kept = left > 0 ? `${text.slice(0, MOST_ERROR_CHARACTERS)}… and ${left} more characters` : text;
  return kept.replaceAll('\0', '\\0').replace(/\p{Surrogate}/gu, '\ufffd');
}

function saying(error) {
  if (typeof error === 'string') return error;
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : inspect(error);
  } catch {
    return 'an error that cannot say its text';
  }
}
