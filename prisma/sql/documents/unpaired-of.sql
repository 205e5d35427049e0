-- Which of some documents are between two subsidiaries and in no pair, with the sister on the other side: the counterparty represents it,
-- or a line of the entry (of any kind of document: a bill of an outside vendor may be for a sister) is on the account of what the two owe
-- each other; o_by_account is true where only the account says so. Drafts, what was withdrawn and reversals are not among them. o_day is the
-- posting date, and the date of the document until it is posted. As the owner: who represents a sister is not for those confined to
-- one company to read; they see the documents of theirs alone.
--
-- Refuses: nothing; it reads.
-- Locks: none.
-- Rule: docs/accounting.md 3, "Intercompany".
-- Proved by: e2e/ledger/groups/unpaired.test.ts, e2e/ledger/groups/by-account.test.ts.
CREATE FUNCTION daybook_unpaired_of(p_ids uuid[])
RETURNS TABLE (o_document_id uuid, o_sister_id uuid, o_subsidiary_id uuid, o_day date, o_is_posted boolean, o_by_account boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
  SELECT t.id, s.sister_id, t.subsidiary_id, coalesce(t.posting_date, t.transaction_date), t.ledger_entry_id IS NOT NULL, bool_and(s.by_account)
  FROM unnest(p_ids) AS n (id)
  CROSS JOIN LATERAL (
    SELECT x.id, x.kind, x.subsidiary_id, x.entity_id, x.posting_date, x.transaction_date, x.ledger_entry_id FROM business_transactions x
    WHERE x.organization_id = daybook_organization() AND x.id = n.id
      AND x.transaction_status IN ('APPROVED', 'POSTED', 'PAID', 'CLOSED') AND x.reverses_transaction_id IS NULL OFFSET 0) t
  CROSS JOIN LATERAL (
    SELECT p.subsidiary_id AS sister_id, false AS by_account FROM intercompany_parties p
    WHERE p.organization_id = daybook_organization() AND t.kind <> 'JOURNAL' AND p.customer_id = t.entity_id
    UNION ALL
    SELECT p.subsidiary_id, false FROM intercompany_parties p
    WHERE p.organization_id = daybook_organization() AND t.kind <> 'JOURNAL' AND p.vendor_id = t.entity_id
    UNION ALL
    SELECT a.sister_id, true FROM intercompany_accounts a
    JOIN (SELECT y.account_id FROM transaction_impact_lines y WHERE y.organization_id = daybook_organization() AND y.transaction_id = t.id OFFSET 0) l
      ON l.account_id IN (a.due_from_account_id, a.due_to_account_id)
    WHERE a.organization_id = daybook_organization() AND a.subsidiary_id = t.subsidiary_id
  ) s
  -- With neither setting nothing is looked up.
  WHERE (EXISTS (SELECT FROM intercompany_parties p WHERE p.organization_id = daybook_organization())
      OR EXISTS (SELECT FROM intercompany_accounts a WHERE a.organization_id = daybook_organization()))
    AND s.sister_id <> t.subsidiary_id
    AND NOT EXISTS (SELECT FROM intercompany_pairs p
      WHERE p.organization_id = daybook_organization() AND p.source_id = t.id AND p.sister_id = s.sister_id)
    -- A mirror of one company may have a line on the account of a third.
    AND NOT EXISTS (SELECT FROM intercompany_pairs p
      WHERE p.organization_id = daybook_organization() AND p.mirror_id = t.id AND p.subsidiary_id = s.sister_id)
  GROUP BY t.id, s.sister_id, t.subsidiary_id, 4, 5
$$;
