-- What closing a period compares with the control accounts, by period: what documents moved in their subledger, and what revenue contracts
-- posted by themselves. Both are folded with ledger_days, from entries in the order of their numbers, so that posting pays nothing for them;
-- folded_numbers says how far for all of them.

CREATE TABLE subledger_periods (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  period_id uuid NOT NULL,
  kind text NOT NULL,
  -- '' for a document without a counterparty.
  entity_type text NOT NULL,
  currency_code text NOT NULL,
  total numeric(24, 4) NOT NULL,
  discount numeric(24, 4) NOT NULL,
  CONSTRAINT subledger_periods_pkey PRIMARY KEY (organization_id, subsidiary_id, period_id, kind, entity_type, currency_code)
) WITH (fillfactor = 70);

CREATE TABLE revenue_ledger_periods (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  period_id uuid NOT NULL,
  account_id uuid NOT NULL,
  currency_code text NOT NULL,
  debit numeric(24, 4) NOT NULL,
  credit numeric(24, 4) NOT NULL,
  CONSTRAINT revenue_ledger_periods_pkey PRIMARY KEY (organization_id, subsidiary_id, period_id, account_id, currency_code)
) WITH (fillfactor = 70);

-- What is folded already is added up here, once. Folding waits meanwhile; an owner who is not a superuser would see no row.
LOCK TABLE folded_numbers IN SHARE ROW EXCLUSIVE MODE;
ALTER TABLE folded_numbers NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_lines NO FORCE ROW LEVEL SECURITY;
ALTER TABLE business_transactions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_applications NO FORCE ROW LEVEL SECURITY;

WITH entries AS MATERIALIZED (
  SELECT e.organization_id, e.id, e.period_id, e.source_kind, e.source_id
  FROM ledger_entries e
  JOIN folded_numbers f ON f.organization_id = e.organization_id AND f.fiscal_year = split_part(e.entry_number, '-', 2)::integer
    AND f.through_number >= split_part(e.entry_number, '-', 3)::bigint
  WHERE e.source_kind IN ('TRANSACTION', 'SETTLEMENT', 'SETTLEMENT_REVERSAL')
), moves AS (
  SELECT e.organization_id, d.subsidiary_id, e.period_id, d.kind, coalesce(d.entity_type, '') AS entity_type, d.currency_code,
         d.total_amount AS total, d.discount_amount AS discount
  FROM entries e JOIN business_transactions d ON d.organization_id = e.organization_id AND d.id = e.source_id
  WHERE e.source_kind = 'TRANSACTION' AND d.kind <> 'JOURNAL'
  UNION ALL
  SELECT e.organization_id, d.subsidiary_id, e.period_id, d.kind, coalesce(d.entity_type, ''), d.currency_code, -d.total_amount,
         -d.discount_amount
  FROM entries e
  JOIN business_transactions r ON r.organization_id = e.organization_id AND r.id = e.source_id AND r.reverses_transaction_id IS NOT NULL
  JOIN business_transactions d ON d.organization_id = r.organization_id AND d.id = r.reverses_transaction_id
  WHERE e.source_kind = 'TRANSACTION' AND d.kind <> 'JOURNAL'
  UNION ALL
  SELECT e.organization_id, d.subsidiary_id, e.period_id, d.kind, coalesce(d.entity_type, ''), v.currency_code,
         v.amount * CASE e.source_kind WHEN 'SETTLEMENT' THEN 1 ELSE -1 END, 0
  FROM entries e
  JOIN payment_applications a ON a.organization_id = e.organization_id AND a.id = e.source_id AND a.payment_amount IS NOT NULL
  JOIN business_transactions d ON d.organization_id = a.organization_id AND d.id = a.document_id
  JOIN business_transactions y ON y.organization_id = a.organization_id AND y.id = a.payment_id
  CROSS JOIN LATERAL (VALUES (d.currency_code, -a.amount), (y.currency_code, a.payment_amount)) AS v (currency_code, amount)
  WHERE e.source_kind <> 'TRANSACTION'
)
INSERT INTO subledger_periods (organization_id, subsidiary_id, period_id, kind, entity_type, currency_code, total, discount)
SELECT m.organization_id, m.subsidiary_id, m.period_id, m.kind, m.entity_type, m.currency_code, sum(m.total), sum(m.discount)
FROM moves m GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6;

INSERT INTO revenue_ledger_periods (organization_id, subsidiary_id, period_id, account_id, currency_code, debit, credit)
SELECT l.organization_id, l.subsidiary_id, l.period_id, l.account_id, l.currency_code, sum(l.debit), sum(l.credit)
FROM ledger_entries e
JOIN folded_numbers f ON f.organization_id = e.organization_id AND f.fiscal_year = split_part(e.entry_number, '-', 2)::integer
  AND f.through_number >= split_part(e.entry_number, '-', 3)::bigint
JOIN ledger_lines l ON l.organization_id = e.organization_id AND l.entry_id = e.id
WHERE e.source_kind IN ('REVENUE_EVENT', 'REVENUE_RUN')
GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5;

ALTER TABLE folded_numbers FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_lines FORCE ROW LEVEL SECURITY;
ALTER TABLE business_transactions FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_applications FORCE ROW LEVEL SECURITY;

ALTER TABLE subledger_periods ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_ledger_periods ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON subledger_periods, revenue_ledger_periods TO daybook_app;
