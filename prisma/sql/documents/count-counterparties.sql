-- Begins to keep how many documents a counterparty has by day, subsidiary, type, kind and status (counterparty_days) for those of p_counterparties that have
-- p_crowd documents or more; from then on folding keeps them. What is kept is what one statement sees of documents without what it sees of notes: a transaction
-- stores documents and their notes together, so that the counts and the notes that are still to be added always come to the documents.
-- Owner: the documents; e2e/ledger/closing/counterparty-days.test.ts compares them.
--
-- Refuses: nothing; those that have fewer or are kept already are left alone.
-- Locks: the advisory lock "fold-documents:<organization>", until the end of the transaction: no note is added meanwhile.
-- Rule: docs/scale.md, "Documents by day".
-- Proved by: e2e/ledger/closing/counterparty-days.test.ts.
CREATE FUNCTION daybook_count_counterparties(p_counterparties uuid[], p_crowd integer DEFAULT 5000) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  v_org uuid := daybook_organization();
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold-documents:' || v_org::text, 0));
  WITH begun AS (
    INSERT INTO counted_counterparties (organization_id, entity_id)
    SELECT DISTINCT v_org, e.id FROM unnest(p_counterparties) AS e (id)
    WHERE (SELECT count(*) FROM (
      SELECT FROM business_transactions t WHERE t.organization_id = v_org AND t.entity_id = e.id LIMIT p_crowd) x) = p_crowd
    ON CONFLICT DO NOTHING
    RETURNING entity_id
  )
  INSERT INTO counterparty_days (organization_id, entity_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status, document_count)
  SELECT v_org, b.entity_id, s.transaction_date, s.subsidiary_id, s.transaction_type_id, s.kind, s.transaction_status, sum(s.n)
  FROM begun b CROSS JOIN LATERAL (
    SELECT t.transaction_date, t.subsidiary_id, t.transaction_type_id, t.kind, t.transaction_status, 1 AS n FROM business_transactions t
    WHERE t.organization_id = v_org AND t.entity_id = b.entity_id
    UNION ALL
    SELECT d.transaction_date, d.subsidiary_id, d.transaction_type_id, d.kind, d.transaction_status, -u.n FROM document_day_changes d
    CROSS JOIN LATERAL unnest(d.entity_ids, d.entity_counts) AS u (entity_id, n)
    WHERE d.organization_id = v_org AND u.entity_id = b.entity_id
    OFFSET 0) s
  GROUP BY 2, 3, 4, 5, 6, 7 HAVING sum(s.n) <> 0;
END $$;
