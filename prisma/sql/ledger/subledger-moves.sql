-- What some entries' sources moved in the subledgers of documents, in transaction currency: a posted document its total and discount, a
-- reversal the same of its original with the other sign, a settlement across currencies what left the document's currency and the payment's.
-- A settlement within one currency moves both of its sides by the same amount, so it is not here; nor is a journal, which has no subledger.
-- Which side of which control account an amount belongs to follows from kind and counterparty (core/transactions/subledgers).
-- Owner: the documents and settlements; daybook_verify_ledger compares the sums by period with them.
--
-- Refuses: nothing; it reads.
-- Locks: none.
-- Rule: docs/scale.md, "The close of a period".
-- Proved by: e2e/ledger/evidence/control-sums.test.ts.
CREATE FUNCTION daybook_subledger_moves(p_entries uuid[])
RETURNS TABLE (
  o_subsidiary_id uuid, o_period_id uuid, o_kind text, o_entity_type text, o_currency_code text, o_total numeric, o_discount numeric
)
LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_memoize = off
AS $$
  WITH entries AS MATERIALIZED (
    -- The organization is read once, not for each look-up.
    SELECT o.id AS org, e.* FROM (SELECT daybook_organization() AS id OFFSET 0) o
    CROSS JOIN unnest(p_entries) AS n (id)
    CROSS JOIN LATERAL (
      SELECT x.period_id, x.source_kind, x.source_id FROM ledger_entries x
      WHERE x.organization_id = o.id AND x.id = n.id AND x.source_kind IN ('TRANSACTION', 'SETTLEMENT', 'SETTLEMENT_REVERSAL')
      OFFSET 0) e
  ), documents AS MATERIALIZED (
    SELECT e.org, e.period_id, t.* FROM entries e
    CROSS JOIN LATERAL (
      SELECT x.reverses_transaction_id, x.subsidiary_id, x.kind, x.entity_type, x.currency_code, x.total_amount, x.discount_amount
      FROM business_transactions x
      WHERE x.organization_id = e.org AND x.id = e.source_id AND (x.kind <> 'JOURNAL' OR x.reverses_transaction_id IS NOT NULL) OFFSET 0) t
    WHERE e.source_kind = 'TRANSACTION'
  )
  SELECT d.subsidiary_id, d.period_id, d.kind, coalesce(d.entity_type, ''), d.currency_code, d.total_amount, d.discount_amount
  FROM documents d WHERE d.kind <> 'JOURNAL'
  UNION ALL
  SELECT o.subsidiary_id, d.period_id, o.kind, coalesce(o.entity_type, ''), o.currency_code, -o.total_amount, -o.discount_amount
  FROM documents d
  CROSS JOIN LATERAL (
    SELECT x.* FROM business_transactions x WHERE x.organization_id = d.org AND x.id = d.reverses_transaction_id OFFSET 0) o
  WHERE d.reverses_transaction_id IS NOT NULL AND o.kind <> 'JOURNAL'
  UNION ALL
  SELECT d.subsidiary_id, e.period_id, d.kind, coalesce(d.entity_type, ''), v.currency_code,
         v.amount * CASE e.source_kind WHEN 'SETTLEMENT' THEN 1 ELSE -1 END, 0
  FROM entries e
  CROSS JOIN LATERAL (
    SELECT x.* FROM payment_applications x
    WHERE x.organization_id = e.org AND x.id = e.source_id AND x.payment_amount IS NOT NULL OFFSET 0) a
  CROSS JOIN LATERAL (SELECT x.* FROM business_transactions x WHERE x.organization_id = e.org AND x.id = a.document_id OFFSET 0) d
  CROSS JOIN LATERAL (SELECT x.* FROM business_transactions x WHERE x.organization_id = e.org AND x.id = a.payment_id OFFSET 0) y
  CROSS JOIN LATERAL (VALUES (d.currency_code, -a.amount), (y.currency_code, a.payment_amount)) AS v (currency_code, amount)
  WHERE e.source_kind <> 'TRANSACTION'
$$;
