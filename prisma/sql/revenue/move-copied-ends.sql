-- Has the copies of the balances follow contracts whose end, subsidiary or currency is another since they were checked before (p_was: how they stood then):
-- these are read as they are now, also in balances as known at an earlier moment. Where a contract ends matters only while something agreed is not
-- scheduled: of contracts of which that was so at no moment nothing moves. The caller has locked "check-contracts:<organization>" and stored how they stand.
-- Owner: the contracts.
--
-- Refuses: a caller who may not write the copies (insufficient_privilege).
-- Locks: none.
-- Rule: docs/scale.md, "Contract balances".
-- Proved by: e2e/revenue/histories/checked/balance-copies.test.ts.
CREATE FUNCTION daybook_move_copied_ends(p_was revenue_checked_standings[]) RETURNS void
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_was revenue_checked_standings[];
  v_is revenue_checked_standings[];
  v_copy record;
BEGIN
  IF p_was IS NULL OR NOT EXISTS (SELECT FROM revenue_balance_copies c WHERE c.organization_id = v_org) THEN
    RETURN;
  END IF;
  SELECT array_agg(w::revenue_checked_standings), array_agg(k::revenue_checked_standings) INTO v_was, v_is
  FROM unnest(p_was) w
  CROSS JOIN LATERAL (
    SELECT x.* FROM revenue_checked_standings x WHERE x.organization_id = v_org AND x.contract_id = w.contract_id OFFSET 0) k
  WHERE (w.subsidiary_id, w.currency_code) IS DISTINCT FROM (k.subsidiary_id, k.currency_code) OR EXISTS (
    SELECT FROM (
      SELECT b.recorded_at, b.amount FROM revenue_bookings b WHERE b.organization_id = v_org AND b.contract_id = w.contract_id
      UNION ALL
      SELECT r.recorded_at, -r.amount FROM revenue_rows r WHERE r.organization_id = v_org AND r.contract_id = w.contract_id
    ) f GROUP BY f.recorded_at HAVING sum(f.amount) <> 0);
  IF v_was IS NULL THEN
    RETURN;
  END IF;
  FOR v_copy IN SELECT c.moment, c.copied_to FROM revenue_balance_copies c WHERE c.organization_id = v_org LOOP
    PERFORM daybook_add_to_copy(v_copy.moment,
      ARRAY(SELECT s::revenue_checked_standings FROM daybook_contract_standings(NULL, v_copy.moment, ARRAY(
        SELECT k::revenue_checked_standings FROM unnest(v_is) k WHERE k.contract_id <= v_copy.copied_to OR v_copy.copied_to IS NULL)) s),
      ARRAY(SELECT s::revenue_checked_standings FROM daybook_contract_standings(NULL, v_copy.moment, ARRAY(
        SELECT k::revenue_checked_standings FROM unnest(v_was) k WHERE k.contract_id <= v_copy.copied_to OR v_copy.copied_to IS NULL)) s));
  END LOOP;
END $$;
