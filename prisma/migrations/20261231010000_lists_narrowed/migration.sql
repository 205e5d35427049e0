-- Lists narrowed by a status, an event or a state that few have, or nearly all: an index leads to them in the order in which they are listed.
CREATE INDEX revenue_contracts_status_sql_idx ON revenue_contracts (organization_id, contract_status, contract_date, id);

-- Requests that wait, the longest wait first; decided ones, the latest first.
DROP INDEX revenue_approvals_waiting_sql_idx;
CREATE INDEX revenue_approvals_waiting_sql_idx ON revenue_approvals (organization_id, requested_at, id) WHERE approval_status = 'PENDING';
CREATE INDEX revenue_approvals_decided_sql_idx ON revenue_approvals (organization_id, approval_status, decided_at, id) WHERE approval_status <> 'PENDING';

CREATE INDEX exchange_rates_newest_sql_idx ON exchange_rates (organization_id, rate_date DESC, from_currency, to_currency, rate_type);

-- Partial with a condition that every event fulfills and only its reader names: the check of a seal's reference, planned on an empty log, cannot take it.
CREATE INDEX security_log_event_sql_idx ON security_log (organization_id, event, id) WHERE event > '';

-- Judgments of a contract's costs that are answered, and those that are voided; the open ones have contract_costs_open_sql_idx.
CREATE INDEX contract_costs_answered_sql_idx ON contract_costs (organization_id, contract_id, created_at, id)
  WHERE NOT voided AND (facts ->> 'evidence') IS NOT NULL AND cost_kind <> 'LOSS';
CREATE INDEX contract_costs_voided_sql_idx ON contract_costs (organization_id, contract_id, created_at, id) WHERE voided AND cost_kind <> 'LOSS';

-- Three more tables whose records are counted as they are written.
ALTER TABLE record_counts NO FORCE ROW LEVEL SECURITY;
DO $$
DECLARE
  v_counted record;
BEGIN
  FOR v_counted IN
    SELECT * FROM (VALUES
      ('background_jobs', 'created_by::text'),
      ('contract_costs', 'cost_kind'),
      ('imports', 'noun')
    ) AS c (tab, state)
  LOOP
    EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', v_counted.tab);
    EXECUTE format('INSERT INTO record_counts (organization_id, noun, state, record_count) SELECT organization_id, %L, %s, count(*) FROM %I GROUP BY 1, 3',
      v_counted.tab, v_counted.state, v_counted.tab);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_counted.tab);
  END LOOP;
END $$;
ALTER TABLE record_counts FORCE ROW LEVEL SECURITY;
