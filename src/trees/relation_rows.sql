-- name: select_unfinished_children
SELECT ct.id, coalesce(ct.legacy_id, c.node_id), coalesce(ct.position, ct.id), coalesce(t.position, t.id)
FROM tasks t JOIN tree_nodes n ON n.task_id = t.id
  JOIN tree_nodes c ON c.tree_id = n.tree_id AND c.parent_ref = coalesce(t.legacy_id, n.node_id) AND c.task_id <> t.id
  JOIN tasks ct ON ct.id = c.task_id
WHERE t.id = ?1 AND ct.state IS NOT 'completed' AND ct.state IS NOT 'cancelled'
ORDER BY c.task_id DESC
LIMIT ?2;

-- name: select_two_children
SELECT c.task_id, coalesce(ct.position, ct.id), coalesce(t.position, t.id)
FROM tasks t JOIN tree_nodes n ON n.task_id = t.id
  JOIN tree_nodes c ON c.tree_id = n.tree_id AND c.parent_ref = coalesce(t.legacy_id, n.node_id) AND c.task_id <> t.id
  JOIN tasks ct ON ct.id = c.task_id
WHERE t.id = ?1
LIMIT 2;

-- name: select_children
SELECT c.task_id, coalesce(ct.position, ct.id), coalesce(t.position, t.id)
FROM tasks t JOIN tree_nodes n ON n.task_id = t.id
  JOIN tree_nodes c ON c.tree_id = n.tree_id AND c.parent_ref = coalesce(t.legacy_id, n.node_id) AND c.task_id <> t.id
  JOIN tasks ct ON ct.id = c.task_id
WHERE t.id = ?1
ORDER BY coalesce(ct.position, ct.id);

-- name: select_parent
SELECT coalesce(t.position, t.id), p.id, coalesce(p.position, p.id), pn.decomposition_strategy
FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
  JOIN tasks p ON p.id = coalesce((
    SELECT q.id FROM tasks q JOIN tree_nodes m ON m.task_id = q.id
    WHERE q.legacy_id = n.parent_ref AND m.tree_id = n.tree_id), (
    SELECT d.task_id FROM document_nodes d JOIN tasks q ON q.id = d.task_id JOIN tree_nodes m ON m.task_id = d.task_id
    WHERE d.node_id = n.parent_ref AND q.legacy_id IS NULL AND m.tree_id = n.tree_id LIMIT 1))
  JOIN tree_nodes pn ON pn.task_id = p.id AND pn.tree_id = n.tree_id
WHERE n.task_id = ?1;

-- name: select_later_sibling
SELECT s.task_id
FROM tree_nodes n JOIN tree_nodes s ON s.tree_id = n.tree_id AND s.parent_ref = n.parent_ref
  JOIN tasks st ON st.id = s.task_id
WHERE n.task_id = ?1 AND coalesce(st.position, st.id) > ?2 AND st.id <> ?3 AND st.id <> ?4
ORDER BY s.task_id DESC
LIMIT 1;

-- name: select_some_earlier_sibling
SELECT st.id, coalesce(st.legacy_id, s.node_id), coalesce(st.position, st.id)
FROM tree_nodes n JOIN tree_nodes s ON s.tree_id = n.tree_id AND s.parent_ref = n.parent_ref
  JOIN tasks st ON st.id = s.task_id
WHERE n.task_id = ?1 AND coalesce(st.position, st.id) < ?2 AND st.id <> ?3 AND st.id <> ?4
  AND st.state IS NOT 'completed' AND st.state IS NOT 'cancelled'
ORDER BY s.task_id DESC
LIMIT 1;

-- name: select_some_earlier_sibling_by_id
SELECT st.id, coalesce(st.legacy_id, s.node_id), st.id
FROM tree_nodes n JOIN tree_nodes s ON s.tree_id = n.tree_id AND s.parent_ref = n.parent_ref
  JOIN tasks st ON st.id = s.task_id
WHERE n.task_id = ?1 AND s.task_id < ?2 AND st.id <> ?3 AND st.id <> ?4
  AND st.state IS NOT 'completed' AND st.state IS NOT 'cancelled'
ORDER BY s.task_id DESC
LIMIT 1;

-- name: select_first_earlier_sibling
SELECT st.id, coalesce(st.legacy_id, s.node_id), coalesce(st.position, st.id)
FROM tree_nodes n JOIN tree_nodes s ON s.tree_id = n.tree_id AND s.parent_ref = n.parent_ref
  JOIN tasks st ON st.id = s.task_id
WHERE n.task_id = ?1 AND coalesce(st.position, st.id) < ?2 AND st.id <> ?3 AND st.id <> ?4
  AND st.state IS NOT 'completed' AND st.state IS NOT 'cancelled'
ORDER BY coalesce(st.position, st.id)
LIMIT 1;

-- name: select_first_earlier_sibling_by_id
SELECT st.id, coalesce(st.legacy_id, s.node_id), st.id
FROM tree_nodes n JOIN tree_nodes s ON s.tree_id = n.tree_id AND s.parent_ref = n.parent_ref
  JOIN tasks st ON st.id = s.task_id
WHERE n.task_id = ?1 AND s.task_id < ?2 AND st.id <> ?3 AND st.id <> ?4
  AND st.state IS NOT 'completed' AND st.state IS NOT 'cancelled'
ORDER BY s.task_id
LIMIT 1;

-- name: has_positions
SELECT EXISTS (SELECT 1 FROM tasks WHERE position IS NOT NULL);

-- name: select_unfinished_dependencies
SELECT coalesce(d.id, 0), coalesce(d.legacy_id, j.value)
FROM tasks t JOIN json_each(CASE WHEN json_valid(t.residue) THEN t.residue ELSE '{}' END, '$.metadata.depends_on') j
  LEFT JOIN tasks d ON d.legacy_id = j.value
WHERE t.id = ?1 AND j.type <> 'null' AND d.state IS NOT 'completed' AND d.state IS NOT 'cancelled'
ORDER BY j.id
LIMIT ?2;

-- name: select_named_dependencies
SELECT coalesce(d.id, 0), coalesce(d.legacy_id, j.value)
FROM tasks t JOIN json_each(CASE WHEN json_valid(t.residue) THEN t.residue ELSE '{}' END, '$.metadata.depends_on') j
  LEFT JOIN tasks d ON d.legacy_id = j.value
WHERE t.id = ?1 AND j.type <> 'null'
ORDER BY j.id;

-- name: select_open_dependencies
SELECT t.id, coalesce(t.legacy_id, n.node_id, ''), coalesce(d.id, 0), coalesce(d.legacy_id, j.value),
  '/depends_on' || coalesce('/' || replace(replace(j.key, '~', '~0'), '/', '~1'), ''), t.import_id, coalesce(t.position, t.id)
FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
  JOIN json_each(CASE WHEN json_valid(t.residue) THEN t.residue ELSE '{}' END, '$.metadata.depends_on') j
  LEFT JOIN tasks d ON d.legacy_id = j.value
WHERE t.state IS NOT 'completed' AND t.state IS NOT 'cancelled' AND instr(t.residue, 'depends_on') > 0
  AND j.type <> 'null' AND d.state IS NOT 'completed' AND d.state IS NOT 'cancelled'
ORDER BY coalesce(t.position, t.id), j.id;

-- name: select_open_dependencies_of
SELECT t.id, coalesce(t.legacy_id, n.node_id, ''), coalesce(d.id, 0), coalesce(d.legacy_id, j.value),
  '/depends_on' || coalesce('/' || replace(replace(j.key, '~', '~0'), '/', '~1'), ''), t.import_id, coalesce(t.position, t.id)
FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
  JOIN json_each(CASE WHEN json_valid(t.residue) THEN t.residue ELSE '{}' END, '$.metadata.depends_on') j
  LEFT JOIN tasks d ON d.legacy_id = j.value
WHERE t.id = ?1 AND t.state IS NOT 'completed' AND t.state IS NOT 'cancelled' AND instr(t.residue, 'depends_on') > 0
  AND j.type <> 'null' AND d.state IS NOT 'completed' AND d.state IS NOT 'cancelled'
ORDER BY j.id;
