-- What judging a posting needs to know about the entry that a document will make: how many lines it has, their sums, whether a line has no account
-- or one that cannot be posted to, and whether one lacks a dimension that its account requires or recommends. One document at a time, by
-- key, so that nothing sorts or groups the whole batch. Inlined by the planner.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: src/core/transactions/checks.ts; docs/guides/accountants.md.
-- Proved by: e2e/ledger/evidence/verdicts.test.ts.
CREATE FUNCTION daybook_sum_impact(p_organization uuid, p_transaction uuid)
RETURNS TABLE(
  lines bigint, debits numeric, credits numeric, base_debits numeric, base_credits numeric, unresolved boolean, unpostable boolean,
  lacks_required boolean, lacks_recommended boolean
)
LANGUAGE sql STABLE ROWS 1
AS $$
  SELECT count(*) AS lines,
         sum(l.debit) AS debits, sum(l.credit) AS credits, sum(l.base_debit) AS base_debits, sum(l.base_credit) AS base_credits,
         bool_or(l.account_id IS NULL) AS unresolved,
         bool_or(g.is_summary OR g.record_status <> 'active' OR (g.is_control AND NOT l.from_subledger)) AS unpostable,
         -- Control, tax and other lines of the whole document are left out, because no one could fill them in.
         bool_or(l.document_line_number IS NOT NULL AND g.required_dimensions <> '{}' AND NOT g.required_dimensions
           <@ daybook_carried_dimensions(l.class_id, l.department_id, l.location_id, l.project_id)) AS lacks_required,
         bool_or(l.document_line_number IS NOT NULL AND g.recommended_dimensions <> '{}' AND NOT g.recommended_dimensions
           <@ daybook_carried_dimensions(l.class_id, l.department_id, l.location_id, l.project_id)) AS lacks_recommended
  FROM transaction_impact_lines l
  LEFT JOIN accounts g ON g.organization_id = l.organization_id AND g.id = l.account_id
  WHERE l.organization_id = p_organization AND l.transaction_id = p_transaction
$$;
