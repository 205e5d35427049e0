-- Goes on with the newest copy of the balances that does not have all contracts: of a moment before copies were made, or one that something recorded by its
-- moment came to later (check-contracts). Adds up to p_limit contracts by their rows as known at the moment, with the end each had when it was checked. Returns how many, at least 1; 0:
-- nothing is left, or a contract that something was recorded of by the moment is not checked. A contract that is checked for the first time while its copy is being
-- made has nothing recorded by the moment.
-- Owner: the rows of contracts; the copies are held to them by the test below and by a full verification.
--
-- Refuses: nothing.
-- Locks: the advisory lock "check-contracts:<organization>", until the end of the transaction.
-- Rule: docs/scale.md, "Contract balances".
-- Proved by: e2e/revenue/histories/checked/balance-copies.test.ts.
CREATE FUNCTION daybook_copy_past_balances(p_limit integer DEFAULT 1000) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_moment timestamptz;
  v_after uuid;
  v_kept revenue_checked_standings[];
BEGIN
  IF NOT EXISTS (SELECT FROM revenue_balance_copies c WHERE c.organization_id = v_org AND c.copied_to IS NOT NULL) THEN
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('check-contracts:' || v_org::text, 0));
  SELECT c.moment, c.copied_to INTO v_moment, v_after FROM revenue_balance_copies c
  WHERE c.organization_id = v_org AND c.copied_to IS NOT NULL ORDER BY c.moment DESC LIMIT 1;
  IF v_moment IS NULL OR EXISTS (SELECT FROM revenue_touched_contracts t WHERE t.organization_id = v_org AND t.recorded_at <= v_moment) THEN
    RETURN 0;
  END IF;
  v_kept := ARRAY(
    SELECT x::revenue_checked_standings FROM revenue_checked_standings x
    WHERE x.organization_id = v_org AND x.contract_id > v_after ORDER BY x.contract_id LIMIT p_limit);
  PERFORM daybook_add_to_copy(v_moment, ARRAY(SELECT s::revenue_checked_standings FROM daybook_contract_standings(NULL, v_moment, v_kept) s), NULL);
  UPDATE revenue_balance_copies c
  SET copied_to = CASE WHEN cardinality(v_kept) = p_limit THEN (SELECT k.contract_id FROM unnest(v_kept) k ORDER BY k.contract_id DESC LIMIT 1) END
  WHERE c.organization_id = v_org AND c.moment = v_moment;
  RETURN greatest(cardinality(v_kept), 1);
END $$;
