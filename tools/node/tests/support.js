// SPDX-License-Identifier: MIT
// What the tests share: a directory with a database, and the program that RLMDB names.
import assert from 'node:assert/strict';
import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterEach, beforeEach} from 'node:test';
import {setTimeout as pause} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';

import * as rlmdb from 'rlmdb';

assert.ok(process.env.RLMDB, 'RLMDB names the program');
export const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
export const SOURCES = path.resolve(PACKAGE, '../..');
export const PROGRAM = path.resolve(process.env.RLMDB);
process.env.RLMDB = PROGRAM;

export const read = (...words) => readFileSync(path.join(...words), 'utf8');

/** Whether any of its threads is. One that has ended may wait long until somebody asks for its status. */
export function isThere(pid) {
  try {
    return !/\) [ZX] /.test(read(`/proc/${pid}/stat`)) || readdirSync(`/proc/${pid}/task`).length > 1;
  } catch {
    return false;
  }
}

export async function until(condition, what) {
  for (const end = performance.now() + 20_000; !(await condition()); await pause(5)) {
    assert.ok(performance.now() < end, what);
  }
}

/** Runs a program of Node; what it printed. It may import the package. */
export function startNode(text, words = [], options = {}) {
  return spawn(process.execPath, ['--input-type=module', '-e', text, ...words], {
    cwd: PACKAGE,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  });
}

export async function outcomeOf(child) {
  let printed = '';
  child.stdout.on('data', (text) => (printed += text));
  const [code, signal] = await once(child, 'close');
  return {printed, code, signal};
}

/** A new database for each test of the file, which must be sound when the test ends. */
export function useDatabase() {
  const here = {};
  const opened = [];
  Object.assign(here, {
    async open(options) {
      const store = await rlmdb.open({database: here.database, patienceMs: 20_000, ...options});
      opened.push(store);
      return store;
    },
    openSync(options) {
      const store = rlmdb.openSync({database: here.database, patienceMs: 20_000, ...options});
      opened.push(store);
      return store;
    },
    file: (name) => path.join(here.directory, name),
    /** The ids of tasks with these prompts. */
    add: (...prompts) => prompts.map((prompt) => here.sync.task.add({prompt}).data.results[0].id),
    record: (id) => here.sync.show({id}).data.tasks[0].task,
    prompts: () => Object.fromEntries(here.sync.list().data.tasks.map((task) => [task.id, task.prompt])),
  });
  beforeEach(() => {
    here.directory = mkdtempSync(path.join(tmpdir(), 'rlmdb-test-'));
    here.database = here.file('rlm.db');
    here.sync = here.openSync({client: 'tester'});
    here.sync.init();
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
    execFileSync(PROGRAM, ['verify', '--db', here.database]);
    rmSync(here.directory, {recursive: true});
  });
  return here;
}

/** The calls of a store, for tests that hold of both kinds. */
export const KINDS = {
  promises: (here, options) => here.open(options),
  synchronous: async (here, options) => here.openSync(options),
};
