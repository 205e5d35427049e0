-- A payment with an early-payment discount clears the discount as well as the money, so that much of it can be applied.
ALTER TABLE business_transactions DROP CONSTRAINT business_transactions_applied_ck;
ALTER TABLE business_transactions ADD CONSTRAINT business_transactions_applied_ck CHECK (
  applied_amount = 0
  OR (abs(applied_amount) <= abs(total_amount + CASE WHEN kind IN ('CUSTOMER_PAYMENT', 'VENDOR_PAYMENT') THEN discount_amount ELSE 0 END)
    AND sign(applied_amount) = sign(total_amount + CASE WHEN kind IN ('CUSTOMER_PAYMENT', 'VENDOR_PAYMENT') THEN discount_amount ELSE 0 END)));
