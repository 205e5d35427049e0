-- Revenue by customer as known at an earlier moment looked up every row that was posted since. Notes of what is posted (revenue_customer_moves) now say when, and what was
-- added to the sums stays by that moment: a report takes off what came later (docs/scale.md, "Revenue by customer").
CREATE TABLE revenue_customer_changes (
  organization_id uuid NOT NULL,
  recorded_at timestamptz(6) NOT NULL,
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
  CONSTRAINT revenue_customer_changes_pkey PRIMARY KEY (organization_id, recorded_at, id),
  CONSTRAINT revenue_customer_changes_amounts_ck CHECK (cardinality(amounts) = cardinality(customer_ids))
);

-- Of notes there are already it is not known when they were posted.
ALTER TABLE revenue_customer_moves ADD COLUMN recorded_at timestamptz(6) NOT NULL DEFAULT '-infinity';
ALTER TABLE revenue_customer_moves ALTER COLUMN recorded_at SET DEFAULT now();

ALTER TABLE revenue_rows NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_contracts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_positions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE performance_obligations NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_customer_moves NO FORCE ROW LEVEL SECURITY;

-- What was posted until now, by the rows.
INSERT INTO revenue_customer_changes (organization_id, recorded_at, id, currency_code, year, month, day, subsidiary_id, cohort, revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, customer_ids, amounts)
SELECT s.organization_id, s.posted_at, gen_random_uuid(), s.currency_code, left(s.posted_period, 4)::smallint, substr(s.posted_period, 6, 2)::smallint,
  coalesce(nullif(substr(s.posted_period, 9, 2), ''), '31')::smallint, s.subsidiary_id, s.cohort, s.revenue_account_id, s.timing, s.expedient, s.nature,
  s.class_id, s.department_id, s.location_id, array_agg(s.customer_id), array_agg(s.amount)
FROM (
  SELECT r.organization_id, r.posted_at, k.currency_code, r.posted_period, k.subsidiary_id, p.cohort, o.revenue_account_id, o.timing, o.expedient, o.nature,
    coalesce(o.class_id, '00000000-0000-0000-0000-000000000000') AS class_id,
    coalesce(o.department_id, '00000000-0000-0000-0000-000000000000') AS department_id,
    coalesce(o.location_id, '00000000-0000-0000-0000-000000000000') AS location_id,
    coalesce(k.customer_id, '00000000-0000-0000-0000-000000000000') AS customer_id, sum(r.amount) AS amount
  FROM revenue_rows r
  JOIN revenue_contracts k ON k.organization_id = r.organization_id AND k.id = r.contract_id
  JOIN revenue_positions p ON p.organization_id = r.organization_id AND p.contract_id = r.contract_id
  JOIN performance_obligations o ON o.organization_id = r.organization_id AND o.contract_id = r.contract_id AND o.key = r.obligation_key
  WHERE r.posted_at IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
) s GROUP BY 1, 2, 4, s.posted_period, 8, 9, 10, 11, 12, 13, 14, 15, 16;

-- The notes there are will come to it once more when they are added.
INSERT INTO revenue_customer_changes (organization_id, recorded_at, id, currency_code, year, month, day, subsidiary_id, cohort, revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, customer_ids, amounts)
SELECT organization_id, '-infinity', id, currency_code, year, month, day, subsidiary_id, cohort, revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, customer_ids,
  ARRAY(SELECT -u.amount FROM unnest(m.amounts) WITH ORDINALITY AS u (amount, n) ORDER BY u.n)
FROM revenue_customer_moves m;

ALTER TABLE revenue_rows FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_contracts FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_positions FORCE ROW LEVEL SECURITY;
ALTER TABLE performance_obligations FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_customer_moves FORCE ROW LEVEL SECURITY;

ALTER TABLE revenue_customer_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON revenue_customer_changes TO daybook_app;
