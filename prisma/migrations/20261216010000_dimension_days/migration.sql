-- What was posted by dimension, added up after posting like the sums by day: by day for every combination of dimensions, and by period for each
-- class, department and location, so that a report narrowed to one reads as many rows as it has accounts and periods. What is folded already
-- is added up once. Folding waits meanwhile; an owner who is not a superuser would see no row.
LOCK TABLE folded_numbers IN SHARE ROW EXCLUSIVE MODE;
ALTER TABLE folded_numbers NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_lines NO FORCE ROW LEVEL SECURITY;

CREATE TABLE ledger_dimension_days (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  posting_date date NOT NULL,
  account_id uuid NOT NULL,
  period_id uuid NOT NULL,
  class_id uuid NOT NULL,
  department_id uuid NOT NULL,
  location_id uuid NOT NULL,
  project_id uuid NOT NULL,
  base_debit numeric(24, 4) NOT NULL,
  base_credit numeric(24, 4) NOT NULL,
  line_count bigint NOT NULL,
  CONSTRAINT ledger_dimension_days_pkey
    PRIMARY KEY (organization_id, subsidiary_id, posting_date, account_id, period_id, class_id, department_id, location_id, project_id)
) WITH (fillfactor = 80);

CREATE TABLE ledger_dimension_periods (
  organization_id uuid NOT NULL,
  dimension text NOT NULL,
  dimension_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  period_id uuid NOT NULL,
  account_id uuid NOT NULL,
  base_debit numeric(24, 4) NOT NULL,
  base_credit numeric(24, 4) NOT NULL,
  CONSTRAINT ledger_dimension_periods_pkey PRIMARY KEY (organization_id, dimension, dimension_id, subsidiary_id, period_id, account_id),
  CONSTRAINT ledger_dimension_periods_dimension_ck CHECK (dimension IN ('CLASS', 'DEPARTMENT', 'LOCATION'))
) WITH (fillfactor = 70);

INSERT INTO ledger_dimension_days (organization_id, subsidiary_id, posting_date, account_id, period_id, class_id, department_id, location_id, project_id,
  base_debit, base_credit, line_count)
SELECT l.organization_id, l.subsidiary_id, l.posting_date, l.account_id, l.period_id,
       coalesce(l.class_id, '00000000-0000-0000-0000-000000000000'), coalesce(l.department_id, '00000000-0000-0000-0000-000000000000'),
       coalesce(l.location_id, '00000000-0000-0000-0000-000000000000'), coalesce(l.project_id, '00000000-0000-0000-0000-000000000000'),
       sum(l.base_debit), sum(l.base_credit), count(*)
FROM ledger_lines l
JOIN ledger_entries e ON e.organization_id = l.organization_id AND e.id = l.entry_id
JOIN folded_numbers f ON f.organization_id = e.organization_id AND f.fiscal_year = split_part(e.entry_number, '-', 2)::integer
  AND f.through_number >= split_part(e.entry_number, '-', 3)::bigint
WHERE coalesce(l.class_id, l.department_id, l.location_id, l.project_id) IS NOT NULL
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9;

INSERT INTO ledger_dimension_periods (organization_id, dimension, dimension_id, subsidiary_id, period_id, account_id, base_debit, base_credit)
SELECT d.organization_id, v.dimension, v.id, d.subsidiary_id, d.period_id, d.account_id, sum(d.base_debit), sum(d.base_credit)
FROM ledger_dimension_days d
CROSS JOIN LATERAL (VALUES ('CLASS', d.class_id), ('DEPARTMENT', d.department_id), ('LOCATION', d.location_id)) AS v (dimension, id)
WHERE v.id <> '00000000-0000-0000-0000-000000000000'
GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6;

CREATE INDEX ledger_dimension_days_class_sql_idx ON ledger_dimension_days (organization_id, class_id, account_id, posting_date)
  WHERE class_id <> '00000000-0000-0000-0000-000000000000';
CREATE INDEX ledger_dimension_days_department_sql_idx ON ledger_dimension_days (organization_id, department_id, account_id, posting_date)
  WHERE department_id <> '00000000-0000-0000-0000-000000000000';
CREATE INDEX ledger_dimension_days_location_sql_idx ON ledger_dimension_days (organization_id, location_id, account_id, posting_date)
  WHERE location_id <> '00000000-0000-0000-0000-000000000000';
CREATE INDEX ledger_dimension_days_project_sql_idx ON ledger_dimension_days (organization_id, project_id, account_id, posting_date)
  WHERE project_id <> '00000000-0000-0000-0000-000000000000';

ALTER TABLE folded_numbers FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_lines FORCE ROW LEVEL SECURITY;

ALTER TABLE ledger_dimension_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_dimension_periods ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON ledger_dimension_days, ledger_dimension_periods TO daybook_app;
