-- Of how many contracts a run posted is kept with the numbers of records (note-run-contracts in prisma/sql): a page of them counted the movements of the run.
-- The owner of a table who is not a superuser would see no row of it.
ALTER TABLE revenue_movements NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_runs NO FORCE ROW LEVEL SECURITY;
ALTER TABLE record_counts NO FORCE ROW LEVEL SECURITY;
INSERT INTO record_counts (organization_id, noun, state, record_count)
SELECT m.organization_id, 'run_contracts', m.run_id::text, count(DISTINCT m.contract_id)
FROM revenue_movements m JOIN revenue_runs r ON r.organization_id = m.organization_id AND r.id = m.run_id AND r.contract_id IS NULL
WHERE m.run_id IS NOT NULL GROUP BY m.organization_id, m.run_id;
ALTER TABLE record_counts FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_runs FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_movements FORCE ROW LEVEL SECURITY;
