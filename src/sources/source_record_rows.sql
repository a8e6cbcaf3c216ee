-- name: select_source_record
SELECT text FROM source_records WHERE task_id = ?1;

-- name: has_source_records
SELECT EXISTS (SELECT 1 FROM source_records);

-- name: put_source_record
INSERT INTO source_records (task_id, text) VALUES (?1, ?2) ON CONFLICT (task_id) DO UPDATE SET text = ?2;

-- name: delete_source_record
DELETE FROM source_records WHERE task_id = ?1;

-- name: select_source_records
SELECT task_id, text FROM source_records ORDER BY task_id;
