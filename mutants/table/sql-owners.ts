import { type Mutant, plantedIn } from '../mutant';

const REVENUE = 'prisma/sql/revenue';
const DOCUMENTS = 'prisma/sql/documents';
const LEDGER = 'prisma/sql/ledger';

/** Laws with two texts, in the database and in core: the generated test that compares the two notices. */
export const SQL_OWNERS: readonly Mutant[] = [
  ...plantedIn(
    'sql',
    `${REVENUE}/recognise.sql`,
    ['e2e/revenue/recognition.test.ts'],
    [
      [
        'dimensions-share-one-line',
        'any_value(d.place) AS place,\n           any_value(d.entry_id) AS entry_id, any_value(d.currency_code) AS currency_code, any_value(d.rate) AS rate,\n           sum(d.amount) AS part, count(*)::int AS rows\n    FROM marked d GROUP BY 1, 2, 3, 4, 5, 6',
        'any_value(d.place) AS place,\n           any_value(d.entry_id) AS entry_id, any_value(d.currency_code) AS currency_code, any_value(d.rate) AS rate,\n           sum(d.amount) AS part, count(*)::int AS rows\n    FROM (SELECT m.contract_id, m.account_id, m.class_id, m.department_id, m.location_id, NULL::uuid AS project_id, m.place, m.entry_id, m.currency_code, m.rate, m.amount FROM marked m) d GROUP BY 1, 2, 3, 4, 5, 6',
        'Revenue of a project would not be assigned to it.',
      ],
      [
        'shared-entries-net-their-sides',
        'w.memo, sign(CASE WHEN w.amount <> 0 THEN w.amount ELSE w.base END)\n    UNION ALL\n    SELECT w.* FROM raw w WHERE NOT v_shared',
        'w.memo\n    UNION ALL\n    SELECT w.* FROM raw w WHERE NOT v_shared',
        'Changes of two contracts that cancel out would go unnoticed.',
      ],
      [
        'pending-amounts-stay-pending',
        'recognised = p.recognised + v.amount, pending = p.pending - v.receivable',
        'recognised = p.recognised + v.amount',
        'An amount would fall due twice.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${REVENUE}/effect-of-revenue.sql`,
    ['e2e/revenue/recognition.test.ts', 'src/db/laws/revenue-effects.db.test.ts'],
    [
      [
        'exchange-differences-become-revenue',
        'CASE WHEN v.due > 0 AND (v.due > p_amount OR p_receivable < 0)',
        'CASE WHEN false',
        'Revenue would be measured at the rates of older balances, and a run could stop at an entry that does not balance.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${REVENUE}/move-positions.sql`,
    ['e2e/revenue/runs/moves.test.ts'],
    [
      [
        'moves-that-share-an-entry-net-their-sides',
        'w.memo, sign(CASE WHEN w.amount <> 0 THEN w.amount ELSE w.base END)\n',
        'w.memo\n',
        'Changes of two contracts that cancel out would go unnoticed.',
      ],
      [
        'bills-that-wait-are-forgotten',
        'pending = p.pending + v.pending',
        'pending = p.pending',
        'An amount billed before its performance would never fall due.',
      ],
      [
        'documents-stand-on-two-sides',
        'CASE WHEN sign(s.amount) * sign(s.base) < 0 THEN daybook_round_even(s.amount * e.rate, v_minor) ELSE s.base END',
        's.base',
        'A credit memo could not be posted after the rate has fallen.',
        {
          tests: ['e2e/revenue/foreign.test.ts'],
          title: 'a credit memo larger than the contract liability',
        },
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${REVENUE}/position-change.sql`,
    ['e2e/revenue/runs/moves.test.ts'],
    [
      [
        'changes-are-kept-in-whole-cents',
        'net numeric, net_base',
        'net numeric(20, 2), net_base',
        'Dinars would lose their third digit on the way into the position.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${REVENUE}/revenue-line.sql`,
    ['e2e/revenue/runs/reversed-runs.test.ts'],
    [
      [
        'lines-of-revenue-exchange-amount-and-base',
        'amount numeric, base numeric',
        'base numeric, amount numeric',
        'The entry of a reversal in another currency would not balance.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${REVENUE}/plan-for.sql`,
    ['src/db/laws/revenue-effects.db.test.ts'],
    [
      [
        'large-runs-are-planned-for-a-few-rows',
        'p_rows <= 8',
        'p_rows >= 0',
        'A run of thousands of contracts would be planned as if it were of ten.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${REVENUE}/post-event-rows.sql`,
    ['e2e/revenue/recognition.test.ts'],
    [
      [
        'events-post-months-to-come',
        '      AND r.period <= v_run.period AND r.source',
        '      AND r.source',
        'Revenue of later months would be recognized with the event.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${REVENUE}/share-even.sql`,
    ['e2e/revenue/runs/carried.test.ts'],
    [
      [
        'shares-divide-with-few-places',
        'round(p_amount * p_part, 30) / p_whole',
        'p_amount * p_part / p_whole',
        'A quotient next to a tie would be rounded like the tie, off by a cent.',
      ],
      [
        'shares-round-half-away',
        'daybook_round_even(round(p_amount * p_part, 30) / p_whole, p_digits)',
        'round(round(p_amount * p_part, 30) / p_whole, p_digits)',
        'The database and the core would differ by a cent.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${REVENUE}/round-even.sql`,
    ['e2e/revenue/runs/carried.test.ts'],
    [
      [
        'ties-go-towards-zero',
        'AND mod(v_down / v_unit, 2) = 0 THEN',
        'THEN',
        'Amounts in base currency would shrink by half a cent at a time.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${REVENUE}/effect-of-move.sql`,
    ['e2e/revenue/runs/moves.test.ts'],
    [
      [
        'payouts-take-the-whole-credit',
        'WHEN m.amount < 0 THEN m.amount ELSE least(m.amount, p_receivable)',
        'ELSE least(m.amount, p_receivable)',
        'A credit of which a part is paid out would vanish from the receivables.',
      ],
      [
        'void-bills-leave-what-waits',
        'WHEN m.amount < 0 THEN least(m.amount + p_pending, 0)',
        'WHEN m.amount < 0 THEN m.amount',
        'A voided bill could still fall due.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${REVENUE}/book-cost-rows.sql`,
    ['e2e/revenue/amortization.test.ts'],
    [
      [
        'amortization-rounds-each-month',
        'daybook_round_even(q.upto * q.exchange_rate, v_books.o_minor_units)\n             - daybook_round_even((q.upto - q.amount) * q.exchange_rate, v_books.o_minor_units) AS base',
        'daybook_round_even(q.amount * q.exchange_rate, v_books.o_minor_units) AS base',
        'The months would not sum to what was capitalized.',
      ],
      [
        'amortization-nets-its-sides',
        'GROUP BY c.currency_code, c.provides, s.account_id, s.sign * sign(c.amount)',
        'GROUP BY c.currency_code, c.provides, s.account_id',
        'Changes of two costs that cancel out would go unnoticed.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${REVENUE}/sum-revenue-rows.sql`,
    ['e2e/revenue/reports/month-sums.test.ts'],
    [
      [
        'late-revenue-is-posted-nowhere',
        'SELECT g.posted_period, 0, g.amount WHERE g.posted_period <> g.period',
        'SELECT g.posted_period, 0, g.amount WHERE false',
        'Reports by month would miss revenue of missed months.',
      ],
      [
        'planned-revenue-counts-once',
        'DO UPDATE SET planned = m.planned + excluded.planned\n      )',
        'DO UPDATE SET planned = m.planned\n      )',
        'The waterfall would show the first contract of each month.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${REVENUE}/sum-revenue-bookings.sql`,
    ['e2e/revenue/reports/month-sums.test.ts'],
    [
      [
        'bookings-count-once',
        'DO UPDATE SET booked = m.booked + excluded.booked\n  )',
        'DO UPDATE SET booked = m.booked\n  )',
        'Bookings by month would show the first contract only.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LEDGER}/append-entries.sql`,
    ['e2e/ledger/balances.test.ts'],
    [
      [
        'appended-credits-count-once',
        'debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,\n    base_debit',
        'debit = b.debit + excluded.debit, credit = excluded.credit,\n    base_debit',
        'Balances in transaction currency would differ from their lines.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LEDGER}/check-new-lines.sql`,
    ['e2e/ledger/balances.test.ts'],
    [
      [
        'lines-with-a-project-alone-carry-none',
        'WHERE coalesce(l.class_id, l.department_id, l.location_id, l.project_id) IS NOT NULL\n    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9',
        'WHERE coalesce(l.class_id, l.department_id, l.location_id) IS NOT NULL\n    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9',
        'A project’s report would miss what carries nothing else.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LEDGER}/check-new-lines.sql`,
    ['e2e/revenue/reports/movement-sums.test.ts', 'e2e/ledger/evidence/immutability.test.ts'],
    [
      [
        'deferred-lines-count-once-a-day-of-recording',
        'DO UPDATE SET amount = c.amount + excluded.amount;',
        'DO UPDATE SET amount = excluded.amount;',
        'The ledger’s side of a roll-forward as of an earlier time would subtract only the last posting of a day.',
      ],
      [
        'entries-of-another-moment',
        ' AND e.created_at = v_recorded',
        '',
        'An entry could say that it was recorded earlier, while its deferred revenue is kept under the day of its transaction.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/reports/trial-balance.ts',
    ['e2e/ledger/balances.test.ts'],
    [
      [
        'cut-months-lose-a-day',
        '+ 1 else c.start_date end',
        ' else c.start_date end',
        'A balance in the middle of a month would miss the postings of its own day.',
      ],
      [
        'the-13th-period-is-subtracted',
        'and q.start_date <= c.end_date) as subtracts',
        'and false) as subtracts',
        'Closing adjustments would be subtracted from a December that does not contain them.',
      ],
      [
        'statements-bear-long-names',
        "one.column.charAt(0))\n      .join(''),",
        "one.column)\n      .join('_'),",
        'A report by several dimensions would fail when it is requested again with different ones.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${DOCUMENTS}/judge-postings.sql`,
    ['e2e/ledger/far-future-border.test.ts'],
    [
      [
        'the-far-future-begins-a-day-early',
        "a.posting_date > p_today + 30 THEN 'FAR_FUTURE_DATE'",
        "a.posting_date >= p_today + 30 THEN 'FAR_FUTURE_DATE'",
        'The thirtieth day would require an override for the posting but not in the preview.',
      ],
      [
        'the-far-future-counts-months',
        "a.posting_date > p_today + 30 THEN 'FAR_FUTURE_DATE'",
        "a.posting_date > p_today + interval '1 month' THEN 'FAR_FUTURE_DATE'",
        'The limit would depend on the length of the month.',
      ],
      [
        'entries-balance-in-base-alone',
        'WHEN f.lines < 2 OR f.debits <> f.credits OR f.base_debits <> f.base_credits THEN',
        'WHEN f.lines < 2 OR f.base_debits <> f.base_credits THEN',
        'An entry could balance in dollars and not in euros.',
        { tests: ['e2e/ledger/evidence/totals.test.ts'] },
      ],
      [
        'entries-may-differ-in-base',
        'WHEN f.lines < 2 OR f.debits <> f.credits OR f.base_debits <> f.base_credits THEN',
        'WHEN f.lines < 2 OR f.debits <> f.credits THEN',
        'An entry could balance in euros and not in dollars.',
        { tests: ['e2e/ledger/evidence/totals.test.ts'] },
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${DOCUMENTS}/check-document.sql`,
    ['e2e/ledger/evidence/totals.test.ts'],
    [
      [
        'totals-ignore-the-tax',
        'NEW.total_amount <> NEW.subtotal_amount + NEW.tax_amount - NEW.discount_amount',
        'NEW.total_amount - NEW.tax_amount > NEW.subtotal_amount - NEW.discount_amount',
        'A document could be stored for less than its parts.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${DOCUMENTS}/insert-transaction-parts.sql`,
    ['e2e/ledger/evidence/totals.test.ts'],
    [
      [
        'stored-lines-lose-their-tax',
        'l.tax_code_id, l.tax_rate_percent, l.tax_amount, l.account_id',
        'l.tax_code_id, l.tax_rate_percent, 0, l.account_id',
        'Lines would not sum to the document.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${DOCUMENTS}/exceeds-credit.sql`,
    ['e2e/ledger/settlement/credit-limit.test.ts'],
    [
      [
        'credit-counts-the-last-digit-of-a-division',
        '/ o.total_amount), 4)',
        '/ o.total_amount), 30)',
        'A customer exactly at the limit could be refused.',
      ],
      [
        'credit-counts-credit-memos',
        "AND o.kind = 'INVOICE' AND o.transaction_status = 'POSTED'",
        "AND o.transaction_status = 'POSTED'",
        'What a customer is owed would count as owed by them.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/stores/documents/exchange-rates.ts',
    ['e2e/ledger/currencies/exchange-rates.test.ts'],
    [
      [
        'documents-take-the-oldest-rate',
        'order by r.from_currency, r.to_currency, r.rate_date desc`',
        'order by r.from_currency, r.to_currency, r.rate_date`',
        'Revenue would be measured at a rate of years ago.',
      ],
      [
        'rates-of-the-day-come-too-late',
        "and r.rate_type = 'SPOT' and r.rate_date <= $3::date",
        "and r.rate_type = 'SPOT' and r.rate_date < $3::date",
        'The rate entered for a day would not count on it.',
      ],
    ],
  ),
];
