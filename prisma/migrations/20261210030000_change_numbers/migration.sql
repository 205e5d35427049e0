-- The number of a change order is looked up when the next one is generated.
-- CreateIndex
CREATE INDEX "change_orders_organization_id_change_number_idx" ON "change_orders"("organization_id", "change_number");
