-- name: select_task_by_store_id
SELECT id FROM tasks WHERE legacy_id = ?1;

-- name: select_tasks_by_node_id
SELECT t.id, t.legacy_id, n.tree_id, t.token FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
WHERE n.node_id = ?1 OR n.task_id IN (SELECT d.task_id FROM document_nodes d WHERE d.node_id = ?1)
ORDER BY t.id LIMIT 6;

-- name: select_tasks_by_node_of_tree
SELECT t.id, t.legacy_id, n.tree_id, t.token FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
WHERE n.tree_id = ?2
  AND (n.node_id = ?1 OR n.task_id IN (SELECT d.task_id FROM document_nodes d WHERE d.node_id = ?1))
ORDER BY t.id LIMIT 6;

-- name: select_node_id_of_task
SELECT coalesce((SELECT node_id FROM tree_nodes WHERE task_id = ?1),
  (SELECT node_id FROM document_nodes WHERE task_id = ?1 ORDER BY id LIMIT 1));

-- name: select_task_by_member
SELECT coalesce((SELECT id FROM tasks WHERE legacy_id = ?1),
  (SELECT n.task_id FROM document_nodes d JOIN tree_nodes n ON n.task_id = d.task_id
   WHERE d.node_id = ?1 AND n.tree_id = ?2 LIMIT 1));
