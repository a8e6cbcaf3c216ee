-- name: insert_chunk
INSERT INTO output_chunks (task_id, end_bytes, chunk) VALUES (?1, ?2, ?3);

-- name: select_output_bytes
SELECT coalesce(
  (SELECT end_bytes FROM output_chunks WHERE task_id = ?1 ORDER BY id DESC LIMIT 1),
  (SELECT length(CAST(output AS BLOB)) FROM tasks WHERE id = ?1), 0);

-- name: has_chunks
SELECT EXISTS (SELECT 1 FROM output_chunks WHERE task_id = ?1);

-- name: select_whole_output
SELECT output FROM task_outputs WHERE task_id = ?1;

-- name: select_chunks_from
SELECT task_id, chunk FROM output_chunks WHERE task_id >= ?1 ORDER BY task_id, id;

-- name: delete_chunks
DELETE FROM output_chunks WHERE task_id = ?1;
