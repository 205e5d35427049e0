-- The ground the tables stand on: the role that holds the application's grants, and the books of the migrator.
--
-- These ten migrations are the baseline of the first release, in the order of a book: identity, structure, catalogue, sales,
-- documents, ledger, revenue, projects, platform. They hold tables, keys, checks, indexes, rights and the switch of row security.
-- A reference stands with the younger of its two tables. Functions, triggers and policies are laws: files of prisma/sql, applied
-- after the migrations.

-- The application connects as a member of this role, which owns nothing and bypasses nothing.
DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'daybook_app') THEN
    CREATE ROLE daybook_app NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- another database of this cluster is being migrated at the same moment
END $$;
GRANT USAGE ON SCHEMA public TO daybook_app;

-- What the application becomes for a caller confined to subsidiaries (prisma/sql/identity/confined.sql).
-- It inherits the application's grants. A login is a member that may become it (SET) and does not inherit it: else it would be
-- confined always (scripts/lib/app-role.mjs).
DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'daybook_confined') THEN
    CREATE ROLE daybook_confined NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- another database of this cluster is being migrated at the same moment
END $$;
DO $$
BEGIN
  IF NOT pg_has_role('daybook_confined', 'daybook_app', 'USAGE') THEN
    GRANT daybook_app TO daybook_confined;
  END IF;
EXCEPTION WHEN unique_violation OR internal_error THEN
  NULL; -- the same
END $$;

-- Which laws this database has: their file, the hash of its text, what it made,
-- which laws it needs, and the Daybook that applied it.
CREATE TABLE _daybook_laws (
  name text NOT NULL,
  hash text NOT NULL,
  objects text[] NOT NULL,
  needs text[] NOT NULL,
  daybook text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT _daybook_laws_pkey PRIMARY KEY (name)
);

-- The server compares what is applied with what it was built with before it calls itself ready.
GRANT SELECT ON _daybook_laws TO daybook_app;
DO $$
BEGIN
  -- Absent only in the shadow databases that migrations are drafted with.
  IF to_regclass('_prisma_migrations') IS NOT NULL THEN
    GRANT SELECT ON _prisma_migrations TO daybook_app;
  END IF;
END $$;
