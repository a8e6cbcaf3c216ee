-- The migrator's own statements; the tables are made by step 1.

-- name: count_named_table
SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?1;

-- name: count_named
SELECT count(*) FROM sqlite_master WHERE name = ?1;

-- name: select_part_names
SELECT name, CASE type WHEN 'trigger' THEN sql END FROM sqlite_master WHERE type <> 'table';

-- name: select_parts
SELECT upper(type), name, sql FROM sqlite_master WHERE type <> 'table' AND sql IS NOT NULL;

-- name: query_of_duplicates
-- What a unique index on the columns ?1 of ?2 (a table, with a condition where it has one) would keep apart.
SELECT format('SELECT %s, count(*) FROM %s GROUP BY %s HAVING count(*) > 1', ?1, ?2, ?1);

-- name: select_schema_migrations
SELECT version, name, sha256, applied_at FROM schema_migrations ORDER BY version;

-- name: insert_schema_migration
INSERT INTO schema_migrations (version, name, sha256, applied_at, by_version) VALUES (?1, ?2, ?3, ?4, ?5);

-- name: select_meta_value
SELECT value FROM meta WHERE key = ?1;
