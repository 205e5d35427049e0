-- The contracts whose balances at the end of a month, as known at an earlier moment (p_known) or as of a day in effect (p_effective; null: not asked),
-- may differ from what is kept of them (check-contracts), as long as they are at most p_most; null: they are more, or so much was recorded since that
-- looking at it costs as much as adding up everything. They are those with a movement recorded later in a month before p_before ('2026-04'), with rows
-- or bookings recorded later, with facts that take effect later, with a movement before that month that follows from no fact and was posted after the day in
-- effect (of a run, of which more than p_most end the search, or of what fell due and of interest), with one that has a later day of effect of its own, and those
-- touched since they were checked; what has nothing
-- before that month counts for nothing. p_through: the contracts that may have stood otherwise at the one than at the other of the two moments, for a copy of the balances (copy-balances); of those
-- touched since, they are the ones with another end, which both moments have. What was posted after the day in effect and recorded after p_known is among those recorded later, or
-- neither side has it. A posted row needs no look of its own: what posts it writes a movement of
-- the same moment and month (recognise, reverse-run-rows). The index of movements that were recorded later passes over a run of a later month.
-- Owner: the rows of contracts; totals from the answer are held to them by e2e/revenue/histories/checked/balances-then.test.ts.
--
-- Refuses: nothing; it reads.
-- Locks: none.
-- Rule: docs/scale.md, "Contract balances".
-- Proved by: e2e/revenue/histories/checked/balances-then.test.ts.
CREATE FUNCTION daybook_later_contracts(p_known timestamptz, p_effective date, p_before text, p_most integer, p_through timestamptz DEFAULT 'infinity')
RETURNS uuid[]
LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET max_parallel_workers_per_gather = 0
AS $$
  WITH later AS MATERIALIZED (
    -- A contract may have forty such rows; where there are more of them than that, reading stops.
    SELECT x.contract_id
    FROM (
      SELECT n.id AS contract_id FROM revenue_touched_contracts t CROSS JOIN LATERAL unnest(t.contract_ids) AS n (id)
      WHERE t.organization_id = (SELECT daybook_organization()) AND (t.reaches_back OR p_through = 'infinity')
      UNION ALL
      SELECT m.contract_id FROM revenue_movements m
      WHERE m.organization_id = (SELECT daybook_organization()) AND m.recorded_at > p_known AND m.recorded_at <= p_through
        AND m.period COLLATE "C" < p_before
      UNION ALL
      SELECT b.contract_id FROM revenue_bookings b
      WHERE b.organization_id = (SELECT daybook_organization()) AND b.recorded_at > p_known AND b.recorded_at <= p_through
      UNION ALL
      SELECT r.contract_id FROM revenue_rows r
      WHERE r.organization_id = (SELECT daybook_organization()) AND r.recorded_at > p_known AND r.recorded_at <= p_through
      UNION ALL
      SELECT v.contract_id FROM revenue_events v WHERE v.organization_id = (SELECT daybook_organization()) AND v.effective_date > p_effective
      UNION ALL
      -- A run has one movement of each contract.
      SELECT w.contract_id FROM revenue_runs u
      CROSS JOIN LATERAL (
        SELECT m.contract_id FROM revenue_movements m
        WHERE m.organization_id = (SELECT daybook_organization()) AND m.run_id = u.id AND m.period COLLATE "C" < p_before
          AND m.recorded_at <= coalesce(p_known, 'infinity')
        LIMIT p_most + 1) w
      WHERE u.organization_id = (SELECT daybook_organization()) AND u.kind <> 'EVENT' AND u.posting_date > p_effective
        AND to_char(u.posting_date, 'YYYY-MM') < p_before
      UNION ALL
      SELECT m.contract_id FROM revenue_movements m
      WHERE m.organization_id = (SELECT daybook_organization()) AND m.event_id IS NULL AND m.run_id IS NULL AND m.posting_date > p_effective
        AND m.period COLLATE "C" < p_before AND m.recorded_at <= coalesce(p_known, 'infinity')
      UNION ALL
      SELECT m.contract_id FROM revenue_movements m
      WHERE m.organization_id = (SELECT daybook_organization()) AND m.effective_on IS NOT NULL AND m.effective_on > p_effective
        AND m.period COLLATE "C" < p_before AND m.recorded_at <= coalesce(p_known, 'infinity')
    ) x
    LIMIT p_most::bigint * 40 + 1
  ), counted AS MATERIALIZED (
    SELECT DISTINCT l.contract_id FROM later l WHERE (SELECT count(*) FROM later) <= p_most::bigint * 40
  ), moved AS MATERIALIZED (
    SELECT c.contract_id FROM counted c
    WHERE EXISTS (
      SELECT FROM revenue_movements w
      WHERE w.organization_id = (SELECT daybook_organization()) AND w.contract_id = c.contract_id AND w.period COLLATE "C" < p_before)
  )
  SELECT CASE WHEN (SELECT count(*) FROM later) <= p_most::bigint * 40 AND (SELECT count(*) FROM moved) <= p_most
    THEN ARRAY(SELECT m.contract_id FROM moved m) END
$$;
