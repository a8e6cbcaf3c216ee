-- 0002 task_store: tasks that many processes add, claim and end; output in chunks; previous values.
-- Touches: event_changes (every row is copied into its new form), events and tasks (each is told of its newest event);
-- nothing that a task says changes.
-- Kind: major 2, because an older rlmdb would export tasks without their chunks.
-- Undo: restore the backup that `migrate up` made.

-- ALTER TABLE keeps only comments that stand inside a column's definition.
ALTER TABLE tasks ADD COLUMN max_attempts /* lost attempts after which it fails; NULL: 3 */ INTEGER;
ALTER TABLE tasks ADD COLUMN backoff_ms /* wait after the first lost attempt, doubled after each; NULL: 1000 */ INTEGER;
ALTER TABLE tasks ADD COLUMN not_before /* UTC; a queued task is not claimed earlier; NULL: at once */ TEXT;
ALTER TABLE tasks ADD COLUMN blocked_by /* tasks.id that held it up when claim last looked; derived; NULL: nobody looked, or it is gone */ INTEGER;
ALTER TABLE tasks ADD COLUMN last_event_seq /* events.seq of its newest event; NULL: none of its own */ INTEGER;

-- Whose turn it is, one entry a task that is not completed. Read backwards: of the queued ones that wait for nothing the
-- highest priority first, then the first to arrive. Running ones by the end of their lease, those in a backoff by its end.
-- One index instead of one a question, and its hot ends side by side, because every page that a change touches
-- goes to the WAL.
DROP INDEX tasks_by_state;
CREATE INDEX tasks_by_turn ON tasks (state, blocked_by IS NOT NULL OR not_before IS NOT NULL,
  CASE WHEN state = 'running' THEN lease_expires_at WHEN not_before IS NOT NULL THEN not_before ELSE coalesce(priority, 0) END,
  id DESC, agent)
WHERE state IS NOT 'completed';
CREATE INDEX tasks_by_blocker ON tasks (blocked_by) WHERE blocked_by IS NOT NULL;

CREATE TRIGGER tasks_finish_unblocks AFTER UPDATE OF state ON tasks
WHEN new.state = 'completed' OR new.state = 'cancelled' BEGIN
  -- What waited for this task is looked at again.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by = new.id;
END;
CREATE TRIGGER tasks_delete_unblocks AFTER DELETE ON tasks BEGIN
  -- What waited for this task is looked at again.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by = old.id;
END;
CREATE TRIGGER tree_nodes_move_unblocks AFTER UPDATE OF tree_id, parent_ref, decomposition_strategy ON tree_nodes BEGIN
  -- Another shape of the tree: all its waiting nodes are looked at again.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL AND id IN (
    SELECT task_id FROM tree_nodes WHERE tree_id = old.tree_id OR tree_id = new.tree_id);
END;
CREATE TRIGGER tree_nodes_delete_unblocks AFTER DELETE ON tree_nodes BEGIN
  -- Another shape of the tree: all its waiting nodes are looked at again.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL AND id IN (
    SELECT task_id FROM tree_nodes WHERE tree_id = old.tree_id);
END;

CREATE TABLE output_chunks (
  -- Output of tasks that still run, piece by piece; follows tasks.output, and becomes part of it when the task ends.
  id INTEGER PRIMARY KEY,       -- in the order of arrival
  task_id INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,  -- the task that wrote it
  end_bytes INTEGER NOT NULL,   -- length of the task's whole output with this chunk, in bytes of UTF-8
  chunk TEXT NOT NULL           -- the piece
);
CREATE INDEX output_chunks_by_task ON output_chunks (task_id, id);

CREATE VIEW task_outputs AS
  -- One row a task: its whole output, folded or still in chunks. NULL: none was ever set.
SELECT id AS task_id, legacy_id, CASE WHEN NOT EXISTS (SELECT 1 FROM output_chunks c WHERE c.task_id = tasks.id)
  THEN output ELSE coalesce(output, '') || (
    SELECT group_concat(chunk, '') FROM (
      SELECT chunk FROM output_chunks c WHERE c.task_id = tasks.id ORDER BY c.id)) END AS output
FROM tasks;

CREATE TABLE requests (
  -- Answers already given: the same request key again gets the same answer and changes nothing.
  key TEXT PRIMARY KEY,          -- as the caller chose it
  at TEXT NOT NULL,              -- UTC, milliseconds
  request_sha256 TEXT NOT NULL,  -- of what was asked, hex; the same key with another request is a conflict
  answer TEXT NOT NULL           -- JSON array of the results
);
CREATE INDEX requests_by_time ON requests (at);

CREATE TABLE contents (
  -- Large values, kept once however many rows name them.
  id INTEGER PRIMARY KEY,  -- inside id
  sha256 TEXT NOT NULL,    -- of body, hex
  body TEXT NOT NULL       -- JSON text of the value
);
CREATE UNIQUE INDEX contents_by_sha256 ON contents (sha256);

ALTER TABLE events ADD COLUMN reason /* why, where the kind does not say it: lease_expired, attempts_exhausted */ TEXT;
ALTER TABLE events ADD COLUMN prev_seq /* seq of the task's event before this one; NULL: there is none */ INTEGER;
UPDATE events SET prev_seq = (SELECT max(p.seq) FROM events p WHERE p.task_id = events.task_id AND p.seq < events.seq)
WHERE task_id IS NOT NULL;
UPDATE tasks SET last_event_seq = (SELECT max(seq) FROM events WHERE task_id = tasks.id)
WHERE id IN (SELECT task_id FROM events WHERE task_id IS NOT NULL);
-- A task's events are found along last_event_seq and prev_seq, which costs no page of its own.
DROP INDEX events_by_task;

CREATE TABLE event_changes_2 (
  -- The previous value of every member that an event changed, so that any earlier record can be rebuilt.
  event_seq INTEGER NOT NULL REFERENCES events (seq),  -- the event that made the change
  task_id INTEGER NOT NULL,      -- tasks.id
  member TEXT NOT NULL,          -- JSON pointer inside the record, "/state"
  old_form TEXT,                 -- NULL: old_value is the value; length: it grew, old_value is its earlier length in bytes;
                                 -- content: old_value is contents.sha256 of the value
  old_value TEXT,                -- its JSON text before; NULL: it was absent
  PRIMARY KEY (event_seq, task_id, member),
  CHECK (old_form = 'length' OR old_form = 'content')
) WITHOUT ROWID;
INSERT INTO event_changes_2 (event_seq, task_id, member, old_form, old_value)
SELECT event_seq, task_id, member, NULL, old_value FROM event_changes ORDER BY id;
DROP TABLE event_changes;
ALTER TABLE event_changes_2 RENAME TO event_changes;

UPDATE meta SET value = '2' WHERE key = 'schema_major';
-- How many imported tasks were removed on purpose, so that verify does not miss them.
INSERT INTO meta (key, value) VALUES ('removed_imported_tasks', '0');
