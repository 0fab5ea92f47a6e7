/**
 * Requests that count, a row each, until they leave their window. Not a migration of the store:
 * nothing in it needs to survive a crash, so it is unlogged, and a commit does not wait for a disk.
 */
const table = `CREATE UNLOGGED TABLE IF NOT EXISTS taken_request (
  bucket text COLLATE "C" NOT NULL, leaves_at_ms float8 NOT NULL, nth bigint NOT NULL, PRIMARY KEY (bucket, leaves_at_ms, nth))`;
const byEnd = 'CREATE INDEX IF NOT EXISTS taken_request_by_end ON taken_request (leaves_at_ms)';

/**
 * A function, because each of its statements sees what was committed before it: the counts are read
 * after the locks are had, in the one round trip. What is in a bucket's window is numbered without
 * gaps, so rows need no counting.
 */
const take = `CREATE OR REPLACE FUNCTION take_request(asked text[], requests float8, per_ms float8, told_ms float8,
  OUT is_admitted boolean, OUT remaining float8, OUT wait_ms float8) LANGUAGE plpgsql AS $$
DECLARE
  now_ms float8;
  one text;
  window_size float8;
  last_nth bigint[] := '{}';
  frees_at_ms float8;
  room_at_ms float8;
BEGIN
  -- All lock in one order, so that no two wait for each other.
  FOR one IN SELECT name FROM unnest(asked) AS name ORDER BY name COLLATE "C" LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended(one, 0));
  END LOOP;
  -- Read with the locks in hand, so that times rise as the numbers do.
  now_ms := coalesce(told_ms, extract(epoch FROM clock_timestamp()) * 1000);
  -- A clock that was set back would keep a client out for as long.
  DELETE FROM taken_request WHERE bucket = ANY (asked) AND leaves_at_ms > now_ms + per_ms;

  remaining := requests;
  wait_ms := 0;
  is_admitted := true;
  FOREACH one IN ARRAY asked LOOP
    SELECT coalesce(newest.nth - oldest.nth + 1, 0), array_append(last_nth, coalesce(newest.nth, 0)), oldest.leaves_at_ms
      INTO window_size, last_nth, frees_at_ms
      FROM (SELECT 1) AS always
      LEFT JOIN (SELECT nth, leaves_at_ms FROM taken_request WHERE bucket = one AND leaves_at_ms > now_ms ORDER BY leaves_at_ms, nth LIMIT 1) AS oldest ON true
      LEFT JOIN (SELECT nth FROM taken_request WHERE bucket = one AND leaves_at_ms > now_ms ORDER BY leaves_at_ms DESC, nth DESC LIMIT 1) AS newest ON true;
    IF window_size >= requests THEN
      SELECT leaves_at_ms INTO room_at_ms FROM taken_request WHERE bucket = one AND leaves_at_ms > now_ms
        ORDER BY leaves_at_ms DESC, nth DESC OFFSET requests::bigint - 1 LIMIT 1;
      wait_ms := CASE WHEN is_admitted THEN room_at_ms - now_ms ELSE greatest(wait_ms, room_at_ms - now_ms) END;
      is_admitted := false;
    ELSIF is_admitted AND requests - window_size - 1 < remaining THEN
      remaining := requests - window_size - 1;
      wait_ms := coalesce(frees_at_ms - now_ms, per_ms);
    END IF;
  END LOOP;

  IF is_admitted THEN
    INSERT INTO taken_request SELECT name, now_ms + per_ms, last_nth[place] + 1 FROM unnest(asked) WITH ORDINALITY AS a (name, place);
  END IF;
END $$`;

export const makeTable = [table, byEnd, take] as const;

/**
 * The given time is null where the database's own clock counts, the one clock that all instances
 * share.
 */
export const takeOne =
  'SELECT is_admitted AS "isAdmitted", remaining, wait_ms AS "waitMs" FROM take_request($1, $2, $3, $4)';

/** Skips what another instance clears at the same time. */
export const clearEnded = `DELETE FROM taken_request WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM taken_request WHERE leaves_at_ms <= coalesce($1, extract(epoch FROM clock_timestamp()) * 1000)
  ORDER BY leaves_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED))`;
