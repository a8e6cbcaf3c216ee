-- name: select_document
SELECT d.id, d.tree_id, d.kind, d.outline, i.sha256 FROM tree_documents d JOIN imports i ON i.id = d.import_id
WHERE d.source_path = ?1;

-- name: select_documents_of_tree
SELECT d.id, d.tree_id, d.kind, d.outline, i.sha256 FROM tree_documents d JOIN imports i ON i.id = d.import_id
WHERE d.tree_id = ?1
ORDER BY d.kind DESC, d.import_id DESC, d.id;

-- name: select_all_documents
SELECT d.tree_id, d.kind, d.source_path,
  (SELECT n.node_id FROM document_nodes n WHERE n.document_id = d.id ORDER BY n.position LIMIT 1)
FROM tree_documents d ORDER BY d.tree_id, d.kind DESC, d.import_id DESC, d.id;

-- name: insert_document
INSERT INTO tree_documents (source_path, import_id, kind, tree_id, outline, version, root_prompt, max_depth,
  total_nodes, completed_nodes, failed_nodes, total_cost_usd, total_tokens, execution_mode, session_id, created_at,
  completed_at, duration_ms)
VALUES (?1, ?2, ?3, ?4, ?5, json_extract(?5, '$.version'), json_extract(?5, '$.metadata.root_prompt'),
  json_extract(?5, '$.metadata.max_depth'), json_extract(?5, '$.metadata.total_nodes'),
  json_extract(?5, '$.metadata.completed_nodes'), json_extract(?5, '$.metadata.failed_nodes'),
  json_extract(?5, '$.metadata.total_cost_usd'), json_extract(?5, '$.metadata.total_tokens'),
  json_extract(?5, '$.metadata.execution_mode'), json_extract(?5, '$.metadata.session_id'),
  json_extract(?5, '$.metadata.created_at'), json_extract(?5, '$.metadata.completed_at'),
  json_extract(?5, '$.metadata.duration_ms'));

-- name: delete_document_nodes
DELETE FROM document_nodes WHERE document_id = ?1;

-- name: select_document_nodes
SELECT d.level, d.task_id, d.task_version, d.node_id, d.json, coalesce(t.version, 0), d.id
FROM document_nodes d LEFT JOIN tasks t ON t.id = d.task_id
WHERE d.document_id = ?1
ORDER BY d.position;

-- name: insert_document_node
INSERT INTO document_nodes (document_id, position, level, task_id, task_version, node_id, json)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7);

-- name: delete_document
DELETE FROM tree_documents WHERE id = ?1;

-- name: select_version_in_documents
SELECT coalesce((SELECT min(n.task_version) FROM document_nodes n WHERE n.task_id = t.id),
  CASE WHEN t.last_event_seq IS NULL
    OR EXISTS (SELECT 1 FROM events e WHERE e.seq = t.last_event_seq AND e.kind = 'import:finished')
  THEN t.version ELSE 0 END)
FROM tasks t WHERE t.id = ?1;

-- name: update_task_version
UPDATE document_nodes SET task_version = ?2 WHERE task_id = ?1 AND task_version = ?3;

-- name: select_nodes_of_tree
SELECT n.task_id, n.node_id, t.legacy_id, t.version, coalesce(i.source_path, ''), coalesce(i.kind, '')
FROM tree_nodes n JOIN tasks t ON t.id = n.task_id LEFT JOIN imports i ON i.id = t.import_id
WHERE n.tree_id = ?1
ORDER BY coalesce(t.position, t.id);

-- name: move_document_nodes
UPDATE document_nodes SET task_id = ?2, task_version = ?3 WHERE task_id = ?1;

-- name: insert_node_members
INSERT INTO node_members (document_node_id, context_relevance_threshold, context_date_start, context_date_end,
  result_status, result_output_type, result_confidence, result_model_used, result_temperature, result_seed,
  result_finish_reason, duration_ms, exec_model, exec_temperature, exec_seed, exec_max_tokens, exec_timeout_ms,
  exec_max_retries, exec_backoff_ms, exec_cache_enabled, exec_cache_ttl_seconds)
VALUES (?1, json_extract(?2, '$.context.filters.relevance_threshold'),
  json_extract(?2, '$.context.filters.date_range.start'), json_extract(?2, '$.context.filters.date_range.end'),
  json_extract(?2, '$.result.status'), json_extract(?2, '$.result.output_type'),
  json_extract(?2, '$.result.confidence'), json_extract(?2, '$.result.metadata.model_used'),
  json_extract(?2, '$.result.metadata.temperature'), json_extract(?2, '$.result.metadata.seed'),
  json_extract(?2, '$.result.metadata.finish_reason'), json_extract(?2, '$.timestamps.duration_ms'),
  json_extract(?2, '$.execution_config.model'), json_extract(?2, '$.execution_config.temperature'),
  json_extract(?2, '$.execution_config.seed'), json_extract(?2, '$.execution_config.max_tokens'),
  json_extract(?2, '$.execution_config.timeout_ms'), json_extract(?2, '$.execution_config.retry_policy.max_retries'),
  json_extract(?2, '$.execution_config.retry_policy.backoff_ms'),
  json_extract(?2, '$.execution_config.cache_policy.enabled'),
  json_extract(?2, '$.execution_config.cache_policy.ttl_seconds'));

-- name: insert_context_documents
INSERT INTO context_documents (document_node_id, position, doc_id, source, relevance_score, excerpt, chunk_ids)
SELECT ?1, key, json_extract(value, '$.doc_id'), json_extract(value, '$.source'),
  json_extract(value, '$.relevance_score'), json_extract(value, '$.excerpt'), json_extract(value, '$.chunk_ids')
FROM json_each(?2, '$.context.documents') WHERE type = 'object';

-- name: insert_context_file_patterns
INSERT INTO context_file_patterns (document_node_id, position, pattern)
SELECT ?1, key, value FROM json_each(?2, '$.context.filters.file_patterns');

-- name: insert_result_errors
INSERT INTO result_errors (document_node_id, position, message, code, timestamp)
SELECT ?1, key, json_extract(value, '$.message'), json_extract(value, '$.code'), json_extract(value, '$.timestamp')
FROM json_each(?2, '$.result.errors') WHERE type = 'object';

-- name: insert_result_artifacts
INSERT INTO result_artifacts (document_node_id, position, path, type, description)
SELECT ?1, key, json_extract(value, '$.path'), json_extract(value, '$.type'), json_extract(value, '$.description')
FROM json_each(?2, '$.result.artifacts') WHERE type = 'object';

-- name: select_trees_made_here
SELECT DISTINCT n.tree_id FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
WHERE n.tree_id IS NOT NULL AND t.import_id IS NULL
  AND NOT EXISTS (SELECT 1 FROM tree_documents d WHERE d.tree_id = n.tree_id)
ORDER BY n.tree_id;
