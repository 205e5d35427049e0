-- A document that is deleted takes its lines and the entry it would have made with it, as foreign keys would, in one statement each for all documents
-- of a statement. Lines that are written at the same moment wait for the deletion and are then refused (hold-line-references).
-- Runs as the owner, as a foreign key does: whoever may delete a document may do so whole.
--
-- Refuses: changing the id of a document that has lines (foreign_key_violation, business_transaction_lines_transaction_id_org_fk).
-- Locks: the rows deleted.
-- Rule: docs/house.md, "The database".
-- Proved by: e2e/hostile/held-references.test.ts.
CREATE FUNCTION daybook_delete_parts() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  DELETE FROM business_transaction_lines l USING old_documents o WHERE l.organization_id = o.organization_id AND l.transaction_id = o.id;
  DELETE FROM transaction_impact_lines l USING old_documents o WHERE l.organization_id = o.organization_id AND l.transaction_id = o.id;
  RETURN NULL;
END $$;

CREATE TRIGGER business_transactions_delete_parts AFTER DELETE ON business_transactions
  REFERENCING OLD TABLE AS old_documents FOR EACH STATEMENT EXECUTE FUNCTION daybook_delete_parts();

CREATE FUNCTION daybook_keep_document_id() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF EXISTS (SELECT FROM business_transaction_lines l WHERE l.organization_id = OLD.organization_id AND l.transaction_id = OLD.id)
    OR EXISTS (SELECT FROM transaction_impact_lines l WHERE l.organization_id = OLD.organization_id AND l.transaction_id = OLD.id) THEN
    RAISE foreign_key_violation USING MESSAGE = 'a document with lines keeps its id',
      TABLE = 'business_transaction_lines', CONSTRAINT = 'business_transaction_lines_transaction_id_org_fk';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER business_transactions_keep_id AFTER UPDATE OF id ON business_transactions
  FOR EACH ROW WHEN (old.id <> new.id) EXECUTE FUNCTION daybook_keep_document_id();
