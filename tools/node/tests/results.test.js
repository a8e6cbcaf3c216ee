// SPDX-License-Identifier: MIT
// What a work returns as its result, whatever it is: the claim ends with it, and what is stored is what was given.
import assert from 'node:assert/strict';
import {describe, it} from 'node:test';

import * as rlmdb from 'rlmdb';

import {KINDS, useDatabase} from './support.js';

const circle = [];
circle.push({circle});

const NO_JSON = {
  'a Map': new Map([['a', 1]]),
  'a Map inside': {findings: [new Map()]},
  'a Set': new Set([1]),
  'a WeakMap': new WeakMap(),
  'an error': new RangeError('x'),
  'an error with a code': Object.assign(new Error('x'), {code: 'ENOENT'}),
  'an error inside': [{status: 'rejected', reason: new Error('x')}],
  'a BigInt': 10n,
  'a BigInt inside': {count: 2n ** 64n},
  'NaN': NaN,
  'infinity inside': [1, -Infinity],
  'a function': () => 1,
  'a function inside': {work: () => 1},
  'a class': Map,
  'a symbol': Symbol('x'),
  'a key that is a symbol': {a: 1, [Symbol('x')]: 2},
  'undefined in a list': [1, undefined],
  // eslint-disable-next-line no-sparse-arrays
  'a hole in a list': [1, , 2],
  'a list that holds itself': circle,
  'a promise inside': {later: Promise.resolve(1)},
  'an expression': /x/,
  'bytes': Buffer.from('raw'),
  'an array of bytes': new Uint8Array([1, 2]),
  'a buffer': new ArrayBuffer(2),
  'an iterator': [1].values(),
  'a generator': (function* () {})(),
  'a date that is none': new Date(NaN),
  'what says that it is undefined': {a: {toJSON: () => undefined}},
  'what cannot be read': {get a() { throw new RangeError('no'); }},
  'an object whose members are private': new (class Hidden { #a = 1; a() { return this.#a; } })(),
  'deeper than the program reads': JSON.parse('['.repeat(1200) + ']'.repeat(1200)),
  'longer than a line may be': 'x'.repeat(65 << 20),
};

const JSONS = {
  nothing: [undefined, null],
  null: [null, null],
  true: [true, true],
  zero: [0, 0],
  'an empty text': ['', ''],
  'half of a surrogate pair': ['\ud83d|\ude00', '\ud83d|\ude00'],
  'half of a surrogate pair inside': [['\ud83d'], ['\ud83d']],
  'a null character': ['a\0b', 'a\0b'],
  'a member that is not there': [{a: 1, b: undefined}, {a: 1}],
  'a date': [{at: new Date(0)}, {at: '1970-01-01T00:00:00.000Z'}],
  'an object without a prototype': [Object.assign(Object.create(null), {a: 1}), {a: 1}],
  'an empty object without a prototype': [Object.create(null), {}],
  'an object of a class': [new (class Point { x = 1; })(), {x: 1}],
  'an address': [{url: new URL('https://example.org/')}, {url: 'https://example.org/'}],
};

describe('a result', () => {
  const here = useDatabase();

  async function claim() {
    const [id] = here.add('x');
    const store = await here.open();
    return {id, store, task: await store.claim({id})};
  }

  it('that is no JSON fails the task', async () => {
    const store = await here.open();
    for (const [name, value] of Object.entries(NO_JSON)) {
      const [id] = here.add(name);
      const task = await store.claim({id});
      await assert.rejects(task.run(() => value), (error) => error instanceof Error, name);
      const {state, result, error} = here.record(id);
      assert.deepEqual([state, result], ['failed', null], name);
      assert.match(JSON.stringify(error), /the result could not be stored: /, name);
      assert.equal(task.isLost, false, name);
    }
  });

  it('is stored as it is', async () => {
    const store = await here.open();
    for (const [name, [value, expected]] of Object.entries(JSONS)) {
      const [id] = here.add(name);
      await (await store.claim({id})).run(() => value);
      const {state, result} = here.record(id);
      assert.deepEqual([state, result], ['completed', expected], name);
    }
  });

  for (const [kind, open] of Object.entries(KINDS)) {
    it(`that is no JSON is refused where it is given by hand: ${kind}`, async () => {
      const store = await open(here);
      const refuses = (value, text) =>
        assert.rejects(async () => store.task.complete({id: 'task-0000', force: true, result_json: value}), {name: 'TypeError', message: text});
      here.add('x');
      await refuses(new Map(), 'result_json is a Map, which is no JSON');
      await refuses({a: [new Error('x')]}, "'0' in result_json is an Error, which is no JSON");
      await refuses({count: 5n}, "'count' in result_json is a bigint, which is no JSON");
      await refuses(() => 1, 'result_json is a function, which is no JSON');
      await refuses(NaN, 'result_json is NaN, which is no JSON');
      assert.equal(here.record('task-0000').state, 'queued');
      await store.task.cancel({id: 'task-0000'});
    });
  }

  it('that the server could not take gives the task back', async () => {
    const [id] = here.add('x');
    const store = await here.open({patienceMs: 500, timeoutMs: 1500});
    const task = await store.claim({id});
    const {pid} = store.server;
    await assert.rejects(task.run(() => process.kill(pid, 'SIGSTOP')), rlmdb.TimedOut);
    assert.equal(here.record(id).state, 'queued');
  });

  it('of a store that was closed meanwhile gives the task back', async () => {
    const {id, task, store} = await claim();
    await assert.rejects(task.run(() => store.close()), /closed/);
    assert.equal(here.record(id).state, 'queued');
  });

  it('of what was thrown says what can be said', async () => {
    for (const [thrown, text] of [
      [Object.create(null), /\[Object: null prototype\] \{\}/],
      [{code: 5}, /\{ code: 5 \}/],
      [Symbol('s'), /Symbol\(s\)/],
      [undefined, /undefined/],
      [Object.defineProperty(new Error('x'), 'message', {get() { throw new Error('no'); }}), /an error that cannot say its text/],
      ['x'.repeat(65 << 20), /xxx… and \d+ more characters/],
    ]) {
      const {id, task} = await claim();
      await assert.rejects(task.run(() => Promise.reject(thrown)), (error) => Object.is(error, thrown));
      const {state, error} = here.record(id);
      assert.equal(state, 'failed');
      assert.match(JSON.stringify(error).slice(-200), text);
    }
  });
});
