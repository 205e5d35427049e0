-- Copies of the sums that contract balances follow from (revenue_checked_balances), each as it was known at a moment. A report as known at an earlier moment
-- reads the copy nearest to it and adds up the contracts that something was recorded of in between (docs/scale.md).

-- copied_to: while a copy is still made from the contracts one after another, the last it has; null once it has all.
CREATE TABLE revenue_balance_copies (
  organization_id uuid NOT NULL,
  moment timestamptz(6) NOT NULL,
  before_run boolean NOT NULL,
  copied_to uuid,
  CONSTRAINT revenue_balance_copies_pkey PRIMARY KEY (organization_id, moment)
);

CREATE TABLE revenue_copied_balances (
  organization_id uuid NOT NULL,
  moment timestamptz(6) NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  since_month integer NOT NULL,
  month integer NOT NULL,
  contracts integer NOT NULL,
  receivable numeric(24,4) NOT NULL,
  contract_asset numeric(24,4) NOT NULL,
  deferred numeric(24,4) NOT NULL,
  revenue numeric(24,4) NOT NULL,
  from_opening numeric(24,4) NOT NULL,
  prior numeric(24,4) NOT NULL,
  due_soon numeric(24,4) NOT NULL,
  CONSTRAINT revenue_copied_balances_pkey PRIMARY KEY (organization_id, moment, subsidiary_id, currency_code, since_month, month)
) WITH (fillfactor = 90);

-- When what a note tells of was recorded, which of the notes there are may be at any time; and whether it tells of what is read as it is now also of earlier
-- moments: the end of a contract, its subsidiary and its currency.
ALTER TABLE revenue_touched_contracts ADD COLUMN recorded_at timestamptz(6) NOT NULL DEFAULT '-infinity', ADD COLUMN reaches_back boolean NOT NULL DEFAULT false;
ALTER TABLE revenue_touched_contracts ALTER COLUMN recorded_at SET DEFAULT now();

-- From which month on what is not scheduled was due within a year when a contract was last checked. What it is for a contract with a note is seen when that is
-- checked, before any copy is made.
ALTER TABLE revenue_checked_standings ADD COLUMN unscheduled_since integer NOT NULL DEFAULT 0;
ALTER TABLE revenue_checked_standings NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_contracts NO FORCE ROW LEVEL SECURITY;
UPDATE revenue_checked_standings k
SET unscheduled_since = (extract(year FROM c.end_date) * 12 + extract(month FROM c.end_date))::integer - 13
FROM revenue_contracts c
WHERE c.organization_id = k.organization_id AND c.id = k.contract_id AND c.end_date IS NOT NULL;
ALTER TABLE revenue_contracts FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_checked_standings FORCE ROW LEVEL SECURITY;

-- The moments before the last 24 runs of more than 1,000 contracts: their copies are made in the background.
ALTER TABLE revenue_run_chunks NO FORCE ROW LEVEL SECURITY;
INSERT INTO revenue_balance_copies (organization_id, moment, before_run, copied_to)
SELECT b.organization_id, b.first - interval '1 millisecond', true, '00000000-0000-0000-0000-000000000000'
FROM (
  SELECT s.*, row_number() OVER (PARTITION BY s.organization_id ORDER BY s.first DESC) AS n
  FROM (
    SELECT u.organization_id, u.run_id, min(u.recorded_at) AS first FROM revenue_run_chunks u GROUP BY 1, 2 HAVING sum(u.contracts) > 1000
  ) s
) b
WHERE b.n <= 24
ON CONFLICT DO NOTHING;
ALTER TABLE revenue_run_chunks FORCE ROW LEVEL SECURITY;

ALTER TABLE revenue_balance_copies ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_copied_balances ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON revenue_balance_copies, revenue_copied_balances TO daybook_app;
