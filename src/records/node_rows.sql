-- name: insert_node
INSERT INTO tree_nodes (task_id, tree_id, node_id, parent_ref, depth, decomposition_strategy, merge_strategy,
  context_type, context_source, context_size_tokens, cost_input_tokens, cost_output_tokens, cost_total_tokens,
  cost_input_usd, cost_output_usd, cost_total_usd, cost_subtree_total_usd, cost_cache_hits, cost_cache_savings_usd,
  context_layout_id, cost_layout_id)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21);

-- name: delete_node
DELETE FROM tree_nodes WHERE task_id = ?1;

-- name: update_node_document_values
UPDATE tree_nodes SET parent_ref = ?2, depth = ?3, decomposition_strategy = ?4, merge_strategy = ?5
WHERE task_id = ?1;

-- name: update_parent_ref
UPDATE tree_nodes SET parent_ref = ?3
WHERE tree_id = ?1 AND parent_ref = ?2 AND (SELECT t.legacy_id FROM tasks t WHERE t.id = task_id) IS NULL;
