-- The number of sealed and unsealed rows of the security log (after a trusted seal as the numbers of seals and the newest rows say, so that nothing before it is
-- read), the first sequence after p_after where its chain does not verify (NULL
-- when all of it does), how many do not, the position and hash the chain ends with, and up to where rows were removed because their
-- time was over, as the marks in the log say. Of those the hashes must still follow each other.
--
-- Refuses: nothing; it reads.
-- Locks: none.
-- Rule: docs/security.md, "Security log"; docs/decisions/0012-evidence.md.
-- Proved by: e2e/hostile/security-chain.test.ts.
CREATE FUNCTION daybook_verify_security_log(p_after bigint DEFAULT 0)
RETURNS TABLE(o_sealed bigint, o_unsealed bigint, o_first_broken bigint, o_broken bigint, o_sequence bigint, o_head text, o_removed bigint)
LANGUAGE sql STABLE
AS $$
  WITH removed AS (
    SELECT coalesce(max((l.detail ->> 'through')::bigint), 0) AS through FROM security_log l
    WHERE l.organization_id = daybook_organization() AND l.event = 'log purged' AND l.actor_kind = 'system'
  ), chain AS (
    SELECT s.sequence, s.hash, s.previous_hash, s.event_id IS NOT NULL AS is_present, l.id IS NULL AND s.event_id IS NULL AND s.sequence <= removed.through AS is_removed,
           lag(s.hash, 1, coalesce((SELECT z.hash FROM security_seals z WHERE z.organization_id = daybook_organization() AND z.sequence = p_after),
             repeat('0', 64))) OVER (ORDER BY s.sequence) AS expected_previous,
           p_after + row_number() OVER (ORDER BY s.sequence) AS expected_sequence,
           encode(sha256(convert_to(s.previous_hash || (to_jsonb(l) - 'inserted_in_transaction')::text, 'UTF8')), 'hex') AS expected_hash
    FROM removed CROSS JOIN security_seals s LEFT JOIN security_log l ON l.organization_id = s.organization_id AND l.id = s.event_id
    WHERE s.organization_id = daybook_organization() AND s.sequence > p_after
  ), broken AS (
    SELECT count(*) AS links, count(*) FILTER (WHERE x.is_present) AS present, count(*) FILTER (WHERE x.is_broken) AS n,
           min(x.sequence) FILTER (WHERE x.is_broken) AS first
    FROM (
      SELECT c.sequence, c.is_present, c.hash IS DISTINCT FROM c.expected_hash AND NOT c.is_removed
        OR c.previous_hash <> c.expected_previous OR c.sequence <> c.expected_sequence AS is_broken
      FROM chain c) x
  ), seals AS (
    SELECT max(z.sequence) AS newest FROM security_seals z WHERE z.organization_id = daybook_organization()
  ), sealed AS (
    SELECT coalesce((
      SELECT l.inserted_in_transaction FROM seals
      JOIN security_seals z ON z.organization_id = daybook_organization() AND z.sequence = seals.newest
      JOIN security_log l ON l.organization_id = z.organization_id AND l.id = z.event_id), 0) AS transaction
  )
  SELECT p_after + broken.links,
         CASE WHEN p_after = 0 THEN (SELECT count(*) FROM security_log l WHERE l.organization_id = daybook_organization()) - broken.present
              -- Rows are sealed in the order of their transactions.
              ELSE (SELECT count(*) FROM security_log l
                    WHERE l.organization_id = daybook_organization() AND l.inserted_in_transaction >= 0
                      AND l.inserted_in_transaction >= (SELECT s.transaction FROM sealed s)
                      AND (SELECT z.event_id FROM security_seals z WHERE z.organization_id = daybook_organization() AND z.event_id = l.id) IS NULL) END,
         broken.first, broken.n,
         coalesce(seals.newest, 0),
         (SELECT z.hash FROM security_seals z WHERE z.organization_id = daybook_organization() AND z.sequence = seals.newest),
         removed.through
  FROM seals, broken, removed
$$;
