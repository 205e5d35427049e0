-- Revenue by customer was added up from a row for each contract and year: 100,000 of them where a customer has as many contracts. Now the same sums are also
-- kept by customer, and both by what revenue is disaggregated by (606-10-50-5), so that no category is read from the posted rows. A contract's own
-- sums are what was added to its customer's: the check of touched contracts moves both by the difference (revenue/sum-revenue-years in prisma/sql).
-- What is posted already is added up once; an owner who is not a superuser would see no row.
DROP TABLE revenue_contract_years;

CREATE TABLE revenue_contract_years (
  organization_id uuid NOT NULL,
  currency_code text NOT NULL,
  year smallint NOT NULL,
  customer_id uuid NOT NULL,
  contract_id uuid NOT NULL,
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
  posted numeric(24, 4) NOT NULL DEFAULT 0,
  m01 numeric(24, 4) NOT NULL DEFAULT 0,
  m02 numeric(24, 4) NOT NULL DEFAULT 0,
  m03 numeric(24, 4) NOT NULL DEFAULT 0,
  m04 numeric(24, 4) NOT NULL DEFAULT 0,
  m05 numeric(24, 4) NOT NULL DEFAULT 0,
  m06 numeric(24, 4) NOT NULL DEFAULT 0,
  m07 numeric(24, 4) NOT NULL DEFAULT 0,
  m08 numeric(24, 4) NOT NULL DEFAULT 0,
  m09 numeric(24, 4) NOT NULL DEFAULT 0,
  m10 numeric(24, 4) NOT NULL DEFAULT 0,
  m11 numeric(24, 4) NOT NULL DEFAULT 0,
  m12 numeric(24, 4) NOT NULL DEFAULT 0,
  CONSTRAINT revenue_contract_years_pkey PRIMARY KEY (organization_id, contract_id, year, day, cohort, revenue_account_id, timing, expedient, nature,
    class_id, department_id, location_id),
  CONSTRAINT revenue_contract_years_posted_ck CHECK (posted = m01 + m02 + m03 + m04 + m05 + m06 + m07 + m08 + m09 + m10 + m11 + m12),
  CONSTRAINT revenue_contract_years_day_ck CHECK (day BETWEEN 1 AND 31)
) WITH (fillfactor = 60);

CREATE TABLE revenue_customer_years (
  organization_id uuid NOT NULL,
  currency_code text NOT NULL,
  year smallint NOT NULL,
  customer_id uuid NOT NULL,
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
  posted numeric(24, 4) NOT NULL DEFAULT 0,
  m01 numeric(24, 4) NOT NULL DEFAULT 0,
  m02 numeric(24, 4) NOT NULL DEFAULT 0,
  m03 numeric(24, 4) NOT NULL DEFAULT 0,
  m04 numeric(24, 4) NOT NULL DEFAULT 0,
  m05 numeric(24, 4) NOT NULL DEFAULT 0,
  m06 numeric(24, 4) NOT NULL DEFAULT 0,
  m07 numeric(24, 4) NOT NULL DEFAULT 0,
  m08 numeric(24, 4) NOT NULL DEFAULT 0,
  m09 numeric(24, 4) NOT NULL DEFAULT 0,
  m10 numeric(24, 4) NOT NULL DEFAULT 0,
  m11 numeric(24, 4) NOT NULL DEFAULT 0,
  m12 numeric(24, 4) NOT NULL DEFAULT 0,
  CONSTRAINT revenue_customer_years_pkey PRIMARY KEY (organization_id, currency_code, year, customer_id, day, subsidiary_id, cohort,
    revenue_account_id, timing, expedient, nature, class_id, department_id, location_id),
  CONSTRAINT revenue_customer_years_posted_ck CHECK (posted = m01 + m02 + m03 + m04 + m05 + m06 + m07 + m08 + m09 + m10 + m11 + m12),
  CONSTRAINT revenue_customer_years_day_ck CHECK (day BETWEEN 1 AND 31)
) WITH (fillfactor = 60);

ALTER TABLE revenue_rows NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_contracts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_positions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE performance_obligations NO FORCE ROW LEVEL SECURITY;

INSERT INTO revenue_contract_years (organization_id, currency_code, year, customer_id, contract_id, day, subsidiary_id, cohort, revenue_account_id,
  timing, expedient, nature, class_id, department_id, location_id, posted,
  m01, m02, m03, m04, m05, m06, m07, m08, m09, m10, m11, m12)
SELECT g.organization_id, k.currency_code, g.year, coalesce(k.customer_id, '00000000-0000-0000-0000-000000000000'), g.contract_id, g.day,
  k.subsidiary_id,
       p.cohort, o.revenue_account_id, o.timing, o.expedient, o.nature, coalesce(o.class_id, '00000000-0000-0000-0000-000000000000'),
         coalesce(o.department_id, '00000000-0000-0000-0000-000000000000'),
       coalesce(o.location_id, '00000000-0000-0000-0000-000000000000'), sum(g.posted),
       sum(g.m01), sum(g.m02), sum(g.m03), sum(g.m04), sum(g.m05), sum(g.m06), sum(g.m07), sum(g.m08), sum(g.m09), sum(g.m10), sum(g.m11), sum(g.m12)
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
  FROM revenue_rows r WHERE r.posted_period IS NOT NULL GROUP BY 1, 2, 3, 4, 5
) g
JOIN revenue_contracts k ON k.organization_id = g.organization_id AND k.id = g.contract_id
JOIN revenue_positions p ON p.organization_id = g.organization_id AND p.contract_id = g.contract_id
JOIN performance_obligations o ON o.organization_id = g.organization_id AND o.contract_id = g.contract_id AND o.key = g.obligation_key
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 ORDER BY g.organization_id, g.contract_id;

INSERT INTO revenue_customer_years (organization_id, currency_code, year, customer_id, day, subsidiary_id, cohort, revenue_account_id, timing,
  expedient, nature, class_id, department_id, location_id, posted, m01, m02, m03, m04, m05, m06, m07, m08, m09, m10, m11, m12)
SELECT organization_id, currency_code, year, customer_id, day, subsidiary_id, cohort, revenue_account_id, timing, expedient, nature, class_id,
  department_id, location_id, sum(posted), sum(m01), sum(m02), sum(m03), sum(m04), sum(m05), sum(m06), sum(m07), sum(m08), sum(m09), sum(m10),
  sum(m11), sum(m12)
FROM revenue_contract_years GROUP BY organization_id, currency_code, year, customer_id, day, subsidiary_id, cohort, revenue_account_id, timing,
  expedient, nature, class_id, department_id, location_id ORDER BY organization_id, currency_code, year, customer_id, day, subsidiary_id, cohort,
  revenue_account_id, timing, expedient, nature, class_id, department_id, location_id;

ALTER TABLE revenue_rows FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_contracts FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_positions FORCE ROW LEVEL SECURITY;
ALTER TABLE performance_obligations FORCE ROW LEVEL SECURITY;

ALTER TABLE revenue_contract_years ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_customer_years ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON revenue_contract_years, revenue_customer_years TO daybook_app;
