-- name: upsert_review
INSERT INTO failure_reviews (task_id, failed_at, reviewed_at, reviewed_by, note) VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT (task_id) DO UPDATE SET failed_at = excluded.failed_at, reviewed_at = excluded.reviewed_at,
  reviewed_by = excluded.reviewed_by, note = excluded.note;

-- name: delete_review
DELETE FROM failure_reviews WHERE task_id = ?1;

-- name: select_failed_tasks
SELECT coalesce(t.legacy_id, n.node_id, ''), n.tree_id, t.completed_at, t.agent, t.error, w.reviewed_at, w.reviewed_by, w.note
FROM task_times t LEFT JOIN tree_nodes n ON n.task_id = t.id
  LEFT JOIN failure_reviews w ON w.task_id = t.id AND w.failed_at IS t.completed_at
WHERE t.state = 'failed' AND (?1 OR w.task_id IS NULL)
ORDER BY t.completed_at_ms, t.id;

-- name: select_failed_task
SELECT coalesce(t.legacy_id, n.node_id, ''), n.tree_id, t.completed_at, t.agent, t.error, w.reviewed_at, w.reviewed_by, w.note
FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
  LEFT JOIN failure_reviews w ON w.task_id = t.id AND w.failed_at IS t.completed_at
WHERE t.id = ?1;
