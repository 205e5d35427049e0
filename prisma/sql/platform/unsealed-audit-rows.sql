-- The number of audit rows without a seal: the state of the whole trail, even for a confined caller.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: src/db/reports/gl-overview.ts.
-- Proved by: src/db/laws/confinement.db.test.ts, src/usecases/members/reach.db.test.ts.
CREATE FUNCTION daybook_unsealed_audit_rows() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT (SELECT count(*) FROM audit_log a WHERE a.organization_id = daybook_organization())
       - (SELECT count(*) FROM audit_seals z WHERE z.organization_id = daybook_organization())
$$;
