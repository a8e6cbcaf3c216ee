-- 0010 texts: how the file of a document was written, where an export would write it otherwise.
-- Touches: no row.  Kind: major 1.  Undo: delete the file.

CREATE TABLE source_texts (
  -- One row a file that is not written as an export writes by itself. What a document says stands in other
  -- rows; from here come the bytes around it: white space, escapes, members that a later one of that name replaced.
  id INTEGER PRIMARY KEY,       -- inside id
  source_path TEXT NOT NULL,    -- the identity of a source: its place in the home project, else its real path
  import_id INTEGER NOT NULL REFERENCES imports (id),  -- import that last wrote it
  style TEXT NOT NULL,          -- JSON object of the writer's habits: prefix, newline, indent, colon, separator, suffix, ascii
  packed BLOB,                  -- the whole file, gzip; NULL: the style gives its bytes, or the file is larger than 1 MiB
  CHECK (json_valid(style))
);
CREATE UNIQUE INDEX source_texts_by_source ON source_texts (source_path);

CREATE TRIGGER source_texts_of_tree_document AFTER DELETE ON tree_documents BEGIN
  -- The text goes with its document.
  DELETE FROM source_texts WHERE source_path = old.source_path;
END;

CREATE TRIGGER source_texts_of_node AFTER DELETE ON document_nodes BEGIN
  -- What a node said goes with it; the habits stay.
  UPDATE source_texts SET packed = NULL
  WHERE source_path = (SELECT source_path FROM tree_documents WHERE id = old.document_id);
END;

CREATE TRIGGER source_texts_of_state AFTER DELETE ON states BEGIN
  -- The text goes with its document.
  DELETE FROM source_texts WHERE source_path = old.source_path;
END;

CREATE TRIGGER source_texts_of_snapshot AFTER DELETE ON snapshots BEGIN
  -- The text goes with its document.
  DELETE FROM source_texts WHERE source_path = old.source_path;
END;

CREATE TRIGGER source_texts_of_loop AFTER DELETE ON loops BEGIN
  -- The text goes with its document.
  DELETE FROM source_texts WHERE source_path = old.source_path;
END;

CREATE TRIGGER source_texts_of_workflow AFTER DELETE ON workflow_checkpoints BEGIN
  -- The text goes with its document.
  DELETE FROM source_texts WHERE source_path = old.source_path;
END;

CREATE TRIGGER source_texts_of_file AFTER DELETE ON files BEGIN
  -- The text goes with its document.
  DELETE FROM source_texts WHERE source_path = old.source_path;
END;

CREATE TABLE source_records (
  -- One row a record of a tasks.json that the style of its file does not give back: how it stands there. Its values come
  -- from other rows, as those of a document do.
  task_id INTEGER PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,  -- the task that the record became
  text TEXT NOT NULL            -- the record's bytes in the file
);
