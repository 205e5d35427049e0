-- Mends the sums of spans by day (document_span_days): to each that does not come to its spans together with the notes that are still to be added, the
-- difference is added, so that nothing else is written. Returns how many were wrong.
-- Owner: the spans; e2e/ledger/evidence/mended-sums.test.ts compares them.
--
-- Refuses: nothing; where every sum is right it returns 0.
-- Locks: the advisory lock "fold-spans:<organization>", until the end of the transaction: no note is added meanwhile. A statement stores spans, then their
--   notes, in one transaction, so that of what is written meanwhile both are seen or neither.
-- Rule: docs/guides/operators.md, "Verify".
-- Proved by: e2e/ledger/evidence/mended-sums.test.ts.
CREATE FUNCTION daybook_mend_spans() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_mended bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold-spans:' || v_org::text, 0));
  WITH mended AS (
    INSERT INTO document_span_days AS d (organization_id, waited, settled_on, opened_on, due_on, subsidiary_id, kind, entity_type, currency_code,
        item_count, amount, base)
    SELECT v_org, x.waited, x.settled_on, x.opened_on, x.due_on, x.subsidiary_id, x.kind, x.entity_type, x.currency_code, sum(x.item_count), sum(x.amount),
           sum(x.base)
    FROM (
      -- A document was an item until its last span ended.
      SELECT s.waited, s.settled_on, s.opened_on, coalesce(s.due_date, '9999-12-31') AS due_on, s.subsidiary_id, s.kind, coalesce(s.entity_type, '') AS entity_type,
             s.currency_code,
             (lead(s.application_id) OVER (PARTITION BY s.document_id ORDER BY s.settled_on, s.application_id) IS NULL)::int AS item_count, s.amount,
             coalesce(s.base, s.amount) AS base
      FROM document_spans s WHERE s.organization_id = v_org
      UNION ALL
      SELECT k.waited, k.settled_on, k.opened_on, k.due_on, k.subsidiary_id, k.kind, k.entity_type, k.currency_code, -k.item_count, -k.amount, -k.base
      FROM document_span_days k WHERE k.organization_id = v_org
      UNION ALL
      SELECT c.waited, c.settled_on, c.opened_on, c.due_on, c.subsidiary_id, c.kind, c.entity_type, c.currency_code, -c.item_count, -c.amount, -c.base
      FROM document_span_changes c WHERE c.organization_id = v_org) x
    GROUP BY 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(x.item_count) <> 0 OR sum(x.amount) <> 0 OR sum(x.base) <> 0
    ON CONFLICT (organization_id, waited, settled_on, opened_on, due_on, subsidiary_id, kind, entity_type, currency_code)
    DO UPDATE SET item_count = d.item_count + excluded.item_count, amount = d.amount + excluded.amount, base = d.base + excluded.base
    RETURNING 1
  )
  SELECT count(*) INTO v_mended FROM mended;
  IF v_mended > 0 THEN
    DELETE FROM document_span_days d WHERE d.organization_id = v_org AND d.item_count = 0 AND d.amount = 0 AND d.base = 0;
  END IF;
  RETURN v_mended;
END $$;
