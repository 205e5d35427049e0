-- What was posted to an account in a period by one project was read from the balances by combination, which a project with many documents has by the tens
-- of thousands. It has the sums by period that classes, departments and locations have; of what is folded already, from the sums by day. An owner who is
-- not a superuser would see no row.
ALTER TABLE ledger_dimension_periods DROP CONSTRAINT ledger_dimension_periods_dimension_ck;
ALTER TABLE ledger_dimension_periods ADD CONSTRAINT ledger_dimension_periods_dimension_ck CHECK (dimension IN ('CLASS', 'DEPARTMENT', 'LOCATION', 'PROJECT'));

ALTER TABLE ledger_dimension_days NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_dimension_periods NO FORCE ROW LEVEL SECURITY;

INSERT INTO ledger_dimension_periods (organization_id, dimension, dimension_id, subsidiary_id, period_id, account_id, base_debit, base_credit)
SELECT d.organization_id, 'PROJECT', d.project_id, d.subsidiary_id, d.period_id, d.account_id, sum(d.base_debit), sum(d.base_credit)
FROM ledger_dimension_days d WHERE d.project_id <> '00000000-0000-0000-0000-000000000000'
GROUP BY 1, 3, 4, 5, 6 ORDER BY 1, 3, 4, 5, 6;

ALTER TABLE ledger_dimension_days FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_dimension_periods FORCE ROW LEVEL SECURITY;
