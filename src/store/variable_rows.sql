-- name: insert_variable
INSERT INTO variables (task_id, position, name, value, value_type, type, description, source, created_at, updated_at,
  access_count, read_only, scope, ttl_seconds, layout_id, metadata_layout_id, residue)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17);

-- name: select_variables_from
SELECT task_id, position, name, value, value_type, type, description, source, created_at, updated_at, access_count,
  read_only, scope, ttl_seconds, layout_id, metadata_layout_id, residue, id
FROM variables WHERE task_id >= ?1 ORDER BY task_id;

-- name: delete_variables
DELETE FROM variables WHERE task_id = ?1;
