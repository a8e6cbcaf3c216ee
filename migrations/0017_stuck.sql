-- 0017 stuck: what cannot go on before somebody does something, and the word for how a task is doing.
-- Touches: no row.  Kind: minor.  Undo: DROP VIEW task_states; DROP VIEW stuck_tasks;

-- walk: a circle is found from the one of its tasks with the smallest id. held: ends, it never ends; after, neither, for
-- something before or above it, as all behind it; turn, that of all below it never comes.
CREATE VIEW stuck_tasks AS
  -- One row a queued task that would stay queued though everything that may run were run and every time had come.
  -- What is interrupted counts as running; circles are those of dependencies alone.
WITH RECURSIVE dependent (task_id, on_task_id) AS (
  SELECT DISTINCT task_id, coalesce(on_task_id, 0) FROM open_dependencies),
walk (first, task_id) AS (
  SELECT d.task_id, d.on_task_id FROM dependent d JOIN tasks t ON t.id = d.task_id
  WHERE d.on_task_id >= d.task_id AND t.state = 'queued'
  UNION
  SELECT w.first, d.on_task_id FROM walk w JOIN tasks t ON t.id = w.task_id JOIN dependent d ON d.task_id = w.task_id
  WHERE w.task_id > w.first AND d.on_task_id >= w.first AND t.state = 'queued'),
held (how, task_id) AS (
  SELECT 'ends', id FROM tasks WHERE state = 'failed' AND state IS NOT 'completed'
  UNION SELECT 'ends', id FROM tasks WHERE state = 'unknown' AND state IS NOT 'completed'
  UNION SELECT 'ends', id FROM tasks WHERE state IS NULL
  UNION SELECT 'ends', first FROM walk WHERE task_id = first
  UNION SELECT 'ends', d.task_id FROM dependent d JOIN tasks t ON t.id = d.task_id
  WHERE d.on_task_id = 0 AND t.state = 'queued'
  UNION SELECT 'turn', d.task_id FROM dependent d JOIN tasks t ON t.id = d.task_id
  WHERE d.on_task_id = 0 AND t.state IS NOT 'running' AND t.state IS NOT 'completed' AND t.state IS NOT 'cancelled'
  UNION SELECT 'after', n.task_id FROM tree_settings s JOIN tree_nodes n ON n.tree_id = s.tree_id
  WHERE s.budget_usd <= coalesce((SELECT c.total_cost_usd FROM tree_cost c WHERE c.tree_id = s.tree_id), 0)
  UNION
  SELECT 'ends', u.parent_task_id
  FROM held h CROSS JOIN tree_nodes n ON n.task_id = h.task_id CROSS JOIN node_parents u ON u.task_id = h.task_id
    CROSS JOIN tree_nodes p ON p.task_id = u.parent_task_id AND p.tree_id = n.tree_id CROSS JOIN tasks t ON t.id = p.task_id
  WHERE h.how <> 'turn' AND t.state = 'queued'
  UNION
  SELECT k.how, s.task_id
  FROM held h CROSS JOIN tasks ht ON ht.id = h.task_id CROSS JOIN tree_nodes n ON n.task_id = h.task_id
    CROSS JOIN node_parents u ON u.task_id = h.task_id CROSS JOIN tree_nodes p ON p.task_id = u.parent_task_id AND p.tree_id = n.tree_id
    CROSS JOIN tree_nodes s ON s.tree_id = n.tree_id AND s.parent_ref = n.parent_ref CROSS JOIN tasks st ON st.id = s.task_id
    CROSS JOIN (SELECT 'after' AS how UNION ALL SELECT 'turn') k
  WHERE h.how = 'ends' AND coalesce(st.position, st.id) > coalesce(ht.position, ht.id)
    AND CASE k.how WHEN 'after' THEN st.state = 'queued' ELSE st.state IS NOT 'running' AND st.state IS NOT 'completed' END
    AND (p.decomposition_strategy IN ('sequential', 'conditional')
      OR p.decomposition_strategy = 'map-reduce' AND NOT EXISTS (
        SELECT 1 FROM tree_nodes l JOIN tasks lt ON lt.id = l.task_id
        WHERE l.tree_id = s.tree_id AND l.parent_ref = s.parent_ref
          AND coalesce(lt.position, lt.id) > coalesce(st.position, st.id)))
  UNION
  SELECT 'ends', d.task_id FROM held h CROSS JOIN dependent d ON d.on_task_id = h.task_id CROSS JOIN tasks t ON t.id = d.task_id
  WHERE h.how <> 'turn' AND t.state = 'queued'
  UNION
  SELECT 'turn', d.task_id FROM held h CROSS JOIN dependent d ON d.on_task_id = h.task_id CROSS JOIN tasks t ON t.id = d.task_id
  WHERE h.how <> 'turn' AND t.state IS NOT 'running' AND t.state IS NOT 'completed' AND t.state IS NOT 'cancelled'
    AND d.task_id NOT IN (
      WITH RECURSIVE above (task_id) AS (
        SELECT u.parent_task_id FROM node_parents u JOIN tree_nodes n ON n.task_id = u.task_id
          JOIN tree_nodes p ON p.task_id = u.parent_task_id AND p.tree_id = n.tree_id
        WHERE u.task_id = h.task_id
        UNION
        SELECT u.parent_task_id FROM above a JOIN node_parents u ON u.task_id = a.task_id
          JOIN tree_nodes n ON n.task_id = u.task_id JOIN tree_nodes p ON p.task_id = u.parent_task_id AND p.tree_id = n.tree_id)
      SELECT task_id FROM above)
  UNION
  SELECT k.how, c.task_id
  FROM held h CROSS JOIN tasks t ON t.id = h.task_id CROSS JOIN tree_nodes n ON n.task_id = h.task_id
    CROSS JOIN tree_nodes c ON c.tree_id = n.tree_id AND c.parent_ref = coalesce(t.legacy_id, n.node_id) AND c.task_id <> n.task_id
    CROSS JOIN tasks ct ON ct.id = c.task_id CROSS JOIN (SELECT 'after' AS how UNION ALL SELECT 'turn') k
  WHERE h.how = 'turn'
    AND CASE k.how WHEN 'after' THEN ct.state = 'queued' ELSE ct.state IS NOT 'running' AND ct.state IS NOT 'completed' END)
SELECT t.id AS task_id, t.legacy_id AS legacy_id, n.tree_id AS tree_id, n.node_id AS node_id
FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id
WHERE t.state = 'queued' AND t.id IN (SELECT task_id FROM held WHERE how <> 'turn');

CREATE VIEW task_states AS
  -- One row a task and a word for how it is doing: stuck, interrupted (its lease has passed), else its state.
SELECT t.id AS task_id, t.legacy_id AS legacy_id, n.tree_id AS tree_id, t.state AS state,
  CASE WHEN t.state = 'queued' AND t.id IN (SELECT task_id FROM stuck_tasks) THEN 'stuck'
    WHEN t.state = 'running' AND t.lease_expires_at <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now') THEN 'interrupted'
    ELSE t.state END AS word
FROM tasks t LEFT JOIN tree_nodes n ON n.task_id = t.id;
