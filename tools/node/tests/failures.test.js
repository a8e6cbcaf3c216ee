// SPDX-License-Identifier: MIT
// Servers that are killed, stopped or forgetful; clients that are killed; many calls at once.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readdirSync, readFileSync, readlinkSync, writeFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {setTimeout as pause} from 'node:timers/promises';

import * as rlmdb from 'rlmdb';

import {isThere, KINDS, outcomeOf, PACKAGE, PROGRAM, startNode, until, useDatabase} from './support.js';

/** A process of its own, because a synchronous store leaves no time to this one. It ends with its input. */
const KILLER = `
import {createInterface} from 'node:readline';
let pids = [];
createInterface({input: process.stdin}).on('line', (line) => pids.push(Number(line))).on('close', () => process.exit());
(function again() {
  try { if (pids.length > 0) process.kill(pids.shift(), 'SIGKILL'); } catch {}
  setTimeout(again, Math.random() * 20);
})();`;

for (const [kind, open] of Object.entries(KINDS)) {
  describe(`deaths of the server, ${kind}`, () => {
    const here = useDatabase();

    async function forgetful() {
      const forget = here.file('forget');
      const command = [process.execPath, `${PACKAGE}tests/forgetful_server.js`, PROGRAM, forget];
      return [await open(here, {command}), (how) => writeFileSync(forget, how)];
    }

    it('is started again', async () => {
      const store = await open(here);
      for (const method of ['task.add', 'stats', 'vacuum']) {
        const {pid} = store.server;
        process.kill(pid, 'SIGKILL');
        await until(() => !isThere(pid), 'it lives');
        await store.call(method, method === 'task.add' ? {prompt: 'x'} : {});
        assert.notEqual(store.server.pid, pid);
      }
    });

    it('loses nothing and does nothing twice, killed at any moment', async () => {
      const killer = spawn(process.execPath, ['--input-type=module', '-e', KILLER], {stdio: ['pipe', 'inherit', 'inherit']});
      const store = await open(here);
      const added = [];
      let killed;
      let deaths = 0;
      while (added.length < 40 || deaths < 5) {
        // Once a call, so that no call sees more deaths than it is tried.
        if (store.server.pid !== killed) {
          killed = store.server.pid;
          deaths += 1;
          killer.stdin.write(`${killed}\n`);
        }
        added.push((await store.task.add({prompt: `task ${added.length}`})).data.results[0].id);
      }
      killer.stdin.end();
      await once(killer, 'exit');
      assert.deepEqual(here.prompts(), Object.fromEntries(added.map((id, index) => [id, `task ${index}`])));
    });

    it('is asked once more, and does once what it had done', async () => {
      const [store, forget] = await forgetful();
      for (const how of ['done', 'unread']) {
        forget(how);
        assert.equal((await store.task.add({prompt: how})).data.repeated, how === 'done');
      }
      forget('unread');
      assert.equal((await store.var.states()).exit, 0);
      assert.deepEqual(here.sync.events().data.events.map((event) => event.kind), ['task:created', 'task:created']);
    });

    it('is not asked once more for what takes no request id', async () => {
      const [store, forget] = await forgetful();
      forget('done');
      await assert.rejects(async () => store.backup({file: here.file('b')}), (error) => {
        assert.ok(error instanceof rlmdb.ServerDied && error instanceof rlmdb.NoAnswer);
        assert.equal(error.requestId, undefined);
        assert.match(error.hint, /unknown/);
        return true;
      });
      assert.equal((await store.stats()).data.total, 0);
    });

    it('is given up when it dies of every call', async () => {
      const [store, forget] = await forgetful();
      forget('always');
      await assert.rejects(async () => store.task.add({prompt: 'x'}), {name: 'ServerDied', code: 'no_answer', requestId: /^[0-9a-f]{32}$/});
      assert.equal(here.sync.stats().data.total, 0);
    });

    it('is killed when it hangs', async () => {
      const store = await open(here, {patienceMs: 200});
      const {pid} = store.server;
      process.kill(pid, 'SIGSTOP');
      let requestId;
      await assert.rejects(async () => store.task.add({prompt: 'x'}, {timeoutMs: 100}), (error) => {
        assert.ok(error instanceof rlmdb.TimedOut);
        requestId = error.requestId;
        return true;
      });
      await until(() => !isThere(pid), 'it lives');
      assert.equal((await store.task.add({prompt: 'x'}, {requestId})).data.results[0].id, 'task-0000');
      process.kill(store.server.pid, 'SIGSTOP');
      await assert.rejects(async () => store.task.add({prompt: 'x'.repeat(1_000_000)}, {timeoutMs: 100}), rlmdb.TimedOut);
      assert.equal((await store.stats()).data.total, 1);
      const last = store.server.pid;
      process.kill(last, 'SIGSTOP');
      await store.close();
      await until(() => !isThere(last), 'it lives');
    });

    it('is in a session of its own, and ends with its store', async () => {
      const store = await open(here);
      const {pid} = store.server;
      const session = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[3];
      assert.equal(Number(session), pid);
      await store.close();
      await until(() => !isThere(pid), 'it lives');
    });
  });
}

describe('a synchronous store', () => {
  const here = useDatabase();

  it('leaves no files, and no descriptors behind when it is closed', (test) => {
    setTmpdir(test, here.directory);
    const before = readdirSync('/proc/self/fd').length;
    const store = here.openSync();
    const fifos = ownFifos();
    assert.equal(fifos.length, 4); // two of it, and two of the store of this test
    for (const name of fifos) assert.match(name, / \(deleted\)$/);
    store.close();
    assert.equal(readdirSync('/proc/self/fd').length, before);
    assert.throws(() => rlmdb.openSync({command: [here.file('missing'), 'serve']}), rlmdb.UnusableProgram);
    assert.equal(readdirSync('/proc/self/fd').length, before);
    assert.deepEqual(readdirSync(here.directory).filter((name) => name.startsWith('rlmdb-')), []);
  });

  it('says that FIFOs cannot be made', (test) => {
    setTmpdir(test, here.file('nowhere'));
    assert.throws(() => rlmdb.openSync(), /nowhere/);
  });

  it('is not kept open by programs that are started later', async () => {
    const store = here.openSync();
    const {pid} = store.server;
    const other = spawn('sleep', ['60']);
    process.kill(pid, 'SIGKILL');
    assert.equal(store.stats().data.total, 0);
    const next = store.server.pid;
    store.close();
    await until(() => !isThere(next), 'it lives');
    other.kill();
  });
});

describe('a program', () => {
  const here = useDatabase();
  const OPEN = {
    promises: 'const store = await open({database: process.argv[1]});',
    synchronous: 'const store = openSync({database: process.argv[1]});',
  };

  for (const [kind, opening] of Object.entries(OPEN)) {
    it(`ends though its store is open, ${kind}, and the server with it`, async () => {
      const text = `import {open, openSync} from 'rlmdb'; ${opening} await store.task.add({prompt: 'x'}); console.log(store.server.pid);`;
      const {printed, code} = await outcomeOf(startNode(text, [here.database]));
      assert.equal(code, 0);
      await until(() => !isThere(Number(printed)), 'the server is left');
      assert.equal(here.sync.stats().data.total, 1);
    });

    it(`that is killed loses nothing that it knew of, ${kind}`, async () => {
      const text = `import {open, openSync} from 'rlmdb'; import {writeSync} from 'node:fs'; ${opening}
        writeSync(1, store.server.pid + '\\n');
        for (;;) writeSync(1, (await store.task.add({prompt: 'x'})).data.results[0].id + '\\n');`;
      const child = startNode(text, [here.database]);
      child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), 100));
      const {printed, signal} = await outcomeOf(child);
      assert.equal(signal, 'SIGKILL');
      const [pid, ...ids] = printed.trim().split('\n');
      await until(() => !isThere(Number(pid)), 'the server is left');
      const there = here.sync.list().data.tasks.map((task) => task.id);
      assert.ok(ids.length > 0);
      assert.deepEqual(ids.filter((id) => !there.includes(id)), []);
      assert.ok(there.length <= ids.length + 1);
    });
  }
});

describe('promises', () => {
  const here = useDatabase();

  it('are many at once, and each has its own answer', async () => {
    const store = await here.open();
    const ids = await Promise.all(
      Array.from({length: 300}, async (_, index) => (await store.task.add({prompt: `${index}`})).data.results[0].id),
    );
    assert.equal(new Set(ids).size, 300);
    assert.deepEqual(here.prompts(), Object.fromEntries(ids.map((id, index) => [id, `${index}`])));
  });

  it('have an end while they wait for others', async () => {
    const store = await here.open();
    const claim = store.claim({wait: '400ms'});
    await assert.rejects(store.call('stats', {}, {timeoutMs: 1}), /calls before it/);
    const taken = new AbortController();
    const stats = store.stats({}, {signal: taken.signal});
    taken.abort();
    await assert.rejects(stats, rlmdb.Interrupted);
    await assert.rejects(store.stats({}, {signal: taken.signal}), rlmdb.Interrupted);
    assert.equal(await claim, null);
    assert.equal((await store.stats()).data.total, 0);
  });

  it('are cut short by their signal', async () => {
    const store = await here.open();
    const {pid} = store.server;
    const claim = store.claim({wait: '60s'}, {signal: AbortSignal.timeout(50)});
    await assert.rejects(claim, rlmdb.Interrupted);
    here.add('x');
    assert.equal((await store.claim()).id, 'task-0000');
    assert.equal(store.server.pid, pid);
  });

  it('end when the store is closed', async () => {
    const store = await here.open({patienceMs: 100});
    const {pid} = store.server;
    const claim = assert.rejects(store.claim({wait: '60s'}), rlmdb.ServerDied);
    const waiting = assert.rejects(store.stats(), /closed/);
    await pause(20);
    await store.close();
    await Promise.all([claim, waiting]);
    await until(() => !isThere(pid), 'it lives');
  });
});

function setTmpdir(test, directory) {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = directory;
  test.after(() => (before === undefined ? delete process.env.TMPDIR : (process.env.TMPDIR = before)));
}

function ownFifos() {
  const targets = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return ''; // it was the directory's
    }
  });
  return targets.filter((name) => /\/rlmdb-\w+\/(in|out)\b/.test(name));
}
