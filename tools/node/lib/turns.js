// SPDX-License-Identifier: MIT
// One after the other, in the order in which they came.
import {Busy, Interrupted} from './errors.js';

const LONGEST_TIMER_MS = 2 ** 31 - 1;

export class Turns {
  #isTaken = false;
  #waiting = [];

  /** Does the work when it is its turn. Busy when that is not before `limit`, Interrupted when `signal` comes first. */
  async take(limit, signal, work) {
    await this.#turn(limit, signal);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#isTaken = false;
      else next();
    }
  }

  #turn(limit, signal) {
    if (signal?.aborted) return Promise.reject(takenBack());
    if (!this.#isTaken) {
      this.#isTaken = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const clear = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const begin = () => {
        clear();
        resolve();
      };
      const leave = (error) => {
        clear();
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(error);
      };
      const abort = () => leave(takenBack());
      const left = Math.max(0, limit - performance.now());
      const late = () => leave(new Busy('calls before it took until its time was over', {retryable: true, exitCode: 5}));
      const timer = left > LONGEST_TIMER_MS ? undefined : setTimeout(late, left);
      signal?.addEventListener('abort', abort);
      this.#waiting.push(begin);
    });
  }
}

function takenBack() {
  return new Interrupted('the call was taken back before it began', {exitCode: 130});
}
