-- name: select_tree_ages
-- Every text stands before every blob: without ?3 the range is all trees, and with it SQLite seeks the one.
WITH closed (tree_id, end_ms) AS (
  SELECT tree_id, max(CASE WHEN length(completed_at) >= 20 AND substr(completed_at, 11, 1) = 'T'
    THEN CAST(round((CASE WHEN substr(completed_at, -1) = 'Z' THEN julianday(substr(completed_at, 1, 23))
      WHEN substr(completed_at, -6, 1) IN ('+', '-') THEN julianday(completed_at) END
      - 2440587.5) * 86400000.0) AS INTEGER) END)
  FROM tree_documents WHERE completed_at IS NOT NULL AND tree_id BETWEEN coalesce(?3, '') AND coalesce(?3, x'') GROUP BY tree_id),
forked (tree_id, ms) AS (
  SELECT n.tree_id, max(CAST(round((julianday(json_extract(t.residue, '$.metadata.forked_from.forked_at'))
    - 2440587.5) * 86400000.0) AS INTEGER))
  FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
  WHERE n.tree_id BETWEEN coalesce(?3, '') AND coalesce(?3, x'') AND t.residue LIKE '%"forked_at"%'
    AND json_valid(t.residue)
  GROUP BY n.tree_id),
imported (id, ms) AS (SELECT id, CAST(round((julianday(started_at) - 2440587.5) * 86400000.0) AS INTEGER) FROM imports WHERE ?6)
SELECT n.tree_id, count(*), sum(CASE t.state WHEN 'completed' THEN 0 WHEN 'cancelled' THEN 0
    WHEN 'failed' THEN NOT (?5 OR v.task_id IS NOT NULL) ELSE 1 END),
  coalesce(sum(t.state = 'failed' AND NOT (?5 OR v.task_id IS NOT NULL)), 0),
  coalesce(sum(max(CASE WHEN t.state = 'failed' THEN t.completed_at_ms ELSE coalesce(t.completed_at_ms, c.end_ms, f.ms) END, coalesce(i.ms, 0))
    < CASE t.state WHEN 'completed' THEN ?1 WHEN 'cancelled' THEN ?2 WHEN 'failed' THEN ?4 END), 0), coalesce(f.ms, 0)
FROM tree_nodes n JOIN task_times t ON t.id = n.task_id LEFT JOIN closed c ON c.tree_id = n.tree_id
  LEFT JOIN forked f ON f.tree_id = n.tree_id
  LEFT JOIN failure_reviews v ON v.task_id = t.id AND v.failed_at IS t.completed_at
  LEFT JOIN imported i ON i.id = t.import_id
WHERE n.tree_id BETWEEN coalesce(?3, '') AND coalesce(?3, x'')
GROUP BY n.tree_id
ORDER BY n.tree_id;

-- name: select_old_tasks
WITH imported (id, ms) AS (SELECT id, CAST(round((julianday(started_at) - 2440587.5) * 86400000.0) AS INTEGER) FROM imports WHERE ?6)
SELECT t.id, coalesce(t.legacy_id, n.node_id, ''), t.legacy_id IS NOT NULL, t.state, coalesce(t.completed_at, ''),
  n.tree_id, t.version, t.import_id IS NOT NULL,
  length(CAST(coalesce(t.legacy_id, '') || coalesce(t.agent, '') || coalesce(t.created_at, '')
    || coalesce(t.started_at, '') || coalesce(t.completed_at, '') AS BLOB))
  + coalesce(length(CAST(t.prompt AS BLOB)), 0) + coalesce(length(CAST(t.error AS BLOB)), 0)
  + coalesce(length(CAST(t.result AS BLOB)), 0) + coalesce(length(CAST(t.output AS BLOB)), 0)
  + coalesce(length(CAST(t.residue AS BLOB)), 0) + coalesce(length(CAST(t.verbatim AS BLOB)), 0)
  + coalesce((SELECT sum(length(CAST(c.chunk AS BLOB))) FROM output_chunks c WHERE c.task_id = t.id), 0)
  + coalesce((SELECT sum(coalesce(length(CAST(v.name AS BLOB)), 0) + coalesce(length(CAST(v.value AS BLOB)), 0)
      + coalesce(length(CAST(v.residue AS BLOB)), 0)) FROM variables v WHERE v.task_id = t.id), 0)
FROM task_times t LEFT JOIN tree_nodes n ON n.task_id = t.id
  LEFT JOIN failure_reviews w ON w.task_id = t.id AND w.failed_at IS t.completed_at
  LEFT JOIN imported i ON i.id = t.import_id
WHERE CASE WHEN n.tree_id IS NULL
  THEN max(t.completed_at_ms, coalesce(i.ms, 0))
    < CASE t.state WHEN 'completed' THEN ?1 WHEN 'failed' THEN CASE WHEN ?5 OR w.task_id IS NOT NULL THEN ?2 END
      WHEN 'cancelled' THEN ?3 END
  ELSE n.tree_id IN (SELECT value FROM json_each(?4)) END
ORDER BY t.completed_at_ms, t.id;

-- name: select_old_failures
SELECT coalesce(t.legacy_id, n.node_id, ''), t.completed_at, n.tree_id
FROM task_times t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE t.state = 'failed' AND t.completed_at_ms < ?1
  AND NOT EXISTS (SELECT 1 FROM failure_reviews w WHERE w.task_id = t.id AND w.failed_at IS t.completed_at)
ORDER BY t.completed_at_ms, t.id;

-- name: select_undated
-- ?1 to ?3: whether completed, failed and cancelled tasks go by their age at all.
WITH dated (tree_id) AS (
  SELECT tree_id FROM tree_documents
  WHERE length(completed_at) >= 20 AND substr(completed_at, 11, 1) = 'T'
    AND CASE WHEN substr(completed_at, -1) = 'Z' THEN julianday(substr(completed_at, 1, 23))
      WHEN substr(completed_at, -6, 1) IN ('+', '-') THEN julianday(completed_at) END IS NOT NULL
  UNION
  SELECT n.tree_id FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
  WHERE t.residue LIKE '%"forked_at"%' AND json_valid(t.residue)
    AND julianday(json_extract(t.residue, '$.metadata.forked_from.forked_at')) IS NOT NULL)
SELECT coalesce(t.legacy_id, n.node_id, ''), t.state,
  coalesce(t.completed_at, CASE WHEN json_valid(t.residue) THEN json_extract(t.residue, '$.task.completedAt') END), n.tree_id
FROM task_times t LEFT JOIN tree_nodes n ON n.task_id = t.id LEFT JOIN dated d ON d.tree_id = n.tree_id
WHERE CASE t.state WHEN 'completed' THEN ?1 WHEN 'failed' THEN ?2 WHEN 'cancelled' THEN ?3 END
  AND t.completed_at_ms IS NULL AND (t.state = 'failed' OR d.tree_id IS NULL)
ORDER BY t.id;

-- name: select_times_to_come
SELECT t.id, coalesce(t.legacy_id, n.node_id, ''), n.tree_id,
  CASE WHEN t.completed_at_ms > ?1 THEN 'completedAt' WHEN t.started_at_ms > ?1 THEN 'startedAt' ELSE 'createdAt' END,
  CASE WHEN t.completed_at_ms > ?1 THEN t.completed_at WHEN t.started_at_ms > ?1 THEN t.started_at ELSE t.created_at END
FROM task_times t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE (t.state = 'completed' OR t.state = 'failed' OR t.state = 'cancelled')
  AND (t.completed_at_ms > ?1 OR t.started_at_ms > ?1 OR t.created_at_ms > ?1)
ORDER BY t.id;

-- name: select_needs
WITH waiting (id, is_open) AS (
  SELECT id, 1 FROM tasks WHERE state IS NOT 'completed' AND state IS NOT 'cancelled'
  UNION ALL
  SELECT n.task_id, 0 FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
  WHERE n.tree_id IN (SELECT tree_id FROM incomplete_trees) AND (t.state = 'completed' OR t.state = 'cancelled')),
pairs (id, waiting_id) AS (
  SELECT d.id, w.id FROM waiting w JOIN tasks t ON t.id = w.id
    JOIN json_each(CASE WHEN json_valid(t.residue) THEN t.residue ELSE '{}' END, '$.metadata.depends_on') j
    JOIN tasks d ON d.legacy_id = j.value
  WHERE w.is_open
  UNION ALL
  SELECT p.id, w.id FROM waiting w JOIN tree_nodes n ON n.task_id = w.id JOIN tasks p ON p.legacy_id = n.parent_ref
  UNION ALL
  SELECT c.task_id, w.id FROM waiting w JOIN tasks t ON t.id = w.id
    JOIN tree_nodes c ON c.tree_id IS NULL AND c.parent_ref = t.legacy_id
  WHERE w.is_open)
SELECT p.id, n.tree_id, coalesce(t.legacy_id, m.node_id, ''), m.tree_id
FROM pairs p JOIN tasks t ON t.id = p.waiting_id LEFT JOIN tree_nodes n ON n.task_id = p.id
  LEFT JOIN tree_nodes m ON m.task_id = t.id
WHERE p.id <> p.waiting_id AND (n.tree_id IS NULL OR n.tree_id IS NOT m.tree_id)
ORDER BY p.waiting_id;

-- name: select_parent_of
SELECT p.id, o.tree_id FROM tree_nodes n JOIN tasks p ON p.legacy_id = n.parent_ref LEFT JOIN tree_nodes o ON o.task_id = p.id
WHERE n.task_id = ?1 AND p.id <> ?1;

-- name: select_parents_of_tree
SELECT p.id, o.tree_id FROM tree_nodes n JOIN tasks p ON p.legacy_id = n.parent_ref LEFT JOIN tree_nodes o ON o.task_id = p.id
WHERE n.tree_id = ?1 AND o.tree_id IS NOT ?1;

-- name: select_described_elsewhere
SELECT DISTINCT n.task_id, x.tree_id, d.tree_id
FROM document_nodes n JOIN tree_documents d ON d.id = n.document_id LEFT JOIN tree_nodes x ON x.task_id = n.task_id
WHERE x.tree_id IS NOT d.tree_id
ORDER BY n.task_id, d.tree_id;

-- name: select_going_tasks
-- ?1: tasks.id, an array.
SELECT t.id, coalesce(t.legacy_id, n.node_id, ''), t.legacy_id IS NOT NULL, t.state, coalesce(t.completed_at, ''),
  n.tree_id, t.version, t.import_id IS NOT NULL, 0
FROM json_each(?1) g JOIN tasks t ON t.id = g.value LEFT JOIN tree_nodes n ON n.task_id = t.id
ORDER BY g.key;

-- name: select_left_below
-- ?1: tasks.id of what goes, an array.
WITH going (id, tree_id, name) AS (
  SELECT t.id, n.tree_id, coalesce(t.legacy_id, n.node_id)
  FROM json_each(?1) g JOIN tasks t ON t.id = g.value LEFT JOIN tree_nodes n ON n.task_id = t.id)
SELECT c.task_id, coalesce(t.legacy_id, c.node_id, ''), c.parent_ref
FROM tree_nodes c JOIN tasks t ON t.id = c.task_id
WHERE c.parent_ref IN (SELECT name FROM going) AND c.task_id NOT IN (SELECT id FROM going)
  AND EXISTS (SELECT 1 FROM going g JOIN tasks p ON p.id = g.id
    WHERE g.name = c.parent_ref AND (p.legacy_id IS NOT NULL OR g.tree_id IS c.tree_id))
ORDER BY c.task_id;

-- name: select_left_waiting
SELECT t.id, coalesce(t.legacy_id, n.node_id, ''), d.legacy_id
FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
  JOIN json_each(CASE WHEN json_valid(t.residue) THEN t.residue ELSE '{}' END, '$.metadata.depends_on') j
  JOIN tasks d ON d.legacy_id = j.value
WHERE t.state IS NOT 'completed' AND t.state IS NOT 'cancelled' AND instr(t.residue, 'depends_on') > 0
  AND d.id IN (SELECT value FROM json_each(?1)) AND t.id NOT IN (SELECT value FROM json_each(?1))
ORDER BY t.id;

-- name: select_whole_trees
SELECT n.tree_id FROM tree_nodes n
WHERE n.tree_id IN (SELECT m.tree_id FROM json_each(?1) g JOIN tree_nodes m ON m.task_id = g.value)
GROUP BY n.tree_id HAVING sum(n.task_id NOT IN (SELECT value FROM json_each(?1))) = 0
ORDER BY n.tree_id;

-- name: select_left_documents
-- ?2: the trees that go whole, an array.
SELECT n.task_id, coalesce(t.legacy_id, n.node_id), d.tree_id
FROM json_each(?1) g JOIN document_nodes n ON n.task_id = g.value JOIN tree_documents d ON d.id = n.document_id
  JOIN tasks t ON t.id = n.task_id
WHERE d.tree_id NOT IN (SELECT value FROM json_each(?2))
ORDER BY n.task_id, d.tree_id;

-- name: select_pins
SELECT tree_id, CASE WHEN scope = 'task' THEN owner END, checkpoint_id FROM snapshots WHERE pinned <> 0 ORDER BY id;
