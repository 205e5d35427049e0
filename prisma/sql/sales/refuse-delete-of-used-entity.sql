-- Documents refer to customers, vendors and employees by a polymorphic pair, which a foreign key cannot express; this protects the
-- referenced side.
-- Runs as the owner: it concerns the whole organization, including rows outside the caller's scope.
--
-- Refuses: deleting one that a document refers to (foreign_key_violation, business_transactions_entity_org_fk).
-- Locks: none.
-- Rule: docs/decisions/0003-one-document-table.md.
-- Proved by: src/db/laws/platform.db.test.ts.
CREATE FUNCTION daybook_refuse_delete_of_used_entity() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM business_transactions t WHERE t.organization_id = OLD.organization_id AND t.entity_id = OLD.id) THEN
    RAISE foreign_key_violation USING MESSAGE = format('%s %s is used by business transactions', TG_TABLE_NAME, OLD.id),
      TABLE = 'business_transactions', CONSTRAINT = 'business_transactions_entity_org_fk';
  END IF;
  RETURN OLD;
END $$;

CREATE TRIGGER customers_in_use BEFORE DELETE ON customers
  FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_used_entity();

CREATE TRIGGER employees_in_use BEFORE DELETE ON employees
  FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_used_entity();

CREATE TRIGGER vendors_in_use BEFORE DELETE ON vendors
  FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_used_entity();
