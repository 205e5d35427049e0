-- The number of sealed and unsealed audit rows (after a trusted seal as the numbers of seals and the newest rows say, so that nothing before it is read), the first sequence after p_after where the chain does not verify (NULL when all of
-- it does), how many do not, and the position and hash the chain ends with. The seal p_after itself is taken as it is stored; 0 verifies the whole chain.
--
-- Refuses: nothing; it reads.
-- Locks: none.
-- Rule: docs/guides/operators.md, "Verify"; docs/decisions/0012-evidence.md.
-- Proved by: src/jobs/house-jobs.db.test.ts, e2e/hostile/evidence.test.ts, e2e/hostile/audit-seals.test.ts.
CREATE FUNCTION daybook_verify_audit(p_after bigint DEFAULT 0)
RETURNS TABLE(o_sealed bigint, o_unsealed bigint, o_first_broken bigint, o_broken bigint, o_sequence bigint, o_head text)
LANGUAGE sql STABLE
AS $$
  WITH chain AS (
    SELECT s.sequence, s.hash, s.previous_hash,
           lag(s.hash, 1, coalesce((SELECT z.hash FROM audit_seals z WHERE z.organization_id = daybook_organization() AND z.sequence = p_after),
             repeat('0', 64))) OVER (ORDER BY s.sequence) AS expected_previous,
           p_after + row_number() OVER (ORDER BY s.sequence) AS expected_sequence,
           encode(sha256(convert_to(s.previous_hash || CASE WHEN a.id IS NOT NULL THEN daybook_audit_text(a) END, 'UTF8')), 'hex') AS expected_hash
    FROM audit_seals s LEFT JOIN audit_log a ON a.organization_id = s.organization_id AND a.id = s.audit_id
    WHERE s.organization_id = daybook_organization() AND s.sequence > p_after
  ), broken AS (
    SELECT count(*) AS links, count(*) FILTER (WHERE c.is_broken) AS n, min(c.sequence) FILTER (WHERE c.is_broken) AS first
    FROM (SELECT x.sequence, x.hash IS DISTINCT FROM x.expected_hash OR x.previous_hash <> x.expected_previous OR x.sequence <> x.expected_sequence AS is_broken
          FROM chain x) c
  ), seals AS (
    SELECT max(z.sequence) AS newest FROM audit_seals z WHERE z.organization_id = daybook_organization()
  )
  SELECT p_after + broken.links,
         CASE WHEN p_after = 0 THEN (SELECT count(*) FROM audit_log a WHERE a.organization_id = daybook_organization()) - broken.links
              ELSE daybook_unsealed_audit_rows() END,
         broken.first, broken.n,
         coalesce(seals.newest, 0),
         (SELECT z.hash FROM audit_seals z WHERE z.organization_id = daybook_organization() AND z.sequence = seals.newest)
  FROM seals, broken
$$;
