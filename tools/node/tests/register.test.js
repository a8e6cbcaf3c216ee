// SPDX-License-Identifier: MIT
// The legacy daemon with `rlmdb/register`: a stand-in of it, with real processes.
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterEach, beforeEach, describe, it} from 'node:test';
import {pathToFileURL} from 'node:url';

import * as rlmdb from 'rlmdb';

import {isRegister, withoutOption} from '../lib/node_options.js';
import {isThere, PACKAGE, PROGRAM, until} from './support.js';

const REGISTER = path.join(PACKAGE, 'register.mjs');

let directory;
let pids;
let environment;

const file = (name) => path.join(directory, name);
const log = () => readFileSync(file('daemon.log'), 'utf8');
const tasks = () => JSON.parse(execFileSync(PROGRAM, ['list', '--json', '-C', directory])).data.tasks;
const record = (id) => JSON.parse(execFileSync(PROGRAM, ['show', id, '--json', '-C', directory])).data.tasks[0].task;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'rlmdb test '));
  pids = [];
  const {NODE_OPTIONS, ...others} = process.env;
  environment = others;
  cpSync(path.join(PACKAGE, 'tests/daemon'), file('tools/daemon'), {recursive: true});
  mkdirSync(file('node_modules'));
  symlinkSync(PACKAGE, file('node_modules/rlmdb'));
  writeFileSync(file('daemon.log'), '');
  execFileSync('mkfifo', [file('submit')]);
});

afterEach(async () => {
  for (const pid of pids) if (isThere(pid)) process.kill(pid, 'SIGKILL');
  for (const pid of pids) await until(() => !isThere(pid), 'the daemon is left');
  if (existsSync(file('.aiwg/daemon/rlm.db'))) execFileSync(PROGRAM, ['verify', '-C', directory]);
  rmSync(directory, {recursive: true});
});

function node(words, options = process.env.NODE_OPTIONS) {
  const env = {...environment, ...(options !== undefined && {NODE_OPTIONS: options})};
  return spawnSync(process.execPath, words, {cwd: directory, env, encoding: 'utf8'});
}

async function start(words, options) {
  const before = log();
  const {stdout, stderr, status} = node([...words, 'tools/daemon/index.mjs', 'start'], options);
  assert.deepEqual([stderr, status], ['', 0]);
  const pid = Number(stdout);
  pids.push(pid);
  await until(() => log().slice(before.length).includes('ready') || !isThere(pid), 'it does not begin');
  return pid;
}

/** The id of the task. */
async function submit(prompt) {
  const before = log();
  appendFileSync(file('submit'), `${prompt}\n`);
  const answer = () => /submitted (\S+)|refused.*/.exec(log().slice(before.length));
  await until(answer, 'no answer');
  return answer()[1];
}

async function ended(id) {
  await until(() => !['queued', 'running'].includes(record(id).state), `${id} does not end`);
  return record(id);
}

describe('the daemon', () => {
  const ways = {
    'by its option': [['--import', 'rlmdb/register'], undefined, 'without options'],
    'by its path': [[`--import=${pathToFileURL(REGISTER)}`], undefined, 'without options'],
    'by NODE_OPTIONS': [[], '--import rlmdb/register', 'without options'],
    'by NODE_OPTIONS with others': [[], `--max-old-space-size=999 --import="${REGISTER}"`, '--max-old-space-size=999'],
  };
  for (const [way, [words, options, seen]] of Object.entries(ways)) {
    it(`keeps its tasks in the database, ${way}, and its agents know nothing of it`, async () => {
      await start(words, options);
      const {state, result, output} = await ended(await submit('echo hello'));
      assert.deepEqual([state, result, output], ['completed', `hello ${seen}\n`, `hello ${seen}\n`]);
      assert.ok(log().includes(`TaskStore: 0 tasks in ${file('.aiwg/daemon/rlm.db')} (rlmdb `), log());
      assert.equal(existsSync(file('.aiwg/daemon/tasks.json')), false);
    });
  }

  it('may be started without index.mjs, as by systemd', async () => {
    writeFileSync(file('tools/daemon/index.mjs'), `import {spawn} from 'node:child_process'; import {openSync} from 'node:fs';
      const log = openSync('daemon.log', 'a'); const {NODE_OPTIONS, ...env} = process.env;
      const child = spawn(process.execPath, ['--import', ${JSON.stringify(REGISTER)}, 'tools/daemon/daemon-main.mjs'], {detached: true, stdio: ['ignore', log, log], env});
      child.unref(); console.log(child.pid);`);
    await start([]);
    assert.equal((await ended(await submit('echo x'))).result, 'x without options\n');
    assert.match(log(), /ready with 0 options/);
  });

  it('uses the legacy store without it', async () => {
    await start([]);
    assert.equal(await submit('echo x'), undefined);
    assert.match(log(), /refused: the legacy store/);
    assert.equal(existsSync(file('.aiwg/daemon/rlm.db')), false);
  });

  it('is not started where it loads no such module, and has done nothing', async () => {
    renameSync(file('tools/daemon/task-store.mjs'), file('tools/daemon/store.mjs'));
    const main = file('tools/daemon/daemon-main.mjs');
    writeFileSync(main, readFileSync(main, 'utf8').replace('./task-store.mjs', './store.mjs'));
    const pid = await start(['--import', 'rlmdb/register']);
    await until(() => !isThere(pid), 'it goes on');
    assert.match(log(), /^rlmdb\/register: the daemon loads no tools\/daemon\/task-store\.mjs/);
    assert.equal(existsSync(file('.aiwg')), false);
    const {status} = node(['--import', 'rlmdb/register', main]);
    assert.equal(status, 1);
  });

  it('says of a failure what the agent said', async () => {
    await start(['--import', 'rlmdb/register']);
    const {state, error} = await ended(await submit('fail'));
    assert.deepEqual([state, error], ['failed', 'no such file\n']);
  });

  it('loses no completion at SIGHUP', async () => {
    const pid = await start(['--import', 'rlmdb/register']);
    const first = await submit('wait go');
    await until(() => record(first).state === 'running', 'not begun');
    process.kill(pid, 'SIGHUP');
    await until(() => log().includes('again'), 'no SIGHUP');
    const second = await submit('echo second');
    await ended(second);
    writeFileSync(file('go'), '');
    assert.deepEqual([(await ended(first)).result, record(second).state], ['waited\n', 'completed']);
    assert.ok(isThere(pid));
  });

  it('has stored what it acknowledged when it is killed, and goes on with it', async () => {
    const pid = await start(['--import', 'rlmdb/register']);
    const [done, running] = [await submit('echo x'), await submit('wait never')];
    await ended(done);
    await until(() => record(running).state === 'running', 'not begun');
    process.kill(pid, 'SIGKILL');
    await until(() => !isThere(pid), 'it lives');
    assert.deepEqual(tasks().map(({id, state}) => [id, state]), [[running, 'running'], [done, 'completed']]);
    await start(['--import', 'rlmdb/register']);
    assert.equal(await submit('echo y'), 'task-0002');
    writeFileSync(file('never'), '');
  });

  it('lives when the database is away, and stores what its agents did later', async () => {
    const pid = await start(['--import', 'rlmdb/register']);
    const id = await submit('wait go');
    await until(() => record(id).state === 'running', 'not begun');
    for (const name of ['', '-wal', '-shm']) if (existsSync(file(`.aiwg/daemon/rlm.db${name}`))) renameSync(file(`.aiwg/daemon/rlm.db${name}`), file(`away.db${name}`));
    writeFileSync(file('go'), '');
    await until(() => /kept in memory, and tried again/.test(log()), 'nothing was said');
    for (const name of ['', '-wal', '-shm']) if (existsSync(file(`away.db${name}`))) renameSync(file(`away.db${name}`), file(`.aiwg/daemon/rlm.db${name}`));
    await until(() => /all is stored again/.test(log()), 'not stored');
    assert.equal(record(id).result, 'waited\n');
    assert.ok(isThere(pid));
  });
});

describe('rlmdb/register', () => {
  it('does nothing to another program', () => {
    writeFileSync(file('other.mjs'), 'console.log(process.env.NODE_OPTIONS, process.execArgv.length);');
    assert.deepEqual(node(['--import', 'rlmdb/register', 'other.mjs']).stdout, 'undefined 2\n');
    assert.deepEqual(node(['other.mjs'], '--import rlmdb/register').stdout, '--import rlmdb/register 0\n');
    assert.equal(node(['--import', 'rlmdb/register', '-p', '1 + 1']).stdout, '2\n');
  });

  it('finds itself among options', () => {
    const without = (options) => withoutOption(options, (value) => isRegister(value, REGISTER));
    assert.equal(without('--import rlmdb/register'), '');
    assert.equal(without(`--a --import=${pathToFileURL(REGISTER)} --import "${REGISTER}" --b="x y"`), '--a --b="x y"');
    assert.equal(without('--import other --import'), '--import other --import');
    assert.equal(without(''), '');
    assert.deepEqual(without(['--import', REGISTER, '-x']), ['-x']);
    assert.equal(isRegister('file:no', REGISTER), false);
  });
});
