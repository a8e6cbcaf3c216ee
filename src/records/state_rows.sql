-- name: select_state
SELECT id, scope, name, source_path, import_id, version, source_version, last_event_seq, outline,
  (SELECT i.sha256 FROM imports i WHERE i.id = states.import_id)
FROM states WHERE scope = ?1 AND name = ?2;

-- name: select_state_by_source
SELECT id, scope, name, source_path, import_id, version, source_version, last_event_seq, outline,
  (SELECT i.sha256 FROM imports i WHERE i.id = states.import_id)
FROM states WHERE source_path = ?1;

-- name: select_all_states
SELECT id, scope, name, source_path, import_id, version, source_version, last_event_seq, outline,
  (SELECT i.sha256 FROM imports i WHERE i.id = states.import_id)
FROM states ORDER BY scope, name;

-- name: insert_state
INSERT INTO states (id, scope, name, source_path, import_id, version, source_version, outline)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8);

-- name: update_state
UPDATE states SET source_path = ?2, import_id = ?3, version = ?4, source_version = ?5, last_event_seq = ?6, outline = ?7
WHERE id = ?1;

-- name: delete_state
DELETE FROM states WHERE id = ?1;

-- name: select_state_variables
SELECT v.name, v.json, v.content_id, c.sha256, c.body FROM state_variables v LEFT JOIN contents c ON c.id = v.content_id
WHERE v.state_id = ?1 ORDER BY v.position;

-- name: select_state_variable
SELECT v.json, v.content_id, c.sha256, c.body FROM state_variables v LEFT JOIN contents c ON c.id = v.content_id
WHERE v.state_id = ?1 AND v.name = ?2;

-- name: count_state_variables
SELECT count(*) FROM state_variables WHERE state_id = ?1;

-- name: put_state_variable
INSERT INTO state_variables (state_id, position, name, json, content_id)
VALUES (?1, (SELECT coalesce(max(position), -1) + 1 FROM state_variables WHERE state_id = ?1), ?2, ?3, ?4)
ON CONFLICT (state_id, name) DO UPDATE SET json = ?3, content_id = ?4;

-- name: insert_state_variable
INSERT INTO state_variables (state_id, position, name, json, content_id) VALUES (?1, ?2, ?3, ?4, ?5);

-- name: delete_state_variable
DELETE FROM state_variables WHERE state_id = ?1 AND name = ?2;

-- name: delete_state_variables
DELETE FROM state_variables WHERE state_id = ?1;

-- name: select_state_mutations
SELECT json FROM state_mutations WHERE state_id = ?1 ORDER BY position;

-- name: insert_state_mutation
INSERT INTO state_mutations (state_id, position, json) VALUES (?1, ?2, ?3);

-- name: select_state_checkpoints
SELECT json FROM state_checkpoints WHERE state_id = ?1 ORDER BY position;

-- name: append_state_checkpoint
INSERT INTO state_checkpoints (state_id, position, json)
VALUES (?1, (SELECT coalesce(max(position), -1) + 1 FROM state_checkpoints WHERE state_id = ?1), ?2);

-- name: delete_state_checkpoints
DELETE FROM state_checkpoints WHERE state_id = ?1;

-- name: delete_state_mutations
DELETE FROM state_mutations WHERE state_id = ?1;

-- name: select_state_references
SELECT DISTINCT substr(json_extract(v.json, '$.value'), 6) FROM state_variables v JOIN states s ON s.id = v.state_id
WHERE (s.import_id IS NULL OR s.version IS NOT s.source_version)
  AND CASE WHEN json_valid(v.json) AND json_type(v.json) = 'object'
    THEN json_extract(v.json, '$.type') = 'file_path' AND json_extract(v.json, '$.value') LIKE 'file:%' END;
