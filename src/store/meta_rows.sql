-- name: select_counter
SELECT CAST(value AS INTEGER) FROM meta WHERE key = ?1;

-- name: raise_counter
UPDATE meta SET value = CAST(?2 AS TEXT) WHERE key = ?1 AND CAST(value AS INTEGER) < ?2;
