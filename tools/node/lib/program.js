// SPDX-License-Identifier: MIT
// Where the program is, and whether it is one that this client can talk to.
import {accessSync, constants, statSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

import {UnusableProgram} from './errors.js';

export const PROTOCOL = 1;
export const ONE_VERSION = 'use a client and a program of one version';

const OLDEST_PROGRAM = '0.1.0';
const PLATFORM_PACKAGE = `rlmdb-${process.platform}-${process.arch}`;

/** The environment's `RLMDB`, else the program that a package carries, else the one on the path. */
export function findCommand(environment = process.env) {
  const named = environment.RLMDB;
  if (named) return [named.includes('/') ? path.resolve(named) : named, 'serve'];
  const onPath = (environment.PATH ?? '').split(':').map((directory) => path.resolve(directory, 'rlmdb'));
  const found = [...carried(), ...onPath].find(isProgram);
  if (found === undefined) {
    throw new UnusableProgram('the program `rlmdb` was not found', {
      hint: 'install it, name it in the environment variable RLMDB, or give the whole `command`',
    });
  }
  return [found, 'serve'];
}

/** `bin/rlmdb` of this package, and of the one for this platform. */
function carried() {
  const places = [fileURLToPath(new URL('../bin/rlmdb', import.meta.url))];
  try {
    places.push(createRequire(import.meta.url).resolve(`${PLATFORM_PACKAGE}/bin/rlmdb`));
  } catch {
    // It is not installed.
  }
  return places;
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Of the answer to `initialize`. Throws UnusableProgram for another protocol or an older program. */
export function requireUsable(server, command) {
  const {protocol, program = ''} = server;
  if (protocol !== PROTOCOL) {
    throw new UnusableProgram(`${command[0]} speaks protocol ${protocol}, this client ${PROTOCOL}`, {hint: ONE_VERSION});
  }
  if (isOlder(String(program), OLDEST_PROGRAM)) {
    throw new UnusableProgram(`${command[0]} is rlmdb ${program}; this client needs ${OLDEST_PROGRAM} or newer`, {
      hint: ONE_VERSION,
    });
  }
}

function isOlder(version, other) {
  const [ours, theirs] = [version, other].map((text) => (text.match(/\d+/g) ?? []).slice(0, 3).map(Number));
  const differing = theirs.findIndex((number, index) => number !== (ours[index] ?? 0));
  return differing >= 0 && (ours[differing] ?? 0) < theirs[differing];
}
