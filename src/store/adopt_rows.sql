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

-- name: move_document_nodes
UPDATE document_nodes SET task_id = ?2, task_version = ?3 WHERE task_id = ?1;

-- name: move_children
UPDATE tree_nodes SET parent_ref = ?3
WHERE tree_id = ?1 AND parent_ref = ?2 AND task_id IN (SELECT id FROM tasks WHERE legacy_id IS NULL);

-- name: move_events
UPDATE events SET task_id = ?2 WHERE task_id = ?1;

-- name: move_event_changes
UPDATE event_changes SET task_id = ?2 WHERE task_id = ?1;

-- name: keep_last_event
UPDATE tasks SET last_event_seq = coalesce(last_event_seq, (SELECT last_event_seq FROM tasks WHERE id = ?1)) WHERE id = ?2;
