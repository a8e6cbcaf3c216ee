-- The rows of one checkpoint of a workflow, compared with those that its own text makes. The first column names the row;
-- verify_twin.cpp compares all others but inside ids.

-- name: rows_of_workflow_checkpoint
SELECT 'workflow_checkpoints:' || id, * FROM workflow_checkpoints WHERE id = ?1;

-- name: rows_of_workflow_artifacts
SELECT 'workflow_artifacts:' || checkpoint || '/' || position, * FROM workflow_artifacts WHERE checkpoint = ?1
ORDER BY position;

-- name: sha256_of_import
SELECT sha256 FROM imports WHERE id = ?1;
