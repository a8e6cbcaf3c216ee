-- name: select_snapshot
SELECT id, scope, owner, checkpoint_id, name, timestamp, description, tree_id, source_path, import_id, outline, event_seq,
  pinned, last_used_at, (SELECT i.sha256 FROM imports i WHERE i.id = snapshots.import_id)
FROM snapshots WHERE id = ?1;

-- name: select_snapshot_by_source
SELECT id, scope, owner, checkpoint_id, name, timestamp, description, tree_id, source_path, import_id, outline, event_seq,
  pinned, last_used_at, (SELECT i.sha256 FROM imports i WHERE i.id = snapshots.import_id)
FROM snapshots WHERE source_path = ?1;

-- name: select_snapshots_of_checkpoint
SELECT id, scope, owner, checkpoint_id, name, timestamp, description, tree_id, source_path, import_id, outline, event_seq,
  pinned, last_used_at, (SELECT i.sha256 FROM imports i WHERE i.id = snapshots.import_id)
FROM snapshots WHERE checkpoint_id = ?1 ORDER BY id;

-- name: has_checkpoint
SELECT EXISTS (SELECT 1 FROM snapshots WHERE checkpoint_id = ?1);

-- name: select_snapshots_of_owner
SELECT id, scope, owner, checkpoint_id, name, timestamp, description, tree_id, source_path, import_id, outline, event_seq,
  pinned, last_used_at, (SELECT i.sha256 FROM imports i WHERE i.id = snapshots.import_id)
FROM snapshots WHERE scope = ?1 AND owner = ?2 ORDER BY id;

-- name: select_snapshots_of_tree
SELECT id, scope, owner, checkpoint_id, name, timestamp, description, tree_id, source_path, import_id, outline, event_seq,
  pinned, last_used_at, (SELECT i.sha256 FROM imports i WHERE i.id = snapshots.import_id)
FROM snapshots WHERE id IN (
  SELECT id FROM snapshots WHERE tree_id = ?1
  UNION ALL SELECT id FROM snapshots WHERE scope = 'tree' AND owner = ?1
  UNION ALL SELECT s.id FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
    JOIN snapshots s ON s.scope = 'task' AND s.owner = t.legacy_id
    WHERE n.tree_id = ?1)
ORDER BY id;

-- name: select_all_snapshots
SELECT id, scope, owner, checkpoint_id, name, timestamp, description, tree_id, source_path, import_id, outline, event_seq,
  pinned, last_used_at, (SELECT i.sha256 FROM imports i WHERE i.id = snapshots.import_id)
FROM snapshots ORDER BY id;

-- name: select_pruned
SELECT scope, owner, count(*) FROM checkpoints WHERE is_pruned AND path IS NOT NULL GROUP BY scope, owner
ORDER BY scope, owner;

-- name: insert_snapshot
INSERT INTO snapshots (scope, owner, checkpoint_id, name, timestamp, description, tree_id, source_path, import_id, outline,
  event_seq, pinned, last_used_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13);

-- name: update_snapshot
UPDATE snapshots SET scope = ?1, owner = ?2, checkpoint_id = ?3, name = ?4, timestamp = ?5, description = ?6, tree_id = ?7,
  source_path = ?8, import_id = ?9, outline = ?10, event_seq = ?11, pinned = ?12, last_used_at = ?13
WHERE id = ?14;

-- name: touch_snapshot
UPDATE snapshots SET last_used_at = ?2 WHERE id = ?1;

-- name: set_pinned
UPDATE snapshots SET pinned = ?2 WHERE id = ?1;

-- name: delete_snapshot
DELETE FROM snapshots WHERE id = ?1;

-- name: select_snapshot_variables
SELECT v.member, v.name, v.content_id, c.sha256, c.body, v.value_content_id, b.sha256, b.body
FROM snapshot_variables v LEFT JOIN contents c ON c.id = v.content_id LEFT JOIN contents b ON b.id = v.value_content_id
WHERE v.snapshot_id = ?1 AND (?2 IS NULL OR v.member = ?2) ORDER BY v.member, v.position;

-- name: has_more_than
SELECT EXISTS (SELECT 1 FROM snapshots WHERE scope = ?1 AND owner = ?2 LIMIT 1 OFFSET ?3);

-- name: count_snapshot_variables
SELECT count(*) FROM snapshot_variables WHERE snapshot_id = ?1;

-- name: select_previous_texts
SELECT v.content_id, c.body, v.value_content_id, b.body
FROM snapshot_variables v JOIN contents c ON c.id = v.content_id LEFT JOIN contents b ON b.id = v.value_content_id
WHERE v.member = ?2 AND v.snapshot_id = (
  SELECT max(p.id) FROM snapshots p, snapshots s WHERE s.id = ?1 AND p.scope = s.scope AND p.owner = s.owner AND p.id < ?1)
ORDER BY v.position;

-- name: insert_snapshot_variable
INSERT INTO snapshot_variables (snapshot_id, member, position, name, content_id, value_content_id)
VALUES (?1, ?2, ?3, ?4, ?5, ?6);

-- name: delete_snapshot_variables
DELETE FROM snapshot_variables WHERE snapshot_id = ?1;

-- name: select_snapshot_nodes
SELECT n.member, n.content_id, c.sha256, c.body FROM snapshot_nodes n LEFT JOIN contents c ON c.id = n.content_id
WHERE n.snapshot_id = ?1 ORDER BY n.position;

-- name: insert_snapshot_node
INSERT INTO snapshot_nodes (snapshot_id, member, position, content_id) VALUES (?1, ?2, ?3, ?4);

-- name: delete_snapshot_nodes
DELETE FROM snapshot_nodes WHERE snapshot_id = ?1;
