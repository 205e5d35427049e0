-- Stores the entries that daybook_load_journals has put into its temporary tables: documents with their lines and the entry lines they
-- will post; where they are posted, the ledger entries too; audit rows and events (record-journals). Its own function, so that a check of
-- a file never plans it. Documents, entries and balances are one statement of named steps: a document that is posted is stored as posted,
-- with the lines it was posted with (hold-line-references), instead of being changed right away, and no rows are handed to a function
-- of their own. It writes what append-entries writes, and the same triggers check both.
-- Owner: usecases/transactions/store-documents and daybook_post_transactions; held to them by
-- src/usecases/imports/load-plain-journals.db.test.ts.
--
-- Refuses: nothing itself; checks, references and triggers apply.
-- Locks: those of append-entries, in the same order, where it posts. The caller holds the shared side of "periods:<organization>".
-- Rule: docs/decisions/0017-plain-entries-in-sets.md.
-- Proved by: src/usecases/imports/load-plain-journals.db.test.ts.
CREATE FUNCTION daybook_store_journals(p_posts boolean, p_type uuid, p_now timestamptz, p_asked jsonb) RETURNS void
LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_actor CONSTANT uuid := (p_asked ->> 'actorId')::uuid;
  v_status CONSTANT text := CASE WHEN p_posts THEN 'POSTED' ELSE 'DRAFT' END;
  -- Who and when, of what is done where it posts.
  v_by CONSTANT uuid := CASE WHEN p_posts THEN v_actor END;
  v_at CONSTANT timestamptz := CASE WHEN p_posts THEN p_now END;
  v_slot CONSTANT integer := pg_backend_pid() % 8;
BEGIN
  WITH good AS MATERIALIZED (
    SELECT d.*, row_number() OVER (PARTITION BY d.fiscal_year ORDER BY d.unit DESC) AS from_last FROM journal_documents d ORDER BY d.unit
  ),
  lines AS MATERIALIZED (
    SELECT d.id, d.entry_id, l.line_number, l.account_id, d.subsidiary_id, d.period_id, d.day, d.currency, l.amount, greatest(l.amount, 0)::numeric(20, 4) AS debit,
           greatest(-l.amount, 0)::numeric(20, 4) AS credit, l.class_id, l.department_id, l.location_id, coalesce(l.description, d.memo, 'Journal line') AS text
    FROM journal_lines l JOIN journal_documents d ON d.unit = l.unit ORDER BY l.unit, l.line_number
  ),
  documents AS (
    INSERT INTO business_transactions (organization_id, id, transaction_number, transaction_type_id, kind, subsidiary_id, transaction_date,
        currency_code, base_currency_code, exchange_rate, exchange_rate_given, subtotal_amount, tax_amount, discount_amount, total_amount,
        base_total_amount, transaction_status, memo, reference_number, created_by, submitted_by, submitted_at, approved_by, approved_at,
        ledger_entry_id, posting_date, posted_by, posted_at, created_at, updated_at)
    SELECT v_org, g.id, g.transaction_number, p_type, 'JOURNAL', g.subsidiary_id, g.day, g.currency, g.currency, 1, false, 0, 0, 0, 0, 0,
        v_status, g.memo, g.reference, v_actor, v_by, v_at, v_by, v_at, CASE WHEN p_posts THEN g.entry_id END, CASE WHEN p_posts THEN g.day END,
        v_by, v_at, p_now, p_now
    FROM good g
    RETURNING 1
  ),
  document_lines AS (
    INSERT INTO business_transaction_lines (organization_id, transaction_id, line_number, line_type, description, quantity, unit_price,
        line_amount, tax_amount, account_id, class_id, department_id, location_id)
    SELECT v_org, l.id, l.line_number, 'ITEM', l.text, 1, l.amount, l.amount, 0, l.account_id, l.class_id, l.department_id, l.location_id
    FROM lines l
    RETURNING 1
  ),
  impact AS (
    INSERT INTO transaction_impact_lines (organization_id, transaction_id, line_number, document_line_number, account_id, debit, credit,
        base_debit, base_credit, class_id, department_id, location_id, memo, from_subledger)
    SELECT v_org, l.id, l.line_number, l.line_number, l.account_id, l.debit, l.credit, l.debit, l.credit, l.class_id, l.department_id,
        l.location_id, l.text, false
    FROM lines l
    RETURNING 1
  ),
  -- Balances in key order, so that two batches never deadlock.
  balances AS (
    INSERT INTO ledger_balances AS b (organization_id, subsidiary_id, period_id, account_id, currency_code, slot,
                                      debit, credit, base_debit, base_credit, line_count)
    SELECT v_org, l.subsidiary_id, l.period_id, l.account_id, l.currency, v_slot, sum(l.debit), sum(l.credit), sum(l.debit), sum(l.credit), count(*)
    FROM lines l WHERE p_posts
    GROUP BY 2, 3, 4, 5
    ORDER BY 2, 3, 4, 5
    ON CONFLICT (organization_id, subsidiary_id, period_id, account_id, currency_code, slot) DO UPDATE SET
      debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,
      base_debit = b.base_debit + excluded.base_debit, base_credit = b.base_credit + excluded.base_credit,
      line_count = b.line_count + excluded.line_count
    RETURNING 1
  ),
  -- Lines and entries in one statement, as their triggers require.
  written_lines AS (
    INSERT INTO ledger_lines (organization_id, entry_id, line_number, account_id, subsidiary_id, period_id, posting_date, currency_code,
        debit, credit, base_debit, base_credit, class_id, department_id, location_id, memo)
    SELECT v_org, l.entry_id, l.line_number, l.account_id, l.subsidiary_id, l.period_id, l.day, l.currency, l.debit, l.credit, l.debit, l.credit,
        l.class_id, l.department_id, l.location_id, l.text
    FROM lines l WHERE p_posts
    RETURNING 1
  ),
  -- The gapless numbers come last, because whoever takes them blocks everyone else until commit: the condition, which is always
  -- true, makes them wait for everything that needs no number.
  numbers AS (
    INSERT INTO number_counters AS c (organization_id, series, fiscal_year, next_value)
    SELECT v_org, 'GL', g.fiscal_year, 1 + count(*) FROM good g
    WHERE p_posts AND (SELECT count(*) FROM documents) + (SELECT count(*) FROM document_lines) + (SELECT count(*) FROM impact)
      + (SELECT count(*) FROM balances) + (SELECT count(*) FROM written_lines) >= 0
    GROUP BY g.fiscal_year ORDER BY g.fiscal_year
    ON CONFLICT (organization_id, series, fiscal_year) DO UPDATE SET next_value = c.next_value + excluded.next_value - 1
    RETURNING c.fiscal_year, c.next_value
  )
  INSERT INTO ledger_entries (organization_id, id, entry_number, subsidiary_id, book, period_id, posting_date, currency_code,
      base_currency_code, exchange_rate, source_kind, source_id, transaction_id, memo, posted_by)
  SELECT v_org, g.entry_id, daybook_format_number('GL', g.fiscal_year, n.next_value - g.from_last), g.subsidiary_id, 'PRIMARY', g.period_id,
      g.day, g.currency, g.currency, 1, 'TRANSACTION', g.id, g.id, g.memo, v_actor
  FROM good g JOIN numbers n ON n.fiscal_year = g.fiscal_year;

  PERFORM daybook_record_journals(p_posts, p_type, p_now, p_asked);
END $$;
