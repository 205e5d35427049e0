-- Stores the entries that daybook_load_journals has put into its temporary tables: documents with their lines and the entry lines they
-- will post; where they are posted, the ledger entries too; audit rows and events (record-journals). Its own function, so that a check of
-- a file never plans it.
-- Owner: usecases/transactions/store-documents and daybook_post_transactions; held to them by
-- src/usecases/imports/load-plain-journals.db.test.ts.
--
-- Refuses: nothing itself; checks, references and triggers apply.
-- Locks: those of append-entries, where it posts. The caller holds the shared side of "periods:<organization>".
-- Rule: docs/decisions/0017-plain-entries-in-sets.md.
-- Proved by: src/usecases/imports/load-plain-journals.db.test.ts.
CREATE FUNCTION daybook_store_journals(p_posts boolean, p_type uuid, p_now timestamptz, p_asked jsonb) RETURNS void
LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_actor CONSTANT uuid := (p_asked ->> 'actorId')::uuid;
  v_status CONSTANT text := CASE WHEN p_posts THEN 'APPROVED' ELSE 'DRAFT' END;
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

  PERFORM daybook_record_journals(p_posts, p_type, p_now, p_asked);
END $$;
