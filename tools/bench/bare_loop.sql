-- What the library's changes leave behind, read after a round (`read_…`, {since} is the last event before it), and
-- the statements by which the bare loop writes the same values into a copy (`write_…`, parameters in the order of
-- the columns read).

-- name: begin
BEGIN IMMEDIATE;

-- name: commit
COMMIT;

-- name: read_started
SELECT t.id, t.state, t.started_at, t.completed_at, t.pid, t.version, t.last_event_seq
FROM events e JOIN tasks t ON t.id = e.task_id WHERE e.seq > {since} ORDER BY e.seq;

-- name: write_started
UPDATE tasks SET state = ?2, started_at = ?3, completed_at = ?4, pid = ?5, version = ?6, last_event_seq = ?7
WHERE id = ?1;

-- name: read_completed
SELECT t.id, t.state, t.completed_at, t.pid, t.result, t.version, t.last_event_seq
FROM events e JOIN tasks t ON t.id = e.task_id WHERE e.seq > {since} ORDER BY e.seq;

-- name: write_completed
UPDATE tasks SET state = ?2, completed_at = ?3, pid = ?4, result = ?5, version = ?6, last_event_seq = ?7
WHERE id = ?1;

-- name: read_claimed
SELECT t.id, t.state, t.started_at, t.pid, t.lease_expires_at, t.owner, t.owner_host, t.owner_boot_id,
  t.owner_pid, t.owner_start_ticks, t.owner_pid_namespace, t.token, t.version, t.last_event_seq
FROM events e JOIN tasks t ON t.id = e.task_id WHERE e.seq > {since} ORDER BY e.seq;

-- name: write_claimed
UPDATE tasks SET state = ?2, started_at = ?3, pid = ?4, lease_expires_at = ?5, owner = ?6, owner_host = ?7,
  owner_boot_id = ?8, owner_pid = ?9, owner_start_ticks = ?10, owner_pid_namespace = ?11, token = ?12, version = ?13,
  last_event_seq = ?14
WHERE id = ?1;

-- name: read_claim_completed
SELECT t.id, t.state, t.completed_at, t.pid, t.result, t.version, t.last_event_seq
FROM events e JOIN tasks t ON t.id = e.task_id WHERE e.seq > {since} ORDER BY e.seq;

-- name: write_claim_completed
UPDATE tasks SET state = ?2, completed_at = ?3, pid = ?4, result = ?5, version = ?6, last_event_seq = ?7,
  lease_expires_at = NULL, owner = NULL, owner_host = NULL, owner_boot_id = NULL, owner_pid = NULL,
  owner_start_ticks = NULL, owner_pid_namespace = NULL, token = NULL
WHERE id = ?1;

-- name: read_created
SELECT t.id, t.legacy_id, t.state, t.agent, t.priority, t.created_at, t.version, t.layout_id, t.metadata_layout_id,
  t.prompt, t.output, t.residue, t.last_event_seq
FROM events e JOIN tasks t ON t.id = e.task_id WHERE e.seq > {since} ORDER BY e.seq;

-- name: write_created
INSERT INTO tasks (id, legacy_id, state, agent, priority, created_at, version, layout_id, metadata_layout_id, prompt,
  output, residue, last_event_seq)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13);

-- name: read_counters
SELECT CAST(t.id + 1 AS TEXT), CAST(substr(t.legacy_id, 6) + 1 AS TEXT)
FROM events e JOIN tasks t ON t.id = e.task_id WHERE e.seq > {since} AND e.kind = 'task:created' ORDER BY e.seq;

-- name: write_counters
UPDATE meta SET value = CASE key WHEN 'next_task_key' THEN ?1 ELSE ?2 END
WHERE key IN ('next_task_key', 'next_task_number');

-- name: read_events
SELECT seq, at, actor, kind, task_id, tree_id, old_state, new_state, token, reason, prev_seq
FROM events WHERE seq > {since} ORDER BY seq;

-- name: write_event
INSERT INTO events (seq, at, actor, kind, task_id, tree_id, old_state, new_state, token, reason, prev_seq)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11);

-- name: read_changes
SELECT event_seq, owner_id, member, old_form, old_value FROM event_changes WHERE event_seq > {since}
ORDER BY event_seq;

-- name: write_change
INSERT INTO event_changes (event_seq, owner_id, member, old_form, old_value) VALUES (?1, ?2, ?3, ?4, ?5);

-- name: select_last_event
SELECT coalesce(max(seq), 0) FROM events;

-- name: count_different_tasks
SELECT (SELECT count(*) FROM (
  SELECT * FROM main.tasks WHERE id IN (SELECT task_id FROM other.events WHERE seq > {since})
  EXCEPT SELECT * FROM other.tasks WHERE id IN (SELECT task_id FROM other.events WHERE seq > {since})))
  + (SELECT count(*) FROM (
  SELECT * FROM other.tasks WHERE id IN (SELECT task_id FROM other.events WHERE seq > {since})
  EXCEPT SELECT * FROM main.tasks WHERE id IN (SELECT task_id FROM other.events WHERE seq > {since})));

-- name: count_different_events
SELECT (SELECT count(*) FROM (
  SELECT * FROM main.events WHERE seq > {since}
  EXCEPT SELECT * FROM other.events WHERE seq > {since}))
  + (SELECT count(*) FROM (
  SELECT * FROM other.events WHERE seq > {since}
  EXCEPT SELECT * FROM main.events WHERE seq > {since}));

-- name: count_different_changes
SELECT (SELECT count(*) FROM (
  SELECT * FROM main.event_changes WHERE event_seq > {since}
  EXCEPT SELECT * FROM other.event_changes WHERE event_seq > {since}))
  + (SELECT count(*) FROM (
  SELECT * FROM other.event_changes WHERE event_seq > {since}
  EXCEPT SELECT * FROM main.event_changes WHERE event_seq > {since}));

-- name: count_different_meta
SELECT (SELECT count(*) FROM (
  SELECT * FROM main.meta
  EXCEPT SELECT * FROM other.meta))
  + (SELECT count(*) FROM (
  SELECT * FROM other.meta
  EXCEPT SELECT * FROM main.meta));
