-- name: insert_layout
INSERT INTO layouts (level, members) VALUES (?1, ?2) ON CONFLICT (level, members) DO NOTHING;

-- name: select_layout_id
SELECT id FROM layouts WHERE level = ?1 AND members = ?2;

-- name: select_layout
SELECT level, members FROM layouts WHERE id = ?1;
