import { describe, expect, test } from 'vitest';
import type { PostableFacts } from '../ledger/accounts';
import type { EntryLine } from '../ledger/entry-line';
import { checkPosting, missingParts, type PostingFacts } from './checks';
import { missingDimensions } from './overridable-checks';
import { checkFourEyes, type FourEyesFacts } from './segregation';

const line = (lineNumber: number, accountId: string | null, debit: string, credit: string): EntryLine => ({
  lineNumber,
  documentLineNumber: lineNumber,
  accountId,
  debit,
  credit,
  baseDebit: debit,
  baseCredit: credit,
  currencyCode: 'USD',
  classId: null,
  departmentId: null,
  locationId: null,
  projectId: null,
  entityType: null,
  entityId: null,
  memo: null,
  isControl: false,
});
const account = (id: string): PostableFacts => ({
  id,
  code: id,
  isSummary: false,
  isControl: false,
  isActive: true,
});

const GOOD: PostingFacts = {
  document: {
    id: 'd',
    kind: 'INVOICE',
    status: 'APPROVED',
    glTransactionId: null,
    entityId: 'c',
    lineCount: 1,
  },
  entry: [line(1, '1200', '10.00', '0.00'), line(2, '4000', '0.00', '10.00')],
  currencyCode: 'USD',
  baseCurrencyCode: 'USD',
  accounts: new Map([account('1200'), account('4000')].map((one) => [one.id, one])),
  period: { label: '2026-09', status: 'OPEN' },
  postingDate: '2026-09-15',
  today: '2026-09-15',
  subsidiaryId: 's',
  mayPostSoftClosed: true,
  overrideChecks: false,
  fourEyes: null,
  requiredDimensions: [],
  credit: null,
  missingDimensions: [],
  duplicates: [],
};

const OWN_WORK: PostingFacts['fourEyes'] = {
  segregation: { enforce: true, threshold: '10' },
  isOwnWork: true,
  baseTotalAmount: '10.00',
  baseDebits: '10.00',
};

/** Breaks every rule at once, then fixes them one by one: the refusals show the order of precedence. */
const MENDING: [string, Partial<PostingFacts>][] = [
  ['INVALID_STATUS_TRANSITION', { document: { ...GOOD.document, status: 'DRAFT', lineCount: 0 } }],
  ['FORBIDDEN', { document: { ...GOOD.document, lineCount: 0 }, fourEyes: OWN_WORK }],
  ['INCOMPLETE_DOCUMENT', { document: { ...GOOD.document, lineCount: 0 }, fourEyes: null }],
  ['RATE_MISSING', { document: GOOD.document, entry: null }],
  ['NOT_BALANCED', { entry: [line(1, null, '10.00', '0.00'), line(2, '4000', '0.00', '9.00')] }],
  ['ACCOUNT_UNRESOLVED', { entry: [line(1, null, '10.00', '0.00'), line(2, '4000', '0.00', '10.00')] }],
  [
    'ACCOUNT_NOT_POSTABLE',
    {
      entry: GOOD.entry,
      accounts: new Map([
        ['1200', { ...account('1200'), isActive: false }],
        ['4000', account('4000')],
      ]),
    },
  ],
  [
    'INCOMPLETE_DOCUMENT',
    {
      accounts: GOOD.accounts,
      requiredDimensions: [{ documentLineNumber: 2, accountId: '4000', dimension: 'classId' }],
    },
  ],
  ['PERIOD_NOT_OPEN', { requiredDimensions: [], period: { label: '2026-09', status: 'CLOSED' } }],
  ['CHECKS_FAILED', { period: { label: '2026-09', status: 'SOFT_CLOSED' }, duplicates: ['INV-1'] }],
];

const codeOf = (facts: PostingFacts) => {
  const outcome = checkPosting(facts);
  return outcome.ok ? 'granted' : outcome.refusal.code;
};

describe('posting', () => {
  test('checks have one order of precedence for every surface', () => {
    let facts: PostingFacts = {
      ...GOOD,
      ...Object.fromEntries(MENDING.toReversed().flatMap(([, broken]) => Object.entries(broken))),
    };
    for (const [code, step] of MENDING) {
      facts = { ...facts, ...step };
      expect(codeOf(facts)).toBe(code);
    }
    expect(codeOf(GOOD)).toBe('granted');
  });

  test.each(MENDING.slice(0, -1))('overrideChecks does not override %s', (code, broken) => {
    expect(codeOf({ ...GOOD, ...broken, overrideChecks: true })).toBe(code);
  });

  const failing: PostingFacts = {
    ...GOOD,
    credit: { limit: '100', owed: '95', adds: '5.01', baseCurrencyCode: 'USD' },
    missingDimensions: [{ documentLineNumber: 2, accountId: '4000', dimension: 'departmentId' }],
    duplicates: ['INV-2026-000001'],
    postingDate: '2026-10-16',
    period: { label: '2026-10', status: 'SOFT_CLOSED' },
  };

  test('all failed overridable checks are reported at once, in order, with figures', () => {
    expect(checkPosting(failing)).toMatchObject({
      refusal: {
        code: 'CHECKS_FAILED',
        data: {
          checks: [
            {
              check: 'CREDIT_LIMIT',
              message: 'Credit limit: 95.00 owed + 5.01 is over the limit of 100.00 USD.',
            },
            { check: 'MISSING_DIMENSION', message: 'Recommended dimensions are missing: line 2 department.' },
            { check: 'DUPLICATE_DOCUMENT', message: 'This may be a duplicate of INV-2026-000001.' },
            {
              check: 'FAR_FUTURE_DATE',
              message: 'The posting date 2026-10-16 is 31 days ahead, more than 30.',
            },
            { check: 'SOFT_CLOSED_PERIOD', message: 'Period 2026-10 is soft-closed.' },
          ],
        },
      },
    });
  });

  test('overrideChecks overrides them and lists which', () => {
    const outcome = checkPosting({ ...failing, overrideChecks: true });
    expect(outcome.ok && outcome.value.map((one) => one.check)).toEqual([
      'CREDIT_LIMIT',
      'MISSING_DIMENSION',
      'DUPLICATE_DOCUMENT',
      'FAR_FUTURE_DATE',
      'SOFT_CLOSED_PERIOD',
    ]);
  });

  test('a soft-closed period without the permission cannot be overridden', () => {
    expect(codeOf({ ...failing, overrideChecks: true, mayPostSoftClosed: false })).toBe('PERIOD_NOT_OPEN');
  });

  test.each([
    ['exactly at the limit', '5', 'granted'],
    ['a cent over', '5.01', 'CHECKS_FAILED'],
    ['a negative invoice of a customer over the limit', '-1', 'granted'],
  ])('credit limit: %s', (_title, adds, code) => {
    const owed = adds === '-1' ? '500' : '95';
    expect(codeOf({ ...GOOD, credit: { limit: '100', owed, adds, baseCurrencyCode: 'USD' } })).toBe(code);
  });

  test('a date 30 days ahead is not far in the future', () => {
    expect(codeOf({ ...GOOD, postingDate: '2026-10-15' })).toBe('granted');
  });
});

test('a document is complete when it has lines; the counterparty is optional (2.6)', () => {
  expect(missingParts({ lineCount: 0 })).toEqual(['lines']);
  expect(missingParts({ lineCount: 2 })).toEqual([]);
});

describe('four eyes', () => {
  const codeFor = (more: Partial<FourEyesFacts>) => {
    const outcome = checkFourEyes({ ...OWN_WORK, ...more } as FourEyesFacts, 'gl.transaction.post');
    return outcome.ok ? 'granted' : outcome.refusal.code;
  };
  test.each<[string, Partial<FourEyesFacts>, string]>([
    ['one’s own document at the threshold', {}, 'FORBIDDEN'],
    ['one’s own document below the threshold', { baseTotalAmount: '9.99', baseDebits: '9.99' }, 'granted'],
    ['a credit counts by its absolute amount', { baseTotalAmount: '-10.00', baseDebits: '0' }, 'FORBIDDEN'],
    [
      'a journal counts by the sum of its debits',
      { baseTotalAmount: '0.00', baseDebits: '10.00' },
      'FORBIDDEN',
    ],
    ['another person', { isOwnWork: false }, 'granted'],
    ['no threshold', { segregation: { enforce: true, threshold: null }, baseDebits: '0' }, 'FORBIDDEN'],
    ['not enforced', { segregation: { enforce: false, threshold: null } }, 'granted'],
  ])('%s: %s', (_title, more, code) => {
    expect(codeFor(more)).toBe(code);
  });
});

test('recommended dimensions are checked on document lines only', () => {
  const recommended = new Map([['4000', ['departmentId', 'classId'] as const]]);
  const lines = [
    { ...line(1, '4000', '0', '1'), classId: 'c' },
    { ...line(2, '4000', '0', '1'), documentLineNumber: null },
    line(3, '5000', '1', '0'),
  ];
  expect(missingDimensions(lines, recommended)).toEqual([
    { documentLineNumber: 1, accountId: '4000', dimension: 'departmentId' },
  ]);
});
