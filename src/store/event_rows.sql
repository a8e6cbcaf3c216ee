-- name: insert_event
INSERT INTO events (at, actor, kind, task_id, tree_id, import_id, old_state, new_state, token)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9);

-- name: insert_change
INSERT INTO event_changes (event_seq, task_id, member, old_value) VALUES (?1, ?2, ?3, ?4);

-- name: select_last_change_time
SELECT at FROM events WHERE kind <> 'import:finished' AND seq > (
  SELECT coalesce(max(seq), 0) FROM events WHERE kind = 'import:finished')
ORDER BY seq DESC LIMIT 1;
