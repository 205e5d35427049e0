-- Copies the sums that contract balances follow from as they were known at a moment not long ago: p_moment, or that before the oldest note of a contract that
-- is not checked. The copy has what is kept of all contracts (check-contracts), with those that something was recorded of since, or that have a note, as
-- they stood at the moment; with the end of each when it was checked. p_moment is one by which every transaction that began before it has ended (known-through). What is
-- recorded by that moment nevertheless has its note checked later, which has the copy made once more. Returns whether a copy was made: not for fewer
-- than p_least contracts, not where at most p_apart were recorded since the last copy, not where more than p_most would be added up, and
-- unless p_before_run not within a day of the last. Of copies older than 60 days that are not of before a run the last of each month stays.
-- Owner: the rows of contracts; the copies are held to them by the test below and by a full verification.
--
-- Refuses: nothing.
-- Locks: the advisory lock "check-contracts:<organization>", until the end of the transaction.
-- Rule: docs/scale.md, "Contract balances".
-- Proved by: e2e/revenue/histories/checked/balance-copies.test.ts.
CREATE FUNCTION daybook_copy_balances(
  p_moment timestamptz, p_before_run boolean, p_least integer DEFAULT 1000, p_apart integer DEFAULT 500, p_most integer DEFAULT 1000
)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_moment timestamptz;
  v_last timestamptz;
  v_others uuid[];
  v_kept revenue_checked_standings[];
BEGIN
  IF (SELECT coalesce(sum(b.contracts), 0) FROM revenue_checked_balances b WHERE b.organization_id = v_org) < p_least THEN
    RETURN false;
  END IF;
  -- As after a run: a check is under way, which is not waited for. A contract may have several notes.
  IF (SELECT sum(cardinality(t.contract_ids)) FROM revenue_touched_contracts t WHERE t.organization_id = v_org) > 4 * p_most THEN
    RETURN false;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('check-contracts:' || v_org::text, 0));
  SELECT least(p_moment, min(t.recorded_at) - interval '1 microsecond') INTO v_moment FROM revenue_touched_contracts t WHERE t.organization_id = v_org;
  SELECT max(c.moment) INTO v_last FROM revenue_balance_copies c WHERE c.organization_id = v_org;
  IF v_moment = '-infinity' OR v_moment <= v_last OR (NOT p_before_run AND v_moment < v_last + interval '1 day') THEN
    RETURN false;
  END IF;
  IF v_last IS NOT NULL AND daybook_later_contracts(v_last, NULL, '9999', p_apart, v_moment) IS NOT NULL THEN
    RETURN false;
  END IF;
  v_others := daybook_later_contracts(v_moment, NULL, '9999', p_most);
  IF v_others IS NULL THEN
    RETURN false;
  END IF;
  INSERT INTO revenue_balance_copies (organization_id, moment, before_run) VALUES (v_org, v_moment, p_before_run);
  INSERT INTO revenue_copied_balances (organization_id, moment, subsidiary_id, currency_code, since_month, month, contracts, receivable, contract_asset,
      deferred, revenue, from_opening, prior, due_soon)
  SELECT v_org, v_moment, b.subsidiary_id, b.currency_code, b.since_month, b.month, b.contracts, b.receivable, b.contract_asset, b.deferred, b.revenue,
         b.from_opening, b.prior, b.due_soon
  FROM revenue_checked_balances b WHERE b.organization_id = v_org;
  v_kept := ARRAY(
    SELECT k::revenue_checked_standings FROM unnest(v_others) AS n (id)
    CROSS JOIN LATERAL (
      SELECT x.* FROM revenue_checked_standings x WHERE x.organization_id = v_org AND x.contract_id = n.id OFFSET 0) k);
  PERFORM daybook_add_to_copy(v_moment,
    ARRAY(SELECT s::revenue_checked_standings FROM daybook_contract_standings(NULL, v_moment, v_kept) s), v_kept);
  WITH gone AS (
    DELETE FROM revenue_balance_copies c
    WHERE c.organization_id = v_org AND NOT c.before_run AND c.moment < v_moment - interval '60 days' AND EXISTS (
      SELECT FROM revenue_balance_copies o
      WHERE o.organization_id = v_org AND o.moment > c.moment
        AND date_trunc('month', o.moment AT TIME ZONE 'utc') = date_trunc('month', c.moment AT TIME ZONE 'utc'))
    RETURNING c.moment
  )
  DELETE FROM revenue_copied_balances b USING gone g WHERE b.organization_id = v_org AND b.moment = g.moment;
  RETURN true;
END $$;
