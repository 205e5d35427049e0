-- A table that was empty a moment ago has no statistics until autovacuum runs, and plans made in the meantime join every new row
-- with the whole organization. Whatever loads tables in bulk (the demo, an import) refreshes the statistics as it goes. ANALYZE
-- needs the owner's rights, so this runs with them; it reads samples and writes only to the catalog.
--
-- Refuses: every role except the application's.
-- Locks: SHARE UPDATE EXCLUSIVE on each of the tables while it is analyzed.
-- Rule: docs/house.md, "The database".
-- Proved by: src/db/laws/platform.db.test.ts.
CREATE FUNCTION daybook_refresh_statistics() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
BEGIN
  ANALYZE business_transactions, business_transaction_lines, transaction_impact_lines, payment_applications,
    ledger_entries, ledger_lines, ledger_balances, ledger_dimension_balances, accounts, customers, vendors, audit_log;
END $$;
REVOKE ALL ON FUNCTION daybook_refresh_statistics() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION daybook_refresh_statistics() TO daybook_app;
