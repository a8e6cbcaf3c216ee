-- name: insert_variable
INSERT INTO variables (task_id, position, name, value, value_type, type, description, source, created_at, updated_at,
  access_count, read_only, scope, ttl_seconds, layout_id, metadata_layout_id, residue, content_id)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18);

-- name: select_variables_from
SELECT v.task_id, v.position, v.name, coalesce(v.value, c.body), v.value_type, v.type, v.description, v.source,
  v.created_at, v.updated_at, v.access_count, v.read_only, v.scope, v.ttl_seconds, v.layout_id, v.metadata_layout_id,
  v.residue, v.id
FROM variables v LEFT JOIN contents c ON c.id = v.content_id WHERE v.task_id >= ?1 ORDER BY v.task_id;

-- name: delete_variables
DELETE FROM variables WHERE task_id = ?1;
