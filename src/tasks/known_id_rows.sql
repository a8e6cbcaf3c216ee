-- name: select_task_ids_from
SELECT legacy_id FROM tasks WHERE legacy_id >= ?1 AND legacy_id < ?1 || char(1114111) ORDER BY legacy_id LIMIT ?2;

-- name: select_node_ids_from
SELECT DISTINCT node_id FROM tree_nodes WHERE node_id >= ?1 AND node_id < ?1 || char(1114111) ORDER BY node_id LIMIT ?2;

-- name: select_tree_ids_from
SELECT DISTINCT tree_id FROM tree_nodes WHERE tree_id >= ?1 AND tree_id < ?1 || char(1114111) ORDER BY tree_id LIMIT ?2;

-- name: select_checkpoint_ids_from
SELECT checkpoint_id FROM snapshots WHERE checkpoint_id >= ?1 AND checkpoint_id < ?1 || char(1114111)
UNION
SELECT checkpoint_id FROM workflow_checkpoints WHERE checkpoint_id >= ?1 AND checkpoint_id < ?1 || char(1114111)
ORDER BY checkpoint_id LIMIT ?2;

-- name: select_loop_ids_from
SELECT DISTINCT loop_id FROM loops WHERE loop_id >= ?1 AND loop_id < ?1 || char(1114111) ORDER BY loop_id LIMIT ?2;

-- name: select_grid_places_from
SELECT place FROM grids WHERE place >= ?1 AND place < ?1 || char(1114111) ORDER BY place LIMIT ?2;
