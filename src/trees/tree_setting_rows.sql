-- name: select_tree_settings
SELECT limit_max_depth, limit_max_children, limit_max_nodes, limit_max_context_tokens, limit_timeout_ms, limit_action,
  budget_usd, execution_mode, session_id
FROM tree_settings WHERE tree_id = ?1;

-- name: select_trees_with_settings
SELECT tree_id FROM tree_settings ORDER BY tree_id;

-- name: put_tree_settings
INSERT INTO tree_settings (tree_id, limit_max_depth, limit_max_children, limit_max_nodes, limit_max_context_tokens,
  limit_timeout_ms, limit_action, budget_usd, execution_mode, session_id)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
ON CONFLICT (tree_id) DO UPDATE SET limit_max_depth = ?2, limit_max_children = ?3, limit_max_nodes = ?4,
  limit_max_context_tokens = ?5, limit_timeout_ms = ?6, limit_action = ?7, budget_usd = ?8,
  execution_mode = ?9, session_id = ?10;

-- name: delete_tree_settings
DELETE FROM tree_settings WHERE tree_id = ?1;

-- name: select_budget_of_task
SELECT s.tree_id, s.budget_usd FROM tree_nodes n JOIN tree_settings s ON s.tree_id = n.tree_id
WHERE n.task_id = ?1 AND s.budget_usd IS NOT NULL;

-- name: select_spent
SELECT CASE WHEN count(usd) > 0 THEN total(usd) END FROM (
  SELECT coalesce(n.cost_total_usd, CASE WHEN n.cost_input_usd IS NOT NULL OR EXISTS (SELECT 1 FROM document_nodes)
    THEN (SELECT c.total_cost_usd FROM node_own_costs c WHERE c.task_id = n.task_id) END) AS usd
  FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
  WHERE n.tree_id = ?1
  ORDER BY t.created_at_ms IS NULL, t.created_at_ms DESC, coalesce(t.position, t.id));

-- name: count_without_cost
SELECT count(*) FROM tree_nodes n JOIN task_times t ON t.id = n.task_id
WHERE n.tree_id = ?1 AND t.has_run
  AND coalesce(n.cost_total_usd, CASE WHEN n.cost_input_usd IS NOT NULL OR EXISTS (SELECT 1 FROM document_nodes)
    THEN (SELECT c.total_cost_usd FROM node_own_costs c WHERE c.task_id = n.task_id) END) IS NULL;

-- name: select_top_outside
SELECT t.id FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE t.state = 'queued' AND (t.blocked_by IS NOT NULL OR t.not_before IS NOT NULL) = 0 AND t.state IS NOT 'completed'
  AND (?1 IS NULL OR t.agent = ?1)
  AND NOT EXISTS (SELECT 1 FROM held_tasks h WHERE h.task_id = t.id AND h.hold_id IS NOT ?3)
  AND (n.tree_id IS NULL OR n.tree_id NOT IN (SELECT value FROM json_each(?2)))
ORDER BY CASE WHEN t.state = 'running' THEN t.lease_expires_at WHEN t.not_before IS NOT NULL THEN t.not_before
  ELSE coalesce(t.priority, 0) END DESC,
  t.id
LIMIT 1;
