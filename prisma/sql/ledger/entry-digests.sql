-- The SHA-256 digest of each entry numbered from p_first to p_last in a fiscal year, together with its lines, its document and
-- the document's lines: every column that never changes once the entry is posted, as text. NULL for a number without an entry. A
-- document counts when it was posted by this entry; what settles, closes or reverses it later is not part of the digest. The SET
-- clauses make the text independent of the session, and make every row be looked up by its key; no entry is looked up twice, so that nothing is
-- remembered. The organization is read once, not for each look-up.
-- Changing the columns or their order makes every existing seal fail to verify.
--
-- Refuses: nothing; it reads.
-- Locks: none.
-- Rule: docs/guides/operators.md, "Verify"; docs/decisions/0012-evidence.md.
-- Proved by: e2e/hostile/evidence.test.ts, e2e/hostile/audit-seals.test.ts.
CREATE FUNCTION daybook_entry_digests(p_fiscal_year integer, p_first bigint, p_last bigint)
RETURNS TABLE (o_number bigint, o_digest bytea)
LANGUAGE sql STABLE
SET datestyle = 'ISO, YMD' SET timezone = 'UTC' SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET enable_memoize = off
AS $$
  SELECT n.number, sha256(convert_to(e.facts || E'\n' || coalesce(l.facts, '') || E'\n' || coalesce(d.facts, ''), 'UTF8'))
  FROM (SELECT daybook_organization() AS id OFFSET 0) o
  CROSS JOIN generate_series(p_first, p_last) AS n (number)
  -- A value before it is compared: an expression that might leak what it sees may not use the index under row security.
  CROSS JOIN LATERAL (SELECT daybook_format_number('GL', p_fiscal_year, n.number) AS entry_number OFFSET 0) f
  LEFT JOIN LATERAL (
    SELECT x.id, x.transaction_id,
           ROW(x.id, x.entry_number, x.subsidiary_id, x.book, x.period_id, x.posting_date, x.currency_code, x.base_currency_code,
               x.exchange_rate, x.source_kind, x.source_id, x.transaction_id, x.reversal_of_id, x.memo, x.posted_by, x.created_at)::text AS facts
    FROM ledger_entries x
    WHERE x.organization_id = o.id AND x.entry_number = f.entry_number OFFSET 0
  ) e ON true
  LEFT JOIN LATERAL (
    SELECT string_agg(ROW(x.line_number, x.account_id, x.subsidiary_id, x.period_id, x.posting_date, x.currency_code, x.debit, x.credit,
             x.base_debit, x.base_credit, x.class_id, x.department_id, x.location_id, x.project_id, x.entity_type, x.entity_id,
             x.memo)::text, E'\n' ORDER BY x.line_number) AS facts
    FROM ledger_lines x WHERE x.organization_id = o.id AND x.entry_id = e.id OFFSET 0
  ) l ON true
  LEFT JOIN LATERAL (
    SELECT ROW(x.id, x.transaction_number, x.transaction_type_id, x.kind, x.subsidiary_id, x.entity_type, x.entity_id, x.transaction_date,
               x.currency_code, x.exchange_rate, x.subtotal_amount, x.tax_amount, x.discount_amount, x.total_amount,
               x.base_total_amount, x.posting_date, x.is_adjustment)::text
           || (SELECT coalesce(string_agg(E'\n' || ROW(y.line_number, y.line_type, y.description, y.quantity, y.unit_price, y.line_amount,
                 y.tax_code_id, y.tax_rate_percent, y.tax_amount, y.account_id, y.item_id, y.class_id, y.department_id, y.location_id,
                 y.project_id)::text, '' ORDER BY y.line_number), '')
               FROM business_transaction_lines y WHERE y.organization_id = o.id AND y.transaction_id = x.id) AS facts
    FROM business_transactions x
    WHERE x.organization_id = o.id AND x.id = e.transaction_id AND x.ledger_entry_id = e.id OFFSET 0
  ) d ON true
  ORDER BY n.number
$$;
