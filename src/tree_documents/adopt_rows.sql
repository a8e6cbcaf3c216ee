-- name: has_documents
SELECT EXISTS (SELECT 1 FROM tree_documents);

-- name: select_twins
SELECT DISTINCT o.id, o.version, n.task_id, t.legacy_id, t.version, n.tree_id, n.node_id
FROM document_nodes d JOIN tasks o ON o.id = d.task_id JOIN tree_nodes x ON x.task_id = o.id
  JOIN tree_nodes n ON n.tree_id = x.tree_id AND n.node_id = x.node_id AND n.task_id <> o.id
  JOIN tasks t ON t.id = n.task_id
WHERE o.legacy_id IS NULL AND t.legacy_id IS NOT NULL
ORDER BY o.id;

-- name: select_node_texts
SELECT json, task_version FROM document_nodes WHERE task_id = ?1 ORDER BY id;
