-- The facts that took effect on some days, whichever contracts they are of: what a report as of a day within a month leaves out of that
-- month. Partial, so that no check of a reference to a fact by its id takes it; the condition follows from any range of days.
CREATE INDEX "revenue_events_effective_sql_idx" ON "revenue_events" ("organization_id", "effective_date", "contract_id")
  WHERE "effective_date" IS NOT NULL;
