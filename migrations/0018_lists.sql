-- 0018 lists: the order of lists, and of those in one state, and node ids by an index; views of one tree read that tree.
-- Touches: no row.  Kind: minor.  Undo: drop the new indexes, make those and the views of the steps before again.

-- In the order of lists (created_at_ms alone left those of one moment to be sorted), then the same of each state but completed:
-- ending well takes an entry away. Each OR may be what a question says; IN, or IS NOT 'completed', would not be seen to follow.
DROP INDEX tasks_by_created;
CREATE INDEX tasks_by_created ON tasks (created_at_ms DESC, coalesce(position, id));
CREATE INDEX tasks_by_state ON tasks (state, created_at_ms DESC, coalesce(position, id)) WHERE state = 'queued' OR state = 'running' OR state = 'failed' OR state = 'cancelled' OR state = 'unknown';

-- A name that is no store id may be a node id of any tree.
CREATE INDEX tree_nodes_by_node ON tree_nodes (node_id);

-- A condition does not reach into a recursion, but into what a function of the outer query is called with: json_each makes
-- rows of what the recursion of one tree found.
DROP VIEW node_paths;
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
  CROSS JOIN tree_nodes n ON n.task_id = CAST(j.key AS INTEGER) CROSS JOIN tasks t ON t.id = n.task_id;

-- incomplete_trees first: a condition on the tree reaches into its groups, as it does not into a list behind IN.
DROP VIEW recovery_plan;
CREATE VIEW recovery_plan AS
  -- One row a node of an unfinished tree: what the data alone says should happen to it after a crash.
  --   skip    completed or cancelled: never run again
  --   resume  was running: runs again, from its last checkpoint
  --   retry   failed: runs again
  --   give_up was running or failed, and this was the last of its attempts: tasks.max_attempts, else those of
  --           its retry_policy (max_retries and one, where that says nothing 4), else 3
  --   wait    queued, and blocked_by (a store id) is not finished yet; or in a state that rlmdb does not know
  --   ready   queued, and nothing holds it up
  -- A node waits for its unfinished children, for the siblings before it (sibling_order), for what it depends on
  -- (open_dependencies), and for the turn (turns) of each node above it, up to one that runs or is completed.
SELECT tree_id, task_id, legacy_id, node_id, parent_ref, depth, state,
  CASE WHEN state IN ('running', 'failed') AND attempts + 1 >= max_attempts THEN 'give_up'
    ELSE CASE state WHEN 'completed' THEN 'skip' WHEN 'cancelled' THEN 'skip' WHEN 'running' THEN 'resume'
      WHEN 'failed' THEN 'retry' WHEN 'queued' THEN CASE WHEN blocked_by IS NULL THEN 'ready' ELSE 'wait' END
      ELSE 'wait' END END AS decision,
  CASE WHEN state IN ('completed', 'cancelled') THEN NULL ELSE blocked_by END AS blocked_by,
  CASE WHEN state IN ('completed', 'cancelled') THEN NULL ELSE (
    SELECT r.checkpoint_id FROM resume_checkpoints r WHERE r.task_id = nodes.task_id) END AS checkpoint_id
FROM (
  SELECT g.tree_id AS tree_id, n.task_id AS task_id, coalesce(t.legacy_id, n.node_id) AS legacy_id, n.node_id AS node_id,
    n.parent_ref AS parent_ref, n.depth AS depth, t.state AS state,
    t.attempts AS attempts,
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
  FROM incomplete_trees g CROSS JOIN tree_nodes n ON n.tree_id = g.tree_id CROSS JOIN tasks t ON t.id = n.task_id) AS nodes;

-- Where nobody counted, SQLite takes every equality for ten rows, and would look for the nodes of a tree among all that are
-- queued. One figure tells it that a state has many; that of meta only makes the table of these figures.
ANALYZE meta;
DELETE FROM sqlite_stat1 WHERE tbl = 'meta' OR idx = 'tasks_by_state';
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('tasks', 'tasks_by_state', '1048576 200000 10 1');
ANALYZE sqlite_schema;
