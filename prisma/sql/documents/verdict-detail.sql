-- The data of a refusal in addition to its code, as the surfaces return it.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: src/core/refusals.ts; docs/guides/errors.md.
-- Proved by: src/db/laws/documents.db.test.ts.
CREATE FUNCTION daybook_verdict_detail(
  p_refusal text, p_id uuid, p_status text, p_entry_id uuid, p_has_lines boolean, p_debits numeric, p_credits numeric,
  p_base_debits numeric, p_base_credits numeric, p_currency text, p_base_currency text, p_date date, p_period text,
  p_period_status text, p_subsidiary_id uuid, p_warnings text[]
)
RETURNS jsonb
LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN CASE p_refusal
      WHEN 'ALREADY_POSTED' THEN jsonb_build_object('status', p_status, 'glTransactionId', p_entry_id)
      WHEN 'INVALID_STATUS_TRANSITION' THEN jsonb_build_object('from', p_status)
      WHEN 'INCOMPLETE_DOCUMENT' THEN jsonb_build_object('missing',
        CASE WHEN p_has_lines THEN daybook_posting_faults(p_id, p_refusal) ELSE '["lines"]'::jsonb END)
      WHEN 'ACCOUNT_UNRESOLVED' THEN jsonb_build_object('lineNumbers', daybook_posting_faults(p_id, p_refusal))
      WHEN 'ACCOUNT_NOT_POSTABLE' THEN jsonb_build_object('accounts', daybook_posting_faults(p_id, p_refusal))
      -- As text: a JSON number would be read into a JavaScript number.
      WHEN 'NOT_BALANCED' THEN CASE WHEN p_debits <> p_credits
        THEN jsonb_build_object('debits', p_debits::text, 'credits', p_credits::text,
          'difference', (p_debits - p_credits)::text, 'currencyCode', p_currency)
        ELSE jsonb_build_object('debits', coalesce(p_base_debits, 0)::text, 'credits', coalesce(p_base_credits, 0)::text,
          'difference', coalesce(p_base_debits - p_base_credits, 0)::text, 'currencyCode', p_base_currency) END
      WHEN 'PERIOD_NOT_OPEN' THEN jsonb_build_object('date', p_date, 'period', p_period,
        'status', coalesce(p_period_status, 'NONE'), 'subsidiaryId', p_subsidiary_id)
      WHEN 'CHECKS_FAILED' THEN jsonb_build_object('checks', to_jsonb(p_warnings))
    END;
END $$;
