-- 0004 checkpoints: those that records name, and those that hold variables.
-- Touches: no row.  Kind: major 1.  Undo: delete the file.

CREATE TABLE checkpoints (
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
CREATE INDEX checkpoints_by_task ON checkpoints (task_id, position);
CREATE INDEX checkpoints_by_checkpoint ON checkpoints (checkpoint_id);

CREATE TABLE state_checkpoints (
  -- One row a checkpoint that was taken here, in history.checkpoints of its state document: behind those that
  -- states.outline has.
  state_id INTEGER NOT NULL REFERENCES states (id) ON DELETE CASCADE,  -- the state
  position INTEGER NOT NULL,    -- order in the list
  json TEXT NOT NULL,           -- the element as compact JSON
  PRIMARY KEY (state_id, position)
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
  source_path TEXT,             -- real path of the file; NULL: taken here
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
  name TEXT NOT NULL,           -- as in state_variables
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
