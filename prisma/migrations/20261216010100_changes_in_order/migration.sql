-- The change orders of a prime contract or a commitment are read page by page, in the order of their numbers.
CREATE INDEX change_orders_organization_id_prime_contract_id_change_numb_idx ON change_orders (organization_id, prime_contract_id, change_number, id);
CREATE INDEX change_orders_organization_id_commitment_id_change_number_i_idx ON change_orders (organization_id, commitment_id, change_number, id);
DROP INDEX change_orders_organization_id_prime_contract_id_idx;
DROP INDEX change_orders_organization_id_commitment_id_idx;
