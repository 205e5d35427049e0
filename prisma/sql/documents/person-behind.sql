-- The person behind a caller: for an API client or an API key the one who issued it, for a person that person. What an API client
-- issued leads to who issued the client. Two callers with one person behind them count as one person.
-- As the owner: who issued a credential may be hidden from the caller.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/guides/accountants.md, "Segregation of duties"; src/core/transactions/segregation.ts.
-- Proved by: src/db/laws/documents.db.test.ts, e2e/ledger/four-eyes.test.ts.
CREATE FUNCTION daybook_person_behind(p_id uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  WITH RECURSIVE chain AS (
    SELECT p_id AS id, 0 AS depth
    UNION ALL
    -- A handful of links: a longer chain of issued credentials is none that anyone makes.
    SELECT i.created_by, c.depth + 1
    FROM chain c CROSS JOIN LATERAL (
      SELECT a.created_by FROM api_clients a WHERE a.organization_id = daybook_organization() AND a.id = c.id
      UNION ALL
      SELECT k.created_by FROM api_keys k WHERE k.organization_id = daybook_organization() AND k.id = c.id
    ) i
    WHERE i.created_by IS NOT NULL AND c.depth < 8
  )
  SELECT id FROM chain ORDER BY depth DESC LIMIT 1
$$;
