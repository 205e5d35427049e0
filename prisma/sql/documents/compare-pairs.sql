-- What documents between two subsidiaries and their mirrors disagree in, of some pairs. o_ours and o_theirs are the amounts that are compared: totals,
-- or what the two have on the accounts between them (o_by_account). o_is_final: neither side changes by itself any more, each is posted or withdrawn. Under row
-- security: a pair of which the caller sees one side alone is compared by those who see both. Without a SET clause and the owner's rights,
-- so that it is planned within the statement that asks.
--
-- Refuses: nothing; it reads.
-- Locks: none.
-- Rule: docs/accounting.md 3, "Intercompany".
-- Proved by: e2e/ledger/groups/open-pairs.test.ts, e2e/ledger/groups/by-account.test.ts.
CREATE FUNCTION daybook_compare_pairs(p_ids uuid[])
RETURNS TABLE (o_id uuid, o_by_account boolean, o_source_id uuid, o_mirror_id uuid, o_ours numeric, o_theirs numeric, o_is_posted boolean,
  o_is_final boolean, o_differences text[])
LANGUAGE sql STABLE
AS $$
  SELECT p.id, k.by_account, s.id, m.id, x.ours, x.theirs, s.ledger_entry_id IS NOT NULL AND m.ledger_entry_id IS NOT NULL,
    coalesce((s.ledger_entry_id IS NOT NULL OR NOT v.source_lives) AND (p.mirror_id IS NULL OR m.ledger_entry_id IS NOT NULL OR NOT v.mirror_lives), false),
    array_remove(ARRAY[
      CASE WHEN p.mirror_id IS NULL AND v.source_lives THEN 'NO_MIRROR' END,
      CASE WHEN v.source_lives <> v.mirror_lives THEN 'ONE_WITHDRAWN' END,
      CASE WHEN v.source_lives AND v.mirror_lives AND (s.ledger_entry_id IS NULL) <> (m.ledger_entry_id IS NULL) THEN 'ONE_POSTED' END,
      CASE WHEN v.source_lives AND v.mirror_lives AND s.currency_code <> m.currency_code THEN 'CURRENCY' END,
      CASE WHEN v.source_lives AND v.mirror_lives AND s.currency_code = m.currency_code
        AND (x.ours <> x.theirs OR NOT k.by_account AND x.our_due <> -x.their_due) THEN 'AMOUNT' END,
      CASE WHEN v.source_lives AND v.mirror_lives AND s.posting_date IS NOT NULL AND m.posting_date IS NOT NULL AND NOT EXISTS (
        SELECT FROM fiscal_periods q WHERE q.organization_id = p.organization_id AND NOT q.is_adjustment AND q.subsidiary_id IN (s.subsidiary_id, m.subsidiary_id)
          AND s.posting_date BETWEEN q.start_date AND q.end_date AND m.posting_date BETWEEN q.start_date AND q.end_date) THEN 'PERIOD' END,
      -- A document's lines and control account that consolidation would leave standing: tax and cash are with others.
      CASE WHEN v.source_lives AND NOT k.by_account AND EXISTS (
        SELECT FROM (VALUES (s.id, s.kind), (CASE WHEN v.mirror_lives THEN m.id END, m.kind)) AS d (id, kind)
        JOIN transaction_impact_lines i ON i.organization_id = p.organization_id AND i.transaction_id = d.id
        JOIN accounts c ON c.organization_id = p.organization_id AND c.id = i.account_id
        LEFT JOIN business_transaction_lines l ON l.organization_id = p.organization_id AND l.transaction_id = i.transaction_id
          AND l.line_number = i.document_line_number
        WHERE c.elimination IS DISTINCT FROM 'INTERCOMPANY'
          AND (i.from_subledger OR l.line_type <> 'TAX' AND d.kind NOT IN ('CUSTOMER_PAYMENT', 'VENDOR_PAYMENT'))) THEN 'NOT_ELIMINATED' END
    ], NULL)
  FROM intercompany_pairs p
  LEFT JOIN business_transactions s ON s.organization_id = p.organization_id AND s.id = p.source_id
  LEFT JOIN business_transactions m ON m.organization_id = p.organization_id AND m.id = p.mirror_id
  CROSS JOIN LATERAL (SELECT s.transaction_status NOT IN ('CANCELLED', 'REVERSED') AS source_lives,
    m.transaction_status NOT IN ('CANCELLED', 'REVERSED') AS mirror_lives OFFSET 0) v
  -- Journals have no counterparty between them and a sister.
  CROSS JOIN LATERAL (SELECT p.by_account OR coalesce(s.kind = 'JOURNAL', false) OR coalesce(m.kind = 'JOURNAL', false) AS by_account) k
  CROSS JOIN LATERAL (
    SELECT CASE WHEN k.by_account THEN y.our_due ELSE s.total_amount END AS ours, CASE WHEN k.by_account THEN -y.their_due ELSE m.total_amount END AS theirs,
           y.our_due, y.their_due
    FROM (SELECT
      (SELECT coalesce(sum(i.debit - i.credit), 0) FROM intercompany_accounts a
       JOIN transaction_impact_lines i ON i.organization_id = p.organization_id AND i.transaction_id = s.id
         AND i.account_id IN (a.due_from_account_id, a.due_to_account_id)
       WHERE a.organization_id = p.organization_id AND a.subsidiary_id = p.subsidiary_id AND a.sister_id = p.sister_id) AS our_due,
      (SELECT coalesce(sum(i.debit - i.credit), 0) FROM intercompany_accounts a
       JOIN transaction_impact_lines i ON i.organization_id = p.organization_id AND i.transaction_id = m.id
         AND i.account_id IN (a.due_from_account_id, a.due_to_account_id)
       WHERE a.organization_id = p.organization_id AND a.subsidiary_id = p.sister_id AND a.sister_id = p.subsidiary_id) AS their_due OFFSET 0) y
    OFFSET 0) x
  WHERE p.organization_id = daybook_organization() AND p.id = ANY (p_ids)
$$;
