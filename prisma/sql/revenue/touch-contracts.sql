-- Every statement that changes what a contract's reconciliation or its balances read notes the contracts it touched: one new row, for which no one else
-- waits and which daybook_check_contracts removes. Of statements that follow one another in a transaction with the same contracts, the
-- first notes them: its row and theirs are committed together. A note says when that was recorded, and whether a contract has another end, subsidiary or
-- currency, which balances as known at an earlier moment have, too (later-contracts). The application may only read the notes: they are made here, with the
-- owner's rights.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/scale.md, "The reconciliation of revenue".
-- Proved by: e2e/revenue/histories/checked/checked-contracts.test.ts.
CREATE FUNCTION daybook_touch_contracts() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  v_org uuid;
  v_contracts uuid[];
  v_mark text;
  v_back boolean := false;
BEGIN
  IF TG_TABLE_NAME = 'revenue_contracts' THEN
    SELECT n.organization_id, array_agg(DISTINCT n.id),
           bool_or(n.end_date IS DISTINCT FROM o.end_date OR n.subsidiary_id <> o.subsidiary_id OR n.currency_code <> o.currency_code)
    INTO v_org, v_contracts, v_back
    FROM new_rows n JOIN old_rows o ON o.organization_id = n.organization_id AND o.id = n.id
    WHERE (n.transaction_price, n.contract_status, n.subsidiary_id, n.currency_code, n.end_date)
      IS DISTINCT FROM (o.transaction_price, o.contract_status, o.subsidiary_id, o.currency_code, o.end_date)
    GROUP BY 1;
  ELSE
    SELECT n.organization_id, array_agg(DISTINCT n.contract_id) INTO v_org, v_contracts FROM new_rows n GROUP BY 1;
  END IF;
  IF v_contracts IS NULL THEN
    RETURN NULL;
  END IF;
  -- Set until the end of the transaction, or of the savepoint, with which the note goes too.
  v_mark := encode(sha256(convert_to(v_contracts::text || v_back, 'UTF8')), 'hex');
  IF current_setting('app.touched_contracts', true) IS DISTINCT FROM v_mark THEN
    -- In portions, so that a file of contracts is checked in several transactions.
    INSERT INTO revenue_touched_contracts (organization_id, id, contract_ids, reaches_back)
    SELECT v_org, daybook_uuid_v7(), array_agg(c.id), v_back FROM unnest(v_contracts) WITH ORDINALITY AS c (id, n) GROUP BY (c.n - 1) / 1000;
    PERFORM set_config('app.touched_contracts', v_mark, true);
  END IF;
  RETURN NULL;
END $$;

DO $$
DECLARE
  r record;
BEGIN
  FOR r IN
    SELECT * FROM (VALUES
      ('contract_costs', 'INSERT'), ('contract_costs', 'UPDATE'),
      ('performance_obligations', 'INSERT'), ('performance_obligations', 'UPDATE'),
      ('revenue_bookings', 'INSERT'),
      ('revenue_interest_moves', 'INSERT'),
      ('revenue_movements', 'INSERT'),
      ('revenue_positions', 'INSERT'), ('revenue_positions', 'UPDATE'),
      ('revenue_rows', 'INSERT'), ('revenue_rows', 'UPDATE')
    ) AS t (tab, event)
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_touch_contracts()',
      r.tab || CASE r.event WHEN 'INSERT' THEN '_touches_new' ELSE '_touches_changed' END, r.event, r.tab);
  END LOOP;
END $$;

-- Of a contract itself only the price, the status, the end and where it is kept are read; most of its changes are others.
CREATE TRIGGER revenue_contracts_touches_changed AFTER UPDATE ON revenue_contracts
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_touch_contracts();
