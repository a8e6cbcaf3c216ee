-- 0004 states: state documents (global, session, tree, temporary), checkpoints that hold a state, files of values.
-- Touches: no row.
-- Kind: major 3, because an older rlmdb would export a variable whose value is kept in contents as null.
-- Undo: restore the backup that `migrate up` made.

-- ALTER TABLE keeps only comments that stand inside a column's definition.
ALTER TABLE variables ADD COLUMN content_id /* the value is contents.body and no text here; NULL: it is here */ INTEGER REFERENCES contents (id);
CREATE INDEX variables_by_content ON variables (content_id) WHERE content_id IS NOT NULL;
CREATE INDEX checkpoints_by_checkpoint ON checkpoints (checkpoint_id);

CREATE TABLE states (
  -- One row a state document: variables that belong to no single task. Its id is one of the numbers of tasks.id, so
  -- events and event_changes name either.
  id INTEGER PRIMARY KEY,       -- inside id; never a task's
  scope TEXT NOT NULL,          -- global, session, tree, temporary; state: kept under its own id (states/ID)
  name TEXT NOT NULL,           -- which one: the session's, tree's or state's id; empty: the global one
  source_path TEXT,             -- real path of the state.json; NULL: made here
  import_id INTEGER REFERENCES imports (id),  -- import that last wrote it; NULL: made here
  version INTEGER NOT NULL DEFAULT 1,  -- raised by every change rlmdb makes
  source_version INTEGER,       -- value of version at its last import
  last_event_seq INTEGER,       -- events.seq of its newest event; NULL: none of its own
  outline TEXT NOT NULL,        -- the document as compact JSON: "variables" stands as {}, "history"."mutations" as []
  -- What the document says of itself, as given; NULL: nothing.
  state_id TEXT,                -- "state-c3d4e5f6"
  session_id TEXT,              -- the session it was made in
  tree_id TEXT,                 -- the tree it is about
  created_at TEXT,              -- times are the source's own text
  last_updated_at TEXT,         -- of the last change
  completion_status TEXT,       -- incomplete, complete, error, cancelled
  CHECK (scope = 'global' OR scope = 'session' OR scope = 'tree' OR scope = 'temporary' OR scope = 'state')
);
CREATE UNIQUE INDEX states_by_name ON states (scope, name);
CREATE UNIQUE INDEX states_by_source ON states (source_path) WHERE source_path IS NOT NULL;

CREATE TABLE state_variables (
  -- One row a variable of a state document.
  id INTEGER PRIMARY KEY,       -- inside id
  state_id INTEGER NOT NULL REFERENCES states (id) ON DELETE CASCADE,  -- the state it is in
  position INTEGER NOT NULL,    -- order in the state
  name TEXT NOT NULL,           -- as a JSON string without its quotes, which for most names is the name
  json TEXT NOT NULL,           -- the variable as compact JSON; a value kept in contents stands as null
  content_id INTEGER REFERENCES contents (id)  -- the value; NULL: it is in json
);
CREATE UNIQUE INDEX state_variables_by_name ON state_variables (state_id, name);
CREATE INDEX state_variables_by_content ON state_variables (content_id) WHERE content_id IS NOT NULL;

CREATE TABLE state_mutations (
  -- One row an entry of the mutation log that came with a state document. Changes made here are events.
  id INTEGER PRIMARY KEY,       -- inside id
  state_id INTEGER NOT NULL REFERENCES states (id) ON DELETE CASCADE,  -- the state
  position INTEGER NOT NULL,    -- order in the log, oldest first
  json TEXT NOT NULL,           -- the entry as compact JSON
  -- What it says, as given; NULL: nothing.
  mutation_id TEXT,             -- "mut-00000001"
  operation TEXT,               -- create, update, delete, rename
  variable_name TEXT,           -- what was changed
  source TEXT,                  -- who did it
  timestamp TEXT                -- when
);
CREATE UNIQUE INDEX state_mutations_by_state ON state_mutations (state_id, position);

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
  content_id INTEGER NOT NULL REFERENCES contents (id),  -- the record as compact JSON without metadata.checkpoints, metadata.rlm_state stands as {}
  PRIMARY KEY (snapshot_id, position)
) WITHOUT ROWID;

CREATE TABLE files (
  -- One row a legacy file that is kept whole: nothing changes it here.
  id INTEGER PRIMARY KEY,       -- inside id
  kind TEXT NOT NULL,           -- value-json: the value of a large variable; history-jsonl: a state's; ralph-json,
                                -- ralph-text: what a loop has beside its state
  place TEXT NOT NULL,          -- its path from the project's root, ".aiwg/rlm/trees/ID/variables/NAME.json": what a
                                -- reference "file:…" says
  source_path TEXT NOT NULL,    -- real path of the file: the identity of a source
  import_id INTEGER NOT NULL REFERENCES imports (id),    -- import that last wrote it
  content_id INTEGER NOT NULL REFERENCES contents (id),  -- of a JSON file its compact JSON; else its text
  CHECK (kind = 'value-json' OR kind = 'history-jsonl' OR kind = 'ralph-json' OR kind = 'ralph-text')
);
CREATE UNIQUE INDEX files_by_source ON files (source_path);
CREATE INDEX files_by_place ON files (place);

CREATE VIEW variable_values AS
  -- One row a variable of a task with its value, wherever that is kept.
  -- value: its JSON text where value_type is json, else the text itself.
SELECT v.id AS id, v.task_id AS task_id, v.name AS name, v.type AS type, coalesce(v.value, c.body) AS value,
  v.value_type AS value_type
FROM variables v LEFT JOIN contents c ON c.id = v.content_id;

UPDATE meta SET value = '3' WHERE key = 'schema_major';
