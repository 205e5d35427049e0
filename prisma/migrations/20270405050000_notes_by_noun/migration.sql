-- Notes of numbers are read by what they are about: one statement about thousands of contracts leaves as many notes, which the lists of other records would read until
-- they are added up.
CREATE INDEX record_count_changes_noun_sql_idx ON record_count_changes (organization_id, noun, state);
