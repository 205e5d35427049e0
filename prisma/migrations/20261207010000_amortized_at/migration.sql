-- What is amortized and impaired by now may pass the amount of a cost for a while: a termination or a test recorded late writes off the rest in
-- its own month, and a later month that is posted already is posted back only by its own run. What all months come to is a check of `verify`.
ALTER TABLE contract_costs
  DROP CONSTRAINT contract_costs_amounts_ck,
  ADD CONSTRAINT contract_costs_amounts_ck CHECK (CASE WHEN cost_kind = 'LOSS' THEN amount = 0 AND impaired = 0 AND item IS NOT NULL
    ELSE amount > 0 END);

-- What a row was posted at in base currency: months posted in any order, and rates corrected since, round differently from the sum of any day.
ALTER TABLE contract_cost_rows ADD COLUMN base numeric(20,4);
GRANT UPDATE (base) ON contract_cost_rows TO daybook_app;
-- Rows posted before were posted at the rate of their cost, in the order in which they were; where a rate was corrected since, at the one before
-- its first correction after them. The owner of a table who is not a superuser would see no row of it.
ALTER TABLE contract_cost_rows DISABLE TRIGGER USER;
ALTER TABLE contract_cost_rows NO FORCE ROW LEVEL SECURITY;
ALTER TABLE contract_costs NO FORCE ROW LEVEL SECURITY;
ALTER TABLE rate_correction_items NO FORCE ROW LEVEL SECURITY;
ALTER TABLE rate_corrections NO FORCE ROW LEVEL SECURITY;
ALTER TABLE subsidiaries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE currencies NO FORCE ROW LEVEL SECURITY;
WITH rated AS (
  SELECT r.organization_id, r.cost_id, r.seq, r.amount, r.posted_at, coalesce((
           SELECT i.before_rate FROM rate_correction_items i JOIN rate_corrections k ON k.organization_id = i.organization_id AND k.id = i.correction_id
           WHERE i.organization_id = r.organization_id AND i.kind = 'COST' AND i.source_id = r.cost_id AND k.recorded_at >= r.posted_at
           ORDER BY k.recorded_at, i.item_number LIMIT 1), c.exchange_rate) AS rate, coalesce(m.minor_units, 2) AS digits
  FROM contract_cost_rows r
  JOIN contract_costs c ON c.organization_id = r.organization_id AND c.id = r.cost_id
  JOIN subsidiaries s ON s.organization_id = r.organization_id AND s.id = r.subsidiary_id
  LEFT JOIN currencies m ON m.organization_id = r.organization_id AND m.code = s.base_currency
  WHERE r.run_id IS NOT NULL
), summed AS (
  SELECT r.*, sum(r.amount) OVER (PARTITION BY r.organization_id, r.cost_id ORDER BY r.posted_at, r.seq) AS upto FROM rated r
)
-- Half to even, as the laws round.
UPDATE contract_cost_rows r SET base = (
  SELECT sum(v.sign * CASE WHEN abs(v.exact) % 1 = 0.5 THEN 2 * round(v.exact / 2) ELSE round(v.exact) END) / power(10::numeric, s.digits)
  FROM (VALUES (1, s.upto * s.rate * power(10::numeric, s.digits)), (-1, (s.upto - s.amount) * s.rate * power(10::numeric, s.digits))) AS v (sign, exact))
FROM summed s WHERE r.organization_id = s.organization_id AND r.cost_id = s.cost_id AND r.seq = s.seq;
ALTER TABLE currencies FORCE ROW LEVEL SECURITY;
ALTER TABLE subsidiaries FORCE ROW LEVEL SECURITY;
ALTER TABLE rate_corrections FORCE ROW LEVEL SECURITY;
ALTER TABLE rate_correction_items FORCE ROW LEVEL SECURITY;
ALTER TABLE contract_costs FORCE ROW LEVEL SECURITY;
ALTER TABLE contract_cost_rows FORCE ROW LEVEL SECURITY;
ALTER TABLE contract_cost_rows ENABLE TRIGGER USER;
