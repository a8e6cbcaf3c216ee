-- name: select_top
SELECT id FROM tasks
WHERE state = 'queued' AND (blocked_by IS NOT NULL OR not_before IS NOT NULL) = 0 AND state IS NOT 'completed'
  AND (?1 IS NULL OR agent = ?1)
ORDER BY CASE WHEN state = 'running' THEN lease_expires_at WHEN not_before IS NOT NULL THEN not_before ELSE coalesce(priority, 0) END DESC,
  id
LIMIT 1;

-- name: select_top_in_tree
SELECT t.id FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
WHERE n.tree_id = ?2 AND t.state = 'queued' AND t.blocked_by IS NULL AND t.not_before IS NULL
  AND (?1 IS NULL OR t.agent = ?1)
ORDER BY coalesce(t.priority, 0) DESC, t.id
LIMIT 1;

-- name: select_due
SELECT id, 1 FROM tasks
WHERE state = 'running' AND (blocked_by IS NOT NULL OR not_before IS NOT NULL) = 0 AND state IS NOT 'completed'
  AND CASE WHEN state = 'running' THEN lease_expires_at WHEN not_before IS NOT NULL THEN not_before ELSE coalesce(priority, 0) END > ''
  AND CASE WHEN state = 'running' THEN lease_expires_at WHEN not_before IS NOT NULL THEN not_before ELSE coalesce(priority, 0) END <= ?1
UNION ALL
SELECT id, 0 FROM tasks
WHERE state = 'queued' AND (blocked_by IS NOT NULL OR not_before IS NOT NULL) = 1 AND state IS NOT 'completed'
  AND CASE WHEN state = 'running' THEN lease_expires_at WHEN not_before IS NOT NULL THEN not_before ELSE coalesce(priority, 0) END > ''
  AND CASE WHEN state = 'running' THEN lease_expires_at WHEN not_before IS NOT NULL THEN not_before ELSE coalesce(priority, 0) END <= ?1
LIMIT ?2;

-- name: select_queued
SELECT t.id, t.legacy_id FROM tasks t
WHERE t.state = 'queued' AND t.state IS NOT 'completed' AND t.legacy_id IS NOT NULL AND (?1 IS NULL OR t.agent = ?1)
ORDER BY coalesce(t.priority, 0) DESC, t.id;

-- name: select_queued_in_tree
SELECT t.id, t.legacy_id FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
WHERE n.tree_id = ?2 AND t.state = 'queued' AND t.legacy_id IS NOT NULL AND (?1 IS NULL OR t.agent = ?1)
ORDER BY coalesce(t.priority, 0) DESC, t.id;

-- name: has_children
SELECT EXISTS (SELECT 1 FROM tasks t JOIN tree_nodes n ON n.task_id = t.id
  JOIN tree_nodes c ON c.tree_id = n.tree_id AND c.parent_ref = t.legacy_id AND c.task_id <> t.id
WHERE t.id = ?1);

-- name: select_unfinished_child
SELECT ct.id, ct.legacy_id FROM tasks t JOIN tree_nodes n ON n.task_id = t.id
  JOIN tree_nodes c ON c.tree_id = n.tree_id AND c.parent_ref = t.legacy_id AND c.task_id <> t.id
  JOIN tasks ct ON ct.id = c.task_id
WHERE t.id = ?1 AND ct.state IS NOT 'completed' AND ct.state IS NOT 'cancelled'
LIMIT 1;

-- name: select_unfinished_sibling
SELECT st.id, st.legacy_id FROM tasks t JOIN tree_nodes n ON n.task_id = t.id
  JOIN tasks p ON p.legacy_id = n.parent_ref JOIN tree_nodes pn ON pn.task_id = p.id AND pn.tree_id = n.tree_id
  JOIN tree_nodes s ON s.tree_id = n.tree_id AND s.parent_ref = n.parent_ref JOIN tasks st ON st.id = s.task_id
WHERE t.id = ?1 AND pn.decomposition_strategy IN ('sequential', 'conditional', 'map-reduce')
  AND coalesce(st.position, st.id) < coalesce(t.position, t.id)
  AND st.state IS NOT 'completed' AND st.state IS NOT 'cancelled'
  AND (pn.decomposition_strategy <> 'map-reduce' OR NOT EXISTS (
    SELECT 1 FROM tree_nodes l JOIN tasks lt ON lt.id = l.task_id
    WHERE l.tree_id = n.tree_id AND l.parent_ref = n.parent_ref
      AND coalesce(lt.position, lt.id) > coalesce(t.position, t.id)))
ORDER BY coalesce(st.position, st.id)
LIMIT 1;

-- name: select_unfinished_dependency
SELECT d.id, d.legacy_id
FROM tasks t JOIN json_each(CASE WHEN json_valid(t.residue) THEN t.residue ELSE '{}' END, '$.metadata.depends_on') j
  JOIN tasks d ON d.legacy_id = j.value
WHERE t.id = ?1 AND d.id <> t.id AND d.state IS NOT 'completed' AND d.state IS NOT 'cancelled'
LIMIT 1;
