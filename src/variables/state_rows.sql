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
