-- The accounts that a document will post to are held against deletion while the document is being saved: they come from posting
-- rules, tax codes and counterparties, any of which may be changed to other accounts at the same moment. So is the document. Checked once
-- per statement.
-- Runs as the owner: like a foreign key it looks beyond the caller's scope.
--
-- Refuses: an account or a document that does not exist (foreign_key_violation, transaction_impact_lines_account_id_org_fk,
--   transaction_impact_lines_transaction_id_org_fk).
-- Locks: the accounts, then the documents, FOR KEY SHARE, in id order.
-- Rule: docs/decisions/0004-documents-carry-their-entry.md; docs/house.md, "The database".
-- Proved by: e2e/hostile/held-references.test.ts, e2e/hostile/deletion-races.test.ts.
CREATE FUNCTION daybook_hold_impact_accounts() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off
AS $$
DECLARE
  n record;
  v_found integer;
BEGIN
  FOR n IN
    SELECT l.organization_id AS org, array_agg(DISTINCT l.transaction_id) AS documents,
           array_agg(DISTINCT l.account_id) FILTER (WHERE l.account_id IS NOT NULL) AS accounts
    FROM new_lines l GROUP BY 1
  LOOP
    PERFORM FROM accounts a WHERE a.organization_id = n.org AND a.id = ANY (n.accounts) ORDER BY a.id FOR KEY SHARE;
    GET DIAGNOSTICS v_found = ROW_COUNT;
    IF v_found < cardinality(n.accounts) THEN
      RAISE foreign_key_violation USING MESSAGE = 'a document will post to an account that does not exist',
        TABLE = 'transaction_impact_lines', CONSTRAINT = 'transaction_impact_lines_account_id_org_fk';
    END IF;
    PERFORM FROM business_transactions t WHERE t.organization_id = n.org AND t.id = ANY (n.documents) ORDER BY t.id FOR KEY SHARE;
    GET DIAGNOSTICS v_found = ROW_COUNT;
    IF v_found < cardinality(n.documents) THEN
      RAISE foreign_key_violation USING MESSAGE = 'a line of an entry belongs to a document that does not exist',
        TABLE = 'transaction_impact_lines', CONSTRAINT = 'transaction_impact_lines_transaction_id_org_fk';
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER transaction_impact_lines_hold_accounts AFTER INSERT ON transaction_impact_lines
  REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_hold_impact_accounts();

CREATE TRIGGER transaction_impact_lines_hold_changed AFTER UPDATE ON transaction_impact_lines
  REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_hold_impact_accounts();
