-- name: select_merge_node
SELECT t.id, t.legacy_id, n.node_id, n.tree_id, t.state, n.merge_strategy
FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE t.id = ?1;

-- name: select_merge_input
SELECT t.legacy_id, n.node_id,
  CASE WHEN t.state = 'unknown' AND json_valid(t.residue) THEN json_extract(t.residue, '$.task.state') ELSE t.state END,
  coalesce(t.result, CASE WHEN json_valid(t.residue) THEN t.residue -> '$.task.result' END),
  t.result IS NULL OR t.result_type = 'json',
  (SELECT d.result_confidence FROM node_details d WHERE d.task_id = t.id AND d.result_confidence BETWEEN 0 AND 1)
FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE t.id = ?1;
