-- A standing says how its contract stood at the end of each month, where it said what the month added: its months are put in their order, and
-- what they added is added up. Row security is not asked here, where no organization is set.
ALTER TABLE revenue_checked_standings NO FORCE ROW LEVEL SECURITY;
UPDATE revenue_checked_standings k
SET (months, moves, nets, receivables, revenues, priors, soons) = (
  SELECT array_agg(s.month ORDER BY s.month), array_agg(s.moves ORDER BY s.month), array_agg(s.net ORDER BY s.month),
         array_agg(s.receivable ORDER BY s.month), array_agg(s.revenue ORDER BY s.month), array_agg(s.prior ORDER BY s.month),
         array_agg(s.soon ORDER BY s.month)
  FROM (
    SELECT u.month, (sum(u.moves) OVER w)::integer AS moves, sum(u.net) OVER w AS net, sum(u.receivable) OVER w AS receivable,
           sum(u.revenue) OVER w AS revenue, sum(u.prior) OVER w AS prior, sum(u.soon) OVER w AS soon
    FROM unnest(k.months, k.moves, k.nets, k.receivables, k.revenues, k.priors, k.soons) AS u (month, moves, net, receivable, revenue, prior, soon)
    WINDOW w AS (ORDER BY u.month ROWS UNBOUNDED PRECEDING)
  ) s
)
WHERE cardinality(k.months) > 0;
ALTER TABLE revenue_checked_standings FORCE ROW LEVEL SECURITY;
