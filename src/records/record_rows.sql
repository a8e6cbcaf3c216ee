-- name: select_records_by_id
SELECT t.legacy_id, t.prompt, t.agent, t.priority, t.state, t.created_at, t.started_at, t.completed_at, t.pid,
  t.result, t.result_type, t.error, t.output, n.tree_id, n.node_id, n.parent_ref, n.depth, n.decomposition_strategy,
  n.merge_strategy, n.context_type, n.context_source, n.context_size_tokens, n.cost_input_tokens,
  n.cost_output_tokens, n.cost_total_tokens, n.cost_input_usd, n.cost_output_usd, n.cost_total_usd,
  n.cost_subtree_total_usd, n.cost_cache_hits, n.cost_cache_savings_usd, n.task_id, n.context_layout_id,
  n.cost_layout_id, t.id, coalesce(t.position, t.id), t.version, t.layout_id, t.metadata_layout_id, t.residue, t.verbatim,
  t.verbatim_digest, t.import_id, t.source_digest, t.source_version
FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE t.id >= ?1
ORDER BY t.id;

-- name: select_records_by_position
SELECT t.legacy_id, t.prompt, t.agent, t.priority, t.state, t.created_at, t.started_at, t.completed_at, t.pid,
  t.result, t.result_type, t.error, t.output, n.tree_id, n.node_id, n.parent_ref, n.depth, n.decomposition_strategy,
  n.merge_strategy, n.context_type, n.context_source, n.context_size_tokens, n.cost_input_tokens,
  n.cost_output_tokens, n.cost_total_tokens, n.cost_input_usd, n.cost_output_usd, n.cost_total_usd,
  n.cost_subtree_total_usd, n.cost_cache_hits, n.cost_cache_savings_usd, n.task_id, n.context_layout_id,
  n.cost_layout_id, t.id, coalesce(t.position, t.id), t.version, t.layout_id, t.metadata_layout_id, t.residue, t.verbatim,
  t.verbatim_digest, t.import_id, t.source_digest, t.source_version
FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE t.id >= ?1
ORDER BY coalesce(t.position, t.id);

-- name: has_positions
SELECT EXISTS (SELECT 1 FROM tasks WHERE position IS NOT NULL);

-- name: select_record
SELECT t.legacy_id, t.prompt, t.agent, t.priority, t.state, t.created_at, t.started_at, t.completed_at, t.pid,
  t.result, t.result_type, t.error, t.output, n.tree_id, n.node_id, n.parent_ref, n.depth, n.decomposition_strategy,
  n.merge_strategy, n.context_type, n.context_source, n.context_size_tokens, n.cost_input_tokens,
  n.cost_output_tokens, n.cost_total_tokens, n.cost_input_usd, n.cost_output_usd, n.cost_total_usd,
  n.cost_subtree_total_usd, n.cost_cache_hits, n.cost_cache_savings_usd, n.task_id, n.context_layout_id,
  n.cost_layout_id, t.id, coalesce(t.position, t.id), t.version, t.layout_id, t.metadata_layout_id, t.residue, t.verbatim,
  t.verbatim_digest, t.import_id, t.source_digest, t.source_version
FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE t.id = ?1;

-- name: has_verbatim
SELECT EXISTS (SELECT 1 FROM tasks WHERE id = ?1 AND verbatim IS NOT NULL);
