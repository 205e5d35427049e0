import { type Mutant, plantedIn } from '../mutant';

/** Documents, periods, settlements, prospects and subscriptions. */
export const USECASES_LEDGER: readonly Mutant[] = [
  ...plantedIn(
    'usecases',
    'src/usecases/intercompany/create-mirrors.ts',
    ['e2e/ledger/groups/missing-mirrors.test.ts'],
    [
      [
        'withdrawn-documents-are-mirrored',
        "if (isWithdrawn(source)) return 'The document",
        "if (source.id === '') return 'The document",
        'A sister company would get the bill of an invoice that was canceled before.',
        { title: 'canceled meanwhile' },
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/periods/move-period.ts',
    ['e2e/ledger/closing/periods.test.ts'],
    [
      [
        'who-closed-a-period-reopens-it',
        "if (step.to === 'back') await demandSecondPerson(context, period);",
        '',
        'One person could close a month, reopen it, change it and close it again.',
        { title: 'four eyes' },
      ],
      [
        'reopening-asks-for-four-eyes-everywhere',
        'if (!(await organizationSettings(tenant)).enforceSegregation) return;',
        '',
        'An organization of one accountant could never reopen a month.',
      ],
      [
        'closing-asks-for-no-blockers',
        "if (step.to === 'CLOSED') await demandNoBlockers(context, period, from);",
        '',
        'A month would be closed with drafts in it.',
      ],
      [
        'closing-holds-no-lock',
        'await lockPeriods(tenant);\n  const period',
        'const period',
        'A posting in progress could end up in a period that is already closed.',
        { tests: ['e2e/ledger/closing/closing-races.test.ts'] },
      ],
      [
        'locking-leaves-documents-open',
        "if (to === 'LOCKED') {",
        'if (false) {',
        'Documents of a locked year would still look as if they could change.',
      ],
      [
        'a-reopened-period-never-closes-by-itself',
        'reopenedFrom: running ?? from, reopenedUntil: until }',
        'reopenedFrom: running ?? from, reopenedUntil: null }',
        'A period reopened for a day would stay open.',
      ],
      [
        'a-second-step-back-forgets-the-first',
        'reopenedFrom: running ?? from,',
        'reopenedFrom: from,',
        'A closed period reopened twice would return to an intermediate status.',
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/periods/reopen-period.ts',
    ['e2e/ledger/closing/periods.test.ts'],
    [
      [
        'reopened-until-yesterday',
        'ahead <= 0 || ahead > LONGEST_DAYS * DAY',
        'ahead > LONGEST_DAYS * DAY',
        'Reopening until a time that has already passed would appear to succeed and do nothing.',
      ],
      [
        'reopened-for-years',
        'ahead <= 0 || ahead > LONGEST_DAYS * DAY',
        'ahead <= 0',
        'A closed month could be reopened for years.',
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/transactions/lock-document.ts',
    ['e2e/ledger/confined.test.ts'],
    [
      [
        'locked-documents-ignore-the-version',
        'expectVersion(context, record);',
        '',
        'An approval could apply to a different version than the one that was read.',
        {
          tests: [
            'e2e/contracts/c/transactions-additions.test.ts',
            'e2e/contracts/c/transactions-read-approve.test.ts',
          ],
        },
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/prospects/convert-prospect.ts',
    ['e2e/contracts/a/prospect-conversion.test.ts'],
    [
      [
        'prospect-converted-twice-at-once',
        "{ prospectStatus: { not: 'converted' } },",
        '{},',
        'Two conversions at once would both succeed and create two customers from one prospect.',
        { title: 'conversions at once' },
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/revenue/reports/explain-figure.ts',
    ['e2e/ledger/confined.test.ts'],
    [],
  ),
];
