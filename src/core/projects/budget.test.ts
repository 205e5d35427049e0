import { describe, expect, it } from 'vitest';
import { budgetRows, budgetTotals } from './budget';

const line = (
  costCode: string,
  original: string,
  accountIds: string[] = [],
  changes = '0',
  forecast = '0',
) => ({
  costCode,
  description: costCode,
  category: 'MATERIAL',
  originalAmount: original,
  approvedChanges: changes,
  pendingChanges: '0',
  forecastToComplete: forecast,
  accountIds,
});

describe('a budget', () => {
  it('is revised by approved changes, projects the greater of committed and actual, and shows the variance', () => {
    const rows = budgetRows(
      [line('03-100', '1000', ['steel'], '200', '50'), line('05-200', '500', ['glass'])],
      [{ approvedChanges: '0', lines: [{ costCode: '03-100', amount: '900' }] }],
      [
        { accountId: 'steel', amount: '400' },
        { accountId: 'glass', amount: '600' },
      ],
      'USD',
    );
    expect(rows).toMatchObject([
      {
        revisedAmount: '1200.00',
        committedAmount: '900.00',
        actualAmount: '400.00',
        projectedAmount: '950.00',
        varianceAmount: '250.00',
      },
      {
        revisedAmount: '500.00',
        committedAmount: '0.00',
        actualAmount: '600.00',
        projectedAmount: '600.00',
        varianceAmount: '-100.00',
      },
    ]);
  });

  it('spreads a commitment’s approved changes over its lines to the cent', () => {
    const lines = ['a', 'b', 'c'].map((costCode) => ({ costCode, amount: '100' }));
    const rows = budgetRows(
      ['a', 'b', 'c'].map((code) => line(code, '100')),
      [{ approvedChanges: '100', lines }],
      [],
      'USD',
    );
    expect(rows.map((row) => row.committedAmount)).toEqual(['133.34', '133.33', '133.33']);
  });

  it('has separate rows for what was not budgeted, so that totals reconcile to commitments and ledger', () => {
    const rows = budgetRows(
      [line('a', '100', ['x'])],
      [{ approvedChanges: '5', lines: [{ costCode: 'z', amount: '20' }] }],
      [
        { accountId: 'x', amount: '10' },
        { accountId: 'y', amount: '7' },
      ],
      'USD',
    );
    expect(rows.map((row) => [row.costCode, row.isBudgeted, row.committedAmount, row.actualAmount])).toEqual([
      ['a', true, '0.00', '10.00'],
      ['z', false, '25.00', '0.00'],
      ['', false, '0.00', '7.00'],
    ]);
    expect(budgetTotals(rows, 'USD')).toMatchObject({ committedAmount: '25.00', actualAmount: '17.00' });
  });

  it('counts a commitment and an account once, however many lines have their code', () => {
    const rows = budgetRows(
      [line('a', '100', ['x']), { ...line('a', '50', ['x']), category: 'LABOR' }],
      [{ approvedChanges: '0', lines: [{ costCode: 'a', amount: '20' }] }],
      [{ accountId: 'x', amount: '10' }],
      'USD',
    );
    expect(budgetTotals(rows, 'USD')).toMatchObject({ committedAmount: '20.00', actualAmount: '10.00' });
  });
});
