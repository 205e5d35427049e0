-- Writes the audit rows and events of the entries that daybook_store_journals has stored, as every verb writes them: created, and where they
-- are posted, approved and posted too. Only endpoints read events, so there are none where no one subscribes.
-- Owner: the verbs of usecases/transactions; held to them by src/usecases/imports/load-plain-journals.db.test.ts.
--
-- Refuses: nothing itself; checks apply.
-- Locks: none.
-- Rule: docs/decisions/0017-plain-entries-in-sets.md.
-- Proved by: src/usecases/imports/load-plain-journals.db.test.ts.
CREATE FUNCTION daybook_record_journals(p_posts boolean, p_type uuid, p_now timestamptz, p_asked jsonb) RETURNS void
LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_actor CONSTANT uuid := (p_asked ->> 'actorId')::uuid;
  v_status CONSTANT text := CASE WHEN p_posts THEN 'APPROVED' ELSE 'DRAFT' END;
  -- Who asked, once and not for every row.
  v_kind CONSTANT text := p_asked ->> 'actorKind';
  v_name CONSTANT text := p_asked ->> 'actorName';
  v_surface CONSTANT text := p_asked ->> 'surface';
  v_request CONSTANT text := p_asked ->> 'requestId';
  v_stamp CONSTANT text := CASE WHEN p_posts THEN to_char(p_now AT TIME ZONE 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END;
  -- What the audit row of a new document says of every column, in the names of the API: all of them empty, then what every journal has.
  v_empty CONSTANT jsonb := (
    SELECT jsonb_object_agg(lower(left(camel.name, 1)) || substr(camel.name, 2), NULL)
    FROM jsonb_object_keys(to_jsonb(jsonb_populate_record(NULL::business_transactions, '{}'))) AS k
    CROSS JOIN LATERAL (SELECT replace(initcap(replace(k, '_', ' ')), ' ', '') AS name) camel
    WHERE k NOT IN ('organization_id', 'billing_address', 'created_at', 'updated_at'));
  v_recorded CONSTANT jsonb := v_empty || jsonb_build_object('kind', 'JOURNAL', 'transactionTypeId', p_type, 'exchangeRate', '1.0000000000',
    'exchangeRateGiven', false, 'subtotalAmount', '0.0000', 'taxAmount', '0.0000', 'discountAmount', '0.0000', 'totalAmount', '0.0000',
    'baseTotalAmount', '0.0000', 'appliedAmount', '0.0000', 'transactionStatus', v_status, 'recordStatus', 'active', 'version', 1,
    'isAdjustment', false, 'changedBy', '[]'::jsonb, 'createdBy', v_actor,
    'submittedBy', CASE WHEN p_posts THEN v_actor END, 'submittedAt', v_stamp,
    'approvedBy', CASE WHEN p_posts THEN v_actor END, 'approvedAt', v_stamp);
BEGIN
  INSERT INTO audit_log (organization_id, id, occurred_at, actor_kind, actor_id, actor_name, action, noun, record_id, before, after,
      surface, request_id)
  SELECT v_org, daybook_uuid_v7(), p_now, v_kind, v_actor, v_name, a.action, 'transaction', d.id, a.before, a.after, v_surface, v_request
  FROM journal_documents d
  CROSS JOIN LATERAL (
    SELECT 1, 'gl.transaction.create', NULL::jsonb, v_recorded || jsonb_build_object('id', d.id, 'transactionNumber', d.transaction_number,
             'subsidiaryId', d.subsidiary_id, 'transactionDate', d.day, 'currencyCode', d.currency, 'baseCurrencyCode', d.currency,
             'memo', d.memo, 'referenceNumber', d.reference)
    UNION ALL
    SELECT 2, 'gl.transaction.approve', '{"status":"DRAFT"}', '{"status":"APPROVED"}' WHERE p_posts
    UNION ALL
    SELECT 3, 'gl.transaction.post', '{"status":"APPROVED"}', jsonb_build_object('status', 'POSTED', 'glTransactionId', d.entry_id,
             'postingDate', d.day, 'entryNumber',
             (SELECT e.entry_number FROM ledger_entries e WHERE e.organization_id = v_org AND e.id = d.entry_id)) WHERE p_posts
  ) AS a (n, action, before, after) ORDER BY d.unit, a.n;
  IF NOT EXISTS (SELECT FROM webhook_endpoints w WHERE w.organization_id = v_org AND w.record_status = 'active') THEN
    RETURN;
  END IF;
  INSERT INTO outbox_events (organization_id, id, event_type, record_id, payload, created_at)
  SELECT v_org, daybook_uuid_v7(), e.event_type, d.id, e.payload, p_now
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
