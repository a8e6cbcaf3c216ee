-- The nodes of a tree, finished ones too, or one task, with what tells whether they wait.
-- name: select_waiting
SELECT t.id, coalesce(t.legacy_id, n.node_id), n.parent_ref, n.decomposition_strategy, t.state,
  CASE WHEN t.state = 'unknown' AND json_valid(t.residue) THEN json_extract(t.residue, '$.task.state') END,
  coalesce(t.position, t.id),
  CASE WHEN t.state IS NOT 'completed' AND t.state IS NOT 'cancelled' THEN instr(t.residue, 'depends_on') END,
  t.owner IS NOT NULL, t.pid,
  CASE WHEN t.state = 'running' THEN (SELECT m.started_at_ms FROM task_times m WHERE m.id = t.id) END
FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE t.id IN (SELECT task_id FROM tree_nodes WHERE tree_id = ?1 UNION ALL SELECT ?2 WHERE ?2 IS NOT NULL);

-- Trees with a queued node and something that may hold it up for good: what failed, is in no known state or runs without a
-- claim, a dependency, or a budget.
-- name: select_trees_that_may_be_stuck
SELECT tree_id FROM (
  SELECT n.tree_id FROM tasks t JOIN tree_nodes n ON n.task_id = t.id
  WHERE t.state = 'failed' AND t.state IS NOT 'completed'
  UNION
  SELECT n.tree_id FROM tasks t JOIN tree_nodes n ON n.task_id = t.id
  WHERE t.state = 'unknown' AND t.state IS NOT 'completed'
  UNION
  SELECT n.tree_id FROM tasks t JOIN tree_nodes n ON n.task_id = t.id
  WHERE t.state IS NULL AND t.state IS NOT 'completed'
  UNION
  SELECT n.tree_id FROM tasks t JOIN tree_nodes n ON n.task_id = t.id
  WHERE ?1 AND t.state = 'running' AND t.state IS NOT 'completed' AND t.owner IS NULL
  UNION
  SELECT n.tree_id FROM tasks t JOIN tree_nodes n ON n.task_id = t.id
  WHERE t.state = 'queued' AND t.state IS NOT 'completed' AND instr(t.residue, 'depends_on') > 0
  UNION
  SELECT tree_id FROM tree_settings WHERE budget_usd IS NOT NULL) AS candidates
WHERE EXISTS (SELECT 1 FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
  WHERE n.tree_id = candidates.tree_id AND t.state = 'queued');

-- name: select_dependent_outside
SELECT t.id FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE t.state = 'queued' AND t.state IS NOT 'completed' AND instr(t.residue, 'depends_on') > 0 AND n.tree_id IS NULL;
