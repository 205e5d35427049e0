-- All that the journals of a contract in a foreign currency moved is kept with its fact, and the rate of the day on which that fact was
-- first booked: a fact recorded and voided then leaves what one never recorded leaves. What was moved before is kept as it was posted.
ALTER TABLE revenue_carried_moves
  ADD COLUMN event_id uuid,
  ADD COLUMN cause_id uuid,
  ADD COLUMN rated_on date,
  DROP CONSTRAINT revenue_carried_moves_role_ck,
  ADD CONSTRAINT revenue_carried_moves_role_ck
    CHECK (role IN ('COST_OF_SALES', 'RETURN_ASSET', 'INVENTORY', 'LOSS_PROVISION', 'SUPPLIER_PAYABLE'));
