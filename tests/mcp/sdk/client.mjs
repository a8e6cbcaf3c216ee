// SPDX-License-Identifier: MIT
// The official client for TypeScript against `rlmdb mcp`: RLMDB is the program, the working directory has the packages.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const program = process.env.RLMDB;
const directory = mkdtempSync(join(tmpdir(), 'rlmdb-mcp-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
const rlmdb = (...words) => execFileSync(program, ['--db', 'x.db', ...words], { cwd: directory, stdio: 'pipe' });

async function connected(options) {
  const client = new Client({ name: 'sdk', version: '1' });
  const transport = new StdioClientTransport({
    command: program, args: ['--db', 'x.db', 'mcp', ...options], cwd: directory });
  const errors = [];
  client.onerror = (error) => errors.push(error);
  await client.connect(transport);
  return { client, errors, transport };
}

rlmdb('init');
const { client, errors, transport } = await connected(['--allow-apply', '--allow-files', '--most-bytes', '4000']);
assert.equal(client.getServerVersion().name, 'rlmdb');
assert.deepEqual(Object.keys(client.getServerCapabilities()).sort(), ['prompts', 'resources', 'tools']);
assert.match(client.getInstructions(), /`ready`/);
await client.ping();

// Listing keeps the output schemas, by which callTool holds every answer.
const { tools } = await client.listTools();
assert.ok(tools.length > 25);
assert.ok(tools.every((tool) => tool.outputSchema?.type === 'object'));
const called = new Set();
const call = async (name, args = {}, options = undefined) => {
  called.add(name);
  const result = await client.callTool({ name, arguments: args }, undefined, options);
  assert.ok(!result.isError, JSON.stringify(result));
  return result.structuredContent.data;
};
const root = (await call('task_add', { prompt: 'root', tree: 'tree-12345678' })).results[0].id;
await call('task_add', { prompt: 'below', parent: root, priority: 3 });
for (let count = 0; count < 40; ++count) await call('task_add', { prompt: `task ${count} \u{1F600}` });
await call('ready', { limit: 2 });
await call('ready', { explain: true, limit: 2 });
const { claim } = await call('claim', { tree: 'tree-12345678', lease: '1m' });
await call('heartbeat', { id: claim.id, token: claim.token, lease: 120000 });
await call('var_set', { name: 'v', value: { any: ['JSON', 1.5, null] }, task: claim.id });
assert.deepEqual((await call('var_get', { name: 'v', task: claim.id })).value, { any: ['JSON', 1.5, null] });
await call('var_list', { task: claim.id });
const { checkpoint_id } = await call('checkpoint_create', { name: 'c', tree: 'tree-12345678' });
await call('checkpoint_list', { tree: 'tree-12345678' });
await call('checkpoint_show', { id: checkpoint_id, tree: 'tree-12345678' });
await call('task_complete', { id: [claim.id], token: claim.token, result_json: { ok: true }, confidence: 0.5 });
const second = (await call('claim')).claim;
await call('release', { id: second.id, token: second.token });
const third = (await call('claim')).claim;
await call('task_fail', { id: [third.id], token: third.token, error: 'why' });
await call('task_retry', { id: [third.id] });
await call('task_cancel', { id: [third.id] });
await call('show', { id: [root, claim.id] });
await call('search', { text: 'root' });
for (const name of ['stats', 'trees', 'status', 'progress', 'recover_plan', 'recover_apply', 'explain', 'verify']) await call(name);
await call('status', { id: 'tree-12345678', depth: 5 });
await call('sql', { statement: 'SELECT 1 AS one, NULL AS none' });
await call('export', { output: 'out.json' });
await call('import', { path: ['out.json'] });
await call('report', { id: 'tree-12345678', output: 'report.md' });
await call('backup', { file: 'b.db' });
await call('restore', { file: 'b.db', force: true });
await call('cleanup', { dry_run: true });
await call('purge', { task: [third.id], with_children: true, dry_run: true });
await call('migrate', { action: 'status' });

// A list in pieces.
const ids = new Set();
let cursor;
do {
  const result = await client.callTool({ name: 'list', arguments: cursor ? { cursor } : {} });
  for (const task of result.structuredContent.data.tasks) ids.add(task.id);
  cursor = result.structuredContent.next_cursor;
} while (cursor);
called.add('list');
assert.equal(ids.size, 42);

// What goes wrong: a result that says so, or an error of the protocol.
const missing = await client.callTool({ name: 'show', arguments: { id: ['task-9999'] } });
assert.ok(missing.isError);
assert.match(missing.content[0].text, /next: /);
await assert.rejects(client.callTool({ name: 'none', arguments: {} }), { code: -32602 });

const { resources } = await client.listResources();
assert.equal(resources[0].uri, 'rlmdb://tree/tree-12345678');
const tree = await client.readResource({ uri: resources[0].uri });
assert.equal(JSON.parse(tree.contents[0].text).data.nodes.length, 2);
assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 2);
await client.readResource({ uri: `rlmdb://task/${root}` });
await assert.rejects(client.readResource({ uri: 'rlmdb://task/none' }), { code: -32002 });
const { prompts } = await client.listPrompts();
for (const { name } of prompts) {
  const { messages } = await client.getPrompt({ name });
  assert.equal(messages[0].content.type, 'text');
}

// A claim that waits is cancelled, and the next call is answered.
const abort = new AbortController();
const waiting = client.callTool(
  { name: 'claim', arguments: { agent: 'nobody', wait: '1h' } }, undefined, { signal: abort.signal });
setTimeout(() => abort.abort('enough'), 200);
await assert.rejects(waiting);
await call('stats');
// One that the client gives up after its own time.
await assert.rejects(
  client.callTool({ name: 'claim', arguments: { agent: 'nobody', wait: '1h' } }, undefined, { timeout: 300 }),
  { code: -32001 });
await call('stats');

assert.deepEqual(tools.map((tool) => tool.name).filter((name) => !called.has(name)), ['adopt']);
assert.deepEqual(errors, []);
const { pid } = transport;
await client.close();
assert.throws(() => process.kill(pid, 0));

const reader = await connected(['--read-only']);
const { tools: readers } = await reader.client.listTools();
assert.ok(readers.every((tool) => tool.annotations.readOnlyHint));
await reader.client.close();
console.log(`${called.size} tools called`);
