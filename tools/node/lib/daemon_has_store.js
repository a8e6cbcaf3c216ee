// SPDX-License-Identifier: MIT
// Run in the daemon when all that it imports is loaded, and before it does anything.

if (globalThis[Symbol.for('rlmdb.daemonTaskStore')] !== true) {
  console.error(
    'rlmdb/register: the daemon loads no tools/daemon/task-store.mjs, so its tasks would go elsewhere than into the database: not started. Use a version of rlmdb for this daemon, or start it without rlmdb/register.',
  );
  process.exit(1);
}
