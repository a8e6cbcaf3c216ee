// SPDX-License-Identifier: MIT
// The store that the daemon would use without the module hook: it says so.
import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';

export class TaskStore {
  constructor(storePath) {
    mkdirSync(path.dirname(storePath), {recursive: true});
    writeFileSync(storePath, '{"version": 1, "tasks": []}');
  }

  async initialize() {}

  createTask() {
    throw new Error('the legacy store');
  }
}
