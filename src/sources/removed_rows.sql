-- name: has_removed_records
SELECT EXISTS (SELECT 1 FROM removed_records);

-- name: put_removed_record
INSERT INTO removed_records (legacy_id, created_at, removed_at, event_seq)
SELECT legacy_id, coalesce(created_at, ''), ?2, ?3 FROM tasks WHERE id = ?1 AND legacy_id IS NOT NULL
UNION ALL SELECT legacy_id, created_at, ?2, ?3 FROM reissued_ids WHERE task_id = ?1 AND ?1 IS NOT NULL
ON CONFLICT (legacy_id, created_at) DO UPDATE SET removed_at = ?2, event_seq = ?3;

-- name: select_removed_record
SELECT removed_at FROM removed_records WHERE legacy_id = ?1 AND created_at = ?2;

-- name: delete_removed_record
DELETE FROM removed_records WHERE legacy_id = ?1 AND created_at = ?2;

-- name: put_removed_sources
INSERT INTO removed_sources (source_path, sha256, tree_id, removed_at, event_seq)
SELECT s.source_path, i.sha256, ?1, ?4, ?5 FROM (
  SELECT source_path, import_id FROM tree_documents WHERE tree_id = ?1
  UNION ALL SELECT source_path, import_id FROM states WHERE scope = 'tree' AND name = ?1
  UNION ALL SELECT source_path, import_id FROM files WHERE place >= ?2 AND place < ?3) s
  JOIN imports i ON i.id = s.import_id
WHERE s.source_path IS NOT NULL
ON CONFLICT (source_path) DO UPDATE SET sha256 = excluded.sha256, tree_id = excluded.tree_id,
  removed_at = excluded.removed_at, event_seq = excluded.event_seq;

-- name: put_removed_checkpoint
INSERT INTO removed_sources (source_path, sha256, tree_id, removed_at, event_seq)
SELECT s.source_path, i.sha256, ?2, ?3, ?4 FROM snapshots s JOIN imports i ON i.id = s.import_id
WHERE s.id = ?1 AND s.source_path IS NOT NULL
ON CONFLICT (source_path) DO UPDATE SET sha256 = excluded.sha256, tree_id = excluded.tree_id,
  removed_at = excluded.removed_at, event_seq = excluded.event_seq;

-- name: select_removed_source
SELECT sha256, tree_id, removed_at FROM removed_sources WHERE source_path = ?1;

-- name: is_place_removed
SELECT EXISTS (SELECT 1 FROM removed_sources WHERE substr(source_path, instr(source_path, '/.aiwg/') + 1) = ?1);

-- name: delete_removed_source
DELETE FROM removed_sources WHERE source_path = ?1;

-- name: delete_removed_records_of
-- ?1: store ids, ?2: owners of events, ?3: trees.
DELETE FROM removed_records WHERE legacy_id IN (SELECT value FROM json_each(?1)) OR event_seq IN (
  SELECT seq FROM events WHERE task_id IN (SELECT value FROM json_each(?2)) OR tree_id IN (SELECT value FROM json_each(?3)));

-- name: delete_removed_sources_of
DELETE FROM removed_sources WHERE tree_id IN (SELECT value FROM json_each(?2)) OR event_seq IN (
  SELECT seq FROM events WHERE coalesce(task_id, state_id) IN (SELECT value FROM json_each(?1))
    OR tree_id IN (SELECT value FROM json_each(?2)));
