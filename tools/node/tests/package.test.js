// SPDX-License-Identifier: MIT
// The package as a whole: what is packed, its version, its types, and the examples of its README.
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, it} from 'node:test';

import * as rlmdb from 'rlmdb';

import {PACKAGE, PROGRAM, read, SOURCES} from './support.js';
import {verbTypes} from './verb_types.js';

function inDirectory(work) {
  const directory = mkdtempSync(path.join(tmpdir(), 'rlmdb-test-'));
  try {
    return work(directory);
  } finally {
    rmSync(directory, {recursive: true});
  }
}

/** What it printed, and on standard error nothing but where a task store is. */
function run(directory, text, env = process.env) {
  const words = ['--input-type=module', '-e', text];
  const {stdout, stderr, status} = spawnSync(process.execPath, words, {cwd: directory, env, encoding: 'utf8'});
  assert.deepEqual([stderr.replace(/^TaskStore: \d+ tasks in .*\n/, ''), status], ['', 0]);
  return stdout;
}

describe('the package', () => {
  it('has the version of the program', () => {
    const [, version] = /project\(\s*rlmdb\s+VERSION\s+([0-9.]+)/.exec(read(SOURCES, 'CMakeLists.txt'));
    assert.equal(JSON.parse(read(PACKAGE, 'package.json')).version, version);
  });

  it('has a type for each verb', () => {
    const store = rlmdb.openSync();
    const text = verbTypes(store.methods);
    store.close();
    const file = path.join(PACKAGE, 'lib/verbs.d.ts');
    if (process.env.RLMDB_UPDATE_GOLDEN) writeFileSync(file, text);
    assert.ok(read(file) === text, 'RLMDB_UPDATE_GOLDEN=1 writes lib/verbs.d.ts anew');
  });

  it('has a type for each of its names', () => {
    const types = read(PACKAGE, 'lib/index.d.ts');
    for (const name of Object.keys(rlmdb)) assert.match(types, new RegExp(`^export (class|function) ${name}\\b`, 'm'));
    for (const kind of [rlmdb.Store, rlmdb.SyncStore, rlmdb.Claim]) {
      for (const member of Object.getOwnPropertyNames(kind.prototype)) assert.match(types, new RegExp(`\\b${member}\\b`));
    }
  });

  it('works where it is installed, with the program beside it', () => {
    inDirectory((directory) => {
      const env = {...process.env, npm_config_cache: path.join(directory, 'cache'), npm_config_update_notifier: 'false'};
      const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', directory], {cwd: PACKAGE, env, encoding: 'utf8'});
      const [{filename, files}] = JSON.parse(packed);
      const expected = [...readdirSync(path.join(PACKAGE, 'lib')).map((name) => `lib/${name}`), 'package.json', 'register.mjs', 'README.md'];
      assert.deepEqual(files.map((file) => file.path).sort(), expected.sort());
      const installed = path.join(directory, 'node_modules/rlmdb');
      mkdirSync(path.join(installed, 'bin'), {recursive: true});
      execFileSync('tar', ['xf', path.join(directory, filename), '-C', installed, '--strip-components=1']);
      copyFileSync(PROGRAM, path.join(installed, 'bin/rlmdb'));
      const {RLMDB, ...without} = env;
      const text = `import {open, openSync} from 'rlmdb';
        const store = openSync({database: 'x.db'});
        store.init();
        await (await open({database: 'x.db'})).task.add({prompt: 'x'});
        console.log(store.stats().data.total);`;
      assert.equal(run(directory, text, without), '1\n');
    });
  });

  const examples = [...read(PACKAGE, 'README.md').matchAll(/^```js\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms)];
  it('has examples', () => assert.ok(examples.length >= 5));
  for (const [index, [, text, expected = '']] of examples.entries()) {
    it(`prints what its README says, example ${index + 1}`, () => {
      inDirectory((directory) => {
        mkdirSync(path.join(directory, 'node_modules'));
        symlinkSync(PACKAGE, path.join(directory, 'node_modules/rlmdb'));
        assert.equal(run(directory, text), expected);
      });
    });
  }
});
