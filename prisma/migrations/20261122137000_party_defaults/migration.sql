-- What a customer or vendor has agreed once and a form proposes on every document with them: the tax code of their lines, the discount
-- on what is sold or bought, and the list a customer's prices are taken from.
ALTER TABLE customers
  ADD COLUMN tax_code_id uuid,
  ADD COLUMN discount_percent numeric(9,6),
  ADD COLUMN price_list_id uuid,
  ADD CONSTRAINT customers_discount_percent_ck CHECK (discount_percent > 0 AND discount_percent <= 100),
  ADD CONSTRAINT customers_tax_code_id_org_fk FOREIGN KEY (organization_id, tax_code_id) REFERENCES tax_codes (organization_id, id),
  ADD CONSTRAINT customers_price_list_id_org_fk FOREIGN KEY (organization_id, price_list_id)
    REFERENCES price_lists (organization_id, id);
CREATE INDEX customers_tax_code_id_sql_idx ON customers (organization_id, tax_code_id) WHERE tax_code_id IS NOT NULL;
CREATE INDEX customers_price_list_id_sql_idx ON customers (organization_id, price_list_id) WHERE price_list_id IS NOT NULL;

ALTER TABLE vendors
  ADD COLUMN tax_code_id uuid,
  ADD COLUMN discount_percent numeric(9,6),
  ADD CONSTRAINT vendors_discount_percent_ck CHECK (discount_percent > 0 AND discount_percent <= 100),
  ADD CONSTRAINT vendors_tax_code_id_org_fk FOREIGN KEY (organization_id, tax_code_id) REFERENCES tax_codes (organization_id, id);
CREATE INDEX vendors_tax_code_id_sql_idx ON vendors (organization_id, tax_code_id) WHERE tax_code_id IS NOT NULL;
