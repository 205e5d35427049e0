-- The day from which a movement is in effect, where that is not the day of its fact, or without one that of its posting: what a fact recorded late changes of
-- another of a later day, and what a run, or the reversal of what was posted for a fact, changes on a day before its own. Null: as before.
ALTER TABLE revenue_movements ADD COLUMN effective_on date;
ALTER TABLE revenue_interest_moves ADD COLUMN effective_on date;
-- Contract balances as of a day of effect look for those of later days; few have such a day.
CREATE INDEX revenue_movements_effective_sql_idx ON revenue_movements (organization_id, effective_on, contract_id) WHERE effective_on IS NOT NULL;
