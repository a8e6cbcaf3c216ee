-- name: select_rlm_file
SELECT kind, place, source_path, import_id, content_id FROM rlm_files WHERE source_path = ?1;

-- name: select_all_rlm_files
SELECT kind, place, source_path, import_id, content_id FROM rlm_files ORDER BY place, source_path;

-- name: put_rlm_file
INSERT INTO rlm_files (kind, place, source_path, import_id, content_id) VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT (source_path) DO UPDATE SET kind = ?1, place = ?2, import_id = ?4, content_id = ?5;

-- name: select_value_at
SELECT c.body FROM rlm_files f JOIN contents c ON c.id = f.content_id
WHERE f.place = ?1 AND f.kind = 'value-json' ORDER BY f.import_id DESC LIMIT 1;
