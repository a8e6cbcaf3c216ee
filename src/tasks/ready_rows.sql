-- name: select_top
SELECT id FROM tasks
WHERE state = 'queued' AND (blocked_by IS NOT NULL OR not_before IS NOT NULL) = 0 AND state IS NOT 'completed'
  AND (?1 IS NULL OR agent = ?1)
  AND NOT EXISTS (SELECT 1 FROM held_tasks h WHERE h.task_id = tasks.id AND h.hold_id IS NOT ?3)
ORDER BY CASE WHEN state = 'running' THEN lease_expires_at WHEN not_before IS NOT NULL THEN not_before
  ELSE coalesce(priority, 0) END DESC,
  id
LIMIT 1;

-- name: select_top_in_tree
SELECT t.id FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
WHERE n.tree_id = ?2 AND t.state = 'queued' AND t.blocked_by IS NULL AND t.not_before IS NULL
  AND (?1 IS NULL OR t.agent = ?1)
  AND NOT EXISTS (SELECT 1 FROM held_tasks h WHERE h.task_id = t.id AND h.hold_id IS NOT ?3)
ORDER BY coalesce(t.priority, 0) DESC, t.id
LIMIT 1;

-- name: select_top_task
SELECT id FROM tasks WHERE id = ?1 AND state = 'queued' AND blocked_by IS NULL AND not_before IS NULL
  AND NOT EXISTS (SELECT 1 FROM held_tasks h WHERE h.task_id = tasks.id AND h.hold_id IS NOT ?3);

-- name: select_due
SELECT id, 1 FROM tasks
WHERE state = 'running' AND (blocked_by IS NOT NULL OR not_before IS NOT NULL) = 0 AND state IS NOT 'completed'
  AND CASE WHEN state = 'running' THEN lease_expires_at WHEN not_before IS NOT NULL THEN not_before
    ELSE coalesce(priority, 0) END > ''
  AND CASE WHEN state = 'running' THEN lease_expires_at WHEN not_before IS NOT NULL THEN not_before
    ELSE coalesce(priority, 0) END <= ?1
UNION ALL
SELECT id, 0 FROM tasks
WHERE state = 'queued' AND (blocked_by IS NOT NULL OR not_before IS NOT NULL) = 1 AND state IS NOT 'completed'
  AND CASE WHEN state = 'running' THEN lease_expires_at WHEN not_before IS NOT NULL THEN not_before
    ELSE coalesce(priority, 0) END > ''
  AND CASE WHEN state = 'running' THEN lease_expires_at WHEN not_before IS NOT NULL THEN not_before
    ELSE coalesce(priority, 0) END <= ?1
UNION ALL
SELECT id, 0 FROM tasks
WHERE not_before IS NOT NULL AND is_scheduled IS NULL AND not_before > ?3 AND state = 'queued'
LIMIT ?2;

-- What is noted to wait does, but for the one that is blocked for an id that no task had: that may have come. In the order of
-- an index, with the few others between.
-- name: select_candidates
SELECT id, (SELECT n.tree_id || char(10) || n.parent_ref FROM tree_nodes n WHERE n.task_id = tasks.id),
  CASE WHEN state = 'running' THEN lease_expires_at WHEN not_before IS NOT NULL THEN not_before
    ELSE coalesce(priority, 0) END AS turn
FROM tasks
WHERE state = 'queued' AND (blocked_by IS NOT NULL OR not_before IS NOT NULL) = 0 AND state IS NOT 'completed'
  AND (?1 IS NULL OR agent = ?1)
UNION ALL
SELECT id, (SELECT n.tree_id || char(10) || n.parent_ref FROM tree_nodes n WHERE n.task_id = tasks.id), coalesce(priority, 0)
FROM tasks
WHERE +state = 'queued' AND blocked_by < 0 AND (?1 IS NULL OR agent = ?1)
UNION ALL
SELECT id, (SELECT n.tree_id || char(10) || n.parent_ref FROM tree_nodes n WHERE n.task_id = tasks.id), coalesce(priority, 0)
FROM tasks
WHERE state = 'queued' AND (blocked_by IS NOT NULL OR not_before IS NOT NULL) = 1 AND state IS NOT 'completed'
  AND CASE WHEN state = 'running' THEN lease_expires_at WHEN not_before IS NOT NULL THEN not_before
    ELSE coalesce(priority, 0) END >= ''
  AND blocked_by IS NULL AND (?1 IS NULL OR agent = ?1)
ORDER BY turn DESC, id;

-- name: select_candidates_in_tree
SELECT t.id, n.tree_id || char(10) || n.parent_ref FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
WHERE n.tree_id = ?2 AND t.state = 'queued' AND (t.blocked_by IS NULL OR t.blocked_by < 0)
  AND (?1 IS NULL OR t.agent = ?1)
ORDER BY coalesce(t.priority, 0) DESC, t.id;

-- name: select_queued
SELECT t.id FROM tasks t
WHERE t.state = 'queued' AND t.state IS NOT 'completed' AND (?1 IS NULL OR t.agent = ?1)
ORDER BY coalesce(t.priority, 0) DESC, t.id;

-- name: select_queued_in_tree
SELECT t.id FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
WHERE n.tree_id = ?2 AND t.state = 'queued' AND (?1 IS NULL OR t.agent = ?1)
ORDER BY coalesce(t.priority, 0) DESC, t.id;
