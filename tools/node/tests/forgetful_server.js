// SPDX-License-Identifier: MIT
// `rlmdb serve`, but it dies of the next call where the file FORGET is there: with `done` in it after the call was done and
// before it is answered, with `unread` before the call was given on, with `always` so each time.
// Usage: forgetful_server.js PROGRAM FORGET
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readFileSync, rmSync} from 'node:fs';
import {createInterface} from 'node:readline';

const [program, forget] = process.argv.slice(2);
const server = spawn(program, ['serve'], {stdio: ['pipe', 'pipe', 'inherit']});
const answers = createInterface({input: server.stdout})[Symbol.asyncIterator]();
for await (const line of createInterface({input: process.stdin})) {
  let how;
  if (!/"(initialize|methods)"/.test(line) && existsSync(forget)) {
    how = readFileSync(forget, 'utf8');
    if (how !== 'always') rmSync(forget);
  }
  if (how === 'unread' || how === 'always') break;
  server.stdin.write(`${line}\n`);
  const {value} = await answers.next();
  if (how === 'done') break;
  process.stdout.write(`${value}\n`);
}
server.stdin.end();
if (server.exitCode === null) await once(server, 'exit');
process.exit();
