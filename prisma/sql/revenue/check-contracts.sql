-- Checks contracts of one organization that were touched since they were last checked, of the oldest notes as many as name p_limit: adds by
-- how much they moved to the totals, stores their new sums, and removes the notes. A contract whose own equations do not
-- hold counts as touched until they do, so that every reconciliation names it. Returns by how many contracts the notes are shorter, each
-- counted as often as it was noted: 0 where nothing is left but contracts that do not hold. Contracts, rows and notes are read in one
-- snapshot: what another transaction commits meanwhile has its own note. Rows are deleted where they were found, since the
-- statistics may not have heard of them.
-- A note of something recorded by the moment of a copy of the balances (copy-balances), which was not there when the copy was made, has that copy and later
-- ones made once more. Copies follow the end of a contract that is checked (move-copied-ends).
-- Owner: the rows of contracts; a full verification compares what is kept with them.
--
-- Refuses: nothing; with nothing touched it returns 0.
-- Locks: the advisory lock "check-contracts:<organization>", until the end of the transaction: a contract is added once.
-- Rule: docs/scale.md, "The reconciliation of revenue" and "Contract balances".
-- Proved by: e2e/revenue/histories/checked/checked-contracts.test.ts, e2e/revenue/histories/checked/checked-standings.test.ts,
-- e2e/revenue/histories/checked/checked-histories.test.ts, e2e/revenue/histories/checked/balance-copies.test.ts.
CREATE FUNCTION daybook_check_contracts(p_limit integer DEFAULT 2000) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_checked integer;
  v_oldest timestamptz;
  v_was revenue_checked_standings[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('check-contracts:' || v_org::text, 0));
  WITH oldest AS MATERIALIZED (
    SELECT t.ctid AS place, t.id, cardinality(t.contract_ids) AS n FROM revenue_touched_contracts t WHERE t.organization_id = v_org ORDER BY t.id LIMIT p_limit
  ), gone AS (
    DELETE FROM revenue_touched_contracts t WHERE t.organization_id = v_org AND t.ctid = ANY (ARRAY(
      SELECT q.place FROM (SELECT o.place, sum(o.n) OVER (ORDER BY o.id) - o.n AS before FROM oldest o) q WHERE q.before < p_limit))
    RETURNING t.contract_ids, t.recorded_at
  ), asked AS MATERIALIZED (
    SELECT array_agg(DISTINCT c.id) AS ids, count(*) AS mentions FROM gone g CROSS JOIN LATERAL unnest(g.contract_ids) AS c (id)
  ), present AS MATERIALIZED (
    SELECT s.* FROM asked a CROSS JOIN LATERAL daybook_contract_sums(a.ids) s
  ), before AS MATERIALIZED (
    SELECT k.* FROM asked a CROSS JOIN LATERAL unnest(a.ids) AS c (id)
    CROSS JOIN LATERAL (
      SELECT x.* FROM revenue_checked_contracts x WHERE x.organization_id = v_org AND x.contract_id = c.id OFFSET 0) k
  ), moved AS MATERIALIZED (
    SELECT m.contract_id, m.subsidiary_id, m.currency_code, bool_or(m.is_present) AS is_present, sum(m.deferred) AS deferred,
           sum(m.contract_asset) AS contract_asset, sum(m.refund) AS refund, sum(m.receivable) AS receivable, sum(m.cost) AS cost,
           sum(m.accrued) AS accrued, sum(m.unearned) AS unearned, sum(m.advance) AS advance, sum(m.booked) AS booked, sum(m.planned) AS planned,
           sum(m.posted) AS posted
    FROM (
      SELECT p.o_contract_id AS contract_id, p.o_subsidiary_id AS subsidiary_id, p.o_currency_code AS currency_code, true AS is_present,
             p.o_deferred AS deferred, p.o_contract_asset AS contract_asset, p.o_refund AS refund, p.o_receivable AS receivable, p.o_cost AS cost,
             p.o_accrued AS accrued, p.o_unearned AS unearned, p.o_advance AS advance, p.o_booked AS booked, p.o_planned AS planned,
             p.o_posted AS posted
      FROM present p
      UNION ALL
      SELECT b.contract_id, b.subsidiary_id, b.currency_code, false, -b.deferred, -b.contract_asset, -b.refund, -b.receivable, -b.cost,
             -b.accrued, -b.unearned, -b.advance, -b.booked, -b.planned, -b.posted
      FROM before b
    ) m
    GROUP BY 1, 2, 3
  ), stood AS MATERIALIZED (
    SELECT s.* FROM asked a CROSS JOIN LATERAL daybook_contract_standings(a.ids) s
  ), ended AS MATERIALIZED (
    SELECT k::revenue_checked_standings AS was
    FROM stood s
    CROSS JOIN LATERAL (
      SELECT x.* FROM revenue_checked_standings x WHERE x.organization_id = v_org AND x.contract_id = s.contract_id OFFSET 0) k
    WHERE (k.subsidiary_id, k.currency_code, k.unscheduled_since) IS DISTINCT FROM (s.subsidiary_id, s.currency_code, s.unscheduled_since)
  ), kept AS (
    INSERT INTO revenue_checked_contracts AS k (organization_id, contract_id, subsidiary_id, currency_code, deferred, contract_asset, refund,
        receivable, cost, accrued, unearned, advance, booked, planned, posted)
    SELECT v_org, p.o_contract_id, p.o_subsidiary_id, p.o_currency_code, p.o_deferred, p.o_contract_asset, p.o_refund, p.o_receivable, p.o_cost,
           p.o_accrued, p.o_unearned, p.o_advance, p.o_booked, p.o_planned, p.o_posted
    FROM present p
    ON CONFLICT (organization_id, contract_id, subsidiary_id, currency_code) DO UPDATE SET
      deferred = excluded.deferred, contract_asset = excluded.contract_asset, refund = excluded.refund, receivable = excluded.receivable,
      cost = excluded.cost, accrued = excluded.accrued, unearned = excluded.unearned, advance = excluded.advance, booked = excluded.booked,
      planned = excluded.planned, posted = excluded.posted
  ), dropped AS (
    DELETE FROM revenue_checked_contracts k WHERE k.organization_id = v_org AND k.ctid = ANY (ARRAY(
      SELECT x.place FROM moved m
      CROSS JOIN LATERAL (
        SELECT y.ctid AS place FROM revenue_checked_contracts y
        WHERE y.organization_id = v_org AND y.contract_id = m.contract_id AND y.subsidiary_id = m.subsidiary_id
          AND y.currency_code = m.currency_code OFFSET 0) x
      WHERE NOT m.is_present))
  ), totals AS (
    INSERT INTO revenue_checked_totals AS t (organization_id, subsidiary_id, currency_code, deferred, contract_asset, refund, receivable, cost,
        accrued, unearned, advance, booked, planned, posted)
    SELECT v_org, m.subsidiary_id, m.currency_code, sum(m.deferred), sum(m.contract_asset), sum(m.refund), sum(m.receivable), sum(m.cost),
           sum(m.accrued), sum(m.unearned), sum(m.advance), sum(m.booked), sum(m.planned), sum(m.posted)
    FROM moved m
    GROUP BY 2, 3 ORDER BY 2, 3
    ON CONFLICT (organization_id, subsidiary_id, currency_code) DO UPDATE SET
      deferred = t.deferred + excluded.deferred, contract_asset = t.contract_asset + excluded.contract_asset,
      refund = t.refund + excluded.refund, receivable = t.receivable + excluded.receivable, cost = t.cost + excluded.cost,
      accrued = t.accrued + excluded.accrued, unearned = t.unearned + excluded.unearned, advance = t.advance + excluded.advance,
      booked = t.booked + excluded.booked, planned = t.planned + excluded.planned, posted = t.posted + excluded.posted
  ), standings AS (
    INSERT INTO revenue_checked_standings AS k (organization_id, contract_id, subsidiary_id, currency_code, months, moves, nets, receivables, revenues,
        priors, soons, unscheduled_since)
    SELECT s.organization_id, s.contract_id, s.subsidiary_id, s.currency_code, s.months, s.moves, s.nets, s.receivables, s.revenues, s.priors, s.soons,
           s.unscheduled_since
    FROM stood s
    ON CONFLICT (organization_id, contract_id) DO UPDATE SET
      subsidiary_id = excluded.subsidiary_id, currency_code = excluded.currency_code, months = excluded.months, moves = excluded.moves,
      nets = excluded.nets, receivables = excluded.receivables, revenues = excluded.revenues, priors = excluded.priors, soons = excluded.soons,
      unscheduled_since = excluded.unscheduled_since
    WHERE (k.subsidiary_id, k.currency_code, k.months, k.moves, k.nets, k.receivables, k.revenues, k.priors, k.soons, k.unscheduled_since)
      IS DISTINCT FROM (excluded.subsidiary_id, excluded.currency_code, excluded.months, excluded.moves, excluded.nets, excluded.receivables,
       excluded.revenues, excluded.priors, excluded.soons, excluded.unscheduled_since)
  ), balances AS (
    INSERT INTO revenue_checked_balances AS t (organization_id, subsidiary_id, currency_code, since_month, month, contracts, receivable, contract_asset,
        deferred, revenue, from_opening, prior, due_soon)
    SELECT v_org, p.o_subsidiary_id, p.o_currency_code, p.o_since_month, p.o_month, p.o_contracts, p.o_receivable, p.o_contract_asset, p.o_deferred,
           p.o_revenue, p.o_from_opening, p.o_prior, p.o_due_soon
    FROM asked a
    CROSS JOIN LATERAL daybook_balance_parts(a.ids, '{1,-1}', coalesce((SELECT array_agg(s::revenue_checked_standings) FROM stood s), '{}')) p
    ORDER BY 2, 3, 4, 5
    ON CONFLICT (organization_id, subsidiary_id, currency_code, since_month, month) DO UPDATE SET
      contracts = t.contracts + excluded.contracts, receivable = t.receivable + excluded.receivable,
      contract_asset = t.contract_asset + excluded.contract_asset, deferred = t.deferred + excluded.deferred, revenue = t.revenue + excluded.revenue,
      from_opening = t.from_opening + excluded.from_opening, prior = t.prior + excluded.prior, due_soon = t.due_soon + excluded.due_soon
  ), again AS (
    -- It tells of nothing new.
    INSERT INTO revenue_touched_contracts (organization_id, id, contract_ids, recorded_at)
    SELECT v_org, daybook_uuid_v7(), array_agg(DISTINCT p.o_contract_id), 'infinity' FROM present p WHERE NOT p.o_agrees HAVING count(*) > 0
    RETURNING contract_ids
  )
  SELECT (SELECT a.mentions FROM asked a) - coalesce((SELECT cardinality(x.contract_ids) FROM again x), 0),
         (SELECT min(g.recorded_at) FROM gone g), (SELECT array_agg(e.was) FROM ended e)
    INTO v_checked, v_oldest, v_was;
  DELETE FROM revenue_copied_balances b WHERE b.organization_id = v_org AND b.moment >= v_oldest;
  UPDATE revenue_balance_copies c SET copied_to = '00000000-0000-0000-0000-000000000000'
  WHERE c.organization_id = v_org AND c.moment >= v_oldest AND c.copied_to IS DISTINCT FROM '00000000-0000-0000-0000-000000000000';
  PERFORM daybook_move_copied_ends(v_was);
  RETURN v_checked;
END $$;
