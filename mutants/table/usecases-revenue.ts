import { type Mutant, plantedIn } from '../mutant';

const LATE_INTEREST = ['e2e/revenue/facts/late-interest.test.ts'];
const CARRIED = ['e2e/revenue/facts/carried-accounts.test.ts'];

/** What facts and runs post of contracts. */
export const USECASES_REVENUE: readonly Mutant[] = [
  ...plantedIn(
    'usecases',
    'src/usecases/revenue/reports/report-balances.ts',
    ['e2e/revenue/reports/contract-balances.test.ts'],
    [
      [
        'the-last-contract-is-not-listed',
        'Math.min(input.limit, totals.contracts)',
        'Math.min(input.limit, totals.contracts - 1)',
        'The balances of a company with one contract would list none.',
      ],
    ],
  ),
  ...plantedIn('usecases', 'src/usecases/revenue/events/post-interest-move.ts', LATE_INTEREST, [
    [
      'interest-stays-carried-at-nothing',
      ' || isResidue(carriedThrough(interest.moved, account, on))',
      '',
      'An account of interest would be carried at something for good, although nothing stands in it.',
      { title: 'money that came and went in between' },
    ],
  ]),
  ...plantedIn('usecases', 'src/usecases/revenue/runs/reverse-run.ts', LATE_INTEREST, [
    [
      'reversed-runs-keep-interest-earned',
      '  await settleInterestOfRun(call, id);\n',
      '',
      'Interest on an advance would stay revenue although its revenue was taken back.',
      { title: 'the run reversed puts it back there' },
    ],
  ]),
  ...plantedIn('usecases', 'src/usecases/revenue/events/post-position.ts', CARRIED, [
    [
      'suppliers-leave-at-the-rate-of-the-day',
      "role === 'SUPPLIER_PAYABLE' ? await owedToSuppliers(context.tenant, contract) : null",
      'null',
      'A base amount would be owed to a supplier to whom nothing is owed.',
      { title: 'voided after its month was closed leaves' },
    ],
  ]),
  ...plantedIn('usecases', 'src/usecases/revenue/events/post-carried.ts', CARRIED, [
    [
      'journals-are-not-kept-with-their-facts',
      '...{ eventId, causeId: at.causeId, ratedOn, exchangeRate: rate },',
      '...{ eventId: null, causeId: null, ratedOn: null, exchangeRate: rate },',
      'An estimate voided after its goods were released would return at the rate of the day.',
      { title: 'voided after its goods were released' },
    ],
    [
      'facts-without-a-journal-take-the-rate-of-the-day',
      'at.recorded.includes(eventId) ? bookingDay(on, at.open, subsidiaryId) : on',
      'bookingDay(on, at.open, subsidiaryId)',
      'An estimate voided after the close of the next would move that to the rate of a later month.',
      { title: 'that changed nothing' },
    ],
  ]),
  ...plantedIn('usecases', 'src/usecases/fx/correct-carried.ts', CARRIED, [
    [
      'releases-keep-a-wrong-rate',
      'const rate = isAsked ? tableRate(correction, ratedOn) : exchangeRate;',
      'const rate = exchangeRate;',
      'What a corrected rate brought would not be what is released later.',
      { title: 'follows a corrected rate' },
    ],
    [
      'facts-are-corrected-as-if-recorded-at-once',
      '(move.contractId !== contractId || move.causeId !== causeId)',
      'move.contractId !== contractId',
      'A corrected rate would change what was so before a fact was voided.',
      { title: 'of a principal’s delivery too' },
    ],
    [
      'a-corrected-move-is-corrected-again',
      'corrected.map(({ move: { id, contractId }, is, rate }) => ({',
      'corrected.map(({ move: { id, contractId }, was: is, rate }) => ({',
      'A second run would post the difference again.',
      { title: 'follows a corrected rate' },
    ],
  ]),
  ...plantedIn(
    'usecases',
    'src/usecases/revenue/events/record-document.ts',
    ['e2e/revenue/facts/credited.test.ts'],
    [
      [
        'large-credits-leave-the-refund-liability',
        "if (liability.lte(ZERO)) return alone('CONCESSION');",
        "if (liability.lt(amount)) return alone('CONCESSION');",
        'A credit memo of more than the refund liability would lower the price twice by what was to be refunded.',
        { title: 'settles the liability, and lowers the price by the rest' },
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/revenue/reports/judgement-shape.ts',
    ['e2e/revenue/facts/judged-costs.test.ts'],
    [
      [
        'judgments-of-costs-are-left-out',
        "topic === 'COST';",
        "topic !== 'COST';",
        'Asked for judgments on costs, an auditor would be shown none.',
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/revenue/reports/list-judgements.ts',
    ['e2e/revenue/facts/judged-costs.test.ts'],
    [
      [
        'a-page-goes-on-behind-the-contract-it-divides',
        'return { rows, nextCursor: encode({ contractDate, id, cost: cost ?? BEFORE_COSTS }) };',
        'return { rows, nextCursor: encode({ contractDate, id }) };',
        'The costs that do not fit a page would be on no page.',
      ],
      [
        'a-divided-contract-begins-again',
        'const whole = begun === undefined ? contracts : contracts.slice(1);',
        'const whole = contracts;',
        'What does not stand in costs would be listed once more on each page of a contract.',
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/revenue/reports/show-judgements.ts',
    ['e2e/revenue/facts/judged-costs.test.ts'],
    [
      [
        'the-first-judgments-are-on-every-page',
        'begun === undefined ? lines.filter((row) => isWanted(row, wanted)) : [];',
        'lines.filter((row) => isWanted(row, wanted));',
        'What does not stand in costs would be shown again on each page of a contract.',
      ],
      [
        'a-page-that-is-full-is-the-last',
        'limit: room + 1 };',
        'limit: room };',
        'No page of a contract would say that others follow.',
      ],
      [
        'a-whole-is-in-hand-at-once',
        'atOnce: COSTS_AT_ONCE,',
        'atOnce: 100_000,',
        'Everyone would wait while the judgments of thirty thousand costs are put together.',
        { tests: ['e2e/revenue/growth.test.ts'], title: 'as a whole, and in a file' },
      ],
      [
        'a-whole-of-another-topic-has-costs',
        'mayBeOfCosts(wanted) ? null : 0',
        'null',
        'Asked for the judgments on financing, a program would be given every cost of the contract.',
      ],
    ],
  ),
];
