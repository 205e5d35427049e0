-- A line of an invoice of a revenue contract may say which obligation it bills and, where that has a committed minimum, which
-- commitment period by its first day. Lines so far said nothing.
ALTER TABLE business_transaction_lines
  ADD COLUMN obligation_key text,
  ADD COLUMN commitment_from date,
  ADD CONSTRAINT business_transaction_lines_commitment_ck CHECK (commitment_from IS NULL OR obligation_key IS NOT NULL);
