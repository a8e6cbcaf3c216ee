// SPDX-License-Identifier: MIT
// A store: every verb of the program by its name, as a promise or at once.
import {readFileSync, readlinkSync} from 'node:fs';
import {setTimeout as pause} from 'node:timers/promises';

import {Claim, msOf} from './claims.js';
import {Fifos} from './fifos.js';
import {Pipes} from './pipes.js';
import {defineVerbs, Session} from './session.js';
import {runAtOnce, runInTime} from './steps.js';
import {Turns} from './turns.js';

const PAGE = 1000;

/** See `index.d.ts`. */
export class Store {
  #session;
  #turns = new Turns();
  #keeper;
  #keeperTurns = new Turns();

  /** To be had from `open`. */
  constructor(session) {
    this.#session = session;
    defineVerbs(this, session.methods);
  }

  get server() {
    return {...this.#session.connection.server};
  }

  get methods() {
    return this.#session.methods;
  }

  async call(method, params = {}, {signal, ...options} = {}) {
    const limit = this.#session.limitOf(options.timeoutMs ?? params.timeout_ms);
    return this.#turns.take(limit, signal, async () => {
      const cancel = () => runInTime(this.#session.connection.cancel()).catch(() => {});
      signal?.addEventListener('abort', cancel);
      try {
        return await runInTime(this.#session.call(method, params, {...options, limit}));
      } finally {
        signal?.removeEventListener('abort', cancel);
      }
    });
  }

  async claim({lease = '15m', wait = 0, ...params} = {}, options = {}) {
    if (params.pid === undefined) params.pid = isLocal(this.server) ? process.pid : null;
    const limit = this.#session.limitOf();
    const timeoutMs = limit === Infinity ? undefined : limit - performance.now() + msOf(wait);
    const began = performance.now();
    const answer = await this.call('claim', {lease, wait, ...params}, {timeoutMs, ...options});
    const data = answer.data.claim;
    if (data === null) return null;
    const call = (method, given) => this.call(method, given);
    return new Claim({call, beat: (...given) => this.#beat(...given), data, leaseMs: msOf(lease), began});
  }

  async *tasks(params = {}, options = {}) {
    for (;;) {
      const claim = await this.claim(params, options);
      if (claim === null) return;
      yield claim;
    }
  }

  async *events({since = 0, limit = Infinity, follow = false, pauseMs = 200, ...params} = {}, options = {}) {
    for (let [from, left] = [since, limit]; left > 0; ) {
      const {data} = await this.call('events', {...params, since: from, limit: Math.min(left, PAGE)}, options);
      yield* data.events;
      left -= data.events.length;
      from = data.next ?? data.events.at(-1)?.seq ?? from;
      if (data.next !== null) continue;
      if (!follow) return;
      await pause(pauseMs);
    }
  }

  async close() {
    const {connection} = this.#session;
    connection.close();
    this.#keeper?.close();
    // What was called before gets its answer, unless it takes too long.
    const cut = setTimeout(() => connection.kill(), this.#session.patienceMs);
    await this.#turns.take(Infinity, undefined, () => runInTime(connection.end()));
    clearTimeout(cut);
    if (this.#keeper !== undefined) await this.#keeperTurns.take(Infinity, undefined, () => runInTime(this.#keeper.end()));
  }

  /** By a second server, because the first does nothing else while it waits in a call. It may be done twice. */
  #beat(params, timeoutMs) {
    this.#keeper ??= this.#session.another(new Pipes());
    const limit = performance.now() + timeoutMs;
    return this.#keeperTurns.take(limit, undefined, () =>
      runInTime(this.#keeper.call('heartbeat', params, {isRepeatable: true, limit})),
    );
  }
}

/** See `index.d.ts`. */
export class SyncStore {
  #session;

  /** To be had from `openSync`. */
  constructor(session) {
    this.#session = session;
    defineVerbs(this, session.methods);
  }

  get server() {
    return {...this.#session.connection.server};
  }

  get methods() {
    return this.#session.methods;
  }

  call(method, params, options) {
    return runAtOnce(this.#session.call(method, params, options));
  }

  close() {
    this.#session.connection.close();
    runAtOnce(this.#session.connection.end());
  }
}

export async function open(options) {
  const session = new Session(new Pipes(), options);
  await runInTime(session.open());
  return new Store(session);
}

export function openSync(options) {
  const session = new Session(new Fifos(), options);
  runAtOnce(session.open());
  return new SyncStore(session);
}

/** Whether the server can see this process by its number. */
export function isLocal(server) {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'ascii').trim();
    return boot === server.boot_id && readlinkSync('/proc/self/ns/pid') === server.pid_namespace;
  } catch {
    return false;
  }
}
