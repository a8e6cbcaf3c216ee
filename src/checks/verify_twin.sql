-- The rows of one checkpoint of a workflow, compared with those that its own text makes. The first column names the row;
-- verify_twin.cpp compares all others but inside ids.

-- name: select_documents
SELECT id, tree_id, kind, outline, import_id, source_path FROM tree_documents ORDER BY id;

-- name: select_document_node_rows
SELECT level, task_id, task_version, node_id, json, 0, id, task_digest FROM document_nodes
WHERE document_id = ?1 ORDER BY position;

-- name: select_canonical
SELECT canonical_sha256 FROM imports WHERE id = ?1;

-- name: rows_of_workflow_checkpoint
SELECT 'workflow_checkpoints:' || id, * FROM workflow_checkpoints WHERE id = ?1;

-- name: rows_of_workflow_artifacts
SELECT 'workflow_artifacts:' || checkpoint || '/' || position, * FROM workflow_artifacts WHERE checkpoint = ?1
ORDER BY position;
