-- Who recorded a cost is known by the fact that names it: a page of the judgments about thousands of costs reads the facts of those it shows
-- (revenue/cost-recorders in prisma/sql). The facts in which anything else of a contract is judged are read apart from those of its costs.
CREATE INDEX revenue_events_cost_sql_idx ON revenue_events (organization_id, contract_id, (body ->> 'key') COLLATE "C", seq) WHERE kind = 'cost';
CREATE INDEX revenue_events_other_sql_idx ON revenue_events (organization_id, contract_id, seq) WHERE kind <> 'cost';
