-- Summaries of pages by what documents and their lines name. The foreign keys of an account, class, department, location, project or tax code, of a type or a
-- subsidiary look for rows with it when it is removed, and read all of them where none has it: no index had these columns, since each would be
-- written with every line. A summary says of a few pages which ids they may have (a filter by hashes: it may name pages too many, never too
-- few); it is written when such pages are full, so that writing a line costs as little as before. The pages not summarized yet are read. The organization is
-- among the columns although the ids are of one organization alone: the planner takes from the order in which rows are stored how many pages
-- a summary leaves, and these columns are in none.
CREATE INDEX business_transaction_lines_named_sql_idx ON business_transaction_lines USING brin (
    organization_id uuid_bloom_ops (n_distinct_per_range = 32),
    account_id uuid_bloom_ops (n_distinct_per_range = 200),
    class_id uuid_bloom_ops (n_distinct_per_range = 200),
    department_id uuid_bloom_ops (n_distinct_per_range = 200),
    location_id uuid_bloom_ops (n_distinct_per_range = 200),
    project_id uuid_bloom_ops (n_distinct_per_range = 200),
    tax_code_id uuid_bloom_ops (n_distinct_per_range = 32))
  WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX business_transactions_named_sql_idx ON business_transactions USING brin (
    organization_id uuid_bloom_ops (n_distinct_per_range = 32),
    subsidiary_id uuid_bloom_ops (n_distinct_per_range = 64),
    transaction_type_id uuid_bloom_ops (n_distinct_per_range = 32))
  WITH (pages_per_range = 32, autosummarize = on);
