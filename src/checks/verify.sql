-- What verify asks. Each statement of the second part gives the name of a row that is wrong, and what is wrong with it;
-- src/checks/verify_checks.cpp says which tables it looks at.

-- name: count_imported_tasks
SELECT count(*) FROM tasks WHERE import_id IS NOT NULL;

-- name: sum_imported_new
SELECT coalesce(sum(records_new), 0) FROM imports WHERE kind IN ('tasks-json', 'tree-json', 'node-json');

-- name: select_table_queries
SELECT name, 'SELECT * FROM "' || replace(name, '"', '""') || '"' FROM sqlite_schema
WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY name;

-- name: select_schema_objects
SELECT type || ' ' || name, tbl_name || ': ' || coalesce(sql, '') FROM sqlite_schema
WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY type, name;

-- name: select_task_ids
SELECT id FROM tasks ORDER BY id;

-- name: select_contents
SELECT id, sha256, body FROM contents ORDER BY id;

-- name: select_documents
SELECT id, tree_id, kind, outline, import_id, source_path FROM tree_documents ORDER BY id;

-- name: select_document_node_rows
SELECT level, task_id, task_version, node_id, json, 0, id, task_digest FROM document_nodes
WHERE document_id = ?1 ORDER BY position;

-- name: select_canonical
SELECT canonical_sha256 FROM imports WHERE id = ?1;

-- name: contents_no_row_names
SELECT 'event_changes:' || event_seq || '/' || owner_id || member, 'no content has its earlier value'
FROM event_changes WHERE old_form = 'content' AND NOT EXISTS (SELECT 1 FROM contents c WHERE c.sha256 = old_value);

-- name: broken_changes
SELECT 'event_changes:' || event_seq || '/' || owner_id || member,
  CASE WHEN old_form = 'length' THEN 'the earlier length is no number' ELSE 'the earlier value is no JSON' END
FROM event_changes
WHERE CASE WHEN old_form = 'length' THEN old_value IS NULL OR old_value = '' OR old_value GLOB '*[^0-9]*'
  WHEN old_form IS NULL THEN length(old_value) < 4000 AND NOT json_valid(old_value) ELSE 0 END;

-- name: changes_of_others
SELECT 'event_changes:' || c.event_seq || '/' || c.owner_id || c.member,
  'its event is about ' || coalesce(e.task_id, e.state_id, e.loop_id)
FROM event_changes c JOIN events e ON e.seq = c.event_seq
WHERE coalesce(e.task_id, e.state_id, e.loop_id) <> c.owner_id;

-- name: changes_of_no_record
SELECT 'event_changes:' || event_seq || '/' || owner_id || member, 'there never was a record ' || owner_id
FROM event_changes
WHERE owner_id < 1 OR owner_id >= (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'next_task_key');

-- name: events_of_no_record
SELECT 'events:' || e.seq, 'there is no ' || CASE WHEN e.task_id IS NOT NULL THEN 'task ' || e.task_id
  WHEN e.state_id IS NOT NULL THEN 'state ' || e.state_id ELSE 'loop ' || e.loop_id END || ', and no event of its removal'
FROM events e
WHERE e.task_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.id = e.task_id)
    AND e.task_id NOT IN (
      SELECT r.task_id FROM events r WHERE r.kind = 'task:removed' AND r.task_id IS NOT NULL)
  OR e.state_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM states s WHERE s.id = e.state_id)
    AND e.state_id NOT IN (
      SELECT r.state_id FROM events r WHERE r.kind = 'state:removed' AND r.state_id IS NOT NULL)
  OR e.loop_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM loops o WHERE o.id = e.loop_id);

-- name: broken_event_chains
SELECT 'events:' || e.seq, 'the event before it, ' || e.prev_seq || ', is none of the same record'
FROM events e LEFT JOIN events p ON p.seq = e.prev_seq
WHERE e.prev_seq IS NOT NULL AND (coalesce(e.task_id, e.state_id, e.loop_id) IS NULL OR e.prev_seq >= e.seq
  OR e.prev_seq < 1 OR e.prev_seq >= (SELECT min(seq) FROM events)
    AND (p.task_id IS NOT e.task_id OR p.state_id IS NOT e.state_id OR p.loop_id IS NOT e.loop_id));

-- name: events_outside_chains
WITH heads (id, seq) AS (SELECT id, last_event_seq FROM tasks UNION ALL SELECT id, last_event_seq FROM states
  UNION ALL SELECT id, last_event_seq FROM loops)
SELECT 'events:' || e.seq,
  'neither a later event nor the record ' || coalesce(e.task_id, e.state_id, e.loop_id) || ' leads to it'
FROM events e
WHERE coalesce(e.task_id, e.state_id, e.loop_id) IN (SELECT id FROM heads)
  AND e.seq NOT IN (SELECT seq FROM heads WHERE seq IS NOT NULL) AND e.seq NOT IN (SELECT prev_seq FROM events WHERE prev_seq IS NOT NULL);

-- name: broken_last_events
WITH heads (of, id, seq) AS (SELECT 'tasks', id, last_event_seq FROM tasks
  UNION ALL SELECT 'states', id, last_event_seq FROM states UNION ALL SELECT 'loops', id, last_event_seq FROM loops)
SELECT h.of || ':' || h.id, 'its newest event, ' || h.seq || ', is none of it'
FROM heads h LEFT JOIN events e ON e.seq = h.seq
WHERE h.seq IS NOT NULL AND (h.seq < 1 OR h.seq >= (SELECT min(seq) FROM events)
  AND CASE h.of WHEN 'tasks' THEN e.task_id WHEN 'states' THEN e.state_id ELSE e.loop_id END IS NOT h.id);

-- name: events_of_lost_imports
SELECT 'imports:' || i.id, 'no event says that it happened'
FROM imports i
WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.import_id = i.id AND e.kind = 'import:finished')
  AND (SELECT min(seq) FROM events) = 1;

-- name: events_that_skip
SELECT 'events:' || e.seq, 'the event before it in the table is ' || p.seq
FROM (SELECT seq, kind, lag(seq) OVER (ORDER BY seq) AS before FROM events) e JOIN events p ON p.seq = e.before
WHERE e.before <> e.seq - 1 AND e.kind NOT IN ('store:numbers_raised', 'store:restored');

-- name: versions_without_events
SELECT 'tasks:' || t.id, 'its version is ' || t.version || ', at its import it was ' || t.source_version ||
  ', and no event of it changed it'
FROM tasks t
WHERE t.source_version IS NOT NULL AND (t.version < t.source_version
  OR t.version > t.source_version AND t.last_event_seq IS NULL AND (SELECT min(seq) FROM events) = 1)
UNION ALL
SELECT 'tasks:' || t.id, 'its version is ' || t.version || ', its document was of ' || max(n.task_version) ||
  ', and no event of it changed it'
FROM tasks t JOIN document_nodes n ON n.task_id = t.id
WHERE t.import_id IS NOT NULL AND t.source_version IS NULL AND t.last_event_seq IS NULL
  AND (SELECT min(seq) FROM events) = 1
GROUP BY t.id HAVING t.version > max(n.task_version);

-- name: versions_of_documents
WITH held (row, import_id, version, source_version, seq) AS (
  SELECT 'states:' || id, import_id, version, source_version, last_event_seq FROM states
  UNION ALL SELECT 'loops:' || id, import_id, version, source_version, last_event_seq FROM loops)
SELECT h.row, 'its version is ' || h.version || ', at its import it was ' || h.source_version ||
  ', and no event of it changed it'
FROM held h LEFT JOIN events e ON e.seq = h.seq
WHERE h.source_version IS NOT NULL AND (h.import_id IS NULL OR h.version < h.source_version
  OR h.version > h.source_version AND e.kind = 'import:finished');

-- name: versions_beside_events
SELECT 'tasks:' || t.id, 'its version is ' || t.version || ' after ' || n.changes || ' events'
FROM tasks t JOIN (SELECT task_id, count(*) AS changes FROM events WHERE task_id IN (
  SELECT c.task_id FROM events c WHERE c.kind = 'task:created') GROUP BY task_id) n ON n.task_id = t.id
WHERE t.import_id IS NULL AND t.version <> n.changes;

-- name: sources_of_rows
WITH held (row, path, kind, import_id) AS (
  SELECT 'states:' || id, source_path, 'state-json', import_id FROM states
  UNION ALL SELECT 'snapshots:' || id, source_path, 'checkpoint-json', import_id FROM snapshots
  UNION ALL SELECT 'loops:' || id, source_path, 'loop-json', import_id FROM loops
  UNION ALL SELECT 'workflow_checkpoints:' || id, source_path, 'workflow-json', import_id FROM workflow_checkpoints
  UNION ALL SELECT 'tree_documents:' || id, source_path, kind, import_id FROM tree_documents
  -- The file of a checkpoint that another file has already is kept as it is.
  UNION ALL SELECT 'files:' || f.id, f.source_path, CASE WHEN f.kind = 'kept-json' AND n.kind = 'checkpoint-json'
    THEN n.kind ELSE f.kind END, f.import_id FROM files f LEFT JOIN imports n ON n.id = f.import_id)
SELECT h.row, CASE WHEN h.import_id IS NULL THEN 'it has a source and no import'
  WHEN i.kind <> h.kind THEN 'its import was of another kind, ' || i.kind
  ELSE 'its import was of another source, ' || i.source_path END
FROM held h LEFT JOIN imports i ON i.id = h.import_id
WHERE CASE WHEN h.import_id IS NULL THEN h.path IS NOT NULL
  ELSE i.kind IS NOT h.kind OR h.path IS NOT NULL AND i.source_path IS NOT h.path END;

-- name: sources_of_tasks
SELECT 'tasks:' || t.id, 'its import was of the kind ' || i.kind
FROM tasks t JOIN imports i ON i.id = t.import_id
WHERE i.kind NOT IN ('tasks-json', 'tree-json', 'node-json');

-- name: half_digests
SELECT 'tasks:' || id, 'a digest lacks the text or the import that it is of, a text lacks its digest, or a digest has not 16 bytes'
FROM tasks
WHERE (verbatim IS NULL) <> (verbatim_digest IS NULL) OR length(coalesce(verbatim_digest, zeroblob(16))) <> 16
  OR length(coalesce(source_digest, zeroblob(16))) <> 16 OR source_digest IS NOT NULL AND import_id IS NULL;

-- name: broken_import_sums
WITH sums (id, records_read, counted, records_missing, bytes) AS (
  SELECT id, records_read, records_new + records_changed + records_unchanged + records_kept + records_rejected
    + records_removed + (SELECT count(*) FROM import_losses l WHERE l.import_id = imports.id AND l.code = 'duplicate_id'),
    records_missing, bytes FROM imports)
SELECT 'imports:' || id, 'it read ' || records_read || ' records, and its counts add up to ' || counted
FROM sums
WHERE records_read <> counted OR records_missing < 0 OR bytes < 0;

-- name: broken_import_texts
SELECT 'imports:' || id, 'a digest is no SHA-256, or its top level no JSON object'
FROM imports
WHERE length(sha256) <> 64 OR sha256 GLOB '*[^0-9a-f]*' OR canonical_sha256 IS NULL OR length(canonical_sha256) <> 64
  OR canonical_sha256 GLOB '*[^0-9a-f]*' OR NOT json_valid(top_level) OR top_level NOT LIKE '{%';

-- name: lost_rejects
SELECT 'imports:' || i.id, 'the import rejected ' || i.records_rejected || ' records, ' || (
  SELECT count(*) FROM import_rejects r WHERE r.import_id = i.id) || ' are kept'
FROM imports i WHERE i.records_rejected <> (SELECT count(*) FROM import_rejects r WHERE r.import_id = i.id);

-- name: broken_kept_texts
WITH kept (row, code, pointer, byte_offset, import_id) AS (
  SELECT 'import_rejects:' || id, code, json_pointer, byte_offset, import_id FROM import_rejects
  UNION ALL SELECT 'import_losses:' || id, code, json_pointer, byte_offset, import_id FROM import_losses)
SELECT k.row, 'its code, its pointer or its place in the source is not valid'
FROM kept k JOIN imports i ON i.id = k.import_id
WHERE k.code NOT IN ('not_an_object', 'id_not_a_string', 'duplicate_member', 'duplicate_id', 'repeated_tasks', 'invalid_utf8')
  OR k.pointer <> '' AND k.pointer NOT LIKE '/%' OR k.byte_offset < 0
  -- Of a packed file it counts in what the file holds, which is 64 MiB at most.
  OR k.byte_offset >= CASE WHEN i.kind = 'workflow-json' AND i.id NOT IN (
    SELECT import_id FROM workflow_checkpoints WHERE import_id IS NOT NULL AND compression = 'none') THEN 67108864 ELSE i.bytes END;

-- name: lost_documents
WITH held (kind, rows) AS (
  SELECT 'state-json', count(*) FROM states WHERE import_id IS NOT NULL
  UNION ALL SELECT 'checkpoint-json', count(*) FROM snapshots WHERE import_id IS NOT NULL
  UNION ALL SELECT 'loop-json', count(*) FROM loops WHERE import_id IS NOT NULL
  UNION ALL SELECT 'workflow-json', count(*) FROM workflow_checkpoints WHERE import_id IS NOT NULL)
SELECT 'imports of ' || h.kind, count(DISTINCT i.source_path) || ' documents were imported, ' || h.rows || ' are there'
FROM held h JOIN imports i ON i.kind = h.kind AND i.records_new = 1
WHERE (SELECT min(seq) FROM events) = 1
  AND NOT EXISTS (SELECT 1 FROM events e WHERE e.kind LIKE '%:pruned' OR e.kind LIKE '%:removed' OR e.kind = 'store:purged')
  AND NOT EXISTS (SELECT 1 FROM removed_sources)
GROUP BY h.kind, h.rows HAVING sum(i.records_new) > h.rows;

-- name: lost_files
SELECT 'imports:' || i.id, 'its file is not here'
FROM imports i
WHERE i.kind IN ('value-json', 'history-jsonl', 'kept-json', 'kept-text')
  AND i.id = (SELECT max(n.id) FROM imports n WHERE n.source_path = i.source_path)
  AND NOT EXISTS (SELECT 1 FROM files f WHERE f.source_path = i.source_path)
  AND NOT EXISTS (SELECT 1 FROM removed_sources r WHERE r.source_path = i.source_path)
  AND NOT EXISTS (SELECT 1 FROM events e WHERE e.kind LIKE '%:removed' OR e.kind = 'store:purged') AND (SELECT min(seq) FROM events) = 1;

-- name: lost_tree_documents
SELECT 'imports:' || i.id, 'its document is not here'
FROM imports i
WHERE i.kind IN ('tree-json', 'node-json') AND i.id = (SELECT max(n.id) FROM imports n WHERE n.source_path = i.source_path)
  AND NOT EXISTS (SELECT 1 FROM tree_documents d WHERE d.source_path = i.source_path)
  AND NOT EXISTS (SELECT 1 FROM removed_sources r WHERE r.source_path = i.source_path)
  AND NOT EXISTS (SELECT 1 FROM events e WHERE e.kind IN ('task:removed', 'store:purged')) AND (SELECT min(seq) FROM events) = 1;

-- name: sources_of_grid_versions
SELECT 'grid_versions:' || v.id, 'its import was of another file, ' || i.source_path
FROM grid_versions v JOIN grid_files f ON f.id = v.file_id JOIN imports i ON i.id = v.import_id
WHERE v.sha256 IS NOT NULL
  AND (i.kind <> 'grid-file' OR substr(i.source_path, -length(f.name) - 1) <> '/' || f.name)
  AND NOT EXISTS (SELECT 1 FROM events e WHERE e.kind = 'store:purged');

-- name: events_of_grid_versions
SELECT 'grid_versions:' || v.id, 'event ' || v.event_seq || ' wrote no file of a mission, or one of another import'
FROM grid_versions v LEFT JOIN events e ON e.seq = v.event_seq
WHERE v.event_seq < 1 OR v.event_seq >= (SELECT min(seq) FROM events) AND CASE
  WHEN e.kind = 'event:purged' THEN 0
  WHEN v.import_id IS NULL THEN coalesce(e.kind, '') NOT LIKE 'grid:%'
  ELSE e.kind IS NOT 'import:finished' OR e.import_id IS NOT v.import_id END;

-- name: lost_grid_versions
SELECT 'events:' || e.seq, 'the versions of mission files that it wrote are not here'
FROM events e LEFT JOIN imports i ON i.id = e.import_id
WHERE (e.kind LIKE 'grid:%'
    OR e.kind = 'import:finished' AND i.kind = 'grid-file' AND i.records_new + i.records_changed > 0)
  AND NOT EXISTS (SELECT 1 FROM grid_versions v WHERE v.event_seq = e.seq);

-- name: snapshots_of_no_scope
SELECT 'snapshots:' || id, 'its scope is not one that a state can have' FROM snapshots
WHERE scope NOT IN ('task', 'tree', 'session', 'global', 'temporary', 'state');

-- name: broken_layouts
SELECT 'layouts:' || id, 'its members are no JSON array of texts'
FROM layouts
WHERE CASE WHEN json_valid(members) THEN json_type(members) <> 'array'
  OR EXISTS (SELECT 1 FROM json_each(CASE WHEN json_valid(members) THEN members ELSE '[]' END) m WHERE m.type <> 'text')
  ELSE 1 END;

-- name: layouts_of_other_objects
WITH named (row, level, layout_id) AS (
  SELECT 'tasks:' || id || ' layout_id', 'task', layout_id FROM tasks
  UNION ALL SELECT 'tasks:' || id || ' metadata_layout_id', 'metadata', metadata_layout_id FROM tasks
  UNION ALL SELECT 'tree_nodes:' || task_id || ' context_layout_id', 'context', context_layout_id FROM tree_nodes
  UNION ALL SELECT 'tree_nodes:' || task_id || ' cost_layout_id', 'cost', cost_layout_id FROM tree_nodes
  UNION ALL SELECT 'variables:' || id || ' layout_id', 'variable', layout_id FROM variables
  UNION ALL SELECT 'variables:' || id || ' metadata_layout_id', 'variable_metadata', metadata_layout_id FROM variables
  UNION ALL SELECT 'task_checkpoints:' || id || ' layout_id', 'checkpoint', layout_id FROM task_checkpoints)
SELECT n.row, 'it names a layout of ' || l.level || ' instead of ' || n.level
FROM named n JOIN layouts l ON l.id = n.layout_id WHERE l.level <> n.level;

-- name: nodes_without_row
SELECT 'tasks:' || t.id, 'its metadata has members of a tree node, and it has no row in tree_nodes'
FROM tasks t JOIN layouts l ON l.id = t.metadata_layout_id
WHERE NOT EXISTS (SELECT 1 FROM tree_nodes n WHERE n.task_id = t.id) AND json_valid(l.members) AND EXISTS (
  SELECT 1 FROM json_each(l.members) m WHERE m.value IN ('tree_id', 'node_id', 'parent_id', 'depth'));

-- name: broken_chunks
SELECT 'output_chunks:' || c.id, 'the output does not end at byte ' || c.end_bytes || ' with it'
FROM output_chunks c JOIN tasks t ON t.id = c.task_id
WHERE c.end_bytes <> length(CAST(c.chunk AS BLOB)) + coalesce(
  (SELECT p.end_bytes FROM output_chunks p WHERE p.task_id = c.task_id AND p.id < c.id ORDER BY p.id DESC LIMIT 1),
  length(CAST(t.output AS BLOB)), 0);

-- name: same_places
WITH placed (row, list, place) AS (
  SELECT 'tasks:' || id, 'tasks', coalesce(position, id) FROM tasks
  UNION ALL SELECT 'variables:' || id, 'variables of ' || coalesce(task_id, state_id), position FROM variables
  UNION ALL SELECT 'task_checkpoints:' || id, 'checkpoints of ' || task_id, position FROM task_checkpoints)
SELECT max(row), count(*) || ' rows have the place ' || place || ' of ' || list
FROM placed WHERE place IS NOT NULL GROUP BY list, place HAVING count(*) > 1;

-- name: negative_places
WITH placed (row, place) AS (
  SELECT 'tasks:' || id, position FROM tasks UNION ALL SELECT 'variables:' || id, position FROM variables
  UNION ALL SELECT 'task_checkpoints:' || id, position FROM task_checkpoints)
SELECT row, 'its place is ' || place FROM placed WHERE place < 0 OR typeof(place) NOT IN ('integer', 'null');

-- name: gaps_in_lists
WITH placed (row, list, place) AS (
  SELECT 'document_nodes:' || id, 'document_nodes of ' || document_id, position FROM document_nodes
  UNION ALL SELECT 'state_mutations:' || id, 'state_mutations of ' || state_id, position FROM state_mutations
  UNION ALL SELECT 'state_checkpoints:' || state_id || '/' || position, 'state_checkpoints of ' || state_id, position
    FROM state_checkpoints
  UNION ALL SELECT 'snapshot_variables:' || snapshot_id || '/' || member || '/' || position,
    'snapshot_variables of ' || snapshot_id || '/' || member, position FROM snapshot_variables
  UNION ALL SELECT 'snapshot_nodes:' || snapshot_id || '/' || position, 'snapshot_nodes of ' || snapshot_id, position
    FROM snapshot_nodes
  UNION ALL SELECT 'loop_iterations:' || id, list || ' of loop ' || loop, position FROM loop_iterations
  UNION ALL SELECT 'loop_regressions:' || id, 'loop_regressions of ' || loop, position FROM loop_regressions
  UNION ALL SELECT 'loop_reinforcements:' || id, 'loop_reinforcements of ' || loop, position FROM loop_reinforcements
  UNION ALL SELECT 'loop_recoveries:' || id, 'loop_recoveries of ' || loop, position FROM loop_recoveries
  UNION ALL SELECT 'loop_patterns:' || id, 'loop_patterns of ' || loop, position FROM loop_patterns)
SELECT row, 'it is row ' || turn || ' of its list and has the place ' || place
FROM (SELECT row, place, row_number() OVER (PARTITION BY list ORDER BY place) - 1 AS turn FROM placed)
WHERE place IS NOT turn;

-- name: nodes_without_parent
SELECT 'document_nodes:' || n.id, 'it is at level ' || n.level || ' behind a node of level ' || coalesce(n.before, 'none')
FROM (SELECT id, level, lag(level) OVER (PARTITION BY document_id ORDER BY position) AS before FROM document_nodes) n
WHERE n.level < 0 OR n.level > coalesce(n.before + 1, 0);

-- name: documents_without_nodes
SELECT 'tree_documents:' || id, 'it has no node' FROM tree_documents d
WHERE NOT EXISTS (SELECT 1 FROM document_nodes n WHERE n.document_id = d.id);

-- name: nodes_of_other_tasks
SELECT 'document_nodes:' || n.id, 'task ' || n.task_id || ' is another node'
FROM document_nodes n JOIN tree_documents d ON d.id = n.document_id JOIN tasks t ON t.id = n.task_id
  LEFT JOIN tree_nodes x ON x.task_id = n.task_id
WHERE n.task_version > t.version
  OR n.task_version = t.version AND (x.node_id IS NOT n.node_id OR x.tree_id IS NOT d.tree_id);

-- name: trees_of_documents
SELECT 'tree_documents:' || d.id, 'its import was of tree ' || e.tree_id
FROM tree_documents d JOIN events e ON e.import_id = d.import_id AND e.kind = 'import:finished'
WHERE e.tree_id IS NOT d.tree_id;

-- name: lost_entries_of_loops
-- A regression's type may be set anew, which an event with its event_id says.
WITH said (loop, kind, reason, count) AS (
    SELECT l.id, e.kind, CASE WHEN e.kind <> 'loop:regression' THEN coalesce(e.reason, '') ELSE '' END, count(*)
    FROM events e JOIN loops l ON l.id = e.loop_id
    WHERE e.kind IN ('loop:noted', 'loop:regression', 'loop:reinforced', 'loop:recovered')
      AND e.reason IS NOT 'persistence_metrics'
      AND NOT (e.kind = 'loop:regression' AND EXISTS (SELECT 1 FROM loop_regressions r
        WHERE r.loop = l.id AND r.event_id = e.reason))
      AND e.seq > coalesce((SELECT max(i.seq) FROM events i
        WHERE i.import_id = l.import_id AND i.kind = 'import:finished'), 0)
    GROUP BY 1, 2, 3),
  kept (loop, kind, reason) AS (
    SELECT loop, 'loop:noted', coalesce(pattern_id, '') FROM loop_patterns
    UNION ALL SELECT loop, 'loop:regression', '' FROM loop_regressions
    UNION ALL SELECT loop, 'loop:reinforced', coalesce(reason, '') FROM loop_reinforcements
    UNION ALL SELECT loop, 'loop:recovered', coalesce(outcome, '') FROM loop_recoveries)
SELECT 'loops:' || s.loop, s.count || ' events say ' || s.kind || ', of which an entry is gone'
FROM said s
WHERE s.count > (SELECT count(*) FROM kept k WHERE k.loop = s.loop AND k.kind = s.kind AND k.reason = s.reason);

-- name: rests_of_removed_trees
WITH removed (tree_id, seq) AS (
    SELECT tree_id, max(seq) FROM events WHERE kind = 'tree:removed' GROUP BY tree_id),
  imported (import_id, seq) AS (
    SELECT import_id, max(seq) FROM events WHERE kind = 'import:finished' GROUP BY import_id),
  parts (row, tree_id, seq, import_id) AS (
    SELECT 'tasks:' || t.id, n.tree_id, t.last_event_seq, t.import_id FROM tree_nodes n JOIN tasks t ON t.id = n.task_id
    UNION ALL SELECT 'tree_documents:' || id, tree_id, NULL, import_id FROM tree_documents
    UNION ALL SELECT 'states:' || id, name, last_event_seq, import_id FROM states WHERE scope = 'tree'
    UNION ALL SELECT 'snapshots:' || id, tree_id, event_seq, import_id FROM snapshots)
SELECT p.row, 'its tree ' || r.tree_id || ' was removed by event ' || r.seq
FROM removed r JOIN parts p ON p.tree_id = r.tree_id LEFT JOIN imported i ON i.import_id = p.import_id
WHERE max(coalesce(p.seq, 0), coalesce(i.seq, 0)) < r.seq;

-- name: takings_of_checkpoints
WITH taken (row, seq, kind, named, also) AS (
  SELECT 'snapshots:' || id, event_seq, 'checkpoint:created', name, checkpoint_id FROM snapshots
  UNION ALL SELECT 'workflow_checkpoints:' || id, event_seq, 'workflow:checkpointed', checkpoint_id, place
    FROM workflow_checkpoints
  UNION ALL SELECT 'workflow_states:' || s.owner, s.event_seq, 'workflow:restored', w.checkpoint_id, w.place
    FROM workflow_states s LEFT JOIN workflow_checkpoints w ON w.id = s.checkpoint)
SELECT t.row, 'event ' || t.seq || ' does not say of it that it is ' || t.kind
FROM taken t LEFT JOIN events e ON e.seq = t.seq
WHERE t.seq IS NOT NULL AND (t.seq < 1 OR t.seq >= (SELECT min(seq) FROM events) AND (e.kind IS NOT t.kind
  OR e.reason IS NOT t.named AND e.reason IS NOT t.also));

-- name: checkpoints_from_nowhere
WITH taken (row, seq, import_id) AS (
  SELECT 'snapshots:' || id, event_seq, import_id FROM snapshots
  UNION ALL SELECT 'workflow_checkpoints:' || id, event_seq, import_id FROM workflow_checkpoints)
SELECT row, 'it was neither taken here nor imported' FROM taken WHERE seq IS NULL AND import_id IS NULL;

-- name: owners_of_workflow_states
SELECT 'workflow_states:' || s.owner, 'its checkpoint is of ' || coalesce(w.owner, 'none')
FROM workflow_states s LEFT JOIN workflow_checkpoints w ON w.id = s.checkpoint WHERE w.owner IS NOT s.owner;

-- name: broken_requests
SELECT 'requests:' || key, 'its digest is no SHA-256, or its answer no JSON array'
FROM requests
WHERE length(request_sha256) <> 64 OR request_sha256 GLOB '*[^0-9a-f]*' OR NOT json_valid(answer) OR answer NOT LIKE '[%';

-- name: broken_counters
SELECT 'meta:' || key, 'its value is not of its kind, or nothing of that name is known: ' || value
FROM meta
WHERE CASE WHEN key = 'node_id_seed' THEN length(value) <> 32 OR value GLOB '*[^0-9a-f]*'
  WHEN key = 'home' THEN value NOT LIKE '/%'
  WHEN key = 'home_directory' THEN value GLOB '*[^0-9:]*'
  WHEN key = 'home_by' THEN value NOT IN ('place', 'import')
  WHEN key IN ('schema_major', 'next_task_number', 'next_task_key', 'removed_imported_tasks', 'silent_commits', 'database_id',
      'newest_checkpoint')
    THEN value = '' OR value GLOB '*[^0-9]*' OR value <> CAST(CAST(value AS INTEGER) AS TEXT)
  ELSE 1 END;

-- name: missing_counters
SELECT 'meta:' || value, 'it is missing'
FROM json_each('["schema_major","next_task_number","next_task_key","removed_imported_tasks","database_id"]')
WHERE value NOT IN (SELECT key FROM meta);

-- name: counters_behind
WITH used (key, most) AS (
  SELECT 'next_task_key', (SELECT max(id) FROM (SELECT max(id) AS id FROM tasks UNION ALL SELECT max(id) FROM states
    UNION ALL SELECT max(id) FROM loops UNION ALL SELECT max(coalesce(task_id, state_id, loop_id)) FROM events))
  UNION ALL SELECT 'next_task_number', max(CAST(substr(legacy_id, 6) AS INTEGER)) FROM tasks
    WHERE legacy_id GLOB 'task-[0-9]*' AND length(legacy_id) < 20 AND substr(legacy_id, 6) NOT GLOB '*[^0-9]*')
SELECT 'meta:' || m.key, 'it is ' || m.value || ', and ' || u.most || ' is in use'
FROM used u JOIN meta m ON m.key = u.key WHERE u.most IS NOT NULL AND CAST(m.value AS INTEGER) <= u.most;

-- name: broken_steps
SELECT 'schema_migrations:' || version, 'the step has another number, or no digest'
FROM (SELECT version, sha256, row_number() OVER (ORDER BY version) AS turn FROM schema_migrations)
WHERE version <> turn OR length(sha256) <> 64;

-- name: removals_without_event
WITH removed (row, seq) AS (
  SELECT 'removed_records:' || legacy_id || '/' || created_at, event_seq FROM removed_records
  UNION ALL SELECT 'removed_sources:' || source_path, event_seq FROM removed_sources)
SELECT r.row, 'event ' || r.seq || ' is none of a removal'
FROM removed r LEFT JOIN events e ON e.seq = r.seq
WHERE r.seq < 1 OR r.seq >= (SELECT min(seq) FROM events) AND (
  e.kind IS NULL OR e.kind NOT LIKE '%:removed' AND e.kind <> 'checkpoint:pruned');

-- name: broken_removed_sources
SELECT 'removed_sources:' || source_path, 'its digest is no SHA-256' FROM removed_sources
WHERE length(sha256) <> 64 OR sha256 GLOB '*[^0-9a-f]*';

-- name: broken_value_files
SELECT 'value_files:' || place, 'its digest is not a SHA-256, or the owner of its variable is not here'
FROM value_files f
WHERE length(sha256) NOT IN (0, 64) OR sha256 GLOB '*[^0-9a-f]*' OR name IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.id = f.owner_id)
  AND NOT EXISTS (SELECT 1 FROM states s WHERE s.id = f.owner_id);

-- name: texts_of_other_sources
SELECT 'source_texts:' || t.id, 'its source is not that of its import: source_path'
FROM source_texts t JOIN imports i ON i.id = t.import_id WHERE i.source_path <> t.source_path;

-- name: broken_reviews
SELECT 'failure_reviews:' || task_id, 'its time is not in UTC, or it does not say who reviewed it'
FROM failure_reviews WHERE reviewed_at NOT GLOB '[0-9]*T*Z' OR reviewed_by = '';

-- name: broken_retention
SELECT 'retention_settings:' || kind, 'its duration is below zero, its number is below one, or its time is not in UTC'
FROM retention_settings
WHERE typeof(coalesce(kept_ms, kept_count)) <> 'integer' OR kept_ms < 0 OR kept_count < 1 OR set_at NOT GLOB '[0-9]*T*Z' OR listed_at NOT GLOB '[0-9]*T*Z';

-- name: broken_limits
SELECT 'tree_settings:' || tree_id, 'a limit or the budget is below zero' FROM tree_settings
WHERE min(coalesce(limit_max_depth, 0), coalesce(limit_max_children, 0), coalesce(limit_max_nodes, 0),
  coalesce(limit_max_context_tokens, 0), coalesce(limit_timeout_ms, 0), coalesce(budget_usd, 0)) < 0;

-- name: broken_holds
SELECT 'held_tasks:' || k.task_id, 'the task is not queued' FROM held_tasks k JOIN tasks t ON t.id = k.task_id
WHERE t.state IS NOT 'queued'
UNION ALL
SELECT 'holds:' || id, 'it does not say whose it is, or its lease ends at no time in UTC' FROM holds
WHERE owner = '' OR lease_expires_at NOT GLOB '[0-9]*T*Z';

-- name: workflow_states_unlike_checkpoints
SELECT 'workflow_states:' || s.owner, 'it is not at the step that its checkpoint is at'
FROM workflow_states s JOIN workflow_checkpoints w ON w.id = s.checkpoint LEFT JOIN events e ON e.seq = s.event_seq
WHERE s.phase IS NOT w.phase OR s.step IS NOT w.step OR s.iteration IS NOT w.iteration
  OR e.at IS NOT NULL AND e.at <> s.restored_at;

-- SQLite reads no JSON that is nested deeper than 2,000, which takes 4,000 characters, and a record may be deeper:
-- longer texts of records are left to the reading of the record.
-- name: broken_json
WITH kept (row, json) AS (
  SELECT 'tasks:' || id || ' residue', residue FROM tasks WHERE length(residue) < 4000
  UNION ALL SELECT 'tasks:' || id || ' verbatim', verbatim FROM tasks WHERE length(verbatim) < 4000
  UNION ALL SELECT 'variables:' || id || ' residue', residue FROM variables WHERE length(residue) < 4000
  UNION ALL SELECT 'task_checkpoints:' || id || ' residue', residue FROM task_checkpoints WHERE length(residue) < 4000
  UNION ALL SELECT 'tree_documents:' || id || ' outline', outline FROM tree_documents
  UNION ALL SELECT 'document_nodes:' || id || ' json', json FROM document_nodes
  UNION ALL SELECT 'states:' || id || ' outline', outline FROM states
  UNION ALL SELECT 'state_mutations:' || id || ' json', json FROM state_mutations
  UNION ALL SELECT 'state_checkpoints:' || state_id || '/' || position || ' json', json FROM state_checkpoints
  UNION ALL SELECT 'snapshots:' || id || ' outline', outline FROM snapshots
  UNION ALL SELECT 'loops:' || id || ' outline', outline FROM loops
  UNION ALL SELECT 'loop_iterations:' || id || ' json', json FROM loop_iterations
  UNION ALL SELECT 'loop_regressions:' || id || ' json', json FROM loop_regressions
  UNION ALL SELECT 'loop_reinforcements:' || id || ' json', json FROM loop_reinforcements
  UNION ALL SELECT 'loop_recoveries:' || id || ' json', json FROM loop_recoveries
  UNION ALL SELECT 'loop_patterns:' || id || ' json', json FROM loop_patterns)
SELECT row, 'it is no JSON' FROM kept WHERE json IS NOT NULL AND NOT json_valid(json);

-- name: select_steps
SELECT version, name, sha256 FROM schema_migrations ORDER BY version;

-- name: select_values_in_two_places
SELECT d.name, r.id, r.legacy_id
FROM variables d JOIN tree_nodes n ON n.tree_id = ?2 AND n.parent_ref IS NULL JOIN tasks r ON r.id = n.task_id
  JOIN variables v ON v.task_id = n.task_id AND v.name = d.name
WHERE d.state_id = ?1 AND d.scope = 'tree' AND v.scope = 'tree'
  AND (d.value IS NOT v.value OR d.value_type IS NOT v.value_type OR d.content_id IS NOT v.content_id)
ORDER BY d.id;
