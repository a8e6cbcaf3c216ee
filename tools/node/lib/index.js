// SPDX-License-Identifier: MIT
export {Claim} from './claims.js';
export {
  Busy,
  Conflict,
  Corrupt,
  InternalError,
  Interrupted,
  InvalidInput,
  IoError,
  NoAnswer,
  NotFound,
  NotOurDatabase,
  RlmdbError,
  SchemaTooNew,
  ServerDied,
  TimedOut,
  UnusableProgram,
  UsageError,
} from './errors.js';
export {open, openSync, Store, SyncStore} from './store.js';
