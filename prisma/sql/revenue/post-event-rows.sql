-- Posts the revenue rows of one event, and nothing else that happens to be due under the contract; the month's run then finds these
-- rows posted. The caller has locked the contract and the periods. Returns the number of rows.
--
-- Refuses: a date without an open period (restrict_violation, by recognise).
-- Locks: the run; the contract's position; then those of recognise.
-- Rule: docs/guides/accountants.md.
-- Proved by: e2e/revenue/runs/on-event.test.ts, e2e/revenue/recognition.test.ts.
CREATE FUNCTION daybook_post_event_rows(p_run uuid, p_event uuid, p_actor uuid) RETURNS integer
LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET jit = off
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_run revenue_runs;
  v_place tid;
  v_currency text;
  v_due daybook_revenue_due[];
  v_posted record;
BEGIN
  SELECT r.* INTO v_run FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = p_run FOR UPDATE;
  SELECT p.ctid, p.currency_code INTO v_place, v_currency FROM revenue_positions p
    WHERE p.organization_id = v_org AND p.contract_id = v_run.contract_id FOR UPDATE;
  SELECT array_agg(ROW(r.ctid, r.contract_id, r.obligation_key)::daybook_revenue_due) INTO v_due FROM revenue_rows r
    JOIN performance_obligations o ON o.organization_id = v_org AND o.contract_id = r.contract_id AND o.key = r.obligation_key AND NOT o.held
    WHERE r.organization_id = v_org AND r.contract_id = v_run.contract_id AND r.event_id = p_event AND r.run_id IS NULL
      AND r.period <= v_run.period AND r.source <> 'SCHEDULE';
  IF v_due IS NOT NULL THEN
    SELECT * INTO v_posted FROM daybook_recognise(v_run, ARRAY[v_run.contract_id], ARRAY[v_place], ARRAY[v_currency], v_due, p_event,
                                                  format('Revenue on event, run %s', v_run.run_number), p_actor);
    INSERT INTO revenue_run_chunks (organization_id, run_id, chunk_number, contracts, rows, amounts, first_entries)
    VALUES (v_org, p_run, 1, v_posted.o_contracts, v_posted.o_rows, v_posted.o_amounts, v_posted.o_entries);
  END IF;
  UPDATE revenue_runs SET run_status = 'POSTED', started_at = now(), finished_at = now() WHERE organization_id = v_org AND id = p_run;
  RETURN coalesce(cardinality(v_due), 0);
END $$;
