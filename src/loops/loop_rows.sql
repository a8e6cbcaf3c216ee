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
SELECT count(*) FROM loops WHERE status IN ('running', 'paused', 'waiting', 'completing', 'recovering')
  AND is_archived = 0 AND family = 'ralph';

-- name: insert_loop
INSERT INTO loops (id, place, family, loop_id, is_archived, source_path, import_id, version, source_version,
  last_event_seq, outline, status, task, completion_criteria, iteration, max_iterations, started_at, last_updated,
  finished_at, best_iteration, best_quality_score, best_snapshot_path, best_updated_at, best_selection_reason,
  reinforcement_level, recovery_attempts, detection_enabled,
  baseline_captured_at, baseline_test_count, baseline_coverage_percentage, baseline_typescript_errors,
  baseline_lint_errors, baseline_lint_warnings, baseline_file_count, baseline_lines_of_code, baseline_custom_metrics,
  detection_latency_p95_ms, detection_latency_p99_ms, integration_overhead_percentage,
  false_positive_rate, true_positive_count, false_positive_count)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, json_extract(?11, '$.status'),
  coalesce(json_extract(?11, '$.task'), json_extract(?11, '$.objective')),
  coalesce(json_extract(?11, '$.completion_criteria'), json_extract(?11, '$.completion'),
    json_extract(?11, '$.completionCriteria')),
  coalesce(json_extract(?11, '$.iteration'), json_extract(?11, '$.currentIteration')),
  coalesce(json_extract(?11, '$.configuration.max_iterations'), json_extract(?11, '$.max_iterations'),
    json_extract(?11, '$.maxIterations')),
  coalesce(json_extract(?11, '$.started_at'), json_extract(?11, '$.startTime')),
  coalesce(json_extract(?11, '$.last_updated'), json_extract(?11, '$.lastUpdate')),
  coalesce(json_extract(?11, '$.completed_at'), json_extract(?11, '$.endTime')),
  json_extract(?11, '$.best_iteration.iteration'), json_extract(?11, '$.best_iteration.quality_score'),
  json_extract(?11, '$.best_iteration.snapshot_path'), json_extract(?11, '$.best_iteration.updated_at'),
  json_extract(?11, '$.best_iteration.selection_reason'), json_extract(?11, '$.reinforcement_level'),
  coalesce(json_extract(?11, '$.recovery_attempts'), json_extract(?11, '$.recoveryAttempts')),
  json_extract(?11, '$.detection_enabled'),
  json_extract(?11, '$.baseline_metrics.captured_at'),
  json_extract(?11, '$.baseline_metrics.test_count'),
  json_extract(?11, '$.baseline_metrics.coverage_percentage'),
  json_extract(?11, '$.baseline_metrics.typescript_errors'),
  json_extract(?11, '$.baseline_metrics.lint_errors'),
  json_extract(?11, '$.baseline_metrics.lint_warnings'),
  json_extract(?11, '$.baseline_metrics.file_count'),
  json_extract(?11, '$.baseline_metrics.lines_of_code'),
  json_extract(?11, '$.baseline_metrics.custom_metrics'),
  json_extract(?11, '$.persistence_metrics.detection_latency_p95_ms'),
  json_extract(?11, '$.persistence_metrics.detection_latency_p99_ms'),
  json_extract(?11, '$.persistence_metrics.integration_overhead_percentage'),
  json_extract(?11, '$.persistence_metrics.false_positive_rate'),
  json_extract(?11, '$.persistence_metrics.true_positive_count'),
  json_extract(?11, '$.persistence_metrics.false_positive_count'));

-- name: update_loop
UPDATE loops SET family = ?2, loop_id = ?3, is_archived = ?4, source_path = ?5, import_id = ?6, version = ?7,
  source_version = ?8, last_event_seq = ?9, outline = ?10, status = json_extract(?10, '$.status'),
  task = coalesce(json_extract(?10, '$.task'), json_extract(?10, '$.objective')),
  completion_criteria = coalesce(json_extract(?10, '$.completion_criteria'), json_extract(?10, '$.completion'),
    json_extract(?10, '$.completionCriteria')),
  iteration = coalesce(json_extract(?10, '$.iteration'), json_extract(?10, '$.currentIteration')),
  max_iterations = coalesce(json_extract(?10, '$.configuration.max_iterations'), json_extract(?10, '$.max_iterations'),
    json_extract(?10, '$.maxIterations')),
  started_at = coalesce(json_extract(?10, '$.started_at'), json_extract(?10, '$.startTime')),
  last_updated = coalesce(json_extract(?10, '$.last_updated'), json_extract(?10, '$.lastUpdate')),
  finished_at = coalesce(json_extract(?10, '$.completed_at'), json_extract(?10, '$.endTime')),
  best_iteration = json_extract(?10, '$.best_iteration.iteration'),
  best_quality_score = json_extract(?10, '$.best_iteration.quality_score'),
  best_snapshot_path = json_extract(?10, '$.best_iteration.snapshot_path'),
  best_updated_at = json_extract(?10, '$.best_iteration.updated_at'),
  best_selection_reason = json_extract(?10, '$.best_iteration.selection_reason'),
  reinforcement_level = json_extract(?10, '$.reinforcement_level'),
  recovery_attempts = coalesce(json_extract(?10, '$.recovery_attempts'), json_extract(?10, '$.recoveryAttempts')),
  detection_enabled = json_extract(?10, '$.detection_enabled'),
  baseline_captured_at = json_extract(?10, '$.baseline_metrics.captured_at'),
  baseline_test_count = json_extract(?10, '$.baseline_metrics.test_count'),
  baseline_coverage_percentage = json_extract(?10, '$.baseline_metrics.coverage_percentage'),
  baseline_typescript_errors = json_extract(?10, '$.baseline_metrics.typescript_errors'),
  baseline_lint_errors = json_extract(?10, '$.baseline_metrics.lint_errors'),
  baseline_lint_warnings = json_extract(?10, '$.baseline_metrics.lint_warnings'),
  baseline_file_count = json_extract(?10, '$.baseline_metrics.file_count'),
  baseline_lines_of_code = json_extract(?10, '$.baseline_metrics.lines_of_code'),
  baseline_custom_metrics = json_extract(?10, '$.baseline_metrics.custom_metrics'),
  detection_latency_p95_ms = json_extract(?10, '$.persistence_metrics.detection_latency_p95_ms'),
  detection_latency_p99_ms = json_extract(?10, '$.persistence_metrics.detection_latency_p99_ms'),
  integration_overhead_percentage = json_extract(?10, '$.persistence_metrics.integration_overhead_percentage'),
  false_positive_rate = json_extract(?10, '$.persistence_metrics.false_positive_rate'),
  true_positive_count = json_extract(?10, '$.persistence_metrics.true_positive_count'),
  false_positive_count = json_extract(?10, '$.persistence_metrics.false_positive_count')
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
INSERT INTO loop_iterations (loop, list, position, json, iteration, timestamp, quality_score, quality_delta,
  validation, completeness, correctness, readability, efficiency, snapshot_path, tests_total, tests_passed,
  tests_failed, tests_skipped, tests_coverage, test_count, coverage_percentage, typescript_errors, lint_errors,
  regression_detected, recovery_attempted)
VALUES (?1, 'iteration_history', ?2, ?3, coalesce(json_extract(?3, '$.iteration'), json_extract(?3, '$.number')),
  json_extract(?3, '$.timestamp'), json_extract(?3, '$.quality_score'), json_extract(?3, '$.quality_delta'),
  json_extract(?3, '$.quality_breakdown.validation'), json_extract(?3, '$.quality_breakdown.completeness'),
  json_extract(?3, '$.quality_breakdown.correctness'), json_extract(?3, '$.quality_breakdown.readability'),
  json_extract(?3, '$.quality_breakdown.efficiency'), json_extract(?3, '$.snapshot_path'),
  json_extract(?3, '$.test_results.total'), json_extract(?3, '$.test_results.passed'),
  json_extract(?3, '$.test_results.failed'), json_extract(?3, '$.test_results.skipped'),
  json_extract(?3, '$.test_results.coverage'), json_extract(?3, '$.metrics_snapshot.test_count'),
  json_extract(?3, '$.metrics_snapshot.coverage_percentage'),
  json_extract(?3, '$.metrics_snapshot.typescript_errors'), json_extract(?3, '$.metrics_snapshot.lint_errors'),
  json_extract(?3, '$.regression_detected'), json_extract(?3, '$.recovery_attempted'))
ON CONFLICT (loop, list, position) DO UPDATE SET json = ?3, iteration = excluded.iteration,
  timestamp = excluded.timestamp, quality_score = excluded.quality_score, quality_delta = excluded.quality_delta,
  validation = excluded.validation, completeness = excluded.completeness, correctness = excluded.correctness,
  readability = excluded.readability, efficiency = excluded.efficiency, snapshot_path = excluded.snapshot_path,
  tests_total = excluded.tests_total, tests_passed = excluded.tests_passed, tests_failed = excluded.tests_failed,
  tests_skipped = excluded.tests_skipped, tests_coverage = excluded.tests_coverage, test_count = excluded.test_count,
  coverage_percentage = excluded.coverage_percentage, typescript_errors = excluded.typescript_errors,
  lint_errors = excluded.lint_errors, regression_detected = excluded.regression_detected,
  recovery_attempted = excluded.recovery_attempted;

-- name: select_iterations
SELECT json FROM loop_iterations WHERE loop = ?1 AND list = 'iterations' ORDER BY position;

-- name: count_iterations
SELECT count(*) FROM loop_iterations WHERE loop = ?1 AND list = 'iterations';

-- name: delete_iterations
DELETE FROM loop_iterations WHERE loop = ?1 AND list = 'iterations';

-- name: put_iterations
INSERT INTO loop_iterations (loop, list, position, json, iteration, timestamp, quality_score, quality_delta,
  validation, completeness, correctness, readability, efficiency, snapshot_path, tests_total, tests_passed,
  tests_failed, tests_skipped, tests_coverage, test_count, coverage_percentage, typescript_errors, lint_errors,
  regression_detected, recovery_attempted)
VALUES (?1, 'iterations', ?2, ?3, coalesce(json_extract(?3, '$.iteration'), json_extract(?3, '$.number')),
  json_extract(?3, '$.timestamp'), json_extract(?3, '$.quality_score'), json_extract(?3, '$.quality_delta'),
  json_extract(?3, '$.quality_breakdown.validation'), json_extract(?3, '$.quality_breakdown.completeness'),
  json_extract(?3, '$.quality_breakdown.correctness'), json_extract(?3, '$.quality_breakdown.readability'),
  json_extract(?3, '$.quality_breakdown.efficiency'), json_extract(?3, '$.snapshot_path'),
  json_extract(?3, '$.test_results.total'), json_extract(?3, '$.test_results.passed'),
  json_extract(?3, '$.test_results.failed'), json_extract(?3, '$.test_results.skipped'),
  json_extract(?3, '$.test_results.coverage'), json_extract(?3, '$.metrics_snapshot.test_count'),
  json_extract(?3, '$.metrics_snapshot.coverage_percentage'),
  json_extract(?3, '$.metrics_snapshot.typescript_errors'), json_extract(?3, '$.metrics_snapshot.lint_errors'),
  json_extract(?3, '$.regression_detected'), json_extract(?3, '$.recovery_attempted'))
ON CONFLICT (loop, list, position) DO UPDATE SET json = ?3, iteration = excluded.iteration,
  timestamp = excluded.timestamp, quality_score = excluded.quality_score, quality_delta = excluded.quality_delta,
  validation = excluded.validation, completeness = excluded.completeness, correctness = excluded.correctness,
  readability = excluded.readability, efficiency = excluded.efficiency, snapshot_path = excluded.snapshot_path,
  tests_total = excluded.tests_total, tests_passed = excluded.tests_passed, tests_failed = excluded.tests_failed,
  tests_skipped = excluded.tests_skipped, tests_coverage = excluded.tests_coverage, test_count = excluded.test_count,
  coverage_percentage = excluded.coverage_percentage, typescript_errors = excluded.typescript_errors,
  lint_errors = excluded.lint_errors, regression_detected = excluded.regression_detected,
  recovery_attempted = excluded.recovery_attempted;

-- name: select_regression_events
SELECT json FROM loop_regressions WHERE loop = ?1 ORDER BY position;

-- name: count_regression_events
SELECT count(*) FROM loop_regressions WHERE loop = ?1;

-- name: delete_regression_events
DELETE FROM loop_regressions WHERE loop = ?1;

-- name: put_regression_events
INSERT INTO loop_regressions (loop, position, json, event_id, timestamp, iteration, regression_type, severity,
  baseline_value, current_value, recovery_outcome, human_decision)
VALUES (?1, ?2, ?3, json_extract(?3, '$.event_id'), json_extract(?3, '$.timestamp'), json_extract(?3, '$.iteration'),
  json_extract(?3, '$.regression_type'), json_extract(?3, '$.severity'), json_extract(?3, '$.details.baseline_value'),
  json_extract(?3, '$.details.current_value'), json_extract(?3, '$.recovery_outcome'),
  json_extract(?3, '$.human_decision'))
ON CONFLICT (loop, position) DO UPDATE SET json = ?3, event_id = excluded.event_id, timestamp = excluded.timestamp,
  iteration = excluded.iteration, regression_type = excluded.regression_type, severity = excluded.severity,
  baseline_value = excluded.baseline_value, current_value = excluded.current_value,
  recovery_outcome = excluded.recovery_outcome, human_decision = excluded.human_decision;

-- name: select_reinforcement_history
SELECT json FROM loop_reinforcements WHERE loop = ?1 ORDER BY position;

-- name: count_reinforcement_history
SELECT count(*) FROM loop_reinforcements WHERE loop = ?1;

-- name: delete_reinforcement_history
DELETE FROM loop_reinforcements WHERE loop = ?1;

-- name: put_reinforcement_history
INSERT INTO loop_reinforcements (loop, position, json, timestamp, iteration, from_level, to_level, reason)
VALUES (?1, ?2, ?3, json_extract(?3, '$.timestamp'), json_extract(?3, '$.iteration'),
  json_extract(?3, '$.from_level'), json_extract(?3, '$.to_level'), json_extract(?3, '$.reason'))
ON CONFLICT (loop, position) DO UPDATE SET json = ?3, timestamp = excluded.timestamp, iteration = excluded.iteration,
  from_level = excluded.from_level, to_level = excluded.to_level, reason = excluded.reason;

-- name: select_recovery_history
SELECT json FROM loop_recoveries WHERE loop = ?1 ORDER BY position;

-- name: count_recovery_history
SELECT count(*) FROM loop_recoveries WHERE loop = ?1;

-- name: delete_recovery_history
DELETE FROM loop_recoveries WHERE loop = ?1;

-- name: put_recovery_history
INSERT INTO loop_recoveries (loop, position, json, recovery_id, timestamp, iteration, trigger_reason, root_cause,
  confidence, strategy, retry_iteration, outcome)
VALUES (?1, ?2, ?3, json_extract(?3, '$.recovery_id'), json_extract(?3, '$.timestamp'),
  json_extract(?3, '$.iteration'), json_extract(?3, '$.trigger'),
  json_extract(?3, '$.protocol_steps.diagnose.root_cause'), json_extract(?3, '$.protocol_steps.diagnose.confidence'),
  json_extract(?3, '$.protocol_steps.adapt.strategy'), json_extract(?3, '$.protocol_steps.retry.retry_iteration'),
  json_extract(?3, '$.outcome'))
ON CONFLICT (loop, position) DO UPDATE SET json = ?3, recovery_id = excluded.recovery_id,
  timestamp = excluded.timestamp, iteration = excluded.iteration, trigger_reason = excluded.trigger_reason,
  root_cause = excluded.root_cause, confidence = excluded.confidence, strategy = excluded.strategy,
  retry_iteration = excluded.retry_iteration, outcome = excluded.outcome;

-- name: select_detected_patterns
SELECT json FROM loop_patterns WHERE loop = ?1 ORDER BY position;

-- name: count_detected_patterns
SELECT count(*) FROM loop_patterns WHERE loop = ?1;

-- name: delete_detected_patterns
DELETE FROM loop_patterns WHERE loop = ?1;

-- name: put_detected_patterns
INSERT INTO loop_patterns (loop, position, json, pattern_id, pattern_name, iteration, timestamp, severity,
  false_positive)
VALUES (?1, ?2, ?3, json_extract(?3, '$.pattern_id'), json_extract(?3, '$.pattern_name'),
  json_extract(?3, '$.iteration'), json_extract(?3, '$.timestamp'), json_extract(?3, '$.severity'),
  json_extract(?3, '$.false_positive'))
ON CONFLICT (loop, position) DO UPDATE SET json = ?3, pattern_id = excluded.pattern_id,
  pattern_name = excluded.pattern_name, iteration = excluded.iteration, timestamp = excluded.timestamp,
  severity = excluded.severity, false_positive = excluded.false_positive;

-- name: delete_artifacts
DELETE FROM iteration_artifacts WHERE loop = ?1 AND list = ?2;

-- name: delete_artifacts_at
DELETE FROM iteration_artifacts WHERE loop = ?1 AND list = ?2 AND iteration_position = ?3;

-- name: insert_artifacts
INSERT INTO iteration_artifacts (loop, list, iteration_position, position, path, hash, size_bytes)
SELECT ?1, ?2, ?3, a.key, json_extract(a.value, '$.path'), json_extract(a.value, '$.hash'),
  json_extract(a.value, '$.size_bytes')
FROM json_each(?4, '$.artifacts') a WHERE a.type = 'object';

-- name: delete_steps
DELETE FROM recovery_steps WHERE loop = ?1;

-- name: delete_steps_at
DELETE FROM recovery_steps WHERE loop = ?1 AND recovery_position = ?2;

-- name: insert_steps
INSERT INTO recovery_steps (loop, recovery_position, step, executed_at, details)
SELECT ?1, ?2, s.key, json_extract(s.value, '$.executed_at'), s.value
FROM json_each(?3, '$.protocol_steps') s WHERE s.type = 'object';
