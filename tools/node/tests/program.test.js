// SPDX-License-Identifier: MIT
// Which program is started, and what is said of one that will not do.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {after, describe, it} from 'node:test';

import * as rlmdb from 'rlmdb';

import {findCommand} from '../lib/program.js';
import {PACKAGE, PROGRAM} from './support.js';

const directory = mkdtempSync(path.join(tmpdir(), 'rlmdb-test-'));
after(() => rmSync(directory, {recursive: true}));

function script(name, body) {
  const file = path.join(directory, name);
  mkdirSync(path.dirname(file), {recursive: true});
  writeFileSync(file, `#!/bin/sh\n${body}`);
  chmodSync(file, 0o755);
  return file;
}

const answering = (name, protocol, program) =>
  script(name, `read line; echo '{"id":1,"result":{"protocol":${protocol},"program":"${program}"}}'; read line`);

const OPENINGS = {promises: rlmdb.open, synchronous: rlmdb.openSync};

for (const [kind, open] of Object.entries(OPENINGS)) {
  describe(`a program that will not do, ${kind}`, () => {
    const refused = (command, text) =>
      assert.rejects(async () => open({command}), (error) => {
        assert.ok(error instanceof rlmdb.UnusableProgram, error);
        assert.match(`${error.message}; ${error.hint}`, text);
        return true;
      });

    it('is missing', async () => {
      await refused([path.join(directory, 'missing'), 'serve'], /cannot start .*missing/);
      const file = script('no-program', '');
      chmodSync(file, 0o644);
      await refused([file], /cannot start/);
    });

    it('has no serve', () => refused([script('old', 'exit 2')], /ended before it answered; .*new enough/));

    it('speaks another protocol, or is older', async () => {
      await refused([answering('other', 2, '9.0.0')], /protocol 2, this client 1/);
      await refused([answering('older', 1, '0.0.9')], /is rlmdb 0\.0\.9; .* 0\.1\.0 or newer/);
      const refusal = '{"id":1,"error":{"code":-32602,"message":"m","data":{"code":"usage","message":"speaks 2","where":"params/protocol"}}}';
      await refused([script('refusing', `read line; echo '${refusal}'; read line`)], /speaks 2; use a client and a program of one version/);
    });

    it('is something else', async () => {
      await refused([script('hello', 'echo hello; read line')], /no JSON: hello/);
      await refused([script('empty', `read line; echo '{"id":1}'; read line`)], /no result/);
    });
  });
}

describe('the program', () => {
  it('is looked for: RLMDB, beside the package, the package of the platform, the path', () => {
    const bin = path.join(directory, 'bin');
    mkdirSync(bin);
    const {RLMDB, ...without} = process.env;
    assert.throws(() => findCommand({...without, PATH: bin}), /was not found/);
    symlinkSync(PROGRAM, path.join(bin, 'rlmdb'));
    assert.deepEqual(findCommand({...without, PATH: `/nowhere:${bin}`}), [path.join(bin, 'rlmdb'), 'serve']);
    assert.deepEqual(findCommand({RLMDB: 'elsewhere/rlmdb'}), [path.resolve('elsewhere/rlmdb'), 'serve']);
    assert.deepEqual(findCommand({RLMDB: 'rlmdb-2'}), ['rlmdb-2', 'serve']);

    const installed = path.join(directory, 'node_modules/rlmdb');
    cpSync(path.join(PACKAGE, 'lib'), path.join(installed, 'lib'), {recursive: true});
    cpSync(path.join(PACKAGE, 'package.json'), path.join(installed, 'package.json'));
    const found = () => {
      const text = `import {findCommand} from '${installed}/lib/program.js'; console.log(findCommand()[0]);`;
      const env = {...without, PATH: bin};
      return execFileSync(process.execPath, ['--input-type=module', '-e', text], {env, encoding: 'utf8'}).trim();
    };
    assert.equal(found(), path.join(bin, 'rlmdb'));
    const ofPlatform = `node_modules/rlmdb-${process.platform}-${process.arch}`;
    const second = script(`${ofPlatform}/bin/rlmdb`, '');
    writeFileSync(path.join(directory, ofPlatform, 'package.json'), '{"name": "x"}');
    assert.equal(found(), second);
    assert.equal(found(script('node_modules/rlmdb/bin/rlmdb', '')), path.join(installed, 'bin/rlmdb'));
  });

  it('has the path of the database on no command line', async () => {
    const store = await rlmdb.open({database: path.join(directory, 'secret.db')});
    const words = readFileSync(`/proc/${store.server.pid}/cmdline`, 'utf8').split('\0');
    assert.deepEqual(words.slice(1), ['serve', '']);
    await store.close();
  });
});
