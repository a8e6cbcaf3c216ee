// SPDX-License-Identifier: MIT
// Runs an agent for each task, at most three at once. The agent does what the prompt says: `echo TEXT`, `wait FILE`, `fail`.
import {spawn} from 'node:child_process';

const AGENT = `
const [verb, word] = process.argv[1].split(' ');
const {existsSync} = require('node:fs');
if (verb === 'echo') console.log(word, process.env.NODE_OPTIONS ?? 'without options');
if (verb === 'fail') { console.error('no such file'); process.exitCode = 3; }
if (verb === 'wait') {
  const timer = setInterval(() => existsSync(word) && (clearInterval(timer), console.log('waited')), 10);
}`;

export class AgentSupervisor {
  #store;
  #queue = [];
  #running = 0;

  constructor(store) {
    this.#store = store;
  }

  submit(prompt) {
    const task = this.#store.createTask({prompt, agent: 'agent', priority: 0});
    this.#queue.push(task);
    setImmediate(() => this.#next());
    return task;
  }

  #next() {
    if (this.#running >= 3 || this.#queue.length === 0) return;
    const task = this.#queue.shift();
    task.startedAt = new Date().toISOString();
    task.state = 'running';
    this.#running += 1;
    const child = spawn(process.execPath, ['-e', AGENT, task.prompt], {stdio: ['ignore', 'pipe', 'pipe']});
    this.#store.startTask(task.id, child.pid);
    let [output, errors] = ['', ''];
    child.stdout.on('data', (data) => {
      output += data;
      this.#store.appendOutput(task.id, data.toString());
    });
    child.stderr.on('data', (data) => (errors += data));
    child.on('exit', (code) => {
      this.#running -= 1;
      if (this.#store.getTask(task.id).state !== 'running') return;
      if (code === 0) this.#store.completeTask(task.id, output);
      else this.#store.failTask(task.id, errors || `Process exited with code ${code}`);
      this.#next();
    });
  }
}
