-- Adds up to p_limit notes of one organization (daybook_keep_spans) to the sums of spans by day and removes them; returns how many. A sum that comes to
-- nothing is removed.
--
-- Refuses: nothing; with nothing to fold it returns 0.
-- Locks: the advisory lock "fold-spans:<organization>", until the end of the transaction: a note is added once.
-- Rule: docs/scale.md, "What was open on an earlier day".
-- Proved by: e2e/ledger/settlement/open-by-day.test.ts.
CREATE FUNCTION daybook_fold_spans(p_limit integer DEFAULT 2000) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_folded integer;
  v_nothing boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold-spans:' || v_org::text, 0));
  WITH gone AS (
    DELETE FROM document_span_changes c WHERE c.organization_id = v_org AND c.id IN (
      SELECT x.id FROM document_span_changes x WHERE x.organization_id = v_org ORDER BY x.id LIMIT p_limit)
    RETURNING c.*
  ), summed AS (
    INSERT INTO document_span_days AS d (organization_id, waited, settled_on, opened_on, due_on, subsidiary_id, kind, entity_type, currency_code,
        item_count, amount, base)
    SELECT g.organization_id, g.waited, g.settled_on, g.opened_on, g.due_on, g.subsidiary_id, g.kind, g.entity_type, g.currency_code,
           sum(g.item_count), sum(g.amount), sum(g.base)
    FROM gone g GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (organization_id, waited, settled_on, opened_on, due_on, subsidiary_id, kind, entity_type, currency_code)
    DO UPDATE SET item_count = d.item_count + excluded.item_count, amount = d.amount + excluded.amount, base = d.base + excluded.base
    RETURNING d.item_count = 0 AND d.amount = 0 AND d.base = 0 AS is_nothing
  )
  SELECT (SELECT count(*) FROM gone), (SELECT coalesce(bool_or(s.is_nothing), false) FROM summed s) INTO v_folded, v_nothing;
  -- What was unapplied leaves nothing behind.
  IF v_nothing THEN
    DELETE FROM document_span_days d WHERE d.organization_id = v_org AND d.item_count = 0 AND d.amount = 0 AND d.base = 0;
  END IF;
  RETURN v_folded;
END $$;
