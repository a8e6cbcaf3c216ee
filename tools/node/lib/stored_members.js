// SPDX-License-Identifier: MIT
// What the database has of a record, beside the object that callers hold and change.

const UNWRITABLE = {json: 'what JSON cannot hold'};

// `task.set` reads a dot as a way into an object, and takes the name up to the first `=`.
const UNSETTABLE = /^$|[.=]/;

/** A value as JSON has it, to be compared: a plain one as itself, because an output may be long, else as its text. */
function imageOf(value) {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value === null || (typeof value !== 'object' && typeof value !== 'bigint')) {
    return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
  }
  try {
    return {json: JSON.stringify(value)};
  } catch {
    return UNWRITABLE;
  }
}

function isSame(image, other) {
  return image === other || (typeof image === 'object' && image !== null && image.json === other?.json);
}

/** What is not there is null in the database. */
function isStored(image, stored) {
  return isSame(image, stored) || (image === undefined && stored === null);
}

export class StoredMembers {
  #images = new Map();
  #refused = new Map();

  constructor(record) {
    for (const [name, value] of Object.entries(record)) this.#images.set(name, imageOf(value));
  }

  /**
   * What the record has and the database does not, or null: `set`, the members to be set, `text`, what came behind the
   * output, and `unstorable`, names of those that cannot be stored, said once. A member that is gone is set to null, which is
   * the nearest that can be stored.
   */
  changesOf(record) {
    const changes = {set: {}, text: undefined, unstorable: []};
    let known = 0;
    for (const name of Object.keys(record)) {
      if (this.#images.has(name)) known += 1;
      if (name !== 'id') this.#compare(name, record, changes);
    }
    if (known < this.#images.size) {
      for (const name of this.#images.keys()) if (!Object.hasOwn(record, name)) this.#compare(name, record, changes);
    }
    const isNothing = changes.text === undefined && changes.unstorable.length === 0 && Object.keys(changes.set).length === 0;
    return isNothing ? null : changes;
  }

  /** The database has them now. */
  hasTaken({set, text}) {
    for (const [name, value] of Object.entries(set)) this.#keep(name, imageOf(value));
    if (text !== undefined) this.#keep('output', this.#images.get('output') + text);
  }

  /** The database will not have it: it is not asked again until the value is another one. */
  hasRefused(name, value) {
    this.#refused.set(name, imageOf(value));
  }

  /** Brings what the database has now into the record, but for members that were changed here. */
  bring(fresh, record) {
    for (const [name, value] of Object.entries(fresh)) {
      const [image, stored] = [imageOf(value), this.#images.get(name)];
      if (!isSame(image, stored) && isStored(imageOf(record[name]), stored)) record[name] = value;
      this.#keep(name, image);
    }
    for (const [name, stored] of this.#images) {
      if (Object.hasOwn(fresh, name)) continue;
      if (isStored(imageOf(record[name]), stored)) delete record[name];
      this.#images.delete(name);
    }
  }

  #compare(name, record, changes) {
    const [image, stored] = [imageOf(record[name]), this.#images.get(name)];
    if (isStored(image, stored)) return;
    if (this.#refused.has(name) && isSame(image, this.#refused.get(name))) return;
    if (image === UNWRITABLE || (UNSETTABLE.test(name) && (stored === undefined || name.includes('=')))) {
      this.#refused.set(name, image);
      changes.unstorable.push(name);
    } else if (name === 'output' && isAppended(image, stored)) {
      changes.text = image.slice(stored.length);
    } else {
      // As it is now: the call may have to be repeated, and has to be the same then.
      changes.set[name] = image === undefined ? null : (image?.json === undefined ? image : JSON.parse(image.json));
    }
  }

  #keep(name, image) {
    this.#images.set(name, image);
    this.#refused.delete(name);
  }
}

/** `task.append` takes whole characters. */
function isAppended(image, stored) {
  if (typeof image !== 'string' || typeof stored !== 'string' || !image.startsWith(stored)) return false;
  return !/\p{Surrogate}/u.test(image.slice(stored.length)) && !/[\ud800-\udbff]$/.test(stored);
}
