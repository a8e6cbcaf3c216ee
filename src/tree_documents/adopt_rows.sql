-- name: has_documents
SELECT EXISTS (SELECT 1 FROM tree_documents);

-- name: select_nodes_of_documents_alone
SELECT o.id, o.version, x.tree_id, x.node_id FROM tasks o CROSS JOIN tree_nodes x ON x.task_id = o.id
WHERE o.legacy_id IS NULL AND EXISTS (SELECT 1 FROM document_nodes d WHERE d.task_id = o.id);

-- name: select_nodes_of_the_store
SELECT n.task_id, t.legacy_id, t.version, n.tree_id, n.node_id FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
WHERE t.legacy_id IS NOT NULL AND n.tree_id IS NOT NULL AND n.node_id IS NOT NULL;

-- CROSS keeps the index on children first; the last condition keeps the look at them behind that at the parent.
-- name: select_parents_by_node_id
SELECT n.tree_id, n.node_id, t.legacy_id FROM tree_nodes n CROSS JOIN tasks t ON t.id = n.task_id
WHERE t.legacy_id IS NOT NULL AND t.legacy_id <> n.node_id AND EXISTS (
  SELECT 1 FROM tree_nodes x CROSS JOIN tasks o ON o.id = x.task_id
  WHERE x.tree_id = n.tree_id AND x.parent_ref = n.node_id AND o.legacy_id IS NULL AND o.id <> t.id);

-- name: select_node_texts
SELECT json, task_version FROM document_nodes WHERE task_id = ?1 ORDER BY id;
