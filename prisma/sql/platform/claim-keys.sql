-- Claims Idempotency-Keys for the rest of the transaction: p_claims lists credential, route and key of each. An advisory lock rather than a
-- row marks a call in progress: it ends with the transaction, so a crashed call never blocks its own retry. Answers for each, in order,
-- whether the key was free, and if it was, the request and the answer stored under it within its 24 hours.
--
-- Refuses: nothing; a key that another transaction holds is not free.
-- Locks: an advisory lock for each key that is free, until the end of the transaction; it waits for none.
-- Rule: docs/house.md, "Posting".
-- Proved by: e2e/contracts/idempotency.test.ts, e2e/ledger/races.test.ts.
CREATE FUNCTION daybook_claim_keys(p_claims jsonb)
RETURNS TABLE (o_ord integer, o_is_free boolean, o_request_hash text, o_status integer, o_body text, o_headers jsonb)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_free boolean[] := '{}';
  v_claim jsonb;
BEGIN
  FOR v_claim IN SELECT c.claim FROM jsonb_array_elements(p_claims) WITH ORDINALITY AS c (claim, ord) ORDER BY c.ord LOOP
    v_free := v_free || pg_try_advisory_xact_lock(hashtextextended(
      concat_ws(E'\n', v_org, v_claim ->> 'credential', v_claim ->> 'route', v_claim ->> 'key'), 7));
  END LOOP;
  -- A statement of its own: it sees what was committed by whoever held a lock until now.
  RETURN QUERY
  SELECT c.ord::integer, v_free[c.ord], k.request_hash, k.response_status, k.response_body, k.response_headers
  FROM jsonb_array_elements(p_claims) WITH ORDINALITY AS c (claim, ord)
  LEFT JOIN LATERAL (
    SELECT x.* FROM idempotency_keys x
    WHERE x.organization_id = v_org AND x.credential = c.claim ->> 'credential' AND x.route = c.claim ->> 'route'
      AND x.key = c.claim ->> 'key' AND x.expires_at > now() AND v_free[c.ord] OFFSET 0) k ON true
  ORDER BY c.ord;
END $$;
