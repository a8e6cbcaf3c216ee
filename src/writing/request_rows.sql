-- name: select_request
SELECT request_sha256, answer FROM requests WHERE key = ?1;

-- name: insert_request
INSERT INTO requests (key, at, request_sha256, answer) VALUES (?1, ?2, ?3, ?4);

-- name: count_requests_before
SELECT count(*) FROM requests WHERE at < ?1;

-- name: delete_requests_before
DELETE FROM requests WHERE at < ?1;
