-- How each contract stood by month when it was last checked, and the totals of that from which the contract balances of any range of months
-- follow. A report reads the totals and the contracts touched since, however many there are in all (docs/scale.md).

-- One row a contract; its arrays have a place for each month in which something changes, months counted as year times twelve.
CREATE TABLE revenue_checked_standings (
  organization_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  months integer[] NOT NULL,
  moves integer[] NOT NULL,
  nets numeric[] NOT NULL,
  receivables numeric[] NOT NULL,
  revenues numeric[] NOT NULL,
  priors numeric[] NOT NULL,
  soons numeric[] NOT NULL,
  CONSTRAINT revenue_checked_standings_pkey PRIMARY KEY (organization_id, contract_id)
) WITH (fillfactor = 70);

CREATE TABLE revenue_checked_balances (
  organization_id uuid NOT NULL,
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
  CONSTRAINT revenue_checked_balances_pkey PRIMARY KEY (organization_id, subsidiary_id, currency_code, since_month, month)
) WITH (fillfactor = 70);

-- Contracts that are there already have no standing yet: all of them count as touched, and are added up like any other. Row security is not
-- asked here, where no organization is set.
ALTER TABLE revenue_contracts NO FORCE ROW LEVEL SECURITY;
INSERT INTO revenue_touched_contracts (organization_id, id, contract_ids)
SELECT c.organization_id, gen_random_uuid(), array_agg(c.id ORDER BY c.id)
FROM (
  SELECT x.organization_id, x.id, (row_number() OVER (PARTITION BY x.organization_id ORDER BY x.id) - 1) / 1000 AS portion FROM revenue_contracts x
) c
GROUP BY c.organization_id, c.portion;
ALTER TABLE revenue_contracts FORCE ROW LEVEL SECURITY;

ALTER TABLE revenue_checked_standings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_checked_balances ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON revenue_checked_standings, revenue_checked_balances TO daybook_app;
