// SPDX-License-Identifier: MIT
// `lib/verbs.d.ts`, made of what the program says of its verbs.

const NUMBERS = new Set(['N', 'T', 'USD', 'DAYS', 'NUMBER', 'SIZE', 'DURATION']);
const EVENTS_OR_TIMES = new Set(['SEQ|TIME', 'MOMENT']);
const TIMES = new Set(['TIME', 'WHEN']);
const ANY_JSON = new Set(['JSON', 'VALUE', 'JSON|-']);

export function verbTypes(methods) {
  const tree = {};
  for (const [name, method] of Object.entries(methods)) {
    const words = name.split('.');
    const last = words.pop();
    words.reduce((place, word) => (place[word] ??= {}), tree)[last] = method;
  }
  return `// SPDX-License-Identifier: MIT
// Written by tests/package.test.js with RLMDB_UPDATE_GOLDEN=1.
import type {Word} from './index.js';

/**
 * A call with its params, or with words before them, in the order of the command line: show('task-0000', {at: 7}). An
 * object is the params: a value that is one is given by its name.
 */
export type Verb<Params, Words extends readonly unknown[], Answer, Options, Before extends unknown[] = []> = ((
  ...given: [...Before, ...({} extends Params ? [params?: Params, options?: Options] : [params: Params, options?: Options])]
) => Answer) &
  (Words extends readonly [infer Name extends keyof Params, ...infer More]
    ? Verb<Omit<Params, Name>, More, Answer, Options, [...Before, word: WordOf<Params[Name]>]>
    : unknown);
type WordOf<Value> = unknown extends Value ? Word : Exclude<Value, null | undefined>;

/** The verbs of the program, as the functions of a store. */
export interface Verbs<Answer, Options> {
${membersOf(tree, '  ')}}
`;
}

function membersOf(tree, indent) {
  return Object.entries(tree)
    .map(([word, one]) =>
      typeof one.about === 'string'
        ? `${indent}/** ${commentOf(one.about)} */\n${indent}${word}${signatureOf(one, indent)}`
        : `${indent}${word}: {\n${membersOf(one, `${indent}  `)}${indent}};\n`,
    )
    .join('');
}

function signatureOf({params, words}, indent) {
  const names = Object.keys(params);
  const members = names.map((name) => {
    const {about, required} = params[name];
    const comment = about ? `/** ${commentOf(about)} */ ` : '';
    return `${indent}  ${comment}${name}${required ? '' : '?'}: ${typeOf(params[name])};\n`;
  });
  const given = `{\n${members.join('')}${indent}  timeout_ms?: number;\n${indent}}`;
  return `: Verb<${given}, [${words.map((word) => `'${word}'`).join(', ')}], Answer, Options>;\n`;
}

function typeOf({type, list, required}) {
  const one = nameOf(type);
  const isAny = one === 'unknown';
  return one + (list && !isAny && !type.includes('=') ? ` | ${one.includes('|') ? `(${one})` : one}[]` : '') + (required || isAny ? '' : ' | null');
}

function nameOf(type) {
  if (type === 'true|false') return 'boolean';
  if (NUMBERS.has(type)) return 'number | string';
  if (EVENTS_OR_TIMES.has(type)) return 'number | string | Date';
  if (TIMES.has(type)) return 'string | Date';
  if (ANY_JSON.has(type)) return 'unknown';
  if (type === 'OBJECTS') return 'Record<string, unknown>[]';
  if (type.includes('=')) return 'Record<string, unknown>';
  if (type.startsWith('[')) return 'string | true';
  if (/^[a-z]/.test(type)) return type.split('|').map((word) => `'${word}'`).join(' | ');
  return 'string';
}

function commentOf(text) {
  return text.replaceAll('*/', '*\u2060/');
}
