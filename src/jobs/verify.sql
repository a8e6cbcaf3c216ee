-- name: count_imported_tasks
SELECT count(*) FROM tasks WHERE import_id IS NOT NULL;

-- name: sum_imported_new
SELECT coalesce(sum(records_new), 0) FROM imports WHERE kind IN ('tasks-json', 'tree-json', 'node-json');

-- name: count_rejects_by_import
SELECT i.id, i.records_rejected, (SELECT count(*) FROM import_rejects r WHERE r.import_id = i.id) FROM imports i;

