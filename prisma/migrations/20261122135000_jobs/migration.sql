-- Background work: what members asked for and how far it is (background_jobs), and the queues that give it its turns (pgboss).

-- A piece of long work that a member asked for. The verbs behind it run in portions; the row says how far they are.
CREATE TABLE background_jobs (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  title text NOT NULL,
  input jsonb NOT NULL,
  job_state text NOT NULL DEFAULT 'QUEUED',
  -- Counted in the unit of the kind, e.g. rows; `of` is null until it is known.
  done integer NOT NULL DEFAULT 0,
  total integer,
  -- Failures in a row that may pass, such as a database that was away.
  failures integer NOT NULL DEFAULT 0,
  -- What happened, oldest first: [{"at": …, "text": …}].
  log jsonb NOT NULL DEFAULT '[]',
  problem text,
  created_by uuid NOT NULL,
  created_by_name text NOT NULL,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  turn_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT background_jobs_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT background_jobs_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT background_jobs_state_ck CHECK (job_state IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  CONSTRAINT background_jobs_problem_ck CHECK ((job_state = 'FAILED') = (problem IS NOT NULL)),
  CONSTRAINT background_jobs_end_ck CHECK ((job_state IN ('DONE', 'FAILED', 'CANCELLED')) = (finished_at IS NOT NULL)),
  CONSTRAINT background_jobs_progress_ck CHECK (done >= 0 AND (total IS NULL OR total >= 0))
);
CREATE INDEX background_jobs_organization_id_created_at_id_idx ON background_jobs (organization_id, created_at, id);
-- Few are under way at a time; most have ended.
CREATE INDEX background_jobs_waiting_sql_idx ON background_jobs (organization_id, turn_at) WHERE job_state IN ('QUEUED', 'RUNNING');

ALTER TABLE background_jobs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON background_jobs TO daybook_app;

-- The tables of pg-boss 10, schema version 24, as it would make them itself. Its two functions, which make and drop the partition of
-- a queue, are left out: the queues are made here, and the application's role may not change tables. What a queue carries is the id of an
-- organization whose turn it is, nothing of its books, so these tables need no row security.
CREATE SCHEMA pgboss;
CREATE TYPE pgboss.job_state AS ENUM ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');

CREATE TABLE pgboss.version (
  version int PRIMARY KEY,
  maintained_on timestamptz,
  cron_on timestamptz,
  monitored_on timestamptz
);
CREATE TABLE pgboss.queue (
  name text PRIMARY KEY,
  policy text,
  retry_limit int,
  retry_delay int,
  retry_backoff bool,
  expire_seconds int,
  retention_minutes int,
  dead_letter text REFERENCES pgboss.queue (name),
  partition_name text,
  created_on timestamptz NOT NULL DEFAULT now(),
  updated_on timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE pgboss.schedule (
  name text PRIMARY KEY REFERENCES pgboss.queue ON DELETE CASCADE,
  cron text NOT NULL,
  timezone text,
  data jsonb,
  options jsonb,
  created_on timestamptz NOT NULL DEFAULT now(),
  updated_on timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE pgboss.subscription (
  event text NOT NULL,
  name text NOT NULL REFERENCES pgboss.queue ON DELETE CASCADE,
  created_on timestamptz NOT NULL DEFAULT now(),
  updated_on timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (event, name)
);
CREATE TABLE pgboss.job (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  priority integer NOT NULL DEFAULT 0,
  data jsonb,
  state pgboss.job_state NOT NULL DEFAULT 'created',
  retry_limit integer NOT NULL DEFAULT 2,
  retry_count integer NOT NULL DEFAULT 0,
  retry_delay integer NOT NULL DEFAULT 0,
  retry_backoff boolean NOT NULL DEFAULT false,
  start_after timestamptz NOT NULL DEFAULT now(),
  started_on timestamptz,
  singleton_key text,
  singleton_on timestamp,
  expire_in interval NOT NULL DEFAULT interval '15 minutes',
  created_on timestamptz NOT NULL DEFAULT now(),
  completed_on timestamptz,
  keep_until timestamptz NOT NULL DEFAULT now() + interval '14 days',
  output jsonb,
  dead_letter text,
  policy text
) PARTITION BY LIST (name);
ALTER TABLE pgboss.job ADD PRIMARY KEY (name, id);
CREATE TABLE pgboss.archive (LIKE pgboss.job);
ALTER TABLE pgboss.archive ADD PRIMARY KEY (name, id);
ALTER TABLE pgboss.archive ADD archived_on timestamptz NOT NULL DEFAULT now();
CREATE INDEX archive_i1 ON pgboss.archive (archived_on);

-- `turns`: whose turn it is; an organization waits at most once (policy `short`). A turn is a few seconds of work, so one that a server
-- took with it when it was killed is given again after half a minute. `house`: what is done for the whole database at its hours.
DO $$
DECLARE
  r record;
  v_table text;
BEGIN
  FOR r IN SELECT * FROM (VALUES
    ('turns', 'short', 1000000, 1, 30),
    ('house', 'short', 2, 60, 900),
    ('identity', 'short', 2, 60, 300),
    ('__pgboss__send-it', 'standard', 2, 0, 900)
  ) AS q (name, policy, retries, delay, expires)
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
INSERT INTO pgboss.version (version) VALUES (24);

GRANT USAGE ON SCHEMA pgboss TO daybook_app;
GRANT SELECT ON pgboss.version, pgboss.queue, pgboss.schedule, pgboss.subscription, pgboss.job, pgboss.archive TO daybook_app;
GRANT INSERT, UPDATE, DELETE ON pgboss.job, pgboss.archive, pgboss.schedule TO daybook_app;
GRANT UPDATE (maintained_on, cron_on, monitored_on) ON pgboss.version TO daybook_app;
