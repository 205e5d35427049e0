-- Adds up to p_limit entries of one organization that are not in the sums by day yet to those sums (ledger_days, entry_days, intercompany_days; by dimension
-- ledger_dimension_days, ledger_dimension_periods; and what a close compares: subledger_periods, revenue_ledger_periods), in the order of their numbers, and returns how many. A number is taken under a lock that lasts until its transaction commits, so every entry
-- up to the counter is there, and no later commit can come before a folded one. Reports add what is not folded line by line, so that
-- their figures never wait for this. The application may only read the sums: they are made here, with the owner's rights.
-- Owner: the lines of the ledger; daybook_verify_ledger compares them.
--
-- Refuses: nothing; with nothing to fold it returns 0.
-- Locks: the advisory lock "fold:<organization>", until the end of the transaction: an entry is added once.
-- Rule: docs/scale.md, "The ledger by day".
-- Proved by: e2e/ledger/balances.test.ts, e2e/ledger/by-dimension.test.ts, e2e/ledger/closing/days.test.ts, e2e/ledger/evidence/control-sums.test.ts, e2e/ledger/groups/sister-balances.test.ts.
CREATE FUNCTION daybook_fold_ledger(p_limit integer DEFAULT 2000) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_left integer := p_limit;
  v_last bigint;
  v_between uuid[];
  v_parties uuid[];
  v_due uuid[];
  v_posted uuid[];
  v_reversed uuid[];
  r record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold:' || v_org::text, 0));
  v_between := ARRAY(SELECT c.id FROM accounts c
    WHERE c.organization_id = v_org AND c.elimination = 'INTERCOMPANY' AND c.account_type IN ('ASSET', 'LIABILITY'));
  v_parties := ARRAY(SELECT e.id FROM intercompany_parties p CROSS JOIN LATERAL (VALUES (p.customer_id), (p.vendor_id)) e (id)
    WHERE p.organization_id = v_org AND e.id IS NOT NULL);
  v_due := ARRAY(SELECT e.id FROM intercompany_accounts a
    CROSS JOIN LATERAL (VALUES (a.due_from_account_id), (a.due_to_account_id)) e (id) WHERE a.organization_id = v_org);
  FOR r IN
    SELECT c.fiscal_year, c.next_value - 1 AS newest, coalesce(m.through_number, 0) AS folded
    FROM number_counters c
    LEFT JOIN folded_numbers m ON m.organization_id = c.organization_id AND m.fiscal_year = c.fiscal_year
    WHERE c.organization_id = v_org AND c.series = 'GL' AND c.next_value - 1 > coalesce(m.through_number, 0)
    ORDER BY c.fiscal_year
  LOOP
    EXIT WHEN v_left <= 0;
    v_last := least(r.newest, r.folded + v_left);
    WITH fresh AS MATERIALIZED (
      SELECT e.* FROM generate_series(r.folded + 1, v_last) AS n (number)
      CROSS JOIN LATERAL (
        SELECT x.id, x.subsidiary_id, x.period_id, x.posting_date, x.source_kind, x.source_id, x.transaction_id, x.reversal_of_id FROM ledger_entries x
        WHERE x.organization_id = v_org AND x.entry_number = daybook_format_number('GL', r.fiscal_year, n.number) OFFSET 0) e
    ), lines AS MATERIALIZED (
      SELECT f.source_kind, f.source_id, f.transaction_id, f.reversal_of_id, l.*
      FROM fresh f
      CROSS JOIN LATERAL (
        -- Each entry counts once on an account, however many of its lines are on it and in whatever currencies: in the first of these. Its day, period and
        -- subsidiary are theirs (check-new-lines).
        -- Counted distinctly among all entries, they would all be sorted.
        SELECT row_number() OVER (PARTITION BY x.account_id ORDER BY x.currency_code) = 1 AS is_first, x.entry_id, x.subsidiary_id, x.posting_date, x.account_id, x.period_id, x.currency_code, x.debit, x.credit, x.base_debit,
               x.base_credit, x.entity_id, x.class_id, x.department_id, x.location_id, x.project_id
        FROM ledger_lines x WHERE x.organization_id = v_org AND x.entry_id = f.id OFFSET 0) l
    ), days AS (
      INSERT INTO ledger_days AS d (organization_id, subsidiary_id, posting_date, account_id, period_id, currency_code, debit, credit,
          base_debit, base_credit, line_count, entry_count)
      SELECT v_org, l.subsidiary_id, l.posting_date, l.account_id, l.period_id, l.currency_code, sum(l.debit), sum(l.credit),
             sum(l.base_debit), sum(l.base_credit), count(*), count(*) FILTER (WHERE l.is_first)
      FROM lines l
      GROUP BY 2, 3, 4, 5, 6 ORDER BY 2, 3, 4, 5, 6
      ON CONFLICT (organization_id, subsidiary_id, posting_date, account_id, period_id, currency_code) DO UPDATE SET
        debit = d.debit + excluded.debit, credit = d.credit + excluded.credit,
        base_debit = d.base_debit + excluded.base_debit, base_credit = d.base_credit + excluded.base_credit,
        line_count = d.line_count + excluded.line_count, entry_count = d.entry_count + excluded.entry_count
    ), between_companies AS (
      INSERT INTO intercompany_days AS d (organization_id, entity_id, account_id, subsidiary_id, posting_date, currency_code, amount, base)
      SELECT v_org, l.entity_id, l.account_id, l.subsidiary_id, l.posting_date, l.currency_code, sum(l.debit - l.credit),
             sum(l.base_debit - l.base_credit)
      FROM lines l WHERE l.entity_id IS NOT NULL AND l.account_id = ANY (v_between)
      GROUP BY 2, 3, 4, 5, 6 ORDER BY 2, 3, 4, 5, 6
      ON CONFLICT (organization_id, entity_id, account_id, subsidiary_id, posting_date, currency_code) DO UPDATE SET
        amount = d.amount + excluded.amount, base = d.base + excluded.base
    ), entries AS (
      INSERT INTO entry_days AS d (organization_id, subsidiary_id, posting_date, period_id, source_kind, entry_count)
      SELECT v_org, f.subsidiary_id, f.posting_date, f.period_id, f.source_kind, count(*) FROM fresh f
      GROUP BY 2, 3, 4, 5 ORDER BY 2, 3, 4, 5
      ON CONFLICT (organization_id, subsidiary_id, posting_date, period_id, source_kind) DO UPDATE SET
        entry_count = d.entry_count + excluded.entry_count
    ), moves AS (
      INSERT INTO subledger_periods AS d (organization_id, subsidiary_id, period_id, kind, entity_type, currency_code, total, discount)
      SELECT v_org, m.o_subsidiary_id, m.o_period_id, m.o_kind, m.o_entity_type, m.o_currency_code, sum(m.o_total), sum(m.o_discount)
      FROM daybook_subledger_moves(ARRAY(SELECT f.id FROM fresh f)) m
      GROUP BY 2, 3, 4, 5, 6 ORDER BY 2, 3, 4, 5, 6
      ON CONFLICT (organization_id, subsidiary_id, period_id, kind, entity_type, currency_code) DO UPDATE SET
        total = d.total + excluded.total, discount = d.discount + excluded.discount
    ), coded AS MATERIALIZED (
      SELECT l.* FROM lines l WHERE coalesce(l.class_id, l.department_id, l.location_id, l.project_id) IS NOT NULL
    ), dimension_days AS (
      INSERT INTO ledger_dimension_days AS d (organization_id, subsidiary_id, posting_date, account_id, period_id, class_id, department_id,
          location_id, project_id, base_debit, base_credit, line_count)
      SELECT v_org, l.subsidiary_id, l.posting_date, l.account_id, l.period_id,
             coalesce(l.class_id, '00000000-0000-0000-0000-000000000000'), coalesce(l.department_id, '00000000-0000-0000-0000-000000000000'),
             coalesce(l.location_id, '00000000-0000-0000-0000-000000000000'), coalesce(l.project_id, '00000000-0000-0000-0000-000000000000'),
             sum(l.base_debit), sum(l.base_credit), count(*)
      FROM coded l GROUP BY 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY 2, 3, 4, 5, 6, 7, 8, 9
      ON CONFLICT (organization_id, subsidiary_id, posting_date, account_id, period_id, class_id, department_id, location_id, project_id)
      DO UPDATE SET base_debit = d.base_debit + excluded.base_debit, base_credit = d.base_credit + excluded.base_credit,
        line_count = d.line_count + excluded.line_count
    ), dimension_periods AS (
      INSERT INTO ledger_dimension_periods AS d (organization_id, dimension, dimension_id, subsidiary_id, period_id, account_id, base_debit, base_credit)
      SELECT v_org, v.dimension, v.id, l.subsidiary_id, l.period_id, l.account_id, sum(l.base_debit), sum(l.base_credit)
      FROM coded l
      CROSS JOIN LATERAL (VALUES ('CLASS', l.class_id), ('DEPARTMENT', l.department_id), ('LOCATION', l.location_id), ('PROJECT', l.project_id)) AS v (dimension, id)
      WHERE v.id IS NOT NULL
      GROUP BY 2, 3, 4, 5, 6 ORDER BY 2, 3, 4, 5, 6
      ON CONFLICT (organization_id, dimension, dimension_id, subsidiary_id, period_id, account_id)
      DO UPDATE SET base_debit = excluded.base_debit + d.base_debit, base_credit = excluded.base_credit + d.base_credit
    ), revenue AS (
      INSERT INTO revenue_ledger_periods AS d (organization_id, subsidiary_id, period_id, account_id, currency_code, source_kind, debit, credit)
      SELECT v_org, l.subsidiary_id, l.period_id, l.account_id, l.currency_code, l.source_kind, sum(l.debit), sum(l.credit)
      FROM lines l
      WHERE l.source_kind IN ('REVENUE_EVENT', 'REVENUE_RUN')
      GROUP BY 2, 3, 4, 5, 6 ORDER BY 2, 3, 4, 5, 6
      ON CONFLICT (organization_id, subsidiary_id, period_id, account_id, currency_code, source_kind) DO UPDATE SET
        debit = d.debit + excluded.debit, credit = d.credit + excluded.credit
    )
    INSERT INTO folded_numbers (organization_id, fiscal_year, through_number) VALUES (v_org, r.fiscal_year, v_last)
    ON CONFLICT (organization_id, fiscal_year) DO UPDATE SET through_number = excluded.through_number
    -- What may be between two companies: a document's counterparty is on its lines.
    RETURNING
      (SELECT array_agg(DISTINCT l.source_id) FROM lines l
       WHERE l.transaction_id IS NOT NULL AND l.reversal_of_id IS NULL AND (l.entity_id = ANY (v_parties) OR l.account_id = ANY (v_due))),
      (SELECT array_agg(DISTINCT l.reversal_of_id) FROM lines l
       WHERE l.transaction_id IS NOT NULL AND (l.entity_id = ANY (v_parties) OR l.account_id = ANY (v_due)))
    INTO v_posted, v_reversed;
    IF v_posted IS NOT NULL OR v_reversed IS NOT NULL THEN
      PERFORM daybook_fold_unpaired(v_posted, v_reversed);
    END IF;
    v_left := v_left - (v_last - r.folded)::integer;
  END LOOP;
  RETURN p_limit - v_left;
END $$;
