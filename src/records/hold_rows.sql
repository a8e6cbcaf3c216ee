-- name: select_holds
SELECT owner, owner_host, owner_boot_id, owner_pid, owner_start_ticks, owner_pid_namespace, lease_expires_at, id
FROM holds ORDER BY id;

-- name: select_hold_of_owner
SELECT owner, owner_host, owner_boot_id, owner_pid, owner_start_ticks, owner_pid_namespace, lease_expires_at, id
FROM holds WHERE owner = ?1;

-- name: select_hold_of_task
SELECT h.owner, h.owner_host, h.owner_boot_id, h.owner_pid, h.owner_start_ticks, h.owner_pid_namespace,
  h.lease_expires_at, h.id
FROM held_tasks t JOIN holds h ON h.id = t.hold_id WHERE t.task_id = ?1;

-- name: put_hold
-- A process that was named stays named until another is.
INSERT INTO holds (owner, owner_host, owner_boot_id, owner_pid, owner_start_ticks, owner_pid_namespace,
  lease_expires_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
ON CONFLICT (owner) DO UPDATE SET
  owner_pid = CASE WHEN ?4 IS NULL AND owner_host IS ?2 AND owner_boot_id IS ?3 THEN owner_pid ELSE ?4 END,
  owner_start_ticks = CASE WHEN ?4 IS NULL AND owner_host IS ?2 AND owner_boot_id IS ?3 THEN owner_start_ticks ELSE ?5 END,
  owner_pid_namespace = CASE WHEN ?4 IS NULL AND owner_host IS ?2 AND owner_boot_id IS ?3 THEN owner_pid_namespace ELSE ?6 END,
  owner_host = ?2, owner_boot_id = ?3, lease_expires_at = ?7;

-- name: delete_hold
DELETE FROM holds WHERE id = ?1;

-- name: put_held_task
INSERT INTO held_tasks (task_id, hold_id) VALUES (?1, ?2)
ON CONFLICT (task_id) DO UPDATE SET hold_id = ?2 WHERE hold_id <> ?2;

-- name: delete_held_task
DELETE FROM held_tasks WHERE task_id = ?1;

-- name: count_held_tasks
SELECT count(*) FROM held_tasks WHERE hold_id = ?1;
