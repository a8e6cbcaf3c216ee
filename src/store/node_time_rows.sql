-- name: select_times_of_all_trees
SELECT n.tree_id, coalesce(t.legacy_id, n.node_id), n.parent_ref, n.decomposition_strategy, t.agent, t.state, t.created_at_ms,
  t.started_at_ms, t.completed_at_ms, coalesce(t.position, t.id)
FROM tree_nodes n JOIN task_times t ON t.id = n.task_id
WHERE n.tree_id IS NOT NULL
ORDER BY n.tree_id;

-- name: select_newest_times
SELECT n.tree_id, coalesce(t.legacy_id, n.node_id), n.parent_ref, n.decomposition_strategy, t.agent, t.state, t.created_at_ms,
  t.started_at_ms, t.completed_at_ms, coalesce(t.position, t.id)
FROM tree_nodes n JOIN task_times t ON t.id = n.task_id
WHERE n.tree_id IS NOT NULL AND n.tree_id <> ?1
ORDER BY n.task_id DESC
LIMIT ?2;

-- name: select_models
SELECT n.task_id, coalesce(
  CASE WHEN json_valid(d.json) THEN json_extract(d.json, '$.result.metadata.model_used') END,
  CASE WHEN json_valid(d.json) THEN json_extract(d.json, '$.execution_config.model') END) AS model
FROM tree_nodes n JOIN document_nodes d ON d.id = (
  SELECT m.id FROM document_nodes m JOIN tree_documents e ON e.id = m.document_id
  WHERE m.task_id = n.task_id ORDER BY e.kind = 'tree-json' DESC, m.id LIMIT 1)
WHERE n.tree_id = ?1 AND model IS NOT NULL;
