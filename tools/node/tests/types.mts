// SPDX-License-Identifier: MIT
// What the types allow and refuse. Compiled by tsc, never run.
import {open, openSync, Busy, RlmdbError, type Claim, type Result} from 'rlmdb';
const store = await open({database: 'x', timeoutMs: 5});
const result: Result = await store.task.add({prompt: 'x', priority: 3}, {timeoutMs: 2, signal: AbortSignal.timeout(3)});
const claim: Claim | null = await store.claim({lease: '1m'});
if (claim) { const n: number = await claim.run(async (task) => task.id.length); }
for await (const event of store.events({follow: true})) event.seq;
for await (const task of store.tasks()) await task.release();
const sync = openSync();
const a: Result = sync.var.set({name: 'x', value: [1], global: true});
const b: Result = sync.claim({wait: 5});
sync.grid.write_through.on(); store.import({path: ['a']}); store.export({output: 'x', format: 'tree'});
store.task.add({prompt: 'x', not_before: new Date()}); store.events({since: new Date(), until: '2h'});
sync.show('task-0000', {at: 7}, {timeoutMs: 5}); sync.var.set('limits', 5, {global: true}); await store.claim('task-0000', {lease: '1m'});
store.task.complete('task-0000', {result: 'done'}); store.call('show', 'task-0000', {at: 7}); sync.import(['a', 'b']); store.task.start(['a']);
for await (const event of store.events('task-0000', {limit: 5})) event.seq;
// @ts-expect-error an id is a text
sync.show(5);
// @ts-expect-error two values for one
sync.show('task-0000', {id: 'task-0001'});
// @ts-expect-error stats takes no word
sync.stats('all');
// @ts-expect-error a date is no length of time
store.claim({lease: new Date()});
// @ts-expect-error a name is missing
store.var.get({});
// @ts-expect-error no signal
sync.stats({}, {signal: AbortSignal.timeout(1)});
// @ts-expect-error no such format
store.export({format: 'nothing'});
// @ts-expect-error
store.tusk.add();
try {} catch (error) { if (error instanceof Busy) error.exitCode satisfies number; }
export {result, a, b};
