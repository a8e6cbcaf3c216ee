// SPDX-License-Identifier: MIT
// node whole_file_store.mjs FILE CHANGES: starts and completes tasks of FILE in a store that keeps every record in
// memory and writes the whole file anew for each change, as the legacy format asks for; no fsync.
import { readFileSync, writeFileSync } from "node:fs";

class WholeFileStore {
  constructor(file) {
    this.file = file;
    this.tasks = new Map(JSON.parse(readFileSync(file, "utf8")).tasks.map((task) => [task.id, task]));
  }
  update(id, members) {
    Object.assign(this.tasks.get(id), members);
    const document = { version: 1, updatedAt: new Date().toISOString(), tasks: [...this.tasks.values()] };
    writeFileSync(this.file, JSON.stringify(document, null, 2));
  }
  start(id, pid) {
    this.update(id, { state: "running", startedAt: new Date().toISOString(), pid });
  }
  complete(id, result) {
    this.update(id, { state: "completed", completedAt: new Date().toISOString(), pid: null, result });
  }
}

const [file, changes] = [process.argv[2], Number(process.argv[3])];
const store = new WholeFileStore(file);
const ids = [...store.tasks.keys()];
const begin = process.hrtime.bigint();
for (let i = 0; i < changes / 2; i++) {
  const id = ids[Math.floor((i * ids.length * 2) / changes)];
  store.start(id, 4711);
  store.complete(id, "done");
}
console.log(`change_ms=${(Number(process.hrtime.bigint() - begin) / 1e6 / changes).toFixed(3)}`);
