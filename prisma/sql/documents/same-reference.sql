-- The newest documents of a counterparty and kind, in one of these statuses, that carry this reference number, ignoring case and surrounding spaces: at most
-- p_most. A condition on text that is changed first may not use an index under row security (lower is not leakproof), so this function works with
-- the owner's rights and confines itself to the organization. It returns ids only: who calls it reads the documents under row security.
--
-- Refuses: nothing; without an organization it finds nothing.
-- Locks: none.
-- Rule: src/core/transactions/checks.ts.
-- Proved by: src/usecases/transactions/references/find-same-reference.db.test.ts.
CREATE FUNCTION daybook_same_reference(p_kind text, p_entity_id uuid, p_reference text, p_statuses text[], p_most integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  RETURN QUERY
  SELECT f.id FROM (
    SELECT o.id, o.transaction_date FROM business_transactions o
    WHERE o.organization_id = daybook_organization() AND o.kind = p_kind AND o.reference_number IS NOT NULL
      -- Worded as in the index.
      AND (o.entity_id::text || ' ' || lower(btrim(o.reference_number))) = p_entity_id::text || ' ' || lower(btrim(p_reference)) AND o.transaction_status = ANY (p_statuses)
    -- Found first: a planner that expects a limit to be reached soon would go through all documents in their order.
    OFFSET 0) f
  ORDER BY f.transaction_date DESC, f.id DESC LIMIT p_most;
END $$;
