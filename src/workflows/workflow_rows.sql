-- name: select_workflow_checkpoint
SELECT id, place, kind, owner, source_path, import_id, event_seq, compression,
  payload_sha256, payload_bytes, content_id, defect, checkpoint_id, workflow_id, loop_id, workflow_type, created_at,
  trigger_reason, phase, step, iteration, percentage, retention_days, tags, schema_version
FROM workflow_checkpoints WHERE id = ?1;

-- name: select_workflow_checkpoint_by_source
SELECT id, place, kind, owner, source_path, import_id, event_seq, compression,
  payload_sha256, payload_bytes, content_id, defect, checkpoint_id, workflow_id, loop_id, workflow_type, created_at,
  trigger_reason, phase, step, iteration, percentage, retention_days, tags, schema_version
FROM workflow_checkpoints WHERE source_path = ?1;

-- name: select_workflow_checkpoint_at
SELECT id, place, kind, owner, source_path, import_id, event_seq, compression,
  payload_sha256, payload_bytes, content_id, defect, checkpoint_id, workflow_id, loop_id, workflow_type, created_at,
  trigger_reason, phase, step, iteration, percentage, retention_days, tags, schema_version
FROM workflow_checkpoints WHERE owner = ?1 AND place = ?2 ORDER BY id LIMIT 1;

-- name: select_workflow_checkpoints_named
SELECT id, place, kind, owner, source_path, import_id, event_seq, compression,
  payload_sha256, payload_bytes, content_id, defect, checkpoint_id, workflow_id, loop_id, workflow_type, created_at,
  trigger_reason, phase, step, iteration, percentage, retention_days, tags, schema_version
FROM workflow_checkpoints WHERE checkpoint_id = ?1 ORDER BY id;

-- name: select_workflow_checkpoints_of
SELECT id, place, kind, owner, source_path, import_id, event_seq, compression,
  payload_sha256, payload_bytes, content_id, defect, checkpoint_id, workflow_id, loop_id, workflow_type, created_at,
  trigger_reason, phase, step, iteration, percentage, retention_days, tags, schema_version
FROM workflow_checkpoints WHERE owner = ?1 ORDER BY id;

-- name: select_all_workflow_checkpoints
SELECT id, place, kind, owner, source_path, import_id, event_seq, compression,
  payload_sha256, payload_bytes, content_id, defect, checkpoint_id, workflow_id, loop_id, workflow_type, created_at,
  trigger_reason, phase, step, iteration, percentage, retention_days, tags, schema_version
FROM workflow_checkpoints ORDER BY place, id;

-- name: put_workflow_checkpoint
INSERT INTO workflow_checkpoints (id, place, kind, owner, source_path, import_id, event_seq, compression,
  payload_sha256, payload_bytes, content_id, defect, checkpoint_id, workflow_id, loop_id, workflow_type, created_at,
  trigger_reason, phase, step, iteration, percentage, retention_days, tags, schema_version)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?15, json_extract(?12, '$.checkpoint_id'),
  json_extract(?12, '$.workflow_id'), json_extract(?12, '$.loop_id'), json_extract(?12, '$.workflow_type'),
  coalesce(?13, json_extract(?12, '$.created_at')), json_extract(?12, '$.trigger'),
  json_extract(?12, '$.state.phase'), json_extract(?12, '$.state.step'),
  coalesce(?14, json_extract(?12, '$.state.iteration.current')), json_extract(?12, '$.state.progress.percentage'),
  json_extract(?12, '$.metadata.retention_days'), json_extract(?12, '$.metadata.tags'),
  json_extract(?12, '$.metadata.schema_version'))
ON CONFLICT (id) DO UPDATE SET place = excluded.place, kind = excluded.kind, owner = excluded.owner,
  source_path = excluded.source_path, import_id = excluded.import_id, event_seq = excluded.event_seq,
  compression = excluded.compression, payload_sha256 = excluded.payload_sha256,
  payload_bytes = excluded.payload_bytes, content_id = excluded.content_id, defect = excluded.defect,
  checkpoint_id = excluded.checkpoint_id, workflow_id = excluded.workflow_id, loop_id = excluded.loop_id,
  workflow_type = excluded.workflow_type, created_at = excluded.created_at,
  trigger_reason = excluded.trigger_reason, phase = excluded.phase, step = excluded.step,
  iteration = excluded.iteration, percentage = excluded.percentage, retention_days = excluded.retention_days,
  tags = excluded.tags, schema_version = excluded.schema_version, packed = NULL,
  file_bytes = NULL;

-- name: delete_workflow_artifacts
DELETE FROM workflow_artifacts WHERE checkpoint = ?1;

-- name: insert_workflow_artifacts
INSERT INTO workflow_artifacts (checkpoint, position, path, hash, status)
SELECT ?1, a.key, json_extract(a.value, '$.path'), json_extract(a.value, '$.hash'), json_extract(a.value, '$.status')
FROM json_each(?2, '$.state.artifacts') a WHERE a.type = 'object';

-- name: select_workflow_artifacts
SELECT a.path, a.hash, a.status, a.position, a.content_id, a.mode, c.sha256
FROM workflow_artifacts a LEFT JOIN contents c ON c.id = a.content_id WHERE a.checkpoint = ?1 ORDER BY a.position;

-- name: count_workflow_copies
SELECT count(*) FROM workflow_artifacts WHERE checkpoint = ?1 AND content_id IS NOT NULL;

-- name: keep_workflow_copy
UPDATE workflow_artifacts SET content_id = ?4, mode = ?5 WHERE checkpoint = ?1 AND path = ?2 AND hash = ?3;

-- name: delete_workflow_checkpoint
DELETE FROM workflow_checkpoints WHERE id = ?1;

-- name: select_packed
SELECT packed FROM workflow_checkpoints WHERE id = ?1 AND packed IS NOT NULL;

-- name: pack_workflow_checkpoint
UPDATE workflow_checkpoints SET packed = ?2, content_id = NULL WHERE id = ?1;

-- name: select_file_bytes
SELECT file_bytes FROM workflow_checkpoints WHERE id = ?1 AND file_bytes IS NOT NULL;

-- name: keep_packing
UPDATE workflow_checkpoints SET file_bytes = nullif(?2, x''), compression = ?3, import_id = ?4 WHERE id = ?1;

-- name: select_workflow_state
SELECT owner, checkpoint, restored_at, event_seq, phase, step, iteration, variables, agent_state
FROM workflow_states WHERE owner = ?1;

-- name: put_workflow_state
INSERT INTO workflow_states (owner, checkpoint, restored_at, event_seq, phase, step, iteration, variables, agent_state)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
ON CONFLICT (owner) DO UPDATE SET checkpoint = ?2, restored_at = ?3, event_seq = ?4, phase = ?5, step = ?6,
  iteration = ?7, variables = ?8, agent_state = ?9;

-- name: delete_workflow_state_of_checkpoint
DELETE FROM workflow_states WHERE checkpoint = ?1;

-- name: select_open_critical
SELECT iteration, timestamp, regression_type FROM open_regressions WHERE id = ?1 AND severity = 'critical';
