-- How many records of a kind there are, by the columns their lists are narrowed by: a list says it on each page, and counted them each time. Writers note what they add as
-- rows of their own, so that two never wait for each other; the notes are folded into the counts soon after (note-records and fold-counts in prisma/sql).
CREATE TABLE record_counts (
  organization_id uuid NOT NULL,
  noun text NOT NULL,
  state text NOT NULL,
  record_count bigint NOT NULL,
  CONSTRAINT record_counts_pkey PRIMARY KEY (organization_id, noun, state)
) WITH (fillfactor = 70);

CREATE TABLE record_count_changes (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  noun text NOT NULL,
  state text NOT NULL,
  record_count bigint NOT NULL,
  CONSTRAINT record_count_changes_pkey PRIMARY KEY (organization_id, id)
);

-- The owner of a table who is not a superuser would see no row of it.
DO $$
DECLARE
  v_counted record;
BEGIN
  FOR v_counted IN
    SELECT * FROM (VALUES
      ('customers', 'record_status'),
      ('employees', 'record_status || ''/'' || is_active::text'),
      ('exchange_rates', 'rate_type'),
      ('items', 'record_status'),
      ('leads', 'record_status'),
      ('prospects', 'prospect_status'),
      ('revenue_approvals', 'approval_status'),
      ('revenue_contracts', 'record_status || ''/'' || contract_status'),
      ('subscriptions', 'record_status'),
      ('vendors', 'record_status')
    ) AS c (tab, state)
  LOOP
    EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', v_counted.tab);
    EXECUTE format('INSERT INTO record_counts (organization_id, noun, state, record_count) SELECT organization_id, %L, %s, count(*) FROM %I GROUP BY 1, 3',
      v_counted.tab, v_counted.state, v_counted.tab);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_counted.tab);
  END LOOP;
END $$;

ALTER TABLE record_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE record_count_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON record_counts, record_count_changes TO daybook_app;

-- Every order in which a list of records is offered, ending with the id: a page is read from either end, and nothing is sorted. What is empty in a column is
-- read apart from the rest where it comes last in both directions (src/db/record-store.ts), so that one index serves both.
CREATE INDEX leads_organization_id_name_id_idx ON leads (organization_id, name, id);
CREATE INDEX leads_organization_id_company_id_idx ON leads (organization_id, company, id);
CREATE INDEX leads_organization_id_score_id_idx ON leads (organization_id, score, id);
CREATE INDEX leads_organization_id_lead_status_id_idx ON leads (organization_id, lead_status, id);
CREATE INDEX leads_organization_id_updated_at_id_idx ON leads (organization_id, updated_at, id);
CREATE INDEX subscriptions_organization_id_name_id_idx ON subscriptions (organization_id, name, id);
CREATE INDEX subscriptions_organization_id_start_date_id_idx ON subscriptions (organization_id, start_date, id);
CREATE INDEX subscriptions_organization_id_end_date_id_idx ON subscriptions (organization_id, end_date, id);
CREATE INDEX subscriptions_organization_id_subscription_status_id_idx ON subscriptions (organization_id, subscription_status, id);
CREATE INDEX customers_organization_id_customer_id_id_idx ON customers (organization_id, customer_id, id);
CREATE INDEX customers_organization_id_credit_limit_id_idx ON customers (organization_id, credit_limit, id);
CREATE INDEX customers_organization_id_updated_at_id_idx ON customers (organization_id, updated_at, id);
CREATE INDEX prospects_organization_id_name_id_idx ON prospects (organization_id, name, id);
CREATE INDEX prospects_organization_id_email_id_idx ON prospects (organization_id, email, id);
CREATE INDEX prospects_organization_id_company_id_idx ON prospects (organization_id, company, id);
CREATE INDEX prospects_organization_id_industry_id_idx ON prospects (organization_id, industry, id);
CREATE INDEX prospects_organization_id_employee_count_id_idx ON prospects (organization_id, employee_count, id);
CREATE INDEX prospects_organization_id_prospect_status_id_idx ON prospects (organization_id, prospect_status, id);
CREATE INDEX prospects_organization_id_last_contacted_at_id_idx ON prospects (organization_id, last_contacted_at, id);
CREATE INDEX prospects_organization_id_updated_at_id_idx ON prospects (organization_id, updated_at, id);
CREATE INDEX vendors_organization_id_name_id_idx ON vendors (organization_id, name, id);
CREATE INDEX vendors_organization_id_updated_at_id_idx ON vendors (organization_id, updated_at, id);
CREATE INDEX items_organization_id_name_id_idx ON items (organization_id, name, id);
CREATE INDEX items_organization_id_created_at_id_idx ON items (organization_id, created_at, id);
CREATE INDEX items_organization_id_updated_at_id_idx ON items (organization_id, updated_at, id);
CREATE INDEX employees_organization_id_name_id_idx ON employees (organization_id, name, id);
CREATE INDEX employees_organization_id_updated_at_id_idx ON employees (organization_id, updated_at, id);

-- A column of the board is read in parts too: those with a revenue from the end, then those without one.
DROP INDEX prospects_board_sql_idx;
CREATE INDEX prospects_board_sql_idx ON prospects (organization_id, prospect_status, estimated_revenue, id) INCLUDE (record_status);
