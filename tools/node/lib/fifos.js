// SPDX-License-Identifier: MIT
// A server and a pair of FIFOs to it, for calls that block.
import {spawnSync} from 'node:child_process';
import {closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

import {IoError} from './errors.js';
import {Ended, Lines, OutOfTime, startServer} from './server.js';

const PIECE = 1 << 16;
const SHORTEST_PAUSE_MS = 0.02;
const LONGEST_PAUSE_MS = 2;

const {O_NONBLOCK, O_RDONLY, O_WRONLY} = constants;
const neverNotified = new Int32Array(new SharedArrayBuffer(4));

/** Everything here blocks. A limit is a moment of `performance.now()`. */
export class Fifos {
  #child;
  #input = -1;
  #output = -1;
  #lines;

  get isStarted() {
    return this.#child !== undefined;
  }

  start(command, directory) {
    const held = [];
    const open = (file, flags) => held[held.push(openSync(file, flags)) - 1];
    const release = (descriptor) => closeSync(held.splice(held.indexOf(descriptor), 1)[0]);
    const home = makeFifos();
    try {
      const [toServer, fromServer] = [path.join(home, 'in'), path.join(home, 'out')];
      // While somebody has it open both ways, no end waits for the other. Kept, it would hide that the server died.
      const bothWays = [open(toServer, 'r+'), open(fromServer, 'r+')];
      const stdin = open(toServer, O_RDONLY);
      const stdout = open(fromServer, O_WRONLY);
      // Only our ends do not block: that belongs to the open file, and the server's are others.
      const input = open(toServer, O_WRONLY | O_NONBLOCK);
      const output = open(fromServer, O_RDONLY | O_NONBLOCK);
      bothWays.forEach(release);
      this.#child = startServer(command, directory, stdin, stdout);
      [stdin, stdout].forEach(release);
      [this.#input, this.#output, this.#lines] = [input, output, new Lines()];
      held.length = 0;
    } finally {
      held.forEach(closeSync);
      rmSync(home, {recursive: true, force: true});
    }
  }

  send(text, limit) {
    let rest = Buffer.from(text);
    const wait = pauses(limit);
    while (rest.length > 0) {
      const written = attempt(() => writeSync(this.#input, rest), false);
      if (written === undefined) wait();
      else rest = rest.subarray(written);
    }
  }

  line(limit) {
    for (;;) {
      const line = this.#lines.take();
      if (line !== undefined) return line;
      this.#lines.add(this.#piece(limit));
    }
  }

  kill() {
    this.#child?.kill('SIGKILL');
    this.#forget();
  }

  /** The server sees the end of its input, and has until then to end. */
  end(limit) {
    if (!this.isStarted) return;
    closeSync(this.#input);
    this.#input = -1;
    try {
      for (;;) this.#piece(limit);
    } catch (error) {
      if (error instanceof OutOfTime) this.#child.kill('SIGKILL');
      else if (!(error instanceof Ended)) throw error;
    } finally {
      this.#forget();
    }
  }

  #piece(limit) {
    const bytes = Buffer.allocUnsafe(PIECE);
    const wait = pauses(limit);
    for (;;) {
      const count = attempt(() => readSync(this.#output, bytes), true);
      if (count === 0) throw new Ended(true);
      if (count !== undefined) return bytes.subarray(0, count);
      wait();
    }
  }

  #forget() {
    for (const descriptor of [this.#input, this.#output]) if (descriptor >= 0) closeSync(descriptor);
    [this.#child, this.#input, this.#output] = [undefined, -1, -1];
  }
}

/** Node cannot make one. */
function makeFifos() {
  const home = mkdtempSync(path.join(tmpdir(), 'rlmdb-'));
  const made = spawnSync('mkfifo', ['-m', '600', path.join(home, 'in'), path.join(home, 'out')], {encoding: 'utf8'});
  if (made.status !== 0) {
    rmSync(home, {recursive: true, force: true});
    const reason = made.error?.message ?? made.stderr.trim();
    throw new IoError(`cannot make FIFOs: ${reason}`, {where: home, hint: 'is `mkfifo` on the path, and TMPDIR writable?'});
  }
  return home;
}

/** undefined: not yet. */
function attempt(transfer, wasSent) {
  try {
    return transfer();
  } catch (error) {
    if (error.code === 'EAGAIN') return undefined;
    if (error.code === 'EPIPE') throw new Ended(wasSent);
    throw error;
  }
}

/** Each call pauses, a little longer than the one before. */
function pauses(limit) {
  let pause = SHORTEST_PAUSE_MS;
  return () => {
    if (performance.now() >= limit) throw new OutOfTime();
    Atomics.wait(neverNotified, 0, 0, pause);
    pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS);
  };
}
