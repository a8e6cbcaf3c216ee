-- name: select_loop
SELECT id, place, family, loop_id, is_archived, source_path, import_id, version, source_version, last_event_seq, outline
FROM loops WHERE id = ?1;

-- name: select_loop_at
SELECT id, place, family, loop_id, is_archived, source_path, import_id, version, source_version, last_event_seq, outline
FROM loops WHERE place = ?1;

-- name: select_loop_by_source
SELECT id, place, family, loop_id, is_archived, source_path, import_id, version, source_version, last_event_seq, outline
FROM loops WHERE source_path = ?1;

-- name: select_loops_named
SELECT id, place, family, loop_id, is_archived, source_path, import_id, version, source_version, last_event_seq, outline
FROM loops WHERE loop_id = ?1 ORDER BY is_archived, family, place;

-- name: select_all_loops
SELECT id, place, family, loop_id, is_archived, source_path, import_id, version, source_version, last_event_seq, outline
FROM loops ORDER BY place;

-- name: count_active_loops
SELECT count(*) FROM loops WHERE state IN ('running', 'paused', 'completing', 'recovering')
  AND is_archived = 0 AND family = 'ralph';

-- name: insert_loop
INSERT INTO loops (id, place, family, loop_id, is_archived, source_path, import_id, version, source_version,
  last_event_seq, outline)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11);

-- name: update_loop
UPDATE loops SET family = ?2, loop_id = ?3, is_archived = ?4, source_path = ?5, import_id = ?6, version = ?7,
  source_version = ?8, last_event_seq = ?9, outline = ?10
WHERE id = ?1;

-- name: delete_loop
DELETE FROM loops WHERE id = ?1;

-- name: select_iteration_history
SELECT json FROM loop_iterations WHERE loop = ?1 AND list = 'iteration_history' ORDER BY position;

-- name: count_iteration_history
SELECT count(*) FROM loop_iterations WHERE loop = ?1 AND list = 'iteration_history';

-- name: delete_iteration_history
DELETE FROM loop_iterations WHERE loop = ?1 AND list = 'iteration_history';

-- name: put_iteration_history
INSERT INTO loop_iterations (loop, list, position, json) VALUES (?1, 'iteration_history', ?2, ?3)
ON CONFLICT (loop, list, position) DO UPDATE SET json = ?3;

-- name: select_iterations
SELECT json FROM loop_iterations WHERE loop = ?1 AND list = 'iterations' ORDER BY position;

-- name: count_iterations
SELECT count(*) FROM loop_iterations WHERE loop = ?1 AND list = 'iterations';

-- name: delete_iterations
DELETE FROM loop_iterations WHERE loop = ?1 AND list = 'iterations';

-- name: put_iterations
INSERT INTO loop_iterations (loop, list, position, json) VALUES (?1, 'iterations', ?2, ?3)
ON CONFLICT (loop, list, position) DO UPDATE SET json = ?3;

-- name: select_regression_events
SELECT json FROM loop_regressions WHERE loop = ?1 ORDER BY position;

-- name: count_regression_events
SELECT count(*) FROM loop_regressions WHERE loop = ?1;

-- name: delete_regression_events
DELETE FROM loop_regressions WHERE loop = ?1;

-- name: put_regression_events
INSERT INTO loop_regressions (loop, position, json) VALUES (?1, ?2, ?3)
ON CONFLICT (loop, position) DO UPDATE SET json = ?3;

-- name: select_reinforcement_history
SELECT json FROM loop_reinforcements WHERE loop = ?1 ORDER BY position;

-- name: count_reinforcement_history
SELECT count(*) FROM loop_reinforcements WHERE loop = ?1;

-- name: delete_reinforcement_history
DELETE FROM loop_reinforcements WHERE loop = ?1;

-- name: put_reinforcement_history
INSERT INTO loop_reinforcements (loop, position, json) VALUES (?1, ?2, ?3)
ON CONFLICT (loop, position) DO UPDATE SET json = ?3;

-- name: select_recovery_history
SELECT json FROM loop_recoveries WHERE loop = ?1 ORDER BY position;

-- name: count_recovery_history
SELECT count(*) FROM loop_recoveries WHERE loop = ?1;

-- name: delete_recovery_history
DELETE FROM loop_recoveries WHERE loop = ?1;

-- name: put_recovery_history
INSERT INTO loop_recoveries (loop, position, json) VALUES (?1, ?2, ?3)
ON CONFLICT (loop, position) DO UPDATE SET json = ?3;

-- name: select_detected_patterns
SELECT json FROM loop_patterns WHERE loop = ?1 ORDER BY position;

-- name: count_detected_patterns
SELECT count(*) FROM loop_patterns WHERE loop = ?1;

-- name: delete_detected_patterns
DELETE FROM loop_patterns WHERE loop = ?1;

-- name: put_detected_patterns
INSERT INTO loop_patterns (loop, position, json) VALUES (?1, ?2, ?3)
ON CONFLICT (loop, position) DO UPDATE SET json = ?3;
