ALTER TABLE revenue_contracts ADD COLUMN picture jsonb;
ALTER TABLE revenue_rows ADD COLUMN cause_id uuid NOT NULL;
