// SPDX-License-Identifier: MIT
// A model of the legacy class, without its defects: the file is a text in memory, and no id is given twice.

const STATES = ['queued', 'running', 'completed', 'failed', 'cancelled'];

export class LegacyTaskStore {
  static file = {text: '{"tasks": []}', counter: 0};

  constructor() {
    this.tasks = new Map();
    this.taskIdCounter = LegacyTaskStore.file.counter;
    for (const record of JSON.parse(LegacyTaskStore.file.text).tasks) this.tasks.set(record.id, record);
  }

  createTask({prompt, agent, priority, metadata}) {
    const id = `task-${String(this.taskIdCounter++).padStart(4, '0')}`;
    const record = {
      id,
      prompt,
      agent: agent || null,
      priority: priority || 0,
      state: 'queued',
      createdAt: new Date().toISOString(),
      startedAt: null,
      completedAt: null,
      pid: null,
      result: null,
      error: null,
      output: '',
      metadata: metadata || {},
    };
    this.tasks.set(id, record);
    this._persist();
    return record;
  }

  updateTask(id, updates) {
    const record = this.tasks.get(id);
    if (!record) throw new Error(`Task not found: ${id}`);
    if (updates.state && !STATES.includes(updates.state)) throw new Error(`Invalid state: ${updates.state}`);
    Object.assign(record, updates);
    this._persist();
    return record;
  }

  startTask(id, pid) {
    return this.updateTask(id, {state: 'running', startedAt: new Date().toISOString(), pid});
  }

  completeTask(id, result) {
    return this.updateTask(id, {state: 'completed', completedAt: new Date().toISOString(), result, pid: null});
  }

  failTask(id, error) {
    const text = typeof error === 'string' ? error : error.message;
    return this.updateTask(id, {state: 'failed', completedAt: new Date().toISOString(), error: text, pid: null});
  }

  cancelTask(id) {
    return this.updateTask(id, {state: 'cancelled', completedAt: new Date().toISOString(), pid: null});
  }

  appendOutput(id, chunk) {
    const record = this.tasks.get(id);
    if (record) record.output += chunk;
  }

  getTask(id) {
    return this.tasks.get(id) ?? null;
  }

  getTasks({state, agent, limit} = {}) {
    let found = [...this.tasks.values()];
    if (state) found = found.filter((record) => record.state === state);
    if (agent) found = found.filter((record) => record.agent === agent);
    found.sort((one, other) => new Date(other.createdAt) - new Date(one.createdAt));
    return limit ? found.slice(0, limit) : found;
  }

  getStats() {
    const stats = {total: this.tasks.size};
    for (const state of STATES) stats[state] = [...this.tasks.values()].filter((record) => record.state === state).length;
    return stats;
  }

  getSummary() {
    const running = this.getTasks({state: 'running'});
    return {
      stats: this.getStats(),
      running: running.map((one) => ({id: one.id, prompt: one.prompt.slice(0, 80), agent: one.agent, startedAt: one.startedAt})),
      recent: this.getTasks({limit: 5}).map((one) => ({id: one.id, prompt: one.prompt.slice(0, 80), state: one.state, completedAt: one.completedAt})),
    };
  }

  cleanup(maxAge = 7 * 24 * 60 * 60 * 1000) {
    const before = new Date(Date.now() - maxAge);
    let count = 0;
    for (const [id, {state, completedAt}] of this.tasks) {
      if (STATES.indexOf(state) >= 2 && completedAt && new Date(completedAt) < before) {
        this.tasks.delete(id);
        count += 1;
      }
    }
    if (count > 0) this._persist();
    return count;
  }

  get size() {
    return this.tasks.size;
  }

  /** A member that is undefined is null in a database. */
  _persist() {
    const tasks = [...this.tasks.values()].map((record) => {
      const entries = Object.entries(record).map(([name, value]) => [name, value === undefined ? null : value]);
      return Object.fromEntries(entries);
    });
    LegacyTaskStore.file = {text: JSON.stringify({tasks}), counter: this.taskIdCounter};
  }
}
