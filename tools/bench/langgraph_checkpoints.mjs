// SPDX-License-Identifier: MIT
// node langgraph_checkpoints.mjs DATABASE full|normal CHECKPOINTS VARIABLES BYTES: the checkpoints of
// checkpoint_main.cpp, taken by LangGraph's SqliteSaver. Runs in the directory that holds node_modules.
import { rmSync } from "node:fs";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";

const [database, durability] = process.argv.slice(2);
const [checkpoints, variables, bytes] = process.argv.slice(4).map(Number);
for (const suffix of ["", "-wal", "-shm"]) rmSync(database + suffix, { force: true });
const saver = SqliteSaver.fromConnString(database);
saver.setup();
saver.db.pragma(`synchronous = ${durability}`);

let random = 88172645463325252n;
function value(variable, step) {
  let text = `variable ${variable} in step ${step} `;
  while (text.length < bytes) {
    random = BigInt.asUintN(64, random * 6364136223846793005n + 1442695040888963407n);
    text += random.toString(16).padStart(16, "0");
  }
  return text.slice(0, bytes);
}

const state = {};
for (let i = 0; i < variables; i++) state[`v${i}`] = value(i, 0);
const thread = { configurable: { thread_id: "bench", checkpoint_ns: "" } };
let config = thread;
let taking = 0;
for (let step = 1; step <= checkpoints; step++) {
  state[`v${step % variables}`] = value(step % variables, step);
  const id = `1f0${String(step).padStart(5, "0")}-0000-6000-8000-000000000000`;
  const checkpoint = { v: 4, id, ts: new Date().toISOString(), channel_values: state, channel_versions: {}, versions_seen: {} };
  const begin = process.hrtime.bigint();
  config = await saver.put(config, checkpoint, { source: "loop", step, parents: {} });
  taking += Number(process.hrtime.bigint() - begin);
}
const begin = process.hrtime.bigint();
for (let i = 0; i < checkpoints; i++) {
  const tuple = await saver.getTuple(thread);
  if (Object.keys(tuple.checkpoint.channel_values).length !== variables) throw new Error("a checkpoint came back too short");
}
const reading = Number(process.hrtime.bigint() - begin);
saver.db.pragma("wal_checkpoint(TRUNCATE)");
saver.db.close();
console.log(`take_s=${(taking / 1e9).toFixed(4)} read_s=${(reading / 1e9).toFixed(4)}`);
