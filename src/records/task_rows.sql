-- name: insert_task
INSERT INTO tasks (id, legacy_id, prompt, agent, priority, state, created_at, started_at, completed_at,
  pid, result, result_type, error, output, layout_id, metadata_layout_id, residue, verbatim, verbatim_digest,
  import_id, source_digest, source_version, version, last_event_seq)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23,
  ?24)
ON CONFLICT (legacy_id) DO NOTHING;

-- name: update_task
UPDATE tasks SET legacy_id = ?2, prompt = ?3, agent = ?4, priority = ?5, state = ?6, created_at = ?7, started_at = ?8,
  completed_at = ?9, pid = ?10, result = ?11, result_type = ?12, error = ?13, output = ?14, layout_id = ?15,
  metadata_layout_id = ?16, residue = ?17, verbatim = ?18, verbatim_digest = ?19, import_id = ?20,
  source_digest = ?21, source_version = ?22, version = ?23, last_event_seq = coalesce(?24, last_event_seq),
  blocked_by = NULL
WHERE id = ?1;

-- name: update_document_values
UPDATE tasks SET prompt = ?2, state = ?3, created_at = ?4, started_at = ?5, completed_at = ?6, result = ?7, result_type = ?8,
  error = ?9, residue = ?10, blocked_by = NULL
WHERE id = ?1;

-- name: select_ids_with_document_values
SELECT id FROM tasks WHERE residue IS NOT NULL AND instr(residue, '"documents":{"');

-- name: select_task_key
SELECT id, coalesce(position, id), version, import_id, source_digest, source_version FROM tasks WHERE legacy_id = ?1;

-- name: is_id_taken
SELECT EXISTS (SELECT 1 FROM tasks WHERE legacy_id = ?1) OR EXISTS (SELECT 1 FROM document_nodes WHERE node_id = ?1);

-- name: is_id_of_document
SELECT EXISTS (SELECT 1 FROM document_nodes WHERE node_id = ?1);

-- name: update_task_source
UPDATE tasks SET import_id = ?2, source_digest = ?3, source_version = ?4 WHERE id = ?1;

-- name: update_task_position
UPDATE tasks SET position = nullif(?2, id) WHERE id = ?1;

-- name: update_task_for_recovery
UPDATE tasks SET state = 'queued', pid = NULL, completed_at = NULL, attempts = attempts + 1, version = version + 1,
  resume_checkpoint_id = ?2, last_event_seq = ?3, owner = NULL, owner_host = NULL, owner_boot_id = NULL, owner_pid = NULL,
  owner_start_ticks = NULL, owner_pid_namespace = NULL, token = NULL, lease_expires_at = NULL, blocked_by = NULL,
  not_before = CASE WHEN is_scheduled THEN not_before END,
  residue = CASE WHEN json_valid(residue) THEN json_remove(residue, '$.task.pid', '$.task.state', '$.task.completedAt') ELSE residue END
WHERE id = ?1;

-- name: select_task_position
SELECT coalesce(position, id) FROM tasks WHERE id = ?1;

-- name: select_last_id
SELECT max(id) FROM tasks;

-- name: count_tasks_of_source
SELECT count(*) FROM tasks t JOIN imports i ON i.id = t.import_id WHERE i.source_path = ?1;

-- name: count_tasks_by_state
SELECT state, count(*) FROM tasks WHERE state IS NOT 'completed' GROUP BY state;

-- name: count_tasks
SELECT count(*) FROM tasks;

-- name: select_task_head
SELECT t.id, coalesce(t.legacy_id, n.node_id), t.state, t.version, t.pid, t.started_at, t.completed_at, t.token,
  t.attempts, t.lease_expires_at, t.not_before, t.resume_checkpoint_id, n.tree_id,
  t.last_event_seq,
  t.result IS NOT NULL, t.error IS NOT NULL, t.residue IS NULL,
  (t.residue IS NULL OR instr(t.residue, '"task"') = 0 AND instr(t.residue, '"documents"') = 0) AND t.verbatim IS NULL AND l.members =
    '["id","prompt","agent","priority","state","createdAt","startedAt","completedAt","pid","result","error","output","metadata"]',
  length(CAST(t.output AS BLOB)), t.is_scheduled
FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id LEFT JOIN layouts l ON l.id = t.layout_id
WHERE t.id = coalesce(?2, (SELECT id FROM tasks WHERE legacy_id = ?1));

-- name: select_task_result
SELECT result, result_type FROM tasks WHERE id = ?1;

-- name: select_task_error
SELECT error FROM tasks WHERE id = ?1;

-- name: update_task_state
UPDATE tasks SET state = ?2, started_at = ?3, completed_at = ?4, pid = ?5, attempts = ?6, not_before = ?7,
  is_scheduled = ?23, lease_expires_at = ?8, owner_pid = ?9, owner_start_ticks = ?10, owner_boot_id = ?11, owner_pid_namespace = ?12,
  owner = ?20, owner_host = ?21, token = ?13, blocked_by = NULL, version = version + 1, last_event_seq = ?19,
  result = CASE WHEN ?14 = 'result' THEN ?15 ELSE result END,
  result_type = CASE WHEN ?14 = 'result' THEN ?16 ELSE result_type END,
  error = CASE WHEN ?14 = 'error' THEN ?15 ELSE error END,
  residue = CASE WHEN residue IS NOT NULL AND json_valid(residue)
    THEN json_remove(residue, '$.task.state', '$.task.pid', ?17, ?18, ?22) ELSE residue END
WHERE id = ?1;

-- name: select_claim
SELECT owner, owner_host, owner_boot_id, owner_pid, owner_start_ticks, owner_pid_namespace, lease_expires_at
FROM tasks WHERE id = ?1;

-- name: touch_task
UPDATE tasks SET version = version + 1, last_event_seq = ?2 WHERE id = ?1;

-- name: extend_lease
UPDATE tasks SET lease_expires_at = ?2, version = version + 1, last_event_seq = ?3 WHERE id = ?1;

-- name: drop_claim
UPDATE tasks SET owner = NULL, owner_host = NULL, owner_boot_id = NULL, owner_pid = NULL, owner_start_ticks = NULL,
  owner_pid_namespace = NULL, token = NULL, lease_expires_at = NULL, blocked_by = NULL,
  not_before = CASE WHEN is_scheduled AND state IS NOT 'running' AND state IS NOT 'completed' THEN not_before END,
  is_scheduled = CASE WHEN state IS NOT 'running' AND state IS NOT 'completed' THEN is_scheduled END
WHERE id = ?1;

-- name: start_from_newest
UPDATE tasks SET resume_checkpoint_id = NULL WHERE id = ?1 AND resume_checkpoint_id IS NOT NULL;

-- name: copy_settings
UPDATE tasks SET (max_attempts, backoff_ms, not_before, is_scheduled) = (
  SELECT s.max_attempts, s.backoff_ms, CASE WHEN s.is_scheduled AND tasks.state = 'queued' THEN s.not_before END,
    CASE WHEN tasks.state = 'queued' THEN s.is_scheduled END
  FROM tasks s WHERE s.id = ?2)
WHERE id = ?1;

-- name: set_retry_policy
UPDATE tasks SET max_attempts = ?2, backoff_ms = ?3 WHERE id = ?1;

-- name: unfold_output
UPDATE tasks SET output = '' WHERE id = ?1;

-- name: select_output
SELECT output FROM tasks WHERE id = ?1;

-- name: fold_output
UPDATE tasks SET output = (SELECT output FROM task_outputs WHERE task_id = ?1) WHERE id = ?1;

-- name: schedule
UPDATE tasks SET not_before = ?2, is_scheduled = CASE WHEN ?2 IS NOT NULL THEN 1 END WHERE id = ?1;

-- name: block
UPDATE tasks SET blocked_by = ?2 WHERE id = ?1;

-- Behind it, for it is the first of them in the queue; those before it were looked at.
-- name: block_siblings
UPDATE tasks SET blocked_by = (SELECT blocked_by FROM tasks WHERE id = ?1)
WHERE state = 'queued' AND blocked_by IS NULL AND not_before IS NULL AND id IN (
  SELECT s.task_id FROM tree_nodes n JOIN tree_nodes s ON s.tree_id = n.tree_id AND s.parent_ref = n.parent_ref
  WHERE n.task_id = ?1 AND s.task_id > ?1 ORDER BY s.task_id LIMIT ?2);

-- name: block_for_unknown
UPDATE tasks SET blocked_by = -(SELECT max(id) FROM tasks) WHERE id = ?1;

-- name: has_newcomers
SELECT EXISTS (SELECT 1 FROM tasks WHERE blocked_by < 0 AND blocked_by > -(SELECT max(id) FROM tasks));

-- name: unblock_for_newcomers
UPDATE tasks SET blocked_by = NULL WHERE blocked_by < 0 AND blocked_by > -(SELECT max(id) FROM tasks);

-- name: unblock_all
UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL;

-- name: select_execution_settings
-- What counts of a node's configuration says node_parts, which is asked only where a document tells of the node: it makes
-- two tables to sort in. The record says all of the others. LIMIT lets SQLite find it once, not wherever it is named, and
-- that it comes first without a table. What a retry_policy does not say is its schema's default: 3 retries, 1,000 ms.
WITH config (json) AS (
  SELECT coalesce(CASE WHEN EXISTS (SELECT 1 FROM document_nodes WHERE task_id = t.id)
      THEN (SELECT p.execution_config FROM node_parts p WHERE p.task_id = t.id) END,
    CASE WHEN json_valid(t.residue) AND json_type(t.residue, '$.metadata.execution_config') = 'object'
      THEN json_extract(t.residue, '$.metadata.execution_config') END)
  FROM tasks t WHERE t.id = ?1 LIMIT 1)
SELECT t.attempts,
  coalesce(t.max_attempts, CASE WHEN json_type(c.json, '$.retry_policy') = 'object' THEN
    CASE coalesce(json_type(c.json, '$.retry_policy.max_retries'), 'null')
      WHEN 'integer' THEN 1 + max(0, json_extract(c.json, '$.retry_policy.max_retries')) WHEN 'null' THEN 4 END END),
  coalesce(t.backoff_ms, CASE json_type(c.json, '$.retry_policy.backoff_ms') WHEN 'integer'
    THEN max(0, json_extract(c.json, '$.retry_policy.backoff_ms')) END, 1000),
  CASE json_type(c.json, '$.timeout_ms') WHEN 'integer' THEN json_extract(c.json, '$.timeout_ms') END
FROM config c CROSS JOIN tasks t WHERE t.id = ?1;

-- name: delete_task
DELETE FROM tasks WHERE id = ?1;

-- name: keep_last_event
UPDATE tasks SET last_event_seq = coalesce(last_event_seq, (SELECT last_event_seq FROM tasks WHERE id = ?1))
  WHERE id = ?2;

-- name: is_made_here
SELECT EXISTS (SELECT 1 FROM tasks WHERE id = ?1 AND import_id IS NULL);
