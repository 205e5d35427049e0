-- Orders and bills that come in from other systems. A source says how its files are read and by which rules their lines become
-- contracts, facts and invoices; of every order is kept what was told, what was made of it, and why it waits.
CREATE TABLE order_sources (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT uuidv7(),
  code text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  subsidiary_id uuid NOT NULL,
  orders_of_id uuid,
  mapping jsonb NOT NULL DEFAULT '{}',
  defaults jsonb NOT NULL DEFAULT '{}',
  rules jsonb NOT NULL DEFAULT '[]',
  round integer NOT NULL DEFAULT 0,
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT order_sources_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT order_sources_kind_ck CHECK (kind IN ('STRIPE_INVOICES', 'STRIPE_SUBSCRIPTIONS', 'STRIPE_BALANCE', 'CHARGEBEE_INVOICES',
    'CHARGEBEE_SUBSCRIPTIONS', 'SALESFORCE_ORDERS', 'SALESFORCE_OPPORTUNITIES', 'HUBSPOT_DEALS', 'SHOPIFY_ORDERS', 'TABLE')),
  CONSTRAINT order_sources_record_status_ck CHECK (record_status IN ('active', 'inactive')),
  CONSTRAINT order_sources_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries (organization_id, id),
  CONSTRAINT order_sources_orders_of_id_org_fk FOREIGN KEY (organization_id, orders_of_id) REFERENCES order_sources (organization_id, id)
);
CREATE UNIQUE INDEX order_sources_organization_id_code_key ON order_sources (organization_id, code);
CREATE INDEX order_sources_subsidiary_id_sql_idx ON order_sources (organization_id, subsidiary_id);
CREATE INDEX order_sources_orders_of_id_sql_idx ON order_sources (organization_id, orders_of_id) WHERE orders_of_id IS NOT NULL;

CREATE TABLE source_orders (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT uuidv7(),
  source_id uuid NOT NULL,
  order_key text NOT NULL,
  order_state text NOT NULL,
  wait_code text,
  wait_words text,
  wait_row text,
  told jsonb NOT NULL,
  made jsonb NOT NULL,
  answers jsonb NOT NULL DEFAULT '{}',
  contract_id uuid,
  transaction_id uuid,
  round integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT source_orders_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT source_orders_order_state_ck CHECK (order_state IN ('MADE', 'WAITING', 'NOTHING')),
  CONSTRAINT source_orders_wait_code_ck CHECK (wait_code IN ('NO_RULE', 'ORDER_UNKNOWN', 'NO_CUSTOMER', 'NO_CURRENCY', 'NO_PERIOD', 'NEGATIVE',
    'NO_OBLIGATION', 'CHANGED', 'REFUSED')),
  CONSTRAINT source_orders_waiting_ck CHECK ((order_state = 'WAITING') = (wait_code IS NOT NULL) AND (wait_code IS NULL) = (wait_words IS NULL)),
  CONSTRAINT source_orders_source_id_org_fk FOREIGN KEY (organization_id, source_id) REFERENCES order_sources (organization_id, id),
  CONSTRAINT source_orders_contract_id_org_fk FOREIGN KEY (organization_id, contract_id) REFERENCES revenue_contracts (organization_id, id),
  CONSTRAINT source_orders_transaction_id_org_fk FOREIGN KEY (organization_id, transaction_id)
    REFERENCES business_transactions (organization_id, id)
);
CREATE UNIQUE INDEX source_orders_organization_id_source_id_order_key_key ON source_orders (organization_id, source_id, order_key);
CREATE INDEX source_orders_waiting_sql_idx ON source_orders (organization_id, source_id, id) WHERE order_state = 'WAITING';
CREATE INDEX source_orders_contract_id_sql_idx ON source_orders (organization_id, contract_id) WHERE contract_id IS NOT NULL;
CREATE INDEX source_orders_transaction_id_sql_idx ON source_orders (organization_id, transaction_id) WHERE transaction_id IS NOT NULL;

-- Which customer of ours a source means by its own id.
CREATE TABLE source_customers (
  organization_id uuid NOT NULL,
  source_id uuid NOT NULL,
  customer_key text NOT NULL,
  customer_id uuid NOT NULL,
  CONSTRAINT source_customers_pkey PRIMARY KEY (organization_id, source_id, customer_key),
  CONSTRAINT source_customers_source_id_org_fk FOREIGN KEY (organization_id, source_id) REFERENCES order_sources (organization_id, id),
  CONSTRAINT source_customers_customer_id_org_fk FOREIGN KEY (organization_id, customer_id)
    REFERENCES customers (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX source_customers_customer_id_sql_idx ON source_customers (organization_id, customer_id);

ALTER TABLE order_sources ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE source_orders ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE source_customers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
-- What was told of an order and made of it is never deleted.
GRANT SELECT, INSERT, UPDATE ON order_sources, source_orders TO daybook_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON source_customers TO daybook_app;

-- A file of a source is an import like any other; each of its rows says what it became, or would become.
ALTER TABLE imports ADD source_id uuid;
ALTER TABLE imports ADD CONSTRAINT imports_source_id_org_fk FOREIGN KEY (organization_id, source_id)
  REFERENCES order_sources (organization_id, id);
CREATE INDEX imports_source_id_sql_idx ON imports (organization_id, source_id) WHERE source_id IS NOT NULL;
ALTER TABLE imports DROP CONSTRAINT imports_words_ck;
ALTER TABLE imports ADD CONSTRAINT imports_words_ck CHECK (noun IN ('prospects', 'customers', 'vendors', 'accounts', 'journals',
    'items', 'price_lists', 'prices', 'ssp', 'openingBalances', 'openReceivables', 'openPayables', 'openContracts', 'orders')
  AND import_status IN ('UPLOADED', 'CHECKING', 'CHECKED', 'RUNNING', 'DONE', 'UNDONE'));
ALTER TABLE imports ADD CONSTRAINT imports_source_ck CHECK ((noun = 'orders') = (source_id IS NOT NULL));
ALTER TABLE import_rows ADD outcome text;
