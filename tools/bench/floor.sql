-- The least that any import must do to have these tasks in tables: the values of the records, their keys, three
-- indexes, durable. No events, no layouts, no residue, no proof. Fixed once and for all; figures of different
-- days compare only while this file stays as it is.

-- name: settings
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA wal_autocheckpoint = 0;
PRAGMA cache_size = -16000;

-- name: schema
CREATE TABLE tasks (
  id           INTEGER PRIMARY KEY,
  legacy_id    TEXT UNIQUE,
  prompt       TEXT,
  agent        TEXT,
  priority     INTEGER,
  state        TEXT,
  created_at   TEXT,
  started_at   TEXT,
  completed_at TEXT,
  pid          INTEGER,
  result       TEXT,
  error        TEXT,
  output       TEXT
);
CREATE TABLE tree_nodes (
  task_id                INTEGER PRIMARY KEY,
  tree_id                TEXT,
  node_id                TEXT,
  parent_ref             TEXT,
  depth                  INTEGER,
  decomposition_strategy TEXT,
  merge_strategy         TEXT,
  context_type           TEXT,
  context_source         TEXT,
  context_size_tokens    INTEGER,
  input_tokens           INTEGER,
  output_tokens          INTEGER,
  total_cost_usd         REAL
);
CREATE TABLE variables (
  id         INTEGER PRIMARY KEY,
  task_id    INTEGER,
  name       TEXT,
  value      TEXT,
  type       TEXT,
  source     TEXT,
  created_at TEXT,
  UNIQUE (task_id, name)
);
CREATE INDEX tasks_by_state ON tasks (state);
CREATE INDEX tasks_by_creation ON tasks (created_at);
CREATE INDEX tree_nodes_by_tree ON tree_nodes (tree_id);

-- name: begin
BEGIN IMMEDIATE;

-- name: insert_task
INSERT INTO tasks VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13);

-- name: insert_tree_node
INSERT INTO tree_nodes VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13);

-- name: insert_variable
INSERT INTO variables (task_id, name, value, type, source, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6);

-- name: commit
COMMIT;

-- name: checkpoint
PRAGMA wal_checkpoint(TRUNCATE);
