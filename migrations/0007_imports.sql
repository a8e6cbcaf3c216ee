-- 0007 imports: what came in, what of it was rejected or lost, files kept whole, what was removed since, and what may be.
-- Touches: no row.  Kind: major 1.  Undo: delete the file.

CREATE TABLE imports (
  -- One row a source that was imported: what it was, what came of it, and the proof.
  id INTEGER PRIMARY KEY,           -- ascends with time
  source_path TEXT NOT NULL,        -- the identity of a source: its place in the home project, else its real path
  kind TEXT NOT NULL,               -- "tasks-json"
  bytes INTEGER NOT NULL,           -- size of the source
  sha256 TEXT NOT NULL,             -- of the source's bytes, hex
  canonical_sha256 TEXT,            -- of its canonical bytes, hex; what a re-export was held against
  proof TEXT NOT NULL,              -- what the rows gave back inside the transaction. identical: the file's bytes;
                                    -- complete: all that it says, written otherwise; partial, nothing: all but what
                                    -- was rejected or kept back, none of it; skipped: not looked at;
                                    -- salvaged: of a damaged file only what is complete is here
  top_level TEXT NOT NULL,          -- the document without its tasks: JSON object, "tasks" stands as []
  records_read INTEGER NOT NULL,    -- elements of "tasks"
  records_new INTEGER NOT NULL,     -- became new rows
  records_changed INTEGER NOT NULL, -- took the place of an earlier content
  records_unchanged INTEGER NOT NULL, -- were here already, just so
  records_kept INTEGER NOT NULL,    -- changed only here, or skipped by --on-conflict
  records_missing INTEGER NOT NULL, -- imported earlier, no longer in the source; kept
  records_rejected INTEGER NOT NULL, -- became import_rejects rows
  records_removed INTEGER NOT NULL DEFAULT 0, -- left out, because cleanup had removed them
  started_at TEXT NOT NULL,         -- UTC, milliseconds
  by_version TEXT NOT NULL,         -- version of rlmdb
  modified_at TEXT NOT NULL,        -- when the file was last written before, UTC, milliseconds
  CHECK (proof IN ('identical', 'complete', 'partial', 'nothing', 'skipped', 'salvaged'))
);
CREATE INDEX imports_by_source ON imports (source_path, id);
CREATE INDEX imports_by_sha256 ON imports (sha256);

CREATE TABLE import_rejects (
  -- Records that could not become tasks, kept exactly as they stood in the source (--quarantine).
  id INTEGER PRIMARY KEY,        -- in the order of the source
  import_id INTEGER NOT NULL REFERENCES imports (id),  -- the import that met it
  ordinal INTEGER NOT NULL,      -- index in "tasks"
  byte_offset INTEGER NOT NULL,  -- of the record in the source
  json_pointer TEXT NOT NULL,    -- RFC 6901 pointer of the record in the source
  code TEXT NOT NULL,            -- not_an_object, id_not_a_string
  raw BLOB NOT NULL              -- the source's bytes
);
CREATE INDEX import_rejects_by_import ON import_rejects (import_id);

CREATE TABLE import_losses (
  -- What JSON's own reading drops, kept as the source spells it.
  id INTEGER PRIMARY KEY,        -- in the order of the source
  import_id INTEGER NOT NULL REFERENCES imports (id),  -- the import that met it
  byte_offset INTEGER NOT NULL,  -- of the lost text in the source
  json_pointer TEXT NOT NULL,    -- RFC 6901 pointer of the lost text in the source
  code TEXT NOT NULL,            -- duplicate_member, duplicate_id, repeated_tasks, invalid_utf8
  raw BLOB NOT NULL              -- the source's bytes
);
CREATE INDEX import_losses_by_import ON import_losses (import_id);

CREATE TABLE reissued_ids (
  -- One row a record that --merge kept beside another one of the same store id, which the legacy store had issued twice.
  legacy_id TEXT NOT NULL,       -- its store id in the sources
  created_at TEXT NOT NULL,      -- as it gives it: that tells the two apart
  task_id INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,  -- the task that it is here, with a store id of its own
  PRIMARY KEY (legacy_id, created_at)
) WITHOUT ROWID;
CREATE INDEX reissued_ids_by_task ON reissued_ids (task_id);

CREATE TABLE files (
  -- One row a legacy file that is kept whole: nothing changes it here.
  id INTEGER PRIMARY KEY,       -- inside id
  kind TEXT NOT NULL,           -- value-json: the value of a large variable; history-jsonl: a state's; kept-json,
                                -- kept-text: any other
  place TEXT NOT NULL,          -- its path from the project's root, ".aiwg/rlm/trees/ID/variables/NAME.json": what a
                                -- reference "file:…" says
  source_path TEXT NOT NULL,    -- the identity of a source: its place in the home project, else its real path
  import_id INTEGER NOT NULL REFERENCES imports (id),    -- import that last wrote it
  content_id INTEGER NOT NULL REFERENCES contents (id),  -- of a JSON file its compact JSON; else its text
  modified_ns INTEGER NOT NULL, -- when it was last written, ns since 1970; an export gives its file that time
  CHECK (kind = 'value-json' OR kind = 'history-jsonl' OR kind = 'kept-json' OR kind = 'kept-text')
);
CREATE UNIQUE INDEX files_by_source ON files (source_path);
CREATE INDEX files_by_place ON files (place);

CREATE TABLE removed_records (
  -- One row a task that cleanup removed. An import that meets its record again leaves it out and says so.
  legacy_id TEXT NOT NULL,      -- store id, "task-0001"
  created_at TEXT NOT NULL,     -- as the record gave it; empty: not at all. Another time is another task
  removed_at TEXT NOT NULL,     -- UTC, milliseconds
  event_seq INTEGER NOT NULL,   -- events.seq of its removal; the event itself may be gone by now
  PRIMARY KEY (legacy_id, created_at)
) WITHOUT ROWID;

CREATE TABLE removed_sources (
  -- One row a file whose content went with its tree, or a checkpoint's that was pruned. An import that meets it
  -- unchanged leaves it out and says so.
  source_path TEXT PRIMARY KEY, -- the identity of a source: its place in the home project, else its real path
  sha256 TEXT NOT NULL,         -- of its bytes at its last import, hex
  tree_id TEXT NOT NULL,        -- the tree it was of
  removed_at TEXT NOT NULL,     -- UTC, milliseconds
  event_seq INTEGER NOT NULL    -- events.seq of the removal of the tree; the event itself may be gone by now
) WITHOUT ROWID;
-- Where it lay in its project, as lists of checkpoints name it.
CREATE INDEX removed_sources_by_place ON removed_sources (substr(source_path, instr(source_path, '/.aiwg/') + 1));

CREATE TABLE retention_settings (
  -- One row a kind of thing that `rlmdb retention set` gave an age, or a number. Without any row `rlmdb maintain` removes
  -- nothing, and a new checkpoint takes the place of none.
  kind TEXT PRIMARY KEY,        -- completed, failed, cancelled, workflows, events, requests, checkpoints
  kept_ms INTEGER,              -- how long it is kept after its end, in ms; NULL: of checkpoints
  kept_count INTEGER,           -- of checkpoints: so many of each tree, the last used; NULL: of all others
  set_at TEXT NOT NULL,         -- UTC, milliseconds
  listed_at TEXT,               -- when `rlmdb maintain` first listed what would go by it, UTC; NULL: not yet, so nothing goes
  CHECK (kind IN ('completed', 'failed', 'cancelled', 'workflows', 'events', 'requests', 'checkpoints')),
  CHECK ((kept_ms IS NULL) = (kind = 'checkpoints') AND (kept_count IS NOT NULL) = (kind = 'checkpoints'))
) WITHOUT ROWID;

CREATE TABLE failure_reviews (
  -- One row a failed task that somebody looked at (`rlmdb cleanup --reviewed`). It counts while the task is failed and
  -- its completed_at is failed_at: another time is another failure.
  task_id INTEGER PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,  -- the failed task
  failed_at TEXT,               -- its completed_at at that moment
  reviewed_at TEXT NOT NULL,    -- UTC, milliseconds
  reviewed_by TEXT NOT NULL,    -- the name of an owner
  note TEXT                     -- what was found; NULL: nothing was said
);
