-- What was posted by day to the balance sheet accounts that consolidation eliminates as intercompany, by the counterparty of its lines, so that what a
-- company owes a sister on an account they share with others is not added up from its lines. Derived: from the lines (fold-ledger and
-- keep-intercompany-days in prisma/sql); the application may only read it.
CREATE TABLE intercompany_days (
  organization_id uuid NOT NULL,
  entity_id uuid NOT NULL,
  account_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  posting_date date NOT NULL,
  currency_code text NOT NULL,
  -- Debits above zero.
  amount numeric(20,4) NOT NULL,
  base numeric(20,4) NOT NULL,
  CONSTRAINT intercompany_days_pkey PRIMARY KEY (organization_id, entity_id, account_id, subsidiary_id, posting_date, currency_code)
);
CREATE INDEX intercompany_days_account_sql_idx ON intercompany_days (organization_id, account_id);

-- An owner without superuser rights sees no rows of organizations while row security is forced.
ALTER TABLE accounts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE folded_numbers NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_lines NO FORCE ROW LEVEL SECURITY;
ALTER TABLE number_counters NO FORCE ROW LEVEL SECURITY;
-- Entries that the sums by day do not have yet are added when those are.
WITH tail AS MATERIALIZED (
  SELECT e.organization_id, e.id FROM number_counters c
  LEFT JOIN folded_numbers m ON m.organization_id = c.organization_id AND m.fiscal_year = c.fiscal_year
  CROSS JOIN LATERAL generate_series(coalesce(m.through_number, 0) + 1, c.next_value - 1) n (number)
  JOIN ledger_entries e ON e.organization_id = c.organization_id
    AND e.entry_number = 'GL-' || c.fiscal_year || '-' || lpad(n.number::text, greatest(6, length(n.number::text)), '0')
  WHERE c.series = 'GL'
)
INSERT INTO intercompany_days (organization_id, entity_id, account_id, subsidiary_id, posting_date, currency_code, amount, base)
SELECT l.organization_id, l.entity_id, l.account_id, l.subsidiary_id, l.posting_date, l.currency_code, sum(l.debit - l.credit),
       sum(l.base_debit - l.base_credit)
FROM accounts c
JOIN ledger_lines l ON l.organization_id = c.organization_id AND l.account_id = c.id AND l.entity_id IS NOT NULL
WHERE c.elimination = 'INTERCOMPANY' AND c.account_type IN ('ASSET', 'LIABILITY')
  AND NOT EXISTS (SELECT FROM tail t WHERE t.organization_id = l.organization_id AND t.id = l.entry_id)
GROUP BY 1, 2, 3, 4, 5, 6;
ALTER TABLE number_counters FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_lines FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries FORCE ROW LEVEL SECURITY;
ALTER TABLE folded_numbers FORCE ROW LEVEL SECURITY;
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;

ALTER TABLE intercompany_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON intercompany_days TO daybook_app;
