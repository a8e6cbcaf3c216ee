-- name: select_source_text
SELECT style, packed FROM source_texts WHERE source_path = ?1;

-- name: select_all_source_texts
SELECT source_path FROM source_texts ORDER BY id;

-- name: put_source_text
INSERT INTO source_texts (source_path, import_id, style, packed) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (source_path) DO UPDATE SET import_id = ?2, style = ?3, packed = ?4;

-- name: delete_source_text
DELETE FROM source_texts WHERE source_path = ?1;

-- name: drop_packed_text
UPDATE source_texts SET packed = NULL WHERE source_path = ?1;
