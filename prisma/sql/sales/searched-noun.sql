-- What a search of records looks in, by noun: the table; the text of which its index of trigrams is made; whether a record's name, code or number matches
-- a pattern ($1); the same of what only some searches look in, as email addresses; and whether a caller who is confined to some subsidiaries ($2) reaches
-- it, as the policies of identity/confined say. One row, or none for another noun.
-- Owner: the indexes *_text_sql_idx: another text would not be found by them; e2e/isolation/search-pages.test.ts compares what is found with the records.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/scale.md, "Search".
-- Proved by: e2e/isolation/search-pages.test.ts.
CREATE FUNCTION daybook_searched_noun(p_noun text) RETURNS TABLE (o_table text, o_text text, o_named text, o_mailed text, o_reached text)
LANGUAGE sql IMMUTABLE
AS $$
  SELECT n.tab, n.words, n.named, n.mailed, n.reached FROM (VALUES
    ('customer', 'customers', $w$company_name || E'\n' || coalesce(customer_id, '') || E'\n' || coalesce(contact_email, '')$w$,
      'company_name ILIKE $1 OR customer_id ILIKE $1', 'contact_email ILIKE $1', 'subsidiary_id IS NULL OR subsidiary_id = ANY ($2)'),
    ('prospect', 'prospects', $w$name || E'\n' || coalesce(company, '') || E'\n' || coalesce(email, '')$w$,
      'name ILIKE $1 OR company ILIKE $1', 'email ILIKE $1', 'true'),
    ('vendor', 'vendors', $w$name || E'\n' || code || E'\n' || coalesce(email, '')$w$,
      'name ILIKE $1 OR code ILIKE $1', 'email ILIKE $1', 'true'),
    ('contract', 'revenue_contracts', $w$contract_number || E'\n' || coalesce(name, '')$w$,
      'contract_number ILIKE $1 OR name ILIKE $1', 'false', 'subsidiary_id = ANY ($2)'),
    ('lead', 'leads', $w$name || E'\n' || coalesce(company, '') || E'\n' || coalesce(email, '')$w$,
      'name ILIKE $1 OR company ILIKE $1', 'email ILIKE $1', 'true'),
    ('employee', 'employees', $w$name || E'\n' || coalesce(code, '') || E'\n' || coalesce(display_name, '') || E'\n' || coalesce(email, '')$w$,
      'name ILIKE $1 OR code ILIKE $1', 'display_name ILIKE $1 OR email ILIKE $1', 'subsidiary_id IS NULL OR subsidiary_id = ANY ($2)'),
    ('subscription', 'subscriptions', $w$subscription_number || E'\n' || coalesce(name, '')$w$,
      'subscription_number ILIKE $1 OR name ILIKE $1', 'false', 'subsidiary_id = ANY ($2)'),
    ('item', 'items', $w$name || E'\n' || code$w$,
      'name ILIKE $1 OR code ILIKE $1', 'false', 'true'),
    ('project', 'projects', $w$name || E'\n' || code$w$,
      'name ILIKE $1 OR code ILIKE $1', 'false', 'subsidiary_id = ANY ($2)')
  ) AS n (noun, tab, words, named, mailed, reached)
  WHERE n.noun = p_noun
$$;
