-- An account that comes to be eliminated as intercompany, or no longer is, gets its sums by counterparty and day, or loses them. Those
-- of entries that the sums by day do not have yet are left to daybook_fold_ledger, which adds each entry once: both take turns.
-- Owner: the lines of the ledger; daybook_verify_ledger compares them.
--
-- Refuses: nothing.
-- Locks: the advisory lock "fold:<organization>", until commit, when the elimination or the type of an account changes.
-- Rule: docs/scale.md, "Documents between subsidiaries".
-- Proved by: e2e/ledger/groups/sister-balances.test.ts.
CREATE FUNCTION daybook_keep_intercompany_days() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold:' || NEW.organization_id::text, 0));
  DELETE FROM intercompany_days d WHERE d.organization_id = NEW.organization_id AND d.account_id = NEW.id;
  IF NEW.elimination = 'INTERCOMPANY' AND NEW.account_type IN ('ASSET', 'LIABILITY') THEN
    INSERT INTO intercompany_days (organization_id, entity_id, account_id, subsidiary_id, posting_date, currency_code, amount, base)
    SELECT NEW.organization_id, l.entity_id, NEW.id, l.subsidiary_id, l.posting_date, l.currency_code, sum(l.debit - l.credit),
           sum(l.base_debit - l.base_credit)
    FROM ledger_lines l
    WHERE l.organization_id = NEW.organization_id AND l.account_id = NEW.id AND l.entity_id IS NOT NULL
      AND l.entry_id NOT IN (
        SELECT unnest(array_agg(e.id)) FROM number_counters c
        LEFT JOIN folded_numbers m ON m.organization_id = c.organization_id AND m.fiscal_year = c.fiscal_year
        CROSS JOIN LATERAL generate_series(coalesce(m.through_number, 0) + 1, c.next_value - 1) n (number)
        CROSS JOIN LATERAL (
          SELECT x.id FROM ledger_entries x
          WHERE x.organization_id = NEW.organization_id AND x.entry_number = daybook_format_number('GL', c.fiscal_year, n.number) OFFSET 0) e
        WHERE c.organization_id = NEW.organization_id AND c.series = 'GL')
    GROUP BY 2, 4, 5, 6;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER accounts_intercompany_days AFTER UPDATE OF elimination, account_type ON accounts
  FOR EACH ROW WHEN ((old.elimination, old.account_type) IS DISTINCT FROM (new.elimination, new.account_type))
  EXECUTE FUNCTION daybook_keep_intercompany_days();
