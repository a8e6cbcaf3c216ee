-- Schema 20 with the rows of data/legacy/daemon-tasks.json, as the sqlite3 shell dumps them.
PRAGMA application_id=1919708516;
PRAGMA user_version=20;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE schema_migrations (
  -- One row a migration that was applied to this file, in order.
  version INTEGER PRIMARY KEY,  -- number of the step, equals PRAGMA user_version after it
  name TEXT NOT NULL,           -- the step's name, "tasks"
  sha256 TEXT NOT NULL,         -- of the step's SQL text, hex; a difference refuses the file
  applied_at TEXT NOT NULL,     -- UTC, milliseconds
  by_version TEXT NOT NULL      -- version of rlmdb that applied it
);
INSERT INTO schema_migrations VALUES(1,'tasks','90c198c6533cacb225c97369d50a77e20634dbdd8290c6e05b76e5d9ffd150f2','2026-11-29T16:00:43.018Z','0.1.0');
INSERT INTO schema_migrations VALUES(2,'trees','0df5814f30077c1177989ead2193911ce0aa12b789f2ec5067dcc2c5f4ad4316','2026-11-29T16:00:43.026Z','0.1.0');
INSERT INTO schema_migrations VALUES(3,'variables','b22cd74dd9567b1b63ef46221a04400099f60bdcac1cd5591f9c8c0ad6549cc5','2026-11-29T16:00:43.027Z','0.1.0');
INSERT INTO schema_migrations VALUES(4,'checkpoints','e04e617ed045291f27311372d9971a55ddc4da3be73c3631201cdd3fa94e49e1','2026-11-29T16:00:43.031Z','0.1.0');
INSERT INTO schema_migrations VALUES(5,'loops','5d9635885e7a5ee850709f6203a4b749ae815621ae820a9ff0ff7859ec223463','2026-11-29T16:00:43.033Z','0.1.0');
INSERT INTO schema_migrations VALUES(6,'workflows','a59658ac516e199fe0b4a7b780ebb04316f7d58245a4750c5779fcacf8b3382c','2026-11-29T16:00:43.034Z','0.1.0');
INSERT INTO schema_migrations VALUES(7,'imports','bcb91ef81dcfa7a68695e18002244e10b0c0d00bc69a5271377cf588a4f8055e','2026-11-29T16:00:43.037Z','0.1.0');
INSERT INTO schema_migrations VALUES(8,'events','dadc329b9dafca62d03e0c18729660c4a55b0919c7c84e662a0d1db1cd2cf9c7','2026-11-29T16:00:43.038Z','0.1.0');
INSERT INTO schema_migrations VALUES(9,'grid','4b8cfa64c83274b1a81f54d4b48180ff262f729cac8da3756fdab7420ecef4ac','2026-11-29T16:00:43.040Z','0.1.0');
INSERT INTO schema_migrations VALUES(10,'texts','06e4e67e420c928d2629fafb8ce6b2977627f910f299713b6c43a55701970d71','2026-11-29T16:00:43.041Z','0.1.0');
INSERT INTO schema_migrations VALUES(11,'holds','c921f54429db2a0d9143bf3816cc96968b7490ac2afd0eff1eed2d0bd0d1a681','2026-11-29T16:00:43.041Z','0.1.0');
INSERT INTO schema_migrations VALUES(12,'scheduled','486309535ae0fe816bdff44faddcbfc419baf84c3fdbbebe390b235c629590bf','2026-11-29T16:00:43.045Z','0.1.0');
INSERT INTO schema_migrations VALUES(13,'order','9359e5db57021f10891fcf9da4cefdec48b4d2f85c44d09e62d22f9efc642173','2026-11-29T16:00:43.046Z','0.1.0');
INSERT INTO schema_migrations VALUES(14,'silence','78f99ea8b8e7cbdb9b54fd6f722624c9f3a30f63a8ad36d81e910f069e63664f','2026-11-29T16:00:43.047Z','0.1.0');
INSERT INTO schema_migrations VALUES(15,'defaults','c110c4cfc9a16aaba7fa94d3cfeaceffcd565e12ac6753d4a6c7b74366698c74','2026-11-29T16:00:43.051Z','0.1.0');
INSERT INTO schema_migrations VALUES(16,'identity','3d569add5951dca09da01df63a29863b736c8449c1984986e900cdbcd800c404','2026-11-29T16:00:43.052Z','0.1.0');
INSERT INTO schema_migrations VALUES(17,'stuck','73422e3c5c35599ba41168e0913aa3e4cb4e9c7bf67d20f36674a227f5f29b2a','2026-11-29T16:00:43.052Z','0.1.0');
INSERT INTO schema_migrations VALUES(18,'lists','ea971337e620bc42f3fbf2d99939a149a853410edbc609dd3731f5d09d0e952f','2026-11-29T16:00:43.054Z','0.1.0');
INSERT INTO schema_migrations VALUES(19,'costs','efd1eb152d1e90d0f7719929e86b85b7ebc5ae1ab4c726fb0ab8c6e2561827bd','2026-11-29T16:00:43.059Z','0.1.0');
INSERT INTO schema_migrations VALUES(20,'runs','de7427722f38ecd8809cb1e0e4f130ad39fd8904374584d609bb95ce97c05beb','2026-11-29T16:00:43.060Z','0.1.0');
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
INSERT INTO meta VALUES('schema_major','1');
INSERT INTO meta VALUES('next_task_number','13');
INSERT INTO meta VALUES('next_task_key','14');
INSERT INTO meta VALUES('removed_imported_tasks','0');
INSERT INTO meta VALUES('database_id','522465730213');
CREATE TABLE layouts (
  -- The member order of one JSON object, kept once however many records share it. Export writes a record's
  -- members in this order; a member named here with a NULL column is written as null, a column whose member
  -- is not named here is written last once it is not NULL.
  id INTEGER PRIMARY KEY, -- what the rows of the other tables name
  level TEXT NOT NULL,    -- which object: task, metadata, context, cost, variable, variable_metadata, checkpoint
  members TEXT NOT NULL,  -- JSON array of the member names in source order
  CHECK (level IN ('task', 'metadata', 'context', 'cost', 'variable', 'variable_metadata', 'checkpoint'))
);
INSERT INTO layouts VALUES(1,'task','["id","prompt","agent","priority","state","createdAt","startedAt","completedAt","pid","result","error","output","metadata"]');
INSERT INTO layouts VALUES(2,'metadata','["source"]');
INSERT INTO layouts VALUES(3,'metadata','["tree_id","node_id","parent_id","depth","decomposition_strategy","merge_strategy","rlm_state","context_reference","cost_tracking","checkpoints"]');
INSERT INTO layouts VALUES(4,'context','["type","source","documents","size_tokens"]');
INSERT INTO layouts VALUES(5,'cost','["input_tokens","output_tokens","total_cost_usd"]');
INSERT INTO layouts VALUES(6,'variable','["name","value","type","created_at"]');
INSERT INTO layouts VALUES(7,'variable','["name","value","type"]');
INSERT INTO layouts VALUES(8,'checkpoint','["checkpoint_id","name","snapshot_path"]');
INSERT INTO layouts VALUES(9,'metadata','["tree_id","node_id","parent_id","depth","context_reference","cost_tracking"]');
INSERT INTO layouts VALUES(10,'context','["type","source","size_tokens"]');
INSERT INTO layouts VALUES(11,'metadata','["tree_id","node_id","parent_id","depth","decomposition_strategy","merge_strategy","rlm_state","checkpoints"]');
INSERT INTO layouts VALUES(12,'metadata','["tree_id","node_id","parent_id","depth","context_reference","execution_config","cost_tracking"]');
INSERT INTO layouts VALUES(13,'metadata','["tree_id","node_id","parent_id","depth","context_reference","execution_config","rlm_state","checkpoints"]');
INSERT INTO layouts VALUES(14,'metadata','["tree_id","node_id","parent_id","depth","context_reference","execution_config"]');
INSERT INTO layouts VALUES(15,'metadata','["tree_id","node_id","parent_id","depth","decomposition_strategy","merge_strategy"]');
INSERT INTO layouts VALUES(16,'metadata','["tree_id","node_id","parent_id","depth"]');
CREATE TABLE contents (
  -- Large values, kept once however many rows name them.
  id INTEGER PRIMARY KEY,  -- inside id
  sha256 TEXT NOT NULL,    -- of body, hex
  body TEXT NOT NULL       -- JSON text of the value
);
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
      - 2440587.5) * 86400000.0) AS INTEGER) END) VIRTUAL, is_scheduled /* 1: not_before is a time that somebody asked for; NULL: it is the end of a backoff */ INTEGER,
  CHECK (state = 'queued' OR state = 'running' OR state = 'completed' OR state = 'failed' OR state = 'cancelled'
    OR state = 'unknown'),  -- not IN: SQLite 3.40 builds a table of its list for every row
  CHECK (result_type = 'json')
);
INSERT INTO tasks VALUES(1,'task-0000','completed',NULL,5,'2026-02-09T10:00:00.000Z','2026-02-09T10:00:00.010Z','2026-02-09T10:00:01.510Z',NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,1,1,X'8d7c3ba500bfc010f086bafaa15ec995',1,2,'status?',NULL,NULL,replace('All quiet.\n','\n',char(10)),replace('All quiet.\n','\n',char(10)),'{"metadata":{"source":"ipc-chat"}}',NULL,NULL,NULL);
INSERT INTO tasks VALUES(2,'task-0001','completed','security-auditor',0,'2026-01-20T09:00:00.000Z','2026-01-20T09:00:00.000Z','2026-01-20T09:05:00.002Z',NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,1,1,X'74272843fd08e570cfcad7d1851577af',1,3,'Analyze security risks in the authentication module',NULL,NULL,'Identified 3 security risks: (1) Missing rate limiting...','','{"context":{"documents":[{"doc_id":"doc-001","source":"src/auth/login.ts","relevance_score":0.95}]}}',NULL,NULL,NULL);
INSERT INTO tasks VALUES(3,'task-0002','completed','rlm-executor',0,'2026-01-20T09:00:00.001Z','2026-01-20T09:00:00.001Z','2026-01-20T09:01:00.001Z',NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,1,1,X'da6c3001e31f57d30449fb811233650f',1,9,'What are the specific OWASP vulnerabilities in the authentication flow?',NULL,NULL,'result of task-b2c3d4e5',replace('…\n','\n',char(10)),NULL,NULL,NULL,NULL);
INSERT INTO tasks VALUES(4,'task-0003','completed','rlm-executor',0,'2026-01-20T09:01:00.001Z','2026-01-20T09:01:00.001Z','2026-01-20T09:02:00.001Z',NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,1,1,X'6f88b041d55e5e9df6d76b1ae4fa383b',1,9,'Suggest concrete mitigations for the identified risks',NULL,NULL,'result of task-c3d4e5f6',replace('…\n','\n',char(10)),NULL,NULL,NULL,NULL);
INSERT INTO tasks VALUES(5,'task-0004','running','rlm-executor',0,'2026-02-09T10:00:00.000Z','2026-02-09T10:00:00.000Z',NULL,7001,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,1,1,X'03555243cf60dc05222f884d8729e2cd',1,11,'Summarize key points from all API documentation files',NULL,NULL,NULL,'',NULL,NULL,NULL,NULL);
INSERT INTO tasks VALUES(6,'task-0005','completed','rlm-executor',0,'2026-02-09T10:00:00.021Z','2026-02-09T10:00:00.221Z','2026-02-09T10:00:30.221Z',NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,1,1,X'44d3cd5dad4c82fdfb83aff23b6cdbd4',1,12,'Summarize api-auth.md',NULL,NULL,'summary 0: endpoints, auth, errors',replace('summary 0 ✓\n','\n',char(10)),'{"metadata":{"execution_config":{"model":"claude-sonnet-4.5","temperature":0.7,"retry_policy":{"max_retries":3,"backoff_ms":1000}}}}',NULL,NULL,NULL);
INSERT INTO tasks VALUES(7,'task-0006','completed','rlm-executor',0,'2026-02-09T10:00:00.041Z','2026-02-09T10:00:30.321Z','2026-02-09T10:01:05.321Z',NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,1,1,X'85159345c1df104c24f702b2bdd550cf',1,12,'Summarize api-users.md',NULL,NULL,'summary 1: endpoints, auth, errors',replace('summary 1 ✓\n','\n',char(10)),'{"metadata":{"execution_config":{"model":"claude-sonnet-4.5","temperature":0.7,"retry_policy":{"max_retries":3,"backoff_ms":1000}}}}',NULL,NULL,NULL);
INSERT INTO tasks VALUES(8,'task-0007','completed','rlm-executor',0,'2026-02-09T10:00:00.061Z','2026-02-09T10:01:05.421Z','2026-02-09T10:01:45.421Z',NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,1,1,X'f6b4a8af5a8dc61bbd8ded6b15c3f9c5',1,12,'Summarize api-orders.md',NULL,NULL,'summary 2: endpoints, auth, errors',replace('summary 2 ✓\n','\n',char(10)),'{"metadata":{"execution_config":{"model":"claude-sonnet-4.5","temperature":0.7,"retry_policy":{"max_retries":3,"backoff_ms":1000}}}}',NULL,NULL,NULL);
INSERT INTO tasks VALUES(9,'task-0008','failed','rlm-executor',0,'2026-02-09T10:00:00.081Z','2026-02-09T10:01:45.521Z','2026-02-09T10:02:30.521Z',NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,1,1,X'fe43819461d48b88ca3e90316e714668',1,12,'Summarize api-billing.md','Request timed out after 300s',NULL,NULL,replace('summary 3 ✓\n','\n',char(10)),'{"metadata":{"execution_config":{"model":"claude-sonnet-4.5","temperature":0.7,"retry_policy":{"max_retries":3,"backoff_ms":1000}}}}',NULL,NULL,NULL);
INSERT INTO tasks VALUES(10,'task-0009','running','rlm-executor',0,'2026-02-09T10:00:00.101Z','2026-02-09T10:02:30.521Z',NULL,7010,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,1,1,X'a8bb97af75331380d6118057be47117e',1,13,'Summarize api-search.md',NULL,NULL,NULL,replace('reading…\n','\n',char(10)),'{"metadata":{"execution_config":{"model":"claude-sonnet-4.5","temperature":0.7,"retry_policy":{"max_retries":3,"backoff_ms":1000}}}}',NULL,NULL,NULL);
INSERT INTO tasks VALUES(11,'task-0010','queued','rlm-executor',0,'2026-02-09T10:00:00.121Z',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,1,1,X'ed88fe09311f4cdc9ac9a6bf07da1b4e',1,14,'Summarize api-admin.md',NULL,NULL,NULL,'','{"metadata":{"execution_config":{"model":"claude-sonnet-4.5","temperature":0.7,"retry_policy":{"max_retries":3,"backoff_ms":1000}}}}',NULL,NULL,NULL);
INSERT INTO tasks VALUES(12,'task-0011','queued','rlm-executor',0,'2026-02-09T10:00:00.121Z',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,1,1,X'7f4637a114ccd53b54e934b26025195f',1,15,'Combine and synthesize the summaries',NULL,NULL,NULL,'',NULL,NULL,NULL,NULL);
INSERT INTO tasks VALUES(13,'task-0012','cancelled','rlm-executor',0,'2026-02-09T10:14:31.534Z',NULL,'2026-02-09T10:14:31.534Z',NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,1,1,X'3e6a9c0db0aa1c09362890be082f4df2',1,16,'日本語のプロンプト：認証フローを要約する 🔐',NULL,NULL,NULL,'',NULL,NULL,NULL,NULL);
CREATE TABLE output_chunks (
  -- Output, piece by piece; follows tasks.output. That of a task that ends becomes part of it, unless it is long.
  id INTEGER PRIMARY KEY,       -- in the order of arrival
  task_id INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,  -- the task that wrote it
  end_bytes INTEGER NOT NULL,   -- length of the task's whole output with this chunk, in bytes of UTF-8
  chunk TEXT NOT NULL           -- the piece
);
CREATE TABLE requests (
  -- Answers already given: the same request key again gets the same answer and changes nothing.
  key TEXT PRIMARY KEY,          -- as the caller chose it
  at TEXT NOT NULL,              -- UTC, milliseconds
  request_sha256 TEXT NOT NULL,  -- of what was asked, hex; the same key with another request is a conflict
  answer TEXT NOT NULL           -- JSON array of the results
);
CREATE TABLE tree_settings (
  -- One row a tree that has settings of its own; a tree without a row has the defaults.
  tree_id TEXT PRIMARY KEY,             -- "tree-12345678"
  limit_max_depth INTEGER,              -- deepest level of a new node, root = 0; NULL: 5
  limit_max_children INTEGER,           -- children of one node; NULL: 10
  limit_max_nodes INTEGER,              -- nodes of the tree; NULL: 100
  limit_max_context_tokens INTEGER,     -- tokens in the context of one node; NULL: 100000
  limit_timeout_ms INTEGER,             -- running time of one node; NULL: 300000
  limit_action TEXT,                    -- what happens beyond a limit: refuse; NULL: warn
  budget_usd REAL,                      -- US dollars; once they are spent nothing of the tree is claimed; NULL: none
  execution_mode TEXT,                  -- strict, seeded, logged, default; NULL: not given
  session_id TEXT,                      -- groups trees; NULL: not given
  CHECK (limit_action = 'refuse'),
  CHECK (execution_mode IN ('strict', 'seeded', 'logged', 'default'))
);
CREATE TABLE tree_nodes (
  -- One row a task that belongs to a tree: the RLM members of its metadata.
  task_id INTEGER PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,  -- the task that the node is
  tree_id TEXT,                 -- links the nodes of one tree, "tree-12345678"
  node_id TEXT,                 -- "task-a1b2c3d4"; looks like a store id and is none
  parent_ref TEXT,              -- metadata.parent_id as given: the parent's store id (tasks.legacy_id); NULL: root
  depth INTEGER,                -- 0 = root, as given
  decomposition_strategy TEXT,  -- parallel, sequential, conditional, map-reduce; other texts as given
  merge_strategy TEXT,          -- concatenate, summarize, vote, best-of-n; other texts as given
  context_layout_id INTEGER REFERENCES layouts (id),  -- member order of context_reference; NULL: no object
  context_type TEXT,            -- full, slice, filtered, summary, none
  context_source TEXT,          -- where the context came from, as given
  context_size_tokens INTEGER,  -- its size in tokens
  cost_layout_id INTEGER REFERENCES layouts (id),  -- member order of cost_tracking; NULL: no object
  cost_input_tokens INTEGER,    -- tokens read
  cost_output_tokens INTEGER,   -- tokens written
  cost_total_tokens INTEGER,    -- as given, never computed
  cost_input_usd REAL,          -- US dollars for input; costs are exactly the source's doubles
  cost_output_usd REAL,         -- US dollars for output
  cost_total_usd REAL,          -- US dollars for this node alone
  cost_subtree_total_usd REAL,  -- US dollars for the node and all below it, as given
  cost_cache_hits INTEGER,      -- answers that came from a cache
  cost_cache_savings_usd REAL   -- US dollars that those saved
);
INSERT INTO tree_nodes VALUES(2,'tree-12345678','task-a1b2c3d4',NULL,0,'parallel','summarize',4,'slice','retrieved_documents',5000,5,5000,1500,NULL,NULL,NULL,0.06500000000000000222,NULL,NULL,NULL);
INSERT INTO tree_nodes VALUES(3,'tree-12345678','task-b2c3d4e5','task-0001',1,NULL,NULL,10,'filtered','parent_result',2000,5,2000,800,NULL,NULL,NULL,0.028000000000000000582,NULL,NULL,NULL);
INSERT INTO tree_nodes VALUES(4,'tree-12345678','task-c3d4e5f6','task-0001',1,NULL,NULL,10,'filtered','parent_result',2000,5,1000,600,NULL,NULL,NULL,0.016000000000000000333,NULL,NULL,NULL);
INSERT INTO tree_nodes VALUES(5,'tree-9f8e7d6c','task-0f1e2d3c',NULL,0,'map-reduce','summarize',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO tree_nodes VALUES(6,'tree-9f8e7d6c','task-bc778c77','task-0004',1,NULL,NULL,10,'full','file:docs/api/api-0.md',3000,5,3000,400,NULL,NULL,NULL,0.014999999999999999444,NULL,NULL,NULL);
INSERT INTO tree_nodes VALUES(7,'tree-9f8e7d6c','task-a3f4e213','task-0004',1,NULL,NULL,10,'full','file:docs/api/api-1.md',3000,5,3000,401,NULL,NULL,NULL,0.016000000000000000333,NULL,NULL,NULL);
INSERT INTO tree_nodes VALUES(8,'tree-9f8e7d6c','task-74947c99','task-0004',1,NULL,NULL,10,'full','file:docs/api/api-2.md',3000,5,3000,402,NULL,NULL,NULL,0.017000000000000001221,NULL,NULL,NULL);
INSERT INTO tree_nodes VALUES(9,'tree-9f8e7d6c','task-307e2134','task-0004',1,NULL,NULL,10,'full','file:docs/api/api-3.md',3000,5,3000,403,NULL,NULL,NULL,0.017999999999999998639,NULL,NULL,NULL);
INSERT INTO tree_nodes VALUES(10,'tree-9f8e7d6c','task-a0e02e95','task-0004',1,NULL,NULL,10,'full','file:docs/api/api-4.md',3000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO tree_nodes VALUES(11,'tree-9f8e7d6c','task-bf5d6baf','task-0004',1,NULL,NULL,10,'full','file:docs/api/api-5.md',3000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO tree_nodes VALUES(12,'tree-9f8e7d6c','task-127eaa9d','task-0004',1,'sequential','concatenate',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO tree_nodes VALUES(13,'tree-00c0ffee','task-deadbeef',NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE tree_documents (
  -- One row a tree.json or node file: what it holds besides its nodes. Export puts the nodes back in.
  id INTEGER PRIMARY KEY,      -- inside id
  source_path TEXT NOT NULL,   -- the identity of a source: its place in the home project, else its real path
  import_id INTEGER NOT NULL REFERENCES imports (id),  -- import that last wrote it
  kind TEXT NOT NULL,          -- tree-json: a tree; node-json: one node, with or without those below it
  tree_id TEXT NOT NULL,       -- the tree it is of
  outline TEXT,                -- the document as compact JSON: "root_task" stands as {}, "nodes" as []; NULL: a node
  -- What its metadata says of the whole tree, as given; NULL: nothing.
  version TEXT AS (json_extract(outline, '$.version')),  -- of the format, "1.0.0"
  root_prompt TEXT AS (json_extract(outline, '$.metadata.root_prompt')),  -- what the tree was asked
  max_depth INTEGER AS (json_extract(outline, '$.metadata.max_depth')),  -- deepest level reached
  total_nodes INTEGER AS (json_extract(outline, '$.metadata.total_nodes')),  -- nodes of the tree
  completed_nodes INTEGER AS (json_extract(outline, '$.metadata.completed_nodes')),  -- of them completed
  failed_nodes INTEGER AS (json_extract(outline, '$.metadata.failed_nodes')),  -- of them failed
  total_cost_usd REAL AS (json_extract(outline, '$.metadata.total_cost_usd')),  -- US dollars of all nodes
  total_tokens INTEGER AS (json_extract(outline, '$.metadata.total_tokens')),  -- tokens of all nodes
  execution_mode TEXT AS (json_extract(outline, '$.metadata.execution_mode')),  -- strict, seeded, logged, default
  session_id TEXT AS (json_extract(outline, '$.metadata.session_id')),  -- groups trees
  created_at TEXT AS (json_extract(outline, '$.metadata.created_at')),  -- times are the source's own text
  completed_at TEXT AS (json_extract(outline, '$.metadata.completed_at')),  -- NULL: not completed, or not given
  duration_ms INTEGER AS (json_extract(outline, '$.metadata.duration_ms')),  -- milliseconds
  CHECK (kind = 'tree-json' OR kind = 'node-json')
);
CREATE TABLE document_nodes (
  -- One row a node of a document, as the document has it. It counts as it stands while the task says what it said then;
  -- after that, an export takes every member that differs from the task.
  id INTEGER PRIMARY KEY,       -- inside id
  document_id INTEGER NOT NULL REFERENCES tree_documents (id) ON DELETE CASCADE,  -- the document it stands in
  position INTEGER NOT NULL,    -- order in the document, parents before children
  level INTEGER NOT NULL,       -- nodes that enclose it in the document
  task_id INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,  -- the task that the node is
  task_version INTEGER NOT NULL,  -- tasks.version when it was imported: an import asks whether rlmdb changed it since
  task_digest BLOB NOT NULL,    -- XXH3-128 of what the task said of a node's members then; empty: not known
  node_id TEXT NOT NULL,        -- "task-a1b2c3d4", as given
  json TEXT NOT NULL,           -- the node as compact JSON; nodes inside its "children" are left out, which stands as []
  CHECK (json_valid(json))
);
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
INSERT INTO variables VALUES(1,2,NULL,'Final',0,'Identified 3 security risks with mitigations',NULL,NULL,'text',NULL,NULL,'2026-01-20T09:02:00.002Z',NULL,NULL,NULL,NULL,NULL,6,NULL,NULL);
INSERT INTO variables VALUES(2,2,NULL,'prompt',1,'Analyze security risks in the authentication module',NULL,NULL,'text',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,7,NULL,NULL);
INSERT INTO variables VALUES(3,2,NULL,'security_risks',2,'file:.aiwg/rlm/trees/tree-12345678/variables/security_risks.json',NULL,NULL,'file_path',NULL,NULL,'2026-01-20T09:02:00.001Z',NULL,NULL,NULL,NULL,NULL,6,NULL,NULL);
INSERT INTO variables VALUES(4,2,NULL,'risk_count',3,'160','json',NULL,'number',NULL,NULL,'2026-01-20T09:02:00.001Z',NULL,NULL,NULL,NULL,NULL,6,NULL,NULL);
INSERT INTO variables VALUES(5,5,NULL,'Final',0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO variables VALUES(6,5,NULL,'prompt',1,'Summarize key points from all API documentation files',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO variables VALUES(7,5,NULL,'doc_index',2,'file:.aiwg/rlm/trees/tree-9f8e7d6c/variables/doc_index.json',NULL,NULL,'file_path',NULL,NULL,'2026-02-09T10:00:00.000Z',NULL,NULL,NULL,NULL,NULL,6,NULL,NULL);
INSERT INTO variables VALUES(8,10,NULL,'partial_notes',0,'["GET /search","POST /search"]','json',NULL,'object',NULL,NULL,'2026-02-09T10:02:30.521Z',NULL,NULL,NULL,NULL,NULL,6,NULL,NULL);
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
CREATE TABLE value_files (
  -- One row a file that has, or had, a copy of a variable's value, where legacy programs look for large values. The value
  -- itself is in its row of variables; a project's tasks.json and state.json say "file:" and the place instead.
  place TEXT PRIMARY KEY,       -- its path from the project's root, ".aiwg/rlm/trees/ID/variables/NAME.json"
  owner_id INTEGER NOT NULL,    -- tasks.id or states.id of the variable's owner, which may be gone
  name TEXT,                    -- the variable; NULL: it has no file any more, and what rlmdb wrote there is to go
  sha256 TEXT                   -- of the bytes that the file was given last, hex; empty: it is to get its first; NULL: only
                                -- an export writes it
) WITHOUT ROWID;
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
INSERT INTO task_checkpoints VALUES(1,2,0,'ckpt-1768899600000','before_decomposition','.aiwg/rlm/trees/tree-12345678/checkpoints/ckpt-1768899600000.json',NULL,NULL,8,NULL);
INSERT INTO task_checkpoints VALUES(2,2,1,'ckpt-1768899720001','pre_final_answer','.aiwg/rlm/trees/tree-12345678/checkpoints/ckpt-1768899720001.json',NULL,NULL,8,NULL);
INSERT INTO task_checkpoints VALUES(3,5,0,'ckpt-1770631200000','after_retrieval','.aiwg/rlm/trees/tree-9f8e7d6c/checkpoints/ckpt-1770631200000.json',NULL,NULL,8,NULL);
INSERT INTO task_checkpoints VALUES(4,5,1,'ckpt-1770631411522','auto_1','.aiwg/rlm/trees/tree-9f8e7d6c/checkpoints/ckpt-1770631411522.json',NULL,NULL,8,NULL);
INSERT INTO task_checkpoints VALUES(5,5,2,'ckpt-1770631471523','auto_2','.aiwg/rlm/trees/tree-9f8e7d6c/checkpoints/ckpt-1770631471523.json',NULL,NULL,8,NULL);
INSERT INTO task_checkpoints VALUES(6,5,3,'ckpt-1770631531524','auto_3','.aiwg/rlm/trees/tree-9f8e7d6c/checkpoints/ckpt-1770631531524.json',NULL,NULL,8,NULL);
INSERT INTO task_checkpoints VALUES(7,5,4,'ckpt-1770631591525','auto_4','.aiwg/rlm/trees/tree-9f8e7d6c/checkpoints/ckpt-1770631591525.json',NULL,NULL,8,NULL);
INSERT INTO task_checkpoints VALUES(8,5,5,'ckpt-1770631651526','auto_5','.aiwg/rlm/trees/tree-9f8e7d6c/checkpoints/ckpt-1770631651526.json',NULL,NULL,8,NULL);
INSERT INTO task_checkpoints VALUES(9,5,6,'ckpt-1770631711527','auto_6','.aiwg/rlm/trees/tree-9f8e7d6c/checkpoints/ckpt-1770631711527.json',NULL,NULL,8,NULL);
INSERT INTO task_checkpoints VALUES(10,5,7,'ckpt-1770631771528','auto_7','.aiwg/rlm/trees/tree-9f8e7d6c/checkpoints/ckpt-1770631771528.json',NULL,NULL,8,NULL);
INSERT INTO task_checkpoints VALUES(11,5,8,'ckpt-1770631831529','auto_8','.aiwg/rlm/trees/tree-9f8e7d6c/checkpoints/ckpt-1770631831529.json',NULL,NULL,8,NULL);
INSERT INTO task_checkpoints VALUES(12,5,9,'ckpt-1770631891530','auto_9','.aiwg/rlm/trees/tree-9f8e7d6c/checkpoints/ckpt-1770631891530.json',NULL,NULL,8,NULL);
INSERT INTO task_checkpoints VALUES(13,5,10,'ckpt-1770631951531','auto_10','.aiwg/rlm/trees/tree-9f8e7d6c/checkpoints/ckpt-1770631951531.json',NULL,NULL,8,NULL);
INSERT INTO task_checkpoints VALUES(14,5,11,'ckpt-1770632011532','auto_11','.aiwg/rlm/trees/tree-9f8e7d6c/checkpoints/ckpt-1770632011532.json',NULL,NULL,8,NULL);
INSERT INTO task_checkpoints VALUES(15,5,12,'ckpt-1770632071533','auto_12','.aiwg/rlm/trees/tree-9f8e7d6c/checkpoints/ckpt-1770632071533.json',NULL,NULL,8,NULL);
INSERT INTO task_checkpoints VALUES(16,10,0,'ckpt-1770631350521','halfway','.aiwg/rlm/trees/tree-9f8e7d6c/checkpoints/ckpt-1770631350521.json',NULL,NULL,8,NULL);
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
CREATE TABLE loops (
  -- One row a loop state document. Its id is one of the numbers of tasks.id.
  id INTEGER PRIMARY KEY,       -- inside id; never a task's
  place TEXT NOT NULL,          -- its path from the project's root, ".aiwg/ralph/loops/ID/state.json"
  family TEXT NOT NULL,         -- ralph, or ralph-external
  loop_id TEXT NOT NULL,        -- what it goes by: its directory's name, else the id it gives itself
  is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1)),  -- 1: it lies in an archive
  source_path TEXT,             -- what its file is known as (imports.source_path); NULL: made here
  import_id INTEGER REFERENCES imports (id),  -- import that last wrote it; NULL: made here
  version INTEGER NOT NULL DEFAULT 1,  -- raised by every change rlmdb makes
  source_version INTEGER,       -- value of version at its last import
  last_event_seq INTEGER,       -- events.seq of its newest event; NULL: none of its own
  outline TEXT NOT NULL,        -- the document as compact JSON; a list whose entries are rows stands as []
  -- What the document says, as given; of a member's spellings the first that is there. NULL: nothing.
  status TEXT AS (coalesce(json_extract(outline, '$.status'), json_extract(outline, '$.loop_status'),
    json_extract(outline, '$.loopStatus'))),  -- the source's own word
  state TEXT AS (CASE replace(replace(lower(trim(status)), ' ', '_'), '-', '_') WHEN 'running' THEN 'running'
    WHEN 'in_progress' THEN 'running' WHEN 'inprogress' THEN 'running' WHEN 'active' THEN 'running'
    WHEN 'started' THEN 'running' WHEN 'starting' THEN 'running' WHEN 'working' THEN 'running'
    WHEN 'executing' THEN 'running' WHEN 'iterating' THEN 'running' WHEN 'processing' THEN 'running'
    WHEN 'ongoing' THEN 'running' WHEN 'initialized' THEN 'running' WHEN 'initializing' THEN 'running'
    WHEN 'pending' THEN 'running' WHEN 'ready' THEN 'running' WHEN 'resumed' THEN 'running'
    WHEN 'retrying' THEN 'running' WHEN 'paused' THEN 'paused' WHEN 'waiting' THEN 'paused'
    WHEN 'on_hold' THEN 'paused' WHEN 'suspended' THEN 'paused' WHEN 'blocked' THEN 'paused'
    WHEN 'stalled' THEN 'paused' WHEN 'stopped' THEN 'paused' WHEN 'halted' THEN 'paused' WHEN 'idle' THEN 'paused'
    WHEN 'escalated' THEN 'paused' WHEN 'completing' THEN 'completing' WHEN 'verifying' THEN 'completing'
    WHEN 'validating' THEN 'completing' WHEN 'finishing' THEN 'completing' WHEN 'finalizing' THEN 'completing'
    WHEN 'completed' THEN 'completed' WHEN 'complete' THEN 'completed' WHEN 'success' THEN 'completed'
    WHEN 'successful' THEN 'completed' WHEN 'succeeded' THEN 'completed' WHEN 'done' THEN 'completed'
    WHEN 'finished' THEN 'completed' WHEN 'passed' THEN 'completed' WHEN 'converged' THEN 'completed'
    WHEN 'closed' THEN 'completed' WHEN 'failed' THEN 'failed' WHEN 'failure' THEN 'failed' WHEN 'fail' THEN 'failed'
    WHEN 'error' THEN 'failed' WHEN 'errored' THEN 'failed' WHEN 'max_iterations' THEN 'failed'
    WHEN 'max_iterations_reached' THEN 'failed' WHEN 'timeout' THEN 'failed' WHEN 'timed_out' THEN 'failed'
    WHEN 'exhausted' THEN 'failed' WHEN 'aborted' THEN 'aborted' WHEN 'abort' THEN 'aborted'
    WHEN 'cancelled' THEN 'aborted' WHEN 'canceled' THEN 'aborted' WHEN 'terminated' THEN 'aborted'
    WHEN 'abandoned' THEN 'aborted' WHEN 'superseded' THEN 'aborted' WHEN 'crashed' THEN 'crashed'
    WHEN 'crash' THEN 'crashed' WHEN 'interrupted' THEN 'crashed' WHEN 'killed' THEN 'crashed'
    WHEN 'died' THEN 'crashed' WHEN 'recovering' THEN 'recovering' WHEN 'recovery' THEN 'recovering'
    WHEN 'restoring' THEN 'recovering'
    ELSE CASE WHEN coalesce(json_extract(outline, '$.completed'), json_extract(outline, '$.is_completed'),
      json_extract(outline, '$.isCompleted')) IS 1 THEN 'completed'
    ELSE CASE coalesce(json_extract(outline, '$.active'), json_extract(outline, '$.is_active'),
      json_extract(outline, '$.isActive')) WHEN 0 THEN 'aborted' WHEN 1 THEN 'running'
    ELSE CASE WHEN finished_at IS NULL THEN 'running' ELSE 'completed' END END END END),  -- running, paused, completing, completed, failed, aborted, crashed, recovering: what status means
  task TEXT AS (coalesce(json_extract(outline, '$.task'), json_extract(outline, '$.objective'),
    json_extract(outline, '$.task_description'), json_extract(outline, '$.goal'), json_extract(outline, '$.prompt'),
    json_extract(outline, '$.description'))),  -- what it is to do
  completion_criteria TEXT AS (coalesce(json_extract(outline, '$.completion_criteria'),
    json_extract(outline, '$.completion'), json_extract(outline, '$.completionCriteria'),
    json_extract(outline, '$.success_criteria'), json_extract(outline, '$.successCriteria'),
    json_extract(outline, '$.criteria'))),  -- when it is done; of a list its JSON
  iteration INTEGER AS (coalesce(json_extract(outline, '$.iteration'), json_extract(outline, '$.currentIteration'),
    json_extract(outline, '$.current_iteration'), json_extract(outline, '$.iteration_count'),
    json_extract(outline, '$.iterationCount'), json_extract(outline, '$.iterations_completed'),
    json_extract(outline, '$.progress.current_iteration'),
    json_extract(outline, '$.progress.iteration'))),  -- the newest
  max_iterations INTEGER AS (coalesce(json_extract(outline, '$.configuration.max_iterations'),
    json_extract(outline, '$.max_iterations'), json_extract(outline, '$.maxIterations'),
    json_extract(outline, '$.configuration.maxIterations'), json_extract(outline, '$.config.max_iterations'),
    json_extract(outline, '$.config.maxIterations'), json_extract(outline, '$.iteration_limit'),
    json_extract(outline, '$.progress.max_iterations'))),  -- after which it ends
  started_at TEXT AS (coalesce(json_extract(outline, '$.started_at'), json_extract(outline, '$.startTime'),
    json_extract(outline, '$.startedAt'), json_extract(outline, '$.start_time'), json_extract(outline, '$.created_at'),
    json_extract(outline, '$.createdAt'))),  -- times are the source's own text
  last_updated TEXT AS (coalesce(json_extract(outline, '$.last_updated'), json_extract(outline, '$.lastUpdate'),
    json_extract(outline, '$.lastUpdated'), json_extract(outline, '$.updated_at'), json_extract(outline, '$.updatedAt'),
    json_extract(outline, '$.last_update'))),  -- of the last change
  finished_at TEXT AS (coalesce(json_extract(outline, '$.completed_at'), json_extract(outline, '$.endTime'),
    json_extract(outline, '$.completedAt'), json_extract(outline, '$.ended_at'), json_extract(outline, '$.endedAt'),
    json_extract(outline, '$.end_time'), json_extract(outline, '$.finished_at'),
    json_extract(outline, '$.finishedAt'))),  -- NULL: not finished
  best_iteration INTEGER AS (json_extract(outline, '$.best_iteration.iteration')),  -- of best_iteration: its number,
  best_quality_score REAL AS (json_extract(outline, '$.best_iteration.quality_score')),  -- 0 to 100,
  best_snapshot_path TEXT AS (json_extract(outline, '$.best_iteration.snapshot_path')),  -- where its files are,
  best_updated_at TEXT AS (json_extract(outline, '$.best_iteration.updated_at')),  -- when it became the best,
  best_selection_reason TEXT AS (json_extract(outline, '$.best_iteration.selection_reason')),  -- and why
  reinforcement_level TEXT AS (coalesce(json_extract(outline, '$.reinforcement_level'),
    'MINIMAL')),                -- OFF, MINIMAL, STANDARD, AGGRESSIVE, ADAPTIVE; of a document without: MINIMAL
  recovery_attempts INTEGER AS (coalesce(json_extract(outline, '$.recovery_attempts'),
    json_extract(outline, '$.recoveryAttempts'))),  -- how often recovery was called for
  detection_enabled INTEGER AS (json_extract(outline, '$.detection_enabled')),  -- 1: regressions are looked for
  baseline_captured_at TEXT AS (
    json_extract(outline, '$.baseline_metrics.captured_at')),  -- of baseline_metrics, the project at its start: when,
  baseline_test_count INTEGER AS (json_extract(outline, '$.baseline_metrics.test_count')),  -- tests,
  baseline_coverage_percentage REAL AS (
    json_extract(outline, '$.baseline_metrics.coverage_percentage')),  -- of the code that they reach,
  baseline_typescript_errors INTEGER AS (
    json_extract(outline, '$.baseline_metrics.typescript_errors')),  -- errors of the TypeScript compiler,
  baseline_lint_errors INTEGER AS (json_extract(outline, '$.baseline_metrics.lint_errors')),  -- of the linter,
  baseline_lint_warnings INTEGER AS (json_extract(outline, '$.baseline_metrics.lint_warnings')),  -- its warnings,
  baseline_file_count INTEGER AS (json_extract(outline, '$.baseline_metrics.file_count')),  -- files,
  baseline_lines_of_code INTEGER AS (json_extract(outline, '$.baseline_metrics.lines_of_code')),  -- lines,
  baseline_custom_metrics TEXT AS (
    json_extract(outline, '$.baseline_metrics.custom_metrics')),  -- and its own measures, a JSON object
  detection_latency_p95_ms INTEGER AS (
    json_extract(outline, '$.persistence_metrics.detection_latency_p95_ms')),  -- of persistence_metrics, milliseconds,
  detection_latency_p99_ms INTEGER AS (
    json_extract(outline, '$.persistence_metrics.detection_latency_p99_ms')),  -- milliseconds,
  integration_overhead_percentage REAL AS (
    json_extract(outline, '$.persistence_metrics.integration_overhead_percentage')),  -- of an iteration's time,
  false_positive_rate REAL AS (json_extract(outline, '$.persistence_metrics.false_positive_rate')),  -- 0 to 1,
  true_positive_count INTEGER AS (
    json_extract(outline, '$.persistence_metrics.true_positive_count')),  -- patterns that were some,
  false_positive_count INTEGER AS (
    json_extract(outline, '$.persistence_metrics.false_positive_count')),  -- and that were none
  CHECK (family = 'ralph' OR family = 'ralph-external')
);
CREATE TABLE loop_iterations (
  -- One row an entry of a loop's iteration_history, or of its iterations.
  id INTEGER PRIMARY KEY,       -- inside id
  loop INTEGER NOT NULL REFERENCES loops (id) ON DELETE CASCADE,  -- the loop
  list TEXT NOT NULL,           -- the member it stands in: iteration_history, iterations
  position INTEGER NOT NULL,    -- index in the list
  json TEXT NOT NULL,           -- the entry as compact JSON
  -- What it says, as given; NULL: nothing.
  iteration INTEGER AS (coalesce(json_extract(json, '$.iteration'), json_extract(json, '$.number'),
    json_extract(json, '$.iteration_number'), json_extract(json, '$.iterationNumber'),
    json_extract(json, '$.n'))),  -- 1 and up
  timestamp TEXT AS (coalesce(json_extract(json, '$.timestamp'), json_extract(json, '$.completed_at'),
    json_extract(json, '$.completedAt'), json_extract(json, '$.ended_at'), json_extract(json, '$.endTime'),
    json_extract(json, '$.finished_at'), json_extract(json, '$.started_at'), json_extract(json, '$.startedAt'),
    json_extract(json, '$.date'))),  -- when it ended
  quality_score REAL AS (coalesce(json_extract(json, '$.quality_score'), json_extract(json, '$.qualityScore'),
    json_extract(json, '$.score'), json_extract(json, '$.quality'))),  -- 0 to 100
  quality_delta REAL AS (json_extract(json, '$.quality_delta')),  -- against the one before
  validation REAL AS (
    json_extract(json, '$.quality_breakdown.validation')),  -- of quality_breakdown, 0 to 100, weighs 30 per cent
  completeness REAL AS (json_extract(json, '$.quality_breakdown.completeness')),  -- 25 per cent
  correctness REAL AS (json_extract(json, '$.quality_breakdown.correctness')),  -- 25 per cent
  readability REAL AS (json_extract(json, '$.quality_breakdown.readability')),  -- 10 per cent
  efficiency REAL AS (json_extract(json, '$.quality_breakdown.efficiency')),  -- 10 per cent
  snapshot_path TEXT AS (json_extract(json, '$.snapshot_path')),  -- where its files are
  tests_total INTEGER AS (json_extract(json, '$.test_results.total')),  -- of test_results
  tests_passed INTEGER AS (json_extract(json, '$.test_results.passed')),  -- of test_results
  tests_failed INTEGER AS (json_extract(json, '$.test_results.failed')),  -- of test_results
  tests_skipped INTEGER AS (json_extract(json, '$.test_results.skipped')),  -- of test_results
  tests_coverage REAL AS (json_extract(json, '$.test_results.coverage')),  -- of test_results, per cent
  test_count INTEGER AS (json_extract(json, '$.metrics_snapshot.test_count')),  -- of metrics_snapshot
  coverage_percentage REAL AS (json_extract(json, '$.metrics_snapshot.coverage_percentage')),  -- of metrics_snapshot
  typescript_errors INTEGER AS (json_extract(json, '$.metrics_snapshot.typescript_errors')),  -- of metrics_snapshot
  lint_errors INTEGER AS (json_extract(json, '$.metrics_snapshot.lint_errors')),  -- of metrics_snapshot
  regression_detected INTEGER AS (coalesce(json_extract(json, '$.regression_detected'), 0)),  -- 0 or 1, never NULL
  recovery_attempted INTEGER AS (coalesce(json_extract(json, '$.recovery_attempted'), 0)),  -- 0 or 1, never NULL
  CHECK (list = 'iteration_history' OR list = 'iterations')
);
CREATE TABLE loop_regressions (
  -- One row a regression event of a loop.
  id INTEGER PRIMARY KEY,       -- inside id
  loop INTEGER NOT NULL REFERENCES loops (id) ON DELETE CASCADE,  -- the loop
  position INTEGER NOT NULL,    -- index in regression_events
  json TEXT NOT NULL,           -- the entry as compact JSON
  -- What it says, as given; NULL: nothing.
  event_id TEXT AS (json_extract(json, '$.event_id')),  -- a UUID; other text is met
  timestamp TEXT AS (json_extract(json, '$.timestamp')),  -- when it was found
  iteration INTEGER AS (json_extract(json, '$.iteration')),  -- in which
  regression_type TEXT AS (
    json_extract(json, '$.regression_type')),  -- test_deletion, test_skipping, feature_removal, coverage_regression,
                                -- validation_bypass, assertion_weakening, error_suppression
  severity TEXT AS (json_extract(json, '$.severity')),  -- critical, high, medium, low
  baseline_value TEXT AS (
    json_extract(json, '$.details.baseline_value')),  -- of details; JSON where it is an object or array
  current_value TEXT AS (json_extract(json, '$.details.current_value')),  -- of details
  recovery_protocol_invoked INTEGER AS (
    coalesce(json_extract(json, '$.recovery_protocol_invoked'), 0)),  -- 0 or 1, never NULL
  recovery_outcome TEXT AS (json_extract(json, '$.recovery_outcome')),  -- success, failed, escalated, skipped
  human_gate_invoked INTEGER AS (coalesce(json_extract(json, '$.human_gate_invoked'), 0)),  -- 0 or 1, never NULL
  human_decision TEXT AS (json_extract(json, '$.human_decision'))  -- approve, reject, abort
);
CREATE TABLE loop_reinforcements (
  -- One row a change of a loop's reinforcement level.
  id INTEGER PRIMARY KEY,       -- inside id
  loop INTEGER NOT NULL REFERENCES loops (id) ON DELETE CASCADE,  -- the loop
  position INTEGER NOT NULL,    -- index in reinforcement_history
  json TEXT NOT NULL,           -- the entry as compact JSON
  -- What it says, as given; NULL: nothing.
  timestamp TEXT AS (json_extract(json, '$.timestamp')),  -- when
  iteration INTEGER AS (json_extract(json, '$.iteration')),  -- in which
  from_level TEXT AS (json_extract(json, '$.from_level')),  -- as loops.reinforcement_level
  to_level TEXT AS (json_extract(json, '$.to_level')),  -- as loops.reinforcement_level
  reason TEXT AS (json_extract(json, '$.reason'))  -- for people
);
CREATE TABLE loop_recoveries (
  -- One row a recovery attempt of a loop; its steps are in recovery_steps.
  id INTEGER PRIMARY KEY,       -- inside id
  loop INTEGER NOT NULL REFERENCES loops (id) ON DELETE CASCADE,  -- the loop
  position INTEGER NOT NULL,    -- index in recovery_history
  json TEXT NOT NULL,           -- the entry as compact JSON
  -- What it says, as given; NULL: nothing.
  recovery_id TEXT AS (json_extract(json, '$.recovery_id')),  -- a UUID; other text is met
  timestamp TEXT AS (json_extract(json, '$.timestamp')),  -- when it began
  iteration INTEGER AS (json_extract(json, '$.iteration')),  -- in which
  trigger_reason TEXT AS (json_extract(json, '$.trigger')),  -- its "trigger"
  root_cause TEXT AS (json_extract(json, '$.protocol_steps.diagnose.root_cause')),  -- of protocol_steps.diagnose
  confidence REAL AS (json_extract(json, '$.protocol_steps.diagnose.confidence')),  -- of protocol_steps.diagnose, 0 to 1
  strategy TEXT AS (json_extract(json, '$.protocol_steps.adapt.strategy')),  -- of protocol_steps.adapt
  retry_iteration INTEGER AS (json_extract(json, '$.protocol_steps.retry.retry_iteration')),  -- of protocol_steps.retry
  outcome TEXT AS (json_extract(json, '$.outcome'))  -- success, failed, escalated, aborted
);
CREATE TABLE loop_patterns (
  -- One row a detected pattern of a loop.
  id INTEGER PRIMARY KEY,       -- inside id
  loop INTEGER NOT NULL REFERENCES loops (id) ON DELETE CASCADE,  -- the loop
  position INTEGER NOT NULL,    -- index in detected_patterns
  json TEXT NOT NULL,           -- the entry as compact JSON
  -- What it says, as given; NULL: nothing.
  pattern_id TEXT AS (json_extract(json, '$.pattern_id')),  -- "LP-001"
  pattern_name TEXT AS (json_extract(json, '$.pattern_name')),  -- for people
  iteration INTEGER AS (json_extract(json, '$.iteration')),  -- in which
  timestamp TEXT AS (json_extract(json, '$.timestamp')),  -- when
  severity TEXT AS (json_extract(json, '$.severity')),  -- critical, high, medium, low
  false_positive INTEGER AS (
    coalesce(json_extract(json, '$.false_positive'), 0))  -- 1: a person says that it is none; else 0
);
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
INSERT INTO imports VALUES(1,'/project/.aiwg/daemon/tasks.json','tasks-json',16153,'c3b7efc57d6f527a4160df4b6faa5189dc3b05d51171336a297789840b461a64','c3b7efc57d6f527a4160df4b6faa5189dc3b05d51171336a297789840b461a64','identical','{"version":1,"updatedAt":"2026-02-09T10:14:31.534Z","tasks":[]}',13,13,0,0,0,0,0,0,'2026-11-29T16:00:43.061Z','0.1.0','2026-11-29T15:31:24.280Z');
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
CREATE TABLE import_losses (
  -- What JSON's own reading drops, kept as the source spells it.
  id INTEGER PRIMARY KEY,        -- in the order of the source
  import_id INTEGER NOT NULL REFERENCES imports (id),  -- the import that met it
  byte_offset INTEGER NOT NULL,  -- of the lost text in the source
  json_pointer TEXT NOT NULL,    -- RFC 6901 pointer of the lost text in the source
  code TEXT NOT NULL,            -- duplicate_member, duplicate_id, repeated_tasks, invalid_utf8
  raw BLOB NOT NULL              -- the source's bytes
);
CREATE TABLE reissued_ids (
  -- One row a record that --merge kept beside another one of the same store id, which the legacy store had issued twice.
  legacy_id TEXT NOT NULL,       -- its store id in the sources
  created_at TEXT NOT NULL,      -- as it gives it: that tells the two apart
  task_id INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,  -- the task that it is here, with a store id of its own
  PRIMARY KEY (legacy_id, created_at)
) WITHOUT ROWID;
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
CREATE TABLE events (
  -- One row a change, written in the transaction that made it. Order is seq, never a clock.
  seq INTEGER PRIMARY KEY,       -- ascends without regard to clocks
  at TEXT NOT NULL,              -- UTC, milliseconds
  actor TEXT NOT NULL,           -- who wrote it: the name of an owner
  kind TEXT NOT NULL,            -- import:finished; task:created, task:started…
  task_id INTEGER,               -- tasks.id; NULL where the event is about no single task
  state_id INTEGER,              -- states.id; NULL where the event is about no state document
  loop_id INTEGER,               -- loops.id; NULL where the event is about no loop
  tree_id TEXT,                  -- NULL where the event is about no tree
  import_id INTEGER REFERENCES imports (id),  -- NULL where no import caused it
  old_state TEXT,                -- tasks.state before; NULL: no change of state
  new_state TEXT,                -- tasks.state after
  token INTEGER,                 -- fencing token of the claim that allowed it; NULL: none
  reason TEXT,                   -- why, where the kind does not say it: lease_expired, attempts_exhausted
  prev_seq INTEGER,              -- seq of its owner's event before this one; NULL: there is none
  node_id TEXT,                  -- of a state document: the node whose worker changed it; NULL: not known, or about another
  CHECK ((task_id IS NOT NULL) + (state_id IS NOT NULL) + (loop_id IS NOT NULL) < 2)
);
INSERT INTO events VALUES(1,'2026-11-29T16:00:43.061Z','anna','import:finished',NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE event_changes (
  -- The previous value of every member that an event changed, so that any earlier record can be rebuilt.
  event_seq INTEGER NOT NULL REFERENCES events (seq),  -- the event that made the change
  owner_id INTEGER NOT NULL,     -- tasks.id, states.id or loops.id, which share their numbers
  member TEXT NOT NULL,          -- JSON pointer inside the record, "/state"
  old_form TEXT,                 -- NULL: old_value is the value; length: it grew, old_value is its earlier length in bytes;
                                 -- content: old_value is contents.sha256 of the value
  old_value TEXT,                -- its JSON text before; NULL: it was absent
  PRIMARY KEY (event_seq, owner_id, member),
  CHECK (old_form = 'length' OR old_form = 'content')
) WITHOUT ROWID;
CREATE TABLE grids (
  -- One row a `.grid` directory: a mission.
  id INTEGER PRIMARY KEY,       -- inside id
  place TEXT NOT NULL UNIQUE,   -- from the project's root, ".grid": where an export writes it, and what it goes by
  source_path TEXT UNIQUE,      -- the directory that it came from, or is written back to, as in imports; NULL: neither
  write_through INTEGER NOT NULL DEFAULT 0 CHECK (write_through IN (0, 1)),  -- 1: a change here is written back at once
  version INTEGER NOT NULL DEFAULT 1  -- raised by every change of a file of it
);
CREATE TABLE grid_files (
  -- One row a file that such a directory has, or had.
  id INTEGER PRIMARY KEY,       -- inside id
  grid_id INTEGER NOT NULL REFERENCES grids (id),  -- its directory
  name TEXT NOT NULL,           -- its path in there, "phases/01-foundation/01-SUMMARY.md"
  kind TEXT NOT NULL,           -- what it is by its name
  agreed_sha256 TEXT,           -- of its bytes, hex, when the directory and the database last agreed; NULL: the directory had none
  UNIQUE (grid_id, name),
  CHECK (kind IN ('state', 'checkpoint', 'warmth', 'decisions', 'blockers', 'scratchpad', 'plan-summary', 'plan',
    'phase-plan', 'summary', 'other'))
);
CREATE TABLE grid_versions (
  -- One row a text that a file had; the newest one is the file. Only its time is ever changed: a change is a new row.
  id INTEGER PRIMARY KEY,       -- ascends
  file_id INTEGER NOT NULL REFERENCES grid_files (id),  -- whose
  event_seq INTEGER NOT NULL,   -- events.seq of what wrote it; the event itself may be gone by now
  import_id INTEGER REFERENCES imports (id),  -- import that brought it; NULL: it was written here
  at TEXT NOT NULL,             -- when that was, UTC, milliseconds
  text,                         -- its bytes, as TEXT or, where they are no UTF-8, BLOB; NULL: the file was removed
  sha256 TEXT,                  -- of its bytes, hex; NULL: the file was removed
  document TEXT,                -- what the text says, compact JSON; NULL: nothing that is read, or it cannot be
  modified_ns INTEGER NOT NULL, -- when the file was last written, ns since 1970; an export gives its file that time
  utc_offset_minutes INTEGER,   -- of its times that name no zone: that of the process which imported it; NULL: of none, UTC
  CHECK ((text IS NULL) = (sha256 IS NULL) AND (text IS NOT NULL OR document IS NULL)),
  CHECK (document IS NULL OR json_type(document) = 'object')
);
CREATE TABLE source_texts (
  -- One row a file that is not written as an export writes by itself. What a document says stands in other
  -- rows; from here come the bytes around it: white space, escapes, members that a later one of that name replaced.
  id INTEGER PRIMARY KEY,       -- inside id
  source_path TEXT NOT NULL,    -- the identity of a source: its place in the home project, else its real path
  import_id INTEGER NOT NULL REFERENCES imports (id),  -- import that last wrote it
  style TEXT NOT NULL,          -- JSON object of the writer's habits: prefix, newline, indent, colon, separator, suffix, ascii
  packed BLOB,                  -- the whole file, gzip; NULL: the style gives its bytes, or the file is larger than 1 MiB
  CHECK (json_valid(style))
);
CREATE TABLE source_records (
  -- One row a record of a tasks.json that the style of its file does not give back: how it stands there. Its values come
  -- from other rows, as those of a document do.
  task_id INTEGER PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,  -- the task that the record became
  text TEXT NOT NULL            -- the record's bytes in the file
);
CREATE TABLE holds (
  -- One row an owner who keeps queued tasks for himself: one lease for all of them, so that extending it is one row.
  id INTEGER PRIMARY KEY,       -- inside id
  owner TEXT NOT NULL,          -- a name
  owner_host TEXT,              --   on which host,
  owner_boot_id TEXT,           --   in which boot of it,
  owner_pid INTEGER,            --   and for which process, whose end ends the hold; NULL: its lease alone does
  owner_start_ticks INTEGER,    --   its start time in clock ticks since boot
  owner_pid_namespace INTEGER,  --   and its pid namespace (inode)
  lease_expires_at TEXT NOT NULL  -- UTC; anybody may claim the tasks after it
);
CREATE TABLE held_tasks (
  -- One row a queued task that is held. Beside tasks, because a change of a row there writes its prompt again.
  task_id INTEGER PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,     -- the task
  hold_id INTEGER NOT NULL REFERENCES holds (id) ON DELETE CASCADE        -- by whom it is held
);
ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 VALUES('tasks','tasks_by_state','1048576 200000 10 1');
CREATE UNIQUE INDEX layouts_by_members ON layouts (level, members);
CREATE UNIQUE INDEX contents_by_sha256 ON contents (sha256);
CREATE UNIQUE INDEX tasks_by_legacy_id ON tasks (legacy_id);
CREATE INDEX tasks_by_position ON tasks (position) WHERE position IS NOT NULL;
CREATE INDEX tasks_by_turn ON tasks (state, blocked_by IS NOT NULL OR not_before IS NOT NULL,
  CASE WHEN state = 'running' THEN lease_expires_at WHEN not_before IS NOT NULL THEN not_before ELSE coalesce(priority, 0) END,
  id DESC, agent)
WHERE state IS NOT 'completed';
CREATE INDEX tasks_by_blocker ON tasks (blocked_by) WHERE blocked_by IS NOT NULL;
CREATE INDEX output_chunks_by_task ON output_chunks (task_id, id);
CREATE INDEX requests_by_time ON requests (at);
CREATE TRIGGER tasks_finish_unblocks AFTER UPDATE OF state ON tasks
WHEN new.state = 'completed' OR new.state = 'cancelled' BEGIN
  -- What waited for this task is looked at again.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by = new.id;
END
;
CREATE TRIGGER tasks_change_unblocks AFTER UPDATE OF state, residue ON tasks
WHEN new.blocked_by IS NOT NULL AND (new.state IS NOT old.state OR new.residue IS NOT old.residue) BEGIN
  -- The task may depend on others now (residue holds metadata.depends_on), or is not queued any more.
  UPDATE tasks SET blocked_by = NULL WHERE id = new.id;
END
;
CREATE TRIGGER tasks_rename_unblocks AFTER UPDATE OF id, legacy_id, position ON tasks
WHEN (new.position IS NOT old.position OR new.legacy_id IS NOT old.legacy_id OR new.id <> old.id)
  AND EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- Another order, or another task that a node or a dependency names.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL;
END
;
CREATE TRIGGER tasks_delete_unblocks AFTER DELETE ON tasks
WHEN EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- What waited for this task is looked at again, and its tree where the node is still there.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by = old.id;
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL AND EXISTS (
    SELECT 1 FROM tree_nodes n JOIN tree_nodes o ON o.tree_id = n.tree_id
    WHERE n.task_id = tasks.id AND o.task_id = old.id);
END
;
CREATE VIEW task_outputs AS
  -- One row a task: its whole output, folded or still in chunks. NULL: none was ever set.
SELECT id AS task_id, legacy_id, CASE WHEN NOT EXISTS (SELECT 1 FROM output_chunks c WHERE c.task_id = tasks.id)
  THEN output ELSE coalesce(output, '') || (
    SELECT group_concat(chunk, '') FROM (
      SELECT chunk FROM output_chunks c WHERE c.task_id = tasks.id ORDER BY c.id)) END AS output
FROM tasks
;
CREATE INDEX tree_nodes_by_tree ON tree_nodes (tree_id, parent_ref);
CREATE UNIQUE INDEX tree_documents_by_source ON tree_documents (source_path);
CREATE INDEX tree_documents_by_tree ON tree_documents (tree_id);
CREATE UNIQUE INDEX document_nodes_by_document ON document_nodes (document_id, position);
CREATE INDEX document_nodes_by_task ON document_nodes (task_id);
CREATE INDEX document_nodes_by_node ON document_nodes (node_id);
CREATE TRIGGER tree_nodes_add_unblocks AFTER INSERT ON tree_nodes
WHEN EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) AND (
  EXISTS (SELECT 1 FROM tasks p JOIN tree_nodes n ON n.task_id = p.id
    WHERE p.legacy_id = new.parent_ref AND n.decomposition_strategy = 'map-reduce')
  OR EXISTS (SELECT 1 FROM document_nodes d JOIN tree_nodes n ON n.task_id = d.task_id
    WHERE d.node_id = new.parent_ref AND n.decomposition_strategy = 'map-reduce')
  OR EXISTS (SELECT 1 FROM tree_nodes WHERE tree_id = new.tree_id
    AND parent_ref = coalesce((SELECT legacy_id FROM tasks WHERE id = new.task_id), new.node_id))) BEGIN
  -- Of the children of a map-reduce parent the last waits for the others, and now another one may be the last. A node
  -- whose children were there first may close a cycle, which is cut somewhere.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL AND id IN (
    SELECT task_id FROM tree_nodes WHERE tree_id = new.tree_id);
END
;
CREATE TRIGGER tree_nodes_move_unblocks
AFTER UPDATE OF task_id, tree_id, node_id, parent_ref, decomposition_strategy ON tree_nodes
WHEN EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- Another shape of the tree: all its waiting nodes are looked at again.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL AND (id = old.task_id OR EXISTS (
    SELECT 1 FROM tree_nodes n WHERE n.task_id = tasks.id AND (n.tree_id = old.tree_id OR n.tree_id = new.tree_id)));
END
;
CREATE TRIGGER tree_nodes_delete_unblocks AFTER DELETE ON tree_nodes
WHEN EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- Another shape of the tree: all its waiting nodes are looked at again.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL AND (id = old.task_id OR EXISTS (
    SELECT 1 FROM tree_nodes n WHERE n.task_id = tasks.id AND n.tree_id = old.tree_id));
END
;
CREATE TRIGGER document_nodes_delete AFTER DELETE ON document_nodes BEGIN
  -- A document whose last node went with its tasks goes too.
  DELETE FROM tree_documents WHERE id = old.document_id
    AND NOT EXISTS (SELECT 1 FROM document_nodes WHERE document_id = old.document_id);
END
;
CREATE TRIGGER document_nodes_add_unblocks AFTER INSERT ON document_nodes
WHEN EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- Another node may be the parent that a node without a store id names.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL;
END
;
CREATE TRIGGER document_nodes_move_unblocks AFTER UPDATE OF task_id, node_id ON document_nodes
WHEN EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- Another node may be the parent that a node without a store id names.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL;
END
;
CREATE TRIGGER document_nodes_delete_unblocks AFTER DELETE ON document_nodes
WHEN EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- Another node may be the parent that a node without a store id names.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL;
END
;
CREATE VIEW node_parents AS
  -- One row a node: the task that its parent_ref names. The ids of its own tree come first: a task elsewhere may have
  -- a store id that is a node id here.
SELECT n.task_id AS task_id, coalesce(
  (SELECT p.id FROM tasks p JOIN tree_nodes m ON m.task_id = p.id
   WHERE p.legacy_id = n.parent_ref AND m.tree_id = n.tree_id),
  (SELECT d.task_id FROM document_nodes d JOIN tree_nodes p ON p.task_id = d.task_id
   WHERE d.node_id = n.parent_ref AND p.tree_id = n.tree_id LIMIT 1),
  (SELECT p.id FROM tasks p WHERE p.legacy_id = n.parent_ref)) AS parent_task_id
FROM tree_nodes n
;
CREATE VIEW node_details AS
  -- One row a node: its members that have no column in tasks and tree_nodes. NULL: not given.
SELECT p.task_id AS task_id, p.tree_id AS tree_id, p.node_id AS node_id, p.document_node_id AS document_node_id,
  json_extract(p.context, '$.filters.relevance_threshold') AS context_relevance_threshold,
  json_extract(p.context, '$.filters.date_range.start') AS context_date_start,
  json_extract(p.context, '$.filters.date_range.end') AS context_date_end,
  json_extract(p.result, '$.status') AS result_status, json_extract(p.result, '$.output_type') AS result_output_type,
  json_extract(p.result, '$.confidence') AS result_confidence,
  json_extract(p.result, '$.metadata.model_used') AS result_model_used,
  json_extract(p.result, '$.metadata.temperature') AS result_temperature,
  json_extract(p.result, '$.metadata.seed') AS result_seed,
  json_extract(p.result, '$.metadata.finish_reason') AS result_finish_reason,
  json_extract(p.execution_config, '$.model') AS exec_model,
  json_extract(p.execution_config, '$.temperature') AS exec_temperature,
  json_extract(p.execution_config, '$.seed') AS exec_seed,
  json_extract(p.execution_config, '$.max_tokens') AS exec_max_tokens,
  json_extract(p.execution_config, '$.timeout_ms') AS exec_timeout_ms,
  json_extract(p.execution_config, '$.retry_policy.max_retries') AS exec_max_retries,
  json_extract(p.execution_config, '$.retry_policy.backoff_ms') AS exec_backoff_ms,
  json_extract(p.execution_config, '$.cache_policy.enabled') AS exec_cache_enabled,
  json_extract(p.execution_config, '$.cache_policy.ttl_seconds') AS exec_cache_ttl_seconds,
  (SELECT coalesce(CASE WHEN json_extract(d.json, '$.timestamps.started_at') IS t.started_at
      AND json_extract(d.json, '$.timestamps.completed_at') IS t.completed_at
      THEN json_extract(d.json, '$.timestamps.duration_ms') END, max(0, t.completed_at_ms - t.started_at_ms))
   FROM task_times t LEFT JOIN document_nodes d ON d.id = p.document_node_id WHERE t.id = p.task_id) AS duration_ms
FROM node_parts p
;
CREATE VIEW context_documents AS
  -- One row a document in the context of a node, as given; position: its index in the list.
SELECT p.task_id AS task_id, d.key AS position, json_extract(d.value, '$.doc_id') AS doc_id,
  json_extract(d.value, '$.source') AS source, json_extract(d.value, '$.relevance_score') AS relevance_score,
  json_extract(d.value, '$.excerpt') AS excerpt, json_extract(d.value, '$.chunk_ids') AS chunk_ids
FROM node_parts p, json_each(p.context, '$.documents') d WHERE d.type = 'object'
;
CREATE VIEW context_file_patterns AS
  -- One row a file pattern in the filters of a node's context.
SELECT p.task_id AS task_id, f.key AS position, f.value AS pattern
FROM node_parts p, json_each(p.context, '$.filters.file_patterns') f
;
CREATE VIEW result_errors AS
  -- One row an error in the result of a node, as given; code: a name for programs.
SELECT p.task_id AS task_id, e.key AS position, json_extract(e.value, '$.message') AS message,
  json_extract(e.value, '$.code') AS code, json_extract(e.value, '$.timestamp') AS timestamp
FROM node_parts p, json_each(p.result, '$.errors') e WHERE e.type = 'object'
;
CREATE VIEW result_artifacts AS
  -- One row a file that a node's result names, as given.
SELECT p.task_id AS task_id, a.key AS position, json_extract(a.value, '$.path') AS path,
  json_extract(a.value, '$.type') AS type, json_extract(a.value, '$.description') AS description
FROM node_parts p, json_each(p.result, '$.artifacts') a WHERE a.type = 'object'
;
CREATE VIEW trees AS
  -- One row a tree: what its document says of it, and its settings. How far it is: tree_progress. Where no document says
  -- it, the prompt is that of the first root, and the times are those of the nodes; NULL: not all have ended.
SELECT g.tree_id AS tree_id, g.nodes AS nodes, coalesce(d.root_prompt, (
    SELECT t.prompt FROM tree_nodes r JOIN tasks t ON t.id = r.task_id
    WHERE r.tree_id = g.tree_id AND r.parent_ref IS NULL ORDER BY coalesce(t.position, t.id) LIMIT 1)) AS prompt,
  coalesce(s.execution_mode, d.execution_mode) AS execution_mode,
  coalesce(s.session_id, d.session_id) AS session_id, coalesce(d.created_at, (
    SELECT t.created_at FROM tree_nodes r JOIN tasks t ON t.id = r.task_id
    WHERE r.tree_id = g.tree_id AND t.created_at_ms IS NOT NULL ORDER BY t.created_at_ms LIMIT 1)) AS created_at,
  coalesce(d.completed_at, CASE WHEN g.open = 0 THEN g.ended_at END) AS completed_at,
  coalesce(d.duration_ms, CASE WHEN g.open = 0 THEN g.ended_ms - (SELECT min(t.created_at_ms)
    FROM tree_nodes r JOIN tasks t ON t.id = r.task_id WHERE r.tree_id = g.tree_id) END) AS duration_ms,
  s.budget_usd AS budget_usd,
  s.limit_max_depth AS limit_max_depth, s.limit_max_children AS limit_max_children,
  s.limit_max_nodes AS limit_max_nodes, s.limit_max_context_tokens AS limit_max_context_tokens,
  s.limit_timeout_ms AS limit_timeout_ms, s.limit_action AS limit_action
FROM (SELECT n.tree_id AS tree_id, count(*) AS nodes, sum(t.state NOT IN ('completed', 'cancelled')) AS open,
    max(t.completed_at_ms) AS ended_ms, t.completed_at AS ended_at
  FROM tree_nodes n JOIN task_times t ON t.id = n.task_id WHERE n.tree_id IS NOT NULL GROUP BY n.tree_id) g
  LEFT JOIN tree_settings s ON s.tree_id = g.tree_id
  LEFT JOIN tree_documents d ON d.id = (SELECT e.id FROM tree_documents e
    WHERE e.tree_id = g.tree_id AND e.kind = 'tree-json' ORDER BY e.import_id DESC, e.id LIMIT 1)
;
CREATE VIEW incomplete_trees AS
  -- Trees that still have work: some node is neither completed nor cancelled.
SELECT n.tree_id AS tree_id, count(*) AS total,
  sum(t.state IS 'completed') AS done,
  sum(t.state IS NOT 'completed' AND t.state IS NOT 'cancelled') AS pending
FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
WHERE n.tree_id IS NOT NULL
GROUP BY n.tree_id
HAVING sum(t.state IS NOT 'completed' AND t.state IS NOT 'cancelled') > 0
;
CREATE UNIQUE INDEX variables_by_task ON variables (task_id, name);
CREATE UNIQUE INDEX variables_by_state ON variables (state_id, name) WHERE state_id IS NOT NULL;
CREATE INDEX variables_by_content ON variables (content_id) WHERE content_id IS NOT NULL;
CREATE UNIQUE INDEX states_by_name ON states (scope, name);
CREATE UNIQUE INDEX states_by_source ON states (source_path) WHERE source_path IS NOT NULL;
CREATE UNIQUE INDEX state_mutations_by_state ON state_mutations (state_id, position);
CREATE INDEX value_files_by_owner ON value_files (owner_id);
CREATE INDEX value_files_to_go ON value_files (place) WHERE name IS NULL;
CREATE TRIGGER value_files_of_task AFTER DELETE ON tasks BEGIN
  -- The variable goes with its owner, its file afterwards.
  UPDATE value_files SET name = NULL WHERE owner_id = old.id;
END
;
CREATE TRIGGER value_files_of_state AFTER DELETE ON states BEGIN
  -- The variable goes with its owner, its file afterwards.
  UPDATE value_files SET name = NULL WHERE owner_id = old.id;
END
;
CREATE VIEW variable_values AS
  -- One row a variable of a task or a state document with its value, wherever that is kept.
  -- value: its JSON text where value_type is json, else the text itself.
SELECT v.id AS id, v.task_id AS task_id, v.state_id AS state_id, v.name AS name, v.type AS type,
  coalesce(v.value, c.body) AS value, v.value_type AS value_type
FROM variables v LEFT JOIN contents c ON c.id = v.content_id
;
CREATE INDEX task_checkpoints_by_task ON task_checkpoints (task_id, position);
CREATE INDEX task_checkpoints_by_checkpoint ON task_checkpoints (checkpoint_id);
CREATE INDEX snapshots_by_owner ON snapshots (scope, owner);
CREATE INDEX snapshots_by_checkpoint ON snapshots (checkpoint_id);
CREATE INDEX snapshots_by_tree ON snapshots (tree_id, last_used_at) WHERE tree_id IS NOT NULL;
CREATE UNIQUE INDEX snapshots_by_source ON snapshots (source_path) WHERE source_path IS NOT NULL;
CREATE TRIGGER snapshots_repeat BEFORE UPDATE ON snapshots
WHEN old.outline IS NOT NULL AND new.outline IS old.outline AND new.import_id IS old.import_id
  AND (new.checkpoint_id, new.name, new.timestamp, new.description)
    IS NOT (old.checkpoint_id, old.name, old.timestamp, old.description) BEGIN
  -- Of an imported checkpoint the outline is the data.
  SELECT RAISE(ABORT, 'these columns repeat snapshots.outline, which is to be changed with them');
END
;
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
    AND s.scope = o.scope AND s.owner = o.name)
;
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
  ORDER BY is_held DESC, is_chosen DESC, position IS NULL DESC, position DESC, id DESC LIMIT 1)
;
CREATE UNIQUE INDEX loops_by_place ON loops (place);
CREATE INDEX loops_by_loop ON loops (loop_id);
CREATE UNIQUE INDEX loops_by_source ON loops (source_path) WHERE source_path IS NOT NULL;
CREATE UNIQUE INDEX loop_iterations_by_loop ON loop_iterations (loop, list, position);
CREATE UNIQUE INDEX loop_regressions_by_loop ON loop_regressions (loop, position);
CREATE UNIQUE INDEX loop_reinforcements_by_loop ON loop_reinforcements (loop, position);
CREATE UNIQUE INDEX loop_recoveries_by_loop ON loop_recoveries (loop, position);
CREATE UNIQUE INDEX loop_patterns_by_loop ON loop_patterns (loop, position);
CREATE VIEW iteration_artifacts AS
  -- One row a file that an iteration made or changed, as given; position: its index in the entry's artifacts.
SELECT i.loop AS loop, i.list AS list, i.position AS iteration_position, a.key AS position,
  json_extract(a.value, '$.path') AS path, json_extract(a.value, '$.hash') AS hash,
  json_extract(a.value, '$.size_bytes') AS size_bytes
FROM loop_iterations i, json_each(i.json, '$.artifacts') a WHERE a.type = 'object'
;
CREATE VIEW recovery_steps AS
  -- One row a step of a recovery attempt, as far as it came: pause, diagnose, adapt, retry, escalate.
SELECT r.loop AS loop, r.position AS recovery_position, s.key AS step,
  json_extract(s.value, '$.executed_at') AS executed_at, s.value AS details
FROM loop_recoveries r, json_each(r.json, '$.protocol_steps') s WHERE s.type = 'object'
;
CREATE VIEW loop_quality AS
  -- One row a recorded iteration: its score, beside the best so far.
SELECT o.id AS id, o.loop_id AS loop_id, i.iteration AS iteration, i.timestamp AS timestamp,
  i.quality_score AS quality_score, i.quality_delta AS quality_delta, i.validation AS validation,
  i.completeness AS completeness, i.correctness AS correctness, i.readability AS readability,
  i.efficiency AS efficiency,
  max(i.quality_score) OVER (PARTITION BY o.id, o.loop_id ORDER BY i.position) AS best_so_far
FROM loops o JOIN loop_iterations i ON i.loop = o.id AND i.list = 'iteration_history'
;
CREATE VIEW best_iterations AS
  -- One row a loop that has a best iteration: the one with the highest score, of equal ones the earliest. It need not
  -- be the last.
SELECT id, loop_id, best_iteration AS iteration, best_quality_score AS quality_score, best_snapshot_path AS snapshot_path,
  best_updated_at AS updated_at, best_selection_reason AS selection_reason
FROM loops WHERE best_iteration IS NOT NULL
;
CREATE VIEW open_regressions AS
  -- One row a regression that nothing has put right: no successful recovery, nobody skipped or approved it.
SELECT o.id AS id, o.loop_id AS loop_id, r.event_id AS event_id, r.iteration AS iteration, r.timestamp AS timestamp,
  r.regression_type AS regression_type, r.severity AS severity, r.baseline_value AS baseline_value,
  r.current_value AS current_value, r.recovery_outcome AS recovery_outcome, r.human_decision AS human_decision
FROM loops o JOIN loop_regressions r ON r.loop = o.id
WHERE r.recovery_outcome IS NOT 'success' AND r.recovery_outcome IS NOT 'skipped' AND r.human_decision IS NOT 'approve'
;
CREATE VIEW baseline_metrics AS
  -- One row a loop that has a baseline: the project at its start.
SELECT id, loop_id, baseline_captured_at AS captured_at, baseline_test_count AS test_count,
  baseline_coverage_percentage AS coverage_percentage, baseline_typescript_errors AS typescript_errors,
  baseline_lint_errors AS lint_errors, baseline_lint_warnings AS lint_warnings, baseline_file_count AS file_count,
  baseline_lines_of_code AS lines_of_code, baseline_custom_metrics AS custom_metrics
FROM loops WHERE baseline_captured_at IS NOT NULL
;
CREATE UNIQUE INDEX workflow_checkpoints_by_source ON workflow_checkpoints (source_path) WHERE source_path IS NOT NULL;
CREATE INDEX workflow_checkpoints_by_owner ON workflow_checkpoints (owner, created_at);
CREATE INDEX workflow_checkpoints_by_checkpoint ON workflow_checkpoints (checkpoint_id) WHERE checkpoint_id IS NOT NULL;
CREATE INDEX workflow_checkpoints_by_content ON workflow_checkpoints (content_id) WHERE content_id IS NOT NULL;
CREATE INDEX workflow_artifacts_by_content ON workflow_artifacts (content_id) WHERE content_id IS NOT NULL;
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
END
;
CREATE TRIGGER workflow_artifacts_repeat BEFORE UPDATE OF path, hash, status ON workflow_artifacts BEGIN
  -- As above.
  SELECT RAISE(ABORT, 'these columns repeat the document of the checkpoint; rlmdb checkpoint create takes another');
END
;
CREATE TRIGGER workflow_states_repeat BEFORE UPDATE ON workflow_states
WHEN new.checkpoint = old.checkpoint AND (new.phase, new.step, new.iteration, new.variables, new.agent_state)
    IS NOT (old.phase, old.step, old.iteration, old.variables, old.agent_state) BEGIN
  -- A workflow goes on with what its checkpoint says.
  SELECT RAISE(ABORT, 'these columns repeat the checkpoint that was restored; rlmdb checkpoint restore sets them');
END
;
CREATE INDEX imports_by_source ON imports (source_path, id);
CREATE INDEX imports_by_sha256 ON imports (sha256);
CREATE INDEX import_rejects_by_import ON import_rejects (import_id);
CREATE INDEX import_losses_by_import ON import_losses (import_id);
CREATE INDEX reissued_ids_by_task ON reissued_ids (task_id);
CREATE UNIQUE INDEX files_by_source ON files (source_path);
CREATE INDEX files_by_place ON files (place);
CREATE INDEX removed_sources_by_place ON removed_sources (substr(source_path, instr(source_path, '/.aiwg/') + 1));
CREATE INDEX events_of_checkpoints ON events (task_id, at) WHERE kind = 'checkpoint:created';
CREATE INDEX events_of_trees ON events (tree_id) WHERE task_id IS NULL AND tree_id IS NOT NULL;
CREATE INDEX grid_versions_by_file ON grid_versions (file_id, id);
CREATE INDEX grid_versions_by_event ON grid_versions (event_seq);
CREATE TRIGGER grid_versions_stay
BEFORE UPDATE OF file_id, event_seq, import_id, at, text, sha256, document, utc_offset_minutes ON grid_versions
WHEN new.text IS old.text OR new.sha256 IS old.sha256 BEGIN
  -- The text is the data, and the rest of the row repeats it.
  SELECT RAISE(ABORT, 'a version of a file is never changed; rlmdb grid writes a new one');
END
;
CREATE VIEW grid_current AS
  -- One row a file as it is now.
SELECT g.place AS grid,         -- grids.place
  f.name,                       -- grid_files.name
  f.kind,                       -- grid_files.kind
  v.text,                       -- its bytes
  v.document,                   -- what they say, JSON; NULL: nothing that is read, or it cannot be
  strftime('%Y-%m-%dT%H:%M:%fZ', v.modified_ns / 1e9, 'unixepoch') AS modified_at,  -- when it was last written, UTC
  v.event_seq,                  -- events.seq of what wrote it
  v.import_id                   -- import that brought it; NULL: it was written here
FROM grids g JOIN grid_files f ON f.grid_id = g.id
JOIN grid_versions v ON v.id = (SELECT max(id) FROM grid_versions w WHERE w.file_id = f.id)
WHERE v.text IS NOT NULL
;
CREATE VIEW missions AS
  -- Where each mission stands, as its STATE.md says; every member as given, NULL where it gives none.
SELECT g.place AS grid,         -- grids.place
  json_extract(c.document, '$.cluster') AS cluster,         -- its name
  json_extract(c.document, '$.session_id') AS session_id,   -- of the session that worked last
  json_extract(c.document, '$.status') AS status,           -- active, checkpoint, interrupted, completed, failed
  json_extract(c.document, '$.position.phase') AS phase,              -- current phase,
  json_extract(c.document, '$.position.phase_total') AS phase_total,  -- of so many,
  json_extract(c.document, '$.position.phase_name') AS phase_name,    -- and its name
  json_extract(c.document, '$.position.block') AS block,              -- current block, as text,
  json_extract(c.document, '$.position.block_total') AS block_total,  -- of so many
  json_extract(c.document, '$.position.wave') AS wave,                -- current wave,
  json_extract(c.document, '$.position.wave_total') AS wave_total,    -- of so many
  json_extract(c.document, '$.position.thread') AS thread,            -- current thread, as text,
  json_extract(c.document, '$.position.thread_total') AS thread_total,  -- of so many,
  json_extract(c.document, '$.position.thread_name') AS thread_name,  -- and its name
  json_extract(c.document, '$.progress_percent') AS progress_percent, -- 0 to 100
  json_extract(c.document, '$.energy_remaining') AS energy_remaining, -- what is left of the budget
  json_extract(c.document, '$.mode') AS mode,               -- autopilot, guided, hands_on
  json_extract(c.document, '$.error') AS error,             -- of a failed mission
  json_extract(c.document, '$.last_checkpoint') AS last_checkpoint,   -- path of a file
  json_extract(c.document, '$.created_at') AS created_at,   -- times are the text's own
  json_extract(c.document, '$.updated_at') AS updated_at,   -- of the last change
  (SELECT s.modified_at FROM grid_current s WHERE s.grid = g.place AND s.name = 'SCRATCHPAD.md')
    AS heartbeat_at,            -- when the scratchpad was last written, UTC: the heartbeat of a session
  c.text IS NOT NULL AND c.document IS NULL AS is_broken,   -- 1: STATE.md cannot be read
  g.version                     -- grids.version
FROM grids g LEFT JOIN grid_files f ON f.grid_id = g.id AND f.name = 'STATE.md'
LEFT JOIN grid_versions c ON c.id = (SELECT max(w.id) FROM grid_versions w WHERE w.file_id = f.id)
;
CREATE VIEW grid_checkpoints AS
  -- One row a checkpoint that was ever written, the newest last.
SELECT g.place AS grid,         -- grids.place
  f.name,                       -- of its file
  v.event_seq,                  -- events.seq of what wrote it: `rlmdb grid restore --at` takes it
  v.at,                         -- when it came in or was written here, UTC
  v.id = (SELECT max(id) FROM grid_versions w WHERE w.file_id = f.id) AS is_current,  -- 1: it is what the file says now
  json_extract(v.document, '$.type') AS type,               -- human_verify, human_action, decision, session_death, failure
  json_extract(v.document, '$.timestamp') AS timestamp,     -- when it was taken, as given
  coalesce(json_extract(v.document, '$.expires'), json_extract(v.document, '$.expires_at')) AS expires,  -- NULL: never
  json_extract(v.document, '$.cluster') AS cluster,         -- of the mission
  json_extract(v.document, '$.block') AS block,             -- where it was taken: block, as text,
  json_extract(v.document, '$.wave') AS wave,               -- wave,
  json_extract(v.document, '$.thread') AS thread,           -- thread, as text,
  json_extract(v.document, '$.thread_name') AS thread_name, -- and its name
  json_extract(v.document, '$.progress.blocks_complete') AS blocks_complete,    -- of the mission,
  json_extract(v.document, '$.progress.blocks_total') AS blocks_total,          -- of so many
  json_extract(v.document, '$.progress.threads_complete') AS threads_complete,  -- of the block,
  json_extract(v.document, '$.progress.threads_total') AS threads_total,        -- of so many
  json_extract(v.document, '$.awaiting') AS awaiting,       -- what a person has to do
  json_extract(v.document, '$.user_response') AS user_response,  -- what that person said
  json_extract(v.document, '$.checkpoint_details') AS details,   -- by its type, JSON
  json_extract(v.document, '$.warmth') AS warmth,           -- what was learned, JSON lists by category
  json_extract(v.document, '$.error') AS error              -- of a failure
FROM grids g JOIN grid_files f ON f.grid_id = g.id JOIN grid_versions v ON v.file_id = f.id
WHERE f.kind = 'checkpoint' AND v.text IS NOT NULL
;
CREATE VIEW grid_threads AS
  -- One row a thread that a checkpoint file speaks of now.
SELECT c.grid,                  -- grids.place
  c.name AS file,               -- which says it
  'completed' AS list,          -- completed, current, pending
  json_extract(t.value, '$.id') AS id,            -- "02.1"
  json_extract(t.value, '$.name') AS name,        -- what it is
  json_extract(t.value, '$.status') AS status,    -- complete, partial, in_progress, pending
  json_extract(t.value, '$.commit') AS hash,      -- of its commit, as text; NULL: none
  json_extract(t.value, '$.files') AS files,      -- JSON list of paths
  NULL AS partial_work          -- of an interrupted one: what it did so far, JSON
FROM grid_current c JOIN json_each(c.document, '$.completed_threads') t WHERE c.kind = 'checkpoint' AND t.type = 'object'
UNION ALL
SELECT c.grid, c.name, 'current', json_extract(c.document, '$.current_thread.id'),
  json_extract(c.document, '$.current_thread.name'), json_extract(c.document, '$.current_thread.status'), NULL, NULL,
  json_extract(c.document, '$.current_thread.partial_work')
FROM grid_current c WHERE c.kind = 'checkpoint' AND json_type(c.document, '$.current_thread') = 'object'
UNION ALL
SELECT c.grid, c.name, 'pending', json_extract(t.value, '$.id'), json_extract(t.value, '$.name'),
  json_extract(t.value, '$.status'), NULL, NULL, NULL
FROM grid_current c JOIN json_each(c.document, '$.pending_threads') t WHERE c.kind = 'checkpoint' AND t.type = 'object'
;
CREATE VIEW grid_blocks AS
  -- One row a block that has a summary: the work that is done.
SELECT c.grid,                  -- grids.place
  c.name AS file,               -- the summary
  json_extract(c.document, '$.block') AS block,   -- as text
  json_extract(c.document, '$.cluster') AS cluster,         -- of the mission
  json_extract(c.document, '$.status') AS status, -- complete, partial
  json_extract(c.document, '$.completed_at') AS completed_at,  -- as given
  json_extract(c.document, '$.lessons_learned') AS lessons_learned  -- JSON lists by category
FROM grid_current c WHERE c.kind = 'summary' AND c.document IS NOT NULL
;
CREATE VIEW grid_commits AS
  -- One row a commit that a summary claims.
SELECT c.grid,                  -- grids.place
  c.name AS file,               -- the summary
  json_extract(c.document, '$.block') AS block,   -- as text
  CASE t.type WHEN 'object' THEN json_extract(t.value, '$.hash') ELSE t.value END AS hash,  -- as text
  CASE t.type WHEN 'object' THEN json_extract(t.value, '$.message') END AS message,  -- its subject
  CASE t.type WHEN 'object' THEN json_extract(t.value, '$.files') END AS files  -- JSON list of paths
FROM grid_current c JOIN json_each(c.document, '$.commits') t WHERE c.kind = 'summary' AND t.type IN ('object', 'text')
;
CREATE VIEW grid_artifacts AS
  -- One row a file that a summary says was made.
SELECT c.grid,  -- grids.place
  c.name AS file,  -- the summary
  json_extract(c.document, '$.block') AS block,  -- as text
  CASE t.type WHEN 'object' THEN json_extract(t.value, '$.path') ELSE t.value END AS path,  -- from the project's root
  CASE t.type WHEN 'object' THEN json_extract(t.value, '$.lines') END AS lines,  -- how many it had
  CASE t.type WHEN 'object' THEN json_extract(t.value, '$.verified') END AS verified  -- 1: somebody looked at it
FROM grid_current c JOIN json_each(c.document, '$.artifacts_created') t WHERE c.kind = 'summary' AND t.type IN ('object', 'text')
;
CREATE VIEW grid_warmth AS
  -- What was learned: one row an item of WARMTH.md.
SELECT c.grid,                  -- grids.place
  m.key AS category,            -- codebase_patterns, gotchas, user_preferences, decisions_made, almost_did, fragile_areas
  t.key + 1 AS position,        -- in its category, from 1
  t.atom AS item                -- the text
FROM grid_current c JOIN json_each(c.document) m
JOIN json_each(CASE m.type WHEN 'array' THEN m.value ELSE '[]' END) t
WHERE c.kind = 'warmth' AND m.key <> 'accumulated_from'
;
CREATE VIEW grid_decisions AS
  -- What was decided: one row a decision of the user.
SELECT c.grid,                  -- grids.place
  json_extract(t.value, '$.number') AS number,    -- as text
  json_extract(t.value, '$.at') AS at,            -- when, as given
  json_extract(t.value, '$.question') AS question,  -- what was asked
  json_extract(t.value, '$.options') AS options,  -- JSON list of {key, text}
  json_extract(t.value, '$.choice') AS choice,    -- key of the one that was taken
  json_extract(t.value, '$.rationale') AS rationale,  -- why
  json_extract(t.value, '$.affects') AS affects   -- which blocks
FROM grid_current c JOIN json_each(c.document, '$.decisions') t WHERE c.kind = 'decisions'
;
CREATE VIEW grid_blockers AS
  -- What stood, or stands, in the way.
SELECT c.grid,                  -- grids.place
  json_extract(t.value, '$.number') AS number,    -- as text
  json_extract(t.value, '$.status') AS status,    -- active, resolved
  json_extract(t.value, '$.block') AS block,      -- where, as text,
  json_extract(t.value, '$.thread') AS thread,    -- and as text
  json_extract(t.value, '$.type') AS type,        -- dependency_missing, human_action_required…
  json_extract(t.value, '$.description') AS description,  -- what it is
  json_extract(t.value, '$.resolution') AS resolution,    -- what was done
  json_extract(t.value, '$.resolved_at') AS resolved_at,  -- when, as given
  json_extract(t.value, '$.waiting_for') AS waiting_for,  -- for whom or what
  json_extract(t.value, '$.created_at') AS created_at     -- when, as given
FROM grid_current c JOIN json_each(c.document, '$.blockers') t WHERE c.kind = 'blockers'
;
CREATE VIEW grid_plans AS
  -- One row a block that was planned.
SELECT c.grid,                  -- grids.place
  c.name AS file,               -- the plan
  json_extract(c.document, '$.block') AS block,   -- as text
  json_extract(c.document, '$.wave') AS wave,     -- in which it is done
  json_extract(c.document, '$.type') AS type,     -- auto…
  json_extract(c.document, '$.threads') AS threads,  -- JSON list of {id, name}
  EXISTS (SELECT 1 FROM grid_blocks b WHERE b.grid = c.grid
    AND CAST(b.block AS INTEGER) = CAST(json_extract(c.document, '$.block') AS INTEGER)) AS is_done  -- 1: it has a summary
FROM grid_current c WHERE c.kind = 'plan'
;
CREATE VIEW grid_open AS
  -- What is open: who or what each mission waits for, and the blocks that are still to be done.
SELECT grid,                    -- grids.place
  'checkpoint' AS kind,         -- checkpoint, blocker, plan
  name AS what,                 -- file or number
  coalesce(awaiting, type) AS text,  -- what has to happen
  block                         -- where, as text
FROM grid_checkpoints WHERE is_current AND user_response IS NULL
UNION ALL
SELECT grid, 'blocker', number, coalesce(waiting_for, description), block FROM grid_blockers WHERE status <> 'resolved'
UNION ALL
SELECT grid, 'plan', file, NULL, block FROM grid_plans WHERE NOT is_done
;
CREATE UNIQUE INDEX source_texts_by_source ON source_texts (source_path);
CREATE TRIGGER source_texts_of_tree_document AFTER DELETE ON tree_documents BEGIN
  -- The text goes with its document.
  DELETE FROM source_texts WHERE source_path = old.source_path;
END
;
CREATE TRIGGER source_texts_of_node AFTER DELETE ON document_nodes BEGIN
  -- What a node said goes with it; the habits stay.
  UPDATE source_texts SET packed = NULL
  WHERE source_path = (SELECT source_path FROM tree_documents WHERE id = old.document_id);
END
;
CREATE TRIGGER source_texts_of_state AFTER DELETE ON states BEGIN
  -- The text goes with its document.
  DELETE FROM source_texts WHERE source_path = old.source_path;
END
;
CREATE TRIGGER source_texts_of_snapshot AFTER DELETE ON snapshots BEGIN
  -- The text goes with its document.
  DELETE FROM source_texts WHERE source_path = old.source_path;
END
;
CREATE TRIGGER source_texts_of_loop AFTER DELETE ON loops BEGIN
  -- The text goes with its document.
  DELETE FROM source_texts WHERE source_path = old.source_path;
END
;
CREATE TRIGGER source_texts_of_workflow AFTER DELETE ON workflow_checkpoints BEGIN
  -- The text goes with its document.
  DELETE FROM source_texts WHERE source_path = old.source_path;
END
;
CREATE TRIGGER source_texts_of_file AFTER DELETE ON files BEGIN
  -- The text goes with its document.
  DELETE FROM source_texts WHERE source_path = old.source_path;
END
;
CREATE UNIQUE INDEX holds_by_owner ON holds (owner);
CREATE INDEX held_tasks_by_hold ON held_tasks (hold_id);
CREATE TRIGGER tasks_leave_hold AFTER UPDATE OF state ON tasks
WHEN new.state IS NOT 'queued' AND EXISTS (SELECT 1 FROM held_tasks WHERE task_id = new.id) BEGIN
  -- Only what is queued is held: it was started, or has ended.
  DELETE FROM held_tasks WHERE task_id = new.id;
END
;
CREATE INDEX tasks_by_backoff ON tasks (not_before) WHERE not_before IS NOT NULL AND is_scheduled IS NULL;
CREATE TRIGGER tasks_begin_unblocks AFTER UPDATE OF state ON tasks
WHEN (new.state = 'cancelled' OR (new.state = 'running' OR new.state = 'completed')
    AND old.state IS NOT 'running' AND old.state IS NOT 'completed')
  AND EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL)
  AND EXISTS (SELECT 1 FROM tree_nodes n JOIN tree_nodes c ON c.tree_id = n.tree_id
      AND c.parent_ref = coalesce(new.legacy_id, n.node_id) JOIN tasks t ON t.id = c.task_id
    WHERE n.task_id = new.id AND t.state IS NOT 'completed' AND t.state IS NOT 'cancelled') BEGIN
  -- A node was taken out of its turn, which what is below it has now; or it is cancelled, and does not depend on anything.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL AND id IN (
    SELECT o.task_id FROM tree_nodes n JOIN tree_nodes o ON o.tree_id = n.tree_id WHERE n.task_id = new.id);
END
;
CREATE TRIGGER tasks_depend_unblocks AFTER UPDATE OF residue ON tasks
WHEN instr(old.residue, 'depends_on') > 0 AND new.residue IS NOT old.residue
  AND EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- What is below it may not wait any more for what the node depended on.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL AND id IN (
    SELECT o.task_id FROM tree_nodes n JOIN tree_nodes o ON o.tree_id = n.tree_id WHERE n.task_id = new.id);
END
;
CREATE TRIGGER tasks_time_unblocks AFTER UPDATE OF state, not_before ON tasks
WHEN old.not_before IS NOT NULL AND (new.not_before IS NOT old.not_before OR new.state IS NOT old.state) BEGIN
  -- What is below a node that was scheduled waits for its time.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by = new.id;
END
;
CREATE TRIGGER tree_nodes_join_unblocks AFTER INSERT ON tree_nodes
WHEN EXISTS (SELECT 1 FROM tasks WHERE blocked_by = new.task_id) BEGIN
  -- A node above may depend on this one, which holds nothing up any more that is below that node.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL AND id IN (
    SELECT task_id FROM tree_nodes WHERE tree_id = new.tree_id);
END
;
CREATE VIEW open_dependencies AS
  -- One row a task that another one depends on (metadata.depends_on) and that is neither completed nor cancelled.
  -- position: its place in that list; depends_on: as it stands there; on_task_id: NULL where no task has that store id.
SELECT t.id AS task_id, j.id AS position, coalesce(d.legacy_id, j.value) AS depends_on, d.id AS on_task_id
FROM tasks t JOIN json_each(CASE WHEN instr(t.residue, 'depends_on') > 0 AND json_valid(t.residue) THEN t.residue ELSE '{}' END,
    '$.metadata.depends_on') j
  LEFT JOIN tasks d ON d.legacy_id = j.value
WHERE j.type <> 'null' AND d.state IS NOT 'completed' AND d.state IS NOT 'cancelled'
;
CREATE VIEW sibling_order AS
  -- One row a node that waits for a sibling before it: under a sequential or conditional parent for every one, as the
  -- last child of a map-reduce parent for all the others. blocked_by: store id of the first that is unfinished.
SELECT task_id, blocked_by FROM (
  SELECT n.task_id AS task_id, (
      SELECT coalesce(st.legacy_id, s.node_id) FROM tree_nodes s JOIN tasks st ON st.id = s.task_id
      WHERE s.tree_id = n.tree_id AND s.parent_ref = n.parent_ref
        AND coalesce(st.position, st.id) < coalesce(t.position, t.id)
        AND st.state IS NOT 'completed' AND st.state IS NOT 'cancelled'
      ORDER BY coalesce(st.position, st.id) LIMIT 1) AS blocked_by
  FROM tree_nodes n JOIN tasks t ON t.id = n.task_id JOIN node_parents u ON u.task_id = n.task_id
    JOIN tree_nodes p ON p.task_id = u.parent_task_id AND p.tree_id = n.tree_id
  WHERE p.decomposition_strategy IN ('sequential', 'conditional')
    OR (p.decomposition_strategy = 'map-reduce' AND NOT EXISTS (
      SELECT 1 FROM tree_nodes l JOIN tasks lt ON lt.id = l.task_id
      WHERE l.tree_id = n.tree_id AND l.parent_ref = n.parent_ref
        AND coalesce(lt.position, lt.id) > coalesce(t.position, t.id))))
WHERE blocked_by IS NOT NULL
;
CREATE VIEW turns AS
  -- One row a node whose turn has not come, which holds up all below it while it neither runs nor is completed.
  -- blocked_by: store id of the sibling before it, else, but of a cancelled one, of the first that it depends on and that
  -- is not below itself.
SELECT task_id, blocked_by FROM (
  SELECT n.task_id AS task_id, coalesce((SELECT o.blocked_by FROM sibling_order o WHERE o.task_id = n.task_id), (
      SELECT d.depends_on FROM open_dependencies d
      WHERE d.task_id = n.task_id AND t.state IS NOT 'cancelled' AND n.task_id NOT IN (
        WITH RECURSIVE above (task_id) AS (
          SELECT u.parent_task_id FROM node_parents u JOIN tree_nodes p ON p.task_id = u.parent_task_id
          WHERE u.task_id = d.on_task_id AND p.tree_id = n.tree_id
          UNION
          SELECT u.parent_task_id FROM above a JOIN node_parents u ON u.task_id = a.task_id
            JOIN tree_nodes p ON p.task_id = u.parent_task_id WHERE p.tree_id = n.tree_id)
        SELECT task_id FROM above)
      ORDER BY d.position LIMIT 1)) AS blocked_by
  FROM tree_nodes n JOIN tasks t ON t.id = n.task_id)
WHERE blocked_by IS NOT NULL
;
CREATE VIEW node_parts AS
  -- One row a node: the objects of it that have members without a column, as JSON. What its record says is a merge patch
  -- (RFC 7396) over what its tree's newest document says, and that over its node file. The result is that of the documents
  -- while its output is the task's, with the status and the error that the task has by now; a record's own where it is
  -- an object in the shape of a node's result, whatever word its status is. Another value that is no text is its JSON
  -- text. The end of a failed task is its error's time.
SELECT task_id, tree_id, node_id, document_node_id, context, execution_config,
  CASE WHEN said IS NOT NULL AND CASE result_type
      WHEN 'json' THEN coalesce(json_type(said, '$.output'), 'null') = 'null' AND json_type(result) <> 'object' OR json_extract(said, '$.output', '$.output') = '[' || result || ',' || result || ']'
        OR json_extract(said, '$.output_type') = 'json' AND json_extract(said, '$.output') = result
      ELSE coalesce(json_type(said, '$.output'), 'null') = 'null' OR json_extract(said, '$.output') IS result END
    THEN nullif(json_patch(json_patch(said, CASE WHEN has_said_state THEN '{}' ELSE json_object('status',
        CASE state WHEN 'completed' THEN 'success' WHEN 'failed' THEN 'failed' WHEN 'cancelled' THEN 'cancelled' END) END),
      CASE WHEN error IS NULL AND json_extract(said, '$.errors[0].message') IS NULL THEN '{}'
        WHEN EXISTS (SELECT 1 FROM json_each(said, '$.errors') e WHERE e.type = 'object' AND json_extract(e.value, '$.message') = error) THEN '{}'
        ELSE json_object('errors', json(CASE WHEN error IS NOT NULL THEN json_array(json_patch('{}',
          json_object('message', error, 'timestamp', CASE state WHEN 'failed' THEN completed_at END))) END)) END), '{}')
    WHEN result_type = 'json' AND json_valid(result) AND json_type(result) = 'object'
      AND (json_extract(result, '$.status') IN ('success', 'partial', 'failed', 'cancelled')
        OR (json_type(result, '$.status') = 'text' OR json_type(result, '$.status') IS NULL
            AND json_type(result, '$.output') = 'text')
          AND NOT EXISTS (SELECT 1 FROM json_each(result) m WHERE m.key NOT IN
            ('status', 'output', 'output_type', 'confidence', 'metadata', 'errors', 'artifacts')))
      THEN CASE WHEN state <> 'failed' OR error IS NULL OR (json_extract(result, '$.status') = 'failed'
          AND json_extract(result, '$.errors[#-1].message') IS error) THEN json(result)
        ELSE json_insert(json_set(result, '$.status', 'failed'), '$.errors[#]',
          json_patch('{}', json_object('message', error, 'timestamp', completed_at))) END
    ELSE nullif(json_patch('{}', json_object('status', CASE WHEN error IS NOT NULL OR result IS NOT NULL THEN
        CASE state WHEN 'completed' THEN 'success' WHEN 'failed' THEN 'failed' WHEN 'cancelled' THEN 'cancelled' END END,
      'output_type', CASE result_type WHEN 'json' THEN 'json' END, 'errors', json(CASE WHEN error IS NOT NULL THEN json_array(json_patch('{}', json_object('message', error,
        'timestamp', CASE state WHEN 'failed' THEN completed_at END))) END))), '{}') END AS result
FROM (
  SELECT n.task_id AS task_id, n.tree_id AS tree_id, n.node_id AS node_id, d.id AS document_node_id,
    t.state AS state, t.completed_at AS completed_at, t.result AS result, t.result_type AS result_type, t.error AS error,
    nullif(json_patch(json_patch(
        CASE WHEN json_type(f.json, '$.context') = 'object' THEN json_extract(f.json, '$.context') ELSE '{}' END,
        CASE WHEN json_type(d.json, '$.context') = 'object' THEN json_extract(d.json, '$.context') ELSE '{}' END),
      CASE WHEN json_valid(t.residue) THEN coalesce(json_extract(t.residue, '$.context'), '{}') ELSE '{}' END), '{}') AS context,
    nullif(json_patch(json_patch(
        CASE WHEN json_type(f.json, '$.execution_config') = 'object' THEN json_extract(f.json, '$.execution_config') ELSE '{}' END,
        CASE WHEN json_type(d.json, '$.execution_config') = 'object' THEN json_extract(d.json, '$.execution_config') ELSE '{}' END),
      CASE WHEN json_valid(t.residue) AND json_type(t.residue, '$.metadata.execution_config') = 'object'
        THEN json_extract(t.residue, '$.metadata.execution_config') ELSE '{}' END), '{}') AS execution_config,
    nullif(json_patch(
      CASE WHEN json_type(f.json, '$.result') = 'object' THEN json_extract(f.json, '$.result') ELSE '{}' END,
      CASE coalesce(json_type(d.json, '$.result'), 'null') WHEN 'object' THEN json_extract(d.json, '$.result')
        WHEN 'null' THEN '{}' ELSE NULL END), '{}') AS said,
    t.state = 'unknown' OR coalesce(nullif(json_extract(d.json, '$.status'), 'pending'), 'queued') = t.state
      OR d.task_version = t.version AND json_extract(d.json, '$.status') NOT IN
        ('pending', 'queued', 'running', 'completed', 'failed', 'cancelled') AS has_said_state
  FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
    LEFT JOIN document_nodes d ON d.id = (SELECT o.id FROM document_nodes o JOIN tree_documents e ON e.id = o.document_id
      WHERE o.task_id = n.task_id ORDER BY e.kind = 'tree-json' DESC, e.import_id DESC, o.id LIMIT 1)
    LEFT JOIN document_nodes f ON f.id = (SELECT o.id FROM document_nodes o JOIN tree_documents e ON e.id = o.document_id
      WHERE o.task_id = n.task_id ORDER BY e.kind = 'tree-json' DESC, e.import_id DESC, o.id LIMIT 1 OFFSET 1))
;
CREATE VIEW loop_progress AS
  -- One row a loop: how far it is.
SELECT o.id AS id, o.loop_id AS loop_id, o.family AS family, o.is_archived AS is_archived, o.status AS status,
  o.state AS state, o.is_archived = 0 AND o.state IN ('running', 'paused', 'completing', 'recovering') AS is_active,
  o.task AS task, o.iteration AS iteration, o.max_iterations AS max_iterations,
  round(100.0 * o.iteration / nullif(o.max_iterations, 0), 1) AS percentage, o.started_at AS started_at,
  o.last_updated AS last_updated, o.finished_at AS finished_at, o.best_iteration AS best_iteration,
  o.best_quality_score AS best_quality_score, o.reinforcement_level AS reinforcement_level,
  coalesce(o.recovery_attempts, 0) AS recovery_attempts,
  (SELECT count(*) FROM open_regressions r WHERE r.id = o.id) AS open_regressions
FROM loops o
;
CREATE VIEW stuck_tasks AS
  -- One row a queued task that would stay queued though everything that may run were run and every time had come.
  -- What is interrupted counts as running; circles are those of dependencies alone.
WITH RECURSIVE dependent (task_id, on_task_id) AS (
  SELECT DISTINCT task_id, coalesce(on_task_id, 0) FROM open_dependencies),
walk (first, task_id) AS (
  SELECT d.task_id, d.on_task_id FROM dependent d JOIN tasks t ON t.id = d.task_id
  WHERE d.on_task_id >= d.task_id AND t.state = 'queued'
  UNION
  SELECT w.first, d.on_task_id FROM walk w JOIN tasks t ON t.id = w.task_id JOIN dependent d ON d.task_id = w.task_id
  WHERE w.task_id > w.first AND d.on_task_id >= w.first AND t.state = 'queued'),
held (how, task_id) AS (
  SELECT 'ends', id FROM tasks WHERE state = 'failed' AND state IS NOT 'completed'
  UNION SELECT 'ends', id FROM tasks WHERE state = 'unknown' AND state IS NOT 'completed'
  UNION SELECT 'ends', id FROM tasks WHERE state IS NULL
  UNION SELECT 'ends', first FROM walk WHERE task_id = first
  UNION SELECT 'ends', d.task_id FROM dependent d JOIN tasks t ON t.id = d.task_id
  WHERE d.on_task_id = 0 AND t.state = 'queued'
  UNION SELECT 'turn', d.task_id FROM dependent d JOIN tasks t ON t.id = d.task_id
  WHERE d.on_task_id = 0 AND t.state IS NOT 'running' AND t.state IS NOT 'completed' AND t.state IS NOT 'cancelled'
  UNION SELECT 'after', n.task_id FROM tree_settings s JOIN tree_nodes n ON n.tree_id = s.tree_id
  WHERE s.budget_usd <= coalesce((SELECT c.total_cost_usd FROM tree_cost c WHERE c.tree_id = s.tree_id), 0)
  UNION
  SELECT 'ends', u.parent_task_id
  FROM held h CROSS JOIN tree_nodes n ON n.task_id = h.task_id CROSS JOIN node_parents u ON u.task_id = h.task_id
    CROSS JOIN tree_nodes p ON p.task_id = u.parent_task_id AND p.tree_id = n.tree_id CROSS JOIN tasks t ON t.id = p.task_id
  WHERE h.how <> 'turn' AND t.state = 'queued'
  UNION
  SELECT k.how, s.task_id
  FROM held h CROSS JOIN tasks ht ON ht.id = h.task_id CROSS JOIN tree_nodes n ON n.task_id = h.task_id
    CROSS JOIN node_parents u ON u.task_id = h.task_id CROSS JOIN tree_nodes p ON p.task_id = u.parent_task_id AND p.tree_id = n.tree_id
    CROSS JOIN tree_nodes s ON s.tree_id = n.tree_id AND s.parent_ref = n.parent_ref CROSS JOIN tasks st ON st.id = s.task_id
    CROSS JOIN (SELECT 'after' AS how UNION ALL SELECT 'turn') k
  WHERE h.how = 'ends' AND coalesce(st.position, st.id) > coalesce(ht.position, ht.id)
    AND CASE k.how WHEN 'after' THEN st.state = 'queued' ELSE st.state IS NOT 'running' AND st.state IS NOT 'completed' END
    AND (p.decomposition_strategy IN ('sequential', 'conditional')
      OR p.decomposition_strategy = 'map-reduce' AND NOT EXISTS (
        SELECT 1 FROM tree_nodes l JOIN tasks lt ON lt.id = l.task_id
        WHERE l.tree_id = s.tree_id AND l.parent_ref = s.parent_ref
          AND coalesce(lt.position, lt.id) > coalesce(st.position, st.id)))
  UNION
  SELECT 'ends', d.task_id FROM held h CROSS JOIN dependent d ON d.on_task_id = h.task_id CROSS JOIN tasks t ON t.id = d.task_id
  WHERE h.how <> 'turn' AND t.state = 'queued'
  UNION
  SELECT 'turn', d.task_id FROM held h CROSS JOIN dependent d ON d.on_task_id = h.task_id CROSS JOIN tasks t ON t.id = d.task_id
  WHERE h.how <> 'turn' AND t.state IS NOT 'running' AND t.state IS NOT 'completed' AND t.state IS NOT 'cancelled'
    AND d.task_id NOT IN (
      WITH RECURSIVE above (task_id) AS (
        SELECT u.parent_task_id FROM node_parents u JOIN tree_nodes n ON n.task_id = u.task_id
          JOIN tree_nodes p ON p.task_id = u.parent_task_id AND p.tree_id = n.tree_id
        WHERE u.task_id = h.task_id
        UNION
        SELECT u.parent_task_id FROM above a JOIN node_parents u ON u.task_id = a.task_id
          JOIN tree_nodes n ON n.task_id = u.task_id JOIN tree_nodes p ON p.task_id = u.parent_task_id AND p.tree_id = n.tree_id)
      SELECT task_id FROM above)
  UNION
  SELECT k.how, c.task_id
  FROM held h CROSS JOIN tasks t ON t.id = h.task_id CROSS JOIN tree_nodes n ON n.task_id = h.task_id
    CROSS JOIN tree_nodes c ON c.tree_id = n.tree_id AND c.parent_ref = coalesce(t.legacy_id, n.node_id) AND c.task_id <> n.task_id
    CROSS JOIN tasks ct ON ct.id = c.task_id CROSS JOIN (SELECT 'after' AS how UNION ALL SELECT 'turn') k
  WHERE h.how = 'turn'
    AND CASE k.how WHEN 'after' THEN ct.state = 'queued' ELSE ct.state IS NOT 'running' AND ct.state IS NOT 'completed' END)
SELECT t.id AS task_id, t.legacy_id AS legacy_id, n.tree_id AS tree_id, n.node_id AS node_id
FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE t.state = 'queued' AND t.id IN (SELECT task_id FROM held WHERE how <> 'turn')
;
CREATE VIEW task_states AS
  -- One row a task and a word for how it is doing: stuck, interrupted (its lease has passed), else its state.
SELECT t.id AS task_id, t.legacy_id AS legacy_id, n.tree_id AS tree_id, t.state AS state,
  CASE WHEN t.state = 'queued' AND t.id IN (SELECT task_id FROM stuck_tasks) THEN 'stuck'
    WHEN t.state = 'running' AND t.lease_expires_at <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now') THEN 'interrupted'
    ELSE t.state END AS word
FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
;
CREATE INDEX tasks_by_created ON tasks (created_at_ms DESC, coalesce(position, id));
CREATE INDEX tasks_by_state ON tasks (state, created_at_ms DESC, coalesce(position, id)) WHERE state = 'queued' OR state = 'running' OR state = 'failed' OR state = 'cancelled' OR state = 'unknown';
CREATE INDEX tree_nodes_by_node ON tree_nodes (node_id);
CREATE VIEW node_paths AS
  -- One row a node that can be reached from a root of its tree: how deep it lies and the path of store ids. All paths of a
  -- tree together may have 1 GB: those of a chain of some 13,000 nodes.
SELECT n.task_id AS task_id, g.tree_id AS tree_id, coalesce(t.legacy_id, n.node_id) AS legacy_id,
  CAST(substr(j.key, instr(j.key, ' ')) AS INTEGER) AS depth, j.value AS path
FROM (SELECT DISTINCT tree_id FROM tree_nodes WHERE tree_id IS NOT NULL) g CROSS JOIN json_each((
    WITH RECURSIVE reach (task_id, legacy_id, level, path) AS (
      SELECT r.task_id, coalesce(rt.legacy_id, r.node_id), 0, coalesce(rt.legacy_id, r.node_id)
      FROM tree_nodes r JOIN tasks rt ON rt.id = r.task_id
      WHERE r.tree_id = g.tree_id AND (r.parent_ref IS NULL OR NOT EXISTS (
        SELECT 1 FROM node_parents u JOIN tree_nodes pn ON pn.task_id = u.parent_task_id
        WHERE u.task_id = r.task_id AND pn.tree_id = r.tree_id))
      UNION ALL
      SELECT c.task_id, coalesce(ct.legacy_id, c.node_id), a.level + 1, a.path || '/' || coalesce(ct.legacy_id, c.node_id)
      FROM reach a CROSS JOIN tree_nodes c ON c.tree_id = g.tree_id AND c.parent_ref = a.legacy_id
        CROSS JOIN tasks ct ON ct.id = c.task_id)
    SELECT json_group_object(task_id || ' ' || level, path) FROM reach)) j
  CROSS JOIN tree_nodes n ON n.task_id = CAST(j.key AS INTEGER) CROSS JOIN tasks t ON t.id = n.task_id
;
CREATE VIEW node_own_costs AS
  -- One row a node: what it used and cost itself, of each member what its record says (a null says that there is none),
  -- else its tree's newest document, else its node file. total_cost_usd without one: input and output, where both are known.
  -- Dollars that are a text are none (texts come behind every number, 9e999 too). NULL: not given.
SELECT task_id, tree_id, node_id, input_tokens, output_tokens, input_cost_usd, output_cost_usd,
  coalesce(given_cost_usd, input_cost_usd + output_cost_usd) AS total_cost_usd, cache_hits, cache_savings_usd, total_tokens
FROM (
  SELECT n.task_id AS task_id, n.tree_id AS tree_id, n.node_id AS node_id,
    coalesce(n.cost_input_tokens, CASE WHEN instr(l.members, '"input_tokens"') THEN NULL
      ELSE coalesce(json_extract(d.json, '$.cost.input_tokens'), json_extract(f.json, '$.cost.input_tokens')) END) AS input_tokens,
    coalesce(n.cost_output_tokens, CASE WHEN instr(l.members, '"output_tokens"') THEN NULL
      ELSE coalesce(json_extract(d.json, '$.cost.output_tokens'), json_extract(f.json, '$.cost.output_tokens')) END) AS output_tokens,
    coalesce(n.cost_input_usd, CASE WHEN instr(l.members, '"input_cost_usd"') THEN NULL
      ELSE nullif(min(coalesce(json_extract(d.json, '$.cost.input_cost_usd'), json_extract(f.json, '$.cost.input_cost_usd')), 9e999), 9e999) END) AS input_cost_usd,
    coalesce(n.cost_output_usd, CASE WHEN instr(l.members, '"output_cost_usd"') THEN NULL
      ELSE nullif(min(coalesce(json_extract(d.json, '$.cost.output_cost_usd'), json_extract(f.json, '$.cost.output_cost_usd')), 9e999), 9e999) END) AS output_cost_usd,
    coalesce(n.cost_total_usd, CASE WHEN instr(l.members, '"total_cost_usd"') THEN NULL
      ELSE nullif(min(coalesce(json_extract(d.json, '$.cost.total_cost_usd'), json_extract(f.json, '$.cost.total_cost_usd')), 9e999), 9e999) END) AS given_cost_usd,
    coalesce(n.cost_cache_hits, CASE WHEN instr(l.members, '"cache_hits"') THEN NULL
      ELSE coalesce(json_extract(d.json, '$.cost.cache_hits'), json_extract(f.json, '$.cost.cache_hits')) END) AS cache_hits,
    coalesce(n.cost_cache_savings_usd, CASE WHEN instr(l.members, '"cache_savings_usd"') THEN NULL
      ELSE coalesce(json_extract(d.json, '$.cost.cache_savings_usd'), json_extract(f.json, '$.cost.cache_savings_usd')) END) AS cache_savings_usd,
    coalesce(n.cost_total_tokens, CASE WHEN instr(l.members, '"total_tokens"') THEN NULL
      ELSE coalesce(json_extract(d.json, '$.cost.total_tokens'), json_extract(f.json, '$.cost.total_tokens')) END) AS total_tokens
  FROM tree_nodes n LEFT JOIN layouts l ON l.id = n.cost_layout_id
    LEFT JOIN document_nodes d ON d.id = (SELECT o.id FROM document_nodes o JOIN tree_documents e ON e.id = o.document_id
      WHERE o.task_id = n.task_id ORDER BY e.kind = 'tree-json' DESC, e.import_id DESC, o.id LIMIT 1) AND json_valid(d.json)
    LEFT JOIN document_nodes f ON f.id = (SELECT o.id FROM document_nodes o JOIN tree_documents e ON e.id = o.document_id
      WHERE o.task_id = n.task_id ORDER BY e.kind = 'tree-json' DESC, e.import_id DESC, o.id LIMIT 1 OFFSET 1) AND json_valid(f.json))
;
CREATE VIEW tree_progress AS
  -- One row a tree: counts, percentage done and the simple estimate (remaining nodes × average duration). eta_ms NULL: there
  -- is nothing to average, or nothing is left while not all are completed.
SELECT tree_id, total, completed, failed, running, queued, cancelled,
  completed * 1.0 / total * 100 AS percentage,
  avg_duration_ms,
  queued + running AS remaining_tasks,
  CASE WHEN queued + running > 0 OR completed + cancelled = total THEN (queued + running) * avg_duration_ms END AS eta_ms
FROM (
  SELECT n.tree_id AS tree_id, count(*) AS total,
    sum(t.state IS 'completed') AS completed, sum(t.state IS 'failed') AS failed,
    sum(t.state IS 'running') AS running, sum(t.state IS 'queued') AS queued,
    sum(t.state IS 'cancelled') AS cancelled,
    avg(CASE WHEN t.state = 'completed' THEN max(0, t.completed_at_ms - t.started_at_ms) END) AS avg_duration_ms
  FROM tree_nodes n JOIN task_times t ON t.id = n.task_id
  WHERE n.tree_id IS NOT NULL
  GROUP BY n.tree_id)
;
CREATE VIEW recovery_plan AS
  -- One row a node of an unfinished tree: what the data alone says should happen to it after a crash.
  --   skip    completed or cancelled: never run again
  --   resume  was running: runs again, from its last checkpoint
  --   retry   failed: runs again
  --   give_up was running or failed, and this was the last of its attempts: tasks.max_attempts, else those of
  --           its retry_policy (max_retries and one, where that says nothing 4), else 3
  --   wait    queued, and blocked_by (a store id) is not finished yet, or it is scheduled for later, in its backoff or held;
  --           or in a state that rlmdb does not know
  --   ready   queued, and nothing holds it up
  -- A node waits for its unfinished children, for the siblings before it (sibling_order), for what it depends on
  -- (open_dependencies), and for the turn (turns) of each node above it, up to one that runs or is completed.
SELECT tree_id, task_id, legacy_id, node_id, parent_ref, depth, state,
  CASE WHEN state IN ('running', 'failed') AND attempts + 1 >= max_attempts THEN 'give_up'
    ELSE CASE state WHEN 'completed' THEN 'skip' WHEN 'cancelled' THEN 'skip' WHEN 'running' THEN 'resume'
      WHEN 'failed' THEN 'retry' WHEN 'queued' THEN CASE WHEN blocked_by IS NULL AND NOT is_later THEN 'ready' ELSE 'wait' END
      ELSE 'wait' END END AS decision,
  CASE WHEN state IN ('completed', 'cancelled') THEN NULL ELSE blocked_by END AS blocked_by,
  CASE WHEN state IN ('completed', 'cancelled') THEN NULL ELSE (
    SELECT r.checkpoint_id FROM resume_checkpoints r WHERE r.task_id = nodes.task_id) END AS checkpoint_id
FROM (
  SELECT g.tree_id AS tree_id, n.task_id AS task_id, coalesce(t.legacy_id, n.node_id) AS legacy_id, n.node_id AS node_id,
    n.parent_ref AS parent_ref, n.depth AS depth, t.state AS state,
    t.attempts AS attempts,
    coalesce(t.not_before > strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 0) OR EXISTS (
      SELECT 1 FROM held_tasks k JOIN holds h ON h.id = k.hold_id
      WHERE k.task_id = n.task_id AND h.lease_expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) AS is_later,
    coalesce(t.max_attempts, (
      SELECT CASE coalesce(json_type(p.execution_config, '$.retry_policy.max_retries'), 'null')
        WHEN 'integer' THEN 1 + max(0, json_extract(p.execution_config, '$.retry_policy.max_retries')) WHEN 'null' THEN 4 END
      FROM node_parts p WHERE p.task_id = t.id AND json_type(p.execution_config, '$.retry_policy') = 'object'), 3) AS max_attempts,
    coalesce(
      (SELECT coalesce(ct.legacy_id, c.node_id) FROM tree_nodes c JOIN tasks ct ON ct.id = c.task_id
       WHERE c.tree_id = n.tree_id AND c.parent_ref = coalesce(t.legacy_id, n.node_id) AND c.task_id <> n.task_id
         AND ct.state IS NOT 'completed' AND ct.state IS NOT 'cancelled' ORDER BY coalesce(ct.position, ct.id) LIMIT 1),
      (SELECT o.blocked_by FROM sibling_order o WHERE o.task_id = n.task_id),
      (SELECT d.depends_on FROM open_dependencies d WHERE d.task_id = n.task_id ORDER BY d.position LIMIT 1), (
       WITH RECURSIVE up (task_id, steps) AS (
         SELECT u.parent_task_id, 1 FROM node_parents u JOIN tree_nodes p ON p.task_id = u.parent_task_id
           JOIN tasks pt ON pt.id = p.task_id
         WHERE u.task_id = n.task_id AND p.tree_id = n.tree_id
           AND pt.state IS NOT 'running' AND pt.state IS NOT 'completed'
         UNION ALL
         SELECT u.parent_task_id, a.steps + 1 FROM up a JOIN node_parents u ON u.task_id = a.task_id
           JOIN tree_nodes p ON p.task_id = u.parent_task_id JOIN tasks pt ON pt.id = p.task_id
         WHERE p.tree_id = n.tree_id AND pt.state IS NOT 'running' AND pt.state IS NOT 'completed'
           AND a.steps < 10000)
       SELECT w.blocked_by FROM up a JOIN turns w ON w.task_id = a.task_id ORDER BY a.steps LIMIT 1)) AS blocked_by
  FROM incomplete_trees g CROSS JOIN tree_nodes n ON n.tree_id = g.tree_id CROSS JOIN tasks t ON t.id = n.task_id) AS nodes
;
CREATE VIEW task_times AS
  -- Tasks with what is no column: computing it would cost every insert.
  -- started_at_ms, completed_at_ms: ms since 1970 UTC; NULL: no strict ISO time.
  -- has_run: 1 where work on it has begun once. Its state or its start says so, else one of its events; where these are
  -- no longer all kept, that it was started again.
SELECT *,
  CASE WHEN length(started_at) >= 20 AND substr(started_at, 11, 1) = 'T' THEN CAST(round((
    CASE WHEN substr(started_at, -1) = 'Z' THEN julianday(substr(started_at, 1, 23))
      WHEN substr(started_at, -6, 1) IN ('+', '-') THEN julianday(started_at) END
    - 2440587.5) * 86400000.0) AS INTEGER) END AS started_at_ms,
  CASE WHEN length(completed_at) >= 20 AND substr(completed_at, 11, 1) = 'T' THEN CAST(round((
    CASE WHEN substr(completed_at, -1) = 'Z' THEN julianday(substr(completed_at, 1, 23))
      WHEN substr(completed_at, -6, 1) IN ('+', '-') THEN julianday(completed_at) END
    - 2440587.5) * 86400000.0) AS INTEGER) END AS completed_at_ms,
  CASE WHEN state = 'completed' OR state = 'running' OR state = 'failed' OR started_at IS NOT NULL THEN 1
    WHEN version = 1 THEN 0
    ELSE EXISTS (
      WITH RECURSIVE chain (seq) AS (
        SELECT tasks.last_event_seq WHERE tasks.last_event_seq IS NOT NULL
        UNION ALL
        SELECT e.prev_seq FROM chain CROSS JOIN events e ON e.seq = chain.seq WHERE e.prev_seq IS NOT NULL)
      SELECT 1 FROM chain LEFT JOIN events e ON e.seq = chain.seq
      WHERE e.old_state = 'completed' OR e.old_state = 'running' OR e.old_state = 'failed'
        OR e.new_state = 'completed' OR e.new_state = 'running' OR e.new_state = 'failed'
        OR e.seq IS NULL AND tasks.attempts > 0) END AS has_run
FROM tasks
;
CREATE VIEW tree_cost AS
  -- One row a tree: what its nodes cost. Dollars are summed newest first, as the legacy list is: a sum of doubles
  -- depends on the order. NULL: of no node it is known. nodes_without_cost: they have run, and nobody said what they cost;
  -- with any the sum is at least so much.
SELECT n.tree_id AS tree_id, count(*) AS nodes, sum(n.input_tokens) AS input_tokens,
  sum(n.output_tokens) AS output_tokens, (
    SELECT CASE WHEN count(usd) > 0 THEN total(usd) END FROM (
      SELECT s.total_cost_usd AS usd FROM node_own_costs s JOIN tasks t ON t.id = s.task_id
      WHERE s.tree_id = n.tree_id
      ORDER BY t.created_at_ms IS NULL, t.created_at_ms DESC, coalesce(t.position, t.id))) AS total_cost_usd,
  sum(n.total_cost_usd IS NULL AND r.has_run) AS nodes_without_cost
FROM node_own_costs n JOIN task_times r ON r.id = n.task_id
WHERE n.tree_id IS NOT NULL
GROUP BY n.tree_id
;
CREATE VIEW node_costs AS
  -- One row a node: what it used, and what it cost with all nodes below it, from what each says for itself: a sum that a
  -- record gives (tree_nodes.cost_subtree_total_usd) is of the moment when it was written. NULL: of none it is known.
  -- subtree_nodes_without_cost: of these nodes, those that have run and of which nobody said what they cost.
SELECT n.task_id AS task_id, n.tree_id AS tree_id, n.node_id AS node_id,
  coalesce(n.total_tokens, n.input_tokens + n.output_tokens) AS total_tokens,
  n.total_cost_usd AS total_cost_usd, (
    WITH RECURSIVE below (task_id) AS (
      SELECT n.task_id
      UNION
      SELECT c.task_id FROM below b JOIN tree_nodes p ON p.task_id = b.task_id JOIN tasks t ON t.id = b.task_id
        JOIN tree_nodes c ON c.tree_id = n.tree_id AND c.parent_ref IN (t.legacy_id, p.node_id)
        JOIN node_parents u ON u.task_id = c.task_id AND u.parent_task_id = b.task_id)
    SELECT sum(s.total_cost_usd) FROM below JOIN node_own_costs s ON s.task_id = below.task_id) AS subtree_total_cost_usd, (
    WITH RECURSIVE below (task_id) AS (
      SELECT n.task_id
      UNION
      SELECT c.task_id FROM below b JOIN tree_nodes p ON p.task_id = b.task_id JOIN tasks t ON t.id = b.task_id
        JOIN tree_nodes c ON c.tree_id = n.tree_id AND c.parent_ref IN (t.legacy_id, p.node_id)
        JOIN node_parents u ON u.task_id = c.task_id AND u.parent_task_id = b.task_id)
    SELECT count(*) FROM below JOIN node_own_costs s ON s.task_id = below.task_id
      JOIN task_times r ON r.id = below.task_id
    WHERE s.total_cost_usd IS NULL AND r.has_run) AS subtree_nodes_without_cost
FROM node_own_costs n
;
COMMIT;
