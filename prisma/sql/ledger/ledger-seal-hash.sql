-- The hash of a seal of the ledger: over the hash before it, the range it covers and the digests of its entries.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/decisions/0012-evidence.md.
-- Proved by: e2e/hostile/evidence.test.ts.
CREATE FUNCTION daybook_ledger_seal_hash(p_previous text, p_fiscal_year integer, p_first bigint, p_last bigint, p_digests bytea) RETURNS text
LANGUAGE sql IMMUTABLE
AS $$
  SELECT encode(sha256(convert_to(p_previous || p_fiscal_year || ':' || p_first || '-' || p_last || ':', 'UTF8') || p_digests), 'hex')
$$;
