-- name: insert_checkpoint
INSERT INTO task_checkpoints (task_id, position, checkpoint_id, name, snapshot_path, timestamp, description, layout_id,
  residue)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9);

-- name: select_checkpoints_from
SELECT task_id, position, checkpoint_id, name, snapshot_path, timestamp, description, layout_id, residue, id
FROM task_checkpoints WHERE task_id >= ?1 ORDER BY task_id;

-- name: delete_checkpoints
DELETE FROM task_checkpoints WHERE task_id = ?1;

-- name: select_next_position
SELECT CASE WHEN (SELECT verbatim FROM tasks WHERE id = ?1) IS NULL
  AND NOT EXISTS (SELECT 1 FROM task_checkpoints WHERE task_id = ?1 AND position IS NULL)
  THEN (SELECT max(position) + 1 FROM task_checkpoints WHERE task_id = ?1) END;

-- name: is_named
SELECT EXISTS (SELECT 1 FROM task_checkpoints WHERE checkpoint_id = ?1);

-- name: select_listed
SELECT checkpoint_id, name, timestamp, description, snapshot_path FROM task_checkpoints
WHERE task_id = ?1 AND checkpoint_id IS NOT NULL ORDER BY position IS NULL, position, id;

-- name: select_tasks_with_lists
SELECT DISTINCT task_id FROM task_checkpoints WHERE checkpoint_id IS NOT NULL ORDER BY task_id;

-- name: select_task_that_names
SELECT c.task_id FROM task_checkpoints c WHERE c.checkpoint_id = ?1 ORDER BY c.id LIMIT 1;

-- name: select_tasks_that_lose
SELECT DISTINCT c.task_id FROM task_checkpoints c JOIN tasks t ON t.id = c.task_id LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE c.checkpoint_id = ?1 AND (?2 = 'task' AND ?3 IN (t.legacy_id, n.node_id) OR ?2 = 'tree' AND n.tree_id = ?3)
  AND NOT EXISTS (SELECT 1 FROM snapshots s WHERE s.checkpoint_id = ?1 AND s.id NOT IN (SELECT value FROM json_each(?4))
    AND (s.scope = 'task' AND s.owner IN (t.legacy_id, n.node_id) OR s.scope = 'tree' AND s.owner = n.tree_id))
ORDER BY c.task_id;

-- name: select_resume_checkpoints_of_tree
SELECT r.checkpoint_id FROM tree_nodes n JOIN tasks t ON t.id = n.task_id JOIN resume_checkpoints r ON r.task_id = t.id
WHERE n.tree_id = ?1 AND t.state IS NOT 'completed' AND t.state IS NOT 'cancelled';

-- name: select_resume_checkpoint_of_task
SELECT r.checkpoint_id FROM tasks t JOIN resume_checkpoints r ON r.task_id = t.id
WHERE t.legacy_id = ?1 AND t.state IS NOT 'completed' AND t.state IS NOT 'cancelled';
