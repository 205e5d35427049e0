-- How many orders named in a file of orders wait for a person, and how many of its rows are about them, kept by the statements that take rows
-- in and that move orders: counting them would go through every row of the file for each page of the list.

-- The files that named an order, with the rows of each that were taken in for it.
CREATE TABLE source_order_files (
  organization_id uuid NOT NULL,
  order_id uuid NOT NULL,
  import_id uuid NOT NULL,
  row_count integer NOT NULL,
  CONSTRAINT source_order_files_pkey PRIMARY KEY (organization_id, order_id, import_id),
  CONSTRAINT source_order_files_row_count_ck CHECK (row_count > 0),
  CONSTRAINT source_order_files_order_id_org_fk FOREIGN KEY (organization_id, order_id) REFERENCES source_orders (organization_id, id),
  CONSTRAINT source_order_files_import_id_org_fk FOREIGN KEY (organization_id, import_id)
    REFERENCES imports (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX source_order_files_import_id_sql_idx ON source_order_files (organization_id, import_id);

-- Beside the import and not in it: who answers an order holds its source, and a run holds its import before it.
CREATE TABLE order_file_counts (
  organization_id uuid NOT NULL,
  import_id uuid NOT NULL,
  source_id uuid NOT NULL,
  waiting_orders integer NOT NULL,
  waiting_rows integer NOT NULL,
  CONSTRAINT order_file_counts_pkey PRIMARY KEY (organization_id, import_id),
  CONSTRAINT order_file_counts_counts_ck CHECK (LEAST(waiting_orders, waiting_rows) >= 0),
  CONSTRAINT order_file_counts_import_id_org_fk FOREIGN KEY (organization_id, import_id)
    REFERENCES imports (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT order_file_counts_source_id_org_fk FOREIGN KEY (organization_id, source_id) REFERENCES order_sources (organization_id, id)
) WITH (fillfactor = 70);
CREATE INDEX order_file_counts_source_id_sql_idx ON order_file_counts (organization_id, source_id);

ALTER TABLE source_order_files ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE order_file_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON source_order_files, order_file_counts TO daybook_app;

-- Of a check: the rows that would wait, and their orders.
ALTER TABLE imports
  ADD COLUMN would_wait_rows integer NOT NULL DEFAULT 0,
  ADD COLUMN would_wait_orders integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT imports_would_wait_ck CHECK (LEAST(would_wait_rows, would_wait_orders) >= 0);

-- What is stored already. Row security is not asked here, where no organization is set.
ALTER TABLE imports NO FORCE ROW LEVEL SECURITY;
ALTER TABLE import_rows NO FORCE ROW LEVEL SECURITY;
ALTER TABLE order_sources NO FORCE ROW LEVEL SECURITY;
ALTER TABLE source_orders NO FORCE ROW LEVEL SECURITY;
ALTER TABLE source_order_files NO FORCE ROW LEVEL SECURITY;
ALTER TABLE order_file_counts NO FORCE ROW LEVEL SECURITY;
INSERT INTO source_order_files (organization_id, order_id, import_id, row_count)
SELECT r.organization_id, r.record_id, r.import_id, count(*)
FROM imports i
JOIN import_rows r ON r.organization_id = i.organization_id AND r.import_id = i.id AND r.row_state = 'IMPORTED'
JOIN source_orders o ON o.organization_id = r.organization_id AND o.id = r.record_id
WHERE i.noun = 'orders' GROUP BY 1, 2, 3;
INSERT INTO order_file_counts (organization_id, import_id, source_id, waiting_orders, waiting_rows)
SELECT f.organization_id, f.import_id, coalesce(s.orders_of_id, s.id), count(*) FILTER (WHERE o.order_state = 'WAITING'),
       coalesce(sum(f.row_count) FILTER (WHERE o.order_state = 'WAITING'), 0)
FROM source_order_files f
JOIN source_orders o ON o.organization_id = f.organization_id AND o.id = f.order_id
JOIN imports i ON i.organization_id = f.organization_id AND i.id = f.import_id
JOIN order_sources s ON s.organization_id = i.organization_id AND s.id = i.source_id
GROUP BY 1, 2, 3;
UPDATE imports i SET would_wait_rows = w.rows, would_wait_orders = w.orders
FROM (SELECT r.organization_id, r.import_id, count(*) AS rows, count(DISTINCT r.unit) AS orders
      FROM imports f JOIN import_rows r ON r.organization_id = f.organization_id AND r.import_id = f.id
      WHERE f.noun = 'orders' AND r.row_state = 'READY' AND starts_with(r.outcome, 'Waits: ') GROUP BY 1, 2) w
WHERE i.organization_id = w.organization_id AND i.id = w.import_id;
ALTER TABLE imports FORCE ROW LEVEL SECURITY;
ALTER TABLE import_rows FORCE ROW LEVEL SECURITY;
ALTER TABLE order_sources FORCE ROW LEVEL SECURITY;
ALTER TABLE source_orders FORCE ROW LEVEL SECURITY;
ALTER TABLE source_order_files FORCE ROW LEVEL SECURITY;
ALTER TABLE order_file_counts FORCE ROW LEVEL SECURITY;
