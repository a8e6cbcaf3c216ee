// SPDX-License-Identifier: MIT
// One `rlmdb serve` and what is said to it, one call at a time.
import {errorOf, RlmdbError, ServerDied, TimedOut, UnusableProgram} from './errors.js';
import {messageOf} from './json.js';
import {ONE_VERSION, PROTOCOL, requireUsable} from './program.js';
import {Ended, OutOfTime} from './server.js';

const TRIES = 3;
const MS_TO_START = 30_000;

/**
 * Starts the server when it is needed, and again when it died. All but `kill` are steps: to be run at once, or in time,
 * as the pipes are. `handshake` is what `initialize` is told. `patienceMs`: beyond a call's own limit; a server that is
 * silent longer is taken for hung and killed.
 */
export class Connection {
  /** What answers: the result of `initialize`. */
  server = {};
  #pipes;
  #command;
  #directory;
  #handshake;
  #patienceMs;
  #isClosed = false;
  #lastNumber = 0;
  #openNumber;

  constructor(pipes, {command, directory, handshake, patienceMs}) {
    this.#pipes = pipes;
    this.#command = command;
    this.#directory = directory;
    this.#handshake = handshake;
    this.#patienceMs = patienceMs;
  }

  /**
   * The result. `isRepeatable`: doing it twice is as doing it once, so that it may be sent again when the server died.
   * `limit` is a moment of `performance.now()`, told to the server as `timeout_ms`.
   */
  *call(method, params, {isRepeatable, limit = Infinity}) {
    let isUnknown = false;
    const died = (cause) =>
      Object.assign(new ServerDied(`the server ended before it answered ${method}`, params.request_id), {cause});
    for (let triesLeft = TRIES - 1; ; --triesLeft) {
      try {
        yield* this.start(limit + this.#patienceMs);
        return yield* this.#exchange(method, limited(params, limit), limit + this.#patienceMs);
      } catch (error) {
        if (error instanceof OutOfTime) throw new TimedOut(`${method} was not answered in its time`, params.request_id);
        if (error instanceof UnusableProgram) throw isUnknown ? died(error) : error;
        if (!(error instanceof Ended)) throw error;
        isUnknown ||= error.wasSent;
        if (this.#isClosed || triesLeft === 0 || (error.wasSent && !isRepeatable)) throw died();
      }
    }
  }

  /** Starts the server if it does not run. */
  *start(limit) {
    if (this.#isClosed) throw new Error('the store is closed');
    if (this.#pipes.isStarted) return;
    this.#pipes.start(this.#command, this.#directory);
    try {
      yield* this.#initialize(Math.min(limit, performance.now() + MS_TO_START));
    } catch (error) {
      this.#pipes.kill();
      throw error;
    }
  }

  /** No call begins any more. One that is open goes on. */
  close() {
    this.#isClosed = true;
  }

  /** Ends the server, which is given the patience to end. */
  *end() {
    yield this.#pipes.end(performance.now() + this.#patienceMs);
  }

  kill() {
    this.#pipes.kill();
  }

  /** Asks the server to cut the open call short. */
  *cancel() {
    if (this.#openNumber !== undefined) yield this.#pipes.send(messageOf('$/cancel', {id: this.#openNumber}), Infinity);
  }

  *#initialize(limit) {
    const began = performance.now();
    let server;
    try {
      server = yield* this.#exchange('initialize', {protocol: PROTOCOL, ...this.#handshake}, limit);
    } catch (error) {
      if (error instanceof OutOfTime) this.#refuse(`did not answer within ${Math.round(performance.now() - began)} ms`);
      if (error instanceof Ended) this.#refuse('ended before it answered');
      if (error instanceof RlmdbError && error.where === 'params/protocol') {
        throw new UnusableProgram(`${this.#command[0]}: ${error.message}`, {hint: ONE_VERSION});
      }
      throw error;
    }
    requireUsable(server, this.#command);
    this.server = server;
    // The same database again, wherever another search would lead by then.
    this.#handshake = {...this.#handshake, database: server.database};
  }

  *#exchange(method, params, limit) {
    const number = this.#lastNumber + 1;
    const message = messageOf(method, params, number);
    this.#lastNumber = number;
    try {
      this.#openNumber = number;
      yield this.#pipes.send(message, limit);
      const answer = yield* this.#answerTo(number, limit);
      if (answer.error !== undefined) throw errorOf(answer.error);
      if (typeof answer.result !== 'object' || answer.result === null) this.#refuse('answered with what is no result');
      return answer.result;
    } catch (error) {
      // What the program refuses leaves the connection in order.
      if (!(error instanceof RlmdbError) || error instanceof UnusableProgram) this.#pipes.kill();
      throw error;
    } finally {
      this.#openNumber = undefined;
    }
  }

  /** The message with that id, or with null: of a line that the server could not read. Others answer `$/cancel`. */
  *#answerTo(number, limit) {
    for (;;) {
      const line = yield this.#pipes.line(limit);
      let answer;
      try {
        answer = JSON.parse(line);
      } catch {
        this.#refuse(`answered with what is no JSON: ${line.slice(0, 100)}`);
      }
      if (answer?.method === undefined && (answer?.id === number || answer?.id === null)) return answer;
    }
  }

  #refuse(what) {
    throw new UnusableProgram(`\`${this.#command.join(' ')}\` ${what}`, {
      hint: 'is it rlmdb, new enough to have `serve`, and can it start?',
    });
  }
}

function limited(params, limit) {
  return limit === Infinity ? params : {...params, timeout_ms: Math.max(0, Math.round(limit - performance.now()))};
}
