-- 0008 events: every change that was made here, with what was there before.
-- Touches: no row.  Kind: major 1.  Undo: delete the file.
-- The events of a task are found along tasks.last_event_seq and events.prev_seq, which costs no page of its own; so are
-- those of a state and of a loop. No owner is a foreign key: an event outlives what it is about.

CREATE TABLE events (
  -- One row a change, written in the transaction that made it. Order is seq, never a clock.
  seq INTEGER PRIMARY KEY,       -- ascends without regard to clocks
  at TEXT NOT NULL,              -- UTC, milliseconds
  actor TEXT NOT NULL,           -- who wrote it: the name of an owner
  kind TEXT NOT NULL,            -- import:finished; task:created, task:started…
  task_id INTEGER,               -- tasks.id; NULL where the event is about no single task
  state_id INTEGER,              -- states.id; NULL where the event is about no state document
  loop_id INTEGER,               -- loops.id; NULL where the event is about no loop
  tree_id TEXT,                  -- NULL where the event is about no tree
  import_id INTEGER REFERENCES imports (id),  -- NULL where no import caused it
  old_state TEXT,                -- tasks.state before; NULL: no change of state
  new_state TEXT,                -- tasks.state after
  token INTEGER,                 -- fencing token of the claim that allowed it; NULL: none
  reason TEXT,                   -- why, where the kind does not say it: lease_expired, attempts_exhausted
  prev_seq INTEGER,              -- seq of its owner's event before this one; NULL: there is none
  node_id TEXT,                  -- of a state document: the node whose worker changed it; NULL: not known, or about another
  CHECK ((task_id IS NOT NULL) + (state_id IS NOT NULL) + (loop_id IS NOT NULL) < 2)
);
-- Which checkpoints of a list were taken here.
CREATE INDEX events_of_checkpoints ON events (task_id, at) WHERE kind = 'checkpoint:created';
-- The other events of a tree hang on its tasks.
CREATE INDEX events_of_trees ON events (tree_id) WHERE task_id IS NULL AND tree_id IS NOT NULL;

CREATE TABLE event_changes (
  -- The previous value of every member that an event changed, so that any earlier record can be rebuilt.
  event_seq INTEGER NOT NULL REFERENCES events (seq),  -- the event that made the change
  owner_id INTEGER NOT NULL,     -- tasks.id, states.id or loops.id, which share their numbers
  member TEXT NOT NULL,          -- JSON pointer inside the record, "/state"
  old_form TEXT,                 -- NULL: old_value is the value; length: it grew, old_value is its earlier length in bytes;
                                 -- content: old_value is contents.sha256 of the value
  old_value TEXT,                -- its JSON text before; NULL: it was absent
  PRIMARY KEY (event_seq, owner_id, member),
  CHECK (old_form = 'length' OR old_form = 'content')
) WITHOUT ROWID;
