// SPDX-License-Identifier: MIT
// Values as JSON, without what `JSON.stringify` leaves out or writes as something else.
import {types} from 'node:util';

/**
 * A call as one line; without `id` it is not answered. A param that is undefined was not given. JSON has half of a surrogate
 * pair as an escape.
 */
export function messageOf(method, params, id) {
  const members = Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${jsonOf(value, name)}`);
  const number = id === undefined ? '' : `"id":${id},`;
  return `{"jsonrpc":"2.0",${number}"method":${JSON.stringify(method)},"params":{${members.join(',')}}}\n`;
}

/** TypeError where it is no JSON. A member of an object that is undefined is one that is not there. */
function jsonOf(value, name) {
  return JSON.stringify(value, function refuse(key, written) {
    // What it was before its `toJSON`.
    const given = this[key];
    const reason = reasonAgainst(given, written, Array.isArray(this));
    if (reason !== undefined) throw new TypeError(`${key === '' ? name : `'${key}' in ${name}`} is ${reason}, which is no JSON`);
    return written;
  });
}

function reasonAgainst(given, written, isInArray) {
  if (typeof written === 'number') return Number.isFinite(written) ? undefined : String(written);
  if (typeof written === 'function' || typeof written === 'symbol' || typeof written === 'bigint') return `a ${typeof written}`;
  if (written === undefined) return isInArray || given !== undefined ? 'undefined' : undefined;
  if (types.isDate(given) && written === null) return 'a Date that is no date';
  if (ArrayBuffer.isView(given)) return nameOf(given);
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return undefined;
  if (isCollection(written) || (!isPlain(written) && Object.keys(written).length === 0)) return nameOf(written);
  if (Object.getOwnPropertySymbols(written).length > 0) return 'an object with a symbol as a key';
  return undefined;
}

/** What has more to it than its members. */
function isCollection(value) {
  return types.isNativeError(value) || value instanceof Error || types.isMap(value) || types.isSet(value) || types.isPromise(value);
}

function isPlain(value) {
  const prototype = Object.getPrototypeOf(value);
  // That of another realm has none above it either.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function nameOf(value) {
  const name = value.constructor?.name || 'object of a class';
  return `${/^[AEIO]/i.test(name) ? 'an' : 'a'} ${name}`;
}
