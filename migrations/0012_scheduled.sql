-- 0012 scheduled: tasks that somebody wants to begin later.
-- Touches: no row.  Kind: minor.  Undo: drop the index, then the column.

-- A 1 takes no byte of a row and stands in its head, so it may come behind the long texts.
ALTER TABLE tasks ADD COLUMN is_scheduled /* 1: not_before is a time that somebody asked for; NULL: it is the end of a backoff */ INTEGER;

-- A backoff that is longer than any can be is looked for at each claim: what is scheduled must not be looked at then.
CREATE INDEX tasks_by_backoff ON tasks (not_before) WHERE not_before IS NOT NULL AND is_scheduled IS NULL;
