// SPDX-License-Identifier: MIT
// Takes prompts from the lines of the FIFO `submit`, and begins anew with a second store on SIGHUP.
import {createReadStream} from 'node:fs';
import {createInterface} from 'node:readline';

import {AgentSupervisor} from './agent-supervisor.mjs';
import {TaskStore} from './task-store.mjs';

let supervisor;

function begin() {
  const store = new TaskStore('.aiwg/daemon/tasks.json');
  const done = store.initialize();
  supervisor = new AgentSupervisor(store);
  return done;
}

await begin();
console.log(`ready with ${process.execArgv.length} options`);
process.on('SIGHUP', () => {
  begin();
  console.log('again');
});
process.on('SIGTERM', () => process.exit(0));
createInterface({input: createReadStream('submit', {flags: 'r+'})}).on('line', (prompt) => {
  try {
    console.log(`submitted ${supervisor.submit(prompt).id}`);
  } catch (error) {
    console.log(`refused: ${error.message}`);
  }
});
