/**
 * What may come once: a row each, until its date is outside the window. A table of its own, because a
 * clock that is set back gives a client its quota again, and may give nobody a second time. Unlogged, so
 * a crash empties it together with what says since when it is whole.
 */
const table = `CREATE UNLOGGED TABLE IF NOT EXISTS taken_once (
  name text COLLATE "C" PRIMARY KEY, taken_at_ms float8 NOT NULL)`;
const byTime = 'CREATE INDEX IF NOT EXISTS taken_once_by_time ON taken_once (taken_at_ms)';
const memory = `CREATE UNLOGGED TABLE IF NOT EXISTS taken_once_memory (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one), since_ms float8 NOT NULL)`;

/**
 * Since when it is whole is read after the row was written: what was cleared away before is known by then. An
 * instance that took some by itself says so, with its first request that reaches the table again.
 */
const take = `CREATE OR REPLACE FUNCTION take_once(asked text, is_behind boolean, told_ms float8,
  OUT is_new boolean, OUT since_ms float8, OUT now_ms float8) LANGUAGE plpgsql AS $$
BEGIN
  now_ms := coalesce(told_ms, extract(epoch FROM clock_timestamp()) * 1000);
  INSERT INTO taken_once VALUES (asked, now_ms) ON CONFLICT DO NOTHING;
  is_new := FOUND;
  IF is_behind THEN
    INSERT INTO taken_once_memory AS m (since_ms) VALUES (now_ms)
      ON CONFLICT (only_one) DO UPDATE SET since_ms = greatest(m.since_ms, excluded.since_ms);
  END IF;
  SELECT m.since_ms INTO since_ms FROM taken_once_memory AS m;
  IF since_ms IS NULL THEN
    INSERT INTO taken_once_memory (since_ms) VALUES (now_ms) ON CONFLICT DO NOTHING;
    SELECT m.since_ms INTO since_ms FROM taken_once_memory AS m;
  END IF;
END $$`;

export const makeOnceTable = [table, byTime, memory, take] as const;

/** Its first row is written at the first start, so that a service that has run for long is known to have. */
export const beginRemembering =
  'INSERT INTO taken_once_memory (since_ms) VALUES (coalesce($1, extract(epoch FROM clock_timestamp()) * 1000)) ON CONFLICT DO NOTHING';

export const takeOnce =
  'SELECT is_new AS "isNew", since_ms AS "sinceMs", now_ms AS "nowMs" FROM take_once($1, $2, $3)';

/** In one statement with what it lacks then, so that no request sees one without the other. */
export const clearOnce = `WITH gone AS (
  DELETE FROM taken_once WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM taken_once WHERE taken_at_ms <= coalesce($1, extract(epoch FROM clock_timestamp()) * 1000) - $3
    ORDER BY taken_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED))
  RETURNING taken_at_ms)
UPDATE taken_once_memory SET since_ms = greatest(since_ms, (SELECT max(taken_at_ms) + 1 FROM gone))`;
