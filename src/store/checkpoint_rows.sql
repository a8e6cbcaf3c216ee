-- name: insert_checkpoint
INSERT INTO checkpoints (task_id, position, checkpoint_id, name, snapshot_path, timestamp, description, layout_id,
  residue)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9);

-- name: select_checkpoints_from
SELECT task_id, position, checkpoint_id, name, snapshot_path, timestamp, description, layout_id, residue, id
FROM checkpoints WHERE task_id >= ?1 ORDER BY task_id;

-- name: delete_checkpoints
DELETE FROM checkpoints WHERE task_id = ?1;

-- name: select_next_position
SELECT CASE WHEN (SELECT verbatim FROM tasks WHERE id = ?1) IS NULL
  AND NOT EXISTS (SELECT 1 FROM checkpoints WHERE task_id = ?1 AND position IS NULL)
  THEN (SELECT max(position) + 1 FROM checkpoints WHERE task_id = ?1) END;

-- name: is_named
SELECT EXISTS (SELECT 1 FROM checkpoints WHERE checkpoint_id = ?1);
