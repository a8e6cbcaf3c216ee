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

  /** The params and the options of a call that may begin with words, as on the command line: `'task-0000', {at: 7}, {timeoutMs: 5}`. */
  named(method, given) {
    const end = given.findIndex((one) => !isWord(one));
    const words = end === -1 ? given : given.slice(0, end);
    const [params = {}, options = {}] = end === -1 ? [] : given.slice(end);
    const names = this.methods[method]?.words ?? [];
    if (words.length > names.length && this.methods[method] !== undefined) {
      throw new TypeError(`${method} takes without a name: ${names.join(', ') || 'none'}; not ${words.length} values`);
    }
    const taken = names.slice(0, words.length);
    const twice = taken.find((name) => params[name] !== undefined);
    if (twice !== undefined) throw new TypeError(`${method} got two values for ${twice}`);
    return [{...params, ...Object.fromEntries(taken.map((name, index) => [name, words[index]]))}, options];
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

/** What may stand before the params. An object is the params. */
function isWord(value) {
  return value === null || !['object', 'undefined'].includes(typeof value) || Array.isArray(value) || value instanceof Date;
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
        const verb = (...given) => target.call(method, ...given);
        made.add(Object.defineProperty(verb, 'name', {value: method, configurable: true}));
        Object.defineProperty(place, word, {value: verb, enumerable: true, configurable: true});
      }
      place = place[word];
    });
  }
}
