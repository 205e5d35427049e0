-- The sums of what movements add to deferred revenue, by period and kind; a document below zero counts as a credit; the same by the day (UTC) of
-- recording and the day of effect (its own, otherwise of the fact a movement follows from, otherwise of its posting), which reports of another moment or day of effect
-- subtract. And what they add to control accounts, by day of posting, which the tie-out of a
-- day reads.
-- Owner: the movements; the sums are theirs, held to them by e2e/revenue/reports/movement-sums.test.ts.
--
-- Refuses: nothing.
-- Locks: the sums' rows, in key order; eight slots per key, chosen by connection.
-- Rule: docs/house.md, "Ledger tables".
-- Proved by: e2e/revenue/reports/movement-sums.test.ts, e2e/revenue/reports/movements-then.test.ts.
CREATE FUNCTION daybook_sum_revenue_movements() RETURNS trigger
LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
BEGIN
  -- The movements are added up once for both: the sums of a day of recording are those of the period, one day of it. A run's movements follow from
  -- no fact, and none is looked up for them.
  WITH added AS MATERIALIZED (
    SELECT n.organization_id, (n.recorded_at AT TIME ZONE 'utc')::date AS recorded_on,
           CASE WHEN n.effective_on IS NOT NULL THEN n.effective_on WHEN n.event_id IS NULL THEN n.posting_date ELSE coalesce((
             SELECT e.effective_date FROM revenue_events e WHERE e.organization_id = n.organization_id AND e.id = n.event_id), n.posting_date) END AS effective_on,
           n.subsidiary_id, n.currency_code, n.period,
           CASE WHEN n.kind = 'DOCUMENT' AND n.amount < 0 THEN 'CREDIT' ELSE n.kind END AS kind, sum(n.deferred) AS deferred
    FROM new_rows n GROUP BY 1, 2, 3, 4, 5, 6, 7
  ), months AS (
    INSERT INTO revenue_movement_months AS m (organization_id, subsidiary_id, currency_code, period, kind, slot, deferred)
    SELECT a.organization_id, a.subsidiary_id, a.currency_code, a.period, a.kind, pg_backend_pid() % 8, sum(a.deferred)
    FROM added a
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (organization_id, subsidiary_id, currency_code, period, kind, slot) DO UPDATE SET deferred = m.deferred + excluded.deferred
  )
  INSERT INTO revenue_movement_changes AS c (organization_id, recorded_on, effective_on, subsidiary_id, currency_code, period, kind, slot, deferred)
  SELECT a.organization_id, a.recorded_on, a.effective_on, a.subsidiary_id, a.currency_code, a.period, a.kind, pg_backend_pid() % 8, a.deferred
  FROM added a ORDER BY 1, 2, 3, 4, 5, 6, 7
  ON CONFLICT (organization_id, recorded_on, effective_on, subsidiary_id, currency_code, period, kind, slot) DO UPDATE SET deferred = c.deferred + excluded.deferred;
  INSERT INTO revenue_movement_days AS d (organization_id, subsidiary_id, currency_code, posting_date, slot, deferred, deferred_base, contract_asset,
      contract_asset_base, refund, refund_base)
  SELECT n.organization_id, n.subsidiary_id, n.currency_code, n.posting_date, pg_backend_pid() % 8, sum(n.deferred), sum(n.deferred_base),
         sum(n.contract_asset), sum(n.contract_asset_base), sum(n.refund), sum(n.refund_base)
  FROM new_rows n
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (organization_id, subsidiary_id, currency_code, posting_date, slot) DO UPDATE SET
    deferred = d.deferred + excluded.deferred, deferred_base = d.deferred_base + excluded.deferred_base,
    contract_asset = d.contract_asset + excluded.contract_asset, contract_asset_base = d.contract_asset_base + excluded.contract_asset_base,
    refund = d.refund + excluded.refund, refund_base = d.refund_base + excluded.refund_base;
  RETURN NULL;
END $$;

CREATE TRIGGER revenue_movements_summed AFTER INSERT ON revenue_movements
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_sum_revenue_movements();
