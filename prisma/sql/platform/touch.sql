-- updated_at and version change with every update, whoever writes; created_at never does. Every table with a version column has this
-- trigger, or the catalog test fails. A document whose version posting has already increased, with a later updated_at and the same
-- created_at, is left as it is: the condition saves the call.
--
-- Refuses: nothing; values the caller wrote to these columns are replaced.
-- Locks: none.
-- Rule: docs/house.md, "The database".
-- Proved by: e2e/ledger/evidence/immutability.test.ts, src/db/catalogue.db.test.ts.
CREATE FUNCTION daybook_touch() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  NEW.updated_at := greatest(clock_timestamp(), OLD.updated_at + interval '1 millisecond');
  NEW.version := OLD.version + 1;
  NEW.created_at := OLD.created_at;
  RETURN NEW;
END $$;

DO $$
DECLARE
  v_table text;
BEGIN
  FOR v_table IN
    SELECT o_table FROM daybook_tenant_tables() WHERE o_has_version AND o_table <> 'business_transactions'
    UNION ALL
    SELECT 'organizations'
  LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION daybook_touch()', v_table || '_touch', v_table);
  END LOOP;
END $$;

CREATE TRIGGER business_transactions_touch BEFORE UPDATE ON business_transactions
  FOR EACH ROW WHEN (((new.version <> (old.version + 1)) OR (new.updated_at <= old.updated_at) OR (new.created_at <> old.created_at))) EXECUTE FUNCTION daybook_touch();
