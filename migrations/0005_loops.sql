-- 0005 loops: the state of Ralph loops.
-- Touches: no row.  Kind: major 1.  Undo: delete the file.

CREATE TABLE loops (
  -- One row a loop state document. Its id is one of the numbers of tasks.id, so events name either.
  id INTEGER PRIMARY KEY,       -- inside id; never a task's
  place TEXT NOT NULL,          -- its path from the project's root, ".aiwg/ralph/loops/ID/state.json"
  family TEXT NOT NULL,         -- ralph, or ralph-external
  loop_id TEXT NOT NULL,        -- what it goes by: its directory's name, else the id it gives itself
  is_archived INTEGER NOT NULL DEFAULT 0,  -- 1: it lies in an archive
  source_path TEXT,             -- real path of the file; NULL: made here
  import_id INTEGER REFERENCES imports (id),  -- import that last wrote it; NULL: made here
  version INTEGER NOT NULL DEFAULT 1,  -- raised by every change rlmdb makes
  source_version INTEGER,       -- value of version at its last import
  last_event_seq INTEGER,       -- events.seq of its newest event; NULL: none of its own
  outline TEXT NOT NULL,        -- the document as compact JSON; a list whose entries are rows stands as []
  -- What the document says, as given; where a member has two names, what the snake_case one says. NULL: nothing.
  status TEXT,                  -- running, paused, completing, completed, failed, aborted, crashed; others are met
  task TEXT,                    -- what it is to do
  completion_criteria TEXT,     -- when it is done
  iteration INTEGER,            -- the newest
  max_iterations INTEGER,       -- after which it ends
  started_at TEXT,              -- times are the source's own text
  last_updated TEXT,            -- of the last change
  finished_at TEXT,             -- NULL: not finished
  best_iteration INTEGER,       -- of best_iteration: its number,
  best_quality_score REAL,      --   0 to 100,
  best_snapshot_path TEXT,      --   where its files are,
  best_updated_at TEXT,         --   when it became the best,
  best_selection_reason TEXT,   --   and why
  reinforcement_level TEXT,     -- OFF, MINIMAL, STANDARD, AGGRESSIVE, ADAPTIVE
  recovery_attempts INTEGER,    -- how often recovery was called for
  detection_enabled INTEGER,    -- 1: regressions are looked for
  baseline_captured_at TEXT,    -- of baseline_metrics, the project at its start: when,
  baseline_test_count INTEGER,  --   tests,
  baseline_coverage_percentage REAL,   --   of the code that they reach,
  baseline_typescript_errors INTEGER,  --   errors of the TypeScript compiler,
  baseline_lint_errors INTEGER,        --   of the linter,
  baseline_lint_warnings INTEGER,      --   its warnings,
  baseline_file_count INTEGER,         --   files,
  baseline_lines_of_code INTEGER,      --   lines,
  baseline_custom_metrics TEXT,        --   and its own measures, a JSON object
  detection_latency_p95_ms INTEGER,    -- of persistence_metrics, milliseconds,
  detection_latency_p99_ms INTEGER,    --   milliseconds,
  integration_overhead_percentage REAL,  --   of an iteration's time,
  false_positive_rate REAL,            --   0 to 1,
  true_positive_count INTEGER,         --   patterns that were some,
  false_positive_count INTEGER,        --   and that were none
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
  iteration INTEGER,            -- 1 and up; of iterations also their "number"
  timestamp TEXT,               -- when it ended
  quality_score REAL,           -- 0 to 100
  quality_delta REAL,           -- against the one before
  validation REAL,              -- of quality_breakdown, 0 to 100, weighs 30 per cent
  completeness REAL,            -- 25 per cent
  correctness REAL,             -- 25 per cent
  readability REAL,             -- 10 per cent
  efficiency REAL,              -- 10 per cent
  snapshot_path TEXT,           -- where its files are
  tests_total INTEGER,          -- of test_results
  tests_passed INTEGER,         -- of test_results
  tests_failed INTEGER,         -- of test_results
  tests_skipped INTEGER,        -- of test_results
  tests_coverage REAL,          -- of test_results, per cent
  test_count INTEGER,           -- of metrics_snapshot
  coverage_percentage REAL,     -- of metrics_snapshot
  typescript_errors INTEGER,    -- of metrics_snapshot
  lint_errors INTEGER,          -- of metrics_snapshot
  regression_detected INTEGER,  -- 0 or 1
  recovery_attempted INTEGER,   -- 0 or 1
  CHECK (list = 'iteration_history' OR list = 'iterations')
);
CREATE UNIQUE INDEX loop_iterations_by_loop ON loop_iterations (loop, list, position);

CREATE TABLE iteration_artifacts (
  -- One row a file that an iteration made or changed.
  loop INTEGER NOT NULL REFERENCES loops (id) ON DELETE CASCADE,  -- the loop
  list TEXT NOT NULL,           -- with iteration_position: the row of loop_iterations
  iteration_position INTEGER NOT NULL,  -- its position
  position INTEGER NOT NULL,    -- index in its artifacts
  path TEXT,                    -- as given, like all that follows
  hash TEXT,                    -- SHA-256 in hex; other text is met
  size_bytes INTEGER,           -- bytes
  PRIMARY KEY (loop, list, iteration_position, position)
) WITHOUT ROWID;

CREATE TABLE loop_regressions (
  -- One row a regression event of a loop.
  id INTEGER PRIMARY KEY,       -- inside id
  loop INTEGER NOT NULL REFERENCES loops (id) ON DELETE CASCADE,  -- the loop
  position INTEGER NOT NULL,    -- index in regression_events
  json TEXT NOT NULL,           -- the entry as compact JSON
  -- What it says, as given; NULL: nothing.
  event_id TEXT,                -- a UUID; other text is met
  timestamp TEXT,               -- when it was found
  iteration INTEGER,            -- in which
  regression_type TEXT,         -- test_deletion, test_skipping, feature_removal, coverage_regression,
                                -- validation_bypass, assertion_weakening, error_suppression
  severity TEXT,                -- critical, high, medium, low
  baseline_value TEXT,          -- of details; JSON where it is an object or array
  current_value TEXT,           -- of details
  recovery_outcome TEXT,        -- success, failed, escalated, skipped
  human_decision TEXT           -- approve, reject, abort
);
CREATE UNIQUE INDEX loop_regressions_by_loop ON loop_regressions (loop, position);

CREATE TABLE loop_reinforcements (
  -- One row a change of a loop's reinforcement level.
  id INTEGER PRIMARY KEY,       -- inside id
  loop INTEGER NOT NULL REFERENCES loops (id) ON DELETE CASCADE,  -- the loop
  position INTEGER NOT NULL,    -- index in reinforcement_history
  json TEXT NOT NULL,           -- the entry as compact JSON
  -- What it says, as given; NULL: nothing.
  timestamp TEXT,               -- when
  iteration INTEGER,            -- in which
  from_level TEXT,              -- as loops.reinforcement_level
  to_level TEXT,                -- as loops.reinforcement_level
  reason TEXT                   -- for people
);
CREATE UNIQUE INDEX loop_reinforcements_by_loop ON loop_reinforcements (loop, position);

CREATE TABLE loop_recoveries (
  -- One row a recovery attempt of a loop; its steps are in recovery_steps.
  id INTEGER PRIMARY KEY,       -- inside id
  loop INTEGER NOT NULL REFERENCES loops (id) ON DELETE CASCADE,  -- the loop
  position INTEGER NOT NULL,    -- index in recovery_history
  json TEXT NOT NULL,           -- the entry as compact JSON
  -- What it says, as given; NULL: nothing.
  recovery_id TEXT,             -- a UUID; other text is met
  timestamp TEXT,               -- when it began
  iteration INTEGER,            -- in which
  trigger_reason TEXT,          -- its "trigger"
  root_cause TEXT,              -- of protocol_steps.diagnose
  confidence REAL,              -- of protocol_steps.diagnose, 0 to 1
  strategy TEXT,                -- of protocol_steps.adapt
  retry_iteration INTEGER,      -- of protocol_steps.retry
  outcome TEXT                  -- success, failed, escalated, aborted
);
CREATE UNIQUE INDEX loop_recoveries_by_loop ON loop_recoveries (loop, position);

CREATE TABLE recovery_steps (
  -- One row a step of a recovery attempt, as far as it came.
  loop INTEGER NOT NULL REFERENCES loops (id) ON DELETE CASCADE,  -- the loop
  recovery_position INTEGER NOT NULL,  -- loop_recoveries.position of the attempt
  step TEXT NOT NULL,           -- pause, diagnose, adapt, retry, escalate
  executed_at TEXT,             -- when
  details TEXT NOT NULL,        -- the step as compact JSON
  PRIMARY KEY (loop, recovery_position, step)
) WITHOUT ROWID;

CREATE TABLE loop_patterns (
  -- One row a detected pattern of a loop.
  id INTEGER PRIMARY KEY,       -- inside id
  loop INTEGER NOT NULL REFERENCES loops (id) ON DELETE CASCADE,  -- the loop
  position INTEGER NOT NULL,    -- index in detected_patterns
  json TEXT NOT NULL,           -- the entry as compact JSON
  -- What it says, as given; NULL: nothing.
  pattern_id TEXT,              -- "LP-001"
  pattern_name TEXT,            -- for people
  iteration INTEGER,            -- in which
  timestamp TEXT,               -- when
  severity TEXT,                -- critical, high, medium, low
  false_positive INTEGER        -- 1: a person says that it is none
);
CREATE UNIQUE INDEX loop_patterns_by_loop ON loop_patterns (loop, position);

CREATE VIEW loop_progress AS
  -- One row a loop: how far it is.
SELECT o.id AS id, o.loop_id AS loop_id, o.family AS family, o.is_archived AS is_archived, o.status AS status,
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
  (SELECT max(b.quality_score) FROM loop_iterations b
   WHERE b.loop = i.loop AND b.list = i.list AND b.position <= i.position) AS best_so_far
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
