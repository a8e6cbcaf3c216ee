-- 0003 variables: those of tasks and of state documents (global, session, tree, temporary), these documents, and the files
-- that values are copied to.
-- Touches: no row.  Kind: major 1.  Undo: delete the file.

CREATE TABLE variables (
  -- One row a variable: of a task (a member of its metadata.rlm_state), or of a state document.
  id INTEGER PRIMARY KEY,       -- inside id
  task_id INTEGER REFERENCES tasks (id) ON DELETE CASCADE,    -- the task; NULL: it is a state document's
  state_id INTEGER REFERENCES states (id) ON DELETE CASCADE,  -- the state document; NULL: it is a task's
  name TEXT NOT NULL,           -- the member's name in rlm_state, or in the document's variables
  position INTEGER,             -- order among those of its owner; NULL: after all others
  value TEXT,                   -- text of the value, or its JSON text when value_type is json; NULL: null or absent
  value_type TEXT,              -- NULL: text; json
  content_id INTEGER REFERENCES contents (id),  -- the value is contents.body and no text here; NULL: it is here
  type TEXT,                    -- the declared type: text, number, json, file_path… as given
  description TEXT,             -- as given
  source TEXT,                  -- where the value came from, as given
  created_at TEXT,              -- times are the source's own text
  updated_at TEXT,              -- of the last change; NULL: never, or not given
  access_count INTEGER,         -- how often it was read, as given
  read_only INTEGER,            -- 0 or 1
  scope TEXT,                   -- metadata.scope as given
  ttl_seconds NUMERIC,          -- metadata.ttl_seconds: seconds it stays valid; NULL: for ever, or not given
  layout_id INTEGER REFERENCES layouts (id),           -- NULL: a bare value, no variable object
  metadata_layout_id INTEGER REFERENCES layouts (id),  -- NULL: no metadata object
  residue TEXT,                 -- as in tasks: {"variable": …, "variable_metadata": …}; "key": the exact name
  CHECK (task_id IS NOT NULL AND state_id IS NULL OR task_id IS NULL AND state_id IS NOT NULL),
  CHECK (value_type = 'json')
);
-- Nearly all variables are of tasks: these pay for one index, and those of states for one that holds them alone.
CREATE UNIQUE INDEX variables_by_task ON variables (task_id, name);
CREATE UNIQUE INDEX variables_by_state ON variables (state_id, name) WHERE state_id IS NOT NULL;
CREATE INDEX variables_by_content ON variables (content_id) WHERE content_id IS NOT NULL;

CREATE TABLE states (
  -- One row a state document: variables that belong to no single task. Its id is one of the numbers of tasks.id.
  id INTEGER PRIMARY KEY,       -- inside id; never a task's
  scope TEXT NOT NULL,          -- global, session, tree, temporary; state: kept under its own id (states/ID)
  name TEXT NOT NULL,           -- which one: the session's, tree's or state's id; empty: the global one
  source_path TEXT,             -- what its file is known as (imports.source_path); NULL: made here
  import_id INTEGER REFERENCES imports (id),  -- import that last wrote it; NULL: made here
  version INTEGER NOT NULL DEFAULT 1,  -- raised by every change rlmdb makes
  source_version INTEGER,       -- value of version at its last import
  last_event_seq INTEGER,       -- events.seq of its newest event; NULL: none of its own
  outline TEXT NOT NULL,        -- the document as compact JSON: "variables" stands as {}, "history"."mutations" as []
  -- What the document says of itself, as given; NULL: nothing.
  state_id TEXT AS (json_extract(outline, '$.state_id')),  -- "state-c3d4e5f6"
  session_id TEXT AS (json_extract(outline, '$.session_id')),  -- the session it was made in
  tree_id TEXT AS (json_extract(outline, '$.tree_id')),  -- the tree it is about
  created_at TEXT AS (json_extract(outline, '$.metadata.created_at')),  -- times are the source's own text
  last_updated_at TEXT AS (json_extract(outline, '$.metadata.last_updated_at')),  -- of the last change
  completion_status TEXT AS (
    json_extract(outline, '$.metadata.completion_status')),  -- incomplete, complete, error, cancelled
  CHECK (scope = 'global' OR scope = 'session' OR scope = 'tree' OR scope = 'temporary' OR scope = 'state')
);
CREATE UNIQUE INDEX states_by_name ON states (scope, name);
CREATE UNIQUE INDEX states_by_source ON states (source_path) WHERE source_path IS NOT NULL;

CREATE TABLE state_mutations (
  -- One row an entry of the mutation log that came with a state document. Changes made here are events.
  id INTEGER PRIMARY KEY,       -- inside id
  state_id INTEGER NOT NULL REFERENCES states (id) ON DELETE CASCADE,  -- the state
  position INTEGER NOT NULL,    -- order in the log, oldest first
  json TEXT NOT NULL,           -- the entry as compact JSON
  -- What it says, as given; NULL: nothing.
  mutation_id TEXT AS (json_extract(json, '$.mutation_id')),  -- "mut-00000001"
  operation TEXT AS (json_extract(json, '$.operation')),  -- create, update, delete, rename
  variable_name TEXT AS (json_extract(json, '$.variable_name')),  -- what was changed
  source TEXT AS (json_extract(json, '$.source')),  -- who did it
  timestamp TEXT AS (json_extract(json, '$.timestamp'))  -- when
);
CREATE UNIQUE INDEX state_mutations_by_state ON state_mutations (state_id, position);

CREATE TABLE value_files (
  -- One row a file that has, or had, a copy of a variable's value, where legacy programs look for large values. The value
  -- itself is in its row of variables; a project's tasks.json and state.json say "file:" and the place instead.
  place TEXT PRIMARY KEY,       -- its path from the project's root, ".aiwg/rlm/trees/ID/variables/NAME.json"
  owner_id INTEGER NOT NULL,    -- tasks.id or states.id of the variable's owner, which may be gone
  name TEXT,                    -- the variable; NULL: it has no file any more, and what rlmdb wrote there is to go
  sha256 TEXT                   -- of the bytes that the file was given last, hex; empty: it is to get its first; NULL: only
                                -- an export writes it
) WITHOUT ROWID;
CREATE INDEX value_files_by_owner ON value_files (owner_id);
CREATE INDEX value_files_to_go ON value_files (place) WHERE name IS NULL;

CREATE TRIGGER value_files_of_task AFTER DELETE ON tasks BEGIN
  -- The variable goes with its owner, its file afterwards.
  UPDATE value_files SET name = NULL WHERE owner_id = old.id;
END;

CREATE TRIGGER value_files_of_state AFTER DELETE ON states BEGIN
  -- The variable goes with its owner, its file afterwards.
  UPDATE value_files SET name = NULL WHERE owner_id = old.id;
END;

CREATE VIEW variable_values AS
  -- One row a variable of a task or a state document with its value, wherever that is kept.
  -- value: its JSON text where value_type is json, else the text itself.
SELECT v.id AS id, v.task_id AS task_id, v.state_id AS state_id, v.name AS name, v.type AS type,
  coalesce(v.value, c.body) AS value, v.value_type AS value_type
FROM variables v LEFT JOIN contents c ON c.id = v.content_id;
