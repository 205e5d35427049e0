-- The spans of p_width days in which the organization has documents (or, for p_entries, entries) before a day, the newest first, none before that of
-- p_from: the number of days since 1970-01-01 divided by the width, and the day after its last. Each is found by one look into the index
-- of days, so that years without documents cost nothing. As the owner, like the searches that go through them.
--
-- Refuses: nothing; without an organization there are none.
-- Locks: none.
-- Rule: docs/scale.md, "Search".
-- Proved by: e2e/ledger/search/document-search-pages.test.ts, e2e/ledger/search/entry-search.test.ts.
CREATE FUNCTION daybook_search_spans(p_entries boolean, p_width integer, p_from date, p_before date, p_most integer) RETURNS TABLE (o_span integer, o_end date)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET enable_indexscan = on SET enable_indexonlyscan = on SET enable_seqscan = off SET enable_bitmapscan = off
AS $$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_before date := p_before;
  v_day date;
BEGIN
  FOR i IN 1..p_most LOOP
    IF p_entries THEN
      SELECT e.posting_date INTO v_day FROM ledger_entries e
      WHERE e.organization_id = v_org AND e.posting_date < v_before ORDER BY e.posting_date DESC LIMIT 1;
    ELSE
      SELECT t.transaction_date INTO v_day FROM business_transactions t
      WHERE t.organization_id = v_org AND t.transaction_date < v_before ORDER BY t.transaction_date DESC LIMIT 1;
    END IF;
    EXIT WHEN v_day IS NULL OR v_day < p_from;
    o_span := (v_day - DATE '1970-01-01') / p_width;
    -- Division rounds toward 1970, so that the span of that day reaches to both sides of it.
    o_end := least(v_before, DATE '1970-01-01' + o_span * p_width + CASE WHEN o_span < 0 THEN 1 ELSE p_width END);
    RETURN NEXT;
    v_before := DATE '1970-01-01' + o_span * p_width - CASE WHEN o_span > 0 THEN 0 ELSE p_width - 1 END;
  END LOOP;
END $$;
