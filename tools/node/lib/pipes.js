// SPDX-License-Identifier: MIT
// A server and two pipes to it, for promises.
import {Ended, Lines, OutOfTime, startServer} from './server.js';

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A limit is a moment of `performance.now()`. The pipes keep this process alive only while something is waited for. */
export class Pipes {
  #child;
  #lines;
  #hasEnded = false;
  #waits = 0;
  #wake = () => {};

  get isStarted() {
    return this.#child !== undefined;
  }

  start(command, directory) {
    const child = startServer(command, directory, 'pipe', 'pipe');
    const lines = new Lines();
    [this.#child, this.#lines, this.#hasEnded] = [child, lines, false];
    child.stdin.on('error', () => {});
    child.stdout.on('error', () => {});
    child.stdout.on('data', (piece) => {
      lines.add(piece);
      if (this.#child === child) this.#wake();
    });
    child.stdout.on('close', () => {
      if (this.#child !== child) return;
      this.#hasEnded = true;
      this.#wake();
    });
    this.#keepAlive();
  }

  /** Resolves when the system has taken all of it. */
  send(text, limit) {
    return this.#within(
      limit,
      new Promise((resolve, reject) => {
        this.#child.stdin.write(text, (error) => (error ? reject(new Ended(false)) : resolve()));
      }),
    );
  }

  async line(limit) {
    for (;;) {
      const line = this.#lines.take();
      if (line !== undefined) return line;
      if (this.#hasEnded) throw new Ended(true);
      await this.#within(limit, new Promise((resolve) => (this.#wake = resolve)));
    }
  }

  kill() {
    const child = this.#child;
    if (child === undefined) return;
    [this.#child, this.#hasEnded] = [undefined, true];
    this.#wake();
    child.kill('SIGKILL');
    child.stdin.destroy();
    child.stdout.destroy();
  }

  /** The server sees the end of its input, and has until then to end. */
  async end(limit) {
    const child = this.#child;
    if (child === undefined) return;
    child.ref();
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.stdin.end();
    try {
      if (child.exitCode === null && child.signalCode === null) await this.#within(limit, exit);
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error;
    } finally {
      child.unref();
      if (this.#child === child) this.kill();
    }
  }

  async #within(limit, promise) {
    const left = Math.max(0, limit - performance.now());
    let timer;
    this.#waits += 1;
    this.#keepAlive();
    try {
      if (left > LONGEST_TIMER_MS) return await promise;
      const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new OutOfTime()), left)));
      return await Promise.race([promise, late]);
    } finally {
      clearTimeout(timer);
      this.#waits -= 1;
      this.#keepAlive();
    }
  }

  #keepAlive() {
    for (const pipe of [this.#child?.stdin, this.#child?.stdout]) pipe?.[this.#waits > 0 ? 'ref' : 'unref']();
  }
}
