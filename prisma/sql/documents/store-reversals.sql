-- Stores the documents that mirror reversed ones: approved journals with the lines and the impact lines of the original's entry, debits and
-- credits exchanged, at the original's rate. Items with a refusal are left out. The caller posts them.
--
-- Refuses: nothing itself; checks, references and triggers apply.
-- Locks: none; the caller has locked the originals.
-- Rule: docs/house.md, "Posting".
-- Proved by: e2e/ledger/lifecycle.test.ts, e2e/ledger/reversals.test.ts.
CREATE FUNCTION daybook_store_reversals(p_made daybook_reversal[], p_type uuid, p_reason text, p_actor_id uuid, p_now timestamptz)
RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  v_org uuid := daybook_organization();
BEGIN
  INSERT INTO business_transactions (organization_id, id, transaction_number, transaction_type_id, kind, subsidiary_id, entity_type, entity_id,
      transaction_date, currency_code, base_currency_code, exchange_rate, exchange_rate_given, subtotal_amount, tax_amount, discount_amount,
      total_amount, base_total_amount, transaction_status, memo, project_id, revenue_contract_id, created_by, submitted_by, submitted_at,
      approved_by, approved_at, reverses_transaction_id)
  SELECT v_org, m.reversal_id, m.number, p_type, 'JOURNAL', t.subsidiary_id, t.entity_type, t.entity_id, m.date, t.currency_code,
      t.base_currency_code, t.exchange_rate, true, 0, 0, 0, 0, 0, 'APPROVED',
      left('Reversal of ' || t.transaction_number || ': ' || p_reason, 1000), t.project_id, t.revenue_contract_id, p_actor_id,
      p_actor_id, p_now, p_actor_id, p_now, t.id
  FROM unnest(p_made) m JOIN business_transactions t ON t.organization_id = v_org AND t.id = m.id
  WHERE m.refusal IS NULL ORDER BY m.ord;
  INSERT INTO business_transaction_lines (organization_id, transaction_id, line_number, line_type, description, quantity, unit_price,
      line_amount, tax_amount, account_id, class_id, department_id, location_id, project_id)
  SELECT v_org, m.reversal_id, l.line_number, 'ITEM', coalesce(l.memo, 'Reversal of ' || t.transaction_number),
      -- A unit price has two digits less before the decimal point than an amount, so the largest are given per hundredth.
      CASE WHEN l.debit + l.credit < 1e14 THEN 1 ELSE 100 END,
      (l.credit - l.debit) / CASE WHEN l.debit + l.credit < 1e14 THEN 1 ELSE 100 END,
      l.credit - l.debit, 0, l.account_id, l.class_id, l.department_id, l.location_id, l.project_id
  FROM unnest(p_made) m JOIN business_transactions t ON t.organization_id = v_org AND t.id = m.id
  JOIN ledger_lines l ON l.organization_id = v_org AND l.entry_id = t.ledger_entry_id
  WHERE m.refusal IS NULL;
  INSERT INTO transaction_impact_lines (organization_id, transaction_id, line_number, document_line_number, account_id, debit, credit,
      base_debit, base_credit, class_id, department_id, location_id, project_id, entity_type, entity_id, memo, from_subledger)
  SELECT v_org, m.reversal_id, l.line_number, l.line_number, l.account_id, l.credit, l.debit, l.base_credit, l.base_debit,
      l.class_id, l.department_id, l.location_id, l.project_id, l.entity_type, l.entity_id, l.memo, true
  FROM unnest(p_made) m JOIN business_transactions t ON t.organization_id = v_org AND t.id = m.id
  JOIN ledger_lines l ON l.organization_id = v_org AND l.entry_id = t.ledger_entry_id
  WHERE m.refusal IS NULL;
END $$;
