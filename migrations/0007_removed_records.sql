-- 0007 removed_records: what cleanup removed is remembered, so that an import does not bring it back unasked.
-- Touches: imports gets a column; older rows have 0 in it. What was removed before is not remembered.
-- Kind: minor, an older rlmdb only does not know what was removed.
-- Undo: DROP TABLE removed_records; DROP TABLE removed_sources; ALTER TABLE imports DROP COLUMN records_removed; and
-- take the row of this step out of schema_migrations and PRAGMA user_version back to 6.

CREATE TABLE removed_records (
  -- One row a task that cleanup removed. An import that meets its record again leaves it out and says so.
  legacy_id TEXT NOT NULL,      -- store id, "task-0001"
  created_at TEXT NOT NULL,     -- as the record gave it; empty: not at all. Another time is another task
  removed_at TEXT NOT NULL,     -- UTC, milliseconds
  event_seq INTEGER NOT NULL,   -- events.seq of its removal; the event itself may be gone by now
  PRIMARY KEY (legacy_id, created_at)
) WITHOUT ROWID;

CREATE TABLE removed_sources (
  -- One row a file whose content went with its tree. An import that meets it unchanged leaves it out and says so.
  source_path TEXT PRIMARY KEY, -- real path of the file: the identity of a source
  sha256 TEXT NOT NULL,         -- of its bytes at its last import, hex
  tree_id TEXT NOT NULL,        -- the tree it was of
  removed_at TEXT NOT NULL,     -- UTC, milliseconds
  event_seq INTEGER NOT NULL    -- events.seq of the removal of the tree; the event itself may be gone by now
) WITHOUT ROWID;

ALTER TABLE imports ADD COLUMN records_removed /* left out, because cleanup had removed them */ INTEGER NOT NULL DEFAULT 0;
