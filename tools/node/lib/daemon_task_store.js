// SPDX-License-Identifier: MIT
// What the legacy daemon gets for its `task-store.mjs`.
export {TaskStore, TaskStore as default} from './task_store.js';

globalThis[Symbol.for('rlmdb.daemonTaskStore')] = true;
