-- Revenue by customer right after a recognition run of all contracts was added up from every row of theirs, until each had been checked. Now a posting
-- notes what it adds, by customer (revenue/sum-revenue-rows in prisma/sql): reports add the notes to the sums, and the server adds them to
-- the sums within seconds (revenue/sum-revenue-years). What was added of each contract (revenue_contract_years) does not have to be kept any more: the
-- sums of customers are brought up to date once with the contracts that were touched since they were checked. An owner who is not a superuser would see no row.
CREATE TABLE revenue_customer_moves (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  currency_code text NOT NULL,
  year smallint NOT NULL,
  month smallint NOT NULL,
  day smallint NOT NULL,
  subsidiary_id uuid NOT NULL,
  cohort text NOT NULL,
  revenue_account_id uuid NOT NULL,
  timing text NOT NULL,
  expedient text NOT NULL,
  nature text NOT NULL,
  class_id uuid NOT NULL,
  department_id uuid NOT NULL,
  location_id uuid NOT NULL,
  customer_ids uuid[] NOT NULL,
  amounts numeric(24, 4)[] NOT NULL,
  CONSTRAINT revenue_customer_moves_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT revenue_customer_moves_amounts_ck CHECK (cardinality(amounts) = cardinality(customer_ids)),
  CONSTRAINT revenue_customer_moves_month_ck CHECK (month BETWEEN 1 AND 12),
  CONSTRAINT revenue_customer_moves_day_ck CHECK (day BETWEEN 1 AND 31)
);

ALTER TABLE revenue_rows NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_contracts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_positions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE performance_obligations NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_touched_contracts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_contract_years NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_customer_years NO FORCE ROW LEVEL SECURITY;

WITH touched AS MATERIALIZED (
  SELECT DISTINCT t.organization_id, c.id FROM revenue_touched_contracts t CROSS JOIN LATERAL unnest(t.contract_ids) AS c (id)
), moved AS (
  SELECT g.organization_id, k.currency_code, g.year, coalesce(k.customer_id, '00000000-0000-0000-0000-000000000000') AS customer_id, g.day,
    k.subsidiary_id, p.cohort, o.revenue_account_id, o.timing, o.expedient, o.nature,
    coalesce(o.class_id, '00000000-0000-0000-0000-000000000000') AS class_id,
    coalesce(o.department_id, '00000000-0000-0000-0000-000000000000') AS department_id,
    coalesce(o.location_id, '00000000-0000-0000-0000-000000000000') AS location_id,
    g.posted, g.m01, g.m02, g.m03, g.m04, g.m05, g.m06, g.m07, g.m08, g.m09, g.m10, g.m11, g.m12
  FROM (
    SELECT r.organization_id, r.contract_id, r.obligation_key, left(r.posted_period, 4)::smallint AS year,
      coalesce(nullif(substr(r.posted_period, 9, 2), ''), '31')::smallint AS day, sum(r.amount) AS posted,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '01'), 0) AS m01,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '02'), 0) AS m02,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '03'), 0) AS m03,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '04'), 0) AS m04,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '05'), 0) AS m05,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '06'), 0) AS m06,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '07'), 0) AS m07,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '08'), 0) AS m08,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '09'), 0) AS m09,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '10'), 0) AS m10,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '11'), 0) AS m11,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '12'), 0) AS m12
    FROM touched c JOIN revenue_rows r ON r.organization_id = c.organization_id AND r.contract_id = c.id
    WHERE r.posted_period IS NOT NULL GROUP BY 1, 2, 3, 4, 5
  ) g
  JOIN revenue_contracts k ON k.organization_id = g.organization_id AND k.id = g.contract_id
  JOIN revenue_positions p ON p.organization_id = g.organization_id AND p.contract_id = g.contract_id
  JOIN performance_obligations o ON o.organization_id = g.organization_id AND o.contract_id = g.contract_id AND o.key = g.obligation_key
  UNION ALL
  SELECT y.organization_id, y.currency_code, y.year, y.customer_id, y.day, y.subsidiary_id, y.cohort, y.revenue_account_id, y.timing, y.expedient,
    y.nature, y.class_id, y.department_id, y.location_id, -y.posted, -y.m01, -y.m02, -y.m03, -y.m04, -y.m05, -y.m06, -y.m07, -y.m08, -y.m09, -y.m10,
    -y.m11, -y.m12
  FROM touched c JOIN revenue_contract_years y ON y.organization_id = c.organization_id AND y.contract_id = c.id
)
INSERT INTO revenue_customer_years AS y (organization_id, currency_code, year, customer_id, day, subsidiary_id, cohort, revenue_account_id, timing,
  expedient, nature, class_id, department_id, location_id, posted, m01, m02, m03, m04, m05, m06, m07, m08, m09, m10, m11, m12)
SELECT m.organization_id, m.currency_code, m.year, m.customer_id, m.day, m.subsidiary_id, m.cohort, m.revenue_account_id, m.timing, m.expedient,
  m.nature, m.class_id, m.department_id, m.location_id, sum(m.posted), sum(m.m01), sum(m.m02), sum(m.m03), sum(m.m04), sum(m.m05), sum(m.m06),
  sum(m.m07), sum(m.m08), sum(m.m09), sum(m.m10), sum(m.m11), sum(m.m12)
FROM moved m GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
ON CONFLICT (organization_id, currency_code, year, customer_id, day, subsidiary_id, cohort, revenue_account_id, timing, expedient, nature, class_id,
  department_id, location_id)
DO UPDATE SET posted = y.posted + excluded.posted, m01 = y.m01 + excluded.m01, m02 = y.m02 + excluded.m02, m03 = y.m03 + excluded.m03,
  m04 = y.m04 + excluded.m04, m05 = y.m05 + excluded.m05, m06 = y.m06 + excluded.m06, m07 = y.m07 + excluded.m07, m08 = y.m08 + excluded.m08,
  m09 = y.m09 + excluded.m09, m10 = y.m10 + excluded.m10, m11 = y.m11 + excluded.m11, m12 = y.m12 + excluded.m12;

ALTER TABLE revenue_rows FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_contracts FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_positions FORCE ROW LEVEL SECURITY;
ALTER TABLE performance_obligations FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_touched_contracts FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_customer_years FORCE ROW LEVEL SECURITY;

DROP TABLE revenue_contract_years;

ALTER TABLE revenue_customer_moves ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT ON revenue_customer_moves TO daybook_app;
