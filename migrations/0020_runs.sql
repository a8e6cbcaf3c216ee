-- 0020 runs: whether a task has ever run, whatever became of it since; sums of costs say of how many nodes that ran nobody
-- said the cost, and none is 0 because of that.
-- Touches: no row.  Kind: minor.  Undo: make task_times, tree_cost and node_costs of the steps before again.

DROP VIEW task_times;
CREATE VIEW task_times AS
  -- Tasks with what is no column: computing it would cost every insert.
  -- started_at_ms, completed_at_ms: ms since 1970 UTC; NULL: no strict ISO time.
  -- has_run: 1 where work on it has begun once. Its state or its start says so, else one of its events; where these are
  -- no longer all kept, that it was started again.
SELECT *,
  CASE WHEN length(started_at) >= 20 AND substr(started_at, 11, 1) = 'T' THEN CAST(round((
    CASE WHEN substr(started_at, -1) = 'Z' THEN julianday(substr(started_at, 1, 23))
      WHEN substr(started_at, -6, 1) IN ('+', '-') THEN julianday(started_at) END
    - 2440587.5) * 86400000.0) AS INTEGER) END AS started_at_ms,
  CASE WHEN length(completed_at) >= 20 AND substr(completed_at, 11, 1) = 'T' THEN CAST(round((
    CASE WHEN substr(completed_at, -1) = 'Z' THEN julianday(substr(completed_at, 1, 23))
      WHEN substr(completed_at, -6, 1) IN ('+', '-') THEN julianday(completed_at) END
    - 2440587.5) * 86400000.0) AS INTEGER) END AS completed_at_ms,
  CASE WHEN state = 'completed' OR state = 'running' OR state = 'failed' OR started_at IS NOT NULL THEN 1
    WHEN version = 1 THEN 0
    ELSE EXISTS (
      WITH RECURSIVE chain (seq) AS (
        SELECT tasks.last_event_seq WHERE tasks.last_event_seq IS NOT NULL
        UNION ALL
        SELECT e.prev_seq FROM chain CROSS JOIN events e ON e.seq = chain.seq WHERE e.prev_seq IS NOT NULL)
      SELECT 1 FROM chain LEFT JOIN events e ON e.seq = chain.seq
      WHERE e.old_state = 'completed' OR e.old_state = 'running' OR e.old_state = 'failed'
        OR e.new_state = 'completed' OR e.new_state = 'running' OR e.new_state = 'failed'
        OR e.seq IS NULL AND tasks.attempts > 0) END AS has_run
FROM tasks;

DROP VIEW tree_cost;
CREATE VIEW tree_cost AS
  -- One row a tree: what its nodes cost. Dollars are summed newest first, as the legacy list is: a sum of doubles
  -- depends on the order. NULL: of no node it is known. nodes_without_cost: they have run, and nobody said what they cost;
  -- with any the sum is at least so much.
SELECT n.tree_id AS tree_id, count(*) AS nodes, sum(n.input_tokens) AS input_tokens,
  sum(n.output_tokens) AS output_tokens, (
    SELECT CASE WHEN count(usd) > 0 THEN total(usd) END FROM (
      SELECT s.total_cost_usd AS usd FROM node_own_costs s JOIN tasks t ON t.id = s.task_id
      WHERE s.tree_id = n.tree_id
      ORDER BY t.created_at_ms IS NULL, t.created_at_ms DESC, coalesce(t.position, t.id))) AS total_cost_usd,
  sum(n.total_cost_usd IS NULL AND r.has_run) AS nodes_without_cost
FROM node_own_costs n JOIN task_times r ON r.id = n.task_id
WHERE n.tree_id IS NOT NULL
GROUP BY n.tree_id;

DROP VIEW node_costs;
CREATE VIEW node_costs AS
  -- One row a node: what it used, and what it cost with all nodes below it, from what each says for itself: a sum that a
  -- record gives (tree_nodes.cost_subtree_total_usd) is of the moment when it was written. NULL: of none it is known.
  -- subtree_nodes_without_cost: of these nodes, those that have run and of which nobody said what they cost.
SELECT n.task_id AS task_id, n.tree_id AS tree_id, n.node_id AS node_id,
  coalesce(n.total_tokens, n.input_tokens + n.output_tokens) AS total_tokens,
  n.total_cost_usd AS total_cost_usd, (
    WITH RECURSIVE below (task_id) AS (
      SELECT n.task_id
      UNION
      SELECT c.task_id FROM below b JOIN tree_nodes p ON p.task_id = b.task_id JOIN tasks t ON t.id = b.task_id
        JOIN tree_nodes c ON c.tree_id = n.tree_id AND c.parent_ref IN (t.legacy_id, p.node_id)
        JOIN node_parents u ON u.task_id = c.task_id AND u.parent_task_id = b.task_id)
    SELECT sum(s.total_cost_usd) FROM below JOIN node_own_costs s ON s.task_id = below.task_id) AS subtree_total_cost_usd, (
    WITH RECURSIVE below (task_id) AS (
      SELECT n.task_id
      UNION
      SELECT c.task_id FROM below b JOIN tree_nodes p ON p.task_id = b.task_id JOIN tasks t ON t.id = b.task_id
        JOIN tree_nodes c ON c.tree_id = n.tree_id AND c.parent_ref IN (t.legacy_id, p.node_id)
        JOIN node_parents u ON u.task_id = c.task_id AND u.parent_task_id = b.task_id)
    SELECT count(*) FROM below JOIN node_own_costs s ON s.task_id = below.task_id
      JOIN task_times r ON r.id = below.task_id
    WHERE s.total_cost_usd IS NULL AND r.has_run) AS subtree_nodes_without_cost
FROM node_own_costs n;
