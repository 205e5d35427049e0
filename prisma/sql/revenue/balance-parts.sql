-- What contracts add to the totals of the contract balances, in parts whose sums answer any range of months: opening balances are the parts of
-- months before it, closing balances those through its end, revenue those within it. An asset or a liability is not additive by contract,
-- but its change from month to month is. Revenue from the opening liability depends on both ends: of a contract it is at most the liability
-- before the first month and at most the revenue of the range. It is kept as that figure's change from one last month to the next, less the same
-- for the following first month, so that the parts with since_month in the range and month through its end add up to it.
-- p_sides: 1 adds the contracts as their rows are, -1 subtracts what they were when they were last checked; both, what changed since, of which only
-- the months from the first that differs are looked at. p_standings: how they stand by their rows, where the caller has that already; p_past: and how they stood before.
-- Owner: the rows of contracts. The totals are compared with them by a full verification.
--
-- Refuses: nothing; it reads.
-- Locks: none.
-- Rule: docs/scale.md, "Contract balances"; 606-10-45-1, 606-10-50-8.
-- Proved by: e2e/revenue/histories/checked/checked-standings.test.ts, e2e/revenue/histories/checked/checked-histories.test.ts,
-- e2e/revenue/histories/checked/balance-copies.test.ts.
CREATE FUNCTION daybook_balance_parts(
  p_contracts uuid[], p_sides integer[] DEFAULT '{1,-1}', p_standings revenue_checked_standings[] DEFAULT NULL,
  p_past revenue_checked_standings[] DEFAULT NULL
)
RETURNS TABLE (
  o_subsidiary_id uuid, o_currency_code text, o_since_month integer, o_month integer, o_contracts integer, o_receivable numeric,
  o_contract_asset numeric, o_deferred numeric, o_revenue numeric, o_from_opening numeric, o_prior numeric, o_due_soon numeric
)
LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = on SET enable_mergejoin = off SET work_mem = '32MB'
AS $$
  WITH asked AS MATERIALIZED (
    SELECT DISTINCT n.id FROM unnest(p_contracts) AS n (id)
  ), present AS (
    SELECT s.* FROM unnest(p_standings) s
    UNION ALL
    SELECT s.* FROM daybook_contract_standings(CASE WHEN 1 = ANY (p_sides) AND p_standings IS NULL THEN p_contracts END) s
  ), past AS (
    SELECT k.* FROM asked a
    CROSS JOIN LATERAL (
      SELECT x.* FROM revenue_checked_standings x WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = a.id OFFSET 0) k
    WHERE -1 = ANY (p_sides) AND p_past IS NULL
    UNION ALL
    SELECT s.* FROM unnest(p_past) s
  ), pairs AS MATERIALIZED (
    SELECT row_number() OVER ()::integer AS n, subsidiary_id, currency_code, p::revenue_checked_standings AS present, k::revenue_checked_standings AS past
    FROM present p FULL JOIN past k USING (contract_id, subsidiary_id, currency_code)
  ), changed AS MATERIALIZED (
    -- Both have their months in order, so that those before the first place at which they differ are the same.
    SELECT d.n, min(d.place) AS place
    FROM (
      SELECT c.n, generate_series(1, greatest(cardinality((c.present).months), cardinality((c.past).months))) AS place,
             unnest((c.present).months) AS month, unnest((c.present).moves) AS moves, unnest((c.present).nets) AS net,
             unnest((c.present).receivables) AS receivable, unnest((c.present).revenues) AS revenue, unnest((c.present).priors) AS prior,
             unnest((c.present).soons) AS soon, unnest((c.past).months) AS past_month, unnest((c.past).moves) AS past_moves,
             unnest((c.past).nets) AS past_net, unnest((c.past).receivables) AS past_receivable, unnest((c.past).revenues) AS past_revenue,
             unnest((c.past).priors) AS past_prior, unnest((c.past).soons) AS past_soon
      FROM pairs c) d
    WHERE (d.month, d.moves, d.net, d.receivable, d.revenue, d.prior, d.soon)
      IS DISTINCT FROM (d.past_month, d.past_moves, d.past_net, d.past_receivable, d.past_revenue, d.past_prior, d.past_soon)
    GROUP BY 1
  ), sides AS MATERIALIZED (
    SELECT v.side, c.n, c.subsidiary_id, c.currency_code, d.place, v.standing
    FROM changed d JOIN pairs c ON c.n = d.n CROSS JOIN LATERAL (VALUES (1, c.present), (-1, c.past)) AS v (side, standing)
  ), ends AS MATERIALIZED (
    -- Beside each month's end stands the one before it: what a month adds is the difference of the two.
    SELECT e.*, least(greatest(e.net, 0), greatest(e.soon, 0)) AS due_soon, least(greatest(e.net_before, 0), greatest(e.soon_before, 0)) AS due_soon_before
    FROM (
      SELECT s.side, s.n, s.subsidiary_id, s.currency_code, unnest((s.standing).months[s.place:]) AS month,
             unnest((s.standing).moves[s.place:]) AS moves, unnest((0 || (s.standing).moves)[s.place:]) AS moves_before,
             unnest((s.standing).nets[s.place:]) AS net, unnest((0::numeric || (s.standing).nets)[s.place:]) AS net_before,
             unnest((s.standing).receivables[s.place:]) AS receivable, unnest((0::numeric || (s.standing).receivables)[s.place:]) AS receivable_before,
             unnest((s.standing).revenues[s.place:]) AS earned, unnest((0::numeric || (s.standing).revenues)[s.place:]) AS earned_before,
             unnest((s.standing).priors[s.place:]) AS prior, unnest((0::numeric || (s.standing).priors)[s.place:]) AS prior_before,
             unnest((s.standing).soons[s.place:]) AS soon, unnest((0::numeric || (s.standing).soons)[s.place:]) AS soon_before
      FROM sides s) e
    WHERE e.month IS NOT NULL
  ), starts AS (
    SELECT t.*
    FROM (
      SELECT s.side, s.n, unnest((s.standing).months) AS month, unnest((s.standing).nets) AS after, unnest(0::numeric || (s.standing).nets) AS before,
             unnest((s.standing).revenues) AS earned, unnest(0::numeric || (s.standing).revenues) AS earned_before
      FROM sides s) t
    WHERE (t.before > 0 OR t.after > 0) AND (t.before <> t.after OR t.earned_before <> t.earned)
  ), parts AS (
    SELECT e.subsidiary_id, e.currency_code, e.month AS since_month, e.month,
           sum(e.side * ((e.moves > 0)::integer - (e.moves_before > 0)::integer)) AS contracts,
           sum(e.side * (e.receivable - e.receivable_before)) AS receivable,
           sum(e.side * (greatest(-e.net, 0) - greatest(-e.net_before, 0))) AS contract_asset,
           sum(e.side * (greatest(e.net, 0) - greatest(e.net_before, 0))) AS deferred, sum(e.side * (e.earned - e.earned_before)) AS revenue,
           0::numeric AS from_opening, sum(e.side * (e.prior - e.prior_before)) AS prior, sum(e.side * (e.due_soon - e.due_soon_before)) AS due_soon
    FROM ends e
    GROUP BY 1, 2, 3
    UNION ALL
    SELECT e.subsidiary_id, e.currency_code, s.month, e.month, 0, 0, 0, 0, 0, sum(e.side * (
             least(greatest(e.earned - s.earned_before, 0), greatest(s.before, 0))
             - least(greatest(e.earned_before - s.earned_before, 0), greatest(s.before, 0))
             - CASE WHEN e.month = s.month THEN 0 ELSE
                 least(greatest(e.earned - s.earned, 0), greatest(s.after, 0)) - least(greatest(e.earned_before - s.earned, 0), greatest(s.after, 0)) END)),
           0, 0
    FROM ends e JOIN starts s ON s.side = e.side AND s.n = e.n AND s.month <= e.month
    WHERE e.earned <> e.earned_before
    GROUP BY 1, 2, 3, 4
  )
  SELECT p.subsidiary_id, p.currency_code, p.since_month, p.month, sum(p.contracts)::integer, sum(p.receivable), sum(p.contract_asset), sum(p.deferred),
         sum(p.revenue), sum(p.from_opening), sum(p.prior), sum(p.due_soon)
  FROM parts p
  GROUP BY 1, 2, 3, 4
  HAVING (sum(p.contracts), sum(p.receivable), sum(p.contract_asset), sum(p.deferred), sum(p.revenue), sum(p.from_opening), sum(p.prior), sum(p.due_soon))
    IS DISTINCT FROM (0, 0, 0, 0, 0, 0, 0, 0)
$$;
