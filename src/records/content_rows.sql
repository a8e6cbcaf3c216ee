-- name: insert_content
INSERT INTO contents (sha256, body) VALUES (?1, ?2) ON CONFLICT (sha256) DO NOTHING;

-- name: select_content_id
SELECT id, CAST(body AS BLOB) = CAST(?2 AS BLOB) FROM contents WHERE sha256 = ?1;

-- name: select_content
SELECT id, sha256, body FROM contents WHERE id = ?1;

-- name: select_last_content
SELECT max(id) FROM contents;

-- name: delete_unused_contents
DELETE FROM contents WHERE sha256 NOT IN (SELECT old_value FROM event_changes WHERE old_form = 'content')
  AND id NOT IN (
    SELECT content_id FROM variables WHERE content_id IS NOT NULL
    UNION ALL SELECT content_id FROM snapshot_variables
    UNION ALL SELECT value_content_id FROM snapshot_variables WHERE value_content_id IS NOT NULL
    UNION ALL SELECT content_id FROM snapshot_nodes
    UNION ALL SELECT content_id FROM files
    UNION ALL SELECT content_id FROM workflow_checkpoints WHERE content_id IS NOT NULL
    UNION ALL SELECT content_id FROM workflow_artifacts WHERE content_id IS NOT NULL);
