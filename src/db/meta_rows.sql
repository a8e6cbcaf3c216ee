-- name: select_counter
SELECT CAST(value AS INTEGER) FROM meta WHERE key = ?1;

-- name: select_text
SELECT value FROM meta WHERE key = ?1;

-- name: insert_new
INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO NOTHING;

-- name: put_text
INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2;

-- name: raise_counter
INSERT INTO meta (key, value) VALUES (?1, CAST(?2 AS TEXT)) ON CONFLICT (key) DO UPDATE SET value = CAST(?2 AS TEXT)
WHERE CAST(value AS INTEGER) < ?2;
