-- 0015 defaults: what a retry_policy, or a loop, does not say is the schema's default.
-- Touches: no row.  Kind: minor.  Undo: make recovery_plan as 0013, and loop_progress as 0005 has it.

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
  SELECT n.tree_id AS tree_id, n.task_id AS task_id, coalesce(t.legacy_id, n.node_id) AS legacy_id, n.node_id AS node_id,
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
  FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
  WHERE n.tree_id IN (SELECT tree_id FROM incomplete_trees)) AS nodes;

DROP VIEW loop_progress;

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
FROM loops o;
