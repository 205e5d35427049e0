-- What an audit row keeps of a document: every column in the names of the API, amounts and rates as text, days as YYYY-MM-DD, moments in
-- UTC. Left out are the organization, the address, and when it was stored and changed.
-- Owner: auditView of usecases/transactions/document-view; held to it by src/usecases/transactions/create-documents.db.test.ts.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/decisions/0012-evidence.md.
-- Proved by: src/usecases/transactions/create-documents.db.test.ts.
CREATE FUNCTION daybook_moment(p_moment timestamptz) RETURNS text
LANGUAGE sql STABLE
AS $$ SELECT to_char(p_moment AT TIME ZONE 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

CREATE FUNCTION daybook_recorded_document(d business_transactions) RETURNS jsonb
LANGUAGE sql STABLE
AS $$
  SELECT jsonb_build_object('id', d.id, 'transactionNumber', d.transaction_number, 'transactionTypeId', d.transaction_type_id,
    'kind', d.kind, 'subsidiaryId', d.subsidiary_id, 'entityType', d.entity_type, 'entityId', d.entity_id,
    'transactionDate', d.transaction_date, 'dueDate', d.due_date, 'currencyCode', d.currency_code, 'baseCurrencyCode', d.base_currency_code,
    'exchangeRate', d.exchange_rate::text, 'exchangeRateGiven', d.exchange_rate_given, 'subtotalAmount', d.subtotal_amount::text,
    'taxAmount', d.tax_amount::text, 'discountAmount', d.discount_amount::text, 'totalAmount', d.total_amount::text,
    'baseTotalAmount', d.base_total_amount::text, 'appliedAmount', d.applied_amount::text, 'transactionStatus', d.transaction_status,
    'memo', d.memo, 'referenceNumber', d.reference_number, 'paymentMethod', d.payment_method, 'paymentTerms', d.payment_terms,
    'projectId', d.project_id, 'subscriptionId', d.subscription_id, 'revenueContractId', d.revenue_contract_id,
    'createdBy', d.created_by, 'submittedBy', d.submitted_by, 'submittedAt', daybook_moment(d.submitted_at),
    'approvedBy', d.approved_by, 'approvedAt', daybook_moment(d.approved_at), 'approvalComment', d.approval_comment,
    'postedBy', d.posted_by, 'postedAt', daybook_moment(d.posted_at), 'postingDate', d.posting_date, 'ledgerEntryId', d.ledger_entry_id,
    'reversalReason', d.reversal_reason, 'reversalDate', d.reversal_date, 'reversalEntryId', d.reversal_entry_id,
    'reversalTransactionId', d.reversal_transaction_id, 'reversesTransactionId', d.reverses_transaction_id,
    'cancelledAt', daybook_moment(d.cancelled_at), 'cancelReason', d.cancel_reason, 'recordStatus', d.record_status, 'version', d.version,
    'isAdjustment', d.is_adjustment, 'changedBy', d.changed_by)
$$;
