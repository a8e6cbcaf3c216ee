// SPDX-License-Identifier: MIT
// Options of Node, as they stand in NODE_OPTIONS or in a list.
import {realpathSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const WORD = /(?:[^\s"\\]|\\.|"(?:[^"\\]|\\.)*")+/g;

/** `--import VALUE` and `--import=VALUE` are left out where `isMeant(VALUE)`. */
export function withoutOption(options, isMeant) {
  if (typeof options === 'string') return withoutOption(options.match(WORD) ?? [], isMeant).join(' ');
  const kept = [];
  for (let at = 0; at < options.length; ++at) {
    const word = plain(options[at]);
    if (word === '--import' && at + 1 < options.length && isMeant(plain(options[at + 1]))) ++at;
    else if (!word.startsWith('--import=') || !isMeant(word.slice('--import='.length))) kept.push(options[at]);
  }
  return kept;
}

/** Whether `--import` of it loads the file `own`. */
export function isRegister(value, own) {
  if (value === 'rlmdb/register') return true;
  try {
    return realpathSync(value.startsWith('file:') ? fileURLToPath(value) : path.resolve(value)) === own;
  } catch {
    return false;
  }
}

function plain(word) {
  return word.replace(/"/g, '').replace(/\\(.)/g, '$1');
}
