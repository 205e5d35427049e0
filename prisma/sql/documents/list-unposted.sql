-- An index on the status would make every posting rewrite the document's entries in all its indexes. Searches by status are for
-- documents that wait, so those are listed in a separate table and removed in the background once they are posted (seal-audit).
--
-- Refuses: nothing.
-- Locks: the new rows of unposted_documents.
-- Rule: docs/house.md, "Ledger tables".
-- Proved by: e2e/ledger/closing/unposted.test.ts.
CREATE FUNCTION daybook_list_unposted() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO unposted_documents (organization_id, transaction_id)
  SELECT n.organization_id, n.id FROM new_documents n WHERE n.ledger_entry_id IS NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER business_transactions_unposted AFTER INSERT ON business_transactions
  REFERENCING NEW TABLE AS new_documents FOR EACH STATEMENT EXECUTE FUNCTION daybook_list_unposted();
