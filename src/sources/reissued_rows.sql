-- name: has_reissued_ids
SELECT EXISTS (SELECT 1 FROM reissued_ids);

-- name: select_reissued_id
SELECT t.id, t.legacy_id FROM reissued_ids r JOIN tasks t ON t.id = r.task_id
WHERE r.legacy_id = ?1 AND r.created_at = ?2 AND t.legacy_id IS NOT NULL;

-- name: put_reissued_id
INSERT INTO reissued_ids (legacy_id, created_at, task_id) VALUES (?1, ?2, ?3)
ON CONFLICT (legacy_id, created_at) DO UPDATE SET task_id = ?3;
