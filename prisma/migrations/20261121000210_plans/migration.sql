-- Planning the posting statements costs more than running them, so each session plans them once. The statements touch a
-- handful of rows by primary key whatever the parameters, so one plan serves all; ANALYZE renews it.
ALTER FUNCTION daybook_post_transactions SET plan_cache_mode = force_generic_plan;
ALTER FUNCTION daybook_append_entries SET plan_cache_mode = force_generic_plan;
ALTER FUNCTION daybook_reverse_transaction SET plan_cache_mode = force_generic_plan;
