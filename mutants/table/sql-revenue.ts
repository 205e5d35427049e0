import { type Mutant, plantedIn } from '../mutant';

const LAWS = 'prisma/sql/revenue';

/** Runs, positions and movements of revenue in the database. */
export const SQL_REVENUE: readonly Mutant[] = [
  ...plantedIn(
    'sql',
    `${LAWS}/round-even.sql`,
    ['e2e/revenue/rounding.test.ts', 'e2e/revenue/foreign.test.ts'],
    [
      [
        'the-database-rounds-half-up',
        'AND mod(v_down / v_unit, 2) = 0 THEN',
        'AND false THEN',
        'Figures from the database and the core would differ by a cent.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/carried.sql`,
    ['e2e/revenue/foreign.test.ts', 'e2e/revenue/histories/histories.test.ts'],
    [
      [
        'settled-balances-leave-base-cents',
        'WHEN p_by = -p_balance THEN -p_base',
        'WHEN p_by = -p_balance THEN daybook_round_even(p_by * p_rate, p_minor)',
        'A paid receivable would leave an amount in base currency forever.',
      ],
      [
        'reductions-use-todays-rate',
        'THEN daybook_share_even(p_base, p_by, p_balance, p_minor)',
        'THEN daybook_round_even(p_by * p_rate, p_minor)',
        'Deferred revenue would be released at a different rate than the one at which it was deferred.',
        { tests: ['src/db/laws/revenue.db.test.ts'] },
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/post-revenue-chunk.sql`,
    ['e2e/revenue/histories/laws.test.ts', 'e2e/revenue/runs/run-beside.test.ts'],
    [
      [
        'runs-without-the-lock-against-closing',
        "PERFORM pg_advisory_xact_lock_shared(hashtextextended('periods:' || v_org::text, 0));",
        '',
        'A run in progress could post to a period that is already closed.',
        { tests: ['e2e/ledger/closing/closing-races.test.ts'] },
      ],
      [
        'discarded-runs-are-posted',
        "v_run.run_status IN ('POSTED', 'DISCARDED')",
        "v_run.run_status = 'POSTED'",
        'A run that was discarded while someone else began to post it would still be posted.',
        { tests: ['e2e/revenue/runs/discarded-runs.test.ts'] },
      ],
      [
        'runs-begin-in-closed-periods',
        'PERFORM daybook_open_books(v_run.subsidiary_id, v_run.posting_date);',
        '',
        'A run that cannot post would be marked as posting.',
        { tests: ['e2e/revenue/runs/run-beside.test.ts'] },
      ],
      [
        'costs-wait-for-ever',
        'IF v_run.contract_id IS NULL THEN',
        'IF false THEN',
        'Contract costs would never be amortized.',
        { tests: ['e2e/revenue/cases/cases-balances.test.ts'] },
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/reverse-run-rows.sql`,
    ['e2e/revenue/runs/reversed-runs.test.ts'],
    [
      [
        'a-reversal-earns-it-once-more',
        '-v.amount, -v.revenue_base, -v.receivable, 0',
        'v.amount, v.revenue_base, -v.receivable, 0',
        'A reversed month would count twice in the position, and its entries would not balance.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/lock-posted-contracts.sql`,
    ['e2e/revenue/runs/reversed-runs.test.ts'],
    [
      [
        'a-reversal-of-some-contracts-takes-all',
        'AND (p_only IS NULL OR r.contract_id = ANY (p_only)) AND',
        'AND',
        'The correction of one contract would reverse the revenue of all others.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/answer-run-rows.sql`,
    ['e2e/revenue/runs/reversed-runs.test.ts'],
    [
      [
        'a-reversal-is-booked-in-closed-months',
        'greatest(v.period, p_first_open), v.natural_period',
        'v.period, v.natural_period',
        'Revenue reversed by a reversal would become due again in a closed month.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/effect-of-reversal.sql`,
    ['src/db/laws/revenue-effects.db.test.ts', 'e2e/revenue/runs/reversed-runs.test.ts'],
    [
      [
        'a-reversal-takes-back-what-was-paid',
        'SELECT least(p_due, greatest(p_receivable, 0)) AS back',
        'SELECT p_due AS back',
        'A customer who had paid would be shown a credit, and the money as earned, forever.',
      ],
      [
        'a-reversal-uses-the-rate-of-the-run-only',
        'THEN v.receivable_base + p_revenue_base\n',
        'THEN daybook_round_even(v.net * p_rate, p_minor)\n',
        'Deferred revenue would be restored at a different rate than it was released.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/sides-of-net.sql`,
    ['src/db/laws/revenue-effects.db.test.ts', 'e2e/revenue/runs/moves.test.ts'],
    [
      [
        'assets-keep-the-base-of-the-liability',
        'THEN -(p_base + p_base_by) ELSE 0 END - CASE WHEN p_net < 0 THEN -p_base ELSE 0 END',
        'THEN -p_base_by ELSE 0 END - CASE WHEN p_net < 0 THEN -p_base ELSE 0 END',
        'A contract that turns from a liability into an asset would leave the base amount of the liability in the ledger.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/base-of-part.sql`,
    ['src/db/laws/revenue-effects.db.test.ts', 'e2e/revenue/recognition.test.ts'],
    [
      [
        'parts-round-on-their-own',
        'daybook_share_even(p_base, p_reached, p_whole, p_minor) - daybook_share_even(p_base, p_reached - p_part, p_whole, p_minor)',
        'daybook_share_even(p_base, p_part, p_whole, p_minor)',
        'The revenue of several accounts would differ from that of their contract by a cent, and the entry would not balance.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/reverse-cost-rows.sql`,
    ['e2e/revenue/runs/reversed-runs.test.ts'],
    [
      [
        'reversed-amortization-is-never-due-again',
        'CROSS JOIN (VALUES (0, -1), (1, 1)) AS x (place, sign)',
        'CROSS JOIN (VALUES (0, -1)) AS x (place, sign)',
        'A cost whose run was reversed would keep part of its asset forever.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/recognise.sql`,
    ['e2e/revenue/histories/laws.test.ts', 'e2e/revenue/cases/cases-standard.test.ts'],
    [
      [
        'held-obligations-are-recognized',
        'WHERE NOT o.held',
        '',
        'Revenue in dispute would be recognized.',
        {
          tests: ['e2e/revenue/runs/on-event.test.ts'],
        },
      ],
      [
        'rows-are-recognized-twice',
        'AND r.run_id IS NULL AND r.period <= p_run.period\n    RETURNING',
        'AND r.period <= p_run.period\n    RETURNING',
        'Two runs at once could recognize the same month.',
        {
          survives:
            'The trigger revenue_rows_once refuses a second posting of a row, and the caller reads what is due under the lock of the position: these are two other guards.',
        },
      ],
      [
        'recognized-amounts-are-not-kept',
        'recognised = p.recognised + v.amount, pending',
        'pending',
        'The position would not include the recognized amount, and the reports would not reconcile to the ledger.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/lock-due-contracts.sql`,
    ['e2e/revenue/runs/run-beside.test.ts', 'e2e/revenue/recognition.test.ts'],
    [
      [
        'every-obligation-counts-as-held',
        'o.held)\n          ORDER BY r.period',
        'o.key IS NOT NULL)\n          ORDER BY r.period',
        'A run would find nothing due, and end without posting anything.',
        { tests: ['e2e/revenue/recognition.test.ts'] },
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/effect-of-revenue.sql`,
    ['e2e/revenue/cases/cases-balances.test.ts', 'src/db/laws/revenue-effects.db.test.ts'],
    [
      [
        'pending-amounts-never-become-due',
        'SELECT least(p_pending, greatest(p_amount - p_net, 0)) AS due',
        'SELECT 0::numeric AS due',
        'An amount that has become due would stay a contract asset.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/move-positions.sql`,
    ['e2e/revenue/cases/cases-balances.test.ts', 'e2e/revenue/histories/laws.test.ts'],
    [
      [
        'payments-leave-cash-unmoved',
        'cash = p.cash + v.cash,',
        '',
        'The position would not reconcile to the cash in the ledger.',
      ],
      [
        'moves-of-a-file-have-no-memo',
        'coalesce(any_value(v.memo), p_memo) AS words',
        'p_memo AS words',
        'Entries of contracts from a file would not say which contract they belong to.',
        { tests: ['src/usecases/cut-over/load-open-contracts.db.test.ts'] },
      ],
      [
        'interest-counts-as-billed-by-a-document',
        "CASE v.kind WHEN 'FINANCING' THEN 0 ELSE v.document END - v.deferred AS amount",
        'v.document - v.deferred AS amount',
        'Interest that moves to a separate account would stay in the contract liability of the ledger.',
        { tests: ['e2e/revenue/runs/moves.test.ts', 'e2e/revenue/financing.test.ts'] },
      ],
      [
        'the-rest-of-a-line-is-lost',
        's.base - daybook_round_even(s.amount * e.rate, v_minor), s.memo',
        '0::numeric, s.memo',
        'An entry whose amount and worth are on different sides would not balance.',
        { tests: ['e2e/revenue/runs/moves.test.ts'] },
      ],
      [
        'moves-of-others-are-overwritten',
        'IF v_moved <> cardinality(p_changes) THEN',
        'IF false THEN',
        'Of two payments at the same time, one could be lost.',
        {
          survives:
            'The caller locks the positions before it reads them (FOR UPDATE), so none can change in between; this refusal is the second of two guards.',
        },
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/post-revenue-moves.sql`,
    ['e2e/revenue/runs/moves.test.ts', 'e2e/revenue/histories/laws.test.ts'],
    [
      [
        'moves-of-missing-contracts-are-dropped',
        'IF coalesce(cardinality(v_changes), 0) <> cardinality(p_moves) THEN',
        'IF false THEN',
        'A payment of a contract that no longer exists would be recorded as booked.',
        { tests: ['e2e/revenue/runs/moves.test.ts'] },
      ],
      [
        'moves-of-one-entry-are-not-summed',
        '(SELECT count(DISTINCT m.entry_id) < count(*) FROM unnest(p_moves) m)',
        'false',
        'An entry of many contracts would have a line for each of them instead of one per account.',
        { tests: ['e2e/revenue/runs/moves.test.ts'] },
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/open-books.sql`,
    ['src/db/laws/revenue.db.test.ts'],
    [
      [
        'revenue-in-closed-periods',
        "OR daybook_effective_period_status(v_period) <> 'OPEN' THEN",
        'THEN',
        'Revenue would be recognized in a month that is closed.',
      ],
      [
        'revenue-in-the-adjustment-period',
        'AND NOT q.is_adjustment AND p_date',
        'AND q.is_adjustment AND p_date',
        'Revenue would be booked into the period for closing adjustments.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/post-cost-rows.sql`,
    ['e2e/revenue/amortization.test.ts', 'e2e/revenue/cases/cases-balances.test.ts'],
    [
      [
        'costs-of-the-month-itself-are-left',
        'r.run_id IS NULL AND r.period <= v_run.period\n        ORDER BY',
        'r.run_id IS NULL AND r.period < v_run.period\n        ORDER BY',
        'The amortization of a month would be posted a month late.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/book-cost-rows.sql`,
    ['e2e/revenue/amortization.test.ts', 'e2e/revenue/runs/reversed-runs.test.ts'],
    [
      [
        'amortization-is-not-kept',
        'SET amortised = c.amortised + b.amount',
        'SET amortised = c.amortised',
        'A cost asset would never decrease, nor come back when its run is reversed.',
      ],
      [
        'reversals-book-what-is-due-again',
        'AND CASE WHEN v_reverses THEN r.reverses_seq IS NOT NULL ELSE r.period <= p_run.period END\n    ) q',
        'AND r.period <= p_run.period\n    ) q',
        'A reversal of amortization would book nothing: the rows that reverse it and those due again cancel out.',
        { tests: ['e2e/revenue/runs/reversed-runs.test.ts'] },
      ],
      [
        'amortization-adds-to-the-asset',
        '(VALUES (c.expense_account_id, 1), (c.asset_account_id, -1))',
        '(VALUES (c.expense_account_id, -1), (c.asset_account_id, 1))',
        'Amortization would increase the asset.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/refuse-overlap.sql`,
    [
      'e2e/revenue/facts/bad-input.test.ts',
      'e2e/contracts/c/revenue.test.ts',
      'e2e/revenue/facts/estimates.test.ts',
    ],
    [
      [
        'price-versions-overlap',
        'IF v_found THEN',
        'IF false THEN',
        'Two standalone prices would be in force on the same day.',
        { tests: ['src/db/laws/revenue.db.test.ts'] },
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/refuse-second-posting.sql`,
    ['src/db/laws/revenue.db.test.ts'],
    [
      [
        'posted-rows-are-posted-again',
        'WHEN ((old.run_id IS NOT NULL))',
        'WHEN ((old.run_id IS NULL AND old.run_id IS NOT NULL))',
        'Anyone with access to the tables could post a month twice.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/known-through.sql`,
    ['e2e/revenue/reports/known-as-of.test.ts'],
    [
      [
        'reports-of-a-moment-see-the-unfinished',
        "WHEN v_running IS NULL THEN v_asked ELSE v_running - interval '1 microsecond' END",
        'WHEN true THEN v_asked END',
        'A report as of a past time would change when a transaction that began before it commits.',
      ],
    ],
  ),
];
