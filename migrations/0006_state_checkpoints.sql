-- 0006 state_checkpoints: what a state document's list of checkpoints has got here.
-- Touches: no row. What a list had got before stays in states.outline, and comes first.
-- Kind: major 5, because an older rlmdb would export the list without what stands here.
-- Undo: restore the backup that `migrate up` made.

CREATE TABLE state_checkpoints (
  -- One row a checkpoint that was taken here, in history.checkpoints of its state document: behind those that
  -- states.outline has.
  state_id INTEGER NOT NULL REFERENCES states (id) ON DELETE CASCADE,  -- the state
  position INTEGER NOT NULL,    -- order in the list
  json TEXT NOT NULL,           -- the element as compact JSON
  PRIMARY KEY (state_id, position)
) WITHOUT ROWID;

UPDATE meta SET value = '5' WHERE key = 'schema_major';
