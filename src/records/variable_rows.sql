-- A variable is a task's or a state document's: where a statement takes an owner, ?1 is tasks.id and ?2 states.id, and one
-- of them NULL.

-- name: insert_variable
INSERT INTO variables (task_id, state_id, position, name, value, value_type, type, description, source, created_at,
  updated_at, access_count, read_only, scope, ttl_seconds, layout_id, metadata_layout_id, residue, content_id)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19);

-- name: select_variables_from
SELECT v.task_id, v.position, v.name, coalesce(v.value, c.body), v.value_type, v.type, v.description, v.source,
  v.created_at, v.updated_at, v.access_count, v.read_only, v.scope, v.ttl_seconds, v.layout_id, v.metadata_layout_id,
  v.residue, v.id, CASE WHEN v.value IS NULL THEN v.content_id END, c.sha256
FROM variables v LEFT JOIN contents c ON c.id = v.content_id WHERE v.task_id >= ?1 ORDER BY v.task_id;

-- name: select_variables_of_state
SELECT v.name, coalesce(v.value, c.body), v.value_type, v.type, v.description, v.source, v.created_at, v.updated_at,
  v.access_count, v.read_only, v.scope, v.ttl_seconds, v.layout_id, v.metadata_layout_id, v.residue, v.id,
  CASE WHEN v.value IS NULL THEN v.content_id END, c.sha256
FROM variables v LEFT JOIN contents c ON c.id = v.content_id
WHERE v.state_id = ?1 ORDER BY v.position IS NULL, v.position, v.name;

-- name: select_variable
SELECT v.name, coalesce(v.value, c.body), v.value_type, v.type, v.description, v.source, v.created_at, v.updated_at,
  v.access_count, v.read_only, v.scope, v.ttl_seconds, v.layout_id, v.metadata_layout_id, v.residue, v.id,
  CASE WHEN v.value IS NULL THEN v.content_id END, c.sha256
FROM variables v LEFT JOIN contents c ON c.id = v.content_id WHERE (v.task_id = ?1 OR v.state_id = ?2) AND v.name = ?3;

-- name: update_variable
UPDATE variables SET value = ?3, value_type = ?4, type = ?5, description = ?6, source = ?7, created_at = ?8,
  updated_at = ?9, access_count = ?10, read_only = ?11, scope = ?12, ttl_seconds = ?13, layout_id = ?14,
  metadata_layout_id = ?15, residue = ?16, content_id = ?17
WHERE id = ?1 AND name = ?2;

-- name: count_variables
SELECT (SELECT count(*) FROM variables WHERE task_id = ?1) + (SELECT count(*) FROM variables WHERE state_id = ?2);

-- name: select_next_position
SELECT CASE WHEN count(*) = count(position) THEN max(position) + 1 END FROM variables WHERE task_id = ?1 OR state_id = ?2;

-- name: delete_variable
DELETE FROM variables WHERE id = ?1;

-- name: delete_variables
DELETE FROM variables WHERE task_id = ?1 OR state_id = ?2;

-- name: select_references
SELECT DISTINCT substr(v.value, 6)
FROM variables v LEFT JOIN tasks t ON t.id = v.task_id LEFT JOIN states s ON s.id = v.state_id
WHERE v.type = 'file_path' AND v.value_type IS NULL AND v.value LIKE 'file:%'
  AND (coalesce(t.import_id, s.import_id) IS NULL
    OR coalesce(t.version, s.version) IS NOT coalesce(t.source_version, s.source_version));

-- name: is_referred_to
SELECT EXISTS (SELECT 1 FROM variables WHERE type = 'file_path' AND value_type IS NULL AND value = 'file:' || ?1);
