import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkBalanced } from '../ledger/balance';
import { dec, sum } from '../money/decimal';
import { glImpact, type ImpactDocument, type PostingRule } from './gl-impact';
import { KIND_FACTS, LINE_TYPES, TRANSACTION_KINDS } from './kinds';
import { computeTotals } from './totals';

const RULE: PostingRule = {
  controlAccountId: 'control',
  taxAccountId: 'tax',
  discountAccountId: 'discount',
  bankAccountId: 'bank',
  defaultLineAccountId: 'default',
  shippingAccountId: 'freight',
};

describe('laws', () => {
  const cents = fc.integer({ min: -5_000_000, max: 5_000_000 });
  const drawnLine = fc.record({
    lineType: fc.constantFrom(...LINE_TYPES),
    quantity: fc.integer({ min: -50, max: 50 }).map(String),
    unitPrice: cents.map((value) => dec(BigInt(value)).div('100').toFixed()),
    taxRate: fc.option(fc.constantFrom('7', '8.875', '19'), { nil: null }),
    accountId: fc.option(fc.constantFrom('a', 'b'), { nil: null }),
  });
  const currency = fc.constantFrom('JPY', 'USD', 'BHD');
  const rate = fc
    .integer({ min: 1, max: 2_000_000_000 })
    .map((value) => dec(BigInt(value)).div('1000000').toFixed());
  const drawn = fc.record({
    kind: fc.constantFrom(...TRANSACTION_KINDS),
    currencyCode: currency,
    baseCurrencyCode: currency,
    exchangeRate: rate,
    lines: fc.array(drawnLine, { minLength: 1, maxLength: 15 }),
  });

  function priced({ kind, lines, ...money }: typeof drawn extends fc.Arbitrary<infer T> ? T : never) {
    // To balance the journal, every line is written twice, once with each sign.
    const both =
      kind === 'JOURNAL'
        ? lines.flatMap((line) => [line, { ...line, unitPrice: dec(line.unitPrice).negated().toFixed() }])
        : lines;
    const numbered = both.map((line, index) => ({ ...line, lineNumber: index + 1 }));
    const outcome = computeTotals({ kind, ...money, lines: numbered });
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
    const totals = outcome.value;
    const document: ImpactDocument = {
      kind,
      ...money,
      entityType: KIND_FACTS[kind].entityType,
      entityId: null,
      memo: null,
      lines: numbered.map(({ lineNumber, lineType, accountId }, index) => ({
        lineNumber,
        lineType,
        accountId,
        lineAmount: totals.lines[index]?.lineAmount ?? '',
        taxAmount: totals.lines[index]?.taxAmount ?? '',
        description: null,
        classId: null,
        departmentId: null,
        locationId: null,
        projectId: null,
      })),
    };
    return { document, totals };
  }

  test('Σ debit = Σ credit for every kind, in both currencies, at any rate; no amount is negative', () => {
    fc.assert(
      fc.property(drawn, (sample) => {
        const { document } = priced(sample);
        const impact = glImpact(document, RULE);
        if (impact.length > 0) expect(checkBalanced(impact, document.baseCurrencyCode).ok).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('the control line is the document’s total in both currencies', () => {
    fc.assert(
      fc.property(drawn, (sample) => {
        const facts = KIND_FACTS[sample.kind];
        fc.pre(facts.contra === 'LINES');
        const { document, totals } = priced(sample);
        const control = glImpact(document, RULE).filter((line) => line.isControl);
        const signed = (debit: string, credit: string) =>
          facts.controlSide === 'DEBIT' ? dec(debit).minus(credit) : dec(credit).minus(debit);
        expect(sum(control.map((line) => signed(line.debit, line.credit))).equals(totals.totalAmount)).toBe(
          true,
        );
        expect(
          sum(control.map((line) => signed(line.baseDebit, line.baseCredit))).equals(totals.baseTotalAmount),
        ).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('the cash a payment moves is its total', () => {
    fc.assert(
      fc.property(drawn, (sample) => {
        fc.pre(KIND_FACTS[sample.kind].contra === 'CASH');
        const { document, totals } = priced({
          ...sample,
          lines: sample.lines.map((line) => ({ ...line, accountId: null })),
        });
        const bank = glImpact(document, RULE).filter((line) => line.accountId === 'bank');
        const moved = sum(bank.map((line) => dec(line.debit).minus(line.credit)));
        const expected = KIND_FACTS[sample.kind].controlSide === 'CREDIT' ? moved : moved.negated();
        expect(expected.equals(totals.totalAmount)).toBe(true);
      }),
    );
  });
});
