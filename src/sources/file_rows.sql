-- name: select_file
SELECT kind, place, source_path, import_id, content_id, modified_ns FROM files WHERE source_path = ?1;

-- name: select_all_files
SELECT kind, place, source_path, import_id, content_id, modified_ns FROM files
ORDER BY place, import_id DESC, source_path;

-- name: delete_file
DELETE FROM files WHERE source_path = ?1;

-- name: count_files_between
SELECT count(*) FROM files WHERE place >= ?1 AND place < ?2;

-- name: delete_files_between
DELETE FROM files WHERE place >= ?1 AND place < ?2;

-- name: put_file
INSERT INTO files (kind, place, source_path, import_id, content_id, modified_ns) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
ON CONFLICT (source_path) DO UPDATE SET kind = ?1, place = ?2, import_id = ?4, content_id = ?5, modified_ns = ?6;

-- name: select_value_at
SELECT f.content_id, c.sha256, c.body FROM files f LEFT JOIN contents c ON c.id = f.content_id
WHERE f.place = ?1 AND f.kind = 'value-json' ORDER BY f.import_id DESC LIMIT 1;
