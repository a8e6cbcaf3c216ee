// SPDX-License-Identifier: MIT
// node in_browser.mjs PROGRAM SOURCE_DIRECTORY WORK_DIRECTORY
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { checkMarkdown } from './markdown_checks.mjs';
import { checkMermaid } from './mermaid_checks.mjs';
import { checkReport } from './report_checks.mjs';

const [program, source, work] = process.argv.slice(2);
const shots = join(work, 'screenshots');
rmSync(shots, { recursive: true, force: true });
mkdirSync(shots);

const inputs = [
  'tests/cli/inputs/hostile-tree.json',
  'tests/cli/inputs/damaged-trees.json',
  'tests/cli/inputs/wide-trees.json',
  'data/legacy/seed-trees/crash-recovery.json',
  'data/legacy/seed-trees/progress-15.json',
];

function rlmdb(database, ...words) {
  const options = { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] };
  return execFileSync(program, ['--db', database, '-q', ...words], options);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'],
});
const failures = [];
let checks = 0;
const check = (holds, what) => {
  checks += 1;
  if (!holds) failures.push(what);
};

for (const input of inputs) {
  const name = input.split('/').pop().replace('.json', '');
  const database = join(work, `${name}.db`);
  for (const end of ['', '-wal', '-shm', '.gate']) rmSync(database + end, { force: true });
  rlmdb(database, 'import', join(source, input));
  const trees = JSON.parse(rlmdb(database, 'trees', '--json')).data.trees;
  for (const [index, { tree_id: tree }] of trees.entries()) {
    const place = { browser, check, tree, shot: join(shots, `${name}-${index}`), what: `${name} ${tree}` };
    const drawn = JSON.parse(rlmdb(database, 'tree', tree, '--json')).data;
    await checkMermaid({ ...place, drawn, work, picture: rlmdb(database, 'tree', tree, '--format', 'mermaid', '--cost') });
    checkMarkdown({ ...place, drawn, text: rlmdb(database, 'report', tree) });
    const page = join(work, `${name}-${index}.html`);
    rlmdb(database, 'report', tree, '--html', '-o', page);
    await checkReport({ ...place, drawn, page });
  }
}
await browser.close();
for (const failure of failures) console.log(`FAILED: ${failure}`);
console.log(`screenshots: ${shots}`);
console.log(`${checks - failures.length} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
