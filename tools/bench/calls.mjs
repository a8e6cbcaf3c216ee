// SPDX-License-Identifier: MIT
// As rlmdb_call_bench, through the client for Node. Usage: calls.mjs promises|blocking DATABASE TASKS CALLS
// RLMDB names the program.
import {open, openSync} from '../node/lib/index.js';

const [kind, database, tasks, calls] = process.argv.slice(2);
const kinds = {promises: open, blocking: openSync};
if (kinds[kind] === undefined) throw new Error(`'${kind}' is neither promises nor blocking`);

const PROMPT = 'x'.repeat(1000);
const STRIDE = 7919;
const idOf = (index) => `task-${String((index * STRIDE) % Number(tasks)).padStart(4, '0')}`;
const lines = [];

/** Nothing is awaited of calls that block: that would be paid for as well. */
async function measure(what, call) {
  for (let index = 0; index < Number(calls); ++index) {
    const began = performance.now();
    const called = call(index);
    if (kind === 'promises') await called;
    lines.push(`${what} ${((performance.now() - began) * 1000).toFixed(1)}\n`);
  }
}

const store = await kinds[kind]({database});
const done = {result: 'done'};
const work = {
  promises: async () => (await store.claim()).complete('done'),
  blocking: () => {
    const {id, token} = store.claim().data.claim;
    store.task.complete({id, token, ...done});
  },
};
await store.show({id: 'task-0000'});
await measure('show', (index) => store.show({id: idOf(index)}));
await measure('add', () => store.task.add({prompt: PROMPT}));
await measure('work', work[kind]);
await store.close();
process.stdout.write(lines.join(''));
