-- 0011 holds: queued tasks that somebody keeps for himself.
-- Touches: no row.  Kind: minor.  Undo: drop the trigger, then both tables.

CREATE TABLE holds (
  -- One row an owner who keeps queued tasks for himself: one lease for all of them, so that extending it is one row.
  id INTEGER PRIMARY KEY,       -- inside id
  owner TEXT NOT NULL,          -- a name
  owner_host TEXT,              --   on which host,
  owner_boot_id TEXT,           --   in which boot of it,
  owner_pid INTEGER,            --   and for which process, whose end ends the hold; NULL: its lease alone does
  owner_start_ticks INTEGER,    --   its start time in clock ticks since boot
  owner_pid_namespace INTEGER,  --   and its pid namespace (inode)
  lease_expires_at TEXT NOT NULL  -- UTC; anybody may claim the tasks after it
);
CREATE UNIQUE INDEX holds_by_owner ON holds (owner);

CREATE TABLE held_tasks (
  -- One row a queued task that is held. Beside tasks, because a change of a row there writes its prompt again.
  task_id INTEGER PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,     -- the task
  hold_id INTEGER NOT NULL REFERENCES holds (id) ON DELETE CASCADE        -- by whom it is held
);
CREATE INDEX held_tasks_by_hold ON held_tasks (hold_id);

CREATE TRIGGER tasks_leave_hold AFTER UPDATE OF state ON tasks
WHEN new.state IS NOT 'queued' AND EXISTS (SELECT 1 FROM held_tasks WHERE task_id = new.id) BEGIN
  -- Only what is queued is held: it was started, or has ended.
  DELETE FROM held_tasks WHERE task_id = new.id;
END;
