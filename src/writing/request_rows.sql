-- name: select_request
SELECT request_sha256, answer FROM requests WHERE key = ?1;

-- name: insert_request
INSERT INTO requests (key, at, request_sha256, answer) VALUES (?1, ?2, ?3, ?4);

-- name: count_requests_before
SELECT count(*) FROM requests WHERE at < ?1;

-- name: delete_requests_before
DELETE FROM requests WHERE at < ?1;

-- name: delete_requests_naming
-- ?1: JSON array of names.
DELETE FROM requests WHERE json_valid(answer) AND EXISTS (
  SELECT 1 FROM json_tree(answer) j JOIN json_each(?1) n ON instr(j.value, n.value) > 0 WHERE j.type = 'text');
