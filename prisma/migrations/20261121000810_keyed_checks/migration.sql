-- The ledger's statement triggers look referenced rows up one by one with scalar subqueries. As joins, a planner that still
-- takes the tables for empty reads a whole organization for every batch (row security gives it that condition for free).

CREATE OR REPLACE FUNCTION daybook_check_new_lines() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  bad record;
BEGIN
  SELECT n.entry_id INTO bad
  FROM (SELECT DISTINCT l.organization_id, l.entry_id, l.subsidiary_id, l.period_id, l.posting_date FROM new_lines l) n
  WHERE (SELECT e.inserted_in_transaction = daybook_transaction_id() AND e.subsidiary_id = n.subsidiary_id
                AND e.period_id = n.period_id AND e.posting_date = n.posting_date
         FROM ledger_entries e WHERE e.organization_id = n.organization_id AND e.id = n.entry_id) IS NOT TRUE
  LIMIT 1;
  IF FOUND THEN
    RAISE restrict_violation USING MESSAGE = format('ledger lines do not belong to a new entry: %s', bad.entry_id);
  END IF;
  SELECT n.account_id INTO bad FROM (SELECT DISTINCT l.organization_id, l.account_id FROM new_lines l) n
  WHERE (SELECT NOT a.is_summary FROM accounts a WHERE a.organization_id = n.organization_id AND a.id = n.account_id) IS NOT TRUE
  LIMIT 1;
  IF FOUND THEN
    RAISE foreign_key_violation USING MESSAGE = format('ledger lines name no posting account: %s', bad.account_id);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION daybook_check_new_entries() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  bad record;
BEGIN
  SELECT n.entry_number INTO bad FROM new_entries n
  WHERE (SELECT p.subsidiary_id = n.subsidiary_id AND n.posting_date BETWEEN p.start_date AND p.end_date
         FROM fiscal_periods p WHERE p.organization_id = n.organization_id AND p.id = n.period_id) IS NOT TRUE
     OR (n.transaction_id IS NOT NULL AND (
           SELECT true FROM business_transactions t WHERE t.organization_id = n.organization_id AND t.id = n.transaction_id) IS NULL)
     OR (n.reversal_of_id IS NOT NULL AND (
           SELECT true FROM ledger_entries o WHERE o.organization_id = n.organization_id AND o.id = n.reversal_of_id) IS NULL)
  LIMIT 1;
  IF FOUND THEN
    RAISE foreign_key_violation USING MESSAGE = format('ledger entry %s names a period, document or original that is not there', bad.entry_number),
      TABLE = 'ledger_entries', CONSTRAINT = 'ledger_entries_references_org_fk';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION daybook_refuse_posted_line_change() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM (SELECT DISTINCT l.organization_id, l.transaction_id FROM changed l) c
    WHERE (SELECT t.ledger_entry_id FROM business_transactions t
           WHERE t.organization_id = c.organization_id AND t.id = c.transaction_id) IS NOT NULL) THEN
    RAISE restrict_violation USING MESSAGE = 'the lines of a posted business transaction are immutable';
  END IF;
  RETURN NULL;
END $$;

ALTER FUNCTION daybook_reverse_transaction SET plan_cache_mode = force_generic_plan;
