-- Whether another posted document of the kind has the entity's reference number, ignoring case and surrounding spaces.
-- Found by the index of references (business_transactions_reference_sql_idx), so that it costs the same however many documents the entity has.
-- Runs as the owner: it concerns the whole organization, including rows outside the caller's scope.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: src/core/transactions/checks.ts.
-- Proved by: src/db/laws/documents.db.test.ts.
CREATE FUNCTION daybook_is_posted_twice(p_id uuid, p_kind text, p_entity_type text, p_entity_id uuid, p_reference text)
RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM business_transactions o
    WHERE o.organization_id = daybook_organization() AND o.entity_type = p_entity_type
      AND o.kind = p_kind AND o.id <> p_id AND o.reference_number IS NOT NULL
      AND (o.entity_id::text || ' ' || lower(btrim(o.reference_number))) = p_entity_id::text || ' ' || lower(btrim(p_reference)) AND o.transaction_status IN ('POSTED', 'PAID', 'CLOSED'));
END $$;
