-- Recurring revenue reads subscriptions that were activated, not the drafts and offers beside them.
CREATE INDEX subscriptions_activated_sql_idx ON subscriptions (organization_id, activated_at) WHERE activated_at IS NOT NULL AND customer_id IS NOT NULL;

-- The number of prices on each list is kept as they are written.
ALTER TABLE price_list_items NO FORCE ROW LEVEL SECURITY;
ALTER TABLE record_counts NO FORCE ROW LEVEL SECURITY;
INSERT INTO record_counts (organization_id, noun, state, record_count)
SELECT organization_id, 'price_list_items', price_list_id::text, count(*) FROM price_list_items GROUP BY 1, 3;
ALTER TABLE record_counts FORCE ROW LEVEL SECURITY;
ALTER TABLE price_list_items FORCE ROW LEVEL SECURITY;
