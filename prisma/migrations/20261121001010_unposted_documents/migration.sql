-- An index on the status would make every posting rewrite the document in all its indexes. What is looked for by status is what waits:
-- those documents are listed beside, and leave the list in the background once they are posted.
CREATE TABLE unposted_documents (
  organization_id UUID NOT NULL,
  transaction_id UUID NOT NULL,
  CONSTRAINT unposted_documents_pkey PRIMARY KEY (organization_id, transaction_id),
  CONSTRAINT unposted_documents_transaction_id_org_fk FOREIGN KEY (organization_id, transaction_id)
    REFERENCES business_transactions (organization_id, id) ON DELETE CASCADE
);
SELECT daybook_secure_tenant_table('unposted_documents');
INSERT INTO unposted_documents SELECT t.organization_id, t.id FROM business_transactions t WHERE t.ledger_entry_id IS NULL;

CREATE FUNCTION daybook_list_unposted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unposted_documents (organization_id, transaction_id)
  SELECT n.organization_id, n.id FROM new_documents n WHERE n.ledger_entry_id IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER business_transactions_unposted AFTER INSERT ON business_transactions
  REFERENCING NEW TABLE AS new_documents FOR EACH STATEMENT EXECUTE FUNCTION daybook_list_unposted();

DROP INDEX business_transactions_organization_id_transaction_status_tr_idx;
-- Room on the page, so that a document's next state stays beside its last one.
ALTER TABLE business_transactions SET (fillfactor = 60);

CREATE OR REPLACE FUNCTION daybook_seal_audit(p_limit integer DEFAULT 10000)
 RETURNS integer
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_hash text;
  v_sequence bigint;
  v_from bigint;
  v_ask_all boolean := false;
  v_ids uuid[];
  v_texts text[];
  v_hashes text[] := '{}';
  v_text text;
  v_posted uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('audit:' || v_org::text, 0));
  SELECT s.sequence, s.hash, a.inserted_in_transaction INTO v_sequence, v_hash, v_from
    FROM audit_seals s JOIN audit_log a ON a.organization_id = s.organization_id AND a.id = s.audit_id
    WHERE s.organization_id = v_org ORDER BY s.sequence DESC LIMIT 1;
  v_sequence := coalesce(v_sequence, 0);
  v_hash := coalesce(v_hash, repeat('0', 64));
  v_from := coalesce(v_from, 0);
  IF v_from >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint THEN
    v_from := 0;
    v_ask_all := true;
  END IF;
  SELECT array_agg(n.id ORDER BY n.inserted_in_transaction, n.id), array_agg(n.text ORDER BY n.inserted_in_transaction, n.id),
         array_agg(n.record_id) FILTER (WHERE n.action = 'gl.transaction.post')
    INTO v_ids, v_texts, v_posted
  FROM (
    SELECT a.id, a.inserted_in_transaction, a.record_id, a.action, (to_jsonb(a) - 'inserted_in_transaction')::text AS text FROM audit_log a
    WHERE a.organization_id = v_org AND a.inserted_in_transaction >= v_from
      AND (a.inserted_in_transaction < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
           OR a.inserted_in_transaction >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
      AND (NOT v_ask_all AND a.inserted_in_transaction > v_from
           OR (SELECT s.audit_id FROM audit_seals s WHERE s.organization_id = v_org AND s.audit_id = a.id) IS NULL)
    ORDER BY a.inserted_in_transaction, a.id LIMIT p_limit
  ) n;
  IF v_ids IS NULL THEN
    RETURN 0;
  END IF;
  v_hashes := ARRAY[v_hash];
  FOREACH v_text IN ARRAY v_texts LOOP
    v_hash := encode(sha256(convert_to(v_hash || v_text, 'UTF8')), 'hex');
    v_hashes := v_hashes || v_hash;
  END LOOP;
  INSERT INTO audit_seals (organization_id, sequence, audit_id, previous_hash, hash)
  SELECT v_org, v_sequence + n.i, n.id, v_hashes[n.i], v_hashes[n.i + 1]
  FROM unnest(v_ids) WITH ORDINALITY AS n(id, i);
  -- Whoever reads the list of unposted documents asks for their status too: that it still names some for a second does no harm.
  DELETE FROM unposted_documents u
  WHERE u.organization_id = v_org AND u.transaction_id = ANY (v_posted)
    AND (SELECT t.ledger_entry_id FROM business_transactions t WHERE t.organization_id = v_org AND t.id = u.transaction_id) IS NOT NULL;
  RETURN cardinality(v_ids);
END $function$;

-- A reversal's own document is posted as it is made.
CREATE OR REPLACE FUNCTION pg_temp.daybook_reword(p_function text, p_old text, p_new text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_text text := (SELECT pg_get_functiondef(p.oid) FROM pg_proc p
                  WHERE p.pronamespace = 'public'::regnamespace AND p.proname = p_function);
BEGIN
  IF position(p_old IN coalesce(v_text, '')) = 0 THEN
    RAISE EXCEPTION 'the function % does not say: %', p_function, p_old;
  END IF;
  EXECUTE replace(v_text, p_old, p_new);
END $$;
SELECT pg_temp.daybook_reword('daybook_reverse_transaction',
  '  UPDATE business_transactions SET transaction_status = ''POSTED'', ledger_entry_id = v_entry_id',
  '  DELETE FROM unposted_documents u WHERE u.organization_id = v_org AND u.transaction_id = v_id;
  UPDATE business_transactions SET transaction_status = ''POSTED'', ledger_entry_id = v_entry_id');
