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
const GIVE_BACK_MS = 5000;

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

  async call(method, ...given) {
    const [params, {signal, ...options}] = this.#session.named(method, given);
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

  async claim(...words) {
    const [params, options] = this.#session.named('claim', words);
    const given = claimParams(params, this.server);
    const began = performance.now();
    const answer = await this.call('claim', given, {timeoutMs: claimTimeout(given, this.#session), ...options});
    const data = answer.data.claim;
    if (data === null) return null;
    const call = (method, given) => this.call(method, given);
    const beat = (...given) => this.#beat(...given);
    const giveBack = (id, token) => this.#giveBack({id, token});
    return new Claim({call, beat, giveBack, data, leaseMs: msOf(given.lease), began});
  }

  async *tasks(params = {}, options = {}) {
    for (;;) {
      const claim = await this.claim(params, options);
      if (claim === null) return;
      yield claim;
    }
  }

  async *events(...words) {
    const [{since = 0, limit = Infinity, follow = false, pauseMs = 200, ...params}, options] = this.#session.named('events', words);
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

  /** By a server of its own: that of the store may be in a call, hung or closed. */
  async #giveBack(params) {
    const connection = this.#session.another(new Pipes());
    const limit = performance.now() + GIVE_BACK_MS;
    try {
      await runInTime(connection.call('release', params, {isRepeatable: true, limit}));
    } finally {
      await runInTime(connection.end());
    }
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

  call(method, ...given) {
    return runAtOnce(this.#session.call(method, ...this.#session.named(method, given)));
  }

  claim(...words) {
    const [params, options] = this.#session.named('claim', words);
    const given = claimParams(params, this.server);
    return this.call('claim', given, {timeoutMs: claimTimeout(given, this.#session), ...options});
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

/** A claim ends with this process, where the server can see that. */
function claimParams({lease = '15m', wait = 0, pid, ...params}, server) {
  return {...params, lease, wait, pid: pid === undefined && isLocal(server) ? process.pid : pid};
}

/** That of the store, which does not count the wait. */
function claimTimeout({wait}, session) {
  const left = session.limitOf() - performance.now();
  return left === Infinity ? undefined : left + msOf(wait);
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
