// SPDX-License-Identifier: MIT
// What a store knows of the program's verbs, and how one is called.
import {randomBytes} from 'node:crypto';

import {Connection} from './connection.js';
import {findCommand} from './program.js';

/** Steps, as those of the connection. */
export class Session {
  methods = {};
  #connection;
  #options;

  constructor(pipes, {database, directory, client, command = findCommand(), timeoutMs, patienceMs = 5000} = {}) {
    if (!Array.isArray(command)) throw new TypeError('command is a list, such as ["ssh", HOST, "rlmdb", "serve"]');
    this.#options = {command, directory, handshake: {database, client}, timeoutMs, patienceMs};
    this.#connection = new Connection(pipes, this.#options);
  }

  get connection() {
    return this.#connection;
  }

  get patienceMs() {
    return this.#options.patienceMs;
  }

  /** A moment of `performance.now()`; `timeoutMs` stands for the one of the store. */
  limitOf(timeoutMs) {
    const given = timeoutMs ?? this.#options.timeoutMs ?? Infinity;
    if (typeof given !== 'number') throw new TypeError('timeoutMs is a number of milliseconds');
    return performance.now() + given;
  }

  /** Another server for the same database and name. */
  another(pipes) {
    const {client} = this.#options.handshake;
    return new Connection(pipes, {...this.#options, handshake: {database: this.#connection.server.database, client}});
  }

  *open() {
    const listed = yield* this.#connection.call('methods', {}, {isRepeatable: true});
    for (const {method, ...described} of listed.methods) this.methods[method] = described;
  }

  /** `data`, `warnings` and `exit` as the program answers them. A verb that takes a `request_id` gets one, but for `requestId: null`. */
  *call(method, {timeout_ms: timeoutParam, ...params} = {}, {timeoutMs = timeoutParam, requestId, isRepeatable = false, limit} = {}) {
    const described = this.methods[method];
    if (requestId != null) params.request_id = requestId;
    if (requestId !== null && described?.params.request_id !== undefined) params.request_id ??= randomBytes(16).toString('hex');
    return yield* this.#connection.call(method, params, {
      isRepeatable: isRepeatable || described?.changes === false || params.request_id != null,
      limit: limit ?? this.limitOf(timeoutMs),
    });
  }
}

/**
 * Each verb as a function of its name: `target.task.add(params, options)`. What the store itself has by that name stays.
 */
export function defineVerbs(target, methods) {
  const made = new Set();
  for (const name of Object.keys(methods)) {
    const words = name.split('.');
    if (words[0] in target && !Object.hasOwn(target, words[0])) continue;
    let place = target;
    words.forEach((word, index) => {
      if (!made.has(place[word])) {
        const method = words.slice(0, index + 1).join('.');
        const verb = (params, options) => target.call(method, params, options);
        made.add(Object.defineProperty(verb, 'name', {value: method, configurable: true}));
        Object.defineProperty(place, word, {value: verb, enumerable: true, configurable: true});
      }
      place = place[word];
    });
  }
}
