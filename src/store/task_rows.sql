-- name: insert_task
INSERT INTO tasks (id, legacy_id, prompt, agent, priority, state, created_at, started_at, completed_at,
  pid, result, result_type, error, output, layout_id, metadata_layout_id, residue, verbatim, verbatim_digest,
  import_id, source_digest, source_version, version)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23)
ON CONFLICT (legacy_id) DO NOTHING;

-- name: update_task
UPDATE tasks SET legacy_id = ?2, prompt = ?3, agent = ?4, priority = ?5, state = ?6, created_at = ?7, started_at = ?8,
  completed_at = ?9, pid = ?10, result = ?11, result_type = ?12, error = ?13, output = ?14, layout_id = ?15,
  metadata_layout_id = ?16, residue = ?17, verbatim = ?18, verbatim_digest = ?19, import_id = ?20,
  source_digest = ?21, source_version = ?22, version = ?23
WHERE id = ?1;

-- name: select_task_key
SELECT id, coalesce(position, id), version, import_id, source_digest, source_version FROM tasks WHERE legacy_id = ?1;

-- name: update_task_source
UPDATE tasks SET import_id = ?2, source_digest = ?3, source_version = ?4 WHERE id = ?1;

-- name: update_task_position
UPDATE tasks SET position = nullif(?2, id) WHERE id = ?1;

-- name: update_task_for_recovery
UPDATE tasks SET state = 'queued', pid = NULL, attempts = attempts + 1, version = version + 1,
  resume_checkpoint_id = ?2, owner_pid = NULL, owner_start_ticks = NULL, owner_boot_id = NULL,
  owner_pid_namespace = NULL, token = NULL, lease_expires_at = NULL,
  residue = CASE WHEN json_valid(residue) THEN json_remove(residue, '$.task.pid', '$.task.state') ELSE residue END
WHERE id = ?1;

-- name: select_task_position
SELECT coalesce(position, id) FROM tasks WHERE id = ?1;

-- name: select_last_id
SELECT max(id) FROM tasks;

-- name: count_tasks_of_source
SELECT count(*) FROM tasks t JOIN imports i ON i.id = t.import_id WHERE i.source_path = ?1;

-- name: count_tasks_by_state
SELECT state, count(*) FROM tasks GROUP BY state;

-- name: count_tasks_without_legacy_id
SELECT count(*) FROM tasks WHERE legacy_id IS NULL;
