-- Stores new documents with their lines and the entries they will post; returns them as they are stored, so that no one reads them again. p_documents has
-- columns of business_transactions and, for numbering, series and fiscal_year.
--
-- Refuses: nothing itself; checks, references and triggers apply.
-- Locks: the number series, in the order of series and year, so that two batches never deadlock.
-- Rule: docs/decisions/0004-documents-carry-their-entry.md.
-- Proved by: e2e/ledger/evidence/totals.test.ts, e2e/ledger/lifecycle.test.ts.
CREATE FUNCTION daybook_insert_transactions(p_documents jsonb, p_lines jsonb, p_impact jsonb)
RETURNS SETOF business_transactions
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_now timestamptz(3) := clock_timestamp();
  v_series record;
  v_first bigint;
BEGIN
  -- Series in order, so that two batches never deadlock.
  FOR v_series IN
    SELECT d.series, d.fiscal_year, count(*)::int AS n FROM jsonb_to_recordset(p_documents) AS d(series text, fiscal_year int)
    GROUP BY 1, 2 ORDER BY 1, 2
  LOOP
    v_first := daybook_take_numbers(v_series.series, v_series.fiscal_year, v_series.n);
    RETURN QUERY
    INSERT INTO business_transactions (organization_id, id, transaction_number, transaction_type_id, kind, subsidiary_id, entity_type,
        entity_id, transaction_date, due_date, currency_code, base_currency_code, exchange_rate, exchange_rate_given, subtotal_amount,
        tax_amount, discount_amount, total_amount, base_total_amount, transaction_status, memo, reference_number, payment_method,
        payment_terms, billing_address, project_id, subscription_id, revenue_contract_id, record_status, is_adjustment, created_by, submitted_by,
        submitted_at, approved_by, approved_at, created_at, updated_at)
    SELECT v_org, d.id, daybook_format_number(v_series.series, v_series.fiscal_year, v_first - 1 + row_number() OVER (ORDER BY e.ord)),
           d.transaction_type_id, d.kind, d.subsidiary_id, d.entity_type, d.entity_id, d.transaction_date, d.due_date, d.currency_code,
           d.base_currency_code, d.exchange_rate, d.exchange_rate_given, d.subtotal_amount, d.tax_amount, d.discount_amount,
           d.total_amount, d.base_total_amount, d.transaction_status, d.memo, d.reference_number, d.payment_method, d.payment_terms,
           d.billing_address, d.project_id, d.subscription_id, d.revenue_contract_id, coalesce(d.record_status, 'active'), coalesce(d.is_adjustment, false), d.created_by,
           d.submitted_by, CASE WHEN d.submitted_by IS NOT NULL OR d.transaction_status <> 'DRAFT' THEN v_now END,
           d.approved_by, CASE WHEN d.transaction_status = 'APPROVED' THEN v_now END, v_now, v_now
    FROM jsonb_array_elements(p_documents) WITH ORDINALITY AS e(doc, ord)
         CROSS JOIN LATERAL jsonb_populate_record(NULL::business_transactions, e.doc) d
    WHERE e.doc ->> 'series' = v_series.series AND (e.doc ->> 'fiscal_year')::int = v_series.fiscal_year
    RETURNING business_transactions.*;
  END LOOP;
  PERFORM daybook_insert_transaction_parts(p_lines, p_impact);
END $$;
