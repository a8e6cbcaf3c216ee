// SPDX-License-Identifier: MIT
// `node --import rlmdb/register PROGRAM`: where the legacy daemon loads its store, it gets `rlmdb/task-store`.
//
// The daemon's `index.mjs` starts the daemon as a process of its own, so there this is handed on by the environment. In the daemon it
// is taken out again, because the agents that it starts are programs of their own.
import {realpathSync} from 'node:fs';
import {register} from 'node:module';
import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {isMainThread} from 'node:worker_threads';

import {isRegister, withoutOption} from './lib/node_options.js';

const entry = entryOf(process.argv[1]);
const isOfDaemon = entry !== undefined && path.basename(path.dirname(entry)) === 'daemon';
const isDaemon = isOfDaemon && path.basename(entry) !== 'index.mjs';

if (isMainThread) {
  const own = fileURLToPath(import.meta.url);
  const others = withoutOption(process.env.NODE_OPTIONS ?? '', (value) => isRegister(value, own));
  if (isDaemon) {
    if (others === '') delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = others;
    process.execArgv = withoutOption(process.execArgv, (value) => isRegister(value, own));
  } else if (isOfDaemon) {
    process.env.NODE_OPTIONS = `${others} --import=${import.meta.url}`.trim();
  }
}

register('./lib/register_hooks.js', {parentURL: import.meta.url, data: {daemon: isDaemon ? pathToFileURL(entry).href : null}});

function entryOf(file) {
  try {
    return realpathSync(file);
  } catch {
    return undefined; // none, or one that Node completes
  }
}
