-- name: select_loops_shown
SELECT o.id, o.loop_id, o.place, o.family, o.is_archived, o.version, coalesce(o.status, o.state), o.state, o.task, o.completion_criteria,
  o.iteration, o.max_iterations, o.started_at, o.last_updated, o.finished_at, o.best_iteration, o.best_quality_score,
  o.best_snapshot_path, o.best_updated_at, o.best_selection_reason, o.reinforcement_level,
  coalesce(o.recovery_attempts, 0), coalesce(o.detection_enabled, 0), (SELECT count(*) FROM open_regressions r WHERE r.id = o.id)
FROM loops o;

-- name: select_loop_shown
SELECT o.id, o.loop_id, o.place, o.family, o.is_archived, o.version, coalesce(o.status, o.state), o.state, o.task, o.completion_criteria,
  o.iteration, o.max_iterations, o.started_at, o.last_updated, o.finished_at, o.best_iteration, o.best_quality_score,
  o.best_snapshot_path, o.best_updated_at, o.best_selection_reason, o.reinforcement_level,
  coalesce(o.recovery_attempts, 0), coalesce(o.detection_enabled, 0), (SELECT count(*) FROM open_regressions r WHERE r.id = o.id)
FROM loops o WHERE o.id = ?1;

-- name: select_newest_scores
SELECT quality_score FROM loop_iterations
WHERE loop = ?1 AND list = 'iteration_history' AND quality_score IS NOT NULL ORDER BY position DESC LIMIT ?2;

-- name: select_iterations_shown
SELECT i.iteration, i.timestamp, i.quality_score, i.quality_delta, i.snapshot_path, i.test_count,
  i.coverage_percentage, i.typescript_errors, i.lint_errors, i.regression_detected, i.recovery_attempted,
  (SELECT count(*) FROM iteration_artifacts a
   WHERE a.loop = i.loop AND a.list = i.list AND a.iteration_position = i.position), i.json
FROM loop_iterations i WHERE i.loop = ?1 AND i.list = ?2 ORDER BY i.position;

-- name: select_regressions_shown
SELECT event_id, timestamp, iteration, regression_type, severity, baseline_value, current_value, recovery_outcome,
  human_decision, recovery_outcome IS NOT 'success' AND recovery_outcome IS NOT 'skipped'
  AND human_decision IS NOT 'approve', json
FROM loop_regressions WHERE loop = ?1 ORDER BY position;

-- name: select_reinforcements_shown
SELECT timestamp, iteration, from_level, to_level, reason, json FROM loop_reinforcements
WHERE loop = ?1 ORDER BY position;

-- name: select_recoveries_shown
SELECT recovery_id, timestamp, iteration, trigger_reason, root_cause, confidence, strategy, outcome, json, position
FROM loop_recoveries WHERE loop = ?1 ORDER BY position;

-- name: select_steps_shown
SELECT step FROM recovery_steps WHERE loop = ?1 AND recovery_position = ?2
ORDER BY instr('pause diagnose adapt retry escalate', step);

-- name: select_patterns_shown
SELECT pattern_id, pattern_name, iteration, timestamp, severity, false_positive, json FROM loop_patterns
WHERE loop = ?1 ORDER BY position;

-- name: select_scored
SELECT iteration, quality_score, snapshot_path, timestamp FROM loop_iterations
WHERE loop = ?1 AND list = 'iteration_history' AND quality_score IS NOT NULL ORDER BY position;

-- name: select_newest_entries
SELECT iteration, json FROM loop_iterations
WHERE loop = ?1 AND list = 'iteration_history' ORDER BY position DESC LIMIT ?2;

-- name: select_last_iteration
SELECT max(iteration) FROM loop_iterations WHERE loop = ?1;

-- name: select_last_recorded
SELECT max(iteration) FROM loop_iterations WHERE loop = ?1 AND list = 'iteration_history';

-- name: has_file
SELECT EXISTS (SELECT 1 FROM files WHERE place = ?1);

-- name: select_iteration_entry
SELECT position, json FROM loop_iterations WHERE loop = ?1 AND list = 'iteration_history' AND iteration = ?2
ORDER BY position DESC LIMIT 1;

-- name: select_regression_entry
SELECT position, json FROM loop_regressions WHERE loop = ?1 AND event_id = ?2 ORDER BY position DESC LIMIT 1;

-- name: has_regression_of
SELECT EXISTS (SELECT 1 FROM loop_regressions WHERE loop = ?1 AND iteration = ?2);

-- name: has_regression_like
SELECT EXISTS (SELECT 1 FROM loop_regressions WHERE loop = ?1 AND regression_type = ?2 AND (iteration = ?3
  OR CAST(current_value AS REAL) <= ?4 AND recovery_outcome IS NOT 'success' AND recovery_outcome IS NOT 'skipped'
  AND human_decision IS NOT 'approve'));

-- name: has_recovery_of
SELECT EXISTS (SELECT 1 FROM loop_recoveries WHERE loop = ?1 AND iteration = ?2);

-- name: select_pattern_entries
SELECT position, json FROM loop_patterns WHERE loop = ?1 AND pattern_id = ?2 AND (?3 IS NULL OR iteration = ?3)
ORDER BY position;

-- name: select_last_level_change
SELECT iteration FROM loop_reinforcements WHERE loop = ?1 ORDER BY position DESC LIMIT 1;

-- name: has_level_reason
SELECT EXISTS (SELECT 1 FROM loop_reinforcements WHERE loop = ?1 AND reason = ?2);
