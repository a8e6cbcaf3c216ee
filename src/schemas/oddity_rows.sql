-- name: select_tree_ids
SELECT DISTINCT tree_id FROM tree_nodes WHERE tree_id IS NOT NULL ORDER BY tree_id;

-- name: select_outlines
SELECT tree_id, outline FROM tree_documents WHERE outline IS NOT NULL ORDER BY id;

-- name: select_documented_nodes
SELECT d.tree_id, n.node_id, n.json, n.task_id, n.task_version <> t.version
FROM document_nodes n JOIN tasks t ON t.id = n.task_id JOIN tree_documents d ON d.id = n.document_id
ORDER BY n.task_id, d.kind = 'node-json', n.id;
