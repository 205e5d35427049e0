import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dec, toPlainString } from '@/core/money/decimal';
import { QUESTIONS, type Question } from '@/core/revenue/judgements/judgements';
import { COMMITMENT_PERIODS, MINIMUM_METHODS, ROYALTY_METHODS, UNUSED } from '@/core/revenue/minimum';
import { RESIDUALS, SCHEDULE_METHODS } from '@/core/revenue/schedules/schedule-methods';
import { askedTerms } from './asked-contract';
import { type AskedTerms, isOfPriceTerms, TERMS } from './contract-draft';
import { fieldOf } from './draft-problems';
import { type AskedObligation, LISTED_NATURES } from './obligations/promise-form';
import type { AskedPrice } from './price/price-form';
import { draftOf, type StoredContract } from './stored-contract';

/** Every term of an object, drawn; one that the verb takes and this does not draw does not compile. */
const drawn =
  <Said extends object>() =>
  (
    terms: { readonly [Name in keyof Required<Said>]: fc.Arbitrary<NonNullable<Said[Name]>> },
    always: readonly (keyof Said)[],
  ) =>
    fc.record(terms, { requiredKeys: [...always] }) as fc.Arbitrary<Said>;

/** The same of an object whose terms are all needed. */
const whole =
  <Said extends object>() =>
  (terms: { readonly [Name in keyof Required<Said>]: fc.Arbitrary<NonNullable<Said[Name]>> }) =>
    fc.record(terms as Readonly<Record<string, fc.Arbitrary<unknown>>>) as unknown as fc.Arbitrary<Said>;

const hundredths = (most: number) => fc.nat(most).map((n) => toPlainString(dec(String(n)).div('100')));
const amount = hundredths(10_000_000);
const share = hundredths(100);
const name = fc.stringMatching(/^[a-z]([a-z0-9 ]{0,8}[a-z])?$/);
const day = fc
  .tuple(
    fc.integer({ min: 2024, max: 2030 }),
    fc.integer({ min: 10, max: 12 }),
    fc.integer({ min: 10, max: 28 }),
  )
  .map((parts) => parts.join('-'));
const some = <Each>(one: fc.Arbitrary<Each>) => fc.array(one, { minLength: 1, maxLength: 3 });
const without = <Said extends object>(said: Said, ...names: readonly (keyof Said)[]): Said =>
  Object.fromEntries(Object.entries(said).filter(([key]) => !names.includes(key as keyof Said))) as Said;

type Pattern<Kind extends AskedObligation['pattern']['kind']> = Extract<
  AskedObligation['pattern'],
  { kind: Kind }
>;
type Estimate<Kind> = Extract<NonNullable<AskedObligation['standalone']>, { kind: Kind }>;
type Milestone = Pattern<'MILESTONES'>['milestones'][number];
type Answer = NonNullable<AskedObligation['answers']>[number];
const kind = <const Kind extends string>(word: Kind) => fc.constant(word);

/** What a committed minimum of use and the guaranteed minimum of a license share. */
const shared = {
  every: fc.constantFrom(...COMMITMENT_PERIODS),
  amount,
  changes: some(
    whole<NonNullable<NonNullable<Pattern<'USAGE'>['minimum']>['changes']>[number]>()({ from: day, amount }),
  ),
  unused: fc.constantFrom(...UNUSED),
  expected: amount,
  spread: fc.constantFrom(...SCHEDULE_METHODS),
};

const PATTERNS: { readonly [Kind in AskedObligation['pattern']['kind']]: fc.Arbitrary<Pattern<Kind>> } = {
  RATABLE: drawn<Pattern<'RATABLE'>>()(
    {
      kind: kind('RATABLE'),
      start: day,
      end: day,
      method: fc.constantFrom(...SCHEDULE_METHODS),
      residual: fc.constantFrom(...RESIDUALS),
    },
    ['kind', 'start', 'end'],
  ),
  POINT: fc.constant({ kind: 'POINT' }),
  UNITS: drawn<Pattern<'UNITS'>>()({ kind: kind('UNITS'), quantity: amount }, ['kind', 'quantity']),
  PROGRESS: fc.constant({ kind: 'PROGRESS' }),
  MILESTONES: whole<Pattern<'MILESTONES'>>()({
    kind: kind('MILESTONES'),
    milestones: some(whole<Milestone>()({ key: name, weight: amount })),
  }),
  USAGE: drawn<Pattern<'USAGE'>>()(
    {
      kind: kind('USAGE'),
      tiers: fc
        .tuple(fc.array(fc.record({ upTo: amount, unitPrice: amount }), { maxLength: 2 }), amount)
        .map(([below, unitPrice]) => [...below, { upTo: null, unitPrice }]),
      invoicedPrice: amount,
      expectedPrice: amount,
      minimum: drawn<NonNullable<Pattern<'USAGE'>['minimum']>>()(
        {
          start: day,
          end: day,
          ...shared,
          method: fc.constantFrom(...MINIMUM_METHODS),
          begins: day,
        },
        ['start', 'end', 'every', 'amount'],
      ),
    },
    ['kind'],
  ),
  RIGHTS: drawn<Pattern<'RIGHTS'>>()({ kind: kind('RIGHTS'), expectedUsed: amount }, [
    'kind',
    'expectedUsed',
  ]),
  LICENCE: drawn<Pattern<'LICENCE'>>()(
    {
      kind: kind('LICENCE'),
      intellectualProperty: fc.constantFrom('FUNCTIONAL', 'SYMBOLIC'),
      start: day,
      end: day,
      providedOn: day,
      minimum: drawn<NonNullable<Pattern<'LICENCE'>['minimum']>>()(
        { ...shared, method: fc.constantFrom(...ROYALTY_METHODS) },
        ['every', 'amount'],
      ),
    },
    ['kind', 'intellectualProperty', 'start', 'end'],
  ),
  REPURCHASE: drawn<Pattern<'REPURCHASE'>>()(
    {
      kind: kind('REPURCHASE'),
      option: fc.constantFrom('CALL', 'FORWARD', 'PUT'),
      salePrice: amount,
      repurchasePrice: amount,
      on: day,
      expectedMarketValue: amount,
      significantIncentive: fc.boolean(),
    },
    ['kind', 'option', 'salePrice', 'repurchasePrice', 'on'],
  ),
};

const standalone = fc.oneof(
  drawn<Estimate<'OPTION'>>()(
    {
      kind: kind('OPTION'),
      averagePurchase: amount,
      discount: share,
      discountForAll: share,
      likelihood: share,
    },
    ['kind', 'averagePurchase', 'discount', 'discountForAll', 'likelihood'],
  ),
  drawn<Estimate<'RIGHTS'>>()({ kind: kind('RIGHTS'), valueEach: amount, expectedUsed: amount }, [
    'kind',
    'valueEach',
    'expectedUsed',
  ]),
  drawn<Estimate<'COST'>>()({ kind: kind('COST'), cost: amount, margin: share, likelihood: share }, [
    'kind',
    'cost',
  ]),
);
const judgment = whole<Answer>()({
  question: fc.constantFrom(...(Object.keys(QUESTIONS) as Question[])),
  answer: fc.boolean(),
  evidence: name,
});

/** An obligation as it is stored: the supplier has a share of everything but usage, of which it has a rate. */
const obligation = drawn<AskedObligation>()(
  {
    key: name,
    description: name,
    itemId: name,
    productCode: name,
    stratum: name,
    units: amount,
    ssp: amount,
    standalone,
    sspEvidence: name,
    sspRange: whole<NonNullable<AskedObligation['sspRange']>>()({ low: amount, high: amount }),
    method: fc.constant('RESIDUAL' as const),
    contractPrice: amount,
    pattern: fc.oneof(...Object.values(PATTERNS)) as fc.Arbitrary<AskedObligation['pattern']>,
    returnableUntil: day,
    capacity: fc.constantFrom('PRINCIPAL', 'AGENT'),
    supplierShare: amount,
    supplierRate: share,
    expedient: fc.constantFrom('RIGHT_TO_INVOICE', 'ROYALTY', 'VARIABLE'),
    nature: fc.constantFrom(...LISTED_NATURES),
    answers: some(judgment),
    parts: some(
      whole<NonNullable<AskedObligation['parts']>[number]>()({
        name,
        answers: fc.array(judgment, { maxLength: 2 }),
      }),
    ),
    revenueAccountId: name,
    departmentId: name,
    classId: name,
    locationId: name,
    projectId: name,
  },
  ['key', 'pattern', 'capacity', 'nature'],
).map((one) => without(one, one.pattern.kind === 'USAGE' ? 'supplierShare' : 'supplierRate'));

type Of<List extends keyof AskedPrice> =
  NonNullable<AskedPrice[List]> extends readonly (infer Each)[] ? Each : never;
type Plan = Extract<NonNullable<AskedPrice['financing']>, object>;

/** A plan by its rate or its cash price; in arrears also with its payments, equal or listed. */
const plan = fc
  .tuple(
    drawn<Plan>()(
      {
        kind: fc.constantFrom('ARREARS', 'ADVANCE'),
        start: day,
        monthsPerPeriod: fc.integer({ min: 1, max: 12 }),
        periods: fc.integer({ min: 1, max: 600 }),
        ratePerPeriod: share,
        cashPrice: amount,
        payments: some(
          whole<NonNullable<Plan['payments']>[number]>()({ at: fc.integer({ min: 0, max: 600 }), amount }),
        ),
        payment: amount,
      },
      ['kind', 'monthsPerPeriod', 'periods', 'ratePerPeriod', 'cashPrice', 'payments', 'payment'],
    ),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([all, isByRate, isListed]) => {
    const one = without(all, isByRate ? 'cashPrice' : 'ratePerPeriod');
    return all.kind === 'ADVANCE'
      ? without(one, 'payments', 'payment')
      : without(one, isListed ? 'payment' : 'payments');
  });

/** One of these criteria, judged. */
const judgedBy = <const Name extends string>(names: readonly [Name, ...Name[]]) =>
  whole<{ criterion: Name; met: boolean; evidence: string }>()({
    criterion: fc.constantFrom(...names),
    met: fc.boolean(),
    evidence: name,
  });

/** A price whose terms apply to some of these obligations. */
const priceOf = (keys: readonly string[]) => {
  const to = fc.subarray([...keys], { minLength: 1 });
  return fc
    .tuple(
      drawn<AskedPrice>()(
        {
          fixed: amount,
          variable: some(
            drawn<Of<'variable'>>()(
              {
                key: name,
                method: fc.constantFrom('EXPECTED_VALUE', 'MOST_LIKELY'),
                outcomes: some(whole<Of<'variable'>['outcomes'][number]>()({ amount, probability: share })),
                constraint: fc.oneof(
                  fc.record({ kind: kind('NONE') }),
                  fc.record({ kind: kind('EXCLUDED') }),
                  fc.record({ kind: kind('CAP'), amount }),
                  fc.record({ kind: kind('CONFIDENCE'), probability: share }),
                ),
                evidence: name,
                to,
                criteria: some(judgedBy(['RELATES_SPECIFICALLY', 'MEETS_OBJECTIVE'])),
              },
              ['key', 'method', 'outcomes', 'constraint', 'evidence'],
            ),
          ),
          nonCash: some(whole<Of<'nonCash'>>()({ key: name, quantity: amount, fairValue: amount })),
          payableToCustomer: some(
            drawn<Of<'payableToCustomer'>>()({ key: name, amount, distinctFairValue: amount }, [
              'key',
              'amount',
            ]),
          ),
          royalties: some(
            drawn<Of<'royalties'>>()(
              {
                key: name,
                rate: share,
                to: fc.constantFrom(...keys).map((key) => [key]),
                criteria: some(judgedBy(['RELATES_SPECIFICALLY', 'MEETS_OBJECTIVE'])),
                expected: amount,
              },
              ['key', 'rate'],
            ),
          ),
          financing: fc.oneof(amount, plan),
          noFinancing: whole<NonNullable<AskedPrice['noFinancing']>>()({
            reason: fc.constantFrom(
              'CUSTOMER_CHOOSES_TIME',
              'MOSTLY_VARIABLE',
              'OTHER_PURPOSE',
              'WITHIN_A_YEAR',
            ),
            evidence: name,
          }),
        },
        ['fixed'],
      ),
      fc.boolean(),
    )
    .map(([price, isFinanced]) => without(price, isFinanced ? 'noFinancing' : 'financing'));
};

const terms: fc.Arbitrary<AskedTerms> = fc
  .uniqueArray(obligation, { minLength: 1, maxLength: 2, selector: ({ key }) => key })
  .chain((obligations) => {
    const keys = obligations.map(({ key }) => key);
    const to = fc.subarray(keys, { minLength: 1 });
    return fc.record({
      price: priceOf(keys),
      obligations: fc.constant(obligations),
      discounts: fc.array(
        drawn<AskedTerms['discounts'][number]>()(
          {
            amount,
            to,
            criteria: some(judgedBy(['SOLD_STANDALONE', 'BUNDLE_SOLD_AT_DISCOUNT', 'SAME_DISCOUNT'])),
          },
          ['amount', 'to'],
        ),
        { maxLength: 2 },
      ),
    });
  });

/** The form of a draft that says this. */
function formOf(said: AskedTerms) {
  const stored: StoredContract = {
    contractNumber: 'REV-1',
    name: null,
    customerId: null,
    subsidiaryId: 's',
    currencyCode: 'USD',
    contractDate: '2026-01-01',
    startDate: null,
    endDate: null,
    notes: null,
    terms: said,
    criteria: [],
  };
  const draft = draftOf(stored);
  if (draft === null) throw new Error('the form refused to open the draft');
  return draft;
}

/** Every fact with its path: `['price', 'royalties', '0', 'rate']`. */
function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (value === null || typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]));
}

/** What the form holds in a field such as `obligations/s0/parts/s0t1/name`. */
function heldAt(draft: object, field: string): unknown {
  return field.split('/').reduce<unknown>((held, part) => {
    if (Array.isArray(held)) return held.find(({ id }) => id === part);
    return (held as Readonly<Record<string, unknown>> | undefined)?.[part];
  }, draft);
}

describe('the terms of a saved draft', () => {
  test('saving a draft from the form changes no term of it', () => {
    fc.assert(
      fc.property(terms, (said) => {
        const { criteria: _criteria, ...sent } = askedTerms(formOf(said));
        expect(sent).toEqual(said);
      }),
      { numRuns: 200 },
    );
  });

  test('nothing is missing in the further terms of a price that was saved', () => {
    fc.assert(
      fc.property(terms, (said) => {
        const draft = formOf(said);
        const gaps = TERMS.gaps(draft, draft.obligations);
        expect(Object.keys(gaps).filter(isOfPriceTerms)).toEqual([]);
      }),
    );
  });

  test('a refusal of any fact of it lands on a field that the form holds', () => {
    fc.assert(
      fc.property(terms, (said) => {
        const draft = formOf(said);
        const lost = pathsOf(said).filter((path) => {
          const field = fieldOf(path, draft);
          return field === null || heldAt(draft, field) === undefined;
        });
        expect(lost).toEqual([]);
      }),
    );
  });
});
