// SPDX-License-Identifier: MIT
// The queue of a daemon beside processes that claim from the same database: two real processes, one of which dies or sleeps.
import assert from 'node:assert/strict';
import {execFile, execFileSync} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {createInterface} from 'node:readline';
import {afterEach, beforeEach, describe, it} from 'node:test';
import {setTimeout as pause} from 'node:timers/promises';

import {PROGRAM, startNode, until} from './support.js';

let directory;
let daemons = [];

const file = (name) => path.join(directory, name);

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'rlmdb-test-'));
});

afterEach(async () => {
  for (const daemon of daemons) await daemon.kill('SIGKILL');
  daemons = [];
  execFileSync(PROGRAM, ['verify', '--db', file('rlm.db')]);
  rmSync(directory, {recursive: true});
});

const words = (...given) => [...given, '--db', file('rlm.db'), '--json'];

/** What the program answers as `data`. */
function rlmdb(...given) {
  return JSON.parse(execFileSync(PROGRAM, words(...given), {encoding: 'utf8'})).data;
}

/** The error that it answers with, which ends it with `code`. */
function refused(code, ...given) {
  try {
    execFileSync(PROGRAM, words(...given), {encoding: 'utf8', stdio: 'pipe'});
  } catch (error) {
    assert.equal(error.status, code);
    return JSON.parse(error.stdout || error.stderr).error.message;
  }
  return assert.fail(`${given} was done`);
}

const claim = (...given) => rlmdb('claim', '--owner', 'another', ...given).claim?.id ?? null;
const rows = (statement) => rlmdb('sql', statement).rows;
const holds = () => rows('SELECT h.owner, h.lease_expires_at, count(k.task_id) AS tasks FROM holds h LEFT JOIN held_tasks k ON k.hold_id = h.id GROUP BY h.id');
const reasonOf = (id) => rlmdb('ready', '--explain').tasks.find((task) => task.id === id)?.reason;

/** Reads lines of JavaScript, answers each with its value as JSON; `store` is its task store. */
const DAEMON = `
import {createInterface} from 'node:readline';
import {TaskStore} from 'rlmdb/task-store';
const store = new TaskStore(process.argv[1], {handlerMs: 20000, createMs: 20000, patienceMs: 20000, leaseMs: Number(process.argv[2])});
await store.initialize();
for await (const line of createInterface({input: process.stdin})) {
  const value = new Function('store', 'return ' + line)(store);
  console.log(JSON.stringify(value ?? null));
}`;

async function startDaemon(leaseMs = 60_000) {
  const child = startNode(DAEMON, [file('tasks.json'), String(leaseMs)], {stdio: ['pipe', 'pipe', 'pipe']});
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  const lines = createInterface({input: child.stdout})[Symbol.asyncIterator]();
  const closed = once(child, 'close');
  const daemon = {
    pid: child.pid,
    said: () => said,
    async run(line) {
      child.stdin.write(`${line}\n`);
      return JSON.parse((await lines.next()).value);
    },
    create: async (prompt) => (await daemon.run(`store.createTask({prompt: ${JSON.stringify(prompt)}})`)).id,
    signal: (name) => process.kill(child.pid, name),
    async kill(name) {
      if (child.exitCode === null && child.signalCode === null) child.kill(name);
      await closed;
    },
  };
  daemons.push(daemon);
  return daemon;
}

const stateOf = (id) => rlmdb('show', id).tasks[0].task.state;

describe('what a daemon has in its queue', () => {
  it('is taken by nobody while the daemon lives, and by anybody once it was killed', async () => {
    const daemon = await startDaemon();
    const [first, second] = [await daemon.create('one'), await daemon.create('two')];
    const free = rlmdb('task', 'add', 'free').results[0].id;
    assert.match(reasonOf(first), /^is held by daemon-\d+-[0-9a-f]{6} until /);
    assert.equal(claim(), free);
    assert.equal(claim(), null);
    assert.match(refused(7, 'claim', first), /is not ready: is held by daemon-/);
    for (const verb of [['start', first], ['cancel', first], ['set', first, 'priority=5'], ['remove', first], ['hold', first]]) {
      assert.match(refused(7, 'task', ...verb), /is held by daemon-/);
    }
    rlmdb('recover');
    rlmdb('cleanup', '--completed', '0s', '--cancelled', '0s', '--yes');
    assert.deepEqual([stateOf(first), stateOf(second)], ['queued', 'queued']);
    assert.deepEqual(holds().map(({tasks}) => tasks), [2]);
    await daemon.kill('SIGKILL');
    assert.equal(claim(), first);
    assert.equal(claim(), second);
    assert.deepEqual(holds(), []);
  });

  it('is left alone by a worker, which takes it once the daemon is dead', async () => {
    const daemon = await startDaemon();
    const id = await daemon.create('print');
    const worker = execFile(PROGRAM, ['work', '--db', file('rlm.db'), '--', 'cat']);
    const done = once(worker, 'close');
    const free = rlmdb('task', 'add', 'free').results[0].id;
    await until(() => stateOf(free) === 'completed', 'the worker runs');
    assert.equal(stateOf(id), 'queued');
    assert.equal(worker.exitCode, null);
    await daemon.kill('SIGKILL');
    assert.deepEqual(await done, [0, null]);
    assert.equal(rlmdb('show', id).tasks[0].task.result, 'print');
  });

  it('is started by the daemon without trouble, and no hold is left', async () => {
    const daemon = await startDaemon(300);
    const id = await daemon.create('one');
    await daemon.run(`store.startTask(${JSON.stringify(id)}, 4711)`);
    assert.deepEqual([stateOf(id), holds().map(({tasks}) => tasks)], ['running', [0]]);
    await daemon.run(`store.completeTask(${JSON.stringify(id)}, 'done')`);
    await pause(500);
    assert.equal(await daemon.run('store.size'), 1);
    assert.equal(claim(), null);
    assert.doesNotMatch(daemon.said(), /held/);
    assert.deepEqual(rows('SELECT kind FROM events ORDER BY seq').map(({kind}) => kind).slice(0, 2), ['task:created', 'task:updated']);
  });

  it('stays held beyond its lease, at one small change for all of it, which keeps no answers', async () => {
    const daemon = await startDaemon(600);
    for (let number = 0; number < 20; ++number) await daemon.create('x'.repeat(10_000));
    const [{lease_expires_at: before}] = holds();
    const count = () => rows('SELECT (SELECT count(*) FROM requests) AS requests, (SELECT count(*) FROM events) AS events, (SELECT sum(version) FROM tasks) AS versions');
    const counted = count();
    await until(() => Date.parse(holds()[0].lease_expires_at) > Date.parse(before) + 700, 'the lease is extended');
    assert.deepEqual(count(), counted);
    assert.equal(claim(), null);
    assert.doesNotMatch(daemon.said(), /lease|held/);
  });

  it('is lost in part when the daemon slept longer than its lease: what is free is held again, what is not is said', async () => {
    const daemon = await startDaemon(600);
    const [first, second] = [await daemon.create('one'), await daemon.create('two')];
    const [{owner}] = holds();
    daemon.signal('SIGSTOP');
    await until(() => claim('--wait', '20s') === first, 'the lease ends');
    assert.deepEqual(holds(), []);
    daemon.signal('SIGCONT');
    await until(() => holds().length === 1, 'it is held again');
    assert.deepEqual(holds().map(({owner: by, tasks}) => [by, tasks]), [[owner, 1]]);
    assert.equal(claim(), null);
    assert.match(reasonOf(second), new RegExp(`^is held by ${owner}`));
    const lost = new RegExp(`${first} is queued here, and not held any more: task ${first} is claimed by another until `);
    await until(() => lost.test(daemon.said()), 'it is said');
    assert.equal((await daemon.run(`store.getTask(${JSON.stringify(first)})`)).state, 'running');
  });

  it('is held on when the daemon slept longer, and nobody has taken anything', async () => {
    const daemon = await startDaemon(300);
    await daemon.create('one');
    const [{lease_expires_at: before}] = holds();
    daemon.signal('SIGSTOP');
    await pause(Date.parse(before) - Date.now() + 100);
    daemon.signal('SIGCONT');
    await until(() => holds()[0].lease_expires_at > before, 'the lease is extended');
    assert.equal(claim(), null);
    assert.doesNotMatch(daemon.said(), /not held/);
  });

  it('of a daemon before is anybody\'s, and not the next one\'s', async () => {
    const before = await startDaemon();
    const id = await before.create('one');
    await before.kill('SIGKILL');
    const after = await startDaemon();
    const own = await after.create('two');
    assert.equal(claim(), id);
    assert.equal(claim(), null);
    assert.equal(stateOf(own), 'queued');
  });

  it('does not keep a process alive', async () => {
    const text = `
      import {TaskStore} from 'rlmdb/task-store';
      const store = new TaskStore(process.argv[1], {createMs: 20000, handlerMs: 20000, patienceMs: 20000});
      await store.initialize();
      store.createTask({prompt: 'one'});`;
    const child = startNode(text, [file('tasks.json')], {stdio: ['ignore', 'pipe', 'ignore']});
    assert.deepEqual(await once(child, 'close'), [0, null]);
    assert.notEqual(claim(), null);
  });
});
