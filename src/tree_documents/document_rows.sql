-- name: select_document
SELECT d.id, d.tree_id, d.kind, d.outline, i.sha256 FROM tree_documents d JOIN imports i ON i.id = d.import_id
WHERE d.source_path = ?1;

-- name: select_documents_of_tree
SELECT d.id, d.tree_id, d.kind, d.outline, i.sha256 FROM tree_documents d JOIN imports i ON i.id = d.import_id
WHERE d.tree_id = ?1
ORDER BY d.kind DESC, d.import_id DESC, d.id;

-- name: select_all_documents
SELECT d.id, d.tree_id, d.kind, d.source_path,
  (SELECT n.node_id FROM document_nodes n WHERE n.document_id = d.id ORDER BY n.position LIMIT 1)
FROM tree_documents d ORDER BY d.tree_id, d.kind DESC, d.import_id DESC, d.id;

-- name: select_document_of_id
SELECT d.id, d.tree_id, d.kind, d.outline, i.sha256 FROM tree_documents d JOIN imports i ON i.id = d.import_id
WHERE d.id = ?1;

-- name: select_made_here
SELECT n.task_id FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
WHERE n.tree_id = ?1 AND t.import_id IS NULL AND NOT EXISTS (
  SELECT 1 FROM document_nodes o JOIN tree_documents e ON e.id = o.document_id
  WHERE o.task_id = n.task_id AND e.tree_id = ?1 AND e.kind = 'tree-json')
  AND ?2 = (SELECT d.id FROM tree_documents d WHERE d.tree_id = ?1 AND d.kind = 'tree-json'
  ORDER BY d.import_id DESC, d.id LIMIT 1);

-- name: insert_document
INSERT INTO tree_documents (source_path, import_id, kind, tree_id, outline) VALUES (?1, ?2, ?3, ?4, ?5);

-- name: delete_document_nodes
DELETE FROM document_nodes WHERE document_id = ?1;

-- name: select_document_nodes
SELECT d.level, d.task_id, d.task_version, d.node_id, d.json, coalesce(t.version, 0), d.id, d.task_digest
FROM document_nodes d LEFT JOIN tasks t ON t.id = d.task_id
WHERE d.document_id = ?1
ORDER BY d.position;

-- name: select_nodes_of_task
SELECT m.json FROM document_nodes m JOIN tree_documents e ON e.id = m.document_id
WHERE m.task_id = ?1 ORDER BY e.kind = 'tree-json' DESC, e.import_id DESC, m.id;

-- name: insert_document_node
INSERT INTO document_nodes (document_id, position, level, task_id, task_version, node_id, json, task_digest)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8);

-- name: delete_document
DELETE FROM tree_documents WHERE id = ?1;

-- name: select_version_in_documents
SELECT coalesce((SELECT min(n.task_version) FROM document_nodes n WHERE n.task_id = t.id),
  CASE WHEN t.last_event_seq IS NULL
    OR EXISTS (SELECT 1 FROM events e WHERE e.seq = t.last_event_seq AND e.kind = 'import:finished')
  THEN t.version ELSE 0 END)
FROM tasks t WHERE t.id = ?1;

-- name: select_digest_in_documents
SELECT task_digest FROM document_nodes WHERE task_id = ?1 ORDER BY task_version, id LIMIT 1;

-- name: update_task_version
UPDATE document_nodes SET task_version = ?2, task_digest = ?4 WHERE task_id = ?1 AND task_version = ?3;

-- name: select_nodes_of_tree
SELECT n.task_id, n.node_id, t.legacy_id, t.version, coalesce(i.source_path, ''), coalesce(i.kind, '')
FROM tree_nodes n JOIN tasks t ON t.id = n.task_id LEFT JOIN imports i ON i.id = t.import_id
WHERE n.tree_id = ?1
ORDER BY coalesce(t.position, t.id);

-- name: move_document_nodes
UPDATE document_nodes SET task_id = ?2, task_version = ?3, task_digest = ?4 WHERE task_id = ?1;

-- name: select_trees_made_here
SELECT DISTINCT n.tree_id FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
WHERE n.tree_id IS NOT NULL AND t.import_id IS NULL
  AND NOT EXISTS (SELECT 1 FROM tree_documents d WHERE d.tree_id = n.tree_id)
ORDER BY n.tree_id;

-- name: select_nodes_without_file
SELECT n.tree_id, n.task_id FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
WHERE n.tree_id IS NOT NULL AND t.import_id IS NULL
  AND EXISTS (SELECT 1 FROM tree_documents d WHERE d.tree_id = n.tree_id)
  AND NOT EXISTS (SELECT 1 FROM document_nodes o JOIN tree_documents e ON e.id = o.document_id
    WHERE o.task_id = n.task_id AND e.kind = 'node-json')
ORDER BY n.tree_id;

-- name: select_may_be_silent
SELECT d.task_id FROM document_nodes d JOIN tasks t ON t.id = d.task_id LEFT JOIN tree_nodes n ON n.task_id = d.task_id
WHERE d.document_id = ?1
  AND (t.legacy_id IS NOT NULL OR EXISTS (SELECT 1 FROM document_nodes o WHERE o.task_id = d.task_id AND o.id <> d.id))
  AND (t.prompt IS NULL OR t.state IS NULL OR t.created_at IS NULL OR t.started_at IS NULL OR t.completed_at IS NULL
    OR t.result IS NULL OR t.error IS NULL OR n.parent_ref IS NULL OR n.depth IS NULL OR n.decomposition_strategy IS NULL
    OR n.merge_strategy IS NULL OR instr(t.residue, '"documents":{"'));

-- name: select_documents_of_tasks_of
SELECT DISTINCT d.document_id FROM document_nodes d CROSS JOIN tasks t ON t.id = d.task_id WHERE t.import_id = ?1
ORDER BY d.document_id;

-- name: select_nodes_of_imports_before
SELECT d.task_id, d.task_digest FROM document_nodes d JOIN tasks t ON t.id = d.task_id
WHERE d.document_id = ?1 AND (t.import_id IS NULL OR t.import_id < ?2);
