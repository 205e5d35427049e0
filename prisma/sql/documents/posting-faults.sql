-- The details of what is wrong with a document's entry lines; called only once a verdict has found something wrong.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: src/core/transactions/checks.ts.
-- Proved by: src/db/laws/documents.db.test.ts.
CREATE FUNCTION daybook_posting_faults(p_id uuid, p_refusal text) RETURNS jsonb
LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN CASE p_refusal
    -- 0 stands for an account missing from the posting rule itself.
    WHEN 'ACCOUNT_UNRESOLVED' THEN (
      SELECT jsonb_agg(DISTINCT coalesce(i.document_line_number, 0)) FROM transaction_impact_lines i
      WHERE i.organization_id = daybook_organization() AND i.transaction_id = p_id AND i.account_id IS NULL)
    WHEN 'ACCOUNT_NOT_POSTABLE' THEN (
      SELECT jsonb_agg(DISTINCT jsonb_build_object('id', a.id, 'code', a.code, 'why',
        CASE WHEN a.is_summary THEN 'SUMMARY' WHEN a.record_status <> 'active' THEN 'INACTIVE' ELSE 'CONTROL' END))
      FROM transaction_impact_lines i JOIN accounts a ON a.organization_id = i.organization_id AND a.id = i.account_id
      WHERE i.organization_id = daybook_organization() AND i.transaction_id = p_id
        AND (a.is_summary OR a.record_status <> 'active' OR (a.is_control AND NOT i.from_subledger)))
    WHEN 'INCOMPLETE_DOCUMENT' THEN (
      SELECT jsonb_agg(DISTINCT lacking.names) FROM (
        SELECT string_agg(format('line %s %s', i.document_line_number, r), ', ') AS names
        FROM transaction_impact_lines i JOIN accounts a ON a.organization_id = i.organization_id AND a.id = i.account_id
        CROSS JOIN unnest(a.required_dimensions) r
        WHERE i.organization_id = daybook_organization() AND i.transaction_id = p_id AND i.document_line_number IS NOT NULL
          AND NOT daybook_has_dimension(r, i.class_id, i.department_id, i.location_id, i.project_id)
        GROUP BY i.line_number) lacking)
  END;
END $$;
