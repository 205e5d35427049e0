import { describe, expect, test } from 'vitest';
import { COMMON_CURRENCIES } from '../money/currency';
import { isCurrency } from '../money/minor-units';
import { DEFAULT_POSTING_RULES } from '../transactions/default-posting-rules';
import { defaultTaxCodes } from '../transactions/default-tax-codes';
import { KIND_FACTS, TRANSACTION_KINDS } from '../transactions/kinds';
import { taxRateOn } from '../transactions/tax';
import { normalSideOf } from './accounts';
import { CHART_CODES, CONTROL_ROLES, DEFAULT_CHART } from './default-chart';

const byCode = new Map(DEFAULT_CHART.map((account) => [account.code, account]));

describe('the chart a new organization starts with', () => {
  test('is a tree: every parent is a summary account of the same type and comes before its children', () => {
    expect(byCode.size).toBe(DEFAULT_CHART.length);
    const seen = new Set<string>();
    for (const account of DEFAULT_CHART) {
      if (account.parentCode !== null) {
        const parent = byCode.get(account.parentCode);
        expect([account.code, parent?.isSummary, parent?.type]).toEqual([account.code, true, account.type]);
        expect(seen.has(account.parentCode)).toBe(true);
      }
      seen.add(account.code);
    }
  });

  test('has one control account per subledger, on its normal side; noncurrent deferred revenue has its own account', () => {
    for (const role of CONTROL_ROLES) {
      const accounts = DEFAULT_CHART.filter((account) => account.controlFor === role);
      expect([role, accounts.length, accounts[0]?.normalSide]).toEqual([
        role,
        role === 'DEFERRED_REVENUE' ? 2 : 1,
        normalSideOf(accounts[0]?.type ?? 'ASSET'),
      ]);
    }
  });

  test('has a posting account for every code that rules, revenue and reports refer to', () => {
    for (const [name, code] of Object.entries(CHART_CODES)) {
      expect([name, byCode.get(code)?.isSummary]).toEqual([name, false]);
    }
  });
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
