// SPDX-License-Identifier: MIT
// A claim is kept while its work runs, and ended as the work ends.
import assert from 'node:assert/strict';
import {describe, it} from 'node:test';

import * as rlmdb from 'rlmdb';

import {msOf} from '../lib/claims.js';
import {outcomeOf, startNode, until, useDatabase} from './support.js';

describe('a claim', () => {
  const here = useDatabase();

  function warnings(test) {
    const heard = [];
    const hear = (warning) => heard.push(warning.message);
    process.on('warning', hear);
    test.after(() => process.off('warning', hear));
    return heard;
  }

  it('is completed with what the work returns', async () => {
    const [id] = here.add('Review');
    const store = await here.open();
    const task = await store.claim({wait: '1s'});
    const returned = await task.run(async (given) => {
      assert.equal(given, task);
      assert.deepEqual([task.id, task.prompt, task.record.metadata], [id, 'Review', {}]);
      assert.equal(here.record(id).state, 'running');
      await task.append('half\n');
      await task.append('whole\n');
      return 'two findings';
    });
    assert.equal(returned, 'two findings');
    const {state, result, output} = here.record(id);
    assert.deepEqual([state, result, output], ['completed', 'two findings', 'half\nwhole\n']);
  });

  it('takes any JSON as result, and none', async () => {
    const ids = here.add('a', 'b', 'c');
    const store = await here.open();
    const results = [{findings: [1, 2]}, undefined, null];
    for await (const task of store.tasks({lease: '1m'})) await task.run(() => results[ids.indexOf(task.id)]);
    assert.deepEqual(ids.map((id) => here.record(id).result), [{findings: [1, 2]}, null, null]);
    assert.deepEqual(ids.map((id) => here.record(id).state), ['completed', 'completed', 'completed']);
    assert.equal(await store.claim(), null);
  });

  it('is failed with what the work throws', async () => {
    const [id] = here.add('x');
    const store = await here.open();
    const thrown = new RangeError('by \0 and \ud800');
    await assert.rejects((await store.claim()).run(() => Promise.reject(thrown)), thrown);
    const record = here.record(id);
    assert.equal(record.state, 'failed');
    assert.match(JSON.stringify(record), /RangeError: by \\\\0 and \ufffd/);
  });

  it('is ended by hand, once', async () => {
    const added = here.sync.task.add({prompt: 'x', new_tree: true}).data.results[0];
    const store = await here.open();
    await (await store.claim()).run((task) => task.release());
    assert.equal(here.record(added.id).state, 'queued');
    await (await store.claim()).run(async (task) => {
      await task.complete('done', {cost_usd: 0.25, model: 'm'});
      await assert.rejects(task.fail('no'), rlmdb.Conflict);
      assert.equal(task.isLost, false);
      return 'nobody asks for this';
    });
    assert.equal(here.record(added.id).result.output, 'done');
    assert.match(JSON.stringify(here.sync.cost({id: added.tree_id}).data), /0\.25/);
    const [failed] = here.add('y');
    await (await store.claim()).run((task) => task.fail(new Error('no network'), {code: 'net'}));
    assert.equal(here.record(failed).state, 'failed');
  });

  it('is kept beyond its length', async () => {
    const [id] = here.add('x');
    const [store, other] = [await here.open(), await here.open({client: 'other'})];
    await (await store.claim({lease: 600})).run(async (task) => {
      for (const end = performance.now() + 1300; performance.now() < end; ) assert.equal(await other.claim({wait: 50}), null);
      assert.equal(task.isLost, false);
    });
    assert.equal(here.record(id).state, 'completed');
  });

  it('does not count its wait against the time of the store', async () => {
    const store = await here.open({timeoutMs: 300});
    assert.equal(await store.claim({wait: '500ms'}), null);
    await assert.rejects(store.call('claim', {wait: '60s'}), rlmdb.Busy);
    const sync = here.openSync({timeoutMs: 300});
    assert.equal(sync.claim({wait: '500ms'}).data.claim, null);
  });

  it('is kept while the store waits in a call', async () => {
    const [id] = here.add('x');
    const store = await here.open();
    await (await store.claim({lease: 500})).run(async () => {
      assert.equal((await store.call('claim', {wait: '1200ms'})).data.claim, null);
    });
    assert.equal(here.record(id).state, 'completed');
  });

  it('is lost when nobody keeps it', async () => {
    const [id] = here.add('x');
    const task = await (await here.open()).claim({lease: 1000});
    const taken = await (await here.open({client: 'other'})).claim({wait: '20s'});
    assert.equal(taken.id, id);
    await assert.rejects(task.heartbeat(), rlmdb.Conflict);
    assert.equal(task.isLost, true);
    await assert.rejects(task.complete('late'), rlmdb.Conflict);
    await taken.complete('mine');
    assert.equal(here.record(id).result, 'mine');
  });

  it('says while the work runs that it is lost, and stores nothing', async (test) => {
    const heard = warnings(test);
    const [id] = here.add('x');
    const store = await here.open();
    const work = (await store.claim({lease: 600})).run(async (task) => {
      here.sync.task.cancel({id, force: true});
      await until(() => task.signal.aborted, 'nobody noticed');
      return 'late';
    });
    await assert.rejects(work, rlmdb.Conflict);
    assert.equal(here.record(id).state, 'cancelled');
    await until(() => heard.some((text) => /is lost/.test(text)), 'nothing was said');
  });

  it('does not hide the error of the work when it is lost', async (test) => {
    const heard = warnings(test);
    const [id] = here.add('x');
    const store = await here.open();
    const work = (await store.claim()).run(() => {
      here.sync.task.cancel({id, force: true});
      throw new RangeError('first');
    });
    await assert.rejects(work, RangeError);
    await until(() => heard.some((text) => /could not be ended/.test(text)), 'nothing was said');
  });

  for (const kind of ['open', 'openSync']) {
    it(`ends with its process: ${kind}`, async () => {
      const [id] = here.add('x');
      const text = `import {${kind}} from 'rlmdb'; await (await ${kind}({database: process.argv[1]})).claim(); process.exit(0);`;
      assert.equal((await outcomeOf(startNode(text, [here.database]))).code, 0);
      const store = await here.open();
      assert.equal(await store.claim(), null);
      await store.recover();
      assert.equal((await store.claim()).id, id);
    });

    it(`with no process stays until its lease ends: ${kind}`, async () => {
      here.add('x');
      const text = `import {${kind}} from 'rlmdb'; await (await ${kind}({database: process.argv[1]})).claim({pid: null}); process.exit(0);`;
      assert.equal((await outcomeOf(startNode(text, [here.database]))).code, 0);
      const store = await here.open();
      await store.recover();
      assert.equal(await store.claim(), null);
    });
  }

  it('lets its program end', async () => {
    here.add('x');
    const text = `import {open} from 'rlmdb'; (await (await open({database: process.argv[1]})).claim()).run(() => new Promise(() => {}));`;
    assert.equal((await outcomeOf(startNode(text, [here.database]))).code, 0);
  });

  it('knows lengths of time as the program does', () => {
    assert.deepEqual([1500, '90s', '15m', '2h', '1d', '250ms', 'x'].map(msOf), [1500, 90_000, 900_000, 7_200_000, 86_400_000, 250, 0]);
  });
});
