-- An account with postings cannot be deleted, remains a posting account, and keeps the subledger it belongs to: sums of what is on a
-- control account are kept as it is posted (deferred_ledger_changes), and a subledger would not agree with postings it never made.
-- Runs as the owner: it concerns the whole organization, including rows outside the caller's scope.
--
-- Refuses: deleting it, making it a summary account, or changing which subledger it stands for (foreign_key_violation,
--   ledger_lines_account_org_fk).
-- Locks: none of its own; accounts-hold-postings has already taken the exclusive side.
-- Rule: docs/house.md, "Ledger tables"; docs/decisions/0029-control-accounts.md.
-- Proved by: e2e/ledger/evidence/immutability.test.ts.
CREATE FUNCTION daybook_refuse_used_account() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF (TG_OP = 'DELETE' OR NEW.is_summary AND NOT OLD.is_summary OR NEW.control_for IS DISTINCT FROM OLD.control_for)
     AND EXISTS (SELECT 1 FROM ledger_lines l WHERE l.organization_id = OLD.organization_id AND l.account_id = OLD.id) THEN
    RAISE foreign_key_violation USING MESSAGE = format('account %s has ledger lines', OLD.code),
      TABLE = 'ledger_lines', CONSTRAINT = 'ledger_lines_account_org_fk';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;

CREATE TRIGGER accounts_in_use BEFORE UPDATE OR DELETE ON accounts
  FOR EACH ROW EXECUTE FUNCTION daybook_refuse_used_account();
