-- 0006 workflows: their checkpoints, and what was restored from them.
-- Touches: no row.  Kind: major 1.  Undo: delete the file.

CREATE TABLE workflow_checkpoints (
  -- One row a checkpoint of a workflow: taken here, or read from a file. Its content is never changed.
  id INTEGER PRIMARY KEY,       -- inside id; ascends in the order in which they were taken here, or came in
  place TEXT NOT NULL,          -- its path from the project's root, ".aiwg/checkpoints/NAME.json.gz"
  kind TEXT NOT NULL,           -- workflow: a record of its own; loop-state: a loop's state document
  owner TEXT NOT NULL,          -- the loop it is of; of none its workflow_id
  source_path TEXT,             -- what its file is known as (imports.source_path); NULL: taken here
  import_id INTEGER REFERENCES imports (id),  -- import that last wrote it; NULL: taken here
  event_seq INTEGER,            -- events.seq of its taking; NULL: not taken here
  compression TEXT NOT NULL,    -- of the file: none, gzip, lz4
  payload_sha256 TEXT NOT NULL, -- of the document's compact JSON, hex: what a restore holds it against
  payload_bytes INTEGER NOT NULL, -- length of the compact JSON
  content_id INTEGER REFERENCES contents (id),  -- the document as compact JSON; NULL: it is packed
  packed BLOB,                  -- the compact JSON in gzip, once the checkpoint is old; NULL: not packed
  file_bytes BLOB,              -- of a packed file that packing the document again does not give back: its bytes
  defect TEXT,                  -- why it cannot be restored; NULL: it is whole
  -- What it says, as given; NULL: nothing.
  checkpoint_id TEXT,           -- a UUID; other text is met
  workflow_id TEXT,             -- the workflow it is of
  loop_id TEXT,                 -- the loop it says it is of
  workflow_type TEXT,           -- ralph_loop, flow_command, skill_execution, agent_task
  created_at TEXT,              -- the source's own text; of a loop-state the time in the file's name
  trigger_reason TEXT,          -- its "trigger": manual, automatic, phase_boundary, iteration, pre_risky_op, error_recovery
  phase TEXT,                   -- of state
  step TEXT,                    -- of state
  iteration INTEGER,            -- of state.iteration "current"; of a loop-state its number
  percentage REAL,              -- of state.progress, 0 to 100
  retention_days INTEGER,       -- of metadata; NULL: 30
  tags TEXT,                    -- of metadata, a JSON array
  schema_version TEXT,          -- of metadata, "1.0" or "2.0"
  CHECK (kind = 'workflow' OR kind = 'loop-state'),
  CHECK (compression = 'none' OR compression = 'gzip' OR compression = 'lz4'),
  CHECK ((content_id IS NULL) <> (packed IS NULL))
);
CREATE UNIQUE INDEX workflow_checkpoints_by_source ON workflow_checkpoints (source_path) WHERE source_path IS NOT NULL;
CREATE INDEX workflow_checkpoints_by_owner ON workflow_checkpoints (owner, created_at);
CREATE INDEX workflow_checkpoints_by_checkpoint ON workflow_checkpoints (checkpoint_id) WHERE checkpoint_id IS NOT NULL;
CREATE INDEX workflow_checkpoints_by_content ON workflow_checkpoints (content_id) WHERE content_id IS NOT NULL;

CREATE TABLE workflow_artifacts (
  -- One row a file that a workflow's checkpoint names.
  checkpoint INTEGER NOT NULL REFERENCES workflow_checkpoints (id) ON DELETE CASCADE,  -- the checkpoint
  position INTEGER NOT NULL,    -- index in state.artifacts
  path TEXT,                    -- as given, like all that follows
  hash TEXT,                    -- SHA-256 in hex; other text is met
  status TEXT,                  -- created, modified, deleted, unchanged
  -- What the document does not say: a restore can put the file back out of it.
  content_id INTEGER REFERENCES contents (id),  -- the file's bytes; NULL: no copy is kept
  mode INTEGER,                 -- the permissions of the file that was copied; NULL: no copy is kept
  PRIMARY KEY (checkpoint, position),
  CHECK ((content_id IS NULL) = (mode IS NULL))
) WITHOUT ROWID;
CREATE INDEX workflow_artifacts_by_content ON workflow_artifacts (content_id) WHERE content_id IS NOT NULL;

CREATE TABLE workflow_states (
  -- One row a workflow that was restored: what it goes on with.
  owner TEXT PRIMARY KEY,       -- as workflow_checkpoints.owner
  checkpoint INTEGER NOT NULL REFERENCES workflow_checkpoints (id) ON DELETE CASCADE,  -- restored from
  restored_at TEXT NOT NULL,    -- UTC
  event_seq INTEGER NOT NULL,   -- events.seq of the restore
  phase TEXT,                   -- of its state, like all that follows
  step TEXT,                    -- within the phase
  iteration INTEGER,            -- which to go on with
  variables TEXT,               -- JSON object
  agent_state TEXT              -- JSON object
);

CREATE TRIGGER workflow_checkpoints_repeat BEFORE UPDATE ON workflow_checkpoints
WHEN new.payload_sha256 IS old.payload_sha256 AND new.import_id IS old.import_id
  AND (new.defect, new.checkpoint_id, new.workflow_id, new.loop_id, new.workflow_type, new.created_at,
    new.trigger_reason, new.phase, new.step, new.iteration, new.percentage, new.retention_days, new.tags,
    new.schema_version)
    IS NOT (old.defect, old.checkpoint_id, old.workflow_id, old.loop_id, old.workflow_type, old.created_at,
    old.trigger_reason, old.phase, old.step, old.iteration, old.percentage, old.retention_days, old.tags,
    old.schema_version) BEGIN
  -- The document is the data, and is never changed.
  SELECT RAISE(ABORT, 'these columns repeat the document of the checkpoint; rlmdb checkpoint create takes another');
END;

CREATE TRIGGER workflow_artifacts_repeat BEFORE UPDATE OF path, hash, status ON workflow_artifacts BEGIN
  -- As above.
  SELECT RAISE(ABORT, 'these columns repeat the document of the checkpoint; rlmdb checkpoint create takes another');
END;

CREATE TRIGGER workflow_states_repeat BEFORE UPDATE ON workflow_states
WHEN new.checkpoint = old.checkpoint AND (new.phase, new.step, new.iteration, new.variables, new.agent_state)
    IS NOT (old.phase, old.step, old.iteration, old.variables, old.agent_state) BEGIN
  -- A workflow goes on with what its checkpoint says.
  SELECT RAISE(ABORT, 'these columns repeat the checkpoint that was restored; rlmdb checkpoint restore sets them');
END;
