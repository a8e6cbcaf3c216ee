-- name: select_removable_trees
SELECT n.tree_id FROM tree_nodes n JOIN task_times t ON t.id = n.task_id
WHERE n.tree_id IS NOT NULL AND (?3 IS NULL OR n.tree_id = ?3)
GROUP BY n.tree_id
HAVING count(*) = sum(CASE WHEN t.state = 'completed' THEN t.completed_at_ms < ?1
                           WHEN t.state = 'cancelled' THEN t.completed_at_ms < ?2 ELSE 0 END)
  AND sum(coalesce(t.legacy_id IN (
    SELECT u.parent_ref FROM tree_nodes u
    WHERE u.parent_ref IS NOT NULL AND u.tree_id IN (SELECT tree_id FROM incomplete_trees)), 0)) = 0;

-- name: select_old_tasks
SELECT t.id, t.legacy_id, t.state, t.completed_at, n.tree_id,
  length(CAST(coalesce(t.legacy_id, '') || coalesce(t.agent, '') || coalesce(t.created_at, '')
    || coalesce(t.started_at, '') || coalesce(t.completed_at, '') AS BLOB))
  + coalesce(length(CAST(t.prompt AS BLOB)), 0) + coalesce(length(CAST(t.error AS BLOB)), 0)
  + coalesce(length(CAST(t.result AS BLOB)), 0) + coalesce(length(CAST(t.output AS BLOB)), 0)
  + coalesce(length(CAST(t.residue AS BLOB)), 0) + coalesce(length(CAST(t.verbatim AS BLOB)), 0)
  + coalesce((SELECT sum(length(CAST(c.chunk AS BLOB))) FROM output_chunks c WHERE c.task_id = t.id), 0)
  + coalesce((SELECT sum(coalesce(length(CAST(v.name AS BLOB)), 0) + coalesce(length(CAST(v.value AS BLOB)), 0)
      + coalesce(length(CAST(v.residue AS BLOB)), 0)) FROM variables v WHERE v.task_id = t.id), 0),
  t.import_id IS NOT NULL
FROM task_times t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE t.legacy_id IS NOT NULL AND t.completed_at_ms <
  CASE t.state WHEN 'completed' THEN ?1 WHEN 'failed' THEN ?2 WHEN 'cancelled' THEN ?3 END
ORDER BY t.completed_at_ms, t.id;

-- name: select_newest_task_time
SELECT max(max(coalesce(created_at_ms, 0), coalesce(started_at_ms, 0), coalesce(completed_at_ms, 0))) FROM task_times;
