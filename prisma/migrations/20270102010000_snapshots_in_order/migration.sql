-- The snapshots of a project and of a view, newest first, and how many there are of each.
-- DropIndex
DROP INDEX "budget_view_snapshots_organization_id_project_id_idx";
-- CreateIndex
CREATE INDEX "budget_view_snapshots_organization_id_project_id_taken_at_i_idx" ON "budget_view_snapshots"("organization_id", "project_id", "taken_at", "id");
DROP INDEX budget_view_snapshots_budget_view_id_sql_idx;
-- CreateIndex
CREATE INDEX "budget_view_snapshots_organization_id_budget_view_id_taken__idx" ON "budget_view_snapshots"("organization_id", "budget_view_id", "taken_at", "id");

-- There are as many states as views; those of a project begin with its id.
ALTER TABLE record_counts ALTER COLUMN state TYPE text COLLATE "C";

ALTER TABLE budget_view_snapshots NO FORCE ROW LEVEL SECURITY;
ALTER TABLE record_counts NO FORCE ROW LEVEL SECURITY;
INSERT INTO record_counts (organization_id, noun, state, record_count)
SELECT organization_id, 'budget_view_snapshots', project_id::text || '/' || budget_view_id::text, count(*) FROM budget_view_snapshots GROUP BY 1, 3;
ALTER TABLE record_counts FORCE ROW LEVEL SECURITY;
ALTER TABLE budget_view_snapshots FORCE ROW LEVEL SECURITY;
