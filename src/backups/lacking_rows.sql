-- name: select_all_task_keys
SELECT id, coalesce(legacy_id, '') FROM tasks ORDER BY id;

-- name: select_all_event_marks
SELECT seq, at, actor || ' ' || kind FROM events
WHERE kind NOT IN ('store:numbers_raised', 'store:restored') ORDER BY seq;
