-- Posts what is due for contracts whose positions the caller has locked at p_places: marks the rows, records the movements, updates
-- the positions and appends the entries, in one statement from the due rows to the drafted entries. Returns the number of contracts
-- and rows posted, the amounts by currency, and the first hundred entries. Rows and positions are updated where they were found;
-- nothing written is looked up again. Obligations on hold are skipped. It is one statement, and not move-positions, for speed: handing
-- the changes of thousands of contracts over to another function costs 6 to 10% of the database's time.
--
-- Owner: this function. The core presents the same change of position (movePosition in src/core/revenue/journal.ts); held to it,
-- and both to an oracle, by e2e/revenue/recognition.test.ts.
--
-- Refuses: a date without an open period (restrict_violation); a position that someone else moved in between
--   (serialization_failure: the caller tries again).
-- Locks: the caller holds the positions, in contract order; then the rows; then the locks of append-entries.
-- Rule: src/core/revenue/balances.ts; ASC 606-10-25-30 to 25-37, 45-1 to 45-4; 830-20-35-1.
-- Proved by: e2e/revenue/recognition.test.ts, e2e/revenue/histories/laws.test.ts.
CREATE FUNCTION daybook_recognise(
  p_run revenue_runs, p_contracts uuid[], p_places tid[], p_currencies text[], p_due daybook_revenue_due[], p_event uuid,
  p_memo text, p_actor uuid, OUT o_contracts integer, OUT o_rows integer, OUT o_amounts jsonb, OUT o_entries uuid[]
)
RETURNS record
LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET jit = off SET enable_seqscan = off SET enable_mergejoin = off
SET work_mem = '32MB' SET random_page_cost = 1 SET max_parallel_workers_per_gather = 0
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_base text;
  v_minor integer;
  v_period_id uuid;
  v_fiscal_year integer;
  v_period text;
  -- Whether an entry covers several contracts. An entry for a single contract has the same id as its movement.
  v_shared boolean := p_run.grouping <> 'CONTRACT' AND cardinality(p_contracts) > 1;
  v_entries daybook_entry_draft[];
  v_lines daybook_line_draft[];
  v_moved integer;
  v_marked integer;
  v_gain uuid;
  v_loss uuid;
BEGIN
  PERFORM daybook_plan_for(cardinality(p_contracts));
  SELECT b.o_base_currency, b.o_minor_units, b.o_period_id, b.o_fiscal_year, b.o_period INTO v_base, v_minor, v_period_id, v_fiscal_year, v_period
    FROM daybook_open_books(p_run.subsidiary_id, p_run.posting_date) b;
  -- Exchange differences go to the accounts that take those of documents; the policy's account serves a chart that names none.
  SELECT a.id INTO v_gain FROM accounts a WHERE a.organization_id = v_org AND a.fx_role = 'REALIZED_GAIN' AND a.record_status = 'active';
  SELECT a.id INTO v_loss FROM accounts a WHERE a.organization_id = v_org AND a.fx_role = 'REALIZED_LOSS' AND a.record_status = 'active';

  -- The entry and the rate for each currency, if contracts share their entries.
  WITH currencies AS MATERIALIZED (
    SELECT c.currency_code, daybook_uuid_v7() AS entry_id, coalesce((p_run.rates ->> c.currency_code)::numeric, 1) AS rate
    FROM (SELECT DISTINCT u AS currency_code FROM unnest(p_currencies) u) c
  ),
  -- The contracts, each with its position's place and the entry its revenue is posted in.
  picked AS MATERIALIZED (
    SELECT k.contract_id, k.place, k.currency_code, c.rate, CASE WHEN v_shared THEN c.entry_id ELSE daybook_uuid_v7() END AS entry_id
    FROM unnest(p_contracts, p_places, p_currencies) AS k (contract_id, place, currency_code)
    JOIN currencies c ON c.currency_code = k.currency_code
  ),
  -- The due rows, with the facts about their contract.
  chosen AS MATERIALIZED (
    SELECT d.place AS row_place, d.obligation_key, k.*
    FROM unnest(p_due) d JOIN picked k ON k.contract_id = d.contract_id
    LIMIT cardinality(p_due) -- tells the planner what it cannot know: one row for each
  ),
  -- With the account and dimensions of their obligation's revenue; obligations on hold earn nothing.
  known AS MATERIALIZED (
    SELECT c.*, o.revenue_account_id AS account_id, o.class_id, o.department_id, o.location_id, o.project_id
    FROM chosen c
    JOIN performance_obligations o ON o.organization_id = v_org AND o.contract_id = c.contract_id AND o.key = c.obligation_key
    WHERE NOT o.held
  ),
  -- Only the rows marked here are posted. They are found by place; if the place now belongs to another row, nothing is posted for it.
  marked AS (
    UPDATE revenue_rows r SET run_id = p_run.id, entry_id = c.entry_id, posted_period = v_period, posted_at = now()
    FROM known c
    WHERE r.ctid = c.row_place AND r.contract_id IS NOT DISTINCT FROM c.contract_id AND r.obligation_key IS NOT DISTINCT FROM c.obligation_key
      AND r.run_id IS NULL AND r.period <= p_run.period
    RETURNING c.contract_id, c.place, c.entry_id, c.currency_code, c.rate, c.account_id, c.class_id, c.department_id, c.location_id,
              c.project_id, r.amount
  ),
  -- The revenue of each contract per account and dimensions.
  shares AS (
    SELECT d.contract_id, d.account_id, d.class_id, d.department_id, d.location_id, d.project_id, any_value(d.place) AS place,
           any_value(d.entry_id) AS entry_id, any_value(d.currency_code) AS currency_code, any_value(d.rate) AS rate,
           sum(d.amount) AS part, count(*)::int AS rows
    FROM marked d GROUP BY 1, 2, 3, 4, 5, 6
  ),
  -- The first share of a contract stands for the contract; each share has the running total up to and including it.
  ranked AS (
    SELECT s.*, row_number() OVER w = 1 AS leads, sum(s.part) OVER w AS reached, sum(s.part) OVER (PARTITION BY s.contract_id) AS amount
    FROM shares s
    WINDOW w AS (PARTITION BY s.contract_id ORDER BY s.account_id, s.class_id, s.department_id, s.location_id, s.project_id ROWS UNBOUNDED PRECEDING)
  ),
  -- What that does to each contract's position, and how its net position is shown before and after.
  computed AS MATERIALIZED (
    SELECT k.*, e.receivable, e.receivable_base, e.revenue_base, e.receivable_base - e.net_base - e.revenue_base AS exchange_base,
           s.contract_asset, s.contract_asset_base, s.deferred, s.deferred_base,
           p.receivable_account_id, p.contract_asset_account_id, p.deferred_account_id, p.exchange_account_id
    FROM ranked k
    JOIN revenue_positions p ON p.ctid = k.place AND p.contract_id IS NOT DISTINCT FROM k.contract_id
    CROSS JOIN LATERAL daybook_effect_of_revenue(k.amount, k.rate, v_minor, p.net, p.net_base, p.receivable, p.receivable_base, p.pending) e
    CROSS JOIN LATERAL daybook_sides_of_net(p.net, p.net_base, e.net, e.net_base) s
  ),
  -- One movement per contract: the subledger.
  kept AS (
    INSERT INTO revenue_movements (organization_id, id, contract_id, subsidiary_id, currency_code, kind, amount, posting_date, period, run_id,
        event_id, entry_id, receivable, receivable_base, cash, cash_base, contract_asset, contract_asset_base, deferred, deferred_base,
        refund, refund_base, revenue, revenue_base, exchange_base, document, document_base)
    SELECT v_org, CASE WHEN v_shared THEN daybook_uuid_v7() ELSE v.entry_id END, v.contract_id, p_run.subsidiary_id, v.currency_code, 'REVENUE',
           v.amount, p_run.posting_date, v_period, p_run.id, p_event, v.entry_id, v.receivable, v.receivable_base, 0, 0,
           v.contract_asset, v.contract_asset_base, v.deferred, v.deferred_base, 0, 0, v.amount, v.revenue_base, v.exchange_base, 0, 0
    FROM computed v WHERE v.leads
  ),
  -- The changed positions, updated in place.
  placed AS (
    UPDATE revenue_positions p SET
      net = p.net + v.deferred - v.contract_asset, net_base = p.net_base + v.deferred_base - v.contract_asset_base,
      receivable = p.receivable + v.receivable, receivable_base = p.receivable_base + v.receivable_base,
      recognised = p.recognised + v.amount, pending = p.pending - v.receivable
    FROM computed v
    WHERE p.ctid = v.place AND v.leads
    RETURNING 1
  ),
  -- The lines of the entries: revenue by account and dimensions; base amounts by cumulative shares, so that they sum to the movement's.
  raw AS NOT MATERIALIZED (
    SELECT v.entry_id, v.currency_code, v.rate, v.account_id, v.class_id, v.department_id, v.location_id, v.project_id, -v.part AS amount,
           -daybook_base_of_part(v.revenue_base, v.part, v.reached, v.amount, v.rate, v_minor) AS base,
           'Revenue' AS memo
    FROM computed v
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.receivable_account_id, NULL, NULL, NULL, NULL, v.receivable, v.receivable_base, 'Receivable'
    FROM computed v WHERE v.leads AND (v.receivable <> 0 OR v.receivable_base <> 0)
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.contract_asset_account_id, NULL, NULL, NULL, NULL, v.contract_asset, v.contract_asset_base, 'Contract asset'
    FROM computed v WHERE v.leads AND (v.contract_asset <> 0 OR v.contract_asset_base <> 0)
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.deferred_account_id, NULL, NULL, NULL, NULL, -v.deferred, -v.deferred_base, 'Contract liability'
    FROM computed v WHERE v.leads AND (v.deferred <> 0 OR v.deferred_base <> 0)
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, coalesce(CASE WHEN v.exchange_base > 0 THEN v_gain ELSE v_loss END, v.exchange_account_id),
                     NULL, NULL, NULL, NULL, 0, -v.exchange_base, 'Exchange difference'
    FROM computed v WHERE v.leads AND v.exchange_base <> 0
  ),
  -- Entries for several contracts are summed. Debits and credits are not netted, so that increases and decreases remain visible.
  summed AS (
    SELECT w.entry_id, w.currency_code, w.rate, w.account_id, w.class_id, w.department_id, w.location_id, w.project_id, sum(w.amount) AS amount, sum(w.base) AS base, w.memo
    FROM raw w WHERE v_shared AND (w.amount <> 0 OR w.base <> 0)
    GROUP BY w.entry_id, w.currency_code, w.rate, w.account_id, w.class_id, w.department_id, w.location_id, w.project_id, w.memo, sign(CASE WHEN w.amount <> 0 THEN w.amount ELSE w.base END)
    UNION ALL
    SELECT w.* FROM raw w WHERE NOT v_shared AND (w.amount <> 0 OR w.base <> 0)
  ),
  -- Debits before credits.
  numbered AS MATERIALIZED (
    SELECT n.entry_id, row_number() OVER (PARTITION BY n.entry_id ORDER BY (n.amount < 0 OR (n.amount = 0 AND n.base < 0)), n.memo, n.account_id)::int AS n,
           n.account_id, n.currency_code, n.amount, n.base, n.memo, n.rate, n.class_id, n.department_id, n.location_id, n.project_id
    FROM summed n
  )
  SELECT (SELECT array_agg(ROW(n.entry_id, p_run.subsidiary_id, v_period_id, v_fiscal_year, p_run.posting_date, n.currency_code, v_base,
                               n.rate, 'REVENUE_RUN', n.entry_id, NULL, NULL, p_memo, p_actor)::daybook_entry_draft ORDER BY n.entry_id)
          FROM numbered n WHERE n.n = 1),
         (SELECT array_agg(ROW(n.entry_id, n.n, n.account_id, p_run.subsidiary_id, v_period_id, p_run.posting_date, n.currency_code,
                               greatest(n.amount, 0), greatest(-n.amount, 0), greatest(n.base, 0), greatest(-n.base, 0),
                               n.class_id, n.department_id, n.location_id, n.project_id, NULL, NULL, n.memo)::daybook_line_draft)
          FROM numbered n),
         t.contracts, t.rows, t.amounts, (SELECT count(*) FROM placed), (SELECT count(*) FROM marked)
  FROM (
    SELECT coalesce(sum(c.contracts), 0) AS contracts, coalesce(sum(c.rows), 0) AS rows, jsonb_object_agg(c.currency_code, c.amount::text) AS amounts
    FROM (SELECT v.currency_code, sum(v.part) AS amount, sum(v.rows) AS rows, count(*) FILTER (WHERE v.leads) AS contracts FROM computed v GROUP BY 1) c
  ) t
  INTO v_entries, v_lines, o_contracts, o_rows, o_amounts, v_moved, v_marked;
  IF v_moved <> o_contracts OR v_marked <> o_rows THEN
    RAISE serialization_failure USING MESSAGE = 'a contract position was changed by another transaction';
  END IF;
  IF v_entries IS NOT NULL THEN
    PERFORM 1 FROM daybook_append_entries(v_entries, v_lines);
  END IF;
  o_entries := ARRAY(SELECT e.id FROM unnest(v_entries[1:100]) e);
END $$;
