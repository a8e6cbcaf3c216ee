-- name: insert_import
INSERT INTO imports (source_path, kind, bytes, sha256, proof, top_level, records_read, records_new, records_changed,
  records_unchanged, records_kept, records_missing, records_rejected, started_at, by_version, modified_at)
VALUES (?1, ?2, ?3, '', 'skipped', '{}', 0, 0, 0, 0, 0, 0, 0, ?4, ?5, ?6);

-- name: finish_import
UPDATE imports SET sha256 = ?2, canonical_sha256 = ?3, proof = ?4, top_level = ?5, records_read = ?6,
  records_new = ?7, records_changed = ?8, records_unchanged = ?9, records_kept = ?10, records_missing = ?11,
  records_rejected = ?12, records_removed = ?13
WHERE id = ?1;

-- name: set_proof
UPDATE imports SET proof = ?2 WHERE id = ?1;

-- name: select_latest_imports
SELECT i.id, i.source_path, i.bytes, i.sha256, i.canonical_sha256, i.kind, i.proof IN ('partial', 'nothing', 'salvaged')
FROM imports i
WHERE i.kind = 'tasks-json' AND NOT EXISTS (SELECT 1 FROM imports l WHERE l.source_path = i.source_path AND l.id > i.id)
ORDER BY i.id;

-- name: select_latest_import_of
SELECT id, source_path, bytes, sha256, canonical_sha256, kind, proof IN ('partial', 'nothing', 'salvaged')
FROM imports WHERE source_path = ?1 ORDER BY id DESC LIMIT 1;

-- name: select_latest_taken_import_of
SELECT canonical_sha256 FROM imports WHERE source_path = ?1 AND records_kept = 0 ORDER BY id DESC LIMIT 1;

-- name: select_import_outcome
SELECT records_kept, proof NOT IN ('skipped', 'salvaged'), EXISTS (SELECT 1 FROM import_losses l WHERE l.import_id = imports.id),
  records_read, proof = 'salvaged'
FROM imports WHERE id = ?1;

-- name: count_lost_tasks
SELECT (SELECT coalesce(sum(records_new), 0) FROM imports WHERE kind IN ('tasks-json', 'tree-json', 'node-json'))
  - (SELECT count(*) FROM tasks WHERE import_id IS NOT NULL)
  - (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'removed_imported_tasks');

-- name: has_earlier_import
SELECT EXISTS (SELECT 1 FROM imports WHERE source_path = ?1 AND id < ?2);

-- name: has_import_beneath
-- ?1: a directory with its slash, ?2: what comes after all that begins so.
SELECT EXISTS (SELECT 1 FROM imports WHERE source_path >= ?1 AND source_path < ?2);

-- name: select_source_path
SELECT source_path FROM imports WHERE id = ?1;

-- name: select_modified_at
SELECT modified_at FROM imports WHERE id = ?1;

-- name: select_top_level
SELECT id, top_level FROM imports WHERE kind = 'tasks-json' ORDER BY id DESC LIMIT 1;

-- name: select_newest_tasks_source
SELECT source_path FROM imports WHERE kind = 'tasks-json' ORDER BY id DESC LIMIT 1;

-- name: insert_reject
INSERT INTO import_rejects (import_id, ordinal, byte_offset, json_pointer, code, raw)
VALUES (?1, ?2, ?3, ?4, ?5, ?6);

-- name: select_standing_rejects
-- What a later import of the same source met, or met no longer, takes its place.
SELECT i.source_path, r.byte_offset, r.json_pointer, r.code
FROM import_rejects r JOIN imports i ON i.id = r.import_id
WHERE NOT EXISTS (SELECT 1 FROM imports l WHERE l.source_path = i.source_path AND l.id > i.id)
ORDER BY r.id;

-- name: insert_loss
INSERT INTO import_losses (import_id, byte_offset, json_pointer, code, raw) VALUES (?1, ?2, ?3, ?4, ?5);

-- name: blank_top_levels
-- ?1: JSON array of imports.id. What documents say of themselves goes with their rows.
UPDATE imports SET top_level = '{}' WHERE id IN (SELECT value FROM json_each(?1));

-- name: blank_losses
-- What an import lost does not say of which record, so that none of these imports keeps any.
UPDATE import_losses SET raw = CAST('"[purged]"' AS BLOB) WHERE import_id IN (SELECT value FROM json_each(?1));

-- name: select_newest_import_id
SELECT coalesce(max(id), 0) FROM imports;
