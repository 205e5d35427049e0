-- The server compares the applied migrations with those it was built with, before it calls itself ready.
DO $$
BEGIN
  -- Absent only in the shadow databases that migrations are drafted with.
  IF to_regclass('_prisma_migrations') IS NOT NULL THEN
    GRANT SELECT ON _prisma_migrations TO daybook_app;
  END IF;
END $$;

-- Ended sessions are swept.
GRANT DELETE ON sessions TO daybook_app;
