import { describe, expect, test } from 'vitest';
import { CHART_CHOICES, CHARTS } from '../ledger/charts/charts';
import { taxRateOn } from '../transactions/tax';
import { calendarName } from './calendar-name';
import { planChart, type StandingAccount } from './plan-chart';
import { policyOf, REVENUE_QUESTIONS } from './revenue-questions';
import { isSameAnswer } from './steps';
import { proposedTaxCodes } from './tax-proposals';

const standing = (choice: (typeof CHART_CHOICES)[number]): StandingAccount[] =>
  CHARTS[choice].accounts.map((account) => ({
    id: `id ${account.code}`,
    code: account.code,
    name: account.name,
    accountType: account.type,
    normalSide: account.normalSide,
    isSummary: account.isSummary,
    parentId: account.parentCode === null ? null : `id ${account.parentCode}`,
    isPosted: false,
  }));

/** The chart that a plan leaves behind, by code. */
function after(accounts: readonly StandingAccount[], plan: ReturnType<typeof planChart>) {
  const gone = new Set(plan.remove.map(({ code }) => code));
  const changed = new Map(plan.change.map(({ account, to }) => [account.code, to.name]));
  const left = accounts.filter(({ code }) => !gone.has(code));
  const all = [
    ...left.map(({ code, name }) => [code, changed.get(code) ?? name] as const),
    ...plan.create.map(({ code, name }) => [code, name] as const),
  ];
  return all.sort(([a], [b]) => (a < b ? -1 : 1));
}

describe('a chart is turned into another', () => {
  test.each(CHART_CHOICES.flatMap((from) => CHART_CHOICES.map((to) => [from, to] as const)))(
    'from %s to %s, which leaves exactly the other chart; a second time there is nothing to do',
    (from, to) => {
      const chart = CHARTS[to].accounts;
      expect(after(standing(from), planChart(standing(from), chart))).toEqual(
        chart.map(({ code, name }) => [code, name]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
      );
      expect(planChart(standing(to), chart)).toEqual({ create: [], change: [], remove: [], keep: [] });
    },
  );

  test('what people added or renamed stays, and what the ledger has lines on stays and is listed', () => {
    const accounts = standing('SAAS_US_GAAP').map((account) => ({
      ...account,
      ...(account.code === '6340' ? { name: 'Our tools' } : {}),
      isPosted: account.code === '1510' || account.code === '1630' || account.code === '5100',
    }));
    const own = { ...(accounts[1] as StandingAccount), id: 'own', code: '6777', name: 'Carnival' };
    const plan = planChart([...accounts, own], CHARTS.GENERAL_US_GAAP.accounts);
    const touched = [...plan.change.map(({ account }) => account), ...plan.remove].map(({ code }) => code);
    expect(touched).not.toContain('6340');
    expect(touched).not.toContain('6777');
    expect(plan.keep.map(({ account, to }) => [account.code, to?.name ?? null])).toEqual([
      ['1510', 'Land and buildings'],
      ['5100', 'Direct materials'],
    ]);
  });

  test('accounts are created after their parents and removed before them', () => {
    const plan = planChart(standing('GENERAL_US_GAAP'), CHARTS.OWN.accounts);
    const order = plan.remove.map(({ code }) => code);
    expect(order.indexOf('1482')).toBeLessThan(order.indexOf('1480'));
    const made = planChart([], CHARTS.IFRS.accounts).create;
    for (const [index, { parentCode }] of made.entries()) {
      if (parentCode !== null)
        expect(made.slice(0, index).some(({ code }) => code === parentCode)).toBe(true);
    }
  });
});

describe('proposals', () => {
  test.each(['DE', 'GB', 'FR', 'CH', 'JP', 'SG', 'US', 'BR', null])(
    'tax codes of %s have one rate on every day since they began, none overlaps, and zero is among them',
    (country) => {
      const codes = proposedTaxCodes(country);
      expect(codes.map(({ code }) => code)).toContain('ZERO');
      expect(new Set(codes.map(({ code }) => code)).size).toBe(codes.length);
      for (const code of codes) {
        expect(taxRateOn(code, '2026-11-21').ok).toBe(true);
        for (const [index, rate] of code.rates.entries()) {
          const next = code.rates[index + 1];
          if (next !== undefined) expect((rate.validTo ?? '9999') < next.validFrom).toBe(true);
        }
      }
    },
  );

  test('no one in the United States is proposed a rate: it is the customer’s state, county and city', () => {
    const rates = proposedTaxCodes('US').flatMap(({ rates: dated }) => dated.map(({ rate }) => rate));
    expect(new Set(rates)).toEqual(new Set(['0']));
  });

  test('every answer about revenue says what it sets and by which paragraph of both standards', () => {
    for (const { words, answers } of REVENUE_QUESTIONS) {
      expect(words.endsWith('?')).toBe(true);
      for (const answer of answers) {
        expect([answer.value, answer.sets.length > 5]).toEqual([answer.value, true]);
        expect(answer.paragraph).toMatch(/ASC|IFRS|IAS/);
      }
    }
  });

  test('the answers set the terms of the policy', () => {
    const choices = {
      framework: 'IFRS',
      sells: ['USAGE'],
      overTime: 'EVEN_PERIODS',
      refunds: 'NONE',
      commissions: 'EXPENSE_SHORT',
      financing: 'ALWAYS',
      combination: '90',
    } as const;
    expect(policyOf(choices)).toEqual({
      framework: 'IFRS',
      lossLevel: 'CONTRACT',
      scheduleMethod: 'EVEN_PERIODS',
      costExpedient: true,
      oneYearExpedient: false,
      combinationDays: 90,
    });
  });
});

test('answers are the same whatever the order of their fields, and different when a value differs', () => {
  expect(isSameAnswer({ a: 1, b: [{ c: null, d: undefined }] }, { b: [{ c: null }], a: 1 })).toBe(true);
  expect(isSameAnswer({ a: 1, b: ['x', 'y'] }, { a: 1, b: ['y', 'x'] })).toBe(false);
  expect(isSameAnswer({ a: '1' }, { a: 1 })).toBe(false);
});

test('a calendar’s name says its rule', () => {
  const weeks = { startMonth: 2, firstWeekday: 7, adjustmentPeriod: false } as const;
  expect(calendarName({ ...weeks, pattern: '4-4-5' })).toBe(
    '4-4-5 weeks, from the Sunday nearest to February 1',
  );
  expect(calendarName({ ...weeks, pattern: '13x4', weekRule: 'LAST', extraWeekIn: 13 })).toBe(
    '13x4 weeks, from the last Sunday before February 1, week 53 in period 13',
  );
  expect(calendarName({ ...weeks, pattern: 'MONTHLY', adjustmentPeriod: true })).toBe(
    'Months from February, with an adjustment period',
  );
});
