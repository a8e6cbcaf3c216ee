-- 0016 identity: what tells a database from every other.
-- Touches: one row of meta.  Kind: minor.  Undo: DELETE FROM meta WHERE key = 'database_id'.

-- Twelve digits, so that what is counted from it is as long in every database.
INSERT INTO meta (key, value) VALUES ('database_id', CAST(100000000000 + abs(random() % 900000000000) AS TEXT));
