-- What the stock sqlite3 shell does with the same file in one statement: one flat table of a record's 13 members.
-- Run in the directory that holds tasks.json.
CREATE TABLE flat AS
SELECT json_extract(value, '$.id') AS id,
       json_extract(value, '$.prompt') AS prompt,
       json_extract(value, '$.agent') AS agent,
       json_extract(value, '$.priority') AS priority,
       json_extract(value, '$.state') AS state,
       json_extract(value, '$.createdAt') AS created_at,
       json_extract(value, '$.startedAt') AS started_at,
       json_extract(value, '$.completedAt') AS completed_at,
       json_extract(value, '$.pid') AS pid,
       json_extract(value, '$.result') AS result,
       json_extract(value, '$.error') AS error,
       json_extract(value, '$.output') AS output,
       json_extract(value, '$.metadata') AS metadata
  FROM json_each(readfile('tasks.json'), '$.tasks');
