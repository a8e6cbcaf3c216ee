-- What a purge asks besides the rows themselves.

-- name: select_outputs
SELECT task_id, output, EXISTS (SELECT 1 FROM output_chunks c WHERE c.task_id = o.task_id) FROM task_outputs o
WHERE output IS NOT NULL;

-- name: select_content_by_sha256
SELECT id FROM contents WHERE sha256 = ?1;

-- name: select_canonical_of_import
SELECT canonical_sha256 FROM imports WHERE id = ?1;

-- name: select_import_of_tree_document
SELECT import_id FROM tree_documents WHERE id = ?1;

-- name: select_source_paths
-- ?1: JSON array of imports.id; NULL: of all.
SELECT DISTINCT source_path FROM imports WHERE ?1 IS NULL OR id IN (SELECT value FROM json_each(?1)) ORDER BY source_path;

-- The rows that go: ?1 is a JSON array of tasks.id and states.id, ?2 of their names, ?3 of trees, ?4 of snapshots.id.
-- name: count_rows
WITH owners (id) AS (SELECT value FROM json_each(?1)), names (name) AS (SELECT value FROM json_each(?2)),
  of_trees (tree_id) AS (SELECT value FROM json_each(?3)), taken (id) AS (SELECT value FROM json_each(?4))
SELECT 'document_nodes', count(*) FROM document_nodes WHERE task_id IN owners
UNION ALL SELECT 'event_changes', count(*) FROM event_changes WHERE owner_id IN owners
UNION ALL SELECT 'events', count(*) FROM events
  WHERE (coalesce(task_id, state_id) IN owners OR tree_id IN of_trees) AND kind <> 'import:finished'
UNION ALL SELECT 'failure_reviews', count(*) FROM failure_reviews WHERE task_id IN owners
UNION ALL SELECT 'output_chunks', count(*) FROM output_chunks WHERE task_id IN owners
UNION ALL SELECT 'removed_records', count(*) FROM removed_records WHERE legacy_id IN names OR event_seq IN (
  SELECT seq FROM events WHERE task_id IN owners OR tree_id IN of_trees)
UNION ALL SELECT 'removed_sources', count(*) FROM removed_sources WHERE tree_id IN of_trees OR event_seq IN (
  SELECT seq FROM events WHERE coalesce(task_id, state_id) IN owners OR tree_id IN of_trees)
UNION ALL SELECT 'requests', count(*) FROM requests WHERE json_valid(answer) AND EXISTS (
  SELECT 1 FROM json_tree(answer) j JOIN names n ON instr(j.value, n.name) > 0 WHERE j.type = 'text')
UNION ALL SELECT 'snapshots', count(*) FROM taken
UNION ALL SELECT 'states', count(*) FROM states WHERE id IN owners
UNION ALL SELECT 'task_checkpoints', count(*) FROM task_checkpoints WHERE task_id IN owners
UNION ALL SELECT 'tasks', count(*) FROM tasks WHERE id IN owners
UNION ALL SELECT 'tree_documents', count(*) FROM tree_documents WHERE tree_id IN of_trees
UNION ALL SELECT 'tree_nodes', count(*) FROM tree_nodes WHERE task_id IN owners
UNION ALL SELECT 'tree_settings', count(*) FROM tree_settings WHERE tree_id IN of_trees
UNION ALL SELECT 'variables', count(*) FROM variables WHERE coalesce(task_id, state_id) IN owners;

-- name: select_task_names
SELECT t.id, t.legacy_id, n.node_id, t.import_id FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE t.id IN (SELECT value FROM json_each(?1));

-- name: select_removed_owner
SELECT e.task_id FROM removed_records r JOIN events e ON e.seq = r.event_seq
WHERE r.legacy_id = ?1 AND e.task_id IS NOT NULL ORDER BY r.event_seq DESC LIMIT 1;

-- name: select_children_left
SELECT u.task_id, coalesce(t.legacy_id, n.node_id, '') FROM node_parents u JOIN tasks t ON t.id = u.task_id
  JOIN tree_nodes n ON n.task_id = u.task_id
WHERE u.parent_task_id IN (SELECT value FROM json_each(?1)) AND u.task_id NOT IN (SELECT value FROM json_each(?1))
ORDER BY u.task_id;

-- name: select_running
SELECT t.id, coalesce(t.legacy_id, n.node_id, '') FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE t.id IN (SELECT value FROM json_each(?1)) AND t.state = 'running' ORDER BY t.id LIMIT 1;

-- name: select_needed
SELECT j.value, coalesce(t.legacy_id, n.node_id, '') FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
  JOIN json_each(CASE WHEN json_valid(t.residue) THEN t.residue ELSE '{}' END, '$.metadata.depends_on') j
WHERE t.state IS NOT 'completed' AND t.state IS NOT 'cancelled' AND t.id NOT IN (SELECT value FROM json_each(?1))
  AND j.value IN (SELECT legacy_id FROM tasks WHERE id IN (SELECT value FROM json_each(?1)))
ORDER BY t.id LIMIT 1;

-- name: select_described
SELECT coalesce(t.legacy_id, d.node_id), e.tree_id FROM document_nodes d JOIN tree_documents e ON e.id = d.document_id
  JOIN tasks t ON t.id = d.task_id
WHERE d.task_id IN (SELECT value FROM json_each(?1)) AND e.tree_id NOT IN (SELECT value FROM json_each(?2))
ORDER BY d.id LIMIT 1;

-- name: select_snapshots
-- ?1: tasks, ?2: trees, ?3: a session.
WITH gone (id, name, tree_id) AS (
  SELECT t.id, coalesce(t.legacy_id, n.node_id), n.tree_id FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
  WHERE t.id IN (SELECT value FROM json_each(?1)))
SELECT id FROM snapshots s
WHERE s.scope = 'task' AND s.owner IN (SELECT name FROM gone) OR s.tree_id IN (SELECT value FROM json_each(?2))
  OR s.scope = 'tree' AND s.owner IN (SELECT value FROM json_each(?2)) OR s.scope = 'session' AND s.owner = ?3
  OR s.scope = 'tree' AND EXISTS (SELECT 1 FROM gone g WHERE g.tree_id = s.owner AND (
    EXISTS (SELECT 1 FROM snapshot_nodes n WHERE n.snapshot_id = s.id AND n.member = g.name)
    OR EXISTS (SELECT 1 FROM snapshot_variables v WHERE v.snapshot_id = s.id AND v.member = g.name)))
ORDER BY id;

-- name: select_imports_of_documents
-- ?1: states, ?2: trees, ?3: snapshots; every import of the same sources.
SELECT id FROM imports WHERE source_path IN (
  SELECT source_path FROM states WHERE id IN (SELECT value FROM json_each(?1))
  UNION ALL SELECT source_path FROM tree_documents WHERE tree_id IN (SELECT value FROM json_each(?2))
  UNION ALL SELECT source_path FROM snapshots WHERE id IN (SELECT value FROM json_each(?3)));

-- name: select_trees_of_session
SELECT tree_id FROM trees WHERE session_id = ?1 ORDER BY tree_id;

-- name: select_name_of_grid_file
SELECT name FROM grid_files WHERE id = ?1;
