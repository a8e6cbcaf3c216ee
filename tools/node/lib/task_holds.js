// SPDX-License-Identifier: MIT
// The tasks that a daemon has in its queue, held against other processes while it lives (decision 062).
import {Conflict, NotFound} from './errors.js';

/** `call` does a verb at once. `pid`: of the process whose end ends the hold before its lease; undefined: the lease alone does. */
export class TaskHolds {
  #call;
  #say;
  #leaseMs;
  #pid;
  #ids = new Set();
  #timer;

  constructor({call, say, leaseMs, pid}) {
    this.#call = call;
    this.#say = say;
    this.#leaseMs = leaseMs;
    this.#pid = pid;
  }

  /** What a new task is given, so that there is no moment in which it is free. */
  get ofNewTask() {
    return {hold: this.#leaseMs, ...(this.#pid === undefined ? {} : {hold_pid: this.#pid})};
  }

  add(id) {
    this.#ids.add(id);
    this.#extendLater();
  }

  /** It was started, has ended or is gone: its hold ended with that. */
  drop(id) {
    this.#ids.delete(id);
  }

  #extendLater() {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#extend();
    }, this.#leaseMs / 3).unref();
  }

  #extend() {
    if (this.#ids.size === 0) return;
    try {
      if (this.#hold({all: true}) < this.#ids.size) this.#holdAgain();
    } catch (error) {
      this.#say(`the lease of ${this.#ids.size} queued tasks is not extended: ${error.message}`);
    }
    this.#extendLater();
  }

  /** This process slept longer than the lease, and others have ended the hold: what is still free is held anew. */
  #holdAgain() {
    while (this.#ids.size > 0) {
      try {
        this.#hold({id: [...this.#ids]});
        return;
      } catch (error) {
        if (!(error instanceof Conflict || error instanceof NotFound) || !this.#ids.delete(error.where)) throw error;
        this.#say(`${error.where} is queued here, and not held any more: ${error.message}`);
      }
    }
  }

  /** How many are held. It may be done twice, and no answer has to be kept for that. */
  #hold(params) {
    const given = {...params, lease: this.#leaseMs, ...(this.#pid === undefined ? {} : {pid: this.#pid})};
    return this.#call('task.hold', given, {requestId: null, isRepeatable: true}).data.held;
  }
}
