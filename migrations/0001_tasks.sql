-- 0001 tasks: the file itself, tasks, their output, the answers to requests.
-- Touches: nothing (first step).  Kind: major 1.  Undo: delete the file.
-- Every comment inside a CREATE statement is stored with it, so `.schema` in any SQLite tool reads as the
-- data dictionary. The schema stays readable by SQLite 3.34: no STRICT, no ->>.

CREATE TABLE schema_migrations (
  -- One row a migration that was applied to this file, in order.
  version INTEGER PRIMARY KEY,  -- number of the step, equals PRAGMA user_version after it
  name TEXT NOT NULL,           -- the step's name, "tasks"
  sha256 TEXT NOT NULL,         -- of the step's SQL text, hex; a difference refuses the file
  applied_at TEXT NOT NULL,     -- UTC, milliseconds
  by_version TEXT NOT NULL      -- version of rlmdb that applied it
);

CREATE TABLE meta (
  -- Facts about the whole file, one row a key.
  key TEXT PRIMARY KEY,  -- schema_major: a larger number than the program knows is refused
                         -- next_task_number: of the next new store id; next_task_key: the next tasks.id; never go down
                         -- removed_imported_tasks: how many were removed on purpose, so that verify misses none
                         -- node_id_seed: the order of the random node ids that are made here, drawn for the first one
                         -- home: root of the project whose sources are known by their place, as an import last saw it;
                         -- home_directory: device, inode and birth of that directory;
                         -- home_by: place where the database lay in it, import where it lay elsewhere
  value TEXT NOT NULL    -- as text
);
INSERT INTO meta (key, value)
VALUES ('schema_major', '1'), ('next_task_number', '0'), ('next_task_key', '1'), ('removed_imported_tasks', '0');

CREATE TABLE layouts (
  -- The member order of one JSON object, kept once however many records share it. Export writes a record's
  -- members in this order; a member named here with a NULL column is written as null, a column whose member
  -- is not named here is written last once it is not NULL.
  id INTEGER PRIMARY KEY, -- what the rows of the other tables name
  level TEXT NOT NULL,    -- which object: task, metadata, context, cost, variable, variable_metadata, checkpoint
  members TEXT NOT NULL,  -- JSON array of the member names in source order
  CHECK (level IN ('task', 'metadata', 'context', 'cost', 'variable', 'variable_metadata', 'checkpoint'))
);
CREATE UNIQUE INDEX layouts_by_members ON layouts (level, members);

CREATE TABLE contents (
  -- Large values, kept once however many rows name them.
  id INTEGER PRIMARY KEY,  -- inside id
  sha256 TEXT NOT NULL,    -- of body, hex
  body TEXT NOT NULL       -- JSON text of the value
);
CREATE UNIQUE INDEX contents_by_sha256 ON contents (sha256);

CREATE TABLE tasks (
  -- One row a task. What only the node of a tree has stands in tree_nodes under the same id.
  id INTEGER PRIMARY KEY,       -- inside id, never used again
  legacy_id TEXT,               -- store id, "task-0001"; NULL: known only from a tree document
  state TEXT,                   -- queued, running, completed, failed, cancelled; unknown: another text; NULL: none
  agent TEXT,                   -- who is to do it; NULL: anyone
  priority NUMERIC,             -- higher runs first; NULL: the source has no number
  created_at TEXT,              -- times are the source's own text
  started_at TEXT,              -- of the last start; NULL: never started
  completed_at TEXT,            -- set by complete, fail and cancel
  pid INTEGER,                  -- process that runs it
  position INTEGER,             -- place in the order of the file; NULL: that of the id
  -- How it runs here.
  attempts INTEGER NOT NULL DEFAULT 0,  -- how often it was started again after a crash or failure
  max_attempts INTEGER,         -- lost attempts after which it fails; NULL: 3
  backoff_ms INTEGER,           -- wait after the first lost attempt, doubled after each; NULL: 1000
  not_before TEXT,              -- UTC; a queued task is not claimed earlier; NULL: at once
  blocked_by INTEGER,           -- tasks.id that held it up when a claim last looked; derived; NULL: nobody looked
  resume_checkpoint_id TEXT,    -- checkpoint that a recovery chose for the next run; NULL: its newest
  token INTEGER,                -- fencing token of the claim
  lease_expires_at TEXT,        -- UTC; a claimed task may be claimed again after it
  owner TEXT,                   -- who claimed it, a name; NULL: nobody
  owner_host TEXT,              --   on which host,
  owner_boot_id TEXT,           --   in which boot of it,
  owner_pid INTEGER,            --   and for which process, for people
  owner_start_ticks INTEGER,    --   its start time in clock ticks since boot, where its end is to end the claim
  owner_pid_namespace INTEGER,  --   and its pid namespace (inode)
  -- Where it comes from.
  version INTEGER NOT NULL DEFAULT 1,   -- raised by every change that rlmdb makes
  last_event_seq INTEGER,       -- events.seq of its newest event; NULL: none of its own
  import_id INTEGER REFERENCES imports (id),           -- import that last wrote the row; NULL: made here
  source_version INTEGER,       -- version at that moment
  source_digest BLOB,           -- XXH3-128 of the record's canonical text at that moment
  layout_id INTEGER REFERENCES layouts (id),           -- member order of the record
  metadata_layout_id INTEGER REFERENCES layouts (id),  -- member order of its metadata; NULL: no object
  -- The long texts come last, because SQLite reads a row from its beginning.
  prompt TEXT,                  -- what the agent was asked
  error TEXT,                   -- why it failed; may stand beside a result
  result_type TEXT,             -- NULL: result is a text; json: it is the JSON text of another value
  result TEXT,                  -- what came of it
  output TEXT,                  -- standard output so far
  residue TEXT,                 -- JSON of what no column can give back; an entry counts while its column agrees
  verbatim TEXT,                -- the whole record where columns and residue cannot rebuild it; NULL: nearly always
  verbatim_digest BLOB,         -- of what the columns gave when verbatim was kept; it counts while they give that
  created_at_ms INTEGER GENERATED ALWAYS AS (  -- created_at in ms since 1970 UTC; NULL: no strict ISO time
    CASE WHEN length(created_at) >= 20 AND substr(created_at, 11, 1) = 'T' THEN CAST(round((
      CASE WHEN substr(created_at, -1) = 'Z' THEN julianday(substr(created_at, 1, 23))
        WHEN substr(created_at, -6, 1) IN ('+', '-') THEN julianday(created_at) END
      - 2440587.5) * 86400000.0) AS INTEGER) END) VIRTUAL,
  CHECK (state = 'queued' OR state = 'running' OR state = 'completed' OR state = 'failed' OR state = 'cancelled'
    OR state = 'unknown'),  -- not IN: SQLite 3.40 builds a table of its list for every row
  CHECK (result_type = 'json')
);
CREATE UNIQUE INDEX tasks_by_legacy_id ON tasks (legacy_id);
CREATE INDEX tasks_by_position ON tasks (position) WHERE position IS NOT NULL;
CREATE INDEX tasks_by_created ON tasks (created_at_ms);
-- Whose turn it is, one entry a task that is not completed. Read backwards: of the queued ones that wait for nothing the
-- highest priority first, then the first to arrive. Running ones by the end of their lease, those in a backoff by its end.
-- One index instead of one a question, and its hot ends side by side, because every page that a change touches
-- goes to the WAL.
CREATE INDEX tasks_by_turn ON tasks (state, blocked_by IS NOT NULL OR not_before IS NOT NULL,
  CASE WHEN state = 'running' THEN lease_expires_at WHEN not_before IS NOT NULL THEN not_before ELSE coalesce(priority, 0) END,
  id DESC, agent)
WHERE state IS NOT 'completed';
CREATE INDEX tasks_by_blocker ON tasks (blocked_by) WHERE blocked_by IS NOT NULL;

CREATE TABLE output_chunks (
  -- Output, piece by piece; follows tasks.output. That of a task that ends becomes part of it, unless it is long.
  id INTEGER PRIMARY KEY,       -- in the order of arrival
  task_id INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,  -- the task that wrote it
  end_bytes INTEGER NOT NULL,   -- length of the task's whole output with this chunk, in bytes of UTF-8
  chunk TEXT NOT NULL           -- the piece
);
CREATE INDEX output_chunks_by_task ON output_chunks (task_id, id);

CREATE TABLE requests (
  -- Answers already given: the same request key again gets the same answer and changes nothing.
  key TEXT PRIMARY KEY,          -- as the caller chose it
  at TEXT NOT NULL,              -- UTC, milliseconds
  request_sha256 TEXT NOT NULL,  -- of what was asked, hex; the same key with another request is a conflict
  answer TEXT NOT NULL           -- JSON array of the results
);
CREATE INDEX requests_by_time ON requests (at);

-- tasks.blocked_by is a note: it says that a claim found the task waiting. A note that is wrong hides a task for ever, a
-- missing one costs one look. So each trigger that takes notes away, here and in 0002, takes away more than need be
-- rather than one too few, and asks first whether there is any note at all: then an import, which begins without notes,
-- pays for one look at an empty index. INSERT OR REPLACE takes a row away that no trigger sees go: delete it first.
CREATE TRIGGER tasks_finish_unblocks AFTER UPDATE OF state ON tasks
WHEN new.state = 'completed' OR new.state = 'cancelled' BEGIN
  -- What waited for this task is looked at again.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by = new.id;
END;

CREATE TRIGGER tasks_change_unblocks AFTER UPDATE OF state, residue ON tasks
WHEN new.blocked_by IS NOT NULL AND (new.state IS NOT old.state OR new.residue IS NOT old.residue) BEGIN
  -- The task may depend on others now (residue holds metadata.depends_on), or is not queued any more.
  UPDATE tasks SET blocked_by = NULL WHERE id = new.id;
END;

CREATE TRIGGER tasks_rename_unblocks AFTER UPDATE OF id, legacy_id, position ON tasks
WHEN (new.position IS NOT old.position OR new.legacy_id IS NOT old.legacy_id OR new.id <> old.id)
  AND EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- Another order, or another task that a node or a dependency names.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL;
END;

CREATE TRIGGER tasks_delete_unblocks AFTER DELETE ON tasks
WHEN EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- What waited for this task is looked at again, and its tree where the node is still there.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by = old.id;
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL AND EXISTS (
    SELECT 1 FROM tree_nodes n JOIN tree_nodes o ON o.tree_id = n.tree_id
    WHERE n.task_id = tasks.id AND o.task_id = old.id);
END;

CREATE VIEW task_times AS
  -- Tasks with the two times that are no columns: computing them would cost every insert.
  -- started_at_ms, completed_at_ms: ms since 1970 UTC; NULL: no strict ISO time.
SELECT *,
  CASE WHEN length(started_at) >= 20 AND substr(started_at, 11, 1) = 'T' THEN CAST(round((
    CASE WHEN substr(started_at, -1) = 'Z' THEN julianday(substr(started_at, 1, 23))
      WHEN substr(started_at, -6, 1) IN ('+', '-') THEN julianday(started_at) END
    - 2440587.5) * 86400000.0) AS INTEGER) END AS started_at_ms,
  CASE WHEN length(completed_at) >= 20 AND substr(completed_at, 11, 1) = 'T' THEN CAST(round((
    CASE WHEN substr(completed_at, -1) = 'Z' THEN julianday(substr(completed_at, 1, 23))
      WHEN substr(completed_at, -6, 1) IN ('+', '-') THEN julianday(completed_at) END
    - 2440587.5) * 86400000.0) AS INTEGER) END AS completed_at_ms
FROM tasks;

CREATE VIEW task_outputs AS
  -- One row a task: its whole output, folded or still in chunks. NULL: none was ever set.
SELECT id AS task_id, legacy_id, CASE WHEN NOT EXISTS (SELECT 1 FROM output_chunks c WHERE c.task_id = tasks.id)
  THEN output ELSE coalesce(output, '') || (
    SELECT group_concat(chunk, '') FROM (
      SELECT chunk FROM output_chunks c WHERE c.task_id = tasks.id ORDER BY c.id)) END AS output
FROM tasks;
