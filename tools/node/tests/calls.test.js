// SPDX-License-Identifier: MIT
// Verbs by name, their params, answers and errors, of both kinds of stores.
import assert from 'node:assert/strict';
import {mkdirSync, renameSync, writeFileSync} from 'node:fs';
import {describe, it} from 'node:test';

import * as rlmdb from 'rlmdb';

import {errorOf, OF_PROGRAM} from '../lib/errors.js';
import {isThere, KINDS, PROGRAM, read, SOURCES, until, useDatabase} from './support.js';

for (const [kind, open] of Object.entries(KINDS)) {
  describe(`calls, ${kind}`, () => {
    const here = useDatabase();

    it('has data, warnings and exit', async () => {
      const store = await open(here);
      const result = await store.call('task.add', {prompt: 'Review the parser', priority: 3});
      assert.deepEqual(result.data.results, [{id: 'task-0000', state: 'queued', version: 1, event_seq: 1}]);
      assert.deepEqual([result.warnings, result.exit], [[], 0]);
      assert.equal(here.record('task-0000').priority, 3);
    });

    it('has findings as a result with exit 3', async () => {
      const store = await open(here);
      writeFileSync(here.file('damaged.json'), '{"version": 1, "tasks": [{"id": "task-9", "prompt": "x", "state": "queued"}, {]}');
      const result = await store.import({path: here.file('damaged.json'), salvage: true});
      assert.equal(result.exit, 3);
      assert.notDeepEqual(result.warnings, []);
    });

    it('takes a Date wherever a point in time is meant', async () => {
      const store = await open(here);
      const at = new Date('2099-01-01T02:03:04.567+02:00');
      const {id} = (await store.task.add({prompt: 'x', not_before: at})).data.results[0];
      assert.equal(here.sync.show({id}).data.tasks[0].scheduled_for, '2099-01-01T00:03:04.567Z');
      const [past, future] = [new Date(Date.now() - 7_200_000), new Date('2099-01-01')];
      for (const [since, expected] of [[past, [id]], [future, []]]) {
        assert.deepEqual((await store.list({since})).data.tasks.map((task) => task.id), expected);
        assert.deepEqual((await store.call('events', {since})).data.events.map((event) => event.task_id), expected);
      }
      await assert.rejects(async () => store.list({since: new Date(NaN)}), /since is a Date that is no date/);
      await assert.rejects(async () => store.call('claim', {lease: new Date()}), rlmdb.UsageError);
    });

    it('adds many at once, all or none', async () => {
      const store = await open(here);
      const tasks = [{prompt: 'a'}, {prompt: {b: [1]}, depends_on: ['task-0000'], not_before: new Date('2099-01-01')}];
      const added = (await store.task.add({tasks, request_id: 'both'})).data;
      assert.deepEqual(added.results.map(({id}) => id), ['task-0000', 'task-0001']);
      assert.equal((await store.task.add({tasks, request_id: 'both'})).data.repeated, true);
      assert.deepEqual(here.record('task-0001').prompt, {b: [1]});
      await assert.rejects(
        async () => store.task.add({tasks: [{prompt: 'c'}, {promt: 'd'}]}),
        (error) => error instanceof rlmdb.InvalidInput && error.where === 'tasks/1: byte 0',
      );
      await store.task.cancel({tasks: [{id: 'task-0000'}, {id: 'task-0001'}]});
      assert.equal((await store.stats()).data.total, 2);
    });

    it('imports a document as a text', async () => {
      const store = await open(here);
      const text = '{"version":1,"tasks":[{"id":"task-0900","prompt":"x","state":"queued","priority":1.50}]}';
      assert.equal((await store.import({text, name: 'tasks.json'})).data.sources[0].proof.proven, 'identical');
      assert.equal((await store.stats()).data.total, 1);
    });

    it('has each verb as a function', async () => {
      const store = await open(here);
      await store.var.set({name: 'Final', value: {a: [1, null]}, global: true});
      assert.deepEqual((await store.var.get({name: 'Final', global: true})).data.value, {a: [1, null]});
      const [first, second] = here.add('a', 'b');
      await store.task.depend.add({id: second, on: first});
      assert.deepEqual((await store.ready()).data.tasks.map((task) => task.id), [first]);
      assert.ok(Object.keys(store.task).includes('depend'));
      assert.equal(store.tusk, undefined);
      assert.equal(store.task.ad, undefined);
      for (const name of Object.keys(store.methods)) {
        // `events` of promises is a way to iterate, and has no verbs of its own: those are called by name.
        if (name.startsWith('events.') && store instanceof rlmdb.Store) continue;
        const verb = name.split('.').reduce((place, word) => place[word], store);
        assert.equal(verb.name, name);
      }
      await assert.rejects(async () => store.call('task.ad'), {code: 'usage', exitCode: 2});
      await assert.rejects(async () => store.task(), rlmdb.UsageError);
    });

    it('takes what is a word on the command line without its name', async () => {
      const store = await open(here);
      const [first, second] = [here.add('a'), here.add('b')].flat();
      assert.equal((await store.show(first)).data.tasks[0].task.prompt, 'a');
      assert.deepEqual((await store.show([first, second])).data.tasks.map(({task}) => task.prompt), ['a', 'b']);
      assert.equal((await store.call('show', second, {}, {timeoutMs: 20_000})).data.tasks[0].task.prompt, 'b');
      await store.var.set('limit', 5, {global: true});
      await store.var.set('none', null, {global: true});
      await store.var.set('list', [1, {a: 2}], {global: true});
      for (const [name, value] of [['limit', 5], ['none', null], ['list', [1, {a: 2}]]]) {
        assert.deepEqual((await store.var.get(name, {global: true})).data.value, value);
      }
      await store.task.add('c', {priority: 3}, {requestId: 'mine'});
      assert.equal((await store.task.add('c', {priority: 3, request_id: 'mine'})).data.repeated, true);
      const claimed = await store.claim(first, {lease: '1m'});
      assert.equal((claimed.data.claim ?? claimed).id, first);
    });

    it('says which words it takes', async () => {
      const store = await open(here);
      const refused = (message) => ({name: 'TypeError', message});
      await assert.rejects(async () => store.stats('all'), refused('stats takes without a name: none; not 1 values'));
      await assert.rejects(async () => store.var.rename('a', 'b', 'c'), refused('var.rename takes without a name: old, new; not 3 values'));
      await assert.rejects(async () => store.show('a', {id: 'b'}), refused('show got two values for id'));
      await assert.rejects(async () => store.call('task.ad', 'x'), {code: 'usage'});
    });

    it('takes a request id of the caller', async () => {
      const store = await open(here);
      const first = await store.task.add({prompt: 'x'}, {requestId: 'mine'});
      const again = await store.task.add({prompt: 'x', request_id: 'mine'});
      assert.deepEqual([first.data.repeated, again.data.repeated], [false, true]);
      await assert.rejects(async () => store.task.add({prompt: 'y', request_id: 'mine'}), rlmdb.Conflict);
    });

    it('calls a changing verb that changes nothing', async () => {
      const store = await open(here);
      assert.equal((await store.recover({dry_run: true})).exit, 0);
      assert.equal((await store.cleanup({dry_run: true})).exit, 0);
    });

    it('carries 10 MB both ways, however its characters are cut', async () => {
      const store = await open(here);
      const prompt = 'ä€😀\n'.repeat(1_000_000);
      await store.task.add({prompt});
      assert.ok((await store.show({id: 'task-0000'})).data.tasks[0].task.prompt === prompt);
      const half = '\ud83d|\ude00|\0';
      await store.task.add({prompt_json: half});
      assert.equal((await store.show({id: 'task-0001'})).data.tasks[0].task.prompt, half);
    });

    it('goes on after a line that is too long', async () => {
      const store = await open(here);
      const {pid, most_line_bytes: most} = store.server;
      await assert.rejects(async () => store.task.add({prompt: 'x'.repeat(most)}), /bytes long/);
      assert.equal((await store.stats()).data.total, 0);
      assert.equal(store.server.pid, pid);
    });

    it('goes on after what is no JSON', async () => {
      const store = await open(here);
      await assert.rejects(async () => store.task.add({priority: 1n}), TypeError);
      const circle = {};
      circle.circle = circle;
      await assert.rejects(async () => store.task.add({metadata: circle}), TypeError);
      assert.equal((await store.stats()).data.total, 0);
    });

    it('keeps the time of a call', async () => {
      const store = await open(here);
      const {pid} = store.server;
      await assert.rejects(async () => store.call('claim', {wait: '60s'}, {timeoutMs: 50}), {code: 'busy', retryable: true});
      await assert.rejects(async () => store.call('claim', {wait: '60s', timeout_ms: 50}), rlmdb.Busy);
      await assert.rejects(async () => store.call('stats', {}, {timeoutMs: '1s'}), TypeError);
      assert.equal(store.server.pid, pid);
      const limited = await open(here, {timeoutMs: 50});
      await assert.rejects(async () => limited.call('claim', {wait: '60s'}), rlmdb.Busy);
      assert.equal((await limited.call('claim', {wait: '200ms'}, {timeoutMs: Infinity})).data.claim, null);
    });

    it('says what is not there', async () => {
      const store = await open(here, {database: here.file('none.db')});
      await assert.rejects(
        async () => store.stats(),
        (error) => {
          assert.ok(error instanceof rlmdb.NotFound && error instanceof rlmdb.RlmdbError && error instanceof Error);
          assert.deepEqual([error.name, error.code, error.exitCode, error.retryable], ['NotFound', 'not_found', 4, false]);
          assert.equal(error.where, here.file('none.db'));
          assert.match(error.hint, /rlmdb init/);
          return true;
        },
      );
    });

    it('looks for the database from its directory, once', async () => {
      mkdirSync(here.file('p/.aiwg/daemon'), {recursive: true});
      const store = await open(here, {database: undefined, directory: here.file('p'), client: 'me'});
      assert.equal(store.server.database, here.file('p/.aiwg/daemon/rlm.db'));
      await store.init();
      await store.task.add({prompt: 'x'});
      assert.equal((await store.call('events', {})).data.events[0].by, 'me');
      renameSync(here.file('p/.aiwg'), here.file('.aiwg'));
      process.kill(store.server.pid, 'SIGKILL');
      await assert.rejects(async () => store.stats(), rlmdb.NotFound);
      assert.equal((await open(here, {database: 'rlm.db', directory: here.directory})).server.database, here.database);
      await assert.rejects(async () => open(here, {directory: here.file('nowhere')}), /there is no directory/);
    });

    it('is closed when it is closed', async () => {
      const store = await open(here);
      const {pid} = store.server;
      await store.close();
      await store.close();
      await assert.rejects(async () => store.stats(), /closed/);
      await until(() => !isThere(pid), 'the server is left');
    });

    it('takes a command as a list', async () => {
      await assert.rejects(async () => open(here, {command: PROGRAM}), TypeError);
      const store = await open(here, {command: [PROGRAM, '--durability', 'normal', 'serve']});
      assert.equal((await store.stats()).data.total, 0);
    });
  });
}

describe('events', () => {
  const here = useDatabase();

  it('come in pages', async () => {
    for (let time = 0; time < 3; ++time) here.sync.task.add({tasks: Array(500).fill({prompt: 'x'})});
    const store = await here.open();
    const numbers = async (params) => {
      const all = [];
      for await (const event of store.events(params)) all.push(event.seq);
      return all;
    };
    const range = (from, to) => Array.from({length: to - from + 1}, (_, index) => from + index);
    assert.deepEqual(await numbers(), range(1, 1500));
    assert.deepEqual(await numbers({since: 2, limit: 1200}), range(3, 1202));
    assert.deepEqual(await numbers({task: 'task-0007'}), [8]);
  });

  it('are followed', async () => {
    const store = await here.open();
    const followed = store.events({follow: true, pauseMs: 5});
    for (const prompt of 'ab') {
      const [id] = here.add(prompt);
      assert.equal((await followed.next()).value.task_id, id);
    }
    await followed.return();
  });
});

describe('the program', () => {
  const here = useDatabase();

  it('has a class for each of its codes', () => {
    const codes = JSON.parse(read(SOURCES, 'docs/schema/error.json')).definitions.error.properties.code.enum;
    assert.deepEqual([...OF_PROGRAM.keys()].sort(), codes.sort());
    for (const kind of OF_PROGRAM.values()) assert.equal(rlmdb[kind.name], kind);
    const later = errorOf({code: -32000, message: 'm', data: {code: 'new', message: 'm', exit: 9}});
    assert.deepEqual([later.constructor, later.code, later.exitCode], [rlmdb.RlmdbError, 'new', 9]);
  });

  it('has no verb that a store hides, but those that it does in its own way', async () => {
    const own = Object.getOwnPropertyNames(rlmdb.Store.prototype);
    const words = new Set(Object.keys(here.sync.methods).map((name) => name.split('.')[0]));
    assert.deepEqual(own.filter((name) => words.has(name)).sort(), ['claim', 'events']);
    assert.deepEqual(Object.getOwnPropertyNames(rlmdb.SyncStore.prototype).filter((name) => words.has(name)), ['claim']);
  });
});
