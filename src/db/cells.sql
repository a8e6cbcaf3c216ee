-- What is asked of a schema to walk all its rows. Each gives statements, so that a table of a later step is walked as well.

-- name: select_tables
WITH tables (name, is_keyed) AS (
    SELECT s.name, l.wr FROM sqlite_schema s JOIN pragma_table_list l ON l.name = s.name AND l.schema = 'main'
    WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite\_%' ESCAPE '\'),
  keys (name, key, place) AS (
    SELECT t.name, '"' || c.name || '"', c.pk FROM tables t JOIN pragma_table_xinfo(t.name) c WHERE t.is_keyed AND c.pk > 0
    UNION ALL SELECT name, 'rowid', 1 FROM tables WHERE NOT is_keyed)
SELECT t.name, (SELECT count(*) FROM keys k WHERE k.name = t.name),
  'SELECT ' || (SELECT group_concat(key, ', ') FROM (SELECT key FROM keys k WHERE k.name = t.name ORDER BY place)) || ', '
    || (SELECT group_concat('"' || c.name || '"', ', ') FROM pragma_table_xinfo(t.name) c WHERE c.hidden = 0)
    || ' FROM "' || t.name || '"',
  'UPDATE "' || t.name || '" SET % WHERE '
    || (SELECT group_concat(key || ' = ?' || place, ' AND ') FROM keys k WHERE k.name = t.name)
FROM tables t ORDER BY t.name;

-- name: select_foreign_keys
SELECT 'UPDATE "' || s.name || '" SET "' || f."from" || '" = ?1 WHERE "' || f."from" || '" = ?2'
FROM sqlite_schema s JOIN pragma_foreign_key_list(s.name) f WHERE s.type = 'table' AND f."table" = ?1
ORDER BY s.name, f."from";

-- name: select_delete
SELECT 'DELETE FROM "' || name || '" WHERE rowid = ?1' FROM sqlite_schema WHERE type = 'table' AND name = ?1;

-- name: count_schema_texts
SELECT count(*) FROM sqlite_schema WHERE instr(sql, ?1) > 0 OR instr(name, ?1) > 0;
