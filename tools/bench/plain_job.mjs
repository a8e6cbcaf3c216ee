// SPDX-License-Identifier: MIT
// node plain_job.mjs DATABASE JOBS BYTES: one loop takes and ends JOBS jobs of BYTES each with plainjob, first by the
// queue's own calls, then by its worker. Runs in the directory that holds node_modules.
import { rmSync } from "node:fs";
import Database from "better-sqlite3";
import { better, defineQueue, defineWorker } from "plainjob";

const [database, jobs, bytes] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const silent = { debug() {}, info() {}, warn() {}, error() {} };

function newQueue() {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(database + suffix, { force: true });
  const connection = better(new Database(database));
  const queue = defineQueue({ connection, logger: silent, serializer: (text) => text });
  const add = connection.transaction(() => {
    const data = "x".repeat(bytes);
    for (let i = 0; i < jobs; i++) queue.add("job", data);
  });
  add();
  connection.pragma("wal_checkpoint(TRUNCATE)");
  return queue;
}

function byCalls() {
  const queue = newQueue();
  const begin = process.hrtime.bigint();
  let ended = 0;
  for (let job = queue.getAndMarkJobAsProcessing("job"); job; job = queue.getAndMarkJobAsProcessing("job")) {
    queue.markJobAsDone(job.id);
    ended++;
  }
  const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
  queue.close();
  if (ended !== jobs) throw new Error(`plainjob ended ${ended} of ${jobs} jobs`);
  return seconds;
}

async function byWorker() {
  const queue = newQueue();
  const begin = process.hrtime.bigint();
  let seconds;
  let ended = 0;
  const worker = defineWorker("job", () => {}, {
    queue,
    logger: silent,
    onCompleted: () => {
      if (++ended < jobs) return;
      seconds = Number(process.hrtime.bigint() - begin) / 1e9;
      worker.stop();
    },
  });
  await worker.start();
  queue.close();
  return seconds;
}

console.log(`calls_s=${byCalls().toFixed(3)} worker_s=${(await byWorker()).toFixed(3)}`);
