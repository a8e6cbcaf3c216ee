// SPDX-License-Identifier: MIT
// The process `rlmdb serve`, as both kinds of pipes start it, and how they end.
import {spawn} from 'node:child_process';
import {statSync} from 'node:fs';

import {UnusableProgram} from './errors.js';

/** The pipe has ended. `wasSent`: the server may have read the whole call. */
export class Ended extends Error {
  constructor(wasSent) {
    super('the pipe has ended');
    this.wasSent = wasSent;
  }
}

/** The limit is over. */
export class OutOfTime extends Error {}

/** The bytes of one line after the other, of pieces as they come. */
export class Lines {
  #pieces = [];

  add(piece) {
    this.#pieces.push(piece);
  }

  /** The next line as text, or undefined: more bytes are needed. Only the last piece is searched. */
  take() {
    const last = this.#pieces.at(-1);
    const end = last?.indexOf(10) ?? -1;
    if (end < 0) return undefined;
    const line = Buffer.concat([...this.#pieces.slice(0, -1), last.subarray(0, end)]);
    this.#pieces = end + 1 < last.length ? [last.subarray(end + 1)] : [];
    return line.toString('utf8');
  }
}

/**
 * Starts it in a session of its own, so that Ctrl-C does not end it. It does not keep this process alive. A missing
 * program shows at once: the child has no `pid`.
 */
export function startServer(command, directory, stdin, stdout) {
  if (directory !== undefined && !isDirectory(directory)) throw new UnusableProgram(`there is no directory ${directory}`);
  let child;
  try {
    child = spawn(command[0], command.slice(1), {cwd: directory, stdio: [stdin, stdout, 'inherit'], detached: true});
  } catch (error) {
    throw new UnusableProgram(`cannot start ${command[0]}: ${error.message}`);
  }
  child.on('error', () => {});
  if (child.pid === undefined) throw new UnusableProgram(`cannot start ${command[0]}: it is missing, or no program`);
  child.unref();
  return child;
}

function isDirectory(directory) {
  return statSync(directory, {throwIfNoEntry: false})?.isDirectory() ?? false;
}
