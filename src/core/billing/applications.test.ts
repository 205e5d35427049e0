import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dec, sum } from '../money/decimal';
import { type Application, applyToItems, oldestFirst, openAmount } from './applications';

const item = (id: string, total: string, applied = '0.00', currencyCode = 'USD') => ({
  id,
  number: id.toUpperCase(),
  currencyCode,
  total,
  applied,
});
const PAYMENT = item('payment', '500.00', '100.00');
const INVOICES = [item('a', '300.00', '50.00'), item('b', '200.00'), item('e', '100.00', '0.00', 'EUR')];
const to = (targetId: string, amount: string): Application => ({ targetId, amount });
const issuesOf = (applications: Application[]) => {
  const outcome = applyToItems(PAYMENT, applications, INVOICES);
  if (outcome.ok || outcome.refusal.code !== 'INVALID_INPUT') throw new Error('expected INVALID_INPUT');
  return outcome.refusal.data.issues.map((issue) => issue.path.join('.'));
};

describe('applying money to invoices', () => {
  test('an invoice is paid when the amount applied reaches its total', () => {
    expect(applyToItems(PAYMENT, [to('a', '250'), to('b', '49.99')], INVOICES)).toEqual({
      ok: true,
      value: {
        targets: [
          { id: 'a', amount: '250.00', applied: '300.00', open: '0.00', isPaid: true },
          { id: 'b', amount: '49.99', applied: '49.99', open: '150.01', isPaid: false },
        ],
        sourceApplied: '399.99',
        sourceOpen: '100.01',
      },
    });
  });

  test.each<[string, Application[], string[]]>([
    ['a cent more than the open amount', [to('a', '250.01')], ['applications.0.amount']],
    ['the same invoice twice, too much in total', [to('a', '200'), to('a', '51')], ['applications.1.amount']],
    ['more than the payment has left', [to('a', '250'), to('b', '150.01')], ['applications']],
    ['another currency', [to('e', '1')], ['applications.0.targetId']],
    ['an unknown invoice', [to('x', '1')], ['applications.0.targetId']],
    [
      'zero, a negative amount, no number',
      [to('a', '0'), to('a', '-1'), to('a', 'NaN')],
      [0, 1, 2].map((n) => `applications.${n}.amount`),
    ],
    ['half a cent', [to('a', '0.005')], ['applications.0.amount']],
  ])('%s is refused', (_title, applications, paths) => {
    expect(issuesOf(applications)).toEqual(paths);
  });

  test('an invoice in another currency takes a stated amount of the payment; its open amount is in its own', () => {
    const across = { ...to('e', '40'), sourceAmount: '46.50' };
    expect(applyToItems(PAYMENT, [across, to('a', '250')], INVOICES)).toMatchObject({
      value: {
        targets: [
          { id: 'a', open: '0.00' },
          { id: 'e', amount: '40.00', open: '60.00', isPaid: false },
        ],
        sourceOpen: '103.50',
      },
    });
    expect(issuesOf([{ ...across, amount: '100.01' }])).toEqual(['applications.0.amount']);
    expect(issuesOf([{ ...across, sourceAmount: '400.01' }])).toEqual(['applications']);
    expect(issuesOf([{ ...across, sourceAmount: '0.001' }])).toEqual(['applications.0.paymentAmount']);
    expect(issuesOf([{ ...to('a', '1'), sourceAmount: '2' }])).toEqual(['applications.0.paymentAmount']);
  });

  test('the oldest due is proposed first, until the money is used up', () => {
    const dated = [
      { ...item('b', '200.00'), dueDate: '2026-02-01' },
      { ...item('a', '300.00', '50.00'), dueDate: '2026-01-01' },
      { ...item('paid', '10.00', '10.00'), dueDate: '2025-01-01' },
      { ...item('e', '100.00', '0.00', 'EUR'), dueDate: '2025-01-01' },
    ];
    expect(oldestFirst(PAYMENT, dated)).toEqual([to('a', '250.00'), to('b', '150.00')]);
  });

  test('law: whatever is proposed can be applied, and no money is created or lost', () => {
    const cents = fc
      .integer({ min: 1, max: 1_000_000 })
      .map((value) => dec(BigInt(value)).div('100').toFixed(2));
    fc.assert(
      fc.property(cents, fc.array(cents, { maxLength: 8 }), (paid, totals) => {
        const source = item('payment', paid);
        const targets = totals.map((total, index) => ({
          ...item(`i${index}`, total),
          dueDate: '2026-01-01',
        }));
        const outcome = applyToItems(source, oldestFirst(source, targets), targets);
        if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
        const applied = sum(outcome.value.targets.map((target) => target.amount));
        expect(applied.plus(outcome.value.sourceOpen).equals(paid)).toBe(true);
        for (const target of outcome.value.targets)
          expect(dec(target.open).isNegative() && target.open !== '0.00').toBe(false);
        const used = dec(outcome.value.sourceOpen).isZero();
        const allPaid = targets.length === outcome.value.targets.filter((target) => target.isPaid).length;
        expect(used || allPaid).toBe(true);
      }),
    );
  });

  test('the open amount is the total less the amount applied, at the currency scale', () => {
    expect(openAmount(item('j', '1000', '1', 'JPY'))).toBe('999');
  });
});
