-- Every entry has at least two lines, and debits equal credits in base currency and in each transaction currency. Called only for
-- entries that look unbalanced on a first check.
--
-- Refuses: an entry that does not meet this (check_violation, ledger_entries_balanced), by its number.
-- Locks: none.
-- Rule: docs/house.md, "Ledger tables".
-- Proved by: e2e/ledger/evidence/immutability.test.ts.
CREATE FUNCTION daybook_refuse_unbalanced(p_entries uuid[]) RETURNS void
LANGUAGE plpgsql STABLE
AS $$
DECLARE
  bad record;
BEGIN
  SELECT e.entry_number INTO bad FROM unnest(p_entries) AS asked(id)
  JOIN ledger_entries e ON e.organization_id = daybook_organization() AND e.id = asked.id
  WHERE (SELECT count(*) >= 2 AND sum(l.base_debit) = sum(l.base_credit) FROM ledger_lines l
         WHERE l.organization_id = e.organization_id AND l.entry_id = e.id) IS NOT TRUE
     OR EXISTS (SELECT 1 FROM ledger_lines l WHERE l.organization_id = e.organization_id AND l.entry_id = e.id
                GROUP BY l.currency_code HAVING sum(l.debit) <> sum(l.credit))
  LIMIT 1;
  IF FOUND THEN
    RAISE check_violation USING MESSAGE = format('ledger entry %s does not balance', bad.entry_number),
      CONSTRAINT = 'ledger_entries_balanced';
  END IF;
END $$;
