-- name: select_searched_tasks
SELECT t.id FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE (t.legacy_id IS NOT NULL OR n.node_id IS NOT NULL)
  AND (?2 IS NULL OR t.created_at_ms >= ?2) AND (?3 IS NULL OR t.created_at_ms < ?3)
ORDER BY t.created_at_ms DESC, coalesce(t.position, t.id);

-- name: select_searched_tasks_of_tree
SELECT t.id FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
WHERE n.tree_id = ?1 AND (t.legacy_id IS NOT NULL OR n.node_id IS NOT NULL)
  AND (?2 IS NULL OR t.created_at_ms >= ?2) AND (?3 IS NULL OR t.created_at_ms < ?3)
ORDER BY t.created_at_ms DESC, coalesce(t.position, t.id);

-- name: select_searched_texts
SELECT coalesce(t.legacy_id, n.node_id), n.tree_id, t.created_at,
  CASE WHEN t.state = 'unknown' AND json_valid(t.residue) THEN json_extract(t.residue, '$.task.state') ELSE t.state END,
  coalesce(t.prompt, CASE WHEN json_valid(t.residue) THEN json_extract(t.residue, '$.task.prompt') END),
  coalesce(t.result, CASE WHEN json_valid(t.residue) THEN json_extract(t.residue, '$.task.result') END),
  coalesce(t.error, CASE WHEN json_valid(t.residue) THEN json_extract(t.residue, '$.task.error') END),
  coalesce(t.output, CASE WHEN json_valid(t.residue) THEN json_extract(t.residue, '$.task.output') END),
  (SELECT group_concat(coalesce(CASE n.type WHEN 'object' THEN json_extract(n.value, '$.text') END, n.value), char(10))
   FROM json_each(CASE WHEN json_valid(t.residue) THEN t.residue END, '$.metadata.notes') n)
FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE t.id = ?1;

-- name: select_searched_chunks
SELECT chunk FROM output_chunks WHERE task_id = ?1 ORDER BY id;

-- name: select_searched_variables
SELECT name, value FROM variable_values
WHERE task_id = ?1 AND NOT (name = 'prompt' AND value IS (SELECT prompt FROM tasks WHERE id = ?1)) ORDER BY id;

-- name: select_searched_states
SELECT s.id, s.scope || CASE WHEN s.name <> '' THEN ':' || s.name ELSE '' END, CASE WHEN s.scope = 'tree' THEN s.name END FROM states s
WHERE ?1 IS NULL OR s.scope = 'tree' AND s.name = ?1
ORDER BY s.id;

-- name: select_searched_variables_of_state
SELECT name, value FROM variable_values WHERE state_id = ?1 ORDER BY id;
