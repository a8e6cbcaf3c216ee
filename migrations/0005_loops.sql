-- 0005 loops: the state of Ralph loops.
-- Touches: no row.  Kind: major 1.  Undo: delete the file.

CREATE TABLE loops (
  -- One row a loop state document. Its id is one of the numbers of tasks.id.
  id INTEGER PRIMARY KEY,       -- inside id; never a task's
  place TEXT NOT NULL,          -- its path from the project's root, ".aiwg/ralph/loops/ID/state.json"
  family TEXT NOT NULL,         -- ralph, or ralph-external
  loop_id TEXT NOT NULL,        -- what it goes by: its directory's name, else the id it gives itself
  is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1)),  -- 1: it lies in an archive
  source_path TEXT,             -- what its file is known as (imports.source_path); NULL: made here
  import_id INTEGER REFERENCES imports (id),  -- import that last wrote it; NULL: made here
  version INTEGER NOT NULL DEFAULT 1,  -- raised by every change rlmdb makes
  source_version INTEGER,       -- value of version at its last import
  last_event_seq INTEGER,       -- events.seq of its newest event; NULL: none of its own
  outline TEXT NOT NULL,        -- the document as compact JSON; a list whose entries are rows stands as []
  -- What the document says, as given; of a member's spellings the first that is there. NULL: nothing.
  status TEXT AS (coalesce(json_extract(outline, '$.status'), json_extract(outline, '$.loop_status'),
    json_extract(outline, '$.loopStatus'))),  -- the source's own word
  state TEXT AS (CASE replace(replace(lower(trim(status)), ' ', '_'), '-', '_') WHEN 'running' THEN 'running'
    WHEN 'in_progress' THEN 'running' WHEN 'inprogress' THEN 'running' WHEN 'active' THEN 'running'
    WHEN 'started' THEN 'running' WHEN 'starting' THEN 'running' WHEN 'working' THEN 'running'
    WHEN 'executing' THEN 'running' WHEN 'iterating' THEN 'running' WHEN 'processing' THEN 'running'
    WHEN 'ongoing' THEN 'running' WHEN 'initialized' THEN 'running' WHEN 'initializing' THEN 'running'
    WHEN 'pending' THEN 'running' WHEN 'ready' THEN 'running' WHEN 'resumed' THEN 'running'
    WHEN 'retrying' THEN 'running' WHEN 'paused' THEN 'paused' WHEN 'waiting' THEN 'paused'
    WHEN 'on_hold' THEN 'paused' WHEN 'suspended' THEN 'paused' WHEN 'blocked' THEN 'paused'
    WHEN 'stalled' THEN 'paused' WHEN 'stopped' THEN 'paused' WHEN 'halted' THEN 'paused' WHEN 'idle' THEN 'paused'
    WHEN 'escalated' THEN 'paused' WHEN 'completing' THEN 'completing' WHEN 'verifying' THEN 'completing'
    WHEN 'validating' THEN 'completing' WHEN 'finishing' THEN 'completing' WHEN 'finalizing' THEN 'completing'
    WHEN 'completed' THEN 'completed' WHEN 'complete' THEN 'completed' WHEN 'success' THEN 'completed'
    WHEN 'successful' THEN 'completed' WHEN 'succeeded' THEN 'completed' WHEN 'done' THEN 'completed'
    WHEN 'finished' THEN 'completed' WHEN 'passed' THEN 'completed' WHEN 'converged' THEN 'completed'
    WHEN 'closed' THEN 'completed' WHEN 'failed' THEN 'failed' WHEN 'failure' THEN 'failed' WHEN 'fail' THEN 'failed'
    WHEN 'error' THEN 'failed' WHEN 'errored' THEN 'failed' WHEN 'max_iterations' THEN 'failed'
    WHEN 'max_iterations_reached' THEN 'failed' WHEN 'timeout' THEN 'failed' WHEN 'timed_out' THEN 'failed'
    WHEN 'exhausted' THEN 'failed' WHEN 'aborted' THEN 'aborted' WHEN 'abort' THEN 'aborted'
    WHEN 'cancelled' THEN 'aborted' WHEN 'canceled' THEN 'aborted' WHEN 'terminated' THEN 'aborted'
    WHEN 'abandoned' THEN 'aborted' WHEN 'superseded' THEN 'aborted' WHEN 'crashed' THEN 'crashed'
    WHEN 'crash' THEN 'crashed' WHEN 'interrupted' THEN 'crashed' WHEN 'killed' THEN 'crashed'
    WHEN 'died' THEN 'crashed' WHEN 'recovering' THEN 'recovering' WHEN 'recovery' THEN 'recovering'
    WHEN 'restoring' THEN 'recovering'
    ELSE CASE WHEN coalesce(json_extract(outline, '$.completed'), json_extract(outline, '$.is_completed'),
      json_extract(outline, '$.isCompleted')) IS 1 THEN 'completed'
    ELSE CASE coalesce(json_extract(outline, '$.active'), json_extract(outline, '$.is_active'),
      json_extract(outline, '$.isActive')) WHEN 0 THEN 'aborted' WHEN 1 THEN 'running'
    ELSE CASE WHEN finished_at IS NULL THEN 'running' ELSE 'completed' END END END END),  -- running, paused, completing, completed, failed, aborted, crashed, recovering: what status means
  task TEXT AS (coalesce(json_extract(outline, '$.task'), json_extract(outline, '$.objective'),
    json_extract(outline, '$.task_description'), json_extract(outline, '$.goal'), json_extract(outline, '$.prompt'),
    json_extract(outline, '$.description'))),  -- what it is to do
  completion_criteria TEXT AS (coalesce(json_extract(outline, '$.completion_criteria'),
    json_extract(outline, '$.completion'), json_extract(outline, '$.completionCriteria'),
    json_extract(outline, '$.success_criteria'), json_extract(outline, '$.successCriteria'),
    json_extract(outline, '$.criteria'))),  -- when it is done; of a list its JSON
  iteration INTEGER AS (coalesce(json_extract(outline, '$.iteration'), json_extract(outline, '$.currentIteration'),
    json_extract(outline, '$.current_iteration'), json_extract(outline, '$.iteration_count'),
    json_extract(outline, '$.iterationCount'), json_extract(outline, '$.iterations_completed'),
    json_extract(outline, '$.progress.current_iteration'),
    json_extract(outline, '$.progress.iteration'))),  -- the newest
  max_iterations INTEGER AS (coalesce(json_extract(outline, '$.configuration.max_iterations'),
    json_extract(outline, '$.max_iterations'), json_extract(outline, '$.maxIterations'),
    json_extract(outline, '$.configuration.maxIterations'), json_extract(outline, '$.config.max_iterations'),
    json_extract(outline, '$.config.maxIterations'), json_extract(outline, '$.iteration_limit'),
    json_extract(outline, '$.progress.max_iterations'))),  -- after which it ends
  started_at TEXT AS (coalesce(json_extract(outline, '$.started_at'), json_extract(outline, '$.startTime'),
    json_extract(outline, '$.startedAt'), json_extract(outline, '$.start_time'), json_extract(outline, '$.created_at'),
    json_extract(outline, '$.createdAt'))),  -- times are the source's own text
  last_updated TEXT AS (coalesce(json_extract(outline, '$.last_updated'), json_extract(outline, '$.lastUpdate'),
    json_extract(outline, '$.lastUpdated'), json_extract(outline, '$.updated_at'), json_extract(outline, '$.updatedAt'),
    json_extract(outline, '$.last_update'))),  -- of the last change
  finished_at TEXT AS (coalesce(json_extract(outline, '$.completed_at'), json_extract(outline, '$.endTime'),
    json_extract(outline, '$.completedAt'), json_extract(outline, '$.ended_at'), json_extract(outline, '$.endedAt'),
    json_extract(outline, '$.end_time'), json_extract(outline, '$.finished_at'),
    json_extract(outline, '$.finishedAt'))),  -- NULL: not finished
  best_iteration INTEGER AS (json_extract(outline, '$.best_iteration.iteration')),  -- of best_iteration: its number,
  best_quality_score REAL AS (json_extract(outline, '$.best_iteration.quality_score')),  -- 0 to 100,
  best_snapshot_path TEXT AS (json_extract(outline, '$.best_iteration.snapshot_path')),  -- where its files are,
  best_updated_at TEXT AS (json_extract(outline, '$.best_iteration.updated_at')),  -- when it became the best,
  best_selection_reason TEXT AS (json_extract(outline, '$.best_iteration.selection_reason')),  -- and why
  reinforcement_level TEXT AS (coalesce(json_extract(outline, '$.reinforcement_level'),
    'MINIMAL')),                -- OFF, MINIMAL, STANDARD, AGGRESSIVE, ADAPTIVE; of a document without: MINIMAL
  recovery_attempts INTEGER AS (coalesce(json_extract(outline, '$.recovery_attempts'),
    json_extract(outline, '$.recoveryAttempts'))),  -- how often recovery was called for
  detection_enabled INTEGER AS (json_extract(outline, '$.detection_enabled')),  -- 1: regressions are looked for
  baseline_captured_at TEXT AS (
    json_extract(outline, '$.baseline_metrics.captured_at')),  -- of baseline_metrics, the project at its start: when,
  baseline_test_count INTEGER AS (json_extract(outline, '$.baseline_metrics.test_count')),  -- tests,
  baseline_coverage_percentage REAL AS (
    json_extract(outline, '$.baseline_metrics.coverage_percentage')),  -- of the code that they reach,
  baseline_typescript_errors INTEGER AS (
    json_extract(outline, '$.baseline_metrics.typescript_errors')),  -- errors of the TypeScript compiler,
  baseline_lint_errors INTEGER AS (json_extract(outline, '$.baseline_metrics.lint_errors')),  -- of the linter,
  baseline_lint_warnings INTEGER AS (json_extract(outline, '$.baseline_metrics.lint_warnings')),  -- its warnings,
  baseline_file_count INTEGER AS (json_extract(outline, '$.baseline_metrics.file_count')),  -- files,
  baseline_lines_of_code INTEGER AS (json_extract(outline, '$.baseline_metrics.lines_of_code')),  -- lines,
  baseline_custom_metrics TEXT AS (
    json_extract(outline, '$.baseline_metrics.custom_metrics')),  -- and its own measures, a JSON object
  detection_latency_p95_ms INTEGER AS (
    json_extract(outline, '$.persistence_metrics.detection_latency_p95_ms')),  -- of persistence_metrics, milliseconds,
  detection_latency_p99_ms INTEGER AS (
    json_extract(outline, '$.persistence_metrics.detection_latency_p99_ms')),  -- milliseconds,
  integration_overhead_percentage REAL AS (
    json_extract(outline, '$.persistence_metrics.integration_overhead_percentage')),  -- of an iteration's time,
  false_positive_rate REAL AS (json_extract(outline, '$.persistence_metrics.false_positive_rate')),  -- 0 to 1,
  true_positive_count INTEGER AS (
    json_extract(outline, '$.persistence_metrics.true_positive_count')),  -- patterns that were some,
  false_positive_count INTEGER AS (
    json_extract(outline, '$.persistence_metrics.false_positive_count')),  -- and that were none
  CHECK (family = 'ralph' OR family = 'ralph-external')
);
CREATE UNIQUE INDEX loops_by_place ON loops (place);
CREATE INDEX loops_by_loop ON loops (loop_id);
CREATE UNIQUE INDEX loops_by_source ON loops (source_path) WHERE source_path IS NOT NULL;

CREATE TABLE loop_iterations (
  -- One row an entry of a loop's iteration_history, or of its iterations.
  id INTEGER PRIMARY KEY,       -- inside id
  loop INTEGER NOT NULL REFERENCES loops (id) ON DELETE CASCADE,  -- the loop
  list TEXT NOT NULL,           -- the member it stands in: iteration_history, iterations
  position INTEGER NOT NULL,    -- index in the list
  json TEXT NOT NULL,           -- the entry as compact JSON
  -- What it says, as given; NULL: nothing.
  iteration INTEGER AS (coalesce(json_extract(json, '$.iteration'), json_extract(json, '$.number'),
    json_extract(json, '$.iteration_number'), json_extract(json, '$.iterationNumber'),
    json_extract(json, '$.n'))),  -- 1 and up
  timestamp TEXT AS (coalesce(json_extract(json, '$.timestamp'), json_extract(json, '$.completed_at'),
    json_extract(json, '$.completedAt'), json_extract(json, '$.ended_at'), json_extract(json, '$.endTime'),
    json_extract(json, '$.finished_at'), json_extract(json, '$.started_at'), json_extract(json, '$.startedAt'),
    json_extract(json, '$.date'))),  -- when it ended
  quality_score REAL AS (coalesce(json_extract(json, '$.quality_score'), json_extract(json, '$.qualityScore'),
    json_extract(json, '$.score'), json_extract(json, '$.quality'))),  -- 0 to 100
  quality_delta REAL AS (json_extract(json, '$.quality_delta')),  -- against the one before
  validation REAL AS (
    json_extract(json, '$.quality_breakdown.validation')),  -- of quality_breakdown, 0 to 100, weighs 30 per cent
  completeness REAL AS (json_extract(json, '$.quality_breakdown.completeness')),  -- 25 per cent
  correctness REAL AS (json_extract(json, '$.quality_breakdown.correctness')),  -- 25 per cent
  readability REAL AS (json_extract(json, '$.quality_breakdown.readability')),  -- 10 per cent
  efficiency REAL AS (json_extract(json, '$.quality_breakdown.efficiency')),  -- 10 per cent
  snapshot_path TEXT AS (json_extract(json, '$.snapshot_path')),  -- where its files are
  tests_total INTEGER AS (json_extract(json, '$.test_results.total')),  -- of test_results
  tests_passed INTEGER AS (json_extract(json, '$.test_results.passed')),  -- of test_results
  tests_failed INTEGER AS (json_extract(json, '$.test_results.failed')),  -- of test_results
  tests_skipped INTEGER AS (json_extract(json, '$.test_results.skipped')),  -- of test_results
  tests_coverage REAL AS (json_extract(json, '$.test_results.coverage')),  -- of test_results, per cent
  test_count INTEGER AS (json_extract(json, '$.metrics_snapshot.test_count')),  -- of metrics_snapshot
  coverage_percentage REAL AS (json_extract(json, '$.metrics_snapshot.coverage_percentage')),  -- of metrics_snapshot
  typescript_errors INTEGER AS (json_extract(json, '$.metrics_snapshot.typescript_errors')),  -- of metrics_snapshot
  lint_errors INTEGER AS (json_extract(json, '$.metrics_snapshot.lint_errors')),  -- of metrics_snapshot
  regression_detected INTEGER AS (coalesce(json_extract(json, '$.regression_detected'), 0)),  -- 0 or 1, never NULL
  recovery_attempted INTEGER AS (coalesce(json_extract(json, '$.recovery_attempted'), 0)),  -- 0 or 1, never NULL
  CHECK (list = 'iteration_history' OR list = 'iterations')
);
CREATE UNIQUE INDEX loop_iterations_by_loop ON loop_iterations (loop, list, position);

CREATE TABLE loop_regressions (
  -- One row a regression event of a loop.
  id INTEGER PRIMARY KEY,       -- inside id
  loop INTEGER NOT NULL REFERENCES loops (id) ON DELETE CASCADE,  -- the loop
  position INTEGER NOT NULL,    -- index in regression_events
  json TEXT NOT NULL,           -- the entry as compact JSON
  -- What it says, as given; NULL: nothing.
  event_id TEXT AS (json_extract(json, '$.event_id')),  -- a UUID; other text is met
  timestamp TEXT AS (json_extract(json, '$.timestamp')),  -- when it was found
  iteration INTEGER AS (json_extract(json, '$.iteration')),  -- in which
  regression_type TEXT AS (
    json_extract(json, '$.regression_type')),  -- test_deletion, test_skipping, feature_removal, coverage_regression,
                                -- validation_bypass, assertion_weakening, error_suppression
  severity TEXT AS (json_extract(json, '$.severity')),  -- critical, high, medium, low
  baseline_value TEXT AS (
    json_extract(json, '$.details.baseline_value')),  -- of details; JSON where it is an object or array
  current_value TEXT AS (json_extract(json, '$.details.current_value')),  -- of details
  recovery_protocol_invoked INTEGER AS (
    coalesce(json_extract(json, '$.recovery_protocol_invoked'), 0)),  -- 0 or 1, never NULL
  recovery_outcome TEXT AS (json_extract(json, '$.recovery_outcome')),  -- success, failed, escalated, skipped
  human_gate_invoked INTEGER AS (coalesce(json_extract(json, '$.human_gate_invoked'), 0)),  -- 0 or 1, never NULL
  human_decision TEXT AS (json_extract(json, '$.human_decision'))  -- approve, reject, abort
);
CREATE UNIQUE INDEX loop_regressions_by_loop ON loop_regressions (loop, position);

CREATE TABLE loop_reinforcements (
  -- One row a change of a loop's reinforcement level.
  id INTEGER PRIMARY KEY,       -- inside id
  loop INTEGER NOT NULL REFERENCES loops (id) ON DELETE CASCADE,  -- the loop
  position INTEGER NOT NULL,    -- index in reinforcement_history
  json TEXT NOT NULL,           -- the entry as compact JSON
  -- What it says, as given; NULL: nothing.
  timestamp TEXT AS (json_extract(json, '$.timestamp')),  -- when
  iteration INTEGER AS (json_extract(json, '$.iteration')),  -- in which
  from_level TEXT AS (json_extract(json, '$.from_level')),  -- as loops.reinforcement_level
  to_level TEXT AS (json_extract(json, '$.to_level')),  -- as loops.reinforcement_level
  reason TEXT AS (json_extract(json, '$.reason'))  -- for people
);
CREATE UNIQUE INDEX loop_reinforcements_by_loop ON loop_reinforcements (loop, position);

CREATE TABLE loop_recoveries (
  -- One row a recovery attempt of a loop; its steps are in recovery_steps.
  id INTEGER PRIMARY KEY,       -- inside id
  loop INTEGER NOT NULL REFERENCES loops (id) ON DELETE CASCADE,  -- the loop
  position INTEGER NOT NULL,    -- index in recovery_history
  json TEXT NOT NULL,           -- the entry as compact JSON
  -- What it says, as given; NULL: nothing.
  recovery_id TEXT AS (json_extract(json, '$.recovery_id')),  -- a UUID; other text is met
  timestamp TEXT AS (json_extract(json, '$.timestamp')),  -- when it began
  iteration INTEGER AS (json_extract(json, '$.iteration')),  -- in which
  trigger_reason TEXT AS (json_extract(json, '$.trigger')),  -- its "trigger"
  root_cause TEXT AS (json_extract(json, '$.protocol_steps.diagnose.root_cause')),  -- of protocol_steps.diagnose
  confidence REAL AS (json_extract(json, '$.protocol_steps.diagnose.confidence')),  -- of protocol_steps.diagnose, 0 to 1
  strategy TEXT AS (json_extract(json, '$.protocol_steps.adapt.strategy')),  -- of protocol_steps.adapt
  retry_iteration INTEGER AS (json_extract(json, '$.protocol_steps.retry.retry_iteration')),  -- of protocol_steps.retry
  outcome TEXT AS (json_extract(json, '$.outcome'))  -- success, failed, escalated, aborted
);
CREATE UNIQUE INDEX loop_recoveries_by_loop ON loop_recoveries (loop, position);

CREATE TABLE loop_patterns (
  -- One row a detected pattern of a loop.
  id INTEGER PRIMARY KEY,       -- inside id
  loop INTEGER NOT NULL REFERENCES loops (id) ON DELETE CASCADE,  -- the loop
  position INTEGER NOT NULL,    -- index in detected_patterns
  json TEXT NOT NULL,           -- the entry as compact JSON
  -- What it says, as given; NULL: nothing.
  pattern_id TEXT AS (json_extract(json, '$.pattern_id')),  -- "LP-001"
  pattern_name TEXT AS (json_extract(json, '$.pattern_name')),  -- for people
  iteration INTEGER AS (json_extract(json, '$.iteration')),  -- in which
  timestamp TEXT AS (json_extract(json, '$.timestamp')),  -- when
  severity TEXT AS (json_extract(json, '$.severity')),  -- critical, high, medium, low
  false_positive INTEGER AS (
    coalesce(json_extract(json, '$.false_positive'), 0))  -- 1: a person says that it is none; else 0
);
CREATE UNIQUE INDEX loop_patterns_by_loop ON loop_patterns (loop, position);

CREATE VIEW iteration_artifacts AS
  -- One row a file that an iteration made or changed, as given; position: its index in the entry's artifacts.
SELECT i.loop AS loop, i.list AS list, i.position AS iteration_position, a.key AS position,
  json_extract(a.value, '$.path') AS path, json_extract(a.value, '$.hash') AS hash,
  json_extract(a.value, '$.size_bytes') AS size_bytes
FROM loop_iterations i, json_each(i.json, '$.artifacts') a WHERE a.type = 'object';

CREATE VIEW recovery_steps AS
  -- One row a step of a recovery attempt, as far as it came: pause, diagnose, adapt, retry, escalate.
SELECT r.loop AS loop, r.position AS recovery_position, s.key AS step,
  json_extract(s.value, '$.executed_at') AS executed_at, s.value AS details
FROM loop_recoveries r, json_each(r.json, '$.protocol_steps') s WHERE s.type = 'object';

CREATE VIEW loop_progress AS
  -- One row a loop: how far it is.
SELECT o.id AS id, o.loop_id AS loop_id, o.family AS family, o.is_archived AS is_archived, o.status AS status,
  o.state AS state, o.is_archived = 0 AND o.state IN ('running', 'paused', 'completing', 'recovering') AS is_active,
  o.task AS task, o.iteration AS iteration, o.max_iterations AS max_iterations,
  round(100.0 * o.iteration / nullif(o.max_iterations, 0), 1) AS percentage, o.started_at AS started_at,
  o.last_updated AS last_updated, o.finished_at AS finished_at, o.best_iteration AS best_iteration,
  o.best_quality_score AS best_quality_score, o.reinforcement_level AS reinforcement_level,
  o.recovery_attempts AS recovery_attempts,
  (SELECT count(*) FROM open_regressions r WHERE r.id = o.id) AS open_regressions
FROM loops o;

CREATE VIEW loop_quality AS
  -- One row a recorded iteration: its score, beside the best so far.
SELECT o.id AS id, o.loop_id AS loop_id, i.iteration AS iteration, i.timestamp AS timestamp,
  i.quality_score AS quality_score, i.quality_delta AS quality_delta, i.validation AS validation,
  i.completeness AS completeness, i.correctness AS correctness, i.readability AS readability,
  i.efficiency AS efficiency,
  max(i.quality_score) OVER (PARTITION BY o.id, o.loop_id ORDER BY i.position) AS best_so_far
FROM loops o JOIN loop_iterations i ON i.loop = o.id AND i.list = 'iteration_history';

CREATE VIEW best_iterations AS
  -- One row a loop that has a best iteration: the one with the highest score, of equal ones the earliest. It need not
  -- be the last.
SELECT id, loop_id, best_iteration AS iteration, best_quality_score AS quality_score, best_snapshot_path AS snapshot_path,
  best_updated_at AS updated_at, best_selection_reason AS selection_reason
FROM loops WHERE best_iteration IS NOT NULL;

CREATE VIEW open_regressions AS
  -- One row a regression that nothing has put right: no successful recovery, nobody skipped or approved it.
SELECT o.id AS id, o.loop_id AS loop_id, r.event_id AS event_id, r.iteration AS iteration, r.timestamp AS timestamp,
  r.regression_type AS regression_type, r.severity AS severity, r.baseline_value AS baseline_value,
  r.current_value AS current_value, r.recovery_outcome AS recovery_outcome, r.human_decision AS human_decision
FROM loops o JOIN loop_regressions r ON r.loop = o.id
WHERE r.recovery_outcome IS NOT 'success' AND r.recovery_outcome IS NOT 'skipped' AND r.human_decision IS NOT 'approve';

CREATE VIEW baseline_metrics AS
  -- One row a loop that has a baseline: the project at its start.
SELECT id, loop_id, baseline_captured_at AS captured_at, baseline_test_count AS test_count,
  baseline_coverage_percentage AS coverage_percentage, baseline_typescript_errors AS typescript_errors,
  baseline_lint_errors AS lint_errors, baseline_lint_warnings AS lint_warnings, baseline_file_count AS file_count,
  baseline_lines_of_code AS lines_of_code, baseline_custom_metrics AS custom_metrics
FROM loops WHERE baseline_captured_at IS NOT NULL;
