-- name: select_retention_settings
SELECT kind, kept_ms, kept_count, set_at, listed_at FROM retention_settings;

-- name: upsert_retention_setting
INSERT INTO retention_settings (kind, kept_ms, kept_count, set_at, listed_at) VALUES (?1, ?2, ?3, ?4, NULL)
ON CONFLICT (kind) DO UPDATE SET kept_ms = excluded.kept_ms, kept_count = excluded.kept_count, set_at = excluded.set_at,
  listed_at = NULL
WHERE (kept_ms, kept_count) IS NOT (excluded.kept_ms, excluded.kept_count);

-- name: select_checkpoints_kept
SELECT kept_count FROM retention_settings WHERE kind = 'checkpoints';

-- name: delete_retention_setting
DELETE FROM retention_settings WHERE kind = ?1;

-- name: mark_settings_listed
UPDATE retention_settings SET listed_at = ?1;
