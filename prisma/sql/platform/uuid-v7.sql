-- A time-ordered id (RFC 9562 version 7). PostgreSQL 18 generates them itself; before 18 the time is written into a random one.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: RFC 9562, section 5.7.
-- Proved by: src/db/laws/platform.db.test.ts.
DO $law$
BEGIN
  IF current_setting('server_version_num')::integer >= 180000 THEN
    CREATE FUNCTION daybook_uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS 'SELECT uuidv7()';
  ELSE
    CREATE FUNCTION daybook_uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
      SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
        PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
        52, 1), 53, 1), 'hex')::uuid
    $$;
  END IF;
END $law$;
