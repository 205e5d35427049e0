-- Posts what one event made of revenue, and nothing else that happens to be due under the contract: the month's run finds
-- these rows posted. The caller holds the contract and the periods. Answers how many rows.
CREATE FUNCTION daybook_post_event_rows(p_run uuid, p_event uuid, p_actor uuid)
RETURNS integer LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan SET jit = off AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_run revenue_runs;
  v_entry uuid := daybook_uuid_v7();
  v_currency text;
  v_rows integer;
  v_amount numeric;
BEGIN
  SELECT r.* INTO v_run FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = p_run FOR UPDATE;
  SELECT p.currency_code INTO v_currency FROM revenue_positions p
    WHERE p.organization_id = v_org AND p.contract_id = v_run.contract_id FOR UPDATE;
  WITH posted AS (
    UPDATE revenue_rows r SET run_id = p_run, entry_id = v_entry, posted_period = to_char(v_run.posting_date, 'YYYY-MM'), posted_at = now()
    WHERE r.organization_id = v_org AND r.contract_id = v_run.contract_id AND r.event_id = p_event AND r.run_id IS NULL
      AND r.period <= v_run.period AND r.source <> 'SCHEDULE'
      AND EXISTS (SELECT 1 FROM performance_obligations o
                  WHERE o.organization_id = v_org AND o.contract_id = r.contract_id AND o.key = r.obligation_key AND NOT o.held)
    RETURNING r.amount
  )
  SELECT count(*)::int, coalesce(sum(amount), 0) INTO v_rows, v_amount FROM posted;
  IF v_rows > 0 THEN
    PERFORM daybook_post_revenue_moves(
      ARRAY[ROW(daybook_uuid_v7(), v_run.contract_id, 'REVENUE', v_amount, false, true, p_event, v_entry,
                coalesce((v_run.rates ->> v_currency)::numeric, 1), NULL)::daybook_revenue_move],
      v_run.subsidiary_id, v_run.posting_date, p_run, 'REVENUE_RUN', format('Revenue on event, run %s', v_run.run_number), p_actor);
    INSERT INTO revenue_run_chunks (organization_id, run_id, chunk_number, contracts, rows, amounts)
    VALUES (v_org, p_run, 1, 1, v_rows, jsonb_build_object(v_currency, v_amount::text));
  END IF;
  UPDATE revenue_runs SET run_status = 'POSTED', started_at = now(), finished_at = now() WHERE organization_id = v_org AND id = p_run;
  RETURN v_rows;
END $$;
