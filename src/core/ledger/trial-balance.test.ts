import { describe, expect, test } from 'vitest';
import { type AccountType, normalSideOf } from './accounts';
import { type AccountBalance, type Movement, trialBalance } from './trial-balance';

const none: Movement = { debit: '0', credit: '0' };
const dr = (debit: string): Movement => ({ debit, credit: '0' });
const cr = (credit: string): Movement => ({ debit: '0', credit });

const balance = (
  code: string,
  type: AccountType,
  beforeYear: Movement,
  yearToDate: Movement,
  period: Movement = none,
): AccountBalance => ({
  accountId: code,
  code,
  name: `account ${code}`,
  type,
  normalSide: normalSideOf(type),
  beforeYear,
  yearToDate,
  period,
});

/**
 * Last year: sales of 500 on account, rent of 200 paid out of 1,000 of capital.
 * This year: sales of 300 on account (100 of them this month), and 50 more than was owed collected from a customer.
 */
const BOOKS = [
  balance('5000', 'EXPENSE', dr('200'), none),
  balance('1000', 'ASSET', { debit: '1000', credit: '200' }, dr('850')),
  balance('1200', 'ASSET', dr('500'), { debit: '300', credit: '850' }, dr('100')),
  balance('3000', 'EQUITY', cr('1000'), none),
  balance('3900', 'EQUITY', none, none),
  balance('4000', 'REVENUE', cr('500'), cr('300'), cr('100')),
];
const options = { baseCurrencyCode: 'USD', retainedEarningsAccountId: '3900' };
const columns = (report: ReturnType<typeof trialBalance>) =>
  report.rows.map((row) => [row.code, row.debitBalance, row.creditBalance, row.netBalance]);

describe('trial balance', () => {
  test('the results of prior years are in retained earnings, and the report balances', () => {
    const report = trialBalance(BOOKS, options);
    expect(columns(report)).toEqual([
      ['1000', '1650.00', '0.00', '1650.00'],
      ['1200', '0.00', '50.00', '-50.00'],
      ['3000', '0.00', '1000.00', '1000.00'],
      ['3900', '0.00', '300.00', '300.00'],
      ['4000', '0.00', '300.00', '300.00'],
      ['5000', '0.00', '0.00', '0.00'],
    ]);
    expect(report.totals).toEqual({ totalDebits: '1650.00', totalCredits: '1650.00', difference: '0.00' });
  });

  test('activities are positive in the account’s normal direction', () => {
    const report = trialBalance(BOOKS, options);
    expect(report.rows.find((row) => row.code === '4000')).toMatchObject({
      periodActivity: '100.00',
      ytdActivity: '300.00',
    });
    expect(report.rows.find((row) => row.code === '1200')).toMatchObject({
      periodActivity: '100.00',
      ytdActivity: '-550.00',
    });
  });

  test('an entry posted late to the prior year changes retained earnings without a closing entry', () => {
    const late = [
      ...BOOKS.slice(1),
      balance('5000', 'EXPENSE', dr('260'), none),
      balance('2000', 'LIABILITY', cr('60'), none),
    ];
    expect(columns(trialBalance(late, options))).toContainEqual(['3900', '0.00', '240.00', '240.00']);
  });

  test('without a retained earnings account, profit and loss accounts keep their full history and the report still balances', () => {
    const report = trialBalance(BOOKS, { ...options, retainedEarningsAccountId: null });
    expect(columns(report)).toContainEqual(['4000', '0.00', '800.00', '800.00']);
    expect(report.totals.difference).toBe('0.00');
  });

  test('a difference is shown, never hidden', () => {
    const report = trialBalance([balance('1000', 'ASSET', none, dr('1'))], options);
    expect(report.totals).toEqual({ totalDebits: '1.00', totalCredits: '0.00', difference: '1.00' });
  });
});
