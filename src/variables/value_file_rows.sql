-- name: has_value_files
SELECT EXISTS (SELECT 1 FROM value_files);

-- name: select_value_file
SELECT place, owner_id, name, sha256 FROM value_files WHERE place = ?1;

-- name: select_value_files_of_owner
SELECT place, owner_id, name, sha256 FROM value_files WHERE owner_id = ?1 ORDER BY place;

-- name: select_value_files_to_go
SELECT place, owner_id, name, sha256 FROM value_files WHERE name IS NULL ORDER BY place;

-- name: select_all_value_files
SELECT place, owner_id, name, sha256 FROM value_files ORDER BY place;

-- name: put_value_file
INSERT INTO value_files (place, owner_id, name, sha256) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (place) DO UPDATE SET owner_id = ?2, name = ?3, sha256 = ?4;

-- name: release_value_file
UPDATE value_files SET name = NULL WHERE owner_id = ?1 AND name = ?2;

-- name: delete_value_file
DELETE FROM value_files WHERE place = ?1;

-- name: delete_value_files_of_owners
DELETE FROM value_files WHERE owner_id IN (SELECT value FROM json_each(?1));
