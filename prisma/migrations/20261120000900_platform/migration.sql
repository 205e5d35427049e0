-- Infrastructure used by every verb: idempotency, the audit log and its chain, events and their delivery, imports, saved views.

-- The stored answer of a write with an Idempotency-Key, written in the same transaction.
CREATE TABLE idempotency_keys (
  organization_id uuid NOT NULL,
  credential text NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  response_status integer NOT NULL,
  response_body text NOT NULL,
  response_headers jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (organization_id, credential, route, key)
);
CREATE INDEX idempotency_keys_expires_at_idx ON idempotency_keys (expires_at);

-- Who did what, when, to which record, before and after. Append-only; chained by audit_seals.
CREATE TABLE audit_log (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  occurred_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  actor_kind text NOT NULL,
  actor_id uuid,
  actor_name text,
  action text NOT NULL,
  noun text NOT NULL,
  record_id uuid,
  before jsonb,
  after jsonb,
  surface text NOT NULL,
  request_id text NOT NULL,
  inserted_in_transaction bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint),
  CONSTRAINT audit_log_pkey PRIMARY KEY (organization_id, id)
);
-- Partial for the same reason: the query for a record's history has the condition.
CREATE INDEX audit_log_record_sql_idx ON audit_log (organization_id, record_id, occurred_at) WHERE record_id IS NOT NULL;
-- Only sealing may use this index. A seal refers to its row by (organization, id), and the check of that reference may be planned
-- while the log is empty: then every index with the organization first costs the same, and one on the organization alone would read
-- the whole log for each seal. A partial index can be used only by a query that contains its condition; this one is true for every
-- row.
CREATE INDEX audit_log_transaction_sql_idx ON audit_log (organization_id, inserted_in_transaction)
  WHERE inserted_in_transaction >= 0;

-- Each organization's audit rows in commit order, each hash covering the row and the hash before it.
CREATE TABLE audit_seals (
  organization_id uuid NOT NULL,
  sequence bigint NOT NULL,
  audit_id uuid NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  sealed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT audit_seals_pkey PRIMARY KEY (organization_id, sequence),
  CONSTRAINT audit_seals_audit_id_org_fk FOREIGN KEY (organization_id, audit_id) REFERENCES audit_log (organization_id, id)
);
CREATE UNIQUE INDEX audit_seals_organization_id_audit_id_key ON audit_seals (organization_id, audit_id);

-- An event for outside systems, written with the change it reports.
CREATE TABLE outbox_events (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  event_type text NOT NULL,
  record_id uuid,
  payload jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  published_at timestamptz(3),
  attempts integer NOT NULL DEFAULT 0,
  CONSTRAINT outbox_events_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX outbox_events_unpublished_sql_idx ON outbox_events (organization_id, created_at) WHERE published_at IS NULL;

CREATE TABLE webhook_endpoints (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  url text NOT NULL,
  secret text NOT NULL,
  event_types text[] DEFAULT ARRAY[]::text[],
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT webhook_endpoints_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived'))
);

-- The delivery of one event to one endpoint: what was sent, the result, and when to try again.
CREATE TABLE webhook_deliveries (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  delivery_state text NOT NULL DEFAULT 'PENDING',
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_status integer,
  last_error text,
  delivered_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT webhook_deliveries_state_ck CHECK (delivery_state IN ('PENDING', 'DELIVERED', 'FAILED')),
  CONSTRAINT webhook_deliveries_endpoint_id_org_fk FOREIGN KEY (organization_id, endpoint_id)
    REFERENCES webhook_endpoints (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_event_id_org_fk FOREIGN KEY (organization_id, event_id)
    REFERENCES outbox_events (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_endpoint_id_sql_idx ON webhook_deliveries (organization_id, endpoint_id);
CREATE INDEX webhook_deliveries_organization_id_delivery_state_next_atte_idx ON webhook_deliveries (organization_id,
  delivery_state, next_attempt_at);
CREATE UNIQUE INDEX webhook_deliveries_organization_id_event_id_endpoint_id_key ON webhook_deliveries (organization_id,
  event_id, endpoint_id);

-- An uploaded table to be imported, and its progress.
CREATE TABLE imports (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  noun text NOT NULL,
  file_name text NOT NULL,
  columns jsonb NOT NULL,
  mapping jsonb NOT NULL,
  import_status text NOT NULL DEFAULT 'UPLOADED',
  attempt integer NOT NULL DEFAULT 0,
  corrects_import_id uuid,
  created_by uuid,
  created_by_name text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT imports_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT imports_words_ck CHECK (noun IN ('prospects', 'customers', 'vendors', 'accounts', 'journals') AND import_status IN
    ('UPLOADED', 'CHECKING', 'CHECKED', 'RUNNING', 'DONE')),
  CONSTRAINT imports_corrects_import_id_org_fk FOREIGN KEY (organization_id, corrects_import_id)
    REFERENCES imports (organization_id, id) ON DELETE SET NULL (corrects_import_id)
);
CREATE INDEX imports_corrects_import_id_sql_idx ON imports (organization_id, corrects_import_id)
  WHERE corrects_import_id IS NOT NULL;
CREATE INDEX imports_organization_id_created_at_id_idx ON imports (organization_id, created_at, id);

-- One row of such a table as uploaded, and its result. Counted below the header, from 1.
CREATE TABLE import_rows (
  organization_id uuid NOT NULL,
  import_id uuid NOT NULL,
  row_number integer NOT NULL,
  cells jsonb NOT NULL,
  unit integer NOT NULL DEFAULT 0,
  attempt integer NOT NULL DEFAULT 0,
  row_state text NOT NULL DEFAULT 'PENDING',
  error_field text,
  error_message text,
  record_id uuid,
  CONSTRAINT import_rows_pkey PRIMARY KEY (organization_id, import_id, row_number),
  CONSTRAINT import_rows_record_ck CHECK (((row_state = 'IMPORTED') = (record_id IS NOT NULL)) AND ((row_state = 'FAILED') =
    (error_message IS NOT NULL))),
  CONSTRAINT import_rows_words_ck CHECK (row_number > 0 AND row_state IN ('PENDING', 'READY', 'FAILED', 'IMPORTED')),
  CONSTRAINT import_rows_import_id_org_fk FOREIGN KEY (organization_id, import_id)
    REFERENCES imports (organization_id, id) ON DELETE CASCADE
);

-- Named filters of a list: a person's own, or shared with the organization.
CREATE TABLE saved_views (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  screen text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  is_shared boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT saved_views_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT saved_views_name_ck CHECK (char_length(name) BETWEEN 1 AND 60 AND name = btrim(name) AND name !~ '[[:cntrl:]]'),
  CONSTRAINT saved_views_query_ck CHECK ((char_length(query) <= 2000) AND (query !~~ '?%')),
  CONSTRAINT saved_views_screen_ck CHECK (screen IN ('transactions', 'invoices', 'payments', 'customers', 'prospects',
    'contracts'))
);
-- One person's views on one list have different names, ignoring case.
CREATE UNIQUE INDEX saved_views_name_sql_idx ON saved_views (organization_id, user_id, screen, lower(name));
CREATE INDEX saved_views_shared_sql_idx ON saved_views (organization_id, screen) WHERE is_shared;

-- The view a person's list opens with. Deleted with the view.
CREATE TABLE saved_view_defaults (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  screen text NOT NULL,
  view_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT saved_view_defaults_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT saved_view_defaults_organization_id_user_id_screen_key UNIQUE (organization_id, user_id, screen),
  CONSTRAINT saved_view_defaults_view_id_org_fk FOREIGN KEY (organization_id, view_id)
    REFERENCES saved_views (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX saved_view_defaults_view_id_sql_idx ON saved_view_defaults (organization_id, view_id);

-- Row security is forced: not even the owner reads across organizations. The policies are in prisma/sql/identity/tenant.sql.
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_seals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE outbox_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE imports ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE import_rows ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE saved_views ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE saved_view_defaults ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- The application's grants; it owns nothing.
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys, outbox_events, webhook_endpoints, webhook_deliveries, imports,
  import_rows, saved_views, saved_view_defaults TO daybook_app;
GRANT SELECT, INSERT ON audit_log, audit_seals TO daybook_app;
