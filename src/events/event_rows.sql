-- name: insert_event
INSERT INTO events (at, actor, kind, task_id, tree_id, import_id, old_state, new_state, token, reason, prev_seq, state_id,
  loop_id, node_id, seq)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15);

-- name: select_next_seq
SELECT coalesce(max(seq), 0) + 1 FROM events;

-- name: insert_change
INSERT INTO event_changes (event_seq, owner_id, member, old_form, old_value) VALUES (?1, ?2, ?3, ?4, ?5);

-- name: select_last_change_time
SELECT at FROM events WHERE kind <> 'import:finished' AND task_id IS NOT NULL
  AND seq > coalesce((SELECT e.seq FROM events e
    WHERE e.kind = 'import:finished' AND EXISTS (
      SELECT 1 FROM imports i WHERE i.id = e.import_id AND i.kind = 'tasks-json')
    ORDER BY e.seq DESC LIMIT 1), 0)
ORDER BY seq DESC LIMIT 1;

-- name: select_last_text
WITH RECURSIVE chain (seq) AS (
  SELECT last_event_seq FROM tasks WHERE id = ?1 AND last_event_seq IS NOT NULL
  UNION ALL
  SELECT e.prev_seq FROM chain CROSS JOIN events e ON e.seq = chain.seq WHERE e.prev_seq IS NOT NULL)
SELECT c.old_value FROM chain CROSS JOIN event_changes c ON c.event_seq = chain.seq AND c.owner_id = ?1 AND c.member = ?2
WHERE c.old_form IS NULL AND substr(c.old_value, 1, 1) = '"'
LIMIT 1;

-- name: select_events
SELECT e.seq, e.at, e.actor, e.kind, CASE WHEN e.kind = 'task:removed' THEN (
    SELECT CASE WHEN json_valid(c.old_value) THEN json_extract(c.old_value, '$') END FROM event_changes c
    WHERE c.event_seq = e.seq AND c.owner_id = e.task_id AND c.member = '/id')
    ELSE coalesce(t.legacy_id, (SELECT n.node_id FROM tree_nodes n WHERE n.task_id = t.id),
      (SELECT rtrim(s.scope || ':' || s.name, ':') FROM states s WHERE s.id = e.state_id),
      (SELECT 'loop:' || o.loop_id FROM loops o WHERE o.id = e.loop_id)) END,
  coalesce(e.task_id, e.state_id, e.loop_id), e.tree_id, e.old_state, e.new_state, e.token, e.reason,
  coalesce((SELECT n.node_id FROM tree_nodes n WHERE n.task_id = t.id), e.node_id)
FROM events e LEFT JOIN tasks t ON t.id = e.task_id
WHERE e.seq > ?1 AND e.seq <= ?6 AND (?2 IS NULL OR e.kind = ?2) AND (?7 IS NULL OR e.actor = ?7)
ORDER BY e.seq LIMIT ?3;

-- name: select_events_of_task
-- The order of these joins is fixed: by seq SQLite would walk all events, and look in the chain for each.
WITH RECURSIVE chain (seq) AS (
  SELECT last_event_seq FROM tasks WHERE id = ?4
  UNION
  SELECT e.prev_seq FROM chain c CROSS JOIN events e ON e.seq = c.seq WHERE e.prev_seq > ?1)
SELECT e.seq, e.at, e.actor, e.kind,
  coalesce(t.legacy_id, (SELECT n.node_id FROM tree_nodes n WHERE n.task_id = t.id)),
  e.task_id, e.tree_id, e.old_state, e.new_state, e.token, e.reason,
  (SELECT n.node_id FROM tree_nodes n WHERE n.task_id = t.id)
FROM chain c CROSS JOIN events e ON e.seq = c.seq JOIN tasks t ON t.id = e.task_id
WHERE e.seq > ?1 AND e.seq <= ?6 AND (?2 IS NULL OR e.kind = ?2) AND (?7 IS NULL OR e.actor = ?7) AND (?5 IS NULL OR e.tree_id = ?5)
ORDER BY e.seq LIMIT ?3;

-- name: select_events_of_tree
-- Those of its tasks, and those of the tree itself and of its documents.
WITH RECURSIVE chain (seq) AS (
  SELECT t.last_event_seq FROM tree_nodes n JOIN tasks t ON t.id = n.task_id WHERE n.tree_id = ?4
  UNION
  SELECT e.prev_seq FROM chain c CROSS JOIN events e ON e.seq = c.seq WHERE e.prev_seq > ?1),
own (seq) AS (
  SELECT seq FROM chain
  UNION
  SELECT e.seq FROM events e WHERE e.tree_id = ?4 AND e.task_id IS NULL)
SELECT e.seq, e.at, e.actor, e.kind,
  coalesce(t.legacy_id, (SELECT n.node_id FROM tree_nodes n WHERE n.task_id = t.id),
    (SELECT rtrim(s.scope || ':' || s.name, ':') FROM states s WHERE s.id = e.state_id)),
  coalesce(e.task_id, e.state_id), e.tree_id, e.old_state, e.new_state, e.token, e.reason,
  coalesce((SELECT n.node_id FROM tree_nodes n WHERE n.task_id = t.id), e.node_id)
FROM own c CROSS JOIN events e ON e.seq = c.seq LEFT JOIN tasks t ON t.id = e.task_id
WHERE e.seq > ?1 AND e.seq <= ?6 AND (?2 IS NULL OR e.kind = ?2) AND (?7 IS NULL OR e.actor = ?7)
ORDER BY e.seq LIMIT ?3;

-- name: select_tasks_with_variable_history
SELECT DISTINCT coalesce(t.legacy_id, (SELECT n.node_id FROM tree_nodes n WHERE n.task_id = t.id)) AS name
FROM event_changes c JOIN events e ON e.seq = c.event_seq JOIN tasks t ON t.id = c.owner_id
WHERE c.old_value IS NOT NULL AND e.kind NOT IN ('var:read', 'import:finished')
  AND (c.member = '/metadata/rlm_state' OR c.member GLOB '/metadata/rlm_state/*'
    OR c.member = '/metadata' AND instr(CASE WHEN c.old_form = 'content'
      THEN (SELECT b.body FROM contents b WHERE b.sha256 = c.old_value) ELSE c.old_value END, '"rlm_state"') > 0)
  AND (?1 = '' OR EXISTS (SELECT 1 FROM tree_nodes n WHERE n.task_id = t.id AND n.tree_id = ?1))
ORDER BY name;

-- name: select_events_of_state
WITH RECURSIVE chain (seq) AS (
  SELECT last_event_seq FROM states WHERE id = ?1
  UNION
  SELECT e.prev_seq FROM chain c CROSS JOIN events e ON e.seq = c.seq WHERE e.prev_seq IS NOT NULL)
SELECT e.seq, e.at, e.actor, e.kind, rtrim(s.scope || ':' || s.name, ':'), e.state_id, e.tree_id, e.old_state,
  e.new_state, e.token, e.reason, e.node_id
FROM chain c CROSS JOIN events e ON e.seq = c.seq JOIN states s ON s.id = e.state_id
ORDER BY e.seq;

-- name: select_import_events
SELECT e.seq, e.at, e.actor, e.kind, NULL, NULL, e.tree_id, e.old_state, e.new_state, e.token, e.reason, NULL
FROM events e
WHERE e.kind = 'import:finished'
ORDER BY e.seq;

-- name: select_first_import
SELECT min(e.seq) FROM events e JOIN imports i ON i.id = e.import_id
WHERE e.kind = 'import:finished' AND i.source_path = (
  SELECT s.source_path FROM tasks t JOIN imports s ON s.id = t.import_id WHERE t.id = ?1);

-- name: select_oldest
SELECT min(seq) FROM events;

-- name: select_newest_by
SELECT seq FROM events WHERE julianday(at) <= julianday(?1) ORDER BY seq DESC LIMIT 1;

-- name: select_changes
SELECT c.member, c.old_form, CASE WHEN c.old_form = 'content' THEN b.body ELSE c.old_value END,
  CASE WHEN c.old_form = 'content' THEN coalesce(b.id, 0) END, c.old_value, b.body
FROM event_changes c LEFT JOIN contents b ON c.old_form = 'content' AND b.sha256 = c.old_value
WHERE c.event_seq = ?1 AND (?2 IS NULL OR c.owner_id = ?2)
ORDER BY c.owner_id, c.member;

-- name: select_newest_time
SELECT at FROM events ORDER BY seq DESC LIMIT 1;

-- name: select_newest_time_before
SELECT at FROM events WHERE at < ?1 ORDER BY seq DESC LIMIT 1;

-- name: select_first_since
SELECT seq FROM events WHERE at >= ?1 ORDER BY seq LIMIT 1;

-- name: select_newest
SELECT max(seq) FROM events;

-- name: count_events_before
SELECT count(*) FROM events WHERE seq < ?1;

-- name: delete_changes_before
DELETE FROM event_changes WHERE event_seq IN (SELECT seq FROM events WHERE seq < ?1 ORDER BY seq LIMIT ?2);

-- name: delete_events_before
DELETE FROM events WHERE seq IN (SELECT seq FROM events WHERE seq < ?1 ORDER BY seq LIMIT ?2);

-- name: move_events
WITH moved AS MATERIALIZED (SELECT value ->> 0 AS old_id, value ->> 1 AS new_id FROM json_each(?1))
UPDATE events SET task_id = moved.new_id FROM moved WHERE events.task_id = moved.old_id;

-- name: move_changes
WITH moved AS MATERIALIZED (SELECT value ->> 0 AS old_id, value ->> 1 AS new_id FROM json_each(?1))
UPDATE event_changes SET owner_id = moved.new_id FROM moved WHERE event_changes.owner_id = moved.old_id;

-- name: delete_changes_of
DELETE FROM event_changes WHERE owner_id IN (SELECT value FROM json_each(?1))
  OR event_seq IN (SELECT seq FROM events WHERE tree_id IN (SELECT value FROM json_each(?2)));

-- name: blank_events
-- The row stays, because those before and after it are counted without a gap; an import keeps its event.
UPDATE events SET kind = CASE WHEN kind = 'import:finished' THEN kind ELSE ?3 END, task_id = NULL, state_id = NULL,
  loop_id = NULL, tree_id = NULL, old_state = NULL, new_state = NULL, token = NULL, reason = NULL, prev_seq = NULL,
  node_id = NULL
WHERE coalesce(task_id, state_id, loop_id) IN (SELECT value FROM json_each(?1)) OR tree_id IN (SELECT value FROM json_each(?2));

-- name: has_changed_since_import
SELECT EXISTS (SELECT 1 FROM events WHERE tree_id = ?1 AND import_id IS NULL
  AND seq > (SELECT coalesce(max(seq), 0) FROM events WHERE import_id = ?2));
