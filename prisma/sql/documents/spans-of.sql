-- The spans that settlements end: an amount of each of the two sides, open from its posting until the settlement. A side that was posted on
-- the day of the settlement was never open at the end of one, and a settlement that was undone has ended nothing. o_waited is the length as a power of
-- two: n for less than 2^n days, 15 for longer; whatever was open on a day and waited less than 2^n days was settled within as many. o_base is what it was
-- carried at in base currency, null where that is its amount.
-- Owner: settlements and their documents; a full verification compares what is kept with them.
--
-- Refuses: nothing; it reads.
-- Locks: none.
-- Rule: docs/scale.md, "What was open on an earlier day".
-- Proved by: e2e/ledger/settlement/settled-spans.test.ts, e2e/ledger/settlement/aging.test.ts.
CREATE FUNCTION daybook_spans_of(p_applications uuid[])
RETURNS TABLE (
  o_application_id uuid, o_document_id uuid, o_subsidiary_id uuid, o_kind text, o_entity_type text, o_entity_id uuid, o_currency_code text,
  o_due_date date, o_opened_on date, o_settled_on date, o_waited smallint, o_amount numeric, o_base numeric
)
LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
  SELECT a.id, t.id, t.subsidiary_id, t.kind, t.entity_type, t.entity_id, t.currency_code, t.due_date, t.posting_date, a.applied_on,
         width_bucket(a.applied_on - t.posting_date, ARRAY[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384])::smallint,
         v.amount, nullif(v.base, v.amount)
  FROM unnest(p_applications) AS n (id)
  CROSS JOIN LATERAL (SELECT x.* FROM payment_applications x WHERE x.organization_id = daybook_organization() AND x.id = n.id OFFSET 0) a
  CROSS JOIN LATERAL (VALUES
    (a.document_id, a.amount, a.document_base), (a.payment_id, coalesce(a.payment_amount, a.amount), a.payment_base)) AS v (id, amount, base)
  CROSS JOIN LATERAL (SELECT x.* FROM business_transactions x WHERE x.organization_id = daybook_organization() AND x.id = v.id OFFSET 0) t
  WHERE a.reversed_at IS NULL AND t.posting_date < a.applied_on
$$;
