-- name: list_all
SELECT coalesce(t.legacy_id, n.node_id), t.state, t.agent, t.priority, t.prompt, t.created_at, t.started_at,
  t.completed_at, t.pid, n.tree_id,
  CASE WHEN json_valid(t.residue) THEN json_extract(t.residue, '$.task.state') END,
  CASE WHEN json_valid(t.residue) THEN json_extract(t.residue, '$.task.prompt') END,
  t.owner, t.owner_host, t.owner_boot_id, t.owner_pid, t.owner_start_ticks, t.owner_pid_namespace,
  t.lease_expires_at,
  CASE WHEN t.state = 'running' THEN (SELECT m.started_at_ms FROM task_times m WHERE m.id = t.id) END,
  t.version, t.attempts,
  CASE WHEN t.state = 'failed' THEN coalesce(t.error,
    CASE WHEN json_valid(t.residue) THEN json_extract(t.residue, '$.task.error') END) END,
  CASE WHEN t.state = 'queued' AND t.is_scheduled AND t.not_before > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    THEN t.not_before END AS scheduled_for
FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE (t.legacy_id IS NOT NULL OR n.node_id IS NOT NULL)
  AND (?2 IS NULL OR t.agent = ?2)
  AND (?10 IS NULL OR (SELECT m.started_at_ms FROM task_times m WHERE m.id = t.id) BETWEEN ?10 AND ?11)
  AND (?12 IS NULL OR (SELECT m.completed_at_ms FROM task_times m WHERE m.id = t.id) BETWEEN ?12 AND ?13)
ORDER BY t.created_at_ms DESC, coalesce(t.position, t.id)
LIMIT ?3 OFFSET ?5;

-- name: list_where
-- SQLite takes the names of results for names in conditions where no table has such a column.
SELECT coalesce(t.legacy_id, n.node_id), t.state, t.agent, t.priority, t.prompt, t.created_at, t.started_at,
  t.completed_at, t.pid, n.tree_id,
  CASE WHEN json_valid(t.residue) THEN json_extract(t.residue, '$.task.state') END,
  CASE WHEN json_valid(t.residue) THEN json_extract(t.residue, '$.task.prompt') END,
  t.owner, t.owner_host, t.owner_boot_id, t.owner_pid, t.owner_start_ticks, t.owner_pid_namespace,
  t.lease_expires_at,
  CASE WHEN t.state = 'running' THEN (SELECT m.started_at_ms FROM task_times m WHERE m.id = t.id) END,
  t.version, t.attempts,
  CASE WHEN t.state = 'failed' THEN coalesce(t.error,
    CASE WHEN json_valid(t.residue) THEN json_extract(t.residue, '$.task.error') END) END,
  CASE WHEN t.state = 'queued' AND t.is_scheduled AND t.not_before > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    THEN t.not_before END AS scheduled_for,
  t.created_at AS created, t.started_at AS started, t.completed_at AS ended, n.tree_id AS tree, n.parent_ref AS parent,
  CASE t.state WHEN 'running' THEN t.owner WHEN 'queued' THEN (
    SELECT h.owner FROM held_tasks k JOIN holds h ON h.id = k.hold_id
    WHERE k.task_id = t.id AND h.lease_expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) END AS claimed_by,
  CASE t.state WHEN 'running' THEN t.lease_expires_at WHEN 'queued' THEN (
    SELECT h.lease_expires_at FROM held_tasks k JOIN holds h ON h.id = k.hold_id
    WHERE k.task_id = t.id AND h.lease_expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) END AS claimed_until
FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE (t.legacy_id IS NOT NULL OR n.node_id IS NOT NULL)
  AND (?2 IS NULL OR t.agent = ?2) AND (1 /* expression */)
  AND (?10 IS NULL OR (SELECT m.started_at_ms FROM task_times m WHERE m.id = t.id) BETWEEN ?10 AND ?11)
  AND (?12 IS NULL OR (SELECT m.completed_at_ms FROM task_times m WHERE m.id = t.id) BETWEEN ?12 AND ?13)
ORDER BY t.created_at_ms DESC, coalesce(t.position, t.id)
LIMIT ?3 OFFSET ?5;

-- name: find_one
SELECT coalesce(t.legacy_id, n.node_id), t.state, t.agent, t.priority, t.prompt, t.created_at, t.started_at,
  t.completed_at, t.pid, n.tree_id,
  CASE WHEN json_valid(t.residue) THEN json_extract(t.residue, '$.task.state') END,
  CASE WHEN json_valid(t.residue) THEN json_extract(t.residue, '$.task.prompt') END,
  t.owner, t.owner_host, t.owner_boot_id, t.owner_pid, t.owner_start_ticks, t.owner_pid_namespace,
  t.lease_expires_at,
  CASE WHEN t.state = 'running' THEN (SELECT m.started_at_ms FROM task_times m WHERE m.id = t.id) END,
  t.version, t.attempts,
  CASE WHEN t.state = 'failed' THEN coalesce(t.error,
    CASE WHEN json_valid(t.residue) THEN json_extract(t.residue, '$.task.error') END) END,
  CASE WHEN t.state = 'queued' AND t.is_scheduled AND t.not_before > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    THEN t.not_before END AS scheduled_for
FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE t.id = ?1;

-- name: select_place
SELECT coalesce(t.created_at_ms, -9223372036854775807), coalesce(t.position, t.id) FROM tasks t WHERE t.id = ?1;

-- name: has_undated
SELECT EXISTS (SELECT 1 FROM tasks WHERE created_at_ms IS NULL);

-- name: select_where_names
SELECT name FROM pragma_table_xinfo('tasks') UNION ALL SELECT name FROM pragma_table_info('tree_nodes');
