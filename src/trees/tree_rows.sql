-- name: select_tree
SELECT n.tree_id, t.id, coalesce(t.legacy_id, n.node_id), n.node_id, n.parent_ref, n.depth, n.decomposition_strategy,
  t.state,
  CASE WHEN t.state = 'unknown' AND json_valid(t.residue) THEN json_extract(t.residue, '$.task.state') END,
  t.priority, t.created_at_ms, t.started_at_ms, t.completed_at_ms,
  coalesce(n.cost_total_usd, CASE WHEN n.cost_input_usd IS NOT NULL OR EXISTS (SELECT 1 FROM document_nodes)
    THEN (SELECT c.total_cost_usd FROM node_own_costs c WHERE c.task_id = n.task_id) END), t.pid, t.owner, t.owner_host,
  t.owner_boot_id, t.owner_pid, t.owner_start_ticks, t.owner_pid_namespace, t.lease_expires_at, t.resume_checkpoint_id,
  coalesce(t.position, t.id), t.version, t.token, t.not_before, t.is_scheduled,
  CASE WHEN t.state IS NOT 'completed' AND t.state IS NOT 'cancelled' THEN instr(t.residue, 'depends_on') END, t.has_run, t.agent,
  t.started_at, coalesce(n.cost_input_tokens, CASE WHEN EXISTS (SELECT 1 FROM document_nodes)
    THEN (SELECT c.input_tokens FROM node_own_costs c WHERE c.task_id = n.task_id) END),
  coalesce(n.cost_output_tokens, CASE WHEN EXISTS (SELECT 1 FROM document_nodes)
    THEN (SELECT c.output_tokens FROM node_own_costs c WHERE c.task_id = n.task_id) END), t.prompt
FROM tree_nodes n JOIN task_times t ON t.id = n.task_id
WHERE n.tree_id = ?1;

-- name: count_nodes
SELECT count(*) FROM tree_nodes WHERE tree_id = ?1;

-- name: select_parent
SELECT parent_task_id FROM node_parents WHERE task_id = ?1;

-- name: select_all_trees
SELECT n.tree_id, t.id, coalesce(t.legacy_id, n.node_id), NULL, n.parent_ref, NULL, n.decomposition_strategy, t.state,
  CASE WHEN t.state = 'unknown' AND json_valid(t.residue) THEN json_extract(t.residue, '$.task.state') END, NULL,
  t.created_at_ms,
  CASE WHEN t.state = 'completed' OR t.state = 'running' THEN t.started_at_ms END,
  CASE WHEN t.state = 'completed' THEN t.completed_at_ms END,
  coalesce(n.cost_total_usd, CASE WHEN n.cost_input_usd IS NOT NULL OR EXISTS (SELECT 1 FROM document_nodes)
    THEN (SELECT c.total_cost_usd FROM node_own_costs c WHERE c.task_id = n.task_id) END), t.pid, t.owner, t.owner_host,
  t.owner_boot_id, t.owner_pid, t.owner_start_ticks, t.owner_pid_namespace, t.lease_expires_at, NULL,
  coalesce(t.position, t.id), NULL, NULL, t.not_before, t.is_scheduled,
  CASE WHEN t.state IS NOT 'completed' AND t.state IS NOT 'cancelled' THEN instr(t.residue, 'depends_on') END, t.has_run
FROM tree_nodes n JOIN task_times t ON t.id = n.task_id
WHERE n.tree_id IS NOT NULL
ORDER BY n.tree_id;

-- name: select_tree_progress
SELECT n.tree_id, t.id, coalesce(t.legacy_id, n.node_id), NULL, n.parent_ref, NULL, n.decomposition_strategy, t.state,
  CASE WHEN t.state = 'unknown' AND json_valid(t.residue) THEN json_extract(t.residue, '$.task.state') END, NULL,
  t.created_at_ms,
  CASE WHEN t.state = 'completed' OR t.state = 'running' THEN t.started_at_ms END,
  CASE WHEN t.state = 'completed' THEN t.completed_at_ms END,
  coalesce(n.cost_total_usd, CASE WHEN n.cost_input_usd IS NOT NULL OR EXISTS (SELECT 1 FROM document_nodes)
    THEN (SELECT c.total_cost_usd FROM node_own_costs c WHERE c.task_id = n.task_id) END), t.pid, t.owner, t.owner_host,
  t.owner_boot_id, t.owner_pid, t.owner_start_ticks, t.owner_pid_namespace, t.lease_expires_at, NULL,
  coalesce(t.position, t.id), NULL, NULL, t.not_before, t.is_scheduled,
  CASE WHEN t.state IS NOT 'completed' AND t.state IS NOT 'cancelled' THEN instr(t.residue, 'depends_on') END, t.has_run
FROM tree_nodes n JOIN task_times t ON t.id = n.task_id
WHERE n.tree_id = ?1;

-- name: select_finished_nodes
SELECT n.tree_id, t.state IS 'completed',
  coalesce(n.cost_total_usd, CASE WHEN n.cost_input_usd IS NOT NULL OR EXISTS (SELECT 1 FROM document_nodes)
    THEN (SELECT c.total_cost_usd FROM node_own_costs c WHERE c.task_id = n.task_id) END),
  CASE WHEN n.cost_total_usd IS NOT NULL OR n.cost_input_usd IS NOT NULL
    OR EXISTS (SELECT 1 FROM document_nodes) THEN t.created_at_ms END,
  coalesce(t.position, t.id), t.has_run
FROM tree_nodes n CROSS JOIN task_times t ON t.id = n.task_id
WHERE n.tree_id IS NOT NULL AND n.tree_id NOT IN (
  SELECT o.tree_id FROM tasks u CROSS JOIN tree_nodes o ON o.task_id = u.id
  WHERE u.state IS NOT 'completed' AND u.state IS NOT 'cancelled' AND o.tree_id IS NOT NULL)
ORDER BY n.tree_id;

-- name: has_outside
SELECT (SELECT count(*) FROM tasks) > (SELECT count(*) FROM tree_nodes WHERE tree_id IS NOT NULL);

-- name: select_all_outside
SELECT NULL, t.id, coalesce(t.legacy_id, n.node_id), NULL, NULL, NULL, NULL, t.state, NULL, NULL,
  t.created_at_ms,
  CASE WHEN t.state = 'running' THEN t.started_at_ms END, NULL,
  coalesce(n.cost_total_usd, CASE WHEN n.cost_input_usd IS NOT NULL
    THEN (SELECT c.total_cost_usd FROM node_own_costs c WHERE c.task_id = n.task_id) END), t.pid, t.owner, t.owner_host,
  t.owner_boot_id, t.owner_pid, t.owner_start_ticks, t.owner_pid_namespace, t.lease_expires_at, NULL,
  coalesce(t.position, t.id), NULL, NULL, NULL, NULL, NULL, t.has_run
FROM task_times t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE n.tree_id IS NULL;

-- name: select_tree_to_recover
SELECT n.tree_id, t.id, coalesce(t.legacy_id, n.node_id), n.node_id, n.parent_ref, n.depth, n.decomposition_strategy,
  t.state,
  CASE WHEN t.state = 'unknown' AND json_valid(t.residue) THEN json_extract(t.residue, '$.task.state') END,
  t.priority, CASE WHEN t.state IS NOT 'completed' AND t.state IS NOT 'cancelled' THEN t.created_at_ms END,
  CASE WHEN t.state = 'running' THEN t.started_at_ms END, NULL, NULL, t.pid, t.owner, t.owner_host,
  t.owner_boot_id, t.owner_pid, t.owner_start_ticks, t.owner_pid_namespace, t.lease_expires_at, t.resume_checkpoint_id,
  coalesce(t.position, t.id), t.version, t.token, t.not_before, t.is_scheduled,
  CASE WHEN t.state IS NOT 'completed' AND t.state IS NOT 'cancelled' THEN instr(t.residue, 'depends_on') END, NULL
FROM tree_nodes n JOIN task_times t ON t.id = n.task_id
WHERE n.tree_id = ?1;

-- name: select_running_outside
SELECT NULL, t.id, coalesce(t.legacy_id, n.node_id), n.node_id, NULL, NULL, NULL, t.state, NULL, t.priority,
  t.created_at_ms, t.started_at_ms, NULL, NULL, t.pid, t.owner, t.owner_host,
  t.owner_boot_id, t.owner_pid, t.owner_start_ticks, t.owner_pid_namespace, t.lease_expires_at, t.resume_checkpoint_id,
  coalesce(t.position, t.id), t.version, t.token, t.not_before, t.is_scheduled, instr(t.residue, 'depends_on'), NULL
FROM task_times t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE t.state = 'running' AND t.state IS NOT 'completed' AND n.tree_id IS NULL;

-- As task_times.has_run says it of now.
-- name: has_run_by
SELECT EXISTS (
  WITH RECURSIVE chain (seq) AS (
    SELECT last_event_seq FROM tasks WHERE id = ?1 AND last_event_seq IS NOT NULL
    UNION ALL
    SELECT e.prev_seq FROM chain CROSS JOIN events e ON e.seq = chain.seq WHERE e.prev_seq IS NOT NULL)
  SELECT 1 FROM chain CROSS JOIN events e ON e.seq = chain.seq
  WHERE e.seq <= ?2 AND (e.old_state = 'completed' OR e.old_state = 'running' OR e.old_state = 'failed'
    OR e.new_state = 'completed' OR e.new_state = 'running' OR e.new_state = 'failed'));

-- name: select_resume_checkpoint
-- The view makes a table to sort in, most tasks have no checkpoint.
SELECT checkpoint_id, name, is_held, snapshot_path FROM resume_checkpoints
WHERE task_id = ?1 AND EXISTS (SELECT 1 FROM task_checkpoints WHERE task_id = ?1);

-- name: has_task
SELECT EXISTS (SELECT 1 FROM tasks WHERE legacy_id = ?1);

-- name: is_any_held
SELECT EXISTS (SELECT 1 FROM held_tasks);

-- name: select_prompt
SELECT prompt FROM tasks WHERE id = ?1;

-- name: select_pid_json
SELECT coalesce(CASE WHEN json_valid(residue) THEN residue -> '$.task.pid' END, CAST(pid AS TEXT)) FROM tasks
WHERE id = ?1;

-- name: select_completed_at_json
SELECT coalesce(CASE WHEN json_valid(residue) THEN residue -> '$.task.completedAt' END,
  CASE WHEN completed_at IS NOT NULL THEN json_quote(completed_at) END) FROM tasks
WHERE id = ?1;

-- name: select_error_text
SELECT coalesce(error, CASE WHEN json_valid(residue) THEN residue -> '$.task.error' END) FROM tasks WHERE id = ?1;

-- name: select_unfinished_tree_ids
SELECT DISTINCT n.tree_id FROM tasks t CROSS JOIN tree_nodes n ON n.task_id = t.id
WHERE t.state IS NOT 'completed' AND t.state IS NOT 'cancelled' AND n.tree_id IS NOT NULL
ORDER BY n.tree_id
LIMIT ?1;

-- name: select_depth
WITH RECURSIVE up (task_id, depth, steps) AS (
  SELECT task_id, depth, 0 FROM tree_nodes WHERE task_id = ?1
  UNION ALL
  SELECT p.task_id, p.depth, u.steps + 1 FROM up u JOIN node_parents r ON r.task_id = u.task_id
  JOIN tree_nodes p ON p.task_id = r.parent_task_id WHERE u.depth IS NULL AND u.steps < 10000)
SELECT coalesce(depth, 0) + steps FROM up ORDER BY steps DESC LIMIT 1;

-- As the view trees has it, which also looks at the times of every node.
-- name: select_tree_mode
SELECT coalesce(s.execution_mode, d.execution_mode), coalesce(s.session_id, d.session_id)
FROM (SELECT ?1 AS tree_id) k LEFT JOIN tree_settings s ON s.tree_id = k.tree_id
  LEFT JOIN tree_documents d ON d.id = (SELECT e.id FROM tree_documents e
    WHERE e.tree_id = k.tree_id AND e.kind = 'tree-json' ORDER BY e.import_id DESC, e.id LIMIT 1);

-- name: select_first_created_at
SELECT t.created_at FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
WHERE n.tree_id = ?1 AND t.created_at_ms IS NOT NULL ORDER BY t.created_at_ms LIMIT 1;

-- name: select_last_completed_at
SELECT t.completed_at FROM tree_nodes n JOIN task_times t ON t.id = n.task_id
WHERE n.tree_id = ?1 AND t.completed_at_ms IS NOT NULL ORDER BY t.completed_at_ms DESC LIMIT 1;

-- name: has_tree
SELECT EXISTS (SELECT 1 FROM tree_nodes WHERE tree_id = ?1);
