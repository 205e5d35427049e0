import { describe, expect, it } from 'vitest';
import { amountInFull, oldestAmounts, readAllocation } from './allocation';

const payment = { id: 'p', number: 'PMT-1', currencyCode: 'USD', openAmount: '250.00' };
const payables = [
  { id: 'late', number: 'INV-2', dueDate: '2026-03-01', openAmount: '100.00' },
  { id: 'later', number: 'INV-3', dueDate: '2026-04-01', openAmount: '200.10' },
  { id: 'latest', number: 'INV-1', dueDate: '2026-05-01', openAmount: '50.00' },
];

describe('the result of the entered amounts', () => {
  it('adds them exactly and shows the unapplied remainder of the payment', () => {
    const { total, left, obstacle, applications } = readAllocation(payment, payables, {
      late: '0.10',
      later: '0.20',
      latest: '',
    });
    expect({ total, left, obstacle }).toEqual({ total: '0.30', left: '249.70', obstacle: null });
    expect(applications).toEqual([
      { documentId: 'late', amount: '0.10' },
      { documentId: 'later', amount: '0.20' },
    ]);
  });

  it('nothing entered is not an application yet', () => {
    expect(readAllocation(payment, payables, {}).obstacle).toBe('Enter an amount next to a document.');
  });

  it('more than a document’s open amount is reported at the document', () => {
    const { problems, obstacle } = readAllocation(payment, payables, { late: '100.01' });
    expect(problems.get('late')).toBe('More than the open amount of INV-2, 100.00.');
    expect(obstacle).toBe('Correct the amount marked in red.');
  });

  it('a negative amount or one with too many decimals for the currency is not applied', () => {
    const { problems } = readAllocation(payment, payables, { late: '-1', later: '1.001' });
    expect([...problems.values()]).toEqual([
      'Must be above zero.',
      'Must have at most 2 digits after the decimal point.',
    ]);
  });

  it('more than the payment has left is refused, and the excess is shown as a negative remainder', () => {
    const { left, obstacle, problems } = readAllocation(payment, payables, { late: '100', later: '200.10' });
    expect(left).toBe('-50.10');
    expect(obstacle).toBe('That is more than the unapplied amount of PMT-1.');
    expect(problems.size).toBe(0);
  });
});

it('the documents due first are settled first, until the payment is used up', () => {
  expect(oldestAmounts(payment, payables)).toEqual({ late: '100.00', later: '150.00' });
});

it('a document is settled in full as far as the remainder of the payment allows', () => {
  expect(amountInFull(payment, payables, { late: '100' }, 'later')).toBe('150.00');
  expect(amountInFull(payment, payables, { late: '60' }, 'late')).toBe('100.00');
  expect(amountInFull(payment, payables, { late: '100', later: '150' }, 'latest')).toBe('');
});
