-- 0019 costs: a node without a total costs what its input and its output cost together; a tree of which nothing is left but what
-- failed has no estimate; what is scheduled or held is not ready.
-- Touches: no row.  Kind: minor.  Undo: make node_own_costs, tree_progress and recovery_plan of the steps before again.

DROP VIEW node_own_costs;
CREATE VIEW node_own_costs AS
  -- One row a node: what it used and cost itself, of each member what its record says (a null says that there is none),
  -- else its tree's newest document, else its node file. total_cost_usd without one: input and output, where both are known.
  -- Dollars that are a text are none (texts come behind every number, 9e999 too). NULL: not given.
SELECT task_id, tree_id, node_id, input_tokens, output_tokens, input_cost_usd, output_cost_usd,
  coalesce(given_cost_usd, input_cost_usd + output_cost_usd) AS total_cost_usd, cache_hits, cache_savings_usd, total_tokens
FROM (
  SELECT n.task_id AS task_id, n.tree_id AS tree_id, n.node_id AS node_id,
    coalesce(n.cost_input_tokens, CASE WHEN instr(l.members, '"input_tokens"') THEN NULL
      ELSE coalesce(json_extract(d.json, '$.cost.input_tokens'), json_extract(f.json, '$.cost.input_tokens')) END) AS input_tokens,
    coalesce(n.cost_output_tokens, CASE WHEN instr(l.members, '"output_tokens"') THEN NULL
      ELSE coalesce(json_extract(d.json, '$.cost.output_tokens'), json_extract(f.json, '$.cost.output_tokens')) END) AS output_tokens,
    coalesce(n.cost_input_usd, CASE WHEN instr(l.members, '"input_cost_usd"') THEN NULL
      ELSE nullif(min(coalesce(json_extract(d.json, '$.cost.input_cost_usd'), json_extract(f.json, '$.cost.input_cost_usd')), 9e999), 9e999) END) AS input_cost_usd,
    coalesce(n.cost_output_usd, CASE WHEN instr(l.members, '"output_cost_usd"') THEN NULL
      ELSE nullif(min(coalesce(json_extract(d.json, '$.cost.output_cost_usd'), json_extract(f.json, '$.cost.output_cost_usd')), 9e999), 9e999) END) AS output_cost_usd,
    coalesce(n.cost_total_usd, CASE WHEN instr(l.members, '"total_cost_usd"') THEN NULL
      ELSE nullif(min(coalesce(json_extract(d.json, '$.cost.total_cost_usd'), json_extract(f.json, '$.cost.total_cost_usd')), 9e999), 9e999) END) AS given_cost_usd,
    coalesce(n.cost_cache_hits, CASE WHEN instr(l.members, '"cache_hits"') THEN NULL
      ELSE coalesce(json_extract(d.json, '$.cost.cache_hits'), json_extract(f.json, '$.cost.cache_hits')) END) AS cache_hits,
    coalesce(n.cost_cache_savings_usd, CASE WHEN instr(l.members, '"cache_savings_usd"') THEN NULL
      ELSE coalesce(json_extract(d.json, '$.cost.cache_savings_usd'), json_extract(f.json, '$.cost.cache_savings_usd')) END) AS cache_savings_usd,
    coalesce(n.cost_total_tokens, CASE WHEN instr(l.members, '"total_tokens"') THEN NULL
      ELSE coalesce(json_extract(d.json, '$.cost.total_tokens'), json_extract(f.json, '$.cost.total_tokens')) END) AS total_tokens
  FROM tree_nodes n LEFT JOIN layouts l ON l.id = n.cost_layout_id
    LEFT JOIN document_nodes d ON d.id = (SELECT o.id FROM document_nodes o JOIN tree_documents e ON e.id = o.document_id
      WHERE o.task_id = n.task_id ORDER BY e.kind = 'tree-json' DESC, e.import_id DESC, o.id LIMIT 1) AND json_valid(d.json)
    LEFT JOIN document_nodes f ON f.id = (SELECT o.id FROM document_nodes o JOIN tree_documents e ON e.id = o.document_id
      WHERE o.task_id = n.task_id ORDER BY e.kind = 'tree-json' DESC, e.import_id DESC, o.id LIMIT 1 OFFSET 1) AND json_valid(f.json));

DROP VIEW tree_progress;
CREATE VIEW tree_progress AS
  -- One row a tree: counts, percentage done and the simple estimate (remaining nodes × average duration). eta_ms NULL: there
  -- is nothing to average, or nothing is left while not all are completed.
SELECT tree_id, total, completed, failed, running, queued, cancelled,
  completed * 1.0 / total * 100 AS percentage,
  avg_duration_ms,
  queued + running AS remaining_tasks,
  CASE WHEN queued + running > 0 OR completed + cancelled = total THEN (queued + running) * avg_duration_ms END AS eta_ms
FROM (
  SELECT n.tree_id AS tree_id, count(*) AS total,
    sum(t.state IS 'completed') AS completed, sum(t.state IS 'failed') AS failed,
    sum(t.state IS 'running') AS running, sum(t.state IS 'queued') AS queued,
    sum(t.state IS 'cancelled') AS cancelled,
    avg(CASE WHEN t.state = 'completed' THEN max(0, t.completed_at_ms - t.started_at_ms) END) AS avg_duration_ms
  FROM tree_nodes n JOIN task_times t ON t.id = n.task_id
  WHERE n.tree_id IS NOT NULL
  GROUP BY n.tree_id);

DROP VIEW recovery_plan;
CREATE VIEW recovery_plan AS
  -- One row a node of an unfinished tree: what the data alone says should happen to it after a crash.
  --   skip    completed or cancelled: never run again
  --   resume  was running: runs again, from its last checkpoint
  --   retry   failed: runs again
  --   give_up was running or failed, and this was the last of its attempts: tasks.max_attempts, else those of
  --           its retry_policy (max_retries and one, where that says nothing 4), else 3
  --   wait    queued, and blocked_by (a store id) is not finished yet, or it is scheduled for later, in its backoff or held;
  --           or in a state that rlmdb does not know
  --   ready   queued, and nothing holds it up
  -- A node waits for its unfinished children, for the siblings before it (sibling_order), for what it depends on
  -- (open_dependencies), and for the turn (turns) of each node above it, up to one that runs or is completed.
SELECT tree_id, task_id, legacy_id, node_id, parent_ref, depth, state,
  CASE WHEN state IN ('running', 'failed') AND attempts + 1 >= max_attempts THEN 'give_up'
    ELSE CASE state WHEN 'completed' THEN 'skip' WHEN 'cancelled' THEN 'skip' WHEN 'running' THEN 'resume'
      WHEN 'failed' THEN 'retry' WHEN 'queued' THEN CASE WHEN blocked_by IS NULL AND NOT is_later THEN 'ready' ELSE 'wait' END
      ELSE 'wait' END END AS decision,
  CASE WHEN state IN ('completed', 'cancelled') THEN NULL ELSE blocked_by END AS blocked_by,
  CASE WHEN state IN ('completed', 'cancelled') THEN NULL ELSE (
    SELECT r.checkpoint_id FROM resume_checkpoints r WHERE r.task_id = nodes.task_id) END AS checkpoint_id
FROM (
  SELECT g.tree_id AS tree_id, n.task_id AS task_id, coalesce(t.legacy_id, n.node_id) AS legacy_id, n.node_id AS node_id,
    n.parent_ref AS parent_ref, n.depth AS depth, t.state AS state,
    t.attempts AS attempts,
    coalesce(t.not_before > strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 0) OR EXISTS (
      SELECT 1 FROM held_tasks k JOIN holds h ON h.id = k.hold_id
      WHERE k.task_id = n.task_id AND h.lease_expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) AS is_later,
    coalesce(t.max_attempts, (
      SELECT CASE coalesce(json_type(p.execution_config, '$.retry_policy.max_retries'), 'null')
        WHEN 'integer' THEN 1 + max(0, json_extract(p.execution_config, '$.retry_policy.max_retries')) WHEN 'null' THEN 4 END
      FROM node_parts p WHERE p.task_id = t.id AND json_type(p.execution_config, '$.retry_policy') = 'object'), 3) AS max_attempts,
    coalesce(
      (SELECT coalesce(ct.legacy_id, c.node_id) FROM tree_nodes c JOIN tasks ct ON ct.id = c.task_id
       WHERE c.tree_id = n.tree_id AND c.parent_ref = coalesce(t.legacy_id, n.node_id) AND c.task_id <> n.task_id
         AND ct.state IS NOT 'completed' AND ct.state IS NOT 'cancelled' ORDER BY coalesce(ct.position, ct.id) LIMIT 1),
      (SELECT o.blocked_by FROM sibling_order o WHERE o.task_id = n.task_id),
      (SELECT d.depends_on FROM open_dependencies d WHERE d.task_id = n.task_id ORDER BY d.position LIMIT 1), (
       WITH RECURSIVE up (task_id, steps) AS (
         SELECT u.parent_task_id, 1 FROM node_parents u JOIN tree_nodes p ON p.task_id = u.parent_task_id
           JOIN tasks pt ON pt.id = p.task_id
         WHERE u.task_id = n.task_id AND p.tree_id = n.tree_id
           AND pt.state IS NOT 'running' AND pt.state IS NOT 'completed'
         UNION ALL
         SELECT u.parent_task_id, a.steps + 1 FROM up a JOIN node_parents u ON u.task_id = a.task_id
           JOIN tree_nodes p ON p.task_id = u.parent_task_id JOIN tasks pt ON pt.id = p.task_id
         WHERE p.tree_id = n.tree_id AND pt.state IS NOT 'running' AND pt.state IS NOT 'completed'
           AND a.steps < 10000)
       SELECT w.blocked_by FROM up a JOIN turns w ON w.task_id = a.task_id ORDER BY a.steps LIMIT 1)) AS blocked_by
  FROM incomplete_trees g CROSS JOIN tree_nodes n ON n.tree_id = g.tree_id CROSS JOIN tasks t ON t.id = n.task_id) AS nodes;
