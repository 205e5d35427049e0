import { type Mutant, plantedIn } from '../mutant';

const LAWS = 'prisma/sql/revenue';
const SUMS = ['e2e/revenue/reports/month-sums.test.ts'];
const THEN = ['e2e/revenue/reports/months-as-of.test.ts'];
const CHECKED = [
  'e2e/revenue/histories/checked/checked-contracts.test.ts',
  'e2e/revenue/histories/checked/checked-histories.test.ts',
];
const STANDINGS = ['e2e/revenue/histories/checked/checked-standings.test.ts'];
const SMALL = ['src/db/laws/revenue.db.test.ts'];

/** The sums by month, revenue posted on its event, what is posted once, and the drafts from which entries are made. */
export const SQL_REVENUE_SUMS: readonly Mutant[] = [
  ...plantedIn('sql', `${LAWS}/sum-revenue-bookings.sql`, SUMS, [
    [
      'bookings-count-once-a-month',
      'DO UPDATE SET booked = m.booked + excluded.booked\n  )',
      'DO UPDATE SET booked = excluded.booked\n  )',
      'Bookings of a month would show the last contract only.',
    ],
  ]),
  ...plantedIn(
    'sql',
    `${LAWS}/sum-revenue-movements.sql`,
    ['e2e/revenue/reports/movement-sums.test.ts'],
    [
      [
        'movements-count-once-a-period',
        'DO UPDATE SET deferred = m.deferred + excluded.deferred',
        'DO UPDATE SET deferred = excluded.deferred',
        'The roll-forward of a month would show the last movement only.',
      ],
      [
        'movements-count-once-a-day-of-recording',
        'DO UPDATE SET deferred = c.deferred + excluded.deferred;',
        'DO UPDATE SET deferred = excluded.deferred;',
        'A roll-forward as of an earlier time would subtract only the last movement of a day.',
      ],
      [
        'credits-are-billings',
        "CASE WHEN n.kind = 'DOCUMENT' AND n.amount < 0 THEN 'CREDIT' ELSE n.kind END",
        'n.kind',
        'The roll-forward would deduct credit memos from the billings.',
      ],
      [
        'movements-are-not-summed',
        'CREATE TRIGGER revenue_movements_summed AFTER INSERT ON revenue_movements\n  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_sum_revenue_movements();',
        '',
        'The roll-forward would stay empty.',
      ],
      [
        'days-keep-the-last-movement',
        'contract_asset = d.contract_asset + excluded.contract_asset,',
        'contract_asset = excluded.contract_asset,',
        'The tie-out of a day would compare the ledger with the last movement of each day.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/contract-sums.sql`,
    ['e2e/revenue/histories/contract-sums.test.ts', ...CHECKED],
    [
      [
        'contracts-agree-without-bookings',
        'AND b.booked = o.allocated\n',
        '\n',
        'A contract with less booked than allocated would pass the reconciliation before a close.',
      ],
      [
        'receivables-of-movements-are-not-compared',
        ' AND m.receivable = p.receivable AS agrees',
        ' AS agrees',
        'A receivable that does not come from a movement would pass the reconciliation of its contract.',
      ],
      [
        'voided-costs-are-added-up',
        'CASE WHEN k.voided THEN 0 ELSE k.amount END',
        'k.amount',
        'A cost that was recorded by mistake would differ from the ledger forever.',
      ],
    ],
  ),
  ...plantedIn('sql', `${LAWS}/touch-contracts.sql`, CHECKED, [
    [
      'changed-positions-touch-nothing',
      "('revenue_positions', 'INSERT'), ('revenue_positions', 'UPDATE'),",
      "('revenue_positions', 'INSERT'),",
      'A position changed without a movement would be found by the next full verification only.',
    ],
    [
      'changed-prices-touch-nothing',
      'IS DISTINCT FROM (o.transaction_price, o.contract_status,',
      'IS DISTINCT FROM (n.transaction_price, o.contract_status,',
      'A price that differs from its allocation would be found by the next full verification only.',
    ],
    [
      'marks-outlive-their-notes',
      "set_config('app.touched_contracts', v_mark, true)",
      "set_config('app.touched_contracts', v_mark, false)",
      'The next transaction on a connection would leave no note of the contracts that the one before touched.',
    ],
    [
      'contracts-touch-nothing',
      'CREATE TRIGGER revenue_contracts_touches_changed AFTER UPDATE ON revenue_contracts\n  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_touch_contracts();',
      '',
      'A contract of which only the price or status changed would keep its former sums.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/check-contracts.sql`, CHECKED, [
    [
      'what-was-checked-is-added-twice',
      'SELECT b.contract_id, b.subsidiary_id, b.currency_code, false, -b.deferred,',
      'SELECT b.contract_id, b.subsidiary_id, b.currency_code, false, b.deferred,',
      'The totals would grow with every check of a contract that owes a service.',
    ],
    [
      'broken-contracts-are-forgotten',
      'FROM present p WHERE NOT p.o_agrees HAVING count(*) > 0',
      'FROM present p WHERE false HAVING count(*) > 0',
      'A contract whose rows do not agree would be named until a server checked it, and by no reconciliation after that.',
    ],
    [
      'totals-keep-the-last-check',
      'planned = t.planned + excluded.planned',
      'planned = excluded.planned',
      'The summary would be compared with the contracts of the last check.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/check-contracts.sql`, STANDINGS, [
    [
      'balances-keep-the-last-check',
      'due_soon = t.due_soon + excluded.due_soon',
      'due_soon = excluded.due_soon',
      'The current part of the contract liability would be that of the contracts checked last.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/touch-contracts.sql`, STANDINGS, [
    [
      'changed-ends-touch-nothing',
      'o.subsidiary_id, o.currency_code, o.end_date)',
      'o.subsidiary_id, o.currency_code, n.end_date)',
      'What is due within the year would follow the end that a contract had when it was last checked.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/month-number.sql`, STANDINGS, [
    [
      'years-have-ten-months',
      '::integer * 12 +',
      '::integer * 10 +',
      'A range across years would confuse months of different years.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/contract-standings.sql`, STANDINGS, [
    [
      'posted-rows-stay-due',
      'FROM plans p WHERE NOT p.is_open',
      'FROM plans p WHERE false',
      'Revenue that was posted would still count as due within the year.',
    ],
    [
      'unscheduled-amounts-are-due-at-once',
      'SELECT c.n, c.unscheduled_since, NULL, NULL, NULL, NULL, NULL, b.amount',
      'SELECT c.n, 0, NULL, NULL, NULL, NULL, NULL, b.amount',
      'The unscheduled part of a contract of several years would be current on its first day.',
    ],
    [
      'months-are-those-of-all-contracts',
      'WINDOW w AS (PARTITION BY m.n ORDER BY m.month ROWS UNBOUNDED PRECEDING)',
      'WINDOW w AS (ORDER BY m.n, m.month ROWS UNBOUNDED PRECEDING)',
      'Contracts checked together would have balances as if each continued where the one before it ended.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/balance-parts.sql`, STANDINGS, [
    [
      'opening-liability-has-no-limit',
      'least(greatest(e.earned - s.earned_before, 0), greatest(s.before, 0))',
      'greatest(e.earned - s.earned_before, 0)',
      'All revenue of a range would count as released from the opening liability.',
    ],
    [
      'later-months-release-again',
      'CASE WHEN e.month = s.month THEN 0 ELSE',
      'CASE WHEN true THEN 0 ELSE',
      'What a range releases from its opening liability would be added up again for each of its months.',
    ],
    [
      'assets-are-liabilities',
      '(greatest(-e.net, 0) - greatest(-e.net_before, 0))) AS contract_asset',
      '(greatest(e.net, 0) - greatest(e.net_before, 0))) AS contract_asset',
      'Contract assets would be shown at the amount of the liabilities.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/sum-revenue-rows.sql`, SUMS, [
    [
      'plans-count-once-a-month',
      'DO UPDATE SET planned = m.planned + excluded.planned\n      )',
      'DO UPDATE SET planned = excluded.planned\n      )',
      'The forecast of a month would show the last contract only.',
    ],
    [
      'revenue-told-late-is-posted-in-no-month',
      'WHERE g.posted_period <> g.period',
      'WHERE false',
      'The report by month would not reconcile to the ledger once something was recorded late.',
    ],
    [
      'new-rows-are-not-planned',
      'CREATE TRIGGER revenue_rows_planned AFTER INSERT ON revenue_rows\n  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_sum_revenue_rows();',
      '',
      'The forecast would stay empty.',
    ],
    [
      'posted-rows-are-not-settled',
      'CREATE TRIGGER revenue_rows_posted AFTER UPDATE ON revenue_rows\n  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_sum_revenue_rows();',
      '',
      'Revenue that is posted would still be shown as expected.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/sum-revenue-rows.sql`, THEN, [
    [
      'what-was-planned-on-a-day-is-forgotten',
      'DO UPDATE SET planned = m.planned + excluded.planned;',
      'DO UPDATE SET planned = excluded.planned;',
      'A report as of last month would subtract only a part of what was recorded since.',
    ],
    [
      'postings-are-known-before-they-are-made',
      "(g.posted_at AT TIME ZONE 'utc')::date AS recorded_on",
      "(g.posted_at AT TIME ZONE 'utc')::date - 40 AS recorded_on",
      'A report as of last month would show what this month posted.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/sum-revenue-bookings.sql`, THEN, [
    [
      'what-was-booked-on-a-day-is-forgotten',
      'DO UPDATE SET booked = m.booked + excluded.booked;',
      'DO UPDATE SET booked = excluded.booked;',
      'A waterfall as of last month would subtract only a part of what was booked since.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/date-revenue-row.sql`, THEN, [
    [
      'what-a-later-fact-took-is-gone-before-it',
      'v.id IN (NEW.event_id, NEW.cause_id)',
      'v.id = NEW.event_id',
      'A report of March would already lack what a change in June reverses.',
    ],
    [
      'rows-are-not-dated',
      'CREATE TRIGGER revenue_rows_dated BEFORE INSERT ON revenue_rows\n  FOR EACH ROW WHEN ((new.effective_on IS NULL)) EXECUTE FUNCTION daybook_date_revenue_row();',
      '',
      'A report of March would show what takes effect in June.',
    ],
  ]),
  ...plantedIn(
    'sql',
    `${LAWS}/post-event-rows.sql`,
    ['e2e/revenue/runs/on-event.test.ts'],
    [
      [
        'an-event-posts-what-else-is-due',
        'AND r.event_id = p_event AND r.run_id IS NULL',
        'AND r.run_id IS NULL',
        'A delivery would post the usage of a month that no one has run yet.',
      ],
      [
        'an-event-posts-what-is-on-hold',
        ' AND NOT o.held',
        '',
        'Revenue in dispute would be recognized when its event is recorded.',
        {
          survives:
            'The use-case checks what is open and not on hold before it calls, and recognise skips what is on hold: the second of three guards.',
        },
      ],
    ],
  ),
  ...plantedIn('sql', `${LAWS}/refuse-posting-twice.sql`, SMALL, [
    [
      'costs-are-amortized-twice',
      'IF EXISTS (SELECT 1 FROM old_rows WHERE run_id IS NOT NULL) THEN',
      'IF EXISTS (SELECT 1 FROM old_rows WHERE run_id IS NULL AND amount < 0) THEN',
      'Anyone with access to the tables could amortize a month twice.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/refuse-overlap.sql`, SMALL, [
    [
      'prices-are-not-asked-for-overlaps',
      'CREATE TRIGGER ssp_entries_overlap AFTER INSERT OR UPDATE ON ssp_entries\n  FOR EACH ROW EXECUTE FUNCTION daybook_refuse_overlap();',
      '',
      'Two standalone prices would apply on one day.',
    ],
    [
      'policies-are-not-asked-for-overlaps',
      'CREATE TRIGGER revenue_policies_overlap AFTER INSERT OR UPDATE ON revenue_policies\n  FOR EACH ROW EXECUTE FUNCTION daybook_refuse_overlap();',
      '',
      'Two revenue policies would apply on one day.',
    ],
    [
      'two-versions-at-once-overlap',
      'PERFORM pg_advisory_xact_lock(hashtextextended(TG_TABLE_NAME || NEW.organization_id::text || v_key, 0));',
      '',
      'Two people who enter a price at once would both be right on one day.',
    ],
  ]),
  ...plantedIn(
    'sql',
    `${LAWS}/revenue-move.sql`,
    ['e2e/revenue/histories/laws.test.ts'],
    [
      [
        'a-rate-is-taken-for-an-amount',
        'rate numeric, document_base numeric',
        'document_base numeric, rate numeric',
        'A payment in euros would leave an exchange difference in the books.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    'prisma/sql/ledger/entry-draft.sql',
    ['e2e/revenue/contract-costs.test.ts'],
    [
      [
        'drafts-bear-the-other-currency',
        'currency_code text,\n  base_currency_code text',
        'base_currency_code text,\n  currency_code text',
        'Amortization of a cost in euros could not be followed to its entry.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    'prisma/sql/ledger/line-draft.sql',
    ['e2e/ledger/histories.test.ts'],
    [
      [
        'base-amounts-change-sides',
        'base_debit numeric, base_credit numeric',
        'base_credit numeric, base_debit numeric',
        'Reversals and runs would move the balances in base currency the wrong way, while their lines are right.',
      ],
    ],
  ),
];
