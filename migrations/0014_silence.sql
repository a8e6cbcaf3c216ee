-- 0014 silence: what documents say of a node counts where its record is silent.
-- Touches: no row.  Kind: minor.  Undo: make the view of 0002 again.

DROP VIEW node_parts;

CREATE VIEW node_parts AS
  -- One row a node: the objects of it that have members without a column, as JSON. What its record says is a merge patch
  -- (RFC 7396) over what its tree's newest document says, and that over its node file. The result is that of the documents
  -- while its output is the task's, with the status and the error that the task has by now; a record's own where it is
  -- an object in the shape of a node's result, whatever word its status is. Another value that is no text is its JSON
  -- text. The end of a failed task is its error's time.
SELECT task_id, tree_id, node_id, document_node_id, context, execution_config,
  CASE WHEN said IS NOT NULL AND CASE result_type
      WHEN 'json' THEN coalesce(json_type(said, '$.output'), 'null') = 'null' AND json_type(result) <> 'object' OR json_extract(said, '$.output', '$.output') = '[' || result || ',' || result || ']'
        OR json_extract(said, '$.output_type') = 'json' AND json_extract(said, '$.output') = result
      ELSE coalesce(json_type(said, '$.output'), 'null') = 'null' OR json_extract(said, '$.output') IS result END
    THEN nullif(json_patch(json_patch(said, CASE WHEN has_said_state THEN '{}' ELSE json_object('status',
        CASE state WHEN 'completed' THEN 'success' WHEN 'failed' THEN 'failed' WHEN 'cancelled' THEN 'cancelled' END) END),
      CASE WHEN error IS NULL AND json_extract(said, '$.errors[0].message') IS NULL THEN '{}'
        WHEN EXISTS (SELECT 1 FROM json_each(said, '$.errors') e WHERE e.type = 'object' AND json_extract(e.value, '$.message') = error) THEN '{}'
        ELSE json_object('errors', json(CASE WHEN error IS NOT NULL THEN json_array(json_patch('{}',
          json_object('message', error, 'timestamp', CASE state WHEN 'failed' THEN completed_at END))) END)) END), '{}')
    WHEN result_type = 'json' AND json_valid(result) AND json_type(result) = 'object'
      AND (json_extract(result, '$.status') IN ('success', 'partial', 'failed', 'cancelled')
        OR (json_type(result, '$.status') = 'text' OR json_type(result, '$.status') IS NULL
            AND json_type(result, '$.output') = 'text')
          AND NOT EXISTS (SELECT 1 FROM json_each(result) m WHERE m.key NOT IN
            ('status', 'output', 'output_type', 'confidence', 'metadata', 'errors', 'artifacts')))
      THEN CASE WHEN state <> 'failed' OR error IS NULL OR (json_extract(result, '$.status') = 'failed'
          AND json_extract(result, '$.errors[#-1].message') IS error) THEN json(result)
        ELSE json_insert(json_set(result, '$.status', 'failed'), '$.errors[#]',
          json_patch('{}', json_object('message', error, 'timestamp', completed_at))) END
    ELSE nullif(json_patch('{}', json_object('status', CASE WHEN error IS NOT NULL OR result IS NOT NULL THEN
        CASE state WHEN 'completed' THEN 'success' WHEN 'failed' THEN 'failed' WHEN 'cancelled' THEN 'cancelled' END END,
      'output_type', CASE result_type WHEN 'json' THEN 'json' END, 'errors', json(CASE WHEN error IS NOT NULL THEN json_array(json_patch('{}', json_object('message', error,
        'timestamp', CASE state WHEN 'failed' THEN completed_at END))) END))), '{}') END AS result
FROM (
  SELECT n.task_id AS task_id, n.tree_id AS tree_id, n.node_id AS node_id, d.id AS document_node_id,
    t.state AS state, t.completed_at AS completed_at, t.result AS result, t.result_type AS result_type, t.error AS error,
    nullif(json_patch(json_patch(
        CASE WHEN json_type(f.json, '$.context') = 'object' THEN json_extract(f.json, '$.context') ELSE '{}' END,
        CASE WHEN json_type(d.json, '$.context') = 'object' THEN json_extract(d.json, '$.context') ELSE '{}' END),
      CASE WHEN json_valid(t.residue) THEN coalesce(json_extract(t.residue, '$.context'), '{}') ELSE '{}' END), '{}') AS context,
    nullif(json_patch(json_patch(
        CASE WHEN json_type(f.json, '$.execution_config') = 'object' THEN json_extract(f.json, '$.execution_config') ELSE '{}' END,
        CASE WHEN json_type(d.json, '$.execution_config') = 'object' THEN json_extract(d.json, '$.execution_config') ELSE '{}' END),
      CASE WHEN json_valid(t.residue) AND json_type(t.residue, '$.metadata.execution_config') = 'object'
        THEN json_extract(t.residue, '$.metadata.execution_config') ELSE '{}' END), '{}') AS execution_config,
    nullif(json_patch(
      CASE WHEN json_type(f.json, '$.result') = 'object' THEN json_extract(f.json, '$.result') ELSE '{}' END,
      CASE coalesce(json_type(d.json, '$.result'), 'null') WHEN 'object' THEN json_extract(d.json, '$.result')
        WHEN 'null' THEN '{}' ELSE NULL END), '{}') AS said,
    t.state = 'unknown' OR coalesce(nullif(json_extract(d.json, '$.status'), 'pending'), 'queued') = t.state
      OR d.task_version = t.version AND json_extract(d.json, '$.status') NOT IN
        ('pending', 'queued', 'running', 'completed', 'failed', 'cancelled') AS has_said_state
  FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
    LEFT JOIN document_nodes d ON d.id = (SELECT o.id FROM document_nodes o JOIN tree_documents e ON e.id = o.document_id
      WHERE o.task_id = n.task_id ORDER BY e.kind = 'tree-json' DESC, e.import_id DESC, o.id LIMIT 1)
    LEFT JOIN document_nodes f ON f.id = (SELECT o.id FROM document_nodes o JOIN tree_documents e ON e.id = o.document_id
      WHERE o.task_id = n.task_id ORDER BY e.kind = 'tree-json' DESC, e.import_id DESC, o.id LIMIT 1 OFFSET 1));
