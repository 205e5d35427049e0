-- An entry with lines on one account in two currencies counts once among the entries of the account, in the first of these currencies (fold-ledger in
-- prisma/sql): it counted in each, so that a list of the account's entries said one too many. What is not added up yet is not counted yet.
-- The owner of a table who is not a superuser would see no row of it.
ALTER TABLE ledger_lines NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE folded_numbers NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_days NO FORCE ROW LEVEL SECURITY;
WITH several AS MATERIALIZED (
  SELECT l.organization_id, l.entry_id FROM ledger_lines l GROUP BY 1, 2 HAVING min(l.currency_code) <> max(l.currency_code)
), counted AS (
  SELECT l.organization_id, l.subsidiary_id, l.posting_date, l.account_id, l.period_id, l.currency_code,
         row_number() OVER (PARTITION BY l.organization_id, l.entry_id, l.account_id ORDER BY l.currency_code) AS place
  FROM several s
  JOIN ledger_entries e ON e.organization_id = s.organization_id AND e.id = s.entry_id
  JOIN folded_numbers f ON f.organization_id = e.organization_id AND f.fiscal_year = substring(e.entry_number FROM '^GL-(\d+)-')::integer
    AND substring(e.entry_number FROM '^GL-\d+-(\d+)$')::bigint <= f.through_number
  JOIN ledger_lines l ON l.organization_id = s.organization_id AND l.entry_id = s.entry_id
  GROUP BY l.organization_id, l.entry_id, l.subsidiary_id, l.posting_date, l.account_id, l.period_id, l.currency_code
), surplus AS (
  SELECT c.organization_id, c.subsidiary_id, c.posting_date, c.account_id, c.period_id, c.currency_code, count(*) AS n
  FROM counted c WHERE c.place > 1 GROUP BY 1, 2, 3, 4, 5, 6
)
UPDATE ledger_days d SET entry_count = d.entry_count - x.n FROM surplus x
WHERE d.organization_id = x.organization_id AND d.subsidiary_id = x.subsidiary_id AND d.posting_date = x.posting_date AND d.account_id = x.account_id
  AND d.period_id = x.period_id AND d.currency_code = x.currency_code;
ALTER TABLE ledger_days FORCE ROW LEVEL SECURITY;
ALTER TABLE folded_numbers FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_lines FORCE ROW LEVEL SECURITY;
