-- What reconciling revenue adds up: what each contract came to when it was last checked, the totals of that, and which contracts were
-- touched since. A check reads the totals and the contracts touched since, however many there are in all (docs/scale.md).

-- One row for each statement that touched contracts; no one waits for another's.
CREATE TABLE revenue_touched_contracts (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  contract_ids uuid[] NOT NULL,
  CONSTRAINT revenue_touched_contracts_pkey PRIMARY KEY (organization_id, id)
);

-- A contract has a row for each subsidiary and currency of its position and its costs.
CREATE TABLE revenue_checked_contracts (
  organization_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  deferred numeric(24,4) NOT NULL,
  contract_asset numeric(24,4) NOT NULL,
  refund numeric(24,4) NOT NULL,
  receivable numeric(24,4) NOT NULL,
  cost numeric(24,4) NOT NULL,
  accrued numeric(24,4) NOT NULL,
  unearned numeric(24,4) NOT NULL,
  advance numeric(24,4) NOT NULL,
  booked numeric(24,4) NOT NULL,
  planned numeric(24,4) NOT NULL,
  posted numeric(24,4) NOT NULL,
  CONSTRAINT revenue_checked_contracts_pkey PRIMARY KEY (organization_id, contract_id, subsidiary_id, currency_code)
) WITH (fillfactor = 70);

CREATE TABLE revenue_checked_totals (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  deferred numeric(24,4) NOT NULL,
  contract_asset numeric(24,4) NOT NULL,
  refund numeric(24,4) NOT NULL,
  receivable numeric(24,4) NOT NULL,
  cost numeric(24,4) NOT NULL,
  accrued numeric(24,4) NOT NULL,
  unearned numeric(24,4) NOT NULL,
  advance numeric(24,4) NOT NULL,
  booked numeric(24,4) NOT NULL,
  planned numeric(24,4) NOT NULL,
  posted numeric(24,4) NOT NULL,
  CONSTRAINT revenue_checked_totals_pkey PRIMARY KEY (organization_id, subsidiary_id, currency_code)
) WITH (fillfactor = 70);

-- Contracts that are there already were never checked: all of them count as touched, and are added up like any other. Row security is not
-- asked here, where no organization is set.
ALTER TABLE revenue_contracts NO FORCE ROW LEVEL SECURITY;
INSERT INTO revenue_touched_contracts (organization_id, id, contract_ids)
SELECT c.organization_id, gen_random_uuid(), array_agg(c.id ORDER BY c.id)
FROM (
  SELECT x.organization_id, x.id, (row_number() OVER (PARTITION BY x.organization_id ORDER BY x.id) - 1) / 1000 AS portion FROM revenue_contracts x
) c
GROUP BY c.organization_id, c.portion;
ALTER TABLE revenue_contracts FORCE ROW LEVEL SECURITY;

ALTER TABLE revenue_touched_contracts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_checked_contracts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_checked_totals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON revenue_touched_contracts, revenue_checked_contracts, revenue_checked_totals TO daybook_app;
