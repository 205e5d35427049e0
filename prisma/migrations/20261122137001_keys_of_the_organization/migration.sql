-- A key of the external API may speak for the whole organization: then it is bound to no company.
ALTER TABLE api_keys ALTER COLUMN company_id DROP NOT NULL;
