-- name: select_node_by_store_id
SELECT t.id, t.legacy_id, n.node_id, n.tree_id, t.state, n.merge_strategy
FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE t.legacy_id = ?1;

-- name: select_nodes_by_node_id
SELECT DISTINCT t.id, t.legacy_id, n.node_id, n.tree_id, t.state, n.merge_strategy
FROM document_nodes d JOIN tasks t ON t.id = d.task_id JOIN tree_nodes n ON n.task_id = t.id
WHERE d.node_id = ?1
LIMIT 2;

-- name: select_merge_input
SELECT t.legacy_id, n.node_id,
  CASE WHEN t.state = 'unknown' AND json_valid(t.residue) THEN json_extract(t.residue, '$.task.state') ELSE t.state END,
  coalesce(t.result, CASE WHEN json_valid(t.residue) THEN t.residue -> '$.task.result' END),
  t.result IS NULL OR t.result_type = 'json',
  (SELECT d.result_confidence FROM node_details d JOIN document_nodes m ON m.id = d.document_node_id
   WHERE d.task_id = t.id AND (m.task_version = t.version OR json_extract(m.json, '$.result.output') IS t.result))
FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE t.id = ?1;
