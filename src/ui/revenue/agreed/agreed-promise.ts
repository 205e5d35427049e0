import type { Question } from '@/core/revenue/judgements/judgements';
import { EXPEDIENTS, labelOf, questionWords, REPURCHASE_OPTIONS } from '../draft/further/term-words';
import { EVERY_CHOICES, METHOD_CHOICES, UNUSED_CHOICES } from '../draft/price/minimum-form';
import { percentOf } from '../draft/said';
import type { StoredTerms } from '../draft/stored-contract';
import { type AgreedTerm, listOf, type Wording } from './wording';

type Promised = StoredTerms['obligations'][number];
type Pattern = Promised['pattern'];

/** One judgment about an obligation, with its evidence. */
export type AgreedJudgement = {
  /** The part it concerns; null for the whole obligation. */
  readonly part: string | null;
  readonly question: string;
  readonly answer: boolean;
  readonly evidence: string;
};

/** The judgments about an obligation and its parts, in the order recorded. */
export function agreedJudgements({ answers = [], parts = [] }: Promised): AgreedJudgement[] {
  const of = (
    part: string | null,
    said: readonly { readonly question: Question; readonly answer: boolean; readonly evidence: string }[],
  ) =>
    said.map(({ question, answer, evidence }) => ({
      part,
      question: questionWords(question),
      answer,
      evidence,
    }));
  return [...of(null, answers), ...parts.flatMap(({ name, answers: inner }) => of(name, inner))];
}

/** The agreed terms of an obligation other than its name, pattern and standalone selling price. */
export function agreedPromise(one: Promised, wording: Wording): AgreedTerm[] {
  const { money, day } = wording;
  return [
    ...standalone(one, wording),
    ...(one.contractPrice === undefined
      ? []
      : [{ label: 'Contract price', words: money(one.contractPrice) }]),
    ...patternTerms(one.pattern, wording),
    ...(one.returnableUntil === undefined
      ? []
      : [{ label: 'Returnable until', words: day(one.returnableUntil) }]),
    ...(one.supplierShare === undefined
      ? []
      : [{ label: 'Supplied by another party', words: money(one.supplierShare) }]),
    ...(one.supplierRate === undefined
      ? []
      : [{ label: 'Supplier’s share of usage', words: `${percentOf(one.supplierRate)}%` }]),
    ...(one.expedient === undefined
      ? []
      : [{ label: 'Remaining-obligations disclosure', words: labelOf(EXPEDIENTS, one.expedient) }]),
  ];
}

function standalone(
  { standalone: facts, sspEvidence, sspRange, stratum }: Promised,
  wording: Wording,
): AgreedTerm[] {
  return [
    ...(facts === undefined
      ? []
      : [{ label: 'Standalone selling price estimated from', words: estimate(facts, wording) }]),
    ...(sspEvidence === undefined
      ? []
      : [{ label: 'Evidence for standalone selling price', words: sspEvidence }]),
    ...(sspRange === undefined
      ? []
      : [
          {
            label: 'Observed prices',
            words: `${wording.money(sspRange.low)} to ${wording.money(sspRange.high)}`,
          },
        ]),
    ...(stratum === undefined ? [] : [{ label: 'Stratum of the price list', words: stratum }]),
  ];
}

function estimate(facts: NonNullable<Promised['standalone']>, { money, unitPrice }: Wording): string {
  switch (facts.kind) {
    case 'COST':
      return [
        `expected cost ${money(facts.cost)}`,
        ...(facts.margin === undefined ? [] : [`margin ${percentOf(facts.margin)}%`]),
        ...(facts.likelihood === undefined ? [] : [`renewal likelihood ${percentOf(facts.likelihood)}%`]),
      ].join(', ');
    case 'OPTION':
      return `${percentOf(facts.discount)}% off later purchases of ${money(facts.averagePurchase)} on average, of which ${percentOf(facts.discountForAll)}% is available to all customers; likelihood of use ${percentOf(facts.likelihood)}%`;
    case 'RIGHTS':
      return `${facts.expectedUsed} expected to be used, worth ${unitPrice(facts.valueEach)} each`;
  }
}

function patternTerms(pattern: Pattern, { money, unitPrice, day }: Wording): AgreedTerm[] {
  switch (pattern.kind) {
    case 'UNITS':
      return [{ label: 'Units', words: String(pattern.quantity) }];
    case 'RIGHTS':
      return [{ label: 'Rights expected to be used', words: String(pattern.expectedUsed) }];
    case 'MILESTONES':
      return [
        {
          label: 'Milestones and their weights',
          words: listOf(pattern.milestones.map(({ key, weight }) => `${key} ${weight}`)),
        },
      ];
    case 'USAGE':
      return [...usage(pattern, unitPrice), ...minimumTerms(pattern.minimum, { money, day })];
    case 'LICENCE':
      return [
        ...(pattern.providedOn === undefined
          ? []
          : [{ label: 'Copy provided on', words: day(pattern.providedOn) }]),
        ...minimumTerms(pattern.minimum, { money, day }),
      ];
    case 'REPURCHASE':
      return [
        {
          label: 'Repurchase agreement',
          words: [
            labelOf(REPURCHASE_OPTIONS, pattern.option),
            `sold for ${money(pattern.salePrice)}, back for ${money(pattern.repurchasePrice)} on ${day(pattern.on)}`,
            ...(pattern.expectedMarketValue === undefined
              ? []
              : [`worth ${money(pattern.expectedMarketValue)} then`]),
            ...(pattern.significantIncentive === undefined
              ? []
              : [
                  pattern.significantIncentive
                    ? 'the customer has a significant economic incentive to exercise it'
                    : 'no significant economic incentive to exercise it',
                ]),
          ].join('; '),
        },
      ];
    default:
      return [];
  }
}

/** What the customer owes whatever it uses. */
function minimumTerms(
  minimum: Extract<Pattern, { kind: 'USAGE' | 'LICENCE' }>['minimum'],
  { money, day }: Pick<Wording, 'money' | 'day'>,
): AgreedTerm[] {
  if (minimum === undefined) return [];
  const { every, amount, changes = [], method, unused, expected } = minimum;
  const term = 'start' in minimum ? `, ${day(minimum.start)} to ${day(minimum.end)}` : '';
  return [
    {
      label: 'Minimum',
      words: [
        `${money(amount)} ${labelOf(EVERY_CHOICES, every).toLowerCase()}${term}`,
        ...changes.map((one) => `${money(one.amount)} from ${day(one.from)}`),
      ].join('; '),
    },
    ...(method === undefined
      ? []
      : [{ label: 'The minimum is earned', words: labelOf(METHOD_CHOICES, method) }]),
    ...(unused === undefined ? [] : [{ label: 'Unused amounts', words: labelOf(UNUSED_CHOICES, unused) }]),
    ...(expected === undefined ? [] : [{ label: 'Expected in all', words: money(expected) }]),
  ];
}

function usage(
  { tiers, invoicedPrice, expectedPrice }: Extract<Pattern, { kind: 'USAGE' }>,
  each: Wording['unitPrice'],
): AgreedTerm[] {
  return [
    ...(tiers === undefined
      ? []
      : [
          {
            label: 'Price per unit',
            words: tiers
              .map(({ upTo, unitPrice }) =>
                upTo === null
                  ? `${tiers.length > 1 ? 'beyond: ' : ''}${each(unitPrice)}`
                  : `up to ${upTo}: ${each(unitPrice)}`,
              )
              .join('; '),
          },
        ]),
    ...(invoicedPrice === undefined ? [] : [{ label: 'Invoiced per unit at', words: each(invoicedPrice) }]),
    ...(expectedPrice === undefined
      ? []
      : [{ label: 'Price expected after rebates', words: each(expectedPrice) }]),
  ];
}
