-- name: insert_task
INSERT INTO tasks (id, position, legacy_id, prompt, agent, priority, state, created_at, started_at, completed_at,
  pid, result, result_type, error, output, layout_id, metadata_layout_id, residue, verbatim, verbatim_digest,
  import_id, source_digest, source_version, version)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24)
ON CONFLICT (legacy_id) DO NOTHING;

-- name: update_task
UPDATE tasks SET position = ?2, legacy_id = ?3, prompt = ?4, agent = ?5, priority = ?6, state = ?7, created_at = ?8,
  started_at = ?9, completed_at = ?10, pid = ?11, result = ?12, result_type = ?13, error = ?14, output = ?15,
  layout_id = ?16, metadata_layout_id = ?17, residue = ?18, verbatim = ?19, verbatim_digest = ?20, import_id = ?21,
  source_digest = ?22, source_version = ?23, version = ?24
WHERE id = ?1;

-- name: select_task_key
SELECT id, position, version, import_id, source_digest, source_version FROM tasks WHERE legacy_id = ?1;

-- name: update_task_source
UPDATE tasks SET import_id = ?2, source_digest = ?3, source_version = ?4 WHERE id = ?1;

-- name: update_task_position
UPDATE tasks SET position = ?2 WHERE id = ?1;

-- name: select_task_position
SELECT position FROM tasks WHERE id = ?1;

-- name: select_last_keys
SELECT (SELECT max(id) FROM tasks), (SELECT max(position) FROM tasks);

-- name: count_tasks_of_source
SELECT count(*) FROM tasks t JOIN imports i ON i.id = t.import_id WHERE i.source_path = ?1;

-- name: count_tasks_by_state
SELECT state, count(*) FROM tasks GROUP BY state;

-- name: count_tasks_without_legacy_id
SELECT count(*) FROM tasks WHERE legacy_id IS NULL;
