-- Adds up to p_limit notes of one organization (daybook_note_documents) to the counts by day and removes them; returns how many. Of counterparties
-- with very many documents it adds them to the counts by counterparty and day too, and it begins to keep those of a counterparty that has reached p_crowd
-- documents by what was added (daybook_count_counterparties). A count that comes to zero is removed.
--
-- Refuses: nothing; with nothing to fold it returns 0.
-- Locks: the advisory lock "fold-documents:<organization>", until the end of the transaction: a note is added once.
-- Rule: docs/scale.md, "Documents by day".
-- Proved by: e2e/ledger/closing/days.test.ts, e2e/ledger/closing/counterparty-days.test.ts.
CREATE FUNCTION daybook_fold_documents(p_limit integer DEFAULT 2000, p_crowd integer DEFAULT 5000) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_folded integer;
  v_grown uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold-documents:' || v_org::text, 0));
  WITH gone AS MATERIALIZED (
    DELETE FROM document_day_changes c WHERE c.organization_id = v_org AND c.id IN (
      SELECT x.id FROM document_day_changes x WHERE x.organization_id = v_org ORDER BY x.id LIMIT p_limit)
    RETURNING c.*
  ), summed AS (
    INSERT INTO document_days AS d (organization_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status,
        base_currency_code, document_count, base_total)
    SELECT g.organization_id, g.transaction_date, g.subsidiary_id, g.transaction_type_id, g.kind, g.transaction_status, g.base_currency_code,
           sum(g.document_count), sum(g.base_total)
    FROM gone g GROUP BY 1, 2, 3, 4, 5, 6, 7
    ON CONFLICT (organization_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status, base_currency_code)
    DO UPDATE SET document_count = d.document_count + excluded.document_count, base_total = d.base_total + excluded.base_total
  ), by_counterparty AS MATERIALIZED (
    SELECT u.entity_id, g.transaction_date, g.subsidiary_id, g.transaction_type_id, g.kind, g.transaction_status, sum(u.n) AS n,
           (SELECT true FROM counted_counterparties c WHERE c.organization_id = v_org AND c.entity_id = u.entity_id) AS is_counted
    FROM gone g CROSS JOIN LATERAL unnest(g.entity_ids, g.entity_counts) AS u (entity_id, n)
    GROUP BY 1, 2, 3, 4, 5, 6
  ), due AS MATERIALIZED (
    SELECT b.*, (SELECT k.document_count FROM counterparty_days k
        WHERE k.organization_id = v_org AND k.entity_id = b.entity_id AND k.transaction_date = b.transaction_date AND k.subsidiary_id = b.subsidiary_id
          AND k.transaction_type_id = b.transaction_type_id AND k.kind = b.kind AND k.transaction_status = b.transaction_status) AS kept
    FROM by_counterparty b WHERE b.is_counted AND b.n <> 0
  ), emptied AS (
    DELETE FROM counterparty_days k USING due d
    WHERE d.kept + d.n = 0 AND k.organization_id = v_org AND k.entity_id = d.entity_id AND k.transaction_date = d.transaction_date
      AND k.subsidiary_id = d.subsidiary_id AND k.transaction_type_id = d.transaction_type_id AND k.kind = d.kind
      AND k.transaction_status = d.transaction_status
  ), counted AS (
    INSERT INTO counterparty_days AS k (organization_id, entity_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status,
        document_count)
    SELECT v_org, d.entity_id, d.transaction_date, d.subsidiary_id, d.transaction_type_id, d.kind, d.transaction_status, d.n
    FROM due d WHERE d.kept IS NULL OR d.kept + d.n <> 0
    ON CONFLICT (organization_id, entity_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status)
    DO UPDATE SET document_count = k.document_count + excluded.document_count
  )
  SELECT (SELECT count(*) FROM gone),
         ARRAY(SELECT b.entity_id FROM by_counterparty b WHERE b.is_counted IS NULL GROUP BY 1 HAVING sum(b.n) > 0)
    INTO v_folded, v_grown;
  IF cardinality(v_grown) > 0 THEN
    PERFORM daybook_count_counterparties(v_grown, p_crowd);
  END IF;
  RETURN v_folded;
END $$;
