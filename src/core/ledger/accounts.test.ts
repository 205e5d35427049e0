import { describe, expect, test } from 'vitest';
import { ACCOUNT_TYPES, checkPostable, isProfitAndLoss, normalSideOf, type PostableFacts } from './accounts';

const account = (code: string, more: Partial<PostableFacts> = {}): [string, PostableFacts] => [
  code,
  { id: code, code, isSummary: false, isControl: false, isActive: true, ...more },
];
const CHART = new Map([
  account('1000', { isSummary: true }),
  account('1200', { isControl: true }),
  account('4000'),
  account('4999', { isActive: false }),
]);
const line = (documentLineNumber: number | null, accountId: string | null, isControl = false) => ({
  documentLineNumber,
  accountId,
  isControl,
});

describe('every line resolves to an active posting account', () => {
  test('a line of the subledger itself may use its control account', () => {
    expect(checkPostable([line(null, '1200', true), line(1, '4000')], CHART).ok).toBe(true);
  });

  test('summary, inactive and control accounts are refused together, each named once by code', () => {
    const lines = [line(3, '4999'), line(1, '1200'), line(2, '1000'), line(4, '1200')];
    expect(checkPostable(lines, CHART)).toMatchObject({
      refusal: {
        code: 'ACCOUNT_NOT_POSTABLE',
        data: {
          accounts: [
            { code: '1000', why: 'SUMMARY' },
            { code: '1200', why: 'CONTROL' },
            { code: '4999', why: 'INACTIVE' },
          ],
        },
      },
    });
  });

  test('lines without a known account are named first; the posting rule’s own account counts as line 0', () => {
    const lines = [line(null, null, true), line(2, 'unknown'), line(1, null), line(3, '1000')];
    expect(checkPostable(lines, CHART)).toMatchObject({
      refusal: {
        code: 'ACCOUNT_UNRESOLVED',
        message: 'Line 1, 2 has no account and the posting rule of the transaction type has no account.',
        data: { lineNumbers: [0, 1, 2] },
      },
    });
  });
});

test('normal sides and statements of the eight types', () => {
  expect(ACCOUNT_TYPES.map((type) => [type, normalSideOf(type), isProfitAndLoss(type)])).toEqual([
    ['ASSET', 'DEBIT', false],
    ['LIABILITY', 'CREDIT', false],
    ['EQUITY', 'CREDIT', false],
    ['REVENUE', 'CREDIT', true],
    ['COST_OF_SALES', 'DEBIT', true],
    ['EXPENSE', 'DEBIT', true],
    ['OTHER_INCOME', 'CREDIT', true],
    ['OTHER_EXPENSE', 'DEBIT', true],
  ]);
});
