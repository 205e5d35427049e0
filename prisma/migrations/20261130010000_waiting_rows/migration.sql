-- A page of the rows of a file of orders that wait costs its rows, and a page of orders and the next portion of a round cost theirs: which orders
-- of a file wait is marked where the file names them, and how many orders of a source are in each state is kept.

-- Where the rows of the order begin (import_rows.unit), and whether the order waits now.
ALTER TABLE source_order_files ADD COLUMN units integer[] NOT NULL DEFAULT '{}', ADD COLUMN is_waiting boolean NOT NULL DEFAULT false;
CREATE INDEX source_order_files_waiting_sql_idx ON source_order_files (organization_id, import_id) WHERE is_waiting;
-- Rows that would wait by a check, or waited when they were taken in.
CREATE INDEX import_rows_waiting_sql_idx ON import_rows (organization_id, import_id, row_number) WHERE starts_with(outcome, 'Waits: ');

DROP INDEX source_orders_waiting_sql_idx;
CREATE INDEX source_orders_source_id_sql_idx ON source_orders (organization_id, source_id, id);
CREATE INDEX source_orders_state_sql_idx ON source_orders (organization_id, source_id, order_state, id);
CREATE INDEX source_orders_round_sql_idx ON source_orders (organization_id, source_id, round, id) WHERE order_state = 'WAITING';

-- Beside the source and not in it: it is kept by whoever holds the source, and is no part of what people set.
CREATE TABLE source_order_sums (
  organization_id uuid NOT NULL,
  source_id uuid NOT NULL,
  made_count integer NOT NULL,
  waiting_count integer NOT NULL,
  nothing_count integer NOT NULL,
  round_count integer NOT NULL DEFAULT 0,
  tried_count integer NOT NULL DEFAULT 0,
  CONSTRAINT source_order_sums_pkey PRIMARY KEY (organization_id, source_id),
  CONSTRAINT source_order_sums_counts_ck CHECK (LEAST(made_count, waiting_count, nothing_count, round_count, tried_count) >= 0),
  CONSTRAINT source_order_sums_source_id_org_fk FOREIGN KEY (organization_id, source_id) REFERENCES order_sources (organization_id, id)
) WITH (fillfactor = 70);
ALTER TABLE source_order_sums ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON source_order_sums TO daybook_app;

-- The owner sees every organization while nothing is enforced on it.
ALTER TABLE import_rows NO FORCE ROW LEVEL SECURITY;
ALTER TABLE source_orders NO FORCE ROW LEVEL SECURITY;
ALTER TABLE source_order_files NO FORCE ROW LEVEL SECURITY;
ALTER TABLE source_order_sums NO FORCE ROW LEVEL SECURITY;
UPDATE source_order_files f SET is_waiting = o.order_state = 'WAITING',
  units = ARRAY(SELECT DISTINCT r.unit FROM import_rows r WHERE r.organization_id = f.organization_id AND r.import_id = f.import_id
    AND r.record_id = f.order_id ORDER BY 1)
FROM source_orders o WHERE o.organization_id = f.organization_id AND o.id = f.order_id;
INSERT INTO source_order_sums (organization_id, source_id, made_count, waiting_count, nothing_count)
SELECT organization_id, source_id, count(*) FILTER (WHERE order_state = 'MADE'), count(*) FILTER (WHERE order_state = 'WAITING'),
       count(*) FILTER (WHERE order_state = 'NOTHING')
FROM source_orders GROUP BY 1, 2;
ALTER TABLE import_rows FORCE ROW LEVEL SECURITY;
ALTER TABLE source_orders FORCE ROW LEVEL SECURITY;
ALTER TABLE source_order_files FORCE ROW LEVEL SECURITY;
ALTER TABLE source_order_sums FORCE ROW LEVEL SECURITY;
