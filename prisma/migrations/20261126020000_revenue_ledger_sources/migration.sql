-- What revenue contracts posted, by period, says by which kind of entry: a run, or a fact of its own. The report of what changed since a close
-- compares what runs credited to the accounts of revenue, and reads it from these sums instead of the lines. What is folded already is
-- added up again, once. Folding waits meanwhile; an owner who is not a superuser would see no row.
LOCK TABLE folded_numbers IN SHARE ROW EXCLUSIVE MODE;
ALTER TABLE folded_numbers NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_lines NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_ledger_periods NO FORCE ROW LEVEL SECURITY;

TRUNCATE revenue_ledger_periods;
ALTER TABLE revenue_ledger_periods
  ADD COLUMN source_kind text NOT NULL,
  DROP CONSTRAINT revenue_ledger_periods_pkey,
  ADD CONSTRAINT revenue_ledger_periods_pkey PRIMARY KEY (organization_id, subsidiary_id, period_id, account_id, currency_code, source_kind);

INSERT INTO revenue_ledger_periods (organization_id, subsidiary_id, period_id, account_id, currency_code, source_kind, debit, credit)
SELECT l.organization_id, l.subsidiary_id, l.period_id, l.account_id, l.currency_code, e.source_kind, sum(l.debit), sum(l.credit)
FROM ledger_entries e
JOIN folded_numbers f ON f.organization_id = e.organization_id AND f.fiscal_year = split_part(e.entry_number, '-', 2)::integer
  AND f.through_number >= split_part(e.entry_number, '-', 3)::bigint
JOIN ledger_lines l ON l.organization_id = e.organization_id AND l.entry_id = e.id
WHERE e.source_kind IN ('REVENUE_EVENT', 'REVENUE_RUN')
GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6;

ALTER TABLE folded_numbers FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_lines FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_ledger_periods FORCE ROW LEVEL SECURITY;
