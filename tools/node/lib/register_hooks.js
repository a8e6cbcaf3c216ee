// SPDX-License-Identifier: MIT
// What Node asks about modules, in a thread of its own: see `register.mjs`.

const STORE = /\/daemon\/task-store\.mjs$/;
const REPLACEMENT = new URL('./daemon_task_store.js', import.meta.url).href;
const LAST_IMPORT = new URL('./daemon_has_store.js', import.meta.url).href;

let daemon = null;

export function initialize(data) {
  daemon = data.daemon;
}

export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  return STORE.test(new URL(resolved.url).pathname) ? {url: REPLACEMENT, format: 'module', shortCircuit: true} : resolved;
}

/** The daemon's own module imports one more, which is run after its others and before it. */
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (url !== daemon || loaded.format !== 'module') return loaded;
  const source = typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source).toString('utf8');
  return {...loaded, source: `${source}\nimport ${JSON.stringify(LAST_IMPORT)};\n`};
}
