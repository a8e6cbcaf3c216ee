-- 0008 ready: what a waiting task waits for is looked at again after every change that could end the wait, also one in
-- a SQL shell; a node's parent is looked for in its own tree first; recovery_plan knows the last attempt.
-- Touches: tasks.blocked_by, which is derived: every note of it is taken away, the next claims make it anew.
-- The views node_parents and recovery_plan are made anew; recovery_plan knows give_up.
-- Kind: minor, because an older rlmdb makes and reads the notes as before.
-- Undo: restore the backup that `migrate up` made.

-- Older notes may be wrong; none is kept.
UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL;

-- tasks.blocked_by is a note: it says that a claim found the task waiting. A note that is wrong hides a task for ever, a
-- missing one costs one look. So each of these takes away more notes than need be rather than one too few, and asks
-- first whether there is any note at all: then an import, which begins without notes, pays for one look at an empty index.
-- INSERT OR REPLACE takes a row away that no trigger sees go: delete it first.
DROP TRIGGER tasks_delete_unblocks;
DROP TRIGGER tree_nodes_move_unblocks;
DROP TRIGGER tree_nodes_delete_unblocks;

CREATE TRIGGER tasks_change_unblocks AFTER UPDATE OF state, residue ON tasks
WHEN new.blocked_by IS NOT NULL AND (new.state IS NOT old.state OR new.residue IS NOT old.residue) BEGIN
  -- The task may depend on others now (residue holds metadata.depends_on), or is not queued any more.
  UPDATE tasks SET blocked_by = NULL WHERE id = new.id;
END;
CREATE TRIGGER tasks_rename_unblocks AFTER UPDATE OF id, legacy_id, position ON tasks
WHEN (new.position IS NOT old.position OR new.legacy_id IS NOT old.legacy_id OR new.id <> old.id)
  AND EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- Another order, or another task that a node or a dependency names.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL;
END;
CREATE TRIGGER tasks_delete_unblocks AFTER DELETE ON tasks
WHEN EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- What waited for this task is looked at again, and its tree where the node is still there.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by = old.id;
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL AND EXISTS (
    SELECT 1 FROM tree_nodes n JOIN tree_nodes o ON o.tree_id = n.tree_id
    WHERE n.task_id = tasks.id AND o.task_id = old.id);
END;

CREATE TRIGGER tree_nodes_add_unblocks AFTER INSERT ON tree_nodes
WHEN EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) AND (
  EXISTS (SELECT 1 FROM tasks p JOIN tree_nodes n ON n.task_id = p.id
    WHERE p.legacy_id = new.parent_ref AND n.decomposition_strategy = 'map-reduce')
  OR EXISTS (SELECT 1 FROM document_nodes d JOIN tree_nodes n ON n.task_id = d.task_id
    WHERE d.node_id = new.parent_ref AND n.decomposition_strategy = 'map-reduce')
  OR EXISTS (SELECT 1 FROM tree_nodes WHERE tree_id = new.tree_id
    AND parent_ref = coalesce((SELECT legacy_id FROM tasks WHERE id = new.task_id), new.node_id))) BEGIN
  -- Of the children of a map-reduce parent the last waits for the others, and now another one may be the last. A node
  -- whose children were there first may close a cycle, which is cut somewhere.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL AND id IN (
    SELECT task_id FROM tree_nodes WHERE tree_id = new.tree_id);
END;
CREATE TRIGGER tree_nodes_move_unblocks
AFTER UPDATE OF task_id, tree_id, node_id, parent_ref, decomposition_strategy ON tree_nodes
WHEN EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- Another shape of the tree: all its waiting nodes are looked at again.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL AND (id = old.task_id OR EXISTS (
    SELECT 1 FROM tree_nodes n WHERE n.task_id = tasks.id AND (n.tree_id = old.tree_id OR n.tree_id = new.tree_id)));
END;
CREATE TRIGGER tree_nodes_delete_unblocks AFTER DELETE ON tree_nodes
WHEN EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- Another shape of the tree: all its waiting nodes are looked at again.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL AND (id = old.task_id OR EXISTS (
    SELECT 1 FROM tree_nodes n WHERE n.task_id = tasks.id AND n.tree_id = old.tree_id));
END;

CREATE TRIGGER document_nodes_add_unblocks AFTER INSERT ON document_nodes
WHEN EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- Another node may be the parent that a node without a store id names.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL;
END;
CREATE TRIGGER document_nodes_move_unblocks AFTER UPDATE OF task_id, node_id ON document_nodes
WHEN EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- Another node may be the parent that a node without a store id names.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL;
END;
CREATE TRIGGER document_nodes_delete_unblocks AFTER DELETE ON document_nodes
WHEN EXISTS (SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL) BEGIN
  -- Another node may be the parent that a node without a store id names.
  UPDATE tasks SET blocked_by = NULL WHERE blocked_by IS NOT NULL;
END;

DROP VIEW node_parents;
CREATE VIEW node_parents AS
  -- One row a node: the task that its parent_ref names. The ids of its own tree come first: a task elsewhere may have
  -- a store id that is a node id here.
SELECT n.task_id AS task_id, coalesce(
  (SELECT p.id FROM tasks p JOIN tree_nodes m ON m.task_id = p.id
   WHERE p.legacy_id = n.parent_ref AND m.tree_id = n.tree_id),
  (SELECT d.task_id FROM document_nodes d JOIN tree_nodes p ON p.task_id = d.task_id
   WHERE d.node_id = n.parent_ref AND p.tree_id = n.tree_id LIMIT 1),
  (SELECT p.id FROM tasks p WHERE p.legacy_id = n.parent_ref)) AS parent_task_id
FROM tree_nodes n;

DROP VIEW recovery_plan;
CREATE VIEW recovery_plan AS
  -- One row a node of an unfinished tree: what the data alone says should happen to it after a crash.
  --   skip    completed or cancelled: never run again
  --   resume  was running: runs again, from its last checkpoint
  --   retry   failed: runs again
  --   give_up was running or failed, and this was the last of its attempts: tasks.max_attempts, else those that its tree
  --           document gives it, else 3; not said of a task whose own record may give it others (residue)
  --   wait    queued, and blocked_by (a store id) is not finished yet; or in a state that rlmdb does not know
  --   ready   queued, and nothing holds it up
  -- A node waits for its unfinished children; under a sequential or conditional parent for every earlier
  -- sibling; the last child of a map-reduce parent for all the others.
SELECT tree_id, task_id, legacy_id, node_id, parent_ref, depth, state,
  CASE WHEN state IN ('running', 'failed') AND attempts + 1 >= max_attempts THEN 'give_up'
    ELSE CASE state WHEN 'completed' THEN 'skip' WHEN 'cancelled' THEN 'skip' WHEN 'running' THEN 'resume'
      WHEN 'failed' THEN 'retry' WHEN 'queued' THEN CASE WHEN blocked_by IS NULL THEN 'ready' ELSE 'wait' END
      ELSE 'wait' END END AS decision,
  CASE WHEN state IN ('completed', 'cancelled') THEN NULL ELSE blocked_by END AS blocked_by,
  CASE WHEN state IN ('completed', 'cancelled') THEN NULL ELSE coalesce(resume_checkpoint_id, (
    SELECT c.checkpoint_id FROM checkpoints c WHERE c.task_id = nodes.task_id
    ORDER BY c.position IS NULL DESC, c.position DESC, c.id DESC LIMIT 1)) END AS checkpoint_id
FROM (
  SELECT n.tree_id AS tree_id, n.task_id AS task_id, coalesce(t.legacy_id, n.node_id) AS legacy_id, n.node_id AS node_id,
    n.parent_ref AS parent_ref, n.depth AS depth, t.state AS state,
    t.resume_checkpoint_id AS resume_checkpoint_id, t.attempts AS attempts,
    coalesce(t.max_attempts, CASE WHEN instr(t.residue, '"max_retries"') > 0 THEN 9223372036854775807 END, (
      SELECT 1 + max(0, m.exec_max_retries) FROM document_nodes d JOIN node_members m ON m.document_node_id = d.id
      WHERE d.task_id = t.id AND typeof(m.exec_max_retries) = 'integer' ORDER BY d.id DESC LIMIT 1), 3) AS max_attempts,
    coalesce(
      (SELECT coalesce(ct.legacy_id, c.node_id) FROM tree_nodes c JOIN tasks ct ON ct.id = c.task_id
       WHERE c.tree_id = n.tree_id AND c.parent_ref = coalesce(t.legacy_id, n.node_id) AND c.task_id <> n.task_id
         AND ct.state IS NOT 'completed' AND ct.state IS NOT 'cancelled' ORDER BY coalesce(ct.position, ct.id) LIMIT 1),
      (SELECT coalesce(st.legacy_id, s.node_id) FROM node_parents u JOIN tree_nodes pn ON pn.task_id = u.parent_task_id
       JOIN tree_nodes s ON s.tree_id = n.tree_id AND s.parent_ref = n.parent_ref
       JOIN tasks st ON st.id = s.task_id
       WHERE u.task_id = n.task_id AND pn.tree_id = n.tree_id
         AND coalesce(st.position, st.id) < coalesce(t.position, t.id)
         AND st.state IS NOT 'completed' AND st.state IS NOT 'cancelled'
         AND (pn.decomposition_strategy IN ('sequential', 'conditional')
           OR (pn.decomposition_strategy = 'map-reduce' AND NOT EXISTS (
             SELECT 1 FROM tree_nodes l JOIN tasks lt ON lt.id = l.task_id
             WHERE l.tree_id = n.tree_id AND l.parent_ref = n.parent_ref
               AND coalesce(lt.position, lt.id) > coalesce(t.position, t.id))))
       ORDER BY coalesce(st.position, st.id) LIMIT 1)) AS blocked_by
  FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
  WHERE n.tree_id IN (SELECT tree_id FROM incomplete_trees)) AS nodes;
