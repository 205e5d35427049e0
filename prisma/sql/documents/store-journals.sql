-- Stores the entries that daybook_load_journals has put into its temporary tables: documents with their lines and the entry lines they
-- will post; where they are posted, the ledger entries too; audit rows and events as every verb writes them. Its own function, so
-- that a check of a file never plans it.
-- Owner: usecases/transactions/store-documents and daybook_post_transactions; held to them by
-- src/usecases/imports/load-plain-journals.db.test.ts.
--
-- Refuses: nothing itself; checks, references and triggers apply.
-- Locks: those of append-entries, where it posts. The caller holds the shared side of "periods:<organization>".
-- Rule: docs/decisions/0015-plain-entries-in-sets.md.
-- Proved by: src/usecases/imports/load-plain-journals.db.test.ts.
CREATE FUNCTION daybook_store_journals(p_posts boolean, p_type uuid, p_now timestamptz, p_asked jsonb) RETURNS void
LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_actor CONSTANT uuid := (p_asked ->> 'actorId')::uuid;
  v_status CONSTANT text := CASE WHEN p_posts THEN 'APPROVED' ELSE 'DRAFT' END;
  -- Events without a subscribed endpoint are written as published: marking them afterwards would cost another update each.
  v_published CONSTANT timestamptz := CASE WHEN NOT EXISTS (
    SELECT FROM webhook_endpoints w WHERE w.organization_id = v_org AND w.record_status = 'active') THEN p_now END;
  v_stamp CONSTANT text := CASE WHEN p_posts THEN to_char(p_now AT TIME ZONE 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END;
  -- What the audit row of a new document says of every column, in the names of the API: all of them empty, then what every journal has.
  v_empty CONSTANT jsonb := (
    SELECT jsonb_object_agg(lower(left(camel.name, 1)) || substr(camel.name, 2), NULL)
    FROM jsonb_object_keys(to_jsonb(jsonb_populate_record(NULL::business_transactions, '{}'))) AS k
    CROSS JOIN LATERAL (SELECT replace(initcap(replace(k, '_', ' ')), ' ', '') AS name) camel
    WHERE k NOT IN ('organization_id', 'billing_address', 'created_at', 'updated_at'));
  v_told CONSTANT jsonb := v_empty || jsonb_build_object('kind', 'JOURNAL', 'transactionTypeId', p_type, 'exchangeRate', '1.0000000000',
    'exchangeRateGiven', false, 'subtotalAmount', '0.0000', 'taxAmount', '0.0000', 'discountAmount', '0.0000', 'totalAmount', '0.0000',
    'baseTotalAmount', '0.0000', 'appliedAmount', '0.0000', 'transactionStatus', v_status, 'recordStatus', 'active', 'version', 1,
    'isAdjustment', false, 'changedBy', '[]'::jsonb, 'createdBy', v_actor,
    'submittedBy', CASE WHEN p_posts THEN v_actor END, 'submittedAt', v_stamp,
    'approvedBy', CASE WHEN p_posts THEN v_actor END, 'approvedAt', v_stamp);
BEGIN
  INSERT INTO business_transactions (organization_id, id, transaction_number, transaction_type_id, kind, subsidiary_id, transaction_date,
      currency_code, base_currency_code, exchange_rate, exchange_rate_given, subtotal_amount, tax_amount, discount_amount, total_amount,
      base_total_amount, transaction_status, memo, reference_number, created_by, submitted_by, submitted_at, approved_by, approved_at,
      created_at, updated_at)
  SELECT v_org, d.id, d.transaction_number, p_type, 'JOURNAL', d.subsidiary_id, d.day, d.currency, d.currency, 1, false, 0, 0, 0, 0, 0,
      v_status, d.memo, d.reference, v_actor, CASE WHEN p_posts THEN v_actor END, CASE WHEN p_posts THEN p_now END,
      CASE WHEN p_posts THEN v_actor END, CASE WHEN p_posts THEN p_now END, p_now, p_now
  FROM journal_documents d ORDER BY d.unit;
  INSERT INTO business_transaction_lines (organization_id, transaction_id, line_number, line_type, description, quantity, unit_price,
      line_amount, tax_amount, account_id, class_id, department_id, location_id)
  SELECT v_org, d.id, l.line_number, 'ITEM', coalesce(l.description, d.memo, 'Journal line'), 1, l.amount, l.amount, 0, l.account_id,
      l.class_id, l.department_id, l.location_id
  FROM journal_lines l JOIN journal_documents d ON d.unit = l.unit ORDER BY l.unit, l.line_number;
  INSERT INTO transaction_impact_lines (organization_id, transaction_id, line_number, document_line_number, account_id, debit, credit,
      base_debit, base_credit, class_id, department_id, location_id, memo, from_subledger)
  SELECT v_org, d.id, l.line_number, l.line_number, l.account_id, greatest(l.amount, 0), greatest(-l.amount, 0), greatest(l.amount, 0),
      greatest(-l.amount, 0), l.class_id, l.department_id, l.location_id, coalesce(l.description, d.memo, 'Journal line'), false
  FROM journal_lines l JOIN journal_documents d ON d.unit = l.unit ORDER BY l.unit, l.line_number;

  IF p_posts THEN
    PERFORM daybook_append_entries(
      ARRAY(SELECT ROW(d.entry_id, d.subsidiary_id, d.period_id, d.fiscal_year, d.day, d.currency, d.currency, 1, 'TRANSACTION', d.id,
                d.id, NULL, d.memo, v_actor)::daybook_entry_draft FROM journal_documents d ORDER BY d.unit),
      ARRAY(SELECT ROW(d.entry_id, l.line_number, l.account_id, d.subsidiary_id, d.period_id, d.day, d.currency, greatest(l.amount, 0),
                greatest(-l.amount, 0), greatest(l.amount, 0), greatest(-l.amount, 0), l.class_id, l.department_id, l.location_id, NULL,
                NULL, NULL, coalesce(l.description, d.memo, 'Journal line'))::daybook_line_draft
            FROM journal_lines l JOIN journal_documents d ON d.unit = l.unit ORDER BY l.unit, l.line_number));
    -- The version is updated here, so that the row trigger has nothing left to do.
    UPDATE business_transactions t SET transaction_status = 'POSTED', ledger_entry_id = d.entry_id, posting_date = d.day,
        posted_at = p_now, posted_by = v_actor, version = t.version + 1, updated_at = t.updated_at + interval '1 millisecond'
      FROM journal_documents d WHERE t.organization_id = v_org AND t.id = d.id;
  END IF;

  INSERT INTO audit_log (organization_id, id, occurred_at, actor_kind, actor_id, actor_name, action, noun, record_id, before, after,
      surface, request_id)
  SELECT v_org, daybook_uuid_v7(), p_now, p_asked ->> 'actorKind', v_actor, p_asked ->> 'actorName', a.action, 'transaction', d.id,
         a.before, a.after, p_asked ->> 'surface', p_asked ->> 'requestId'
  FROM journal_documents d
  CROSS JOIN LATERAL (
    SELECT 1, 'gl.transaction.create', NULL::jsonb, v_told || jsonb_build_object('id', d.id, 'transactionNumber', d.transaction_number,
             'subsidiaryId', d.subsidiary_id, 'transactionDate', d.day, 'currencyCode', d.currency, 'baseCurrencyCode', d.currency,
             'memo', d.memo, 'referenceNumber', d.reference)
    UNION ALL
    SELECT 2, 'gl.transaction.approve', '{"status":"DRAFT"}', '{"status":"APPROVED"}' WHERE p_posts
    UNION ALL
    SELECT 3, 'gl.transaction.post', '{"status":"APPROVED"}', jsonb_build_object('status', 'POSTED', 'glTransactionId', d.entry_id,
             'postingDate', d.day, 'entryNumber',
             (SELECT e.entry_number FROM ledger_entries e WHERE e.organization_id = v_org AND e.id = d.entry_id)) WHERE p_posts
  ) AS a (n, action, before, after) ORDER BY d.unit, a.n;
  INSERT INTO outbox_events (organization_id, id, event_type, record_id, payload, created_at, published_at)
  SELECT v_org, daybook_uuid_v7(), e.event_type, d.id, e.payload, p_now, v_published
  FROM journal_documents d
  CROSS JOIN LATERAL (
    SELECT 1, 'gl.transaction.created', jsonb_build_object('transactionId', d.id, 'transactionNumber', d.transaction_number,
             'kind', 'JOURNAL', 'status', v_status)
    UNION ALL
    SELECT 2, 'gl.transaction.approved', jsonb_build_object('transactionId', d.id, 'transactionNumber', d.transaction_number) WHERE p_posts
    UNION ALL
    SELECT 3, 'gl.transaction.posted', jsonb_build_object('transactionId', d.id, 'glTransactionId', d.entry_id, 'postingDate', d.day)
    WHERE p_posts
  ) AS e (n, event_type, payload) ORDER BY d.unit, e.n;
END $$;
