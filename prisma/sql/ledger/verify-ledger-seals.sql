-- Up to p_limit seals of the ledger after p_after, in order: whether each continues the chain (the hash before it, the next sequence
-- and the next numbers of its year, its own hash), and the numbers of the entries that differ from what was sealed, at most twenty. The
-- first seal is compared with the one before p_after as it is stored.
--
-- Refuses: nothing; it reads.
-- Locks: none.
-- Rule: docs/guides/operators.md, "Verify".
-- Proved by: e2e/hostile/evidence.test.ts.
CREATE FUNCTION daybook_verify_ledger_seals(p_after bigint, p_limit integer)
RETURNS TABLE (o_sequence bigint, o_entries bigint, o_continues boolean, o_changed bigint, o_numbers text[])
LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_before text := coalesce((SELECT s.hash FROM ledger_seals s WHERE s.organization_id = v_org AND s.sequence = p_after), repeat('0', 64));
  v_expected bigint := p_after;
  r record;
BEGIN
  FOR r IN
    SELECT s.*, coalesce((SELECT x.last_number FROM ledger_seals x
      WHERE x.organization_id = v_org AND x.fiscal_year = s.fiscal_year AND x.last_number < s.last_number
      ORDER BY x.last_number DESC LIMIT 1), 0) + 1 AS expected_first
    FROM ledger_seals s WHERE s.organization_id = v_org AND s.sequence > p_after ORDER BY s.sequence LIMIT p_limit
  LOOP
    v_expected := v_expected + 1;
    o_sequence := r.sequence;
    o_entries := r.last_number - r.first_number + 1;
    o_continues := r.sequence = v_expected AND r.previous_hash = v_before AND r.first_number = r.expected_first
      AND r.hash = daybook_ledger_seal_hash(r.previous_hash, r.fiscal_year, r.first_number, r.last_number, r.digests);
    SELECT count(*), (array_agg(daybook_format_number('GL', r.fiscal_year, d.o_number) ORDER BY d.o_number))[1:20] INTO o_changed, o_numbers
      FROM daybook_entry_digests(r.fiscal_year, r.first_number, r.last_number) d
      WHERE d.o_digest IS DISTINCT FROM substring(r.digests FROM (32 * (d.o_number - r.first_number))::integer + 1 FOR 32);
    RETURN NEXT;
    v_before := r.hash;
    v_expected := r.sequence;
  END LOOP;
END $$;
