// SPDX-License-Identifier: MIT
// A stand-in for the legacy daemon: `index.mjs start` starts it as a process of its own, and says which.
import {spawn} from 'node:child_process';
import {openSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

const log = openSync('daemon.log', 'a');
const main = fileURLToPath(new URL('./daemon-main.mjs', import.meta.url));
const child = spawn(process.execPath, [main], {detached: true, stdio: ['ignore', log, log], env: process.env});
child.unref();
console.log(child.pid);
