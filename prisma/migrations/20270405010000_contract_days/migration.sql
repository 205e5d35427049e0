-- How many contracts there are of each contract date is kept with the numbers of records (note-contract-days in prisma/sql): a list of those of some days counted
-- them on each page.
-- The owner of a table who is not a superuser would see no row of it.
ALTER TABLE revenue_contracts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE record_counts NO FORCE ROW LEVEL SECURITY;
INSERT INTO record_counts (organization_id, noun, state, record_count)
SELECT c.organization_id, 'contract_days', to_char(c.contract_date, 'YYYY-MM-DD'), count(*) FROM revenue_contracts c GROUP BY 1, 3;
ALTER TABLE record_counts FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_contracts FORCE ROW LEVEL SECURITY;
