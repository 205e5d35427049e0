-- A document names its customer, vendor or employee by a polymorphic pair, which a foreign key cannot express. This is the referring
-- side of what a foreign key does: whoever is named exists, and is held against deletion until the document is committed. The other
-- side is sales/refuse-delete-of-used-entity. Documents that are written together hold whom they name in id order, so that two
-- batches never deadlock.
-- Runs as the owner: like a foreign key it looks beyond the caller's scope, which the use-cases have checked.
--
-- Refuses: a document that names a missing customer, vendor or employee (foreign_key_violation, business_transactions_entity_id_org_fk).
-- Locks: the rows named, FOR KEY SHARE.
-- Rule: docs/decisions/0003-one-document-table.md.
-- Proved by: e2e/hostile/deletion-races.test.ts.
CREATE FUNCTION daybook_refuse_missing_entity(p_type text, p_ids uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_found integer;
BEGIN
  IF p_type = 'CUSTOMER' THEN
    PERFORM FROM customers c WHERE c.organization_id = v_org AND c.id = ANY (p_ids) ORDER BY c.id FOR KEY SHARE;
  ELSIF p_type = 'VENDOR' THEN
    PERFORM FROM vendors c WHERE c.organization_id = v_org AND c.id = ANY (p_ids) ORDER BY c.id FOR KEY SHARE;
  ELSIF p_type = 'EMPLOYEE' THEN
    PERFORM FROM employees c WHERE c.organization_id = v_org AND c.id = ANY (p_ids) ORDER BY c.id FOR KEY SHARE;
  ELSE
    -- check-document refuses the type itself.
    RETURN;
  END IF;
  GET DIAGNOSTICS v_found = ROW_COUNT;
  IF v_found < cardinality(p_ids) THEN
    RAISE foreign_key_violation USING MESSAGE = format('a document refers to a %s that does not exist', lower(p_type)),
      TABLE = 'business_transactions', CONSTRAINT = 'business_transactions_entity_id_org_fk';
  END IF;
END $$;

CREATE FUNCTION daybook_hold_new_entities() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM daybook_refuse_missing_entity(named.entity_type, named.ids)
  FROM (SELECT n.entity_type, array_agg(DISTINCT n.entity_id) AS ids FROM new_documents n WHERE n.entity_id IS NOT NULL GROUP BY 1 ORDER BY 1) named;
  RETURN NULL;
END $$;

CREATE TRIGGER business_transactions_hold_new_entities AFTER INSERT ON business_transactions
  REFERENCING NEW TABLE AS new_documents FOR EACH STATEMENT EXECUTE FUNCTION daybook_hold_new_entities();

CREATE FUNCTION daybook_hold_changed_entity() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM daybook_refuse_missing_entity(NEW.entity_type, ARRAY[NEW.entity_id]);
  RETURN NEW;
END $$;

CREATE TRIGGER business_transactions_hold_changed_entity BEFORE UPDATE OF entity_type, entity_id ON business_transactions
  FOR EACH ROW WHEN (new.entity_id IS NOT NULL AND (new.entity_id, new.entity_type) IS DISTINCT FROM (old.entity_id, old.entity_type))
  EXECUTE FUNCTION daybook_hold_changed_entity();
