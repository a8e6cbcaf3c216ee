-- name: select_numbers
SELECT coalesce((SELECT max(seq) FROM events), 0),
  coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'next_task_key'), 0),
  coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'next_task_number'), 0),
  coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'silent_commits'), 0);
