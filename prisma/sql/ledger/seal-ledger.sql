-- Seals up to p_limit entries of one organization that have no seal yet, in the order of their numbers, and returns how many. A
-- number is taken under a lock that lasts until its transaction commits, so the entries up to the counter are all there, and no
-- later commit can come before a sealed one; nothing has to be recorded while posting. A seal keeps the digest of each entry it
-- covers, and its hash covers the digests, the range and the hash before it. A number without an entry has 32 zero bytes, which
-- no verification accepts.
--
-- Refuses: nothing; with nothing to seal it returns 0.
-- Locks: the advisory lock "audit:<organization>", until the end of the transaction: one chain, one writer.
-- Rule: docs/decisions/0012-evidence.md.
-- Proved by: e2e/hostile/evidence.test.ts, src/jobs/house-jobs.db.test.ts.
CREATE FUNCTION daybook_seal_ledger(p_limit integer DEFAULT 2000) RETURNS integer
LANGUAGE plpgsql
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_sequence bigint;
  v_hash text;
  v_previous text;
  v_last bigint;
  v_digests bytea;
  v_left integer := p_limit;
  r record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('audit:' || v_org::text, 0));
  SELECT s.sequence, s.hash INTO v_sequence, v_hash FROM ledger_seals s WHERE s.organization_id = v_org ORDER BY s.sequence DESC LIMIT 1;
  v_sequence := coalesce(v_sequence, 0);
  v_hash := coalesce(v_hash, repeat('0', 64));
  FOR r IN
    SELECT c.fiscal_year, c.next_value - 1 AS newest, coalesce(s.last_number, 0) AS sealed
    FROM number_counters c
    LEFT JOIN LATERAL (
      SELECT x.last_number FROM ledger_seals x WHERE x.organization_id = v_org AND x.fiscal_year = c.fiscal_year
      ORDER BY x.last_number DESC LIMIT 1) s ON true
    WHERE c.organization_id = v_org AND c.series = 'GL' AND c.next_value - 1 > coalesce(s.last_number, 0)
    ORDER BY c.fiscal_year
  LOOP
    EXIT WHEN v_left <= 0;
    v_last := least(r.newest, r.sealed + v_left);
    SELECT string_agg(coalesce(d.o_digest, decode(repeat('00', 32), 'hex')), '' ORDER BY d.o_number) INTO v_digests
      FROM daybook_entry_digests(r.fiscal_year, r.sealed + 1, v_last) d;
    v_previous := v_hash;
    v_sequence := v_sequence + 1;
    v_hash := daybook_ledger_seal_hash(v_previous, r.fiscal_year, r.sealed + 1, v_last, v_digests);
    INSERT INTO ledger_seals (organization_id, sequence, fiscal_year, first_number, last_number, digests, previous_hash, hash)
    VALUES (v_org, v_sequence, r.fiscal_year, r.sealed + 1, v_last, v_digests, v_previous, v_hash);
    v_left := v_left - (v_last - r.sealed)::integer;
  END LOOP;
  RETURN p_limit - v_left;
END $$;
