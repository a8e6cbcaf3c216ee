-- The rows of one document, compared with those that its own text makes. The first column names the row; verify_twin.cpp
-- compares all others but inside ids.

-- name: select_documents
SELECT id, tree_id, kind, outline, import_id, source_path FROM tree_documents ORDER BY id;

-- name: select_document_node_rows
SELECT level, task_id, task_version, node_id, json, 0, id, task_digest FROM document_nodes WHERE document_id = ?1 ORDER BY position;

-- name: select_canonical
SELECT canonical_sha256 FROM imports WHERE id = ?1;

-- name: rows_of_loop
SELECT 'loops:' || id, * FROM loops WHERE id = ?1;

-- name: rows_of_loop_iterations
SELECT 'loop_iterations:' || id, * FROM loop_iterations WHERE loop = ?1 ORDER BY list, position;

-- name: rows_of_loop_regressions
SELECT 'loop_regressions:' || id, * FROM loop_regressions WHERE loop = ?1 ORDER BY position;

-- name: rows_of_loop_reinforcements
SELECT 'loop_reinforcements:' || id, * FROM loop_reinforcements WHERE loop = ?1 ORDER BY position;

-- name: rows_of_loop_recoveries
SELECT 'loop_recoveries:' || id, * FROM loop_recoveries WHERE loop = ?1 ORDER BY position;

-- name: rows_of_loop_patterns
SELECT 'loop_patterns:' || id, * FROM loop_patterns WHERE loop = ?1 ORDER BY position;

-- name: rows_of_state
SELECT 'states:' || id, * FROM states WHERE id = ?1;

-- name: rows_of_state_mutations
SELECT 'state_mutations:' || id, * FROM state_mutations WHERE state_id = ?1 ORDER BY position;

-- name: rows_of_tree_document
SELECT 'tree_documents:' || id, * FROM tree_documents WHERE id = ?1;

-- name: rows_of_document_nodes
SELECT 'document_nodes:' || id, * FROM document_nodes WHERE document_id = ?1 ORDER BY position;

-- name: rows_of_workflow_checkpoint
SELECT 'workflow_checkpoints:' || id, * FROM workflow_checkpoints WHERE id = ?1;

-- name: rows_of_workflow_artifacts
SELECT 'workflow_artifacts:' || checkpoint || '/' || position, * FROM workflow_artifacts WHERE checkpoint = ?1
ORDER BY position;
