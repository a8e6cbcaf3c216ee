-- 0013 order: the turn of a node is that of all below it: in recovery_plan, and in the notes of what waits for what.
-- Touches: no row.  Kind: minor.  Undo: drop the triggers and the three views, and make recovery_plan as 0002 has it.

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
END;

CREATE TRIGGER tasks_depend_unblocks AFTER UPDATE OF residue ON tasks
WHEN instr(old.residue, 'depends_on') > 0 AND new.residue IS NOT old.residue
  AND EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- What is below it may not wait any more for what the node depended on.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL AND id IN (
    SELECT o.task_id FROM tree_nodes n JOIN tree_nodes o ON o.tree_id = n.tree_id WHERE n.task_id = new.id);
END;

CREATE TRIGGER tasks_time_unblocks AFTER UPDATE OF state, not_before ON tasks
WHEN old.not_before IS NOT NULL AND (new.not_before IS NOT old.not_before OR new.state IS NOT old.state) BEGIN
  -- What is below a node that was scheduled waits for its time.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by = new.id;
END;

CREATE TRIGGER tree_nodes_join_unblocks AFTER INSERT ON tree_nodes
WHEN EXISTS (SELECT 1 FROM tasks WHERE blocked_by = new.task_id) BEGIN
  -- A node above may depend on this one, which holds nothing up any more that is below that node.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL AND id IN (
    SELECT task_id FROM tree_nodes WHERE tree_id = new.tree_id);
END;

CREATE VIEW open_dependencies AS
  -- One row a task that another one depends on (metadata.depends_on) and that is neither completed nor cancelled.
  -- position: its place in that list; depends_on: as it stands there; on_task_id: NULL where no task has that store id.
SELECT t.id AS task_id, j.id AS position, coalesce(d.legacy_id, j.value) AS depends_on, d.id AS on_task_id
FROM tasks t JOIN json_each(CASE WHEN instr(t.residue, 'depends_on') > 0 AND json_valid(t.residue) THEN t.residue ELSE '{}' END,
    '$.metadata.depends_on') j
  LEFT JOIN tasks d ON d.legacy_id = j.value
WHERE j.type <> 'null' AND d.state IS NOT 'completed' AND d.state IS NOT 'cancelled';

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
WHERE blocked_by IS NOT NULL;

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
WHERE blocked_by IS NOT NULL;

DROP VIEW recovery_plan;
CREATE VIEW recovery_plan AS
  -- One row a node of an unfinished tree: what the data alone says should happen to it after a crash.
  --   skip    completed or cancelled: never run again
  --   resume  was running: runs again, from its last checkpoint
  --   retry   failed: runs again
  --   give_up was running or failed, and this was the last of its attempts: tasks.max_attempts, else those that its
  --           record gives it, else its tree document, else 3
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
      SELECT 1 + max(0, json_extract(p.execution_config, '$.retry_policy.max_retries')) FROM node_parts p
      WHERE p.task_id = t.id AND json_type(p.execution_config, '$.retry_policy.max_retries') = 'integer'), 3) AS max_attempts,
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
