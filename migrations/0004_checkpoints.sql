-- 0004 checkpoints: those that records name, and those that hold variables.
-- Touches: no row.  Kind: major 1.  Undo: delete the file.

CREATE TABLE task_checkpoints (
  -- One row an element of some metadata.checkpoints.
  id INTEGER PRIMARY KEY,       -- inside id
  task_id INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,  -- the task that took it
  position INTEGER,             -- order inside the array, oldest first; NULL: after all others
  checkpoint_id TEXT,           -- "ckpt-1770631200000"
  name TEXT,                    -- for people, "after_retrieval"
  snapshot_path TEXT,           -- file that holds the snapshot, relative to the project, as given
  timestamp TEXT,               -- when it was taken: the source's own text
  description TEXT,             -- as given
  layout_id INTEGER REFERENCES layouts (id),  -- NULL: the element is no object (see residue)
  residue TEXT                  -- as in tasks: {"checkpoint": …}; "element": the raw value where it is no object
);
CREATE INDEX task_checkpoints_by_task ON task_checkpoints (task_id, position);
CREATE INDEX task_checkpoints_by_checkpoint ON task_checkpoints (checkpoint_id);

CREATE TABLE state_checkpoints (
  -- One row a checkpoint that was taken here, in history.checkpoints of its state document: behind those that
  -- states.outline has.
  state_id INTEGER NOT NULL REFERENCES states (id) ON DELETE CASCADE,  -- the state
  position INTEGER NOT NULL,    -- order in the list
  json TEXT NOT NULL,           -- the element as compact JSON
  PRIMARY KEY (state_id, position),
  CHECK (json_valid(json))
) WITHOUT ROWID;

CREATE TABLE snapshots (
  -- One row a checkpoint that holds variables: taken here, or read from a checkpoint file.
  id INTEGER PRIMARY KEY,       -- ascends in the order in which they were taken here, or came in
  scope TEXT NOT NULL,          -- task; tree: all its nodes and its state document; else as states.scope
  owner TEXT NOT NULL,          -- store id, tree id, states.name; as given where nothing of that id is known
  checkpoint_id TEXT NOT NULL,  -- "ckpt-1770631200000"
  name TEXT,                    -- for people, "after_retrieval"
  timestamp TEXT,               -- when it was taken; of an imported one the source's own text
  description TEXT,             -- for people
  tree_id TEXT,                 -- the tree that it counts to when old ones are pruned; NULL: none
  source_path TEXT,             -- what its file is known as (imports.source_path); NULL: taken here
  import_id INTEGER REFERENCES imports (id),  -- NULL: taken here
  outline TEXT,                 -- the document as compact JSON, "state" stands as {}; NULL: taken here
  event_seq INTEGER,            -- events.seq of its taking; NULL: not taken here
  pinned INTEGER NOT NULL DEFAULT 0,  -- 1: never pruned
  last_used_at TEXT NOT NULL    -- UTC: when it was last taken, imported or restored
);
CREATE INDEX snapshots_by_owner ON snapshots (scope, owner);
CREATE INDEX snapshots_by_checkpoint ON snapshots (checkpoint_id);
CREATE INDEX snapshots_by_tree ON snapshots (tree_id, last_used_at) WHERE tree_id IS NOT NULL;
CREATE UNIQUE INDEX snapshots_by_source ON snapshots (source_path) WHERE source_path IS NOT NULL;

CREATE TABLE snapshot_variables (
  -- One row a variable in a checkpoint: a reference into contents, so what did not change costs no copy.
  snapshot_id INTEGER NOT NULL REFERENCES snapshots (id) ON DELETE CASCADE,  -- the checkpoint
  member TEXT NOT NULL,         -- of a tree the node's store id, else node id; empty: the checkpoint's own state
  position INTEGER NOT NULL,    -- order in the state
  name TEXT NOT NULL,           -- as a JSON string without its quotes, which for most names is the name
  content_id INTEGER NOT NULL REFERENCES contents (id),  -- the variable as compact JSON; a value kept apart stands as null
  value_content_id INTEGER REFERENCES contents (id),     -- the value; NULL: it is in content_id's
  PRIMARY KEY (snapshot_id, member, position)
) WITHOUT ROWID;

CREATE TABLE snapshot_nodes (
  -- One row a node in the checkpoint of a tree: its record without variables, so that it can be forked.
  snapshot_id INTEGER NOT NULL REFERENCES snapshots (id) ON DELETE CASCADE,  -- the checkpoint
  member TEXT NOT NULL,         -- the node's store id, else node id
  position INTEGER NOT NULL,    -- store order
  -- The record as compact JSON without metadata.checkpoints; metadata.rlm_state stands as {}.
  content_id INTEGER NOT NULL REFERENCES contents (id),
  PRIMARY KEY (snapshot_id, position)
) WITHOUT ROWID;

CREATE TRIGGER snapshots_repeat BEFORE UPDATE ON snapshots
WHEN old.outline IS NOT NULL AND new.outline IS old.outline AND new.import_id IS old.import_id
  AND (new.checkpoint_id, new.name, new.timestamp, new.description)
    IS NOT (old.checkpoint_id, old.name, old.timestamp, old.description) BEGIN
  -- Of an imported checkpoint the outline is the data.
  SELECT RAISE(ABORT, 'these columns repeat snapshots.outline, which is to be changed with them');
END;

CREATE VIEW checkpoints AS
  -- One row a checkpoint that anything names, those of workflows apart: whose it is, and snapshot_id, the snapshots row
  -- that one can go back to. snapshot_id NULL: it is only named; is_pruned 1: it was here and was pruned, 0: its file was
  -- never imported.
SELECT s.checkpoint_id AS checkpoint_id, s.scope AS scope, s.owner AS owner, s.tree_id AS tree_id, s.name AS name,
  s.timestamp AS timestamp, s.description AS description, s.id AS snapshot_id, s.pinned AS pinned,
  s.source_path AS path, 0 AS is_pruned
FROM snapshots s
UNION ALL
SELECT c.checkpoint_id, 'task', coalesce(t.legacy_id, n.node_id), n.tree_id, c.name, c.timestamp, c.description, NULL, 0,
  c.snapshot_path,
  t.import_id IS NULL
    OR EXISTS (SELECT 1 FROM events e WHERE e.task_id = t.id AND e.kind = 'checkpoint:created' AND e.at = c.timestamp)
    OR EXISTS (SELECT 1 FROM removed_sources r
      WHERE substr(r.source_path, instr(r.source_path, '/.aiwg/') + 1) = +c.snapshot_path)
FROM task_checkpoints c JOIN tasks t ON t.id = c.task_id LEFT JOIN tree_nodes n ON n.task_id = c.task_id
WHERE c.checkpoint_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM snapshots s WHERE s.checkpoint_id = c.checkpoint_id
    AND (s.scope = 'task' AND s.owner = coalesce(t.legacy_id, n.node_id) OR s.scope = 'tree' AND s.owner = n.tree_id))
UNION ALL
SELECT json_extract(l.json, '$.checkpoint_id'), o.scope, o.name, CASE WHEN o.scope = 'tree' THEN o.name END,
  json_extract(l.json, '$.name'), json_extract(l.json, '$.timestamp'), json_extract(l.json, '$.description'), NULL, 0,
  json_extract(l.json, '$.snapshot_path'),
  o.import_id IS NULL OR l.is_taken_here OR EXISTS (SELECT 1 FROM removed_sources r
    WHERE substr(r.source_path, instr(r.source_path, '/.aiwg/') + 1) = json_extract(l.json, '$.snapshot_path'))
FROM (SELECT i.id AS state_id, e.value AS json, 0 AS is_taken_here FROM states i, json_each(i.outline, '$.history.checkpoints') e
    WHERE e.type = 'object'
    UNION ALL SELECT state_id, json, 1 FROM state_checkpoints) l JOIN states o ON o.id = l.state_id
WHERE json_type(l.json, '$.checkpoint_id') = 'text' AND NOT EXISTS (
  SELECT 1 FROM snapshots s WHERE s.checkpoint_id = json_extract(l.json, '$.checkpoint_id')
    AND s.scope = o.scope AND s.owner = o.name);

CREATE VIEW resume_checkpoints AS
  -- One row a task whose list names a checkpoint that its next run can start from, for recovery_plan and `rlmdb recover`:
  -- the one that a recovery chose, else the newest. is_held 1: it holds variables and can be gone back to; such a one comes
  -- first. 0: an imported list names it, and its file was never imported. What was pruned since is never chosen.
SELECT t.id AS task_id, c.checkpoint_id AS checkpoint_id, c.name AS name, c.snapshot_path AS snapshot_path,
  EXISTS (SELECT 1 FROM snapshots s LEFT JOIN tree_nodes n ON n.task_id = t.id WHERE s.checkpoint_id = c.checkpoint_id
    AND (s.scope = 'task' AND s.owner IN (t.legacy_id, n.node_id) OR s.scope = 'tree' AND s.owner = n.tree_id)) AS is_held
FROM tasks t JOIN task_checkpoints c ON c.id = (
  SELECT id FROM (
    SELECT k.id AS id, k.position AS position, k.checkpoint_id IS t.resume_checkpoint_id AS is_chosen,
      EXISTS (SELECT 1 FROM snapshots s LEFT JOIN tree_nodes n ON n.task_id = t.id WHERE s.checkpoint_id = k.checkpoint_id
        AND (s.scope = 'task' AND s.owner IN (t.legacy_id, n.node_id) OR s.scope = 'tree' AND s.owner = n.tree_id)) AS is_held,
      t.import_id IS NULL
        OR EXISTS (SELECT 1 FROM events e WHERE e.task_id = t.id AND e.kind = 'checkpoint:created' AND e.at = k.timestamp)
        OR EXISTS (SELECT 1 FROM removed_sources r
          WHERE substr(r.source_path, instr(r.source_path, '/.aiwg/') + 1) = +k.snapshot_path) AS is_gone
    FROM task_checkpoints k WHERE k.task_id = t.id)
  WHERE is_held OR NOT is_gone
  ORDER BY is_held DESC, is_chosen DESC, position IS NULL DESC, position DESC, id DESC LIMIT 1);
