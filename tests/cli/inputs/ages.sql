-- Of each state one task that is kept by default, and one that is not.
UPDATE tasks SET state = CASE WHEN legacy_id < 'task-0002' THEN 'completed'
  WHEN legacy_id < 'task-0004' THEN 'cancelled' ELSE 'failed' END;
UPDATE tasks SET completed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', CASE legacy_id
  WHEN 'task-0004' THEN '-29 days' WHEN 'task-0005' THEN '-31 days'
  WHEN 'task-0000' THEN '-6 days' WHEN 'task-0002' THEN '-6 days' ELSE '-8 days' END);
UPDATE requests SET at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', CASE key WHEN 'old' THEN '-8 days' ELSE '-6 days' END);
UPDATE events SET at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-100 days') WHERE seq <= 3;
UPDATE events SET at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-10 days') WHERE seq = 4;
