-- Pairs that may disagree in something that was not accepted: all but those that were compared and found to agree in what does not change
-- any more. A close reads these only. Derived: from the pairs and their documents (keep-open-pairs and judge-pairs in prisma/sql); the application
-- may only read it.
CREATE TABLE intercompany_open_pairs (
  organization_id uuid NOT NULL,
  pair_id uuid NOT NULL,
  -- Compared since it last changed, and kept: it disagrees, or a side may still change.
  is_judged boolean NOT NULL DEFAULT false,
  CONSTRAINT intercompany_open_pairs_pkey PRIMARY KEY (organization_id, pair_id)
);
CREATE INDEX intercompany_open_pairs_unjudged_sql_idx ON intercompany_open_pairs (organization_id, pair_id) WHERE NOT is_judged;

-- An owner without superuser rights sees no rows of organizations while row security is forced. Those that agree leave the list by themselves.
ALTER TABLE intercompany_pairs NO FORCE ROW LEVEL SECURITY;
INSERT INTO intercompany_open_pairs (organization_id, pair_id) SELECT p.organization_id, p.id FROM intercompany_pairs p;
ALTER TABLE intercompany_pairs FORCE ROW LEVEL SECURITY;

ALTER TABLE intercompany_open_pairs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON intercompany_open_pairs TO daybook_app;
