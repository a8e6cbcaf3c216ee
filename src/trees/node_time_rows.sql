-- name: select_times_of_all_trees
SELECT n.tree_id, coalesce(t.legacy_id, n.node_id), n.parent_ref, n.decomposition_strategy, t.agent, t.state,
  t.created_at_ms, t.started_at_ms, t.completed_at_ms, coalesce(t.position, t.id)
FROM tree_nodes n JOIN task_times t ON t.id = n.task_id
WHERE n.tree_id IS NOT NULL
ORDER BY n.tree_id;

-- name: select_newest_times
SELECT n.tree_id, coalesce(t.legacy_id, n.node_id), n.parent_ref, n.decomposition_strategy, t.agent, t.state,
  t.created_at_ms, t.started_at_ms, t.completed_at_ms, coalesce(t.position, t.id)
FROM tree_nodes n JOIN task_times t ON t.id = n.task_id
WHERE n.tree_id IS NOT NULL AND n.tree_id <> ?1
ORDER BY n.task_id DESC
LIMIT ?2;

-- name: select_models
SELECT n.task_id, coalesce(d.result_model_used, d.exec_model) AS model
FROM tree_nodes n JOIN node_details d ON d.task_id = n.task_id
WHERE n.tree_id = ?1 AND model IS NOT NULL;
