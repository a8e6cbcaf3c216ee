-- name: select_grid_at
SELECT id, place, source_path, write_through, version FROM grids WHERE place = ?1;

-- name: select_grid_of_source
SELECT id, place, source_path, write_through, version FROM grids WHERE source_path = ?1;

-- name: select_all_grids
SELECT id, place, source_path, write_through, version FROM grids ORDER BY place;

-- name: insert_grid
INSERT INTO grids (place, source_path, write_through) VALUES (?1, ?2, ?3);

-- name: update_grid
UPDATE grids SET source_path = ?2, write_through = ?3, version = ?4 WHERE id = ?1;

-- name: insert_grid_file
INSERT INTO grid_files (grid_id, name, kind) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING;

-- name: select_newest_versions
SELECT f.id, f.name, f.kind, v.id, v.event_seq, v.import_id, v.at, v.sha256, v.modified_ns, v.document, v.text,
  f.agreed_sha256, v.utc_offset_minutes
FROM grid_files f JOIN grid_versions v ON v.id = (SELECT max(w.id) FROM grid_versions w WHERE w.file_id = f.id)
WHERE f.grid_id = ?1 ORDER BY f.name;

-- name: select_versions_at
SELECT f.id, f.name, f.kind, v.id, v.event_seq, v.import_id, v.at, v.sha256, v.modified_ns, v.document, v.text,
  f.agreed_sha256, v.utc_offset_minutes
FROM grid_files f JOIN grid_versions v
  ON v.id = (SELECT max(w.id) FROM grid_versions w WHERE w.file_id = f.id AND w.event_seq <= ?2)
WHERE f.grid_id = ?1 ORDER BY f.name;

-- name: select_newest_version
SELECT f.id, f.name, f.kind, v.id, v.event_seq, v.import_id, v.at, v.sha256, v.modified_ns, v.document, v.text,
  f.agreed_sha256, v.utc_offset_minutes
FROM grid_files f JOIN grid_versions v ON v.file_id = f.id
WHERE f.grid_id = ?1 AND f.name = ?2 ORDER BY v.id DESC LIMIT 1;

-- name: update_agreed
UPDATE grid_files SET agreed_sha256 = ?3 WHERE grid_id = ?1 AND name = ?2;

-- name: insert_version
INSERT INTO grid_versions (file_id, event_seq, import_id, at, text, sha256, document, modified_ns, utc_offset_minutes)
VALUES ((SELECT id FROM grid_files WHERE grid_id = ?1 AND name = ?2), ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10);

-- name: update_modified
UPDATE grid_versions SET modified_ns = ?2 WHERE id = ?1;

-- name: select_moments
SELECT v.event_seq, min(v.at), e.kind, e.reason, e.actor, count(*)
FROM grid_versions v JOIN grid_files f ON f.id = v.file_id LEFT JOIN events e ON e.seq = v.event_seq
WHERE f.grid_id = ?1 AND v.event_seq >= ?2 GROUP BY v.event_seq ORDER BY v.event_seq;

-- name: select_first_whole_moment
SELECT coalesce(max(v.event_seq), 0) FROM grid_versions v JOIN grid_files f ON f.id = v.file_id
WHERE f.grid_id = ?1 AND v.event_seq < (SELECT min(seq) FROM events);

-- name: delete_old_versions
DELETE FROM grid_versions WHERE EXISTS (SELECT 1 FROM grid_versions w
  WHERE w.file_id = grid_versions.file_id AND w.id > grid_versions.id AND w.event_seq < ?1);

-- name: select_all_versions
SELECT f.id, f.name, f.kind, v.id, v.event_seq, v.import_id, v.at, v.sha256, v.modified_ns, v.document, v.text,
  f.agreed_sha256, v.utc_offset_minutes, g.place
FROM grid_versions v JOIN grid_files f ON f.id = v.file_id JOIN grids g ON g.id = f.grid_id ORDER BY v.id;

-- name: select_counts
SELECT (SELECT count(*) FROM grid_blocks b WHERE b.grid = ?1 AND b.status = 'complete'),
  (SELECT count(*) FROM grid_plans p WHERE p.grid = ?1),
  (SELECT count(*) FROM grid_commits c WHERE c.grid = ?1),
  (SELECT count(*) FROM grid_decisions d WHERE d.grid = ?1),
  (SELECT count(*) FROM grid_blockers b WHERE b.grid = ?1 AND b.status <> 'resolved'),
  (SELECT count(*) FROM grid_warmth w WHERE w.grid = ?1),
  (SELECT count(*) FROM grid_checkpoints c WHERE c.grid = ?1);
