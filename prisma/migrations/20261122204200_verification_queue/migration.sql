-- `verification`: the books of every organization, once a night. Reading everything may take hours, so it is given again only after six;
-- books that were verified meanwhile are then left alone.
DO $$
DECLARE
  r record;
  v_table text;
BEGIN
  FOR r IN SELECT * FROM (VALUES ('verification', 'short', 1, 60, 21600)) AS q (name, policy, retries, delay, expires)
  LOOP
    v_table := 'j' || encode(sha224(r.name::bytea), 'hex');
    INSERT INTO pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_minutes, partition_name)
    VALUES (r.name, r.policy, r.retries, r.delay, false, r.expires, 1440, v_table);
    EXECUTE format('CREATE TABLE pgboss.%I (LIKE pgboss.job INCLUDING DEFAULTS)', v_table);
    EXECUTE format('ALTER TABLE pgboss.%I ADD PRIMARY KEY (name, id)', v_table);
    EXECUTE format('ALTER TABLE pgboss.%I ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', v_table);
    EXECUTE format('ALTER TABLE pgboss.%I ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', v_table);
    EXECUTE format('CREATE UNIQUE INDEX %I ON pgboss.%I (name, COALESCE(singleton_key, '''')) WHERE state = ''created'' AND policy = ''short''', v_table || '_i1', v_table);
    EXECUTE format('CREATE UNIQUE INDEX %I ON pgboss.%I (name, COALESCE(singleton_key, '''')) WHERE state = ''active'' AND policy = ''singleton''', v_table || '_i2', v_table);
    EXECUTE format('CREATE UNIQUE INDEX %I ON pgboss.%I (name, state, COALESCE(singleton_key, '''')) WHERE state <= ''active'' AND policy = ''stately''', v_table || '_i3', v_table);
    EXECUTE format('CREATE UNIQUE INDEX %I ON pgboss.%I (name, singleton_on, COALESCE(singleton_key, '''')) WHERE state <> ''cancelled'' AND singleton_on IS NOT NULL', v_table || '_i4', v_table);
    EXECUTE format('CREATE INDEX %I ON pgboss.%I (name, start_after) INCLUDE (priority, created_on, id) WHERE state < ''active''', v_table || '_i5', v_table);
    EXECUTE format('ALTER TABLE pgboss.%I ADD CONSTRAINT cjc CHECK (name = %L)', v_table, r.name);
    EXECUTE format('ALTER TABLE pgboss.job ATTACH PARTITION pgboss.%I FOR VALUES IN (%L)', v_table, r.name);
  END LOOP;
END $$;
