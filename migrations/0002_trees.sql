-- 0002 trees: settings and nodes of trees, and the documents (tree.json, node files) that describe them.
-- Touches: no row.  Kind: major 1.  Undo: delete the file.

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
CREATE INDEX tree_nodes_by_tree ON tree_nodes (tree_id, parent_ref);

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
CREATE UNIQUE INDEX tree_documents_by_source ON tree_documents (source_path);
CREATE INDEX tree_documents_by_tree ON tree_documents (tree_id);

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
END;

CREATE TRIGGER tree_nodes_move_unblocks
AFTER UPDATE OF task_id, tree_id, node_id, parent_ref, decomposition_strategy ON tree_nodes
WHEN EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- Another shape of the tree: all its waiting nodes are looked at again.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL AND (id = old.task_id OR EXISTS (
    SELECT 1 FROM tree_nodes n WHERE n.task_id = tasks.id AND (n.tree_id = old.tree_id OR n.tree_id = new.tree_id)));
END;

CREATE TRIGGER tree_nodes_delete_unblocks AFTER DELETE ON tree_nodes
WHEN EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- Another shape of the tree: all its waiting nodes are looked at again.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL AND (id = old.task_id OR EXISTS (
    SELECT 1 FROM tree_nodes n WHERE n.task_id = tasks.id AND n.tree_id = old.tree_id));
END;

CREATE TRIGGER document_nodes_delete AFTER DELETE ON document_nodes BEGIN
  -- A document whose last node went with its tasks goes too.
  DELETE FROM tree_documents WHERE id = old.document_id
    AND NOT EXISTS (SELECT 1 FROM document_nodes WHERE document_id = old.document_id);
END;

CREATE TRIGGER document_nodes_add_unblocks AFTER INSERT ON document_nodes
WHEN EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- Another node may be the parent that a node without a store id names.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL;
END;

CREATE TRIGGER document_nodes_move_unblocks AFTER UPDATE OF task_id, node_id ON document_nodes
WHEN EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- Another node may be the parent that a node without a store id names.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL;
END;

CREATE TRIGGER document_nodes_delete_unblocks AFTER DELETE ON document_nodes
WHEN EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- Another node may be the parent that a node without a store id names.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL;
END;

-- A node that only tree documents know has no store id; its node id stands in for it, also as the parent of others.
CREATE VIEW node_parents AS
  -- One row a node: the task that its parent_ref names. The ids of its own tree come first: a task elsewhere may have
  -- a store id that is a node id here.
SELECT n.task_id AS task_id, coalesce(
  (SELECT p.id FROM tasks p JOIN tree_nodes m ON m.task_id = p.id
   WHERE p.legacy_id = n.parent_ref AND m.tree_id = n.tree_id),
  (SELECT d.task_id FROM document_nodes d JOIN tree_nodes p ON p.task_id = d.task_id
   WHERE d.node_id = n.parent_ref AND p.tree_id = n.tree_id LIMIT 1),
  (SELECT p.id FROM tasks p WHERE p.legacy_id = n.parent_ref)) AS parent_task_id
FROM tree_nodes n;

CREATE VIEW node_paths AS
  -- One row a node that can be reached from a root of its tree: how deep it lies and the path of store ids.
WITH RECURSIVE reach (task_id, tree_id, legacy_id, level, path) AS (
  SELECT n.task_id, n.tree_id, coalesce(t.legacy_id, n.node_id), 0, coalesce(t.legacy_id, n.node_id)
  FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
  WHERE n.tree_id IS NOT NULL AND (n.parent_ref IS NULL OR NOT EXISTS (
    SELECT 1 FROM node_parents u JOIN tree_nodes pn ON pn.task_id = u.parent_task_id
    WHERE u.task_id = n.task_id AND pn.tree_id = n.tree_id))
  UNION ALL
  SELECT c.task_id, c.tree_id, coalesce(t.legacy_id, c.node_id), r.level + 1,
    r.path || '/' || coalesce(t.legacy_id, c.node_id)
  FROM reach r JOIN tree_nodes c ON c.tree_id = r.tree_id AND c.parent_ref = r.legacy_id
  JOIN tasks t ON t.id = c.task_id)
SELECT task_id, tree_id, legacy_id, level AS depth, path FROM reach;

CREATE VIEW node_parts AS
  -- One row a node: the objects of it that have members without a column, as JSON. What its record says is a merge patch
  -- (RFC 7396) over what its tree's newest document says, and that over its node file. A document's result counts while the task has the state,
  -- the result and the error that it says, of a task of a store until rlmdb changes the task; a record's own where it is
  -- an object in the shape of a node's result, whatever word its status is. Another value that is no text is its JSON
  -- text. The end of a failed task is its error's time.
SELECT n.task_id AS task_id, n.tree_id AS tree_id, n.node_id AS node_id, d.id AS document_node_id,
  nullif(json_patch(json_patch(
      CASE WHEN json_type(f.json, '$.context') = 'object' THEN json_extract(f.json, '$.context') ELSE '{}' END,
      CASE WHEN json_type(d.json, '$.context') = 'object' THEN json_extract(d.json, '$.context') ELSE '{}' END),
    CASE WHEN json_valid(t.residue) THEN coalesce(json_extract(t.residue, '$.context'), '{}') ELSE '{}' END), '{}') AS context,
  nullif(json_patch(json_patch(
      CASE WHEN json_type(f.json, '$.execution_config') = 'object' THEN json_extract(f.json, '$.execution_config') ELSE '{}' END,
      CASE WHEN json_type(d.json, '$.execution_config') = 'object' THEN json_extract(d.json, '$.execution_config') ELSE '{}' END),
    CASE WHEN json_valid(t.residue) AND json_type(t.residue, '$.metadata.execution_config') = 'object'
      THEN json_extract(t.residue, '$.metadata.execution_config') ELSE '{}' END), '{}') AS execution_config,
  CASE WHEN json_type(d.json, '$.result') = 'object' AND (t.legacy_id IS NOT NULL AND d.task_version = t.version
      OR (coalesce(nullif(json_extract(d.json, '$.status'), 'pending'), 'queued') = t.state OR t.state = 'unknown')
        AND json_extract(d.json, '$.result.errors[0].message') IS t.error
        AND CASE t.result_type WHEN 'json' THEN json_extract(d.json, '$.result.output', '$.result.output')
            = '[' || t.result || ',' || t.result || ']' OR json_extract(d.json, '$.result.output_type') = 'json'
            AND json_extract(d.json, '$.result.output') = t.result ELSE json_extract(d.json, '$.result.output') IS t.result END)
      THEN json_extract(d.json, '$.result')
    WHEN t.result_type = 'json' AND json_valid(t.result) AND json_type(t.result) = 'object'
      AND (json_extract(t.result, '$.status') IN ('success', 'partial', 'failed', 'cancelled')
        OR (json_type(t.result, '$.status') = 'text' OR json_type(t.result, '$.status') IS NULL
            AND json_type(t.result, '$.output') = 'text')
          AND NOT EXISTS (SELECT 1 FROM json_each(t.result) m WHERE m.key NOT IN
            ('status', 'output', 'output_type', 'confidence', 'metadata', 'errors', 'artifacts')))
      THEN CASE WHEN t.state <> 'failed' OR t.error IS NULL OR (json_extract(t.result, '$.status') = 'failed'
          AND json_extract(t.result, '$.errors[#-1].message') IS t.error) THEN json(t.result)
        ELSE json_insert(json_set(t.result, '$.status', 'failed'), '$.errors[#]',
          json_patch('{}', json_object('message', t.error, 'timestamp', t.completed_at))) END
    ELSE nullif(json_patch('{}', json_object('status', CASE WHEN t.error IS NOT NULL OR t.result IS NOT NULL THEN
        CASE t.state WHEN 'completed' THEN 'success' WHEN 'failed' THEN 'failed' WHEN 'cancelled' THEN 'cancelled' END END,
      'output_type', CASE t.result_type WHEN 'json' THEN 'json' END, 'errors', json(CASE WHEN t.error IS NOT NULL THEN json_array(json_patch('{}', json_object('message', t.error,
        'timestamp', CASE t.state WHEN 'failed' THEN t.completed_at END))) END))), '{}') END AS result
FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
  LEFT JOIN document_nodes d ON d.id = (SELECT o.id FROM document_nodes o JOIN tree_documents e ON e.id = o.document_id
    WHERE o.task_id = n.task_id ORDER BY e.kind = 'tree-json' DESC, e.import_id DESC, o.id LIMIT 1)
  LEFT JOIN document_nodes f ON f.id = (SELECT o.id FROM document_nodes o JOIN tree_documents e ON e.id = o.document_id
    WHERE o.task_id = n.task_id ORDER BY e.kind = 'tree-json' DESC, e.import_id DESC, o.id LIMIT 1 OFFSET 1);

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
FROM node_parts p;

CREATE VIEW context_documents AS
  -- One row a document in the context of a node, as given; position: its index in the list.
SELECT p.task_id AS task_id, d.key AS position, json_extract(d.value, '$.doc_id') AS doc_id,
  json_extract(d.value, '$.source') AS source, json_extract(d.value, '$.relevance_score') AS relevance_score,
  json_extract(d.value, '$.excerpt') AS excerpt, json_extract(d.value, '$.chunk_ids') AS chunk_ids
FROM node_parts p, json_each(p.context, '$.documents') d WHERE d.type = 'object';

CREATE VIEW context_file_patterns AS
  -- One row a file pattern in the filters of a node's context.
SELECT p.task_id AS task_id, f.key AS position, f.value AS pattern
FROM node_parts p, json_each(p.context, '$.filters.file_patterns') f;

CREATE VIEW result_errors AS
  -- One row an error in the result of a node, as given; code: a name for programs.
SELECT p.task_id AS task_id, e.key AS position, json_extract(e.value, '$.message') AS message,
  json_extract(e.value, '$.code') AS code, json_extract(e.value, '$.timestamp') AS timestamp
FROM node_parts p, json_each(p.result, '$.errors') e WHERE e.type = 'object';

CREATE VIEW result_artifacts AS
  -- One row a file that a node's result names, as given.
SELECT p.task_id AS task_id, a.key AS position, json_extract(a.value, '$.path') AS path,
  json_extract(a.value, '$.type') AS type, json_extract(a.value, '$.description') AS description
FROM node_parts p, json_each(p.result, '$.artifacts') a WHERE a.type = 'object';

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
    WHERE e.tree_id = g.tree_id AND e.kind = 'tree-json' ORDER BY e.import_id DESC, e.id LIMIT 1);

CREATE VIEW tree_progress AS
  -- One row a tree: counts, percentage done and the simple estimate (remaining nodes × average duration).
  -- NULL where there is nothing to average.
SELECT tree_id, total, completed, failed, running, queued, cancelled,
  completed * 1.0 / total * 100 AS percentage,
  avg_duration_ms,
  queued + running AS remaining_tasks,
  (queued + running) * avg_duration_ms AS eta_ms
FROM (
  SELECT n.tree_id AS tree_id, count(*) AS total,
    sum(t.state IS 'completed') AS completed, sum(t.state IS 'failed') AS failed,
    sum(t.state IS 'running') AS running, sum(t.state IS 'queued') AS queued,
    sum(t.state IS 'cancelled') AS cancelled,
    avg(CASE WHEN t.state = 'completed' THEN max(0, t.completed_at_ms - t.started_at_ms) END) AS avg_duration_ms
  FROM tree_nodes n JOIN task_times t ON t.id = n.task_id
  WHERE n.tree_id IS NOT NULL
  GROUP BY n.tree_id);

CREATE VIEW incomplete_trees AS
  -- Trees that still have work: some node is neither completed nor cancelled.
SELECT n.tree_id AS tree_id, count(*) AS total,
  sum(t.state IS 'completed') AS done,
  sum(t.state IS NOT 'completed' AND t.state IS NOT 'cancelled') AS pending
FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
WHERE n.tree_id IS NOT NULL
GROUP BY n.tree_id
HAVING sum(t.state IS NOT 'completed' AND t.state IS NOT 'cancelled') > 0;

CREATE VIEW node_own_costs AS
  -- One row a node: what it used and cost itself, of each member what its record says (a null says that there is none),
  -- else its tree's newest document, else its node file. NULL: not given.
SELECT n.task_id AS task_id, n.tree_id AS tree_id, n.node_id AS node_id,
  coalesce(n.cost_input_tokens, CASE WHEN instr(l.members, '"input_tokens"') THEN NULL
    ELSE coalesce(json_extract(d.json, '$.cost.input_tokens'), json_extract(f.json, '$.cost.input_tokens')) END) AS input_tokens,
  coalesce(n.cost_output_tokens, CASE WHEN instr(l.members, '"output_tokens"') THEN NULL
    ELSE coalesce(json_extract(d.json, '$.cost.output_tokens'), json_extract(f.json, '$.cost.output_tokens')) END) AS output_tokens,
  coalesce(n.cost_input_usd, CASE WHEN instr(l.members, '"input_cost_usd"') THEN NULL
    ELSE coalesce(json_extract(d.json, '$.cost.input_cost_usd'), json_extract(f.json, '$.cost.input_cost_usd')) END) AS input_cost_usd,
  coalesce(n.cost_output_usd, CASE WHEN instr(l.members, '"output_cost_usd"') THEN NULL
    ELSE coalesce(json_extract(d.json, '$.cost.output_cost_usd'), json_extract(f.json, '$.cost.output_cost_usd')) END) AS output_cost_usd,
  coalesce(n.cost_total_usd, CASE WHEN instr(l.members, '"total_cost_usd"') THEN NULL
    ELSE coalesce(json_extract(d.json, '$.cost.total_cost_usd'), json_extract(f.json, '$.cost.total_cost_usd')) END) AS total_cost_usd,
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
    WHERE o.task_id = n.task_id ORDER BY e.kind = 'tree-json' DESC, e.import_id DESC, o.id LIMIT 1 OFFSET 1) AND json_valid(f.json);

CREATE VIEW tree_cost AS
  -- One row a tree: what its nodes cost. Dollars are summed newest first, as the legacy list is: a sum of doubles
  -- depends on the order.
SELECT n.tree_id AS tree_id, count(*) AS nodes, sum(n.input_tokens) AS input_tokens,
  sum(n.output_tokens) AS output_tokens, (
    SELECT total(usd) FROM (
      SELECT s.total_cost_usd AS usd FROM node_own_costs s JOIN tasks t ON t.id = s.task_id
      WHERE s.tree_id = n.tree_id
      ORDER BY t.created_at_ms IS NULL, t.created_at_ms DESC, coalesce(t.position, t.id))) AS total_cost_usd
FROM node_own_costs n
WHERE n.tree_id IS NOT NULL
GROUP BY n.tree_id;

CREATE VIEW node_costs AS
  -- One row a node: what it used, and what it cost with all nodes below it, from what each says for itself: a sum that a
  -- record gives (tree_nodes.cost_subtree_total_usd) is of the moment when it was written. NULL: of none it is known.
SELECT n.task_id AS task_id, n.tree_id AS tree_id, n.node_id AS node_id,
  coalesce(n.total_tokens, n.input_tokens + n.output_tokens) AS total_tokens,
  n.total_cost_usd AS total_cost_usd, (
    WITH RECURSIVE below (task_id) AS (
      SELECT n.task_id
      UNION
      SELECT c.task_id FROM below b JOIN tree_nodes p ON p.task_id = b.task_id JOIN tasks t ON t.id = b.task_id
        JOIN tree_nodes c ON c.tree_id = n.tree_id AND c.parent_ref IN (t.legacy_id, p.node_id)
        JOIN node_parents u ON u.task_id = c.task_id AND u.parent_task_id = b.task_id)
    SELECT sum(s.total_cost_usd) FROM below JOIN node_own_costs s ON s.task_id = below.task_id) AS subtree_total_cost_usd
FROM node_own_costs n;

CREATE VIEW recovery_plan AS
  -- One row a node of an unfinished tree: what the data alone says should happen to it after a crash.
  --   skip    completed or cancelled: never run again
  --   resume  was running: runs again, from its last checkpoint
  --   retry   failed: runs again
  --   give_up was running or failed, and this was the last of its attempts: tasks.max_attempts, else those that its
  --           record gives it, else its tree document, else 3
  --   wait    queued, and blocked_by (a store id) is not finished yet; or in a state that rlmdb does not know
  --   ready   queued, and nothing holds it up
  -- A node waits for its unfinished children; under a sequential or conditional parent for every earlier
  -- sibling; the last child of a map-reduce parent for all the others.
SELECT tree_id, task_id, legacy_id, node_id, parent_ref, depth, state,
  CASE WHEN state IN ('running', 'failed') AND attempts + 1 >= max_attempts THEN 'give_up'
    ELSE CASE state WHEN 'completed' THEN 'skip' WHEN 'cancelled' THEN 'skip' WHEN 'running' THEN 'resume'
      WHEN 'failed' THEN 'retry' WHEN 'queued' THEN CASE WHEN blocked_by IS NULL THEN 'ready' ELSE 'wait' END
      ELSE 'wait' END END AS decision,
  CASE WHEN state IN ('completed', 'cancelled') THEN NULL ELSE blocked_by END AS blocked_by,
  CASE WHEN state IN ('completed', 'cancelled') THEN NULL ELSE (
    SELECT r.checkpoint_id FROM resume_checkpoints r WHERE r.task_id = nodes.task_id) END AS checkpoint_id
FROM (
  SELECT n.tree_id AS tree_id, n.task_id AS task_id, coalesce(t.legacy_id, n.node_id) AS legacy_id, n.node_id AS node_id,
    n.parent_ref AS parent_ref, n.depth AS depth, t.state AS state,
    t.attempts AS attempts,
    coalesce(t.max_attempts, (
      SELECT 1 + max(0, json_extract(p.execution_config, '$.retry_policy.max_retries')) FROM node_parts p
      WHERE p.task_id = t.id AND json_type(p.execution_config, '$.retry_policy.max_retries') = 'integer'), 3) AS max_attempts,
    coalesce(
      (SELECT coalesce(ct.legacy_id, c.node_id) FROM tree_nodes c JOIN tasks ct ON ct.id = c.task_id
       WHERE c.tree_id = n.tree_id AND c.parent_ref = coalesce(t.legacy_id, n.node_id) AND c.task_id <> n.task_id
         AND ct.state IS NOT 'completed' AND ct.state IS NOT 'cancelled' ORDER BY coalesce(ct.position, ct.id) LIMIT 1),
      (SELECT coalesce(st.legacy_id, s.node_id) FROM node_parents u JOIN tree_nodes pn ON pn.task_id = u.parent_task_id
       JOIN tree_nodes s ON s.tree_id = n.tree_id AND s.parent_ref = n.parent_ref
       JOIN tasks st ON st.id = s.task_id
       WHERE u.task_id = n.task_id AND pn.tree_id = n.tree_id
         AND coalesce(st.position, st.id) < coalesce(t.position, t.id)
         AND st.state IS NOT 'completed' AND st.state IS NOT 'cancelled'
         AND (pn.decomposition_strategy IN ('sequential', 'conditional')
           OR (pn.decomposition_strategy = 'map-reduce' AND NOT EXISTS (
             SELECT 1 FROM tree_nodes l JOIN tasks lt ON lt.id = l.task_id
             WHERE l.tree_id = n.tree_id AND l.parent_ref = n.parent_ref
               AND coalesce(lt.position, lt.id) > coalesce(t.position, t.id))))
       ORDER BY coalesce(st.position, st.id) LIMIT 1)) AS blocked_by
  FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
  WHERE n.tree_id IN (SELECT tree_id FROM incomplete_trees)) AS nodes;
