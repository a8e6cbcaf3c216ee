// SPDX-License-Identifier: MIT
// The legacy class on a database: against a model of it, beside other processes, and when things break.
import assert from 'node:assert/strict';
import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {copyFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterEach, beforeEach, describe, it} from 'node:test';
import {setTimeout as pause} from 'node:timers/promises';

import * as rlmdb from 'rlmdb';
import {TaskStore} from 'rlmdb/task-store';

import {LegacyTaskStore} from './legacy_task_store.js';
import {outcomeOf, PROGRAM, SOURCES, startNode, until} from './support.js';

const RealDate = Date;
const printError = console.error;
let said = [];
let directory;

const file = (name) => path.join(directory, name);
const databaseOf = () => file('rlm.db');

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'rlmdb-test-'));
  said = [];
  console.error = (text) => said.push(text);
});

afterEach(() => {
  globalThis.Date = RealDate;
  console.error = printError;
  for (const pid of servers()) process.kill(pid, 'SIGKILL');
  execFileSync(PROGRAM, ['verify', '--db', databaseOf()]);
  rmSync(directory, {recursive: true});
});

/** The servers that this process has started. */
function servers() {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('\0serve');
    } catch {
      return false;
    }
  });
}

/** Limits that a busy machine keeps; `SHORT` where they are to be missed. */
const LONG = {handlerMs: 20_000, createMs: 20_000, patienceMs: 20_000};
const SHORT = {handlerMs: 100, createMs: 200, patienceMs: 200};
const LONG_WORDS = JSON.stringify(LONG);

async function newStore(limits = LONG) {
  const store = new TaskStore(file('tasks.json'), limits);
  await store.initialize();
  return store;
}

function other() {
  return rlmdb.openSync({database: databaseOf(), client: 'other'});
}

/** Whether `text` was said, and nothing else but where the store is. */
function saidOnly(...patterns) {
  const unexpected = said.filter((text) => ![/^TaskStore: \d+ tasks in /, ...patterns].some((pattern) => pattern.test(text)));
  assert.deepEqual(unexpected, []);
  for (const pattern of patterns) assert.ok(said.some((text) => pattern.test(text)), `${pattern}`);
}

describe('the class', () => {
  it('has what the legacy class has', async () => {
    const store = new TaskStore(file('deep/er/tasks.json'), LONG);
    assert.deepEqual([store.storePath, store.tasks, store.taskIdCounter], [file('deep/er/tasks.json'), new Map(), 0]);
    const promise = store.initialize();
    assert.ok(statSync(file('deep/er/rlm.db')).isFile());
    assert.equal(await promise, undefined);
    const made = store.createTask({prompt: 'Review', agent: '', priority: null});
    assert.equal(Object.getPrototypeOf(made), Object.prototype);
    assert.deepEqual(Object.keys(made), ['id', 'prompt', 'agent', 'priority', 'state', 'createdAt', 'startedAt', 'completedAt', 'pid', 'result', 'error', 'output', 'metadata']);
    assert.match(made.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual([made.id, made.agent, made.priority, made.metadata], ['task-0000', null, 0, {}]);
    assert.equal(store.getTask('task-0000'), made);
    assert.equal(store.tasks.get('task-0000'), made);
    assert.equal(store.startTask('task-0000', 7), made);
    assert.equal(store.getTask('task-9'), null);
    assert.equal(store.appendOutput('task-9', 'x'), undefined);
    assert.equal(store.appendOutput('task-0000', 'x'), undefined);
    assert.deepEqual([store.size, store.taskIdCounter], [1, 1]);
    assert.throws(() => store.createTask(), TypeError);
    for (const name of ['startTask', 'completeTask', 'failTask', 'cancelTask', 'updateTask']) {
      assert.throws(() => store[name]('task-9', {}), {message: 'Task not found: task-9'}, name);
    }
    assert.throws(() => store.updateTask('task-0000', {state: 'lost'}), {message: 'Invalid state: lost'});
    assert.deepEqual([made.state, store._persist()], ['running', undefined]);
    assert.equal(JSON.parse(execFileSync(PROGRAM, ['show', made.id, '--json', '--db', file('deep/er/rlm.db')])).data.tasks[0].task.output, 'x');
    execFileSync(PROGRAM, ['init', '--db', databaseOf()]);
  });

  it('gives what the legacy class gives of a file that it wrote', async () => {
    copyFileSync(path.join(SOURCES, 'data/legacy/tasks-small.json'), file('tasks.json'));
    const text = readFileSync(file('tasks.json'), 'utf8');
    const store = await newStore();
    LegacyTaskStore.file = {text, counter: 15};
    const model = new LegacyTaskStore();
    assert.equal(JSON.stringify([...store.tasks.values()]), JSON.stringify([...model.tasks.values()]));
    assert.equal(JSON.stringify(store.getTasks()), JSON.stringify(model.getTasks()));
    assert.deepEqual(store.getSummary(), model.getSummary());
    assert.equal(store.getTasks({limit: -3}).length, 12);
    assert.equal(store.taskIdCounter, 15);
    assert.equal(store.createTask({prompt: 'x'}).id, 'task-0015');
    assert.equal(readFileSync(file('tasks.json'), 'utf8'), text);
  });

  it('stores what callers set on a record with the next write of anything', async () => {
    const store = await newStore();
    const first = store.createTask({prompt: 'a', metadata: {}});
    const second = store.createTask({prompt: 'b'});
    first.metadata.note = {deep: [1]};
    first.startedAt = '2026-01-01T00:00:00.000Z';
    first.state = 'running';
    second.extra = 'x';
    store.startTask(second.id, 5);
    const again = await newStore();
    assert.deepEqual(again.getTask(first.id), first);
    assert.deepEqual(again.getTask(second.id), second);
    store.completeTask(second.id, 'r');
    again.getTask(second.id).late = 1;
    again.createTask({prompt: 'c'});
    assert.equal(store.getTask(second.id).late, 1);
    delete second.extra;
    store.getTask(first.id).metadata.note.deep.push(2);
    store._persist();
    assert.deepEqual([again.getTask(first.id).metadata, again.getTask(second.id).extra], [{note: {deep: [1, 2]}}, null]);
  });

  it('writes no second time what did not change', async () => {
    const store = await newStore();
    const {id} = store.createTask({prompt: 'a'});
    store.completeTask(id, 'x');
    store.getTasks();
    const events = other().stats().data.total && other().events().data.events.length;
    store._persist();
    store.updateTask(id, store.getTask(id));
    assert.equal(other().events().data.events.length, events);
  });

  it('appends output within 200 ms, and with what else is written', async () => {
    const store = await newStore();
    const {id} = store.createTask({prompt: 'a'});
    store.startTask(id, 1);
    const events = () => other().events({task: id}).data.events.length;
    const before = events();
    for (const chunk of ['a', 'é', '😀']) store.appendOutput(id, chunk);
    assert.equal(events(), before);
    await until(() => events() === before + 1, 'not appended');
    store.appendOutput(id, '\ud83d');
    store.completeTask(id, 'r');
    assert.equal(other().show({id}).data.tasks[0].task.output, 'aé😀\ud83d');
    assert.equal(store.getTask(id).output, 'aé😀\ud83d');
  });
});

describe('a model of the legacy class', () => {
  const seed = Number(process.env.RLMDB_TEST_SEED ?? 1);
  const calls = Number(process.env.RLMDB_TASK_STORE_CALLS ?? 300);
  const PIECE = 300;

  for (let piece = 0; piece * PIECE < calls; ++piece) {
    const count = Math.min(PIECE, calls - piece * PIECE);
    it(`is what the store is, ${count} random calls from seed ${seed + piece}`, () => follow(seed + piece, count));
  }

  it('is what the store is with large outputs and results', async () => {
    const store = await newStore();
    const {id} = store.createTask({prompt: 'x'});
    for (let index = 0; index < 50; ++index) store.appendOutput(id, 'äb😀\n'.repeat(5000));
    store.completeTask(id, store.getTask(id).output);
    const again = await newStore();
    assert.ok(again.getTask(id).result === 'äb😀\n'.repeat(250_000) && again.getTask(id).output === again.getTask(id).result);
  });

  async function follow(from, count) {
    const random = generator(from);
    const pick = (...words) => words[Math.floor(random() * words.length)];
    let now = RealDate.UTC(2026, 0, 1);
    globalThis.Date = class extends RealDate {
      constructor(...words) {
        super(...(words.length === 0 ? [now] : words));
      }
      static now() {
        return now;
      }
    };
    LegacyTaskStore.file = {text: '{"tasks": []}', counter: 0};
    let [store, model] = [await newStore(), new LegacyTaskStore()];
    const beside = other();
    const both = (name, ...words) => {
      const [one, two] = [store, model].map((which) => {
        try {
          return {result: which[name](...structuredClone(words))};
        } catch (error) {
          return {error: error.message};
        }
      });
      assert.equal(JSON.stringify(one), JSON.stringify(two), `${name} ${JSON.stringify(words)}`);
    };
    const anyId = () => (model.tasks.size > 0 && random() < 0.95 ? pick(...model.tasks.keys()) : 'task-9999');
    const anyText = () => pick('', 'x', 'ä😀"\\\n', 'y'.repeat(200), 'half \ud800');
    const anyJson = () => pick(null, 5, -0.5, true, anyText(), [], {}, {a: [1, {b: null}]}, undefined);
    const steps = {
      createTask: () => both('createTask', {
        prompt: pick('Review', anyText(), anyText(), 7 + random()).toString(),
        agent: pick('coder', 'tester', '', null, undefined, 5),
        priority: pick(0, 3, -1, 2.5, 'high', null, undefined, {a: 1}),
        metadata: pick({}, {note: anyText()}, undefined, null, {list: [1, 2], deep: {a: 1}}),
      }),
      startTask: () => both('startTask', anyId(), pick(1, 4_000_000, undefined, null)),
      completeTask: () => both('completeTask', anyId(), anyJson()),
      failTask: () => both('failTask', anyId(), pick(anyText(), {message: 'm'}, {}, {message: undefined})),
      cancelTask: () => both('cancelTask', anyId()),
      appendOutput: () => both('appendOutput', anyId(), anyText()),
      updateTask: () => both('updateTask', anyId(), pick({state: pick('queued', 'failed', 'lost')}, {note: anyJson() ?? 1}, {priority: anyJson() ?? 0}, {agent: anyText()}, {prompt: anyText()}, {metadata: {a: random()}})),
      getTask: () => both('getTask', anyId()),
      getTasks: () => both('getTasks', {state: pick(undefined, 'queued', 'completed', 'nothing'), agent: pick(undefined, 'coder'), limit: pick(undefined, 0, 3, -2)}),
      getStats: () => both('getStats'),
      getSummary: () => both('getSummary'),
      size: () => assert.equal(store.size, model.size),
      _persist: () => both('_persist'),
      cleanup: () => both('cleanup', ...pick([], [0], [5000], [1e9])),
      change: () => {
        const id = anyId();
        const change = pick((one) => (one.note = anyTextOf), (one) => (one.metadata ??= {}).count = 1, (one) => (one.state = 'running'));
        const anyTextOf = anyText();
        for (const one of [store, model].map((which) => which.getTask(id))) if (one !== null) change(one);
      },
      restart: async () => {
        both('_persist');
        [store, model] = [await newStore(), new LegacyTaskStore()];
        assert.equal(JSON.stringify([...store.tasks.values()]), JSON.stringify([...model.tasks.values()]));
      },
      kill: () => {
        for (const pid of servers()) process.kill(pid, 'SIGKILL');
      },
      otherSets: () => {
        both('_persist');
        const id = anyId();
        if (!model.tasks.has(id)) return;
        const set = pick({state: 'queued'}, {other: random()}, {result: {a: 1}});
        beside.task.set({id, set, force: true});
        Object.assign(model.tasks.get(id), set);
        model._persist();
        both('getTask', id);
      },
      otherAdds: () => {
        both('_persist');
        const id = beside.task.add({prompt: 'theirs'}).data.results[0].id;
        store.getTask(id);
        const theirs = model.createTask({prompt: 'theirs'});
        assert.equal(theirs.id, id);
        const createdAt = store.getTask(id).createdAt;
        theirs.createdAt = createdAt;
        model._persist();
      },
    };
    const likely = ['createTask', 'startTask', 'completeTask', 'failTask', 'appendOutput', 'getTask', 'change', 'updateTask'];
    for (let call = 0; call < count; ++call) {
      now += Math.floor(random() * 3000);
      await steps[random() < 0.6 ? pick(...likely) : pick(...Object.keys(steps))]();
    }
    await steps.restart();
    saidOnly();
  }
});

describe('beside others', () => {
  it('shows what they change, add and remove, in the objects that were handed out', async () => {
    const store = await newStore();
    const record = store.createTask({prompt: 'x', metadata: {a: 1}});
    const beside = other();
    store.completeTask(record.id, undefined);
    beside.task.set({id: record.id, set: {result: {r: 1}, 'metadata.b': 2}, force: true});
    beside.task.add({prompt: 'theirs', priority: 5});
    record.agent = 'mine';
    beside.task.set({id: record.id, set: {agent: 'theirs'}, force: true});
    assert.equal(store.getTask(record.id), record);
    assert.deepEqual([record.result, record.metadata, record.agent], [{r: 1}, {a: 1, b: 2}, 'mine']);
    assert.deepEqual(store.getTasks().map((task) => task.prompt).sort(), ['theirs', 'x']);
    assert.equal(store.taskIdCounter, 2);
    store.startTask('task-0001', 4);
    assert.equal(beside.show({id: record.id}).data.tasks[0].task.agent, 'mine');
    beside.task.remove({id: 'task-0001', force: true});
    assert.equal(store.size, 1);
    const file = path.join(directory, 'more.json');
    writeFileSync(file, '{"version": 1, "tasks": [{"id": "task-0500", "prompt": "y", "state": "queued"}]}');
    beside.import({path: file});
    assert.equal(store.getTask('task-0500').prompt, 'y');
    saidOnly();
  });

  it('does not throw at what another process has removed', async () => {
    const store = await newStore();
    const [first, second] = ['a', 'b'].map((prompt) => store.createTask({prompt}));
    other().task.remove({id: [first.id, second.id], force: true});
    assert.equal(store.completeTask(first.id, 'r'), first);
    assert.equal(store.getTask(second.id), second);
    assert.equal(store.failTask(second.id, 'e'), second);
    store.appendOutput(second.id, 'x');
    assert.equal(store.size, 0);
    saidOnly(/another process has removed task-0001/);
  });

  it('completes what another process has queued again', async () => {
    const store = await newStore();
    const {id} = store.createTask({prompt: 'a'});
    store.startTask(id, 999_999);
    other().recover();
    assert.equal(store.getTask(id).state, 'queued');
    store.completeTask(id, 'r');
    assert.equal(other().show({id}).data.tasks[0].task.state, 'completed');
  });

  it('loses no completion when two stores share a database, as after SIGHUP', async () => {
    const [first, second] = [await newStore(), await newStore()];
    assert.equal(servers().length, 1);
    const record = first.createTask({prompt: 'a'});
    first.startTask(record.id, 1);
    second.createTask({prompt: 'b'});
    first.completeTask(record.id, 'r');
    second.createTask({prompt: 'c'});
    assert.equal(second.getTask(record.id).result, 'r');
    assert.equal((await newStore()).getTask(record.id).state, 'completed');
  });

  it('works in two processes at once', async () => {
    const text = `import {TaskStore} from 'rlmdb/task-store';
      const store = new TaskStore(process.argv[1], ${LONG_WORDS});
      await store.initialize();
      for (let n = 0; n < 25; ++n) {
        const {id} = store.createTask({prompt: process.argv[2] + n});
        store.startTask(id, process.pid);
        store.appendOutput(id, 'o');
        store.completeTask(id, process.argv[2] + n);
        console.log(id);
      }`;
    await newStore();
    const words = ['a', 'b'].map((name) => [file('tasks.json'), name]);
    const ended = await Promise.all(words.map((one) => outcomeOf(startNode(text, one, {stdio: ['ignore', 'pipe', 'ignore']}))));
    const ids = ended.map(({printed}) => printed.trim().split('\n')).flat();
    assert.equal(new Set(ids).size, 50);
    const store = await newStore();
    for (const id of ids) {
      const {prompt, state, result, output} = store.getTask(id);
      assert.deepEqual([state, result, output], ['completed', prompt, 'o']);
    }
  });

  it('gives no id again after a cleanup and a restart', async () => {
    const store = await newStore();
    store.completeTask(store.createTask({prompt: 'a'}).id);
    await pause(2);
    assert.equal(store.cleanup(0), 1);
    assert.equal((await newStore()).createTask({prompt: 'b'}).id, 'task-0001');
  });

  it('keeps what a tree still needs when it cleans up', async () => {
    const store = await newStore();
    const root = store.createTask({prompt: 'root', metadata: {tree_id: 'tree-12345678', node_id: 'task-00000001', parent_id: null, depth: 0}});
    const child = store.createTask({prompt: 'child', metadata: {tree_id: 'tree-12345678', node_id: 'task-00000002', parent_id: root.id, depth: 1}});
    for (const {id} of [root, child, store.createTask({prompt: 'alone'})]) store.completeTask(id);
    store.updateTask(child.id, {state: 'running'});
    await pause(2);
    assert.equal(store.cleanup(0), 1);
    assert.deepEqual([...store.tasks.keys()], [root.id, child.id]);
    saidOnly(/task-0000 stays: /);
  });
});

describe('tasks.json beside the database', () => {
  const legacy = (tasks) => writeFileSync(file('tasks.json'), JSON.stringify({version: 1, tasks}, null, 2));
  const record = (id, more) => ({id, prompt: 'x', agent: null, state: 'queued', createdAt: '2026-01-01T00:00:00.000Z', ...more});

  it('is imported, and again when the legacy class has written it meanwhile', async () => {
    legacy([record('task-0000')]);
    const store = await newStore();
    store.createTask({prompt: 'ours'});
    legacy([record('task-0000', {state: 'failed'}), record('task-0007')]);
    const text = readFileSync(file('tasks.json'), 'utf8');
    const again = await newStore();
    assert.deepEqual([...again.tasks.values()].map(({id, state}) => [id, state]), [['task-0000', 'failed'], ['task-0001', 'queued'], ['task-0007', 'queued']].sort());
    assert.equal(readFileSync(file('tasks.json'), 'utf8'), text);
  });

  it('is refused where both have changed a task, and where it is damaged; neither is lost', async () => {
    legacy([record('task-0000')]);
    (await newStore()).startTask('task-0000', 1);
    legacy([record('task-0000', {state: 'failed'})]);
    await assert.rejects(newStore(), rlmdb.Conflict);
    for (const text of ['', '{"version":1,"tasks":[{']) {
      writeFileSync(file('tasks.json'), text);
      await assert.rejects(newStore(), rlmdb.InvalidInput);
      assert.equal(readFileSync(file('tasks.json'), 'utf8'), text);
    }
    assert.equal(other().list().data.tasks[0].state, 'running');
    saidOnly(/cannot be used: task task-0000 changed both here and in the source/, /cannot be used: the file is empty/, /cannot be used: .* ends inside/);
  });
});

describe('when storing fails', () => {
  const stored = (id) => other().show({id}).data.tasks[0].task;

  /** A store with these limits, and the id of a task that runs. */
  async function running(limits) {
    const store = await newStore();
    const {id} = store.createTask({prompt: 'x'});
    store.startTask(id, 1);
    return [await newStore(limits), id];
  }

  it('keeps it in memory, says so, and stores it later, when the server hangs', async () => {
    const [store, id] = await running(SHORT);
    for (const pid of servers()) process.kill(pid, 'SIGSTOP');
    const began = performance.now();
    store.appendOutput(id, 'out');
    assert.equal(store.completeTask(id, {r: 1}).state, 'completed');
    assert.ok(performance.now() - began < 5000);
    store.failTask(id, 'late');
    assert.deepEqual(store.getTask(id).result, {r: 1});
    await until(() => said.some((text) => /all is stored again/.test(text)), 'not stored');
    const {state, result, error, output} = stored(id);
    assert.deepEqual([state, result, error, output], ['failed', {r: 1}, 'late', 'out']);
    saidOnly(/not stored, kept in memory, and tried again: task.append was not answered/, /all is stored again/);
  });

  it('does so when the database is locked, and refuses new tasks', async () => {
    const [store, id] = await running({...SHORT, patienceMs: 5000});
    const text = `import sqlite3, sys, time
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()`;
    const holder = spawn('python3', ['-c', text, databaseOf()], {stdio: ['pipe', 'pipe', 'inherit']});
    await once(holder.stdout, 'data');
    assert.throws(() => store.createTask({prompt: 'y'}), rlmdb.Busy);
    assert.equal(store.completeTask(id, 'r').result, 'r');
    assert.equal(store.cancelTask(id).state, 'cancelled');
    assert.equal(store.getStats().cancelled, 1);
    assert.equal(stored(id).state, 'running');
    holder.stdin.end();
    await until(() => said.some((line) => /all is stored again/.test(line)), 'not stored');
    assert.deepEqual([stored(id).state, stored(id).result], ['cancelled', 'r']);
    assert.equal(store.createTask({prompt: 'z'}).id, 'task-0001');
    saidOnly(/not stored, kept in memory, and tried again: .*locked/, /all is stored again/);
    assert.equal(said.filter((line) => /kept in memory/.test(line)).length, 1);
  });

  it('does so when the database is away', async () => {
    const [store, id] = await running({...SHORT, patienceMs: 5000});
    for (const pid of servers()) process.kill(pid, 'SIGKILL');
    renameSync(databaseOf(), file('away.db'));
    store.completeTask(id, 'r');
    await until(() => said.some((line) => /still not stored/.test(line)), 'nothing was said');
    renameSync(file('away.db'), databaseOf());
    await until(() => said.some((line) => /all is stored again/.test(line)), 'not stored');
    assert.equal(stored(id).result, 'r');
  });

  it('keeps a member that the database refuses, and stores the others', async () => {
    const [store, id] = await running();
    const circle = {};
    circle.circle = circle;
    store.updateTask(id, {state: '', note: 1, circle, 'a.b': 2, result: 'r'});
    const record = store.getTask(id);
    assert.deepEqual([record.state, record.note, record.circle, record['a.b']], ['', 1, circle, 2]);
    assert.deepEqual([stored(id).state, stored(id).note, stored(id).result], ['running', 1, 'r']);
    store.updateTask(id, {state: 'failed'});
    assert.equal(stored(id).state, 'failed');
    saidOnly(/'circle' cannot be stored/, /'a.b' cannot be stored/, /Invalid state/);
    assert.throws(() => store.createTask({prompt: 'x', metadata: circle}), TypeError);
    assert.equal(store.size, 1);
  });

  it('makes no task of which it said that it failed', async () => {
    const store = await newStore(SHORT);
    for (const pid of servers()) process.kill(pid, 'SIGSTOP');
    assert.throws(() => store.createTask({prompt: 'x'}), rlmdb.TimedOut);
    await until(() => said.some((line) => /all is stored again/.test(line)), 'not removed');
    assert.equal(store.size, 0);
    assert.deepEqual(other().events().data.events.map(({kind}) => kind), ['task:created', 'task:removed']);
    assert.equal(store.createTask({prompt: 'y'}).id, 'task-0001');
  });

  it('stores its last output when the process ends', async () => {
    const text = `import {TaskStore} from 'rlmdb/task-store';
      const store = new TaskStore(process.argv[1], ${LONG_WORDS});
      await store.initialize();
      const {id} = store.createTask({prompt: 'x'});
      store.appendOutput(id, 'last words');`;
    assert.equal((await outcomeOf(startNode(text, [file('tasks.json')], {stdio: ['ignore', 'pipe', 'ignore']}))).code, 0);
    assert.equal(stored('task-0000').output, 'last words');
  });

  it('has stored what it acknowledged when the process is killed', async () => {
    const text = `import {TaskStore} from 'rlmdb/task-store';
      import {writeSync} from 'node:fs';
      const store = new TaskStore(process.argv[1], ${LONG_WORDS});
      await store.initialize();
      writeSync(1, 'ready\\n');
      for (let n = 0; ; ++n) {
        const task = store.createTask({prompt: 'task ' + n});
        writeSync(1, task.id + ' queued\\n');
        task.startedAt = '2026-01-01T00:00:00.000Z';
        store.startTask(task.id, n + 1);
        writeSync(1, task.id + ' running\\n');
        store.appendOutput(task.id, 'output ' + n);
        store.completeTask(task.id, 'result ' + n);
        writeSync(1, task.id + ' completed\\n');
      }`;
    const child = startNode(text, [file('tasks.json')], {stdio: ['ignore', 'pipe', 'ignore']});
    child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), 200));
    const {printed} = await outcomeOf(child);
    const acknowledged = new Map(printed.trim().split('\n').slice(1).map((line) => line.split(' ')));
    assert.ok(acknowledged.size > 3);
    const order = ['queued', 'running', 'completed'];
    for (const [id, state] of acknowledged) {
      const task = stored(id);
      assert.ok(order.indexOf(task.state) >= order.indexOf(state), `${id} is ${task.state}, and was ${state}`);
      if (state === 'completed') assert.deepEqual([task.result, task.output].map((words) => words.split(' ')[1]), [`${task.pid ?? Number(task.prompt.split(' ')[1])}`, task.prompt.split(' ')[1]]);
    }
  });
});

/** The same numbers for the same seed (mulberry32). */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
