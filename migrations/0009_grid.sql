-- 0009 grid: `.grid` directories, each file with all that it has been, and what the files say as rows.
-- Touches: no row.  Kind: major 1.  Undo: delete the file.

CREATE TABLE grids (
  -- One row a `.grid` directory: a mission.
  id INTEGER PRIMARY KEY,       -- inside id
  place TEXT NOT NULL UNIQUE,   -- from the project's root, ".grid": where an export writes it, and what it goes by
  source_path TEXT UNIQUE,      -- the directory that it came from, or is written back to, as in imports; NULL: neither
  write_through INTEGER NOT NULL DEFAULT 0 CHECK (write_through IN (0, 1)),  -- 1: a change here is written back at once
  version INTEGER NOT NULL DEFAULT 1  -- raised by every change of a file of it
);

CREATE TABLE grid_files (
  -- One row a file that such a directory has, or had.
  id INTEGER PRIMARY KEY,       -- inside id
  grid_id INTEGER NOT NULL REFERENCES grids (id),  -- its directory
  name TEXT NOT NULL,           -- its path in there, "phases/01-foundation/01-SUMMARY.md"
  kind TEXT NOT NULL,           -- what it is by its name
  agreed_sha256 TEXT,           -- of its bytes, hex, when the directory and the database last agreed; NULL: the directory had none
  UNIQUE (grid_id, name),
  CHECK (kind IN ('state', 'checkpoint', 'warmth', 'decisions', 'blockers', 'scratchpad', 'plan-summary', 'plan',
    'phase-plan', 'summary', 'other'))
);

CREATE TABLE grid_versions (
  -- One row a text that a file had; the newest one is the file. Only its time is ever changed: a change is a new row.
  id INTEGER PRIMARY KEY,       -- ascends
  file_id INTEGER NOT NULL REFERENCES grid_files (id),  -- whose
  event_seq INTEGER NOT NULL,   -- events.seq of what wrote it; the event itself may be gone by now
  import_id INTEGER REFERENCES imports (id),  -- import that brought it; NULL: it was written here
  at TEXT NOT NULL,             -- when that was, UTC, milliseconds
  text,                         -- its bytes, as TEXT or, where they are no UTF-8, BLOB; NULL: the file was removed
  sha256 TEXT,                  -- of its bytes, hex; NULL: the file was removed
  document TEXT,                -- what the text says, compact JSON; NULL: nothing that is read, or it cannot be
  modified_ns INTEGER NOT NULL, -- when the file was last written, ns since 1970; an export gives its file that time
  utc_offset_minutes INTEGER,   -- of its times that name no zone: that of the process which imported it; NULL: of none, UTC
  CHECK ((text IS NULL) = (sha256 IS NULL) AND (text IS NOT NULL OR document IS NULL)),
  CHECK (document IS NULL OR json_type(document) = 'object')
);
CREATE INDEX grid_versions_by_file ON grid_versions (file_id, id);
CREATE INDEX grid_versions_by_event ON grid_versions (event_seq);

CREATE TRIGGER grid_versions_stay
BEFORE UPDATE OF file_id, event_seq, import_id, at, text, sha256, document, utc_offset_minutes ON grid_versions
WHEN new.text IS old.text OR new.sha256 IS old.sha256 BEGIN
  -- The text is the data, and the rest of the row repeats it.
  SELECT RAISE(ABORT, 'a version of a file is never changed; rlmdb grid writes a new one');
END;

CREATE VIEW grid_current AS
  -- One row a file as it is now.
SELECT g.place AS grid,         -- grids.place
  f.name,                       -- grid_files.name
  f.kind,                       -- grid_files.kind
  v.text,                       -- its bytes
  v.document,                   -- what they say, JSON; NULL: nothing that is read, or it cannot be
  strftime('%Y-%m-%dT%H:%M:%fZ', v.modified_ns / 1e9, 'unixepoch') AS modified_at,  -- when it was last written, UTC
  v.event_seq,                  -- events.seq of what wrote it
  v.import_id                   -- import that brought it; NULL: it was written here
FROM grids g JOIN grid_files f ON f.grid_id = g.id
JOIN grid_versions v ON v.id = (SELECT max(id) FROM grid_versions w WHERE w.file_id = f.id)
WHERE v.text IS NOT NULL;

CREATE VIEW missions AS
  -- Where each mission stands, as its STATE.md says; every member as given, NULL where it gives none.
SELECT g.place AS grid,         -- grids.place
  json_extract(c.document, '$.cluster') AS cluster,         -- its name
  json_extract(c.document, '$.session_id') AS session_id,   -- of the session that worked last
  json_extract(c.document, '$.status') AS status,           -- active, checkpoint, interrupted, completed, failed
  json_extract(c.document, '$.position.phase') AS phase,              -- current phase,
  json_extract(c.document, '$.position.phase_total') AS phase_total,  -- of so many,
  json_extract(c.document, '$.position.phase_name') AS phase_name,    -- and its name
  json_extract(c.document, '$.position.block') AS block,              -- current block, as text,
  json_extract(c.document, '$.position.block_total') AS block_total,  -- of so many
  json_extract(c.document, '$.position.wave') AS wave,                -- current wave,
  json_extract(c.document, '$.position.wave_total') AS wave_total,    -- of so many
  json_extract(c.document, '$.position.thread') AS thread,            -- current thread, as text,
  json_extract(c.document, '$.position.thread_total') AS thread_total,  -- of so many,
  json_extract(c.document, '$.position.thread_name') AS thread_name,  -- and its name
  json_extract(c.document, '$.progress_percent') AS progress_percent, -- 0 to 100
  json_extract(c.document, '$.energy_remaining') AS energy_remaining, -- what is left of the budget
  json_extract(c.document, '$.mode') AS mode,               -- autopilot, guided, hands_on
  json_extract(c.document, '$.error') AS error,             -- of a failed mission
  json_extract(c.document, '$.last_checkpoint') AS last_checkpoint,   -- path of a file
  json_extract(c.document, '$.created_at') AS created_at,   -- times are the text's own
  json_extract(c.document, '$.updated_at') AS updated_at,   -- of the last change
  (SELECT s.modified_at FROM grid_current s WHERE s.grid = g.place AND s.name = 'SCRATCHPAD.md')
    AS heartbeat_at,            -- when the scratchpad was last written, UTC: the heartbeat of a session
  c.text IS NOT NULL AND c.document IS NULL AS is_broken,   -- 1: STATE.md cannot be read
  g.version                     -- grids.version
FROM grids g LEFT JOIN grid_files f ON f.grid_id = g.id AND f.name = 'STATE.md'
LEFT JOIN grid_versions c ON c.id = (SELECT max(w.id) FROM grid_versions w WHERE w.file_id = f.id);

CREATE VIEW grid_checkpoints AS
  -- One row a checkpoint that was ever written, the newest last.
SELECT g.place AS grid,         -- grids.place
  f.name,                       -- of its file
  v.event_seq,                  -- events.seq of what wrote it: `rlmdb grid restore --at` takes it
  v.at,                         -- when it came in or was written here, UTC
  v.id = (SELECT max(id) FROM grid_versions w WHERE w.file_id = f.id) AS is_current,  -- 1: it is what the file says now
  json_extract(v.document, '$.type') AS type,               -- human_verify, human_action, decision, session_death, failure
  json_extract(v.document, '$.timestamp') AS timestamp,     -- when it was taken, as given
  coalesce(json_extract(v.document, '$.expires'), json_extract(v.document, '$.expires_at')) AS expires,  -- NULL: never
  json_extract(v.document, '$.cluster') AS cluster,         -- of the mission
  json_extract(v.document, '$.block') AS block,             -- where it was taken: block, as text,
  json_extract(v.document, '$.wave') AS wave,               -- wave,
  json_extract(v.document, '$.thread') AS thread,           -- thread, as text,
  json_extract(v.document, '$.thread_name') AS thread_name, -- and its name
  json_extract(v.document, '$.progress.blocks_complete') AS blocks_complete,    -- of the mission,
  json_extract(v.document, '$.progress.blocks_total') AS blocks_total,          -- of so many
  json_extract(v.document, '$.progress.threads_complete') AS threads_complete,  -- of the block,
  json_extract(v.document, '$.progress.threads_total') AS threads_total,        -- of so many
  json_extract(v.document, '$.awaiting') AS awaiting,       -- what a person has to do
  json_extract(v.document, '$.user_response') AS user_response,  -- what that person said
  json_extract(v.document, '$.checkpoint_details') AS details,   -- by its type, JSON
  json_extract(v.document, '$.warmth') AS warmth,           -- what was learned, JSON lists by category
  json_extract(v.document, '$.error') AS error              -- of a failure
FROM grids g JOIN grid_files f ON f.grid_id = g.id JOIN grid_versions v ON v.file_id = f.id
WHERE f.kind = 'checkpoint' AND v.text IS NOT NULL;

CREATE VIEW grid_threads AS
  -- One row a thread that a checkpoint file speaks of now.
SELECT c.grid,                  -- grids.place
  c.name AS file,               -- which says it
  'completed' AS list,          -- completed, current, pending
  json_extract(t.value, '$.id') AS id,            -- "02.1"
  json_extract(t.value, '$.name') AS name,        -- what it is
  json_extract(t.value, '$.status') AS status,    -- complete, partial, in_progress, pending
  json_extract(t.value, '$.commit') AS hash,      -- of its commit, as text; NULL: none
  json_extract(t.value, '$.files') AS files,      -- JSON list of paths
  NULL AS partial_work          -- of an interrupted one: what it did so far, JSON
FROM grid_current c JOIN json_each(c.document, '$.completed_threads') t WHERE c.kind = 'checkpoint' AND t.type = 'object'
UNION ALL
SELECT c.grid, c.name, 'current', json_extract(c.document, '$.current_thread.id'),
  json_extract(c.document, '$.current_thread.name'), json_extract(c.document, '$.current_thread.status'), NULL, NULL,
  json_extract(c.document, '$.current_thread.partial_work')
FROM grid_current c WHERE c.kind = 'checkpoint' AND json_type(c.document, '$.current_thread') = 'object'
UNION ALL
SELECT c.grid, c.name, 'pending', json_extract(t.value, '$.id'), json_extract(t.value, '$.name'),
  json_extract(t.value, '$.status'), NULL, NULL, NULL
FROM grid_current c JOIN json_each(c.document, '$.pending_threads') t WHERE c.kind = 'checkpoint' AND t.type = 'object';

CREATE VIEW grid_blocks AS
  -- One row a block that has a summary: the work that is done.
SELECT c.grid,                  -- grids.place
  c.name AS file,               -- the summary
  json_extract(c.document, '$.block') AS block,   -- as text
  json_extract(c.document, '$.cluster') AS cluster,         -- of the mission
  json_extract(c.document, '$.status') AS status, -- complete, partial
  json_extract(c.document, '$.completed_at') AS completed_at,  -- as given
  json_extract(c.document, '$.lessons_learned') AS lessons_learned  -- JSON lists by category
FROM grid_current c WHERE c.kind = 'summary' AND c.document IS NOT NULL;

CREATE VIEW grid_commits AS
  -- One row a commit that a summary claims.
SELECT c.grid,                  -- grids.place
  c.name AS file,               -- the summary
  json_extract(c.document, '$.block') AS block,   -- as text
  CASE t.type WHEN 'object' THEN json_extract(t.value, '$.hash') ELSE t.value END AS hash,  -- as text
  CASE t.type WHEN 'object' THEN json_extract(t.value, '$.message') END AS message,  -- its subject
  CASE t.type WHEN 'object' THEN json_extract(t.value, '$.files') END AS files  -- JSON list of paths
FROM grid_current c JOIN json_each(c.document, '$.commits') t WHERE c.kind = 'summary' AND t.type IN ('object', 'text');

CREATE VIEW grid_artifacts AS
  -- One row a file that a summary says was made.
SELECT c.grid,  -- grids.place
  c.name AS file,  -- the summary
  json_extract(c.document, '$.block') AS block,  -- as text
  CASE t.type WHEN 'object' THEN json_extract(t.value, '$.path') ELSE t.value END AS path,  -- from the project's root
  CASE t.type WHEN 'object' THEN json_extract(t.value, '$.lines') END AS lines,  -- how many it had
  CASE t.type WHEN 'object' THEN json_extract(t.value, '$.verified') END AS verified  -- 1: somebody looked at it
FROM grid_current c JOIN json_each(c.document, '$.artifacts_created') t WHERE c.kind = 'summary' AND t.type IN ('object', 'text');

CREATE VIEW grid_warmth AS
  -- What was learned: one row an item of WARMTH.md.
SELECT c.grid,                  -- grids.place
  m.key AS category,            -- codebase_patterns, gotchas, user_preferences, decisions_made, almost_did, fragile_areas
  t.key + 1 AS position,        -- in its category, from 1
  t.atom AS item                -- the text
FROM grid_current c JOIN json_each(c.document) m
JOIN json_each(CASE m.type WHEN 'array' THEN m.value ELSE '[]' END) t
WHERE c.kind = 'warmth' AND m.key <> 'accumulated_from';

CREATE VIEW grid_decisions AS
  -- What was decided: one row a decision of the user.
SELECT c.grid,                  -- grids.place
  json_extract(t.value, '$.number') AS number,    -- as text
  json_extract(t.value, '$.at') AS at,            -- when, as given
  json_extract(t.value, '$.question') AS question,  -- what was asked
  json_extract(t.value, '$.options') AS options,  -- JSON list of {key, text}
  json_extract(t.value, '$.choice') AS choice,    -- key of the one that was taken
  json_extract(t.value, '$.rationale') AS rationale,  -- why
  json_extract(t.value, '$.affects') AS affects   -- which blocks
FROM grid_current c JOIN json_each(c.document, '$.decisions') t WHERE c.kind = 'decisions';

CREATE VIEW grid_blockers AS
  -- What stood, or stands, in the way.
SELECT c.grid,                  -- grids.place
  json_extract(t.value, '$.number') AS number,    -- as text
  json_extract(t.value, '$.status') AS status,    -- active, resolved
  json_extract(t.value, '$.block') AS block,      -- where, as text,
  json_extract(t.value, '$.thread') AS thread,    -- and as text
  json_extract(t.value, '$.type') AS type,        -- dependency_missing, human_action_required…
  json_extract(t.value, '$.description') AS description,  -- what it is
  json_extract(t.value, '$.resolution') AS resolution,    -- what was done
  json_extract(t.value, '$.resolved_at') AS resolved_at,  -- when, as given
  json_extract(t.value, '$.waiting_for') AS waiting_for,  -- for whom or what
  json_extract(t.value, '$.created_at') AS created_at     -- when, as given
FROM grid_current c JOIN json_each(c.document, '$.blockers') t WHERE c.kind = 'blockers';

CREATE VIEW grid_plans AS
  -- One row a block that was planned.
SELECT c.grid,                  -- grids.place
  c.name AS file,               -- the plan
  json_extract(c.document, '$.block') AS block,   -- as text
  json_extract(c.document, '$.wave') AS wave,     -- in which it is done
  json_extract(c.document, '$.type') AS type,     -- auto…
  json_extract(c.document, '$.threads') AS threads,  -- JSON list of {id, name}
  EXISTS (SELECT 1 FROM grid_blocks b WHERE b.grid = c.grid
    AND CAST(b.block AS INTEGER) = CAST(json_extract(c.document, '$.block') AS INTEGER)) AS is_done  -- 1: it has a summary
FROM grid_current c WHERE c.kind = 'plan';

CREATE VIEW grid_open AS
  -- What is open: who or what each mission waits for, and the blocks that are still to be done.
SELECT grid,                    -- grids.place
  'checkpoint' AS kind,         -- checkpoint, blocker, plan
  name AS what,                 -- file or number
  coalesce(awaiting, type) AS text,  -- what has to happen
  block                         -- where, as text
FROM grid_checkpoints WHERE is_current AND user_response IS NULL
UNION ALL
SELECT grid, 'blocker', number, coalesce(waiting_for, description), block FROM grid_blockers WHERE status <> 'resolved'
UNION ALL
SELECT grid, 'plan', file, NULL, block FROM grid_plans WHERE NOT is_done;
