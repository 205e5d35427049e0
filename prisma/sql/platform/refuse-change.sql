-- Facts are appended, never changed: these tables refuse UPDATE, DELETE and TRUNCATE, even by their owner. Revenue and cost rows
-- can be updated once, when they are posted; see refuse-posting-twice and refuse-second-posting.
--
-- Refuses: every such statement (restrict_violation, "... is append-only"), even one that would affect no row.
-- Locks: none.
-- Rule: docs/house.md, "Ledger tables".
-- Proved by: e2e/ledger/evidence/immutability.test.ts, src/db/laws/revenue.db.test.ts.
CREATE FUNCTION daybook_refuse_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE restrict_violation USING MESSAGE = format('%s is append-only: %s is refused', TG_TABLE_NAME, TG_OP);
END $$;

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY[
    'audit_log', 'audit_seals', 'ledger_entries', 'ledger_lines', 'ledger_seals', 'rate_correction_items', 'rate_corrections', 'revaluations', 'revenue_bookings', 'revenue_events', 'revenue_interest_moves', 'revenue_movements',
    'revenue_reclassifications', 'revenue_run_chunks', 'revenue_versions'
  ] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change()',
      v_table || '_append_only', v_table);
  END LOOP;
END $$;

-- These two are updated once, when their rows are posted.
CREATE TRIGGER contract_cost_rows_append_only BEFORE DELETE OR TRUNCATE ON contract_cost_rows
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();

CREATE TRIGGER revenue_rows_append_only BEFORE DELETE OR TRUNCATE ON revenue_rows
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();
