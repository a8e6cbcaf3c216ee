-- name: select_document
SELECT d.id, d.tree_id, d.kind, d.outline, i.sha256 FROM tree_documents d JOIN imports i ON i.id = d.import_id
WHERE d.source_path = ?1;

-- name: select_documents_of_tree
SELECT d.id, d.tree_id, d.kind, d.outline, i.sha256 FROM tree_documents d JOIN imports i ON i.id = d.import_id
WHERE d.tree_id = ?1
ORDER BY d.kind DESC, d.id;

-- name: insert_document
INSERT INTO tree_documents (source_path, import_id, kind, tree_id, outline) VALUES (?1, ?2, ?3, ?4, ?5);

-- name: delete_document_nodes
DELETE FROM document_nodes WHERE document_id = ?1;

-- name: select_document_nodes
SELECT d.level, d.task_id, d.task_version, d.node_id, d.json, t.version
FROM document_nodes d JOIN tasks t ON t.id = d.task_id
WHERE d.document_id = ?1
ORDER BY d.position;

-- name: insert_document_node
INSERT INTO document_nodes (document_id, position, level, task_id, task_version, node_id, json)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7);

-- name: update_task_version
UPDATE document_nodes SET task_version = ?2 WHERE task_id = ?1 AND task_version = ?3;

-- name: select_nodes_of_tree
SELECT n.task_id, n.node_id, t.legacy_id, t.version, coalesce(i.source_path, ''), coalesce(i.kind, '')
FROM tree_nodes n JOIN tasks t ON t.id = n.task_id LEFT JOIN imports i ON i.id = t.import_id
WHERE n.tree_id = ?1
ORDER BY coalesce(t.position, t.id);
