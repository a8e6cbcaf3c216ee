-- name: has_root
SELECT EXISTS (SELECT 1 FROM tree_nodes WHERE tree_id = ?1 AND parent_ref IS NULL);

-- name: count_nodes_up_to
SELECT count(*) FROM (SELECT 1 FROM tree_nodes WHERE tree_id = ?1 LIMIT ?2);

-- name: count_children_up_to
SELECT count(*) FROM (SELECT 1 FROM tree_nodes WHERE tree_id = ?1 AND parent_ref = ?2 LIMIT ?3);

-- name: has_foreign_node_id
SELECT CASE WHEN EXISTS (SELECT 1 FROM document_nodes WHERE node_id = ?2) THEN 1
  WHEN NOT EXISTS (SELECT 1 FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
    WHERE n.tree_id = ?1 AND n.parent_ref IS NULL AND t.import_id IS NOT NULL) THEN 0
  ELSE EXISTS (SELECT 1 FROM tree_nodes WHERE tree_id = ?1 AND node_id = ?2) END;

-- name: count_tree_nodes
SELECT count(*) FROM tree_nodes WHERE tree_id = ?1;

-- name: select_widest_node
SELECT parent_ref, count(*) FROM tree_nodes
WHERE tree_id = ?1 AND parent_ref IS NOT NULL
GROUP BY parent_ref ORDER BY count(*) DESC, min(task_id) LIMIT 1;

-- name: select_deepest_node
SELECT coalesce(t.legacy_id, n.node_id), n.depth FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
WHERE n.tree_id = ?1 AND n.depth IS NOT NULL
ORDER BY n.depth DESC, coalesce(t.position, t.id) LIMIT 1;

-- Where no node gives its depth.
-- name: select_deepest_place
WITH RECURSIVE down (task_id, name, level) AS (
  SELECT n.task_id, coalesce(t.legacy_id, n.node_id), 0 FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
  WHERE n.tree_id = ?1 AND n.parent_ref IS NULL
  UNION
  SELECT c.task_id, coalesce(t.legacy_id, c.node_id), d.level + 1
  FROM down d JOIN tree_nodes c ON c.tree_id = ?1 AND c.parent_ref = d.name JOIN tasks t ON t.id = c.task_id
  -- Ids that stand twice may lead in circles.
  WHERE d.level < min(10000, (SELECT count(*) FROM tree_nodes WHERE tree_id = ?1)))
SELECT name, level FROM down ORDER BY level DESC, task_id LIMIT 1;

-- name: select_largest_context
SELECT coalesce(t.legacy_id, n.node_id), n.context_size_tokens FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
WHERE n.tree_id = ?1 AND n.context_size_tokens IS NOT NULL
ORDER BY n.context_size_tokens DESC, coalesce(t.position, t.id) LIMIT 1;

-- name: select_unfinished_nodes
SELECT coalesce(t.legacy_id, n.node_id), t.started_at, t.started_at_ms, t.agent, t.prompt, t.id, t.state
FROM tree_nodes n JOIN task_times t ON t.id = n.task_id
WHERE n.tree_id = ?1 AND t.state IN ('running', 'queued')
ORDER BY t.state DESC, t.started_at_ms, coalesce(t.position, t.id);
