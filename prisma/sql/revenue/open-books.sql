-- What a step that posts on a day needs to know about a subsidiary's books: their currency with its minor units, and the open
-- period that contains the day, which is never the adjustment period, with the name revenue calls it.
--
-- Refuses: a day without an open period (restrict_violation, "no open period on ...").
-- Locks: none; the caller holds the shared side of "periods:<organization>", so the result stays valid.
-- Rule: docs/guides/accountants.md; docs/house.md, "Posting".
-- Proved by: src/db/laws/revenue.db.test.ts.
CREATE FUNCTION daybook_open_books(
  p_subsidiary uuid, p_date date, OUT o_base_currency text, OUT o_minor_units integer, OUT o_period_id uuid, OUT o_fiscal_year integer,
  OUT o_period text
)
LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_period fiscal_periods;
BEGIN
  SELECT s.base_currency, coalesce(c.minor_units, 2) INTO o_base_currency, o_minor_units FROM subsidiaries s
    LEFT JOIN currencies c ON c.organization_id = s.organization_id AND c.code = s.base_currency
    WHERE s.organization_id = daybook_organization() AND s.id = p_subsidiary;
  SELECT q.* INTO v_period FROM fiscal_periods q
    WHERE q.organization_id = daybook_organization() AND q.subsidiary_id = p_subsidiary
      AND NOT q.is_adjustment AND p_date BETWEEN q.start_date AND q.end_date LIMIT 1;
  IF v_period.id IS NULL OR daybook_effective_period_status(v_period) <> 'OPEN' THEN
    RAISE restrict_violation USING MESSAGE = format('no open period on %s', p_date);
  END IF;
  o_period_id := v_period.id;
  o_fiscal_year := v_period.fiscal_year;
  o_period := daybook_period_key(v_period.start_date, v_period.end_date);
END $$;
