-- Stores the lines of documents and the entry lines they will post, each in one statement.
--
-- Refuses: nothing itself; the tables' checks and references apply.
-- Locks: none.
-- Rule: docs/decisions/0004-documents-carry-their-entry.md.
-- Proved by: e2e/ledger/evidence/totals.test.ts, e2e/ledger/lifecycle.test.ts.
CREATE FUNCTION daybook_insert_transaction_parts(p_lines jsonb, p_impact jsonb) RETURNS void
LANGUAGE sql
AS $$
  INSERT INTO business_transaction_lines (organization_id, transaction_id, line_number, line_type, description, quantity, unit_price,
      line_amount, tax_code_id, tax_rate_percent, tax_amount, account_id, item_id, class_id, department_id, location_id, project_id,
      obligation_key, commitment_from)
  SELECT daybook_organization(), l.transaction_id, l.line_number, l.line_type, l.description, l.quantity, l.unit_price, l.line_amount,
      l.tax_code_id, l.tax_rate_percent, l.tax_amount, l.account_id, l.item_id, l.class_id, l.department_id, l.location_id, l.project_id,
      l.obligation_key, l.commitment_from
  FROM jsonb_populate_recordset(NULL::business_transaction_lines, p_lines) l;
  INSERT INTO transaction_impact_lines (organization_id, transaction_id, line_number, document_line_number, account_id, debit, credit,
      base_debit, base_credit, class_id, department_id, location_id, project_id, entity_type, entity_id, memo, from_subledger)
  SELECT daybook_organization(), i.transaction_id, i.line_number, i.document_line_number, i.account_id, i.debit, i.credit,
      i.base_debit, i.base_credit, i.class_id, i.department_id, i.location_id, i.project_id, i.entity_type, i.entity_id, i.memo,
      i.from_subledger
  FROM jsonb_populate_recordset(NULL::transaction_impact_lines, p_impact) i;
$$;
