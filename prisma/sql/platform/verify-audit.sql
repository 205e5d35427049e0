-- The number of sealed and unsealed audit rows, the first sequence of the chain that does not verify (NULL when all do), and
-- the hash the chain ends with.
--
-- Refuses: nothing; it reads.
-- Locks: none.
-- Rule: docs/guides/operators.md, "Verify".
-- Proved by: src/jobs/house-jobs.db.test.ts.
CREATE FUNCTION daybook_verify_audit() RETURNS TABLE(o_sealed bigint, o_unsealed bigint, o_first_broken bigint, o_head text)
LANGUAGE sql STABLE
AS $$
  WITH chain AS (
    SELECT s.sequence, s.hash, s.previous_hash,
           lag(s.hash, 1, repeat('0', 64)) OVER (ORDER BY s.sequence) AS expected_previous,
           row_number() OVER (ORDER BY s.sequence) AS expected_sequence,
           encode(sha256(convert_to(s.previous_hash || (to_jsonb(a) - 'inserted_in_transaction')::text, 'UTF8')), 'hex') AS expected_hash
    FROM audit_seals s LEFT JOIN audit_log a ON a.organization_id = s.organization_id AND a.id = s.audit_id
    WHERE s.organization_id = daybook_organization()
  )
  SELECT (SELECT count(*) FROM chain),
         (SELECT count(*) FROM audit_log a WHERE a.organization_id = daybook_organization()) - (SELECT count(*) FROM chain),
         (SELECT min(c.sequence) FROM chain c
            WHERE c.hash IS DISTINCT FROM c.expected_hash OR c.previous_hash <> c.expected_previous OR c.sequence <> c.expected_sequence),
         (SELECT c.hash FROM chain c ORDER BY c.sequence DESC LIMIT 1)
$$;
