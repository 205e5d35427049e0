-- Mends the counts and totals of documents by day (document_days) and of counterparties with very many by day (counterparty_days): to each that does not come
-- to its documents together with the notes that are still to be added, the difference is added, so that nothing else is written. Returns how many were wrong.
-- Owner: the documents; e2e/ledger/evidence/mended-sums.test.ts compares them.
--
-- Refuses: nothing; where every count is right it returns 0.
-- Locks: the advisory lock "fold-documents:<organization>", until the end of the transaction: no note is added meanwhile. A statement stores documents and their
--   notes together, so that of what is written meanwhile both are seen or neither.
-- Rule: docs/guides/operators.md, "Verify".
-- Proved by: e2e/ledger/evidence/mended-sums.test.ts.
CREATE FUNCTION daybook_mend_document_counts() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_days bigint;
  v_parties bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold-documents:' || v_org::text, 0));
  WITH mended AS (
    INSERT INTO document_days AS d (organization_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status, base_currency_code,
        document_count, base_total)
    SELECT v_org, x.transaction_date, x.subsidiary_id, x.transaction_type_id, x.kind, x.transaction_status, x.base_currency_code, sum(x.n), sum(x.total)
    FROM (
      SELECT t.transaction_date, t.subsidiary_id, t.transaction_type_id, t.kind, t.transaction_status, t.base_currency_code, count(*) AS n,
             sum(t.base_total_amount) AS total
      FROM business_transactions t WHERE t.organization_id = v_org GROUP BY 1, 2, 3, 4, 5, 6
      UNION ALL
      SELECT k.transaction_date, k.subsidiary_id, k.transaction_type_id, k.kind, k.transaction_status, k.base_currency_code, -k.document_count, -k.base_total
      FROM document_days k WHERE k.organization_id = v_org
      UNION ALL
      SELECT c.transaction_date, c.subsidiary_id, c.transaction_type_id, c.kind, c.transaction_status, c.base_currency_code, -c.document_count, -c.base_total
      FROM document_day_changes c WHERE c.organization_id = v_org) x
    GROUP BY 2, 3, 4, 5, 6, 7 HAVING sum(x.n) <> 0 OR sum(x.total) <> 0
    ON CONFLICT (organization_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status, base_currency_code)
    DO UPDATE SET document_count = d.document_count + excluded.document_count, base_total = d.base_total + excluded.base_total
    RETURNING 1
  )
  SELECT count(*) INTO v_days FROM mended;
  WITH counted AS MATERIALIZED (
    SELECT c.entity_id FROM counted_counterparties c WHERE c.organization_id = v_org
  ), mended AS (
    INSERT INTO counterparty_days AS d (organization_id, entity_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status,
        document_count)
    SELECT v_org, x.entity_id, x.transaction_date, x.subsidiary_id, x.transaction_type_id, x.kind, x.transaction_status, sum(x.n)
    FROM (
      SELECT t.entity_id, t.transaction_date, t.subsidiary_id, t.transaction_type_id, t.kind, t.transaction_status, count(*) AS n
      FROM counted c JOIN business_transactions t ON t.organization_id = v_org AND t.entity_id = c.entity_id GROUP BY 1, 2, 3, 4, 5, 6
      UNION ALL
      SELECT k.entity_id, k.transaction_date, k.subsidiary_id, k.transaction_type_id, k.kind, k.transaction_status, -k.document_count
      FROM counterparty_days k WHERE k.organization_id = v_org
      UNION ALL
      SELECT u.entity_id, n.transaction_date, n.subsidiary_id, n.transaction_type_id, n.kind, n.transaction_status, -u.n
      FROM document_day_changes n CROSS JOIN LATERAL unnest(n.entity_ids, n.entity_counts) AS u (entity_id, n)
      JOIN counted c ON c.entity_id = u.entity_id WHERE n.organization_id = v_org) x
    GROUP BY 2, 3, 4, 5, 6, 7 HAVING sum(x.n) <> 0
    ON CONFLICT (organization_id, entity_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status)
    DO UPDATE SET document_count = d.document_count + excluded.document_count
    RETURNING 1
  )
  SELECT count(*) INTO v_parties FROM mended;
  IF v_parties > 0 THEN
    DELETE FROM counterparty_days k WHERE k.organization_id = v_org AND k.document_count = 0;
  END IF;
  RETURN v_days + v_parties;
END $$;
