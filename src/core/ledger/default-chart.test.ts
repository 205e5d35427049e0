import { describe, expect, test } from 'vitest';
import { COMMON_CURRENCIES } from '../money/currency';
import { isCurrency } from '../money/minor-units';
import { DEFAULT_POSTING_RULES } from '../transactions/default-posting-rules';
import { defaultTaxCodes } from '../transactions/default-tax-codes';
import { KIND_FACTS, TRANSACTION_KINDS } from '../transactions/kinds';
import { taxRateOn } from '../transactions/tax';
import { ACCOUNT_TYPES, normalSideOf } from './accounts';
import { CHART_CHOICES, CHARTS, chartFor, NEEDED_CODES } from './charts/charts';
import { CONTROL_ROLES, DEFAULT_CHART } from './default-chart';

const byCode = new Map(DEFAULT_CHART.map((account) => [account.code, account]));

describe.each(CHART_CHOICES)('the chart %s', (choice) => {
  const { accounts } = CHARTS[choice];
  const codes = new Map(accounts.map((account) => [account.code, account]));

  test('is a tree: every parent is a summary account of the same type and comes before its children', () => {
    expect(codes.size).toBe(accounts.length);
    const seen = new Set<string>();
    for (const account of accounts) {
      if (account.parentCode !== null) {
        const parent = codes.get(account.parentCode);
        expect([account.code, parent?.isSummary, parent?.type]).toEqual([account.code, true, account.type]);
        expect(seen.has(account.parentCode)).toBe(true);
      }
      seen.add(account.code);
    }
  });

  test('has one control account per subledger, on its normal side; noncurrent deferred revenue has its own account', () => {
    for (const role of CONTROL_ROLES) {
      const controls = accounts.filter((account) => account.controlFor === role);
      expect([role, controls.length, controls[0]?.normalSide]).toEqual([
        role,
        role === 'DEFERRED_REVENUE' ? 2 : 1,
        normalSideOf(controls[0]?.type ?? 'ASSET'),
      ]);
    }
  });

  test('has a posting account for every code that rules, revenue, the year’s end and reports refer to', () => {
    for (const code of NEEDED_CODES) expect([code, codes.get(code)?.isSummary]).toEqual([code, false]);
  });

  test('has the same type and subledger for such an account as every other chart', () => {
    for (const code of NEEDED_CODES) {
      const { type, controlFor, normalSide } = codes.get(code) ?? {};
      const usual = byCode.get(code);
      expect([code, type, controlFor, normalSide]).toEqual([
        code,
        usual?.type,
        usual?.controlFor,
        usual?.normalSide,
      ]);
    }
  });

  test('is complete: 60 to 120 posting accounts, some of every type; your own chart keeps only the required ones', () => {
    const posting = accounts.filter(({ isSummary }) => !isSummary);
    expect(new Set(posting.map(({ type }) => type)).size).toBe(ACCOUNT_TYPES.length);
    if (choice === 'OWN') expect(posting.length).toBe(NEEDED_CODES.size);
    else expect(posting.length).toSatisfy((count: number) => count >= 60 && count <= 120);
  });
});

test('a country is proposed a chart of its standard', () => {
  expect([chartFor('US'), chartFor('DE'), chartFor('JP')]).toEqual(['SAAS_US_GAAP', 'IFRS', 'IFRS']);
});

describe('the posting rules a new organization starts with', () => {
  test.each(TRANSACTION_KINDS)('%s posts to the control account of its subledger', (kind) => {
    const rule = DEFAULT_POSTING_RULES[kind];
    const control = rule.control === null ? null : byCode.get(rule.control)?.controlFor;
    expect(control).toBe(KIND_FACTS[kind].controlRole);
    if (KIND_FACTS[kind].contra === 'CASH') expect(rule.bank).not.toBeNull();
    if (KIND_FACTS[kind].contra === 'LINES') expect([rule.line, rule.tax]).not.toContain(null);
  });
});

test.each([...COMMON_CURRENCIES, 'SEK'])(
  'tax codes of %s: three codes, each with a rate for today and no overlap',
  (currency) => {
    expect(isCurrency(currency)).toBe(true);
    const codes = defaultTaxCodes(currency);
    expect(codes.map(({ code }) => code)).toEqual(['STANDARD', 'REDUCED', 'ZERO']);
    for (const code of codes) {
      expect(taxRateOn(code, '2026-11-21').ok).toBe(true);
      for (const [index, rate] of code.rates.entries()) {
        const next = code.rates[index + 1];
        if (next !== undefined) expect((rate.validTo ?? '9999') < next.validFrom).toBe(true);
      }
    }
  },
);
