-- name: insert_checkpoint
INSERT INTO checkpoints (task_id, position, checkpoint_id, name, snapshot_path, timestamp, description, layout_id,
  residue)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9);

-- name: select_checkpoints_from
SELECT task_id, position, checkpoint_id, name, snapshot_path, timestamp, description, layout_id, residue, id
FROM checkpoints WHERE task_id >= ?1 ORDER BY task_id;

-- name: delete_checkpoints
DELETE FROM checkpoints WHERE task_id = ?1;
