// SPDX-License-Identifier: MIT
// What a call can end with. A class a code of the program, and two families that are the client's own.

/**
 * The program refused, or could not do, what was asked.
 * `code`, `message`, `where`, `hint` and `retryable` are what the program says with `--json`, `exitCode` is what the
 * command line would have ended with. After a code of the program nothing was changed.
 */
export class RlmdbError extends Error {
  static code = 'internal';

  constructor(message, {code, where = '', hint = '', retryable = false, exitCode = 1, warnings = []} = {}) {
    super(message);
    this.code = code ?? new.target.code;
    this.where = where;
    this.hint = hint;
    this.retryable = retryable;
    this.exitCode = exitCode;
    this.warnings = warnings;
  }

  get name() {
    return this.constructor.name;
  }
}

/** The method, or its params, make no sense. */
export class UsageError extends RlmdbError {
  static code = 'usage';
}

/** There is no such database, task, tree, variable or file. */
export class NotFound extends RlmdbError {
  static code = 'not_found';
}

/** What was given to read is damaged, or refused. */
export class InvalidInput extends RlmdbError {
  static code = 'invalid_input';
}

/** Something is no longer, or not yet, as the call needs it: a claim is lost, a version has gone on. */
export class Conflict extends RlmdbError {
  static code = 'conflict';
}

/** Another process was writing, or the time was over before the call began or while it waited. */
export class Busy extends RlmdbError {
  static code = 'busy';
}

/** A newer program has written the database. */
export class SchemaTooNew extends RlmdbError {
  static code = 'schema_too_new';
}

/** The file is no database of rlmdb's. */
export class NotOurDatabase extends RlmdbError {
  static code = 'not_our_database';
}

/** The database's file is damaged. */
export class Corrupt extends RlmdbError {
  static code = 'corrupt';
}

/** The system refused to read or write. */
export class IoError extends RlmdbError {
  static code = 'io';
}

/** A fault of the program. */
export class InternalError extends RlmdbError {
  static code = 'internal';
}

/** The call was cut short, or taken back before it began. */
export class Interrupted extends RlmdbError {
  static code = 'interrupted';
}

/** The program is missing, too old, or what was started is not `rlmdb serve`. */
export class UnusableProgram extends RlmdbError {
  static code = 'unusable_program';
}

/**
 * The call was sent and not answered: it is unknown whether it was done.
 * `requestId` is the one that the call carried: the same call with it again is done once. Without one the call changes
 * nothing, or its effect has to be looked for.
 */
export class NoAnswer extends RlmdbError {
  static code = 'no_answer';

  constructor(message, requestId) {
    const again = requestId ? `repeat it with requestId '${requestId}': it is done once` : 'look what became of it';
    super(message, {hint: `it is unknown whether it was done; ${again}`});
    this.requestId = requestId;
  }
}

/** The server's process ended before it answered, each time it was tried. */
export class ServerDied extends NoAnswer {}

/** No answer came within the call's time and the client's patience. The server was taken for hung, and killed. */
export class TimedOut extends NoAnswer {}

export const OF_PROGRAM = new Map(
  [UsageError, NotFound, InvalidInput, Conflict, Busy, SchemaTooNew, NotOurDatabase, Corrupt, IoError, InternalError, Interrupted]
    .map((kind) => [kind.code, kind]),
);

/** Of the `error` of a JSON-RPC message. One without `data` is about the message itself, and so usage. */
export function errorOf(answer) {
  const {code, message = answer.message ?? '', exit, ...rest} = answer.data ?? {code: 'usage', exit: 2};
  const Kind = OF_PROGRAM.get(code) ?? RlmdbError;
  return new Kind(message, {...rest, code, exitCode: exit});
}
