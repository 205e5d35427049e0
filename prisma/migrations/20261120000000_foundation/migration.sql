-- What the tables require: the role that holds the application's grants, and the migrator's own tables.
--
-- These ten migrations are the baseline of the first release, to be read in this order: identity, structure, catalogue, sales,
-- documents, ledger, revenue, projects, platform. They contain tables, keys, checks, indexes, grants and the switch of row security.
-- A reference is created with the later of its two tables. Functions, triggers and policies are laws: files of prisma/sql, applied
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

-- The role the application takes for a caller confined to subsidiaries (prisma/sql/identity/confined.sql).
-- It inherits the application's grants. A login is a member that may switch to it (SET) but does not inherit it, or it would always
-- be confined (scripts/lib/app-role.mjs).
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

-- The laws applied to this database: their file, the hash of its text, what it created,
-- the laws it needs, and the Daybook that applied it.
CREATE TABLE _daybook_laws (
  name text NOT NULL,
  hash text NOT NULL,
  objects text[] NOT NULL,
  needs text[] NOT NULL,
  daybook text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT _daybook_laws_pkey PRIMARY KEY (name)
);

-- Before reporting ready, the server compares the applied laws with those it was built with.
GRANT SELECT ON _daybook_laws TO daybook_app;
DO $$
BEGIN
  -- Missing only in the shadow databases used to draft migrations.
  IF to_regclass('_prisma_migrations') IS NOT NULL THEN
    GRANT SELECT ON _prisma_migrations TO daybook_app;
  END IF;
END $$;
