-- What the commitments of a project without approved changes come to by cost code: its budget views say it, and added up the lines each time. Writers note what they
-- add as rows of their own, so that two never wait for each other; the notes are added to the sums soon after (note-commitments and fold-commitments in prisma/sql).
CREATE TABLE commitment_sums (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  cost_code text NOT NULL,
  amount numeric(24,4) NOT NULL,
  CONSTRAINT commitment_sums_pkey PRIMARY KEY (organization_id, project_id, cost_code)
) WITH (fillfactor = 70);

CREATE TABLE commitment_sum_changes (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  cost_code text NOT NULL,
  amount numeric(24,4) NOT NULL,
  CONSTRAINT commitment_sum_changes_pkey PRIMARY KEY (organization_id, id)
);

-- The owner of a table who is not a superuser would see no row of it.
ALTER TABLE commitments NO FORCE ROW LEVEL SECURITY;
ALTER TABLE commitment_lines NO FORCE ROW LEVEL SECURITY;
INSERT INTO commitment_sums (organization_id, project_id, cost_code, amount)
SELECT c.organization_id, c.project_id, l.cost_code, sum(l.amount)
FROM commitments c JOIN commitment_lines l ON l.organization_id = c.organization_id AND l.commitment_id = c.id
WHERE c.commitment_state IN ('APPROVED', 'COMPLETE') AND c.approved_changes = 0
GROUP BY 1, 2, 3 HAVING sum(l.amount) <> 0;
ALTER TABLE commitments FORCE ROW LEVEL SECURITY;
ALTER TABLE commitment_lines FORCE ROW LEVEL SECURITY;

ALTER TABLE commitment_sums ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE commitment_sum_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON commitment_sums, commitment_sum_changes TO daybook_app;

-- Those with approved changes are read one by one, since each spreads its own over its lines.
CREATE INDEX commitments_changed_sql_idx ON commitments (organization_id, project_id, commitment_number) WHERE approved_changes <> 0;
