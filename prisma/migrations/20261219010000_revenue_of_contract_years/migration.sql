-- What was posted of a contract, by year and month of posting in one row, so that revenue by customer reads a row for each contract and year instead
-- of each posted row; with the year's sum, since adding twelve columns costs a report more than reading them. A period of weeks counts in the month
-- it ends in, in a row of its day. What is posted already is added up once; an owner who is not a superuser would see no row.
CREATE TABLE revenue_contract_years (
  organization_id uuid NOT NULL,
  currency_code text NOT NULL,
  year smallint NOT NULL,
  customer_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  day smallint NOT NULL,
  subsidiary_id uuid NOT NULL,
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
  CONSTRAINT revenue_contract_years_pkey PRIMARY KEY (organization_id, currency_code, year, customer_id, contract_id, day),
  CONSTRAINT revenue_contract_years_posted_ck CHECK (posted = m01 + m02 + m03 + m04 + m05 + m06 + m07 + m08 + m09 + m10 + m11 + m12),
  CONSTRAINT revenue_contract_years_day_ck CHECK (day BETWEEN 1 AND 31)
) WITH (fillfactor = 60);

ALTER TABLE revenue_rows NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_contracts NO FORCE ROW LEVEL SECURITY;

INSERT INTO revenue_contract_years (organization_id, currency_code, year, customer_id, contract_id, day, subsidiary_id, posted,
  m01, m02, m03, m04, m05, m06, m07, m08, m09, m10, m11, m12)
SELECT g.organization_id, k.currency_code, g.year, coalesce(k.customer_id, '00000000-0000-0000-0000-000000000000'), g.contract_id, g.day, k.subsidiary_id, sum(g.amount),
       coalesce(sum(g.amount) FILTER (WHERE g.month = 1), 0), coalesce(sum(g.amount) FILTER (WHERE g.month = 2), 0),
       coalesce(sum(g.amount) FILTER (WHERE g.month = 3), 0), coalesce(sum(g.amount) FILTER (WHERE g.month = 4), 0),
       coalesce(sum(g.amount) FILTER (WHERE g.month = 5), 0), coalesce(sum(g.amount) FILTER (WHERE g.month = 6), 0),
       coalesce(sum(g.amount) FILTER (WHERE g.month = 7), 0), coalesce(sum(g.amount) FILTER (WHERE g.month = 8), 0),
       coalesce(sum(g.amount) FILTER (WHERE g.month = 9), 0), coalesce(sum(g.amount) FILTER (WHERE g.month = 10), 0),
       coalesce(sum(g.amount) FILTER (WHERE g.month = 11), 0), coalesce(sum(g.amount) FILTER (WHERE g.month = 12), 0)
FROM (
  SELECT r.organization_id, r.contract_id, left(r.posted_period, 4)::smallint AS year, substr(r.posted_period, 6, 2)::smallint AS month,
         coalesce(nullif(substr(r.posted_period, 9, 2), ''), '31')::smallint AS day, sum(r.amount) AS amount
  FROM revenue_rows r WHERE r.posted_period IS NOT NULL GROUP BY 1, 2, 3, 4, 5
) g
JOIN revenue_contracts k ON k.organization_id = g.organization_id AND k.id = g.contract_id
GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6;

ALTER TABLE revenue_rows FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_contracts FORCE ROW LEVEL SECURITY;

ALTER TABLE revenue_contract_years ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON revenue_contract_years TO daybook_app;
